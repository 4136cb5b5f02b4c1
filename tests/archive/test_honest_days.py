"""What an organizer prepares, announces, enters and starts on a laptop comes back too: see `test_honest_work.py`."""

from copy import deepcopy
from dataclasses import replace
from datetime import UTC, date, datetime
from uuid import uuid4

import pytest
from django.utils import timezone

from scoring.announced_cuts import AnnouncedCut
from scoring.presets import RULESETS
from scoring.tie_breaks import TieBreak
from tests.archive import test_honest_tables, test_honest_work
from tests.archive.laptops import compressed, file_for_laptop, post
from tests.archive.stories import (
    about,
    check_is_accepted,
    collected_in,
    enter_players,
    entering,
    give_to_team,
    hanchan_at,
    in_play,
    in_turn,
    plan,
    planned,
)
from tests.archive.test_hand_over import returned
from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory, penalize, play, sign, visitor
from tests.standings.results import MANGAN, tournament_with
from tests.table.corrections import A, B, tsumo
from tournament.announcement.actions import edit_announcement
from tournament.archive.actions.archive_tournament import archive_tournament, unarchive_tournament
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.document import envelope
from tournament.log.words.sentences import SENTENCES
from tournament.mail.actions.edit_wording import edit_wording
from tournament.mail.placeholders import Letter
from tournament.models import FreedPlaces, GameLength, MailKind, Role, ShownAs, TeamSeat, Tournament
from tournament.models.player import PlayerFacts
from tournament.people.actions.change_several import change_several
from tournament.people.actions.check_in import check_in, confirm_arrival
from tournament.people.actions.edit_entry import decide_entry, edit_entry, entry_facts_of
from tournament.people.actions.edit_entry_terms import edit_entry_terms
from tournament.people.actions.enter import enter
from tournament.people.actions.own_entry import cancel_own_entry, edit_own_entry
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.renew_links import renew_links, renew_player_link
from tournament.people.actions.show_person import show_person
from tournament.people.several_change import SeveralChange
from tournament.rounds.actions import clock
from tournament.rounds.actions.approve_round import approve_round
from tournament.rounds.actions.edit_finals import edit_finals
from tournament.rounds.actions.keep_apart import keep_apart
from tournament.rounds.actions.past_results import PastHanchan, record_past_results
from tournament.rounds.actions.set_timetable import set_breaks, set_timetable
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.actions.team_matches import drop_matches, name_line_up, plan_matches
from tournament.rounds.break_lines import read_breaks
from tournament.rounds.paper_line import Keying
from tournament.screens.actions.ceremony import end_ceremony, reveal_next, start_ceremony, take_back_reveal
from tournament.screens.actions.hall_link import make_hall_link, revoke_hall_link
from tournament.seating.by_seed import read_plan
from tournament.site.actions.edit_rules import edit_rules
from tournament.site.actions.edit_tournament import edit_tournament
from tournament.site.actions.invitations import invite, revoke_invitation
from tournament.table.actions.cancel_hanchan import cancel_hanchan
from tournament.table.actions.edit_extras import edit_extras
from tournament.table.actions.prepare_tables import prepare_tables
from tournament.table.actions.record_stick_count import record_stick_count
from tournament.table.actions.revoke_table_link import revoke_table_link
from tournament.table.actions.substitute import name_substitute

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

STORIES = []
story = collected_in(STORIES)


def in_teams(by):
    """Two players of each of four teams, and one that is not planned yet."""
    home, entries, _hanchans = tournament_with([*"ABCDEFGHI"], rounds=0, owner=by.user)
    for entry, team in zip(entries, ["Ants", "Bees", "Cats", "Dogs"] * 2, strict=False):
        entry.team = team
        entry.save()
    plan_matches(tournament_id=home.pk, teams=["ants", "bees", "cats", "dogs"], rounds=3, tables=1, seed=1, by=by)
    return home


def club_night(by):
    home, _entries, _hanchans = tournament_with([*"ABCDEFGH"], rounds=0, owner=by.user, is_club_night=True)
    start_hanchan(tournament_id=home.pk, table_number=1, key=uuid4(), seats=pks(home)[:4], seed=None, by=by)
    return home


def today(by):
    home = entering(by)
    terms(home, by, freed_places=FreedPlaces.MOVE_UP)
    Tournament.objects.filter(pk=home.pk).update(starts_on=timezone.localdate())
    home.refresh_from_db()
    return home


def named_in_texts(by):
    """Somebody is named in reasons, rules, rulings, substitutes' names and the announcement."""
    home = in_play(by)
    entry = home.entries.select_related("player").get(number=3)
    edit_entry(entry_id=entry.pk, player=PlayerFacts(name="Good Wenceslas"), entry=entry_facts_of(entry), by=by)
    hanchan = hanchan_at(home, 2, 1)
    name_substitute(
        **about(hanchan), key=uuid4(), by=by, entry_id=hanchan.seats.get(seat=1).entry_id, name="Good Wenceslas",
        after_hand=None, reason="Good Wenceslas plays twice",
    )  # fmt: skip
    told = {"text": "Ask Good Wenceslas (3) or C", "contact": "Good Wenceslas"}
    edit_announcement(tournament_id=home.pk, facts=told, words="", picture=None, remove_picture=False, by=by)
    call = home.tables.get(number=1).calls.filter(was_answered=True).get()
    call.decision = "good wenceslas is right"
    call.save()
    penalize(home.entries.get(number=3), by=by)
    penalize(home.entries.get(number=4), by=by)
    home.entries.get(number=4).penalties.update(rule="Pushed Good Wenceslas")
    home.refresh_from_db()
    return home


def pks(tournament):
    return list(tournament.entries.order_by("number").values_list("pk", flat=True))


def terms(tournament, by, **more):
    open_terms = {"is_on": True, "opens_on": None, "closes_on": None, "limit": 5, "is_moderated": False} | more
    edit_entry_terms(tournament_id=tournament.pk, by=by, **open_terms)


def settings(tournament, by, **changes):
    same = ("name", "place", "starts_on", "is_public", "ruleset_key")
    facts = {name: getattr(tournament, name) for name in same} | changes
    edit_tournament(tournament_id=tournament.pk, by=by, **facts)


@story("tournament.edited", "tournament.finals", "seating.apart", "tables.prepared")
def settings_change(laptop, by):
    colour = next(colour for colour in ("red", "blue") if colour != laptop.colour)
    settings(laptop, by, name="Winter", place="Praha", starts_on=date(2026, 12, 1), is_public=False)
    laptop.refresh_from_db()
    settings(laptop, by, is_on_paper=True, own_penalties="", colour=colour, languages=["cs", "fr"])
    cuts = [AnnouncedCut(places=4, after_round=3, carried="half")]
    seats = read_plan("[1,2,7,8] [3,4,5,6]")
    edit_finals(tournament_id=laptop.pk, tie_breaks=[TieBreak.DRAW], final_seats=seats, announced_cuts=cuts, by=by)
    keep_apart(tournament_id=laptop.pk, kinds=["team", "club"], by=by)
    prepare_tables(tournament_id=laptop.pk, count=5, by=by)


@story("rules.edited", "tournament.edited", "round.started", "hand.recorded", at=entering)
def rules_change_before_the_first_hand(laptop, by):
    settings(laptop, by, ruleset_key="ema_2016")
    edit_rules(tournament_id=laptop.pk, rules=replace(RULESETS["ema_2016"], start_points=25_000), by=by)
    start_round(tournament_id=laptop.pk, number=1, tables=[pks(laptop)[:4]], seed=None, by=by)
    play(hanchan_at(laptop, 1, 1), tsumo(A))


@story("announcement.edited", "entry.terms_changed", "mail.worded", "mail.standard")
def the_event_is_announced(laptop, by):
    told = {"text": "Come", "payment": "CZ12", "is_published": True}
    edit_announcement(tournament_id=laptop.pk, facts=told, words="", picture=None, remove_picture=False, by=by)
    terms(laptop, by)
    letter = Letter("{event}", "Dear {name}, see {link}\n")
    for kind, words in ((MailKind.RECEIVED, letter), (MailKind.PAID, letter), (MailKind.PAID, None)):
        edit_wording(tournament_id=laptop.pk, kind=kind, language="en", words=words, by=by)


@story("timetable.set", "timetable.breaks_set")
def the_timetable_changes(laptop, by):
    starts = {3: datetime(2026, 11, 28, 9, 0, tzinfo=UTC), 4: datetime(2026, 11, 28, 12, 0, tzinfo=UTC)}
    set_timetable(tournament_id=laptop.pk, starts=starts, by=by)
    set_timetable(tournament_id=laptop.pk, starts={4: None}, by=by)
    breaks = read_breaks("2026-11-28 12:30–13:30 Lunch")
    set_breaks(tournament_id=laptop.pk, breaks=breaks, time_zone="Europe/Lisbon", by=by)


@story(
    "clock.started", "clock.paused", "clock.resumed", "clock.start_withdrawn", "clock.start_restored",
    "clock.minutes_set", "clock.extended", "clock.table_extended",
)  # fmt: skip
def the_clock_runs(laptop, by):
    at_round = {"tournament_id": laptop.pk, "number": 2, "by": by}
    for change in (clock.start_clock, clock.pause_clock, clock.resume_clock, clock.withdraw_start, clock.restore_start):
        change(key=uuid4(), **at_round)
    clock.set_minutes(minutes=75, key=uuid4(), **at_round)
    clock.add_time(seconds=60, key=uuid4(), **at_round)
    clock.add_time_at_table(hanchan_id=hanchan_at(laptop, 2, 2).pk, seconds=60, key=uuid4(), by=by)


@story("round.started", "hand.recorded", "sheet.signed", "round.approved", "hanchan.cancelled", "hanchan.restarted")
def more_rounds_are_played(laptop, by):
    for number in (3, 4):
        four = pks(laptop)
        start_round(tournament_id=laptop.pk, number=number, tables=[four[:4], four[4:8]], seed=1, by=by)
        for table in (1, 2):
            play(hanchan_at(laptop, number, table), tsumo(A), MANGAN)
            sign(hanchan_at(laptop, number, table))
    approve_round(tournament_id=laptop.pk, number=3, key=uuid4(), by=by)
    clock.start_clock(tournament_id=laptop.pk, number=4, key=uuid4(), by=by)
    hanchan = hanchan_at(laptop, 4, 2)
    clock.add_time_at_table(hanchan_id=hanchan.pk, seconds=60, key=uuid4(), by=by)
    cancel_hanchan(**about(hanchan), restart=True, key=uuid4(), reason="Wrong rules", by=by)
    play(hanchan_at(laptop, 4, 2), tsumo(B))


@story("players.added", "seating.planned", "round.started", "player.removed", at=planned)
def the_first_round_starts(laptop, by):
    enter_players(laptop, by, "K", "L", "M")
    plan(laptop, by, seed=4)
    start_round(tournament_id=laptop.pk, number=1, tables=[pks(laptop)[:4], pks(laptop)[4:8]], seed=None, by=by)
    remove_entry(tournament_id=laptop.pk, entry_id=laptop.entries.get(number=10).pk, by=by)


@story("hanchan.imported", "round.started", "paper.recorded", "sheet.signed", at=entering)
def past_rounds_are_entered(laptop, by):
    keying = Keying(points=(36_000, 30_000, 24_000, 30_000), riichi_sticks=0, chombo=(0, 0, 0, 0))
    past = [
        PastHanchan(round=number, table=1, started_at=datetime(2026, 1, 1, tzinfo=UTC), seats=seats, keying=keying)
        for number, seats in enumerate((pks(laptop)[:4], pks(laptop)[1:5]), start=1)
    ]
    record_past_results(tournament_id=laptop.pk, key=uuid4(), hanchans=past, by=by)


@story(
    "hanchan.started", "players.added", "hand.recorded", "hanchan.imported", "hanchan.extras", "hanchan.restarted",
    at=club_night,
)  # fmt: skip
def hanchans_start_at_a_club_night(laptop, by):
    sit = {"tournament_id": laptop.pk, "seed": 3, "by": by}
    seats = [*pks(laptop)[4:7], "Somebody new"]
    start_hanchan(**sit, table_number=2, key=uuid4(), seats=seats, length=GameLength.TONPUUSEN)
    start = {"start_points": (20_000, 30_000, 25_000, 25_000), "chips": (0, 0, 0, 0), "winless": set()}
    edit_extras(**about(hanchan_at(laptop, 2, 2)), key=uuid4(), by=by, **start)
    play(hanchan_at(laptop, 2, 2), tsumo(A))
    cancel_hanchan(**about(hanchan_at(laptop, 2, 2)), restart=True, key=uuid4(), reason="Late", by=by)
    play(hanchan_at(laptop, 2, 2), tsumo(A))
    play(hanchan_at(laptop, 1, 1), tsumo(A))
    cancel_hanchan(**about(hanchan_at(laptop, 1, 1)), restart=False, key=uuid4(), reason="Late", by=by)
    start_hanchan(**sit, table_number=1, key=uuid4(), seats=pks(laptop)[:4])
    cancel_hanchan(**about(hanchan_at(laptop, 3, 1)), restart=False, key=uuid4(), reason="Late", by=by)
    keying = Keying(points=(36_000, 30_000, 24_000, 30_000), riichi_sticks=0, chombo=(0, 0, 0, 0))
    at = {"round": 4, "table": 1, "started_at": datetime(2026, 1, 1, tzinfo=UTC)}
    past = PastHanchan(**at, seats=tuple(pks(laptop)[:4]), keying=keying)
    record_past_results(tournament_id=laptop.pk, key=uuid4(), hanchans=[past], by=by)


@story("matches.planned", "matches.line_up", "matches.dropped", "round.started", "team_penalty.given", at=in_teams)
def teams_play(laptop, by):
    line_up(laptop, by, 1)
    start_round(tournament_id=laptop.pk, number=1, tables=[pks(laptop)[:4]], seed=None, by=by)
    line_up(laptop, by, 2)
    give_to_team(laptop, by, team_key="ants")
    drop_matches(tournament_id=laptop.pk, by=by)
    late = laptop.entries.select_related("player").get(number=9)
    facts = replace(entry_facts_of(late), team="Elks")
    edit_entry(entry_id=late.pk, player=PlayerFacts(name=late.player.name), entry=facts, by=by)
    plan_matches(tournament_id=laptop.pk, teams=["ants", "bees", "cats", "elks"], rounds=2, tables=1, seed=1, by=by)


def line_up(tournament, by, number):
    seats = TeamSeat.objects.filter(tournament=tournament, round=number).select_related("team")
    players = {seat.pk: tournament.entries.filter(team=seat.team.name).earliest("number").pk for seat in seats}
    name_line_up(tournament_id=tournament.pk, number=number, players=players, by=by)


@story("entry.arrived", "entry.arrival_undone", "entry.arrived_by_link", "entry.edited", "player.edited", at=today)
def players_arrive(laptop, by):
    one, two, three, four = pks(laptop)[:4]
    check_in(tournament_id=laptop.pk, entry_id=one, is_here=True, by=by)
    for is_here in (True, False):
        check_in(tournament_id=laptop.pk, entry_id=two, is_here=is_here, by=by)
    confirm_arrival(entry_id=three, by=STRANGER)
    person = PlayerFacts(name="D", country="CZ", country_letters="CZE", legal_name="Dora", ara_number="ARA-1")
    edit_own_entry(entry_id=four, player=person, team="Red", note="", may_publish=False, by=STRANGER)
    for change in (SeveralChange.PAID, SeveralChange.NO_SHOW):
        change_several(tournament_id=laptop.pk, numbers=[1, 5], change=change, by=by)
    show_person(player_id=laptop.entries.get(number=2).player_id, shown_as=ShownAs.values[-1], by=by)


@story("entry.applied", "entry.moved_up", "entry.cancelled", "entry.edited", "player.removed", at=today)
def people_enter_and_move_up(laptop, by):
    for name in ("Ada", "Bo"):
        enter(
            tournament_id=laptop.pk, key=uuid4(), player=PlayerFacts(name=name), note="", may_publish=True, by=STRANGER
        )
    cancel_own_entry(entry_id=laptop.entries.get(number=1).pk, by=STRANGER)
    remove_entry(tournament_id=laptop.pk, entry_id=laptop.entries.get(number=2).pk, by=by)
    last = laptop.entries.order_by("number").last()
    decide_entry(tournament_id=laptop.pk, entry_id=last.pk, status="accepted", by=by)
    remove_entry(tournament_id=laptop.pk, entry_id=last.pk, by=by)


@story("tournament.archived", "tournament.unarchived")
def it_is_archived_and_taken_out_again(laptop, by):
    archive_tournament(tournament_id=laptop.pk, by=by)
    unarchive_tournament(tournament_id=laptop.pk, by=by)


@story("tournament.archived")
def it_is_archived(laptop, by):
    archive_tournament(tournament_id=laptop.pk, by=by)


@story(
    "table.link_revoked", "player.link_renewed", "links.tables_renewed", "links.players_renewed", "hall.link_made",
    "hall.link_revoked", "ceremony.started", "ceremony.revealed", "ceremony.reveal_taken_back", "ceremony.ended",
    "team.invited", "team.invitation_revoked", "sticks.counted",
)  # fmt: skip
def links_screens_and_team_change(laptop, by):
    revoke_table_link(tournament_id=laptop.pk, number=1, by=by)
    renew_player_link(tournament_id=laptop.pk, number=1, by=by)
    renew_links(tournament_id=laptop.pk, tables=True, players=True, by=by)
    make_hall_link(tournament_id=laptop.pk, by=by)
    revoke_hall_link(tournament_id=laptop.pk, by=by)
    start_ceremony(tournament_id=laptop.pk, from_place=None, key=uuid4(), by=by)
    reveal_next(tournament_id=laptop.pk, revealed=0, key=uuid4(), by=by)
    take_back_reveal(tournament_id=laptop.pk, revealed=1, key=uuid4(), by=by)
    end_ceremony(tournament_id=laptop.pk, release=True, key=uuid4(), by=by)
    invite(tournament_id=laptop.pk, role=Role.REFEREE, by=by)
    revoke_invitation(tournament_id=laptop.pk, invitation_id=laptop.invitations.get().pk, by=by)
    hanchan = hanchan_at(laptop, 2, 1)
    record_stick_count(**about(hanchan), points=(30_000,) * 4, by=by)


@story("person.removed", at=named_in_texts)
def somebody_is_removed_who_is_named_everywhere(laptop, by):
    remove_person(player_id=laptop.entries.get(number=3).player_id, by=by)
    assert "wenceslas" not in str(envelope(laptop)).casefold()


@pytest.mark.parametrize(("lent", "work", "kinds", "ways"), in_turn(STORIES), indirect=["lent"])
def test_an_honest_day_is_accepted_by_the_mirror_and_on_return(lent, work, kinds, ways):
    check_is_accepted(lent, work, kinds, ways)


def away(home, by):
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    file = file_for_laptop(home)
    return file, take_over(file=file, key=uuid4(), by=by)


def test_somebody_is_removed_here_meanwhile_who_is_named_everywhere():
    by = visitor(UserFactory())
    home = named_in_texts(by)
    entry = home.entries.get(number=3)
    EntryFactory(player=entry.player, tournament=TournamentFactory(owner=by.user))
    file, laptop = away(home, by)
    remove_person(player_id=entry.player_id, by=by)
    play(hanchan_at(laptop, 2, 1), MANGAN)

    sent = post(file["mirror"]["address"], compressed(envelope(laptop)), key=file["mirror"]["key"])
    assert sent.status_code == 200
    assert "wenceslas" not in str(envelope(home)).casefold()
    play(hanchan_at(laptop, 2, 2), MANGAN)

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert (brought.rewritten, brought.separate_copy) == (None, None)
    assert "wenceslas" not in str(envelope(home)).casefold()


def test_somebody_who_plays_elsewhere_is_renamed_and_the_mirror_goes_on():
    """The site keeps the name that other tournaments show, so it differs from the laptop's at each mirroring."""
    by = visitor(UserFactory())
    home = in_play(by)
    EntryFactory(player=home.entries.get(number=1).player, tournament=TournamentFactory())
    file, laptop = away(home, by)
    entry = laptop.entries.get(number=1)
    edit_entry(entry_id=entry.pk, player=PlayerFacts(name="Other", club="New"), entry=entry_facts_of(entry), by=by)

    for table in (1, 2):
        sent = post(file["mirror"]["address"], compressed(envelope(laptop)), key=file["mirror"]["key"])
        assert sent.status_code == 200
        play(hanchan_at(laptop, 2, table), MANGAN)

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert (brought.rewritten, brought.separate_copy, brought.unchanged) == (None, None, [1])


OTHER_SIDE = {
    "tournament.created", "tournament.copied", "tournament.taken_to_laptop", "tournament.brought_back",
    "tournament.called_back", "rehearsal.stuck", "rehearsal.played", "person.mentions_erased",
}  # fmt: skip
"""Kinds that no laptop writes for a tournament that it has borrowed."""

CHANGE_NOTHING = {
    "tournament.returned", "team.joined", "team.accepted_again", "team.role_changed", "team.removed", "team.left",
    "mail.written", "mail.again", "mail.arrived",
}  # fmt: skip
"""Kinds that change nothing in a document."""


def test_every_kind_is_in_a_story_or_changes_nothing_of_before():
    told = {
        kind for each in (*STORIES, *test_honest_work.STORIES, *test_honest_tables.STORIES) for kind in each.values[2]
    }
    kinds = {".".join(kind.split(".")[:2]) for kind in SENTENCES}

    assert kinds - told == OTHER_SIDE | CHANGE_NOTHING


@pytest.mark.parametrize("lent", [named_in_texts], indirect=True)
@pytest.mark.parametrize(
    "names", [["Dead hand"], ["X", "Ill"], ["Good Wenceslas II", "C", "Zed"], ["Ask"], ["Ill", "Dead hand"]]
)
def test_who_is_renamed_and_then_removed_comes_back_without_a_mirror(lent, names):
    """The new name stands in rulings or reasons of before, from which the removal erases it."""
    by, home, _file, laptop = deepcopy(lent)
    for name in names:
        entry = laptop.entries.select_related("player").get(number=3)
        edit_entry(entry_id=entry.pk, player=PlayerFacts(name=name), entry=entry_facts_of(entry), by=by)
    remove_person(player_id=entry.player_id, by=by)

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert (brought.rewritten, brought.separate_copy) == (None, None)
    home.refresh_from_db()
    assert home.entries.get(number=3).player.removed_at
    assert "wenceslas" not in str(envelope(home)).casefold()
