"""An organizer who invents a person, names it like words of others and removes it, takes no words out of their nights,
events, copies and late copies."""

from datetime import date
from fractions import Fraction
from uuid import uuid4

import pytest
from django.utils import timezone

from tests.clubs.nights import night_of
from tests.factories import ClubFactory, EntryFactory, HanchanFactory, TournamentFactory, UserFactory, sign, visitor
from tournament.archive.actions.archive_tournament import archive_tournament
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.clubs.actions.edit_club import invitation_to, join_club
from tournament.clubs.actions.edit_people import add_guest
from tournament.clubs.actions.open_night import open_night
from tournament.core.actions.journal import log
from tournament.models import (
    Announcement,
    Entry,
    HandOver,
    Import,
    LogEntry,
    Membership,
    Offence,
    Player,
    PlayerFacts,
    Role,
    SheetLine,
)
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.give_penalty import give_penalty
from tournament.people.actions.remove_person import remove_person
from tournament.people.queries.related_events import events_that_may_name
from tournament.table.actions.calls import answer_call, call_referee
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db

KAREL = "Karel Dvořák"
REASON, DECISION, PAYMENT = "Decided by head referee: chombo", "double chombo of East", "Account Riichi Club 123/0100"
PHRASES = ["Decided by head", "double chombo of", "Account Riichi Club"]


@pytest.fixture
def owner():
    return visitor(UserFactory())


@pytest.fixture
def organizer():
    return visitor(UserFactory())


@pytest.fixture
def club(owner):
    return ClubFactory(organizers=[owner.user])


def names_a_substitute(hanchan, name, by, seat=0):
    hanchan.refresh_from_db()
    seated = hanchan.seats.get(seat=seat).entry_id
    named = {"name": name, "may_publish": True, "after_hand": None, "reason": REASON, "by": by}
    name_substitute(hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), entry_id=seated, **named)
    hanchan.refresh_from_db()


@pytest.fixture
def hanchan(club, owner):
    """A signed hanchan of the owner's night, with a substitute and a ruling at its table."""
    night = open_night(
        club_id=club.pk, key=uuid4(), name="Night", starts_on=date(2026, 11, 26), is_public=True, is_club_night=True,
        league_id=None, by=owner,
    )  # fmt: skip
    Announcement.objects.create(tournament=night, payment=PAYMENT)
    hanchan = HanchanFactory(round__tournament=night)
    names_a_substitute(hanchan, KAREL, owner)
    sign(hanchan)
    call = call_referee(table_id=hanchan.table.pk, word="", by=owner)
    answer_call(call_id=call.pk, situation="late", decision=DECISION, rule="", by=owner)
    return hanchan


def texts_of(hanchan):
    night = hanchan.round.tournament
    named = LogEntry.objects.filter(tournament=night, kind="substitute.named").earliest("number")
    return (named.reason, hanchan.table.calls.get().decision, Announcement.objects.get(tournament=night).payment)


def on_sheet(hanchan):
    return set(
        SheetLine.objects.filter(sheet__hanchan=hanchan).exclude(substitute="").values_list("substitute", flat=True)
    )


def invented(home, by, *names):
    """Enter a person who is named like each of these phrases, the last one at the end."""
    entry = EntryFactory(tournament=home, player__name=names[0])
    for name in names[1:]:
        entry = Entry.objects.select_related("player").get(pk=entry.pk)
        edit_entry(entry_id=entry.pk, player=PlayerFacts(name=name), entry=entry_facts_of(entry), by=by)
    return Entry.objects.select_related("player").get(pk=entry.pk)


@pytest.mark.parametrize("is_archived", [True, False])
def test_a_night_that_was_before_the_organizer_joined_the_club_keeps_its_words(
    club, owner, organizer, hanchan, is_archived
):
    if is_archived:
        archive_tournament(tournament_id=hanchan.round.tournament_id, by=owner)
    join_club(token=invitation_to(club), by=organizer)
    entry = invented(night_of(club, owner=organizer.user), organizer, *PHRASES, KAREL)
    add_guest(club_id=club.pk, player_id=entry.player_id, by=organizer)

    remove_person(player_id=entry.player_id, by=organizer)

    assert Player.objects.get(pk=entry.player_id).removed_at
    assert texts_of(hanchan) == (REASON, DECISION, PAYMENT)


def test_a_regular_who_was_a_substitute_leaves_the_sheets_of_another_organizers_night(club, owner, organizer, hanchan):
    join_club(token=invitation_to(club), by=organizer)
    entry = invented(night_of(club, owner=organizer.user), organizer, KAREL)
    add_guest(club_id=club.pk, player_id=entry.player_id, by=organizer)

    remove_person(player_id=entry.player_id, by=organizer)

    assert on_sheet(hanchan) == {"…"}
    assert hanchan.substitutions.get().name == "…"
    assert hanchan.round.tournament.log.filter(kind="person.mentions_erased").exists()


def test_an_organizer_of_the_night_takes_nothing_from_its_log_by_a_substitute_of_their_own(club, organizer, owner):
    """Organizers of a club organize its nights unasked."""
    club.organizers.add(organizer.user)
    night = night_of(club, owner=owner.user, organizers=[organizer.user])
    hanchan = HanchanFactory(round__tournament=night)
    penalized = hanchan.seats.get(seat=3).entry_id
    reason, rule = "Looked into the wall, head referee", "House rule seven"
    given = {"points": Fraction(20), "minutes": None, "round_number": None, "rule": rule, "reason": reason}
    give_penalty(tournament_id=night.pk, key=uuid4(), entry_id=penalized, offence=Offence.OTHER, by=owner, **given)
    names_a_substitute(hanchan, "Looked into", organizer)
    home = night_of(club, owner=organizer.user, organizers=[owner.user])
    entry = invented(home, organizer, rule, "head referee", "Looked into")

    remove_person(player_id=entry.player_id, by=organizer)

    said = night.log.get(kind="penalty.given")
    assert (said.reason, said.data["rule"]) == (reason, rule)
    assert hanchan.substitutions.get().name == "…"


@pytest.fixture
def event(owner, organizer):
    """The owner's event, which the other organizes too."""
    return TournamentFactory(owner=owner.user, organizers=[organizer.user])


@pytest.mark.parametrize("remover", ["organizer", "owner"])
def test_an_organizer_takes_words_out_of_no_log_by_a_person_of_another_event(owner, organizer, event, remover):
    """An owner of the event may: whoever removes there could delete the event."""
    by = organizer if remover == "organizer" else owner
    entry = invented(TournamentFactory(owner=by.user), by, *PHRASES, "Harm Less")
    EntryFactory(tournament=event, player=entry.player, number=2)
    log(event, "cut.taken_back", by=owner, reason=REASON)
    Announcement.objects.create(tournament=event, payment=PAYMENT, text="Ask Harm Less.")

    remove_person(player_id=entry.player_id, by=by)

    announced, said = Announcement.objects.get(tournament=event), event.log.get(kind="cut.taken_back")
    assert announced.text == "Ask #2."
    if remover == "organizer":
        assert (said.reason, announced.payment) == (REASON, PAYMENT)
    else:
        assert (said.reason, announced.payment) == ("#2 referee: chombo", "#2 123/0100")


def test_a_copy_that_another_owns_loses_a_name_only_where_its_organizers_may_write(owner, organizer):
    origin = TournamentFactory(owner=organizer.user, organizers=[owner.user])
    entry = invented(origin, organizer, "Decided by head", KAREL)
    Announcement.objects.create(tournament=origin, contact=KAREL)
    copied = {"with_team": False, "with_entries": False, "starts_on": None}
    copy = copy_tournament(origin_id=origin.pk, key=uuid4(), name="Copy", by=owner, **copied)
    Membership.objects.create(tournament=copy, user=organizer.user, role=Role.ORGANIZER)
    log(copy, "cut.taken_back", by=owner, reason=REASON)
    assert copy.pk in events_that_may_name([origin.pk], [KAREL])

    remove_person(player_id=entry.player_id, by=organizer)

    assert Announcement.objects.get(tournament=copy).contact == "…"
    assert copy.log.get(kind="cut.taken_back").reason == REASON


@pytest.mark.parametrize("is_renamed", ["before", "after"])
def test_a_copy_with_the_person_loses_the_names_of_before_it_was_made(owner, organizer, is_renamed):
    """Whoever owns the origin invents no later name to take words out of the copy."""
    origin = TournamentFactory(owner=organizer.user, organizers=[owner.user])
    Announcement.objects.create(tournament=origin, text="Last winner: Decided by head.")
    names = ["Decided by head", KAREL]
    entry = invented(origin, organizer, *(names if is_renamed == "before" else names[:1]))
    copied = {"with_team": False, "with_entries": True, "starts_on": None}
    copy = copy_tournament(origin_id=origin.pk, key=uuid4(), name="Copy", by=owner, **copied)
    again = copy_tournament(origin_id=copy.pk, key=uuid4(), name="Again", by=owner, **copied)
    log(copy, "cut.taken_back", by=owner, reason=REASON)
    if is_renamed == "after":
        log(origin, "player.renamed", by=organizer, number=entry.number, before="Decided by head")
        Player.objects.filter(pk=entry.player_id).update(name=KAREL)

    remove_person(player_id=entry.player_id, by=organizer)

    texts = set(Announcement.objects.filter(tournament__in=[copy, again]).values_list("text", flat=True))
    assert texts == {"Last winner: #1." if is_renamed == "before" else "Last winner: Decided by head."}
    assert copy.log.get(kind="cut.taken_back").reason == REASON


@pytest.mark.parametrize("is_real", [True, False])
def test_whoever_has_the_number_in_a_late_copy_stays_if_the_person_had_the_name_elsewhere(
    owner, organizer, event, is_real
):
    now = timezone.now()
    lent = HandOver.objects.create(
        tournament=event, is_lent=True, place="laptop", actor="owner", log_until=1, began_at=now, ended_at=now,
        outcome="called_back",
    )  # fmt: skip
    copy = TournamentFactory(owner=owner.user, organizers=[organizer.user], archived_at=now)
    Import.objects.create(tournament=copy, key=uuid4(), log_until=1, at=now, late_of=lent, user=owner.user)
    there = EntryFactory(tournament=copy, number=2, player__name="Jana Malá")
    entry = invented(TournamentFactory(owner=organizer.user), organizer, "Jana Malá", "Harm Less")
    EntryFactory(tournament=event, player=entry.player, number=2)
    if is_real:
        log(event, "player.renamed", by=organizer, number=2, before="Jana Malá")

    remove_person(player_id=entry.player_id, by=organizer)

    there.player.refresh_from_db()
    assert (there.player.removed_at is not None) == is_real
