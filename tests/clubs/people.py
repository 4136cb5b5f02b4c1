"""Helpers about the people of a club: who is at home where, and who reads, exports, changes or removes them."""

from uuid import uuid4

from tests.archive.test_hand_over import returned, taken
from tests.factories import EntryFactory, PlayerFactory, visitor
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.clubs.actions.edit_club import remove_organizer
from tournament.clubs.actions.edit_people import add_people
from tournament.core.queries.contacts import hidden_contacts
from tournament.models import Player, PlayerFacts
from tournament.people.actions.check_in import check_in_regular
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.person import people_of, removable_by

MAIL = "dora@private.example"


def regular(club, organizer, name="Dora Later"):
    """Somebody who was entered on the club's list as new, and whose mail the club knows."""
    add_people(club_id=club.pk, names=[name], by=visitor(organizer))
    club.people.filter(name=name).update(mail=MAIL)
    return club.people.get(name=name)


def listed_without_home(club):
    """Somebody on the club's list who has no home and belongs to nobody yet, as a guest whose only night was
    deleted."""
    dora = PlayerFactory(name="Dora Later", mail=MAIL)
    club.people.add(dora)
    return dora


def entered_without_home(player, *events):
    """Enter the person in these events; the home let the person go."""
    for event in events:
        EntryFactory(tournament=event, player=player)
    Player.objects.filter(pk=player.pk).update(home=None, mail="")
    return fresh(player)


def fresh(player):
    return Player.objects.get(pk=player.pk)


def check_in(night, player, by):
    return check_in_regular(tournament_id=night.pk, player_id=player.pk, by=visitor(by))


def removed(club, user, organizer):
    """Remove this organizer of the club."""
    remove_organizer(club_id=club.pk, user_id=user.pk, by=visitor(organizer))


def reads(user, night, player):
    """Whether the account reads the person's mail in this event; it has to be stored still."""
    entry = night.entries.get(player=player)
    return entry.pk not in hidden_contacts(night, visitor(user)) and fresh(player).mail == MAIL


def removes(user, player):
    return removable_by(visitor(user)).filter(pk=player.pk).exists()


def exports(user, player):
    return people_of(visitor(user)).filter(pk=player.pk).exists()


def copied(night, user):
    """A private copy of the night, with its people."""
    return copy_tournament(
        origin_id=night.pk, key=uuid4(), name="Private", starts_on=None, with_team=False, with_entries=True,
        by=visitor(user),
    )  # fmt: skip


def renamed(entry, by):
    """Give the person of this entry another name and another mail."""
    facts = PlayerFacts(name="Silly", mail="other@example.org")
    edit_entry(entry_id=entry.pk, player=facts, entry=entry_facts_of(entry), by=visitor(by))


def changed_at_laptop(entry, user, trick):
    """Take the event of this entry, its only one, to a laptop, "rename" or "remove" the person there, and bring the
    event back; return what was brought."""
    by = visitor(user)
    laptop = taken(entry.tournament, by)
    there = laptop.entries.get()
    if trick == "rename":
        renamed(there, user)
    else:
        remove_person(player_id=there.player_id, by=by)
    return bring_back(tournament_id=entry.tournament_id, file=returned(laptop, by), by=by)
