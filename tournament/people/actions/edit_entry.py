"""Correct a player's details and their entry in a tournament, or decide on the entry."""

from collections.abc import Collection
from dataclasses import fields, replace

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament, locked_tournaments
from tournament.core.actions.rates import take
from tournament.core.errors import NobodyLeft, NotDone
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.mail.actions.write_mail import write_mail
from tournament.models import Entry, EntryFacts, EntryStatus, MailKind, PlayerFacts, Tournament, Visitor
from tournament.people.actions.move_up import move_up
from tournament.people.actions.player_facts import (
    CHANGES_ELSEWHERE,
    change_player,
    differing,
    loggable,
    merged_entry,
    merged_person,
)
from tournament.people.actions.remove_entry import PlayerHasSeat
from tournament.people.queries.enter import place_in_line
from tournament.people.queries.person import is_decided_by_other_club, removable_by, tournaments_of


class PlaysElsewhere(NotDone):
    """The change would also show in somebody else's tournament."""

    message = _(
        "This person also plays in a tournament of another organizer, where your change would appear too. Ask someone"
        " who organizes all tournaments of this person."
    )


class OfOtherClub(PlaysElsewhere):
    """A club that the visitor does not organize decides about the person (`decided_by_other_clubs`)."""

    message = _(
        "This person belongs to a club that you do not organize, and the club decides about the name and all other"
        " details. Ask an organizer of the club."
    )


def not_organized(player_id: int, by: Visitor) -> type[PlaysElsewhere]:
    """Return the refusal that tells why `by` may not decide about this person: somebody else's club decides, or the
    person plays in other organizers' tournaments."""
    return OfOtherClub if is_decided_by_other_club(player_id, by) else PlaysElsewhere


class StatusChanged(NotDone):
    """The entry has another status than the page showed, usually because the person has cancelled it."""

    message = _("This entry was changed or cancelled meanwhile. Nothing was done; check its status again.")


class WasRemoved(NotDone):
    """The person was removed, so nothing about them can be changed."""

    message = _("This person was removed: only the results are kept, and nothing about the person can be changed.")


def edit_entry(
    *,
    entry_id: int,
    player: PlayerFacts,
    entry: EntryFacts,
    by: Visitor,
    base: tuple[PlayerFacts, EntryFacts] | None = None,
) -> None:
    """Change this entry, and the person's details in every tournament in which the person plays; each tournament logs
    the change. `base` has the details that the form was filled in with (see `core.merge`).

    Two kinds of people may change the details. An organizer of all these tournaments may, unless the person belongs to
    somebody else's club (`decided_by_other_clubs`). So may people who may remove the person, such as an owner of the
    person's home (`Player.home`). Raises `WasRemoved`, `PlaysElsewhere`, `OfOtherClub`, `Archived`, `PlayerHasSeat` if
    a player with a seat would no longer be accepted, `NobodyLeft` if the person was merged, entered elsewhere or taken
    out meanwhile, `TooOften` (`CHANGES_ELSEWHERE`), and `Entry.DoesNotExist`.
    """
    before = Entry.objects.get(pk=entry_id)
    tournament_ids = tournaments_of(before.player_id).values_list("pk", flat=True)
    with locked_tournaments(*tournament_ids, here=before.tournament_id) as locked:
        stored = Entry.objects.select_related("player").get(pk=entry_id)
        if locked.keys() != set(tournaments_of(stored.player_id).values_list("pk", flat=True)):
            raise NobodyLeft  # the person was merged, entered elsewhere or taken out, before the locks were taken
        if stored.player.removed_at:
            raise WasRemoved
        if base is not None:
            player, entry = merged_person(player, base[0], stored.player), merged_entry(entry, base[1], stored)
        if differing(stored.player, player):
            organized = set(Tournament.objects.organized_by(by).values_list("pk", flat=True))
            # Somebody else's copy of a tournament must not stop the organizer who entered the person first.
            if not organized.issuperset(locked) or is_decided_by_other_club(stored.player_id, by):
                if by.account is None or not removable_by(by).filter(pk=stored.player_id).exists():
                    raise not_organized(stored.player_id, by)
                take((CHANGES_ELSEWHERE, f"account {by.account.pk} person {stored.player_id}"))
        here = locked[stored.tournament_id]
        change_player(stored.player, player, list(locked.values()), by=by, here=here)
        if not stored.may_publish and not entry.may_publish and stored.answered_at is None:
            # The name was typed at a table, and the organizer saw now that it may not be published.
            stored.answered_at = timezone.now()
            stored.save(update_fields=["answered_at"])
        freed = change_entry(stored, entry, here, by)
        move_up(here, by, freed=int(freed))


def decide_entry(
    *, tournament_id: int, entry_id: int, status: EntryStatus, by: Visitor, shown: str | None = None
) -> None:
    """Accept an entry, or put it on the waiting list. `shown` is the status that the page showed, if it is known: the
    person may have cancelled the entry since. Raises `StatusChanged`, `PlayerHasSeat` and `Entry.DoesNotExist`."""
    with locked_tournament(tournament_id) as tournament:
        entry = tournament.entries.get(pk=entry_id)
        if shown is not None and entry.status not in {shown, status}:
            raise StatusChanged
        freed = change_entry(entry, replace(entry_facts_of(entry), status=status), tournament, by)
        move_up(tournament, by, freed=int(freed))


def entry_facts_of(entry: Entry) -> EntryFacts:
    """Return the stored details of an entry."""
    return EntryFacts(**{field.name: getattr(entry, field.name) for field in fields(EntryFacts)})


def change_entry(entry: Entry, facts: EntryFacts, tournament: Tournament, by: Visitor) -> bool:
    """Save an entry's details in a locked tournament, log the change, and write a mail about the change to the person.
    Return whether a place became free.

    Only a cancelled entry frees its place. The place of a no-show stays empty, because the event begins at that time.
    Raises `PlayerHasSeat`.
    """
    changed = differing(entry, facts)
    if not changed:
        return False
    if facts.status != EntryStatus.ACCEPTED and entry.seats.exists():
        raise PlayerHasSeat
    had_place = entry.status == EntryStatus.ACCEPTED
    before, was_waiting = loggable(entry, changed), entry.status == EntryStatus.WAITING
    for name in changed:
        setattr(entry, name, getattr(facts, name))
    if "may_publish" in changed:
        entry.answered_at = timezone.now()
    if entry.status != EntryStatus.ACCEPTED and entry.checked_in_at is not None:
        entry.checked_in_at, entry.arrived_by_link = None, False
        entry.save(update_fields=[*changed, "answered_at", "checked_in_at", "arrived_by_link"])
    else:
        entry.save(update_fields=[*changed, "answered_at"])
    withdraws = "may_publish" in changed and not entry.may_publish
    log(
        tournament,
        "entry.edited",
        by=by,
        protects=withdraws,
        number=entry.number,
        before=before,
        after=loggable(entry, changed),
    )
    if withdraws:
        hide_substitutes(tournament, [entry.player.name])
    _mail_about(entry, changed, tournament, was_waiting=was_waiting)
    return had_place and entry.status == EntryStatus.CANCELLED


def _mail_about(entry: Entry, changed: Collection[str], tournament: Tournament, *, was_waiting: bool) -> None:
    if "status" in changed:
        match entry.status:
            case EntryStatus.ACCEPTED:
                write_mail(entry, MailKind.MOVED_UP if was_waiting else MailKind.ACCEPTED, tournament)
            case EntryStatus.WAITING:
                write_mail(entry, MailKind.WAITING, tournament, place=place_in_line(entry))
            case EntryStatus.CANCELLED:
                write_mail(entry, MailKind.CANCELLED, tournament)
    elif "paid" in changed and entry.paid:
        write_mail(entry, MailKind.PAID, tournament)
