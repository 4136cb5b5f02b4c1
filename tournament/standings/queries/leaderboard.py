"""A tournament's standings: every player's total and its parts."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from scoring.stages import rank_staged
from scoring.standings import exact_sum
from scoring.tie_breaks import TiedPlayer
from tournament.core.queries.visibility import EVERYTHING, Sight
from tournament.core.text import folded
from tournament.games.queries.penalties import Deduction, start_log_numbers
from tournament.games.queries.results import Result, official_results, official_results_of, provisional_results
from tournament.games.queries.stages import Stages
from tournament.models import Cut, Departure, Entry, Tournament
from tournament.standings.latest_rounds import latest_rounds
from tournament.standings.queries.facts import StandingsFacts, standings_facts
from tournament.standings.queries.row import Row
from tournament.standings.ties import TieRules, places_without_ties


@dataclass(frozen=True, kw_only=True)
class Leaderboard:
    """The standings, in the order of places. `rounds` are numbers of rounds; `official` says whether only signed sheets
    count; `sight` decides which rounds and penalties count.

    `unlisted` are the rows of players whom the organizer took out of the results; they have no place. `cuts` are the
    cuts made so far; `ties` decides how equal totals are separated.
    """

    rounds: tuple[int, ...]
    rows: tuple[Row, ...]
    unlisted: tuple[Row, ...]
    official: bool
    cuts: tuple[Cut, ...]
    ties: TieRules
    sight: Sight = EVERYTHING

    @cached_property
    def provisional(self) -> bool:
        return any(row.provisional for row in self.rows)

    @cached_property
    def any_carried(self) -> bool:
        """Whether a cut carried over only a part of the totals, so that a player's total is not the sum of the
        rounds."""
        return any(cut.carry != 1 for cut in self.cuts)

    @cached_property
    def any_chombo(self) -> bool:
        return any(row.chombo for row in self.rows)

    @cached_property
    def any_substitute(self) -> bool:
        return any(result and result.substitute for row in self.rows for result in row.results)

    @cached_property
    def any_penalty(self) -> bool:
        return any(row.penalties for row in self.rows)

    @cached_property
    def any_sat_out(self) -> bool:
        """Whether a player has a score for rounds that the player sat out."""
        return any(row.sat_out is not None for row in self.rows)

    def named(self, query: str) -> tuple[Row, ...]:
        """Return the rows whose name contains this text, ignoring case and accents; the places are those of the whole
        standings."""
        folded_query = folded(query)
        return tuple(row for row in self.rows if folded_query in folded(row.entry.public_name))


def leaderboard(tournament: Tournament, *, official: bool, sight: Sight = EVERYTHING) -> Leaderboard:
    """Load the standings in a fixed number of queries. If `official`, they are built from signed sheets only, otherwise
    also from unsigned sheets and hanchans in play.

    Only rounds that `sight` shows count; public pages must pass the reader's `Sight` (`core.queries.visibility`).
    Totals are exact, and penalties are subtracted. Players with equal totals share the better place (T2). Players who
    passed a cut are above all players who did not pass it. Disqualified players are below everybody else who has played
    (R15.5). Players without a result have no place and come last, because a total of 0 would rank them above players
    who lost points. A round that a player sat out counts as soon as somebody has a result in it.
    """
    results = official_results(tournament, sight)
    if not official:
        results += provisional_results(tournament, sight)
    return leaderboard_of(tournament, results, official=official, sight=sight)


def leaderboard_of(
    tournament: Tournament, results: Iterable[Result], *, official: bool, sight: Sight = EVERYTHING
) -> Leaderboard:
    """Build the standings from these results, with the penalties and cuts that `sight` shows."""
    facts = standings_facts([tournament.pk])[tournament.pk]
    started = start_log_numbers(tournament) if sight.until is not None else {}
    return _leaderboard(facts, results, official=official, sight=sight, started=started)


def leaderboard_and_before(
    tournament: Tournament, *, official: bool, sight: Sight
) -> tuple[Leaderboard, Leaderboard | None]:
    """Load the standings, and the standings before the last round that has a result. The second value is None if no
    earlier round has a result."""
    results = official_results(tournament, sight) + ([] if official else provisional_results(tournament, sight))
    facts, started = standings_facts([tournament.pk])[tournament.pk], start_log_numbers(tournament)
    board = _leaderboard(facts, results, official=official, sight=sight, started=started)
    last = max((result.round for result in results), default=0)
    earlier = [result for result in results if result.round < last]
    if not earlier:
        return board, None
    before = sight.after(max(result.round for result in earlier))
    return board, _leaderboard(facts, earlier, official=official, sight=before, started=started)


def leaderboards_by_round(tournament: Tournament, sight: Sight) -> tuple[list[int], Iterator[tuple[int, Leaderboard]]]:
    """Load the live standings after each of the latest rounds, in a fixed number of queries. Return the numbers of all
    shown rounds that have a result, and pairs for the latest of these rounds (`latest_rounds`): the number, and the
    standings after the round."""
    all_results = official_results(tournament, sight) + provisional_results(tournament, sight)
    facts, started = standings_facts([tournament.pk])[tournament.pk], start_log_numbers(tournament)

    def after(number: int) -> Leaderboard:
        results = [result for result in all_results if result.round <= number]
        return _leaderboard(facts, results, official=False, sight=sight.after(number), started=started)

    played = sorted({result.round for result in all_results})
    return played, ((number, after(number)) for number in latest_rounds(played, players=len(facts.entries)))


def official_leaderboards(sight_by_id: Mapping[int, Sight]) -> dict[int, Leaderboard]:
    """Load the official standings of several tournaments by id, in a fixed number of queries."""
    results: dict[int, list[Result]] = {tournament: [] for tournament in sight_by_id}
    for tournament, result in official_results_of(sight_by_id):
        if sight_by_id[tournament].shows(result.round):
            results[tournament].append(result)
    return {
        tournament: _leaderboard(facts, results[tournament], official=True, sight=sight_by_id[tournament], started={})
        for tournament, facts in standings_facts(sight_by_id).items()
    }


def _leaderboard(
    facts: StandingsFacts,
    counted_results: Iterable[Result],
    *,
    official: bool,
    sight: Sight,
    started: Mapping[int, int],
) -> Leaderboard:
    """Build the standings. `started` maps each round to the number of the log entry that started it; it is needed only
    for standings as of an earlier round."""
    of_entry: dict[int, list[Result]] = {}
    for result in counted_results:
        of_entry.setdefault(result.entry_id, []).append(result)

    rounds = tuple(number for number in facts.rounds if sight.shows(number))
    next_start = None if sight.until is None else started.get(sight.until + 1)
    departures = {pk: departure for pk, departure in facts.departures.items() if _is_known(departure, sight)}
    of_stages = facts.stages.seen(sight)
    rounds_with_results = {result.round for results in of_entry.values() for result in results}
    rows = []
    for entry in facts.entries:
        pk = entry.pk
        results = of_entry.get(pk, [])
        scores = ((result.round, result.score) for result in results)
        rows.append(
            _row(
                entry,
                facts.names[pk],
                results,
                rounds,
                facts.rests.scores(pk, rounds_with_results, scores, of_stages.passed(pk)),
                of_stages,
                [penalty for penalty in facts.penalties.get(pk, []) if penalty.is_seen(sight, next_start)],
                departures.get(pk),
                chombo_is_of_team=facts.chombo_is_of_team,
            )
        )
    listed = [row for row in rows if not (row.departure and row.departure.is_unlisted)]
    played = [row for row in listed if row.entry.pk in of_entry]
    disqualified = [row.departure is not None and row.departure.is_last for row in played]
    places = rank_staged([row.total for row in played], [len(row.passed) for row in played], disqualified)
    sharing = Counter(places) if facts.ties.criteria else Counter[int]()
    players = [
        _tied_player(row, max(rounds_with_results)) if sharing[place] > 1 else TiedPlayer(number=row.entry.number)
        for row, place in zip(played, places, strict=True)
    ]
    places = places_without_ties(places, players, disqualified, facts.ties)
    placed = [row._replace(place=place) for row, place in zip(played, places, strict=True)]
    placed += [row for row in listed if row.entry.pk not in of_entry]
    placed.sort(key=lambda row: (row.place is None, row.place or 0, folded(row.entry.public_name), row.entry.number))
    return Leaderboard(
        rounds=rounds,
        rows=tuple(placed),
        unlisted=tuple(row for row in rows if row.departure and row.departure.is_unlisted),
        official=official,
        cuts=tuple(cut for cut, _finalists in of_stages.cuts),
        ties=facts.ties,
        sight=sight,
    )


def _tied_player(row: Row, last_round: int) -> TiedPlayer:
    results = [result for result in row.results if result]
    return TiedPlayer(
        number=row.entry.number,
        last_round=next((result.net for result in results if result.round == last_round), None),
        before_cut=row.before_cut,
        hanchans={result.hanchan_id: result.net for result in results},
    )


def _is_known(departure: Departure, sight: Sight) -> bool:
    """Whether standings of the rounds in `sight` show that a player left. The standings as of an earlier round show
    this only if the player had left before that round, or was taken out of the results."""
    return sight.until is None or departure.is_unlisted or departure.from_round <= sight.until


def _row(
    entry: Entry,
    name: str,
    results: list[Result],
    rounds: tuple[int, ...],
    sat_out: list[tuple[int, Fraction]],
    of_stages: Stages,
    penalties: list[Deduction],
    departure: Departure | None,
    *,
    chombo_is_of_team: bool,
) -> Row:
    by_round = {result.round: result for result in results}
    scores = [(result.round, result.score if chombo_is_of_team else result.net) for result in results] + sat_out
    standing = of_stages.standing(entry.pk, scores, penalties)
    return Row(
        place=None,
        entry=entry,
        name=name,
        total=standing.total,
        chombo=Fraction() if chombo_is_of_team else exact_sum(result.penalty for result in results if result.penalty),
        penalties=exact_sum(penalty.points for penalty in penalties),
        sat_out=exact_sum(worth for _round, worth in sat_out) if sat_out else None,
        departure=departure,
        passed=standing.passed,
        gained=standing.gained,
        carried=standing.carried,
        results=tuple(by_round.get(number) for number in rounds),
    )
