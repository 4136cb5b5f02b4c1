"""Tournaments in which everything has happened that a tournament can record, for the tests of the envelope (the
document `tenbo/1`)."""

from datetime import UTC, date, datetime
from fractions import Fraction
from uuid import uuid4

from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory, at_table, play, sign, visitor
from tests.table.corrections import A, B, C, D, draw, ron, tsumo
from tournament.announcement.actions import edit_announcement
from tournament.core.actions.journal import log
from tournament.mail.actions.edit_wording import edit_wording
from tournament.mail.placeholders import Letter
from tournament.models import Appeal, Cut, Departure, Hanchan, MailKind, Penalty, TeamBestOf, TeamSeat
from tournament.models.player import EntryFacts, PlayerFacts
from tournament.models.table.penalty import Offence
from tournament.people.actions.appeals import appeal_penalty, appeal_ruling, decide_appeal
from tournament.people.actions.check_in import check_in
from tournament.people.actions.depart import come_back, depart
from tournament.people.actions.edit_entry import edit_entry
from tournament.people.actions.edit_entry_terms import edit_entry_terms
from tournament.people.actions.edit_player_teams import edit_player_teams
from tournament.people.actions.give_penalty import give_penalty, take_back_penalty
from tournament.people.actions.remove_entry import remove_entry
from tournament.rounds.actions.accept_plan import accept_plan
from tournament.rounds.actions.approve_round import approve_round
from tournament.rounds.actions.clock import add_time, add_time_at_table, pause_clock, resume_clock, start_clock
from tournament.rounds.actions.release_round import release_round
from tournament.rounds.actions.set_timetable import set_timetable
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.queries.seating import made_plan
from tournament.seating.people import Wishes
from tournament.site.actions.edit_visibility import edit_visibility
from tournament.standings.player_teams import TeamCounts, TeamFacts
from tournament.table.actions.call_time import call_time, withdraw_time
from tournament.table.actions.calls import answer_call, call_referee, take_call, withdraw_call
from tournament.table.actions.cancel_hanchan import cancel_hanchan
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.move_hand import move_hand
from tournament.table.actions.paper_result import record_paper_result, remove_paper_result
from tournament.table.actions.second_keying import decide_paper, key_again
from tournament.table.actions.sign_sheet import sign_sheet
from tournament.table.actions.substitute import name_substitute, remove_substitute
from tournament.table.actions.swap_seats import swap_seats
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Remove

NAMES = (
    "Wawrzyniec Brzęczyszczykiewicz-Kowalski",
    "=HYPERLINK(1)",
    "<b>Claire</b>",
    "Dóra & Zoë",
    "麻雀 太郎",
    "Jiří Novák",
    "Jiří Novák",
    "H\"'{{ x }}",
    "Sits Out",
)


def busy_tournament(owner=None, **options):
    """Create a tournament of two rounds at two tables that has rows of every kind: current, superseded, withdrawn and
    cancelled."""
    owner = owner or UserFactory(username="secret-login", first_name="Ada", last_name="Owner", email="ada@example.org")
    by = visitor(owner)
    fields = {"place": "Dům dětí", "starts_on": "2026-11-28", "name": "Jarní turnaj <1>"}
    fields["announced_cuts"] = [{"places": 4, "after_round": 3, "carried": "1/4"}]
    tournament = TournamentFactory(owner=owner, **fields | options)
    entries = [
        EntryFactory(tournament=tournament, player__name=name, number=number) for number, name in enumerate(NAMES, 1)
    ]
    numbers = tuple(entry.number for entry in entries)
    for seed in (1, 2):
        made = made_plan(tuple((number, (), frozenset()) for number in numbers), 2, seed, Wishes(apart=()))
        accept_plan(tournament_id=tournament.pk, rounds=made.rounds, players=numbers, seed=seed, by=by)
    seats = [entry.pk for entry in entries[:8]]
    _first_round(tournament, seats, by)
    _second_round(tournament, seats, by)
    approve_round(tournament_id=tournament.pk, number=1, key=uuid4(), by=by)
    _decisions(tournament, entries, by)
    _entered(tournament, entries, by)
    _shown(tournament, by)
    _planned(tournament, by)
    edit_player_teams(
        tournament_id=tournament.pk,
        teams=[TeamFacts(key="red", name="Red <1>", short_name="RED", colour="red")],
        counts=TeamCounts(team_best=3, team_best_of=TeamBestOf.ROUND, team_chombo=True),
        by=by,
    )
    _matches(tournament)
    remove_entry(tournament_id=tournament.pk, entry_id=entries[8].pk, by=by)
    tournament.refresh_from_db()
    return tournament


def _started(tournament, number, seats, by):
    tables = [seats[:4], seats[4:]]
    round_ = start_round(tournament_id=tournament.pk, number=number, tables=tables, seed=7, by=by)
    return list(round_.hanchans.select_related("table", "round__tournament").order_by("table__number"))


def _first_round(tournament, seats, by):
    one, two = _started(tournament, 1, seats, by)
    hands = play(one, ron(B, C), tsumo(A), draw(A, B), by=at_table(one.table))
    undo_hand(hanchan_id=one.pk, hand_id=hands[-1].pk, key=uuid4(), by=at_table(one.table))
    play(one, ron(D, A, riichi=(D,)))
    sign(one)
    one.refresh_from_db()
    correct_hanchan(
        hanchan_id=one.pk, revision=one.revision, edits=(Remove(3),), key=uuid4(), reason="Not played", by=by
    )
    one.refresh_from_db()
    sign_sheet(hanchan_id=one.pk, revision=one.revision, by=by)
    play(two, tsumo(C))
    for points in ((40_000, 30_000, 20_000, 30_000), (36_400, 36_400, 29_700, 16_500)):
        two.refresh_from_db()
        record_paper_result(
            hanchan_id=two.pk,
            revision=two.revision,
            key=uuid4(),
            points=points,
            riichi_sticks=0 if sum(points) == 120_000 else 1,
            chombo=(0, 0, 1, 0),
            by=STRANGER,
        )
    two.refresh_from_db()
    name_substitute(
        hanchan_id=two.pk,
        revision=two.revision,
        key=uuid4(),
        entry_id=two.seats.get(seat=3).entry_id,
        name="A <i>friend</i>",
        after_hand=None,
        reason="Missed the tram",
        by=by,
    )
    _keyed_differently(two, by)


def _keyed_differently(hanchan, by):
    hanchan.refresh_from_db()
    other = {"points": (36_400, 29_700, 36_400, 16_500), "riichi_sticks": 1, "chombo": (0, 0, 1, 0)}
    key_again(hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), by=by, **other)
    first, second = hanchan.paper_results.filter(superseded_by=None).order_by("is_second")
    ids = {"hanchan_id": hanchan.pk, "first_id": first.pk, "second_id": second.pk}
    decide_paper(**ids, revision=hanchan.revision, holds="first", key=uuid4(), reason="Read", by=by)


def _second_round(tournament, seats, by):
    one, two = _started(tournament, 2, seats[::-1], by)
    clock = {"tournament_id": tournament.pk, "number": 2, "by": by}
    start_clock(key=uuid4(), **clock)
    pause_clock(key=uuid4(), **clock)
    resume_clock(key=uuid4(), **clock)
    pause_clock(key=uuid4(), **clock)
    add_time(key=uuid4(), seconds=300, **clock)
    add_time_at_table(hanchan_id=one.pk, key=uuid4(), seconds=120, by=by)
    play(one, tsumo(A), tsumo(A), ron(A, B))
    one.refresh_from_db()
    move_hand(
        hanchan_id=one.pk,
        revision=one.revision,
        number=3,
        edits=(Remove(3),),
        to_id=two.pk,
        to_revision=0,
        key=uuid4(),
        reason="Wrong table",
        by=by,
    )
    one.refresh_from_db()
    sitting = [seat.entry_id for seat in one.seats.order_by("seat")]
    swap_seats(hanchan_id=one.pk, revision=one.revision, entries=sitting[::-1], key=uuid4(), reason="", by=by)
    one.refresh_from_db()
    call_time(hanchan_id=one.pk, revision=one.revision, in_progress=True, by=STRANGER)
    one.refresh_from_db()
    withdraw_time(hanchan_id=one.pk, revision=one.revision, by=STRANGER)
    record_and_remove_paper(one)
    two.refresh_from_db()
    cancel_hanchan(
        hanchan_id=two.pk, revision=two.revision, restart=True, key=uuid4(), reason="Tiles were missing", by=by
    )
    again = Hanchan.objects.valid().select_related("table", "round__tournament").get(round=two.round, table=two.table)
    play(again, draw())


def _entered(tournament, entries, by):
    """Add people's details, terms for entries, a check-in, and two cuts: a valid one and one that was taken back."""
    known = PlayerFacts(
        name="Wawrzyniec Brzęczyszczykiewicz",
        country="PL",
        country_letters="POL",
        club="Klub Wrocław <7>",
        ema_number="00123456",
        mail="w@example.org",
        phone="+420 601",
    )
    here = EntryFacts(team="Red", note="Pays on Sunday", paid=True, reserved_table=1, may_publish=False)
    edit_entry(entry_id=entries[0].pk, player=known, entry=here, by=by)
    days = {"opens_on": date(2026, 9, 1), "closes_on": date(2026, 11, 1)}
    edit_entry_terms(tournament_id=tournament.pk, is_on=True, limit=40, is_moderated=False, by=by, **days)
    told = {"text": "# Come", "fee": "20 €", "pay_until": date(2026, 10, 1), "map_link": "https://osm.org/go/x"}
    told["reply_to"] = "desk@club.example"
    edit_announcement(tournament_id=tournament.pk, facts=told, words="", picture=None, remove_picture=False, by=by)
    words = Letter("{event}", "Dear {name}, see {link}\n")
    edit_wording(tournament_id=tournament.pk, kind=MailKind.RECEIVED, language="en", words=words, by=by)
    check_in(tournament_id=tournament.pk, entry_id=entries[0].pk, is_here=True, by=by)
    tournament.refresh_from_db()
    for finalists in (entries[:4], entries[2:6]):
        tournament.cuts.filter(taken_back_by=None).update(taken_back_by=log(tournament, "cut.taken_back", by=by))
        numbers = [entry.number for entry in finalists]
        decided = log(tournament, "cut.made", by=by, after=1, carried="half", numbers=numbers)
        cut = Cut.objects.create(tournament=tournament, after_round=1, carried="half", decided_by=decided)
        cut.finalists.set(finalists)


def _matches(tournament):
    """Add a coming match of teams, in which one team has named its player."""
    red = tournament.player_teams.get()
    player = tournament.entries.get(number=1)
    for round_, entry in ((3, player), (4, None)):
        TeamSeat.objects.create(tournament=tournament, round=round_, table=1, seat=2, team=red, entry=entry)


def _shown(tournament, by):
    """Set when rounds are shown: for the whole tournament, and for two single rounds, one of which was released."""
    times = {"shown_to_players": "live", "shown_in_hall": "signed", "shown_to_everyone": "held"}
    for number in (None, 1, 5):
        edit_visibility(tournament_id=tournament.pk, number=number, by=by, **times)
        times = dict(zip(times, ("held", *times.values()), strict=False))
    release_round(tournament_id=tournament.pk, number=1, key=uuid4(), by=by)


def _planned(tournament, by):
    """Add announced starts of coming rounds; one of them was withdrawn."""
    for at in (datetime(2026, 11, 29, 9, 0, tzinfo=UTC), None):
        starts = {3: datetime(2026, 11, 28, 14, 30, tzinfo=UTC), 4: at}
        set_timetable(tournament_id=tournament.pk, starts=starts, by=by)


def _decisions(tournament, entries, by):
    """Add penalties, departures, substitutes and calls, some valid and some taken back."""
    for points, offence in ((5, Offence.LATE), (0, Offence.OTHER)):
        give_penalty(
            tournament_id=tournament.pk,
            key=uuid4(),
            entry_id=entries[1].pk,
            offence=offence,
            points=Fraction(points),
            minutes=7,
            round_number=2,
            rule="R15",
            reason="Came late",
            by=by,
        )
    take_back_penalty(penalty_id=Penalty.objects.latest("pk").pk, reason="Was there", by=by)
    _appealed(tournament, by)
    for kind in (Departure.Kind.WITHDRAWN, Departure.Kind.DISQUALIFIED):
        come_back(entry_id=entries[2].pk, reason="Feels better", by=by)
        depart(entry_id=entries[2].pk, key=uuid4(), kind=kind, from_round=3, reason="Went home", by=by)
    hanchan = Hanchan.objects.valid().get(round__tournament=tournament, round__number=2, table__number=1)
    name_substitute(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        key=uuid4(),
        entry_id=hanchan.seats.get(seat=1).entry_id,
        name="Somebody Else",
        may_publish=True,
        after_hand=1,
        reason="Ill",
        by=by,
    )
    hanchan.refresh_from_db()
    substitution = hanchan.substitutions.get()
    remove_substitute(
        hanchan_id=hanchan.pk, revision=hanchan.revision, substitution_id=substitution.pk, reason="Well again", by=by
    )
    answered = call_referee(table_id=hanchan.table_id, word="Dead hand?", by=STRANGER)
    take_call(call_id=answered.pk, by=by)
    answer_call(call_id=answered.pk, situation="Five tiles", decision="Dead hand", rule="R11", by=by)
    appeal = {"appealed_by": "South <3>", "text": "It was four", "key": uuid4(), "by": by}
    appeal_ruling(tournament_id=tournament.pk, call_id=answered.pk, **appeal)
    call_referee(table_id=hanchan.table_id, word="", by=STRANGER)
    withdraw_call(table_id=hanchan.table_id, by=STRANGER)
    call_referee(table_id=hanchan.table_id, word="Tile <short>", by=STRANGER)


def _appealed(tournament, by):
    """Add a penalty that was changed after an appeal, and a penalty with an open appeal."""
    for points in (3, None):
        penalty = Penalty.objects.filter(taken_back_by=None).latest("pk")
        said = {"appealed_by": "Dóra", "text": "The tram", "key": uuid4(), "by": by}
        appeal_penalty(tournament_id=tournament.pk, penalty_id=penalty.pk, **said)
        if points:
            appeal = Appeal.objects.get(penalty=penalty)
            change = {"outcome": Appeal.Outcome.CHANGED, "points": Fraction(points), "reason": "Half of it"}
            decide_appeal(appeal_id=appeal.pk, key=uuid4(), by=by, **change)


def record_and_remove_paper(hanchan):
    hanchan.refresh_from_db()
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        key=uuid4(),
        points=(30_000,) * 4,
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=STRANGER,
    )
    hanchan.refresh_from_db()
    remove_paper_result(hanchan_id=hanchan.pk, revision=hanchan.revision, by=STRANGER)
