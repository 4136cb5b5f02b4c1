"""The proposal for the next round: its players and seats."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from django.db.models import Count, Q

from scoring.seats import by_seat
from scoring.stages import LIVES
from tournament.core.namesakes import distinct_names
from tournament.core.queries.visibility import EVERYTHING
from tournament.core.text import folded
from tournament.games.queries.results import unsigned_hanchans
from tournament.games.queries.seats import current_plan, next_round_number, planned_rounds, playing_in
from tournament.games.queries.stages import stages_of
from tournament.models import Entry, SeatingPlan, TeamSeat, Tournament
from tournament.rounds.apart import Unmet, players_to_seat, unmet, wishes_of
from tournament.rounds.queries.cut import cut_after_latest
from tournament.rounds.queries.new_seats import NewSeats, SeatingMethod
from tournament.rounds.queries.seating import as_played
from tournament.rounds.queries.team_matches import line_up
from tournament.seating.by_seed import (
    BadPattern,
    NamedPattern,
    Pattern,
    check_size,
    intervals,
    named_pattern,
    read_pattern,
    write_pattern,
)
from tournament.seating.draw import Table, sit_out
from tournament.seating.people import Round, SeatedPlayer, Wishes
from tournament.seating.repair import repair
from tournament.standings.queries.leaderboard import leaderboard

Side = Literal["play", "rest"]
"""Whether the players who did not advance at a cut play a side event or rest."""


@dataclass(frozen=True, kw_only=True)
class SeatingRequest:
    """The requested method of seating. `step` (the distance between places) is for "standings"; `pattern` (text) or
    `named` (a `NamedPattern`) is for "seeds"."""

    method: SeatingMethod = "random"
    step: int = 1
    pattern: str = ""
    named: str = ""


@dataclass(frozen=True)
class Proposal:
    """The next round's number, everybody who could play, the `absent` players, and the seats as entry ids.

    * `planned_without`: the plan's seats were changed as little as possible because players are absent.
    * `final_tables`: how many tables, from the first, seat the players who advanced at a cut; None without a cut.
    * `method`: how the seats were computed; None if they are from the seating plan.
    * `of_teams`: the seats come from the teams' line-ups. `unnamed` are teams with a match in this round that have not
      named a player yet.
    * `plan_is_unfit`: the seating plan has other players in this round.
    * `played`: the entries that had a seat in an earlier round. `unsigned` is the number of tables not signed yet.
    * `seeds`: the players' ranks by entry id, empty unless seats by rank were requested. `bad_pattern` is the error of
      a requested pattern that cannot be used; the seats are then drawn.
    """

    number: int
    entries: Sequence[Entry]
    absent: frozenset[int]
    tables: tuple[Table, ...]
    unsigned: int
    method: SeatingMethod | None
    played: frozenset[int]
    plan_is_unfit: bool = False
    of_teams: bool = False
    unnamed: tuple[str, ...] = ()
    planned_without: bool = False
    final_tables: int | None = None
    side: Side = "play"
    seating: SeatingRequest = field(default_factory=SeatingRequest)
    seeds: Mapping[int, int] = field(default_factory=dict)
    lives: Mapping[int, int] = field(default_factory=dict)
    bad_pattern: BadPattern | None = None
    people: Mapping[int, SeatedPlayer] = field(default_factory=dict)
    wishes: Wishes = field(default_factory=Wishes)

    @property
    def unmet(self) -> Unmet:
        """Return the wishes that these seats do not fulfil: players of one team, club or country who share a table, and
        players who do not sit at their reserved table."""
        return unmet((self.tables,), list(self.people.values()), self.wishes, self.names, first=self.number)

    @property
    def names_with_seeds(self) -> dict[int, str]:
        """Return the names by entry id; if the seats are by rank, a player's rank is written before the name: "3. Jan
        Novák"."""
        return {pk: f"{self.seeds[pk]}. {name}" if pk in self.seeds else name for pk, name in self.names.items()}

    @property
    def planned(self) -> bool:
        return self.method is None

    @cached_property
    def missing(self) -> frozenset[int]:
        """Return the entries that have neither checked in nor played yet; empty if nobody has checked in at all."""
        missing = frozenset(entry.pk for entry in self.entries if entry.checked_in_at is None)
        return missing - self.played if len(missing) < len(self.entries) else frozenset()

    @cached_property
    def names(self) -> dict[int, str]:
        """Return the names by entry id; players with the same name have their numbers added."""
        return distinct_names(self.entries, for_team=True)

    @property
    def choices(self) -> list[tuple[Entry, str]]:
        """Return the entries that could play, each with its name, in the order of names."""
        entries = {entry.pk: entry for entry in self.entries}
        return [(entries[pk], name) for pk, name in self.names.items()]


def propose_round(
    tournament: Tournament,
    *,
    seed: int,
    absent: Collection[int] = (),
    seating: SeatingRequest = SeatingRequest(),
    side: Side = "play",
    with_seats: bool = True,
) -> Proposal:
    """Propose seats for all players except the `absent` entries (ids). Seats are computed only if `with_seats`, because
    the computation takes seconds for a thousand players. A submitted form has its seats already.

    The players who advanced at the latest cut sit among themselves, at the first tables; `side` says whether the other
    players play. The same seed, results and players give the same seats. The seats are computed from the current
    standings, which include tables in play; players without a result come last.
    """
    number = next_round_number(tournament)
    entries = playing_in(tournament, number)
    hanchans_of = Count("seats", filter=Q(seats__hanchan__cancelled_by=None))
    played_by = dict(tournament.entries.annotate(played=hanchans_of).values_list("pk", "played"))
    away = frozenset(entry.pk for entry in entries if entry.pk in absent)
    present = {entry.pk: played_by[entry.pk] for entry in entries if entry.pk not in away}
    cuts = stages_of(tournament).cuts
    finalists = cuts[-1][1] if cuts else present.keys()
    groups = [{entry: played for entry, played in present.items() if entry in finalists}]
    if side == "play":
        groups.append({entry: played for entry, played in present.items() if entry not in finalists})
    playing = [_without_resting(group, seed) for group in groups]
    people = {player.number: player for player in players_to_seat(entries, number=lambda entry: entry.pk)}
    ranking: list[int] = []
    pattern, bad_pattern = None, None
    lives: dict[int, int] = {}
    if seating.method == "lives":
        lives = cut_after_latest(tournament).lives
        ranking = sorted(_by_seed(tournament, playing[0], None), key=lambda entry: -lives.get(entry, LIVES))
        pattern = intervals(len(ranking), 1)
    if seating.method == "seeds":
        ranking = _by_seed(tournament, playing[0], cuts[-1][0].after_round if cuts else None)
        pattern, bad_pattern = _pattern(seating, len(ranking))
    method: SeatingMethod = "random" if bad_pattern else seating.method
    seats = NewSeats(tournament=tournament, people=people, method=method, seed=seed, step=seating.step, pattern=pattern)
    return Proposal(
        number=number,
        entries=entries,
        absent=away,
        tables=seats.tables([ranking or playing[0], *playing[1:]]) if with_seats else (),
        unsigned=unsigned_hanchans(tournament).count(),
        method=method,
        played=frozenset(entry for entry, hanchans in played_by.items() if hanchans),
        final_tables=len(playing[0]) // 4 if cuts else None,
        side=side,
        seating=replace(seating, pattern=write_pattern(pattern)) if pattern and not lives else seating,
        seeds={entry: number for number, entry in enumerate(ranking, start=1) if not lives},
        lives={entry: lives.get(entry, LIVES) for entry in ranking if lives},
        bad_pattern=bad_pattern,
        people=people,
        wishes=wishes_of(tournament),
    )


def _without_resting(group: Mapping[int, int], seed: int) -> list[int]:
    """Return the players of a group who play. If the group does not fill whole tables, the remaining players rest and
    are left out. `group` has each player's number of hanchans by entry id."""
    resting = sit_out(group, seed=seed)
    return [entry for entry in group if entry not in resting]


def announced_seats(tournament: Tournament) -> SeatingRequest | None:
    """Return the seating by rank that the organizers have set for the next round, None if they have set none. The first
    line of this setting is for the round after the first cut."""
    cuts = stages_of(tournament).cuts
    if not cuts or not tournament.final_seats:
        return None
    after_cut = next_round_number(tournament) - 1 - cuts[0][0].after_round
    lines = tournament.final_seats.splitlines()
    return SeatingRequest(method="seeds", pattern=lines[after_cut]) if 0 <= after_cut < len(lines) else None


def _by_seed(tournament: Tournament, players: Collection[int], after_round: int | None) -> list[int]:
    """Return these players (entry ids) by their official place after the round `after_round` or, if it is None, by
    their current place."""
    sight = EVERYTHING.after(after_round)
    board = leaderboard(tournament, official=after_round is not None, sight=sight)
    ranked = [row.entry.pk for row in (*board.rows, *board.unlisted) if row.entry.pk in players]
    return [*ranked, *(player for player in players if player not in ranked)]


def _pattern(seating: SeatingRequest, players: int) -> tuple[Pattern | None, BadPattern | None]:
    """Return the requested pattern and None, or None and the error of the pattern."""
    named = named_pattern(NamedPattern(seating.named), players // 4) if seating.named in set(NamedPattern) else None
    if named and not seating.pattern:
        return named, None
    try:
        pattern = read_pattern(seating.pattern)
        check_size(pattern, players)
    except BadPattern as bad:
        return None, bad
    return pattern, None


def as_planned(tournament: Tournament, proposal: Proposal) -> Proposal:
    """Return the proposal with planned seats, if there are any: the teams' line-ups if this round has matches of teams,
    otherwise the seating plan, if the plan has this round for exactly these players.

    If players are absent, as few planned seats as possible change. A plan is not used after a cut, because it was made
    before anybody knew who advances.
    """
    matches = line_up(tournament, proposal.number)
    if matches:
        return _as_lined_up(proposal, matches)
    if proposal.final_tables is not None:
        return proposal
    plan = current_plan(tournament)
    entries = {entry.number: entry.pk for entry in proposal.entries}
    if plan is None or proposal.number > len(plan.rounds):
        return proposal
    if not plan.is_for(entries.keys(), proposal.number):
        return replace(proposal, plan_is_unfit=True)
    planned = _around_absent(tournament, plan, proposal)
    tables = tuple(by_seat(entries[player] for player in four) for four in planned)
    return replace(
        proposal,
        tables=tables,
        method=None,
        planned_without=bool(proposal.absent),
    )


def _as_lined_up(proposal: Proposal, matches: Sequence[TeamSeat]) -> Proposal:
    """Return the proposal with the seats of the teams' matches; with the seats as proposed if a team has not named a
    player who still plays for it."""
    if len(matches) % 4:  # a team was deleted, so a match lacks a seat
        return proposal
    teams = {entry.pk: folded(entry.team) for entry in proposal.entries}
    unnamed = tuple(seat.team.name for seat in matches if teams.get(seat.entry_id or 0) != folded(seat.team.name))
    if unnamed:
        return replace(proposal, unnamed=unnamed)
    seated = [seat.entry_id for seat in matches if seat.entry_id is not None]
    tables = tuple(by_seat(seated[first : first + 4]) for first in range(0, len(seated), 4))
    return replace(proposal, tables=tables, method=None, of_teams=True, final_tables=None)


def _around_absent(tournament: Tournament, plan: SeatingPlan, proposal: Proposal) -> Round:
    """Return the tables of the seating plan for this round, repaired so that the absent players have no seat; players
    are entry numbers."""
    planned = planned_rounds(plan)[proposal.number - 1]
    absent = {entry.number for entry in proposal.entries if entry.pk in proposal.absent}
    if absent.isdisjoint(player for table in planned for player in table):
        return planned
    if len(proposal.entries) - len(absent) < 4:
        return ()
    rounds, started = as_played(tournament, plan)
    changed = repair(
        rounds[: proposal.number],
        started,
        players_to_seat(proposal.entries),
        seed=plan.seed or 0,
        absent={proposal.number: absent},
        anew=False,
        wishes=proposal.wishes,
    )
    return changed.plan.rounds[proposal.number - 1]
