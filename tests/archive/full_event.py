"""An event to which each test of the limits adds one more row, by the site's own actions."""

from datetime import UTC, datetime
from fractions import Fraction
from uuid import uuid4

from scoring.seats import Seat, Wind
from tests.factories import (
    STRANGER,
    ClubFactory,
    EntryFactory,
    PlayerFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    visitor,
)
from tests.table.corrections import draw
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.models import (
    Appeal,
    Call,
    Departure,
    EntryTerms,
    Hanchan,
    Offence,
    Penalty,
    PlayerFacts,
    SheetLine,
    TeamBestOf,
)
from tournament.people.actions.add_players import add_players
from tournament.people.actions.appeals import appeal_penalty, appeal_ruling, decide_appeal
from tournament.people.actions.check_in import check_in_regular
from tournament.people.actions.depart import depart
from tournament.people.actions.edit_player_teams import edit_player_teams
from tournament.people.actions.enter import enter
from tournament.people.actions.give_penalty import give_penalty
from tournament.people.actions.give_team_penalty import give_team_penalty
from tournament.people.queries.players import PastedName
from tournament.rounds.actions.accept_plan import accept_plan
from tournament.rounds.actions.make_cut import make_cut
from tournament.rounds.actions.past_results import PastHanchan, record_past_results
from tournament.rounds.actions.set_timetable import set_timetable
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.actions.team_matches import plan_matches
from tournament.rounds.paper_line import Keying
from tournament.site.actions.edit_visibility import edit_visibility
from tournament.standings.player_teams import TeamCounts, TeamFacts
from tournament.table.actions.calls import answer_call, call_referee, take_call
from tournament.table.actions.cancel_hanchan import cancel_hanchan, restart_hanchan
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.prepare_tables import prepare_tables
from tournament.table.actions.sign_sheet import confirm_seat, sign_sheet
from tournament.table.actions.substitute import name_substitute
from tournament.table.edits import Replace, Seen

TEAMS = ["Ants", "Bees", "Cats", "Dogs"]
POINTS = {"points": (45_000, 35_000, 25_000, 15_000), "riichi_sticks": 0, "chombo": (0,) * 4}


class Event:
    """A club's tournament or club night with eight players in four teams; its methods act as the owner."""

    def __init__(self, *, is_club_night=False):
        owner = UserFactory()
        self.by = visitor(owner)
        self.club = ClubFactory(organizers=[owner], people=[PlayerFactory()])
        self.row = TournamentFactory(owner=owner, is_club_night=is_club_night, club=self.club)
        self.entries = [EntryFactory(tournament=self.row, number=n + 1, team=TEAMS[n % 4]) for n in range(8)]
        self.seats = [entry.pk for entry in self.entries]
        self.known = {"tournament_id": self.row.pk, "by": self.by}

    @property
    def hanchan(self):
        return Hanchan.objects.filter(round__tournament=self.row).latest("pk")

    def at_table(self):
        return {"hanchan_id": self.hanchan.pk, "revision": self.hanchan.revision, "by": self.by}

    # players and teams

    def paste(self):
        names = [PastedName(player=PlayerFacts(name="New"), choice="new", known=frozenset())]
        add_players(key=uuid4(), names=names, **self.known)

    def check_in_regular(self):
        check_in_regular(player_id=self.club.people.get().pk, **self.known)

    def enter(self):
        EntryTerms.objects.update_or_create(tournament=self.row, defaults={"is_on": True})
        said = {"player": PlayerFacts(name="New"), "note": "", "may_publish": True}
        enter(tournament_id=self.row.pk, key=uuid4(), by=STRANGER, **said)

    def name_teams(self):
        facts = [TeamFacts(key=name.lower(), name=name, short_name=name[0], colour="") for name in TEAMS]
        counts = TeamCounts(team_best=None, team_best_of=TeamBestOf.ROUND, team_chombo=False)
        edit_player_teams(teams=facts, counts=counts, **self.known)

    def punish(self, give=give_penalty, **whom):
        whom = whom or {"entry_id": self.seats[0], "minutes": None}
        about = {"offence": Offence.LATE, "points": Fraction(5), "round_number": None, "rule": "R15", "reason": "Late"}
        give(key=uuid4(), **whom, **about, **self.known)

    def punish_team(self):
        self.punish(give_team_penalty, team_key="ants")

    def appeal(self):
        penalty = Penalty.objects.latest("pk")
        appeal_penalty(penalty_id=penalty.pk, key=uuid4(), appealed_by="South", text="No", **self.known)

    def appeal_ruling(self):
        call = Call.objects.latest("pk")
        appeal_ruling(call_id=call.pk, key=uuid4(), appealed_by="South", text="No", **self.known)

    def lessen(self):
        change = {"outcome": Appeal.Outcome.CHANGED, "points": Fraction(3), "reason": "Half of it"}
        decide_appeal(appeal_id=Appeal.objects.latest("pk").pk, key=uuid4(), by=self.by, **change)

    def depart(self):
        about = {"kind": Departure.Kind.WITHDRAWN, "from_round": 2, "reason": "Home"}
        depart(entry_id=self.seats[7], key=uuid4(), by=self.by, **about)

    # tables, rounds and their announcements

    def prepare_tables(self):
        prepare_tables(count=self.row.tables.count() + 1, **self.known)

    def start(self):
        start_round(number=self.row.rounds.count() + 1, tables=[self.seats[:4]], seed=None, **self.known)

    def sit_down(self, *seats):
        table = TableFactory(tournament=self.row, number=self.row.tables.count() + 1)
        seats = list(seats) or self.seats[:4]
        start_hanchan(table_number=table.number, key=uuid4(), seats=seats, seed=None, **self.known)

    def record_past(self):
        past = PastHanchan(
            round=self.row.rounds.count() + 1,
            table=1,
            started_at=datetime(2026, 5, 1, tzinfo=UTC),
            seats=self.seats[4:],
            keying=Keying(**POINTS),
        )
        record_past_results(key=uuid4(), hanchans=[past], **self.known)

    def plan_matches(self):
        plan_matches(teams=[name.lower() for name in TEAMS], rounds=1, tables=1, seed=1, **self.known)

    def plan_seats(self):
        numbers = [entry.number for entry in self.entries]
        accept_plan(rounds=((tuple(numbers[:4]), tuple(numbers[4:])),), players=numbers, seed=None, **self.known)

    def cut(self):
        best = list(SheetLine.objects.filter(place__lte=2).values_list("entry", flat=True))
        make_cut(key=uuid4(), after_round=1, finalists=best, carry=Fraction(1), seed=None, reason="", **self.known)

    def show(self):
        shown = dict.fromkeys(("shown_to_players", "shown_in_hall", "shown_to_everyone"), "held")
        edit_visibility(number=self.row.round_visibilities.count() + 1, **shown, **self.known)

    def announce(self):
        number = self.row.planned_starts.count() + 1
        set_timetable(starts={number: datetime(2026, 5, number, tzinfo=UTC)}, **self.known)

    # at the table

    def keep_points(self):
        record_paper_result(key=uuid4(), **POINTS, **self.at_table())

    def correct(self):
        other = draw(Seat.EAST) if self.hanchan.hands.count() % 2 else draw(Seat.SOUTH)
        edits = (Replace(1, other, Seen(Wind.EAST, Seat.EAST)),)
        correct_hanchan(edits=edits, key=uuid4(), reason="", **self.at_table())

    def substitute(self):
        name_substitute(
            key=uuid4(), entry_id=self.seats[0], name="Somebody", after_hand=None, reason="Ill", **self.at_table()
        )

    def confirm(self):
        confirm_seat(seat=0, **self.at_table())

    def sign(self):
        sign_sheet(**self.at_table())

    def call(self):
        call_referee(table_id=self.hanchan.table_id, word="", by=STRANGER)

    def answer(self):
        call = Call.objects.latest("pk")
        take_call(call_id=call.pk, by=self.by)
        answer_call(call_id=call.pk, situation="Five tiles", decision="Dead hand", rule="R11", by=self.by)

    def cancel(self, *, restart=True):
        cancel_hanchan(restart=restart, key=uuid4(), reason="Tiles", **self.at_table())

    def restart(self):
        restart_hanchan(hanchan_id=self.hanchan.pk, key=uuid4(), by=self.by)

    # the whole event

    def copy(self):
        about = {"name": "Next", "starts_on": None, "with_team": False, "with_entries": True}
        copy_tournament(origin_id=self.row.pk, key=uuid4(), by=self.by, **about)

    def lend(self):
        take_to_laptop(place="Laptop", **self.known)
        call_back(**self.known)
