"""Records: the best hands and hanchans of one tournament or of the whole site, if the visitor may see them.

Hanchans count as in `standings.queries.statistics`: with a signed sheet, in rounds that are shown, and of players who
are listed. Players who did not consent to their name are "a player" here. A substitute's results do not count.
"""

import datetime
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef, QuerySet

from scoring.game_format import outcome_from_json
from scoring.outcome import Limit
from scoring.statistics import WonHand, longest_run_of_firsts, paid_wins, rank_of, won_hands
from tournament.core.cache import Cache
from tournament.core.queries.visibility import Sight, sights
from tournament.games.queries.departures import unlisted
from tournament.games.queries.game import load_games
from tournament.games.queries.results import signed_lines
from tournament.models import (
    Entry,
    Hanchan,
    Hand,
    PaperResult,
    Seat,
    ShownAs,
    Substitution,
    Tournament,
    Visitor,
    is_signed,
)
from tournament.standings.queries.cached import SightKey, cached_by_tournament

MOST = 10
"""How many records of each kind are listed; yakuman are all listed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordHand:
    """A won hand, with its player and hanchan."""

    won: WonHand
    entry: Entry
    hanchan: Hanchan


@dataclass(frozen=True, slots=True, kw_only=True)
class RecordHanchan:
    """The final points of a player in a hanchan."""

    points: int
    entry: Entry
    hanchan: Hanchan


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """A streak of first places, from the first hanchan to the last."""

    length: int
    entry: Entry
    first: Hanchan
    last: Hanchan


@dataclass(frozen=True, slots=True, kw_only=True)
class Records:
    """Lists of records, the best first, and the earliest first if equal; `yakuman` has the newest first. `withheld`
    says that some round is not shown yet."""

    hands: tuple[RecordHand, ...]
    hanchans: tuple[RecordHanchan, ...]
    runs: tuple[Run, ...]
    yakuman: tuple[RecordHand, ...]
    withheld: bool


def site_records(visitor: Visitor, year: int | None = None) -> Records:
    """Load the records over all tournaments that this visitor may see, or over those of one year."""
    seen = Tournament.objects.seen_by(visitor).filter(rehearsal_of=None).with_role(visitor)
    tournaments = list(seen if year is None else seen.filter(starts_on__year=year))
    return records(tournaments, sights(tournaments, visitor))


def record_years(visitor: Visitor) -> list[int]:
    """Return the years in which tournaments that this visitor may see began, the latest first."""
    seen = Tournament.objects.seen_by(visitor).filter(rehearsal_of=None)
    return [day.year for day in seen.dates("starts_on", "year", order="DESC")]


def records(tournaments: Iterable[Tournament], sight_by_id: Mapping[int, Sight]) -> Records:
    """Load the records of these tournaments in a fixed number of queries."""
    by_id = {tournament.pk: tournament for tournament in tournaments}
    unlisted_entries = set(unlisted(Tournament.objects.filter(pk__in=by_id)).values_list("pk", flat=True))
    lines = sorted(line for line in _lines(by_id, sight_by_id) if line.entry not in unlisted_entries)
    highest = nlargest(MOST, lines, key=lambda line: line.points)
    runs = _runs(lines)
    won = _won(by_id, sight_by_id)
    listed = [*highest, *(line for run in runs for line in run)]
    entries = Entry.objects.select_related("player").in_bulk({line.entry for line in listed})
    hanchans = Hanchan.objects.select_related("round__tournament", "table").in_bulk({line.hanchan for line in listed})
    return Records(
        hands=tuple(nlargest(MOST, won, key=lambda record: record.won.rank)),
        hanchans=tuple(
            RecordHanchan(points=line.points, entry=entries[line.entry], hanchan=hanchans[line.hanchan])
            for line in highest
        ),
        runs=tuple(
            Run(
                length=len(run),
                entry=entries[run[-1].entry],
                first=hanchans[run[0].hanchan],
                last=hanchans[run[-1].hanchan],
            )
            for run in runs
        ),
        yakuman=tuple(record for record in reversed(won) if record.won.worth.limit is Limit.YAKUMAN),
        withheld=any(sight.withheld for sight in sight_by_id.values()),
    )


class _Line(NamedTuple):
    """One player's line of a signed sheet, sortable by time. `person` identifies the player over all tournaments;
    without consent to the name, only this one entry."""

    day: datetime.date
    tournament: int
    round: int
    hanchan: int
    entry: int
    person: tuple[str, int]
    points: int
    place: int


def _lines(tournaments: Mapping[int, Tournament], sight_by_id: Mapping[int, Sight]) -> Iterator[_Line]:
    """Yield the lines of shown rounds; a substitute's line is left out."""
    lines = signed_lines(Tournament.objects.filter(pk__in=tournaments)).filter(substitute="")
    hanchan = "sheet__hanchan"
    rows = lines.values_list(
        f"{hanchan}__round__tournament", f"{hanchan}__round__number", hanchan, "entry", "points", "place",
        "entry__player", "entry__may_publish", "entry__player__shown_as",
    )  # fmt: skip
    for tournament, round_, pk, entry, points, place, player, may_publish, shown_as in rows:
        if sight_by_id[tournament].shows(round_):
            is_told = may_publish and shown_as != ShownAs.NOBODY
            person = ("player", player) if is_told else ("entry", entry)
            yield _Line(*_day(tournaments[tournament]), round_, pk, entry, person, points, place)


def _runs(lines: Iterable[_Line]) -> list[list[_Line]]:
    """Return the longest streak of each person, of at least two hanchans."""
    of_person: dict[tuple[str, int], list[_Line]] = defaultdict(list)
    for line in lines:
        of_person[line.person].append(line)
    runs = []
    for own_lines in of_person.values():
        start, length = longest_run_of_firsts([line.place for line in own_lines])
        if length > 1:
            runs.append(own_lines[start : start + length])
    return sorted(runs, key=lambda run: (-len(run), run[-1]))[:MOST]


class _Claim(NamedTuple):
    """A win as entered, not replayed: its rank, the hanchan, the number of the hand and the seat."""

    rank: tuple[int, int, int, bool]
    is_yakuman: bool
    hanchan: int
    hand: int
    seat: int


CLAIMS: Cache[SightKey, list[_Claim]] = Cache(2_000)
"""A cache of each tournament's best wins and all its yakuman."""


def _won(tournaments: Mapping[int, Tournament], sight_by_id: Mapping[int, Sight]) -> list[RecordHand]:
    """Return the best wins and all yakuman, in order of time. Only the hanchans with such a win are replayed."""

    def claims_of(missing: Mapping[int, Sight]) -> dict[int, list[_Claim]]:
        return _claims({pk: tournaments[pk] for pk in missing}, missing)

    of_tournament = cached_by_tournament(CLAIMS, tournaments.values(), sight_by_id, claims_of)
    in_time = sorted(tournaments.values(), key=_day)
    chosen = {claim[2:] for claim in _best(claim for tournament in in_time for claim in of_tournament[tournament.pk])}
    games = load_games(Hanchan.objects.filter(pk__in={hanchan for hanchan, _hand, _seat in chosen}))
    return [
        RecordHand(won=won, entry=game.seats[won.win.winner].entry, hanchan=game.hanchan)
        for game in sorted(
            games, key=lambda game: (*_day(game.hanchan.tournament), game.hanchan.round.number, game.hanchan.pk)
        )
        for won in won_hands(game.played)
        if (game.hanchan.pk, won.hand + 1, won.win.winner) in chosen
    ]


def _best(claims: Iterable[_Claim]) -> list[_Claim]:
    """Return the best claims and all yakuman; of equal claims the earlier counts as better."""
    all_claims = list(claims)
    best = nlargest(MOST, all_claims, key=lambda claim: claim.rank)
    return best + [claim for claim in all_claims if claim.is_yakuman and claim not in best]


def _claims(tournaments: Mapping[int, Tournament], sight_by_id: Mapping[int, Sight]) -> dict[int, list[_Claim]]:
    """Return the claims of each tournament from its hands as entered, without a replay. The dealer is the one that the
    screen showed when the hand was entered."""
    counted = _counted(tournaments)
    until = _own_hands(counted, tournaments)
    rules = {pk: tournament.ruleset for pk, tournament in tournaments.items()}
    claims: dict[int, list[_Claim]] = {pk: [] for pk in tournaments}
    hands = Hand.objects.current().filter(hanchan__in=counted.values("pk"))
    rows = hands.order_by("hanchan__round__number", "hanchan", "number").values_list(
        "hanchan__round__tournament", "hanchan__round__number", "hanchan", "number", "dealer", "outcome"
    )
    for tournament, round_, hanchan, number, dealer, outcome in rows.iterator():
        if outcome["type"] in {"ron", "tsumo"} and sight_by_id[tournament].shows(round_):
            for paid in paid_wins(outcome_from_json(outcome), rules=rules[tournament]):
                seat, worth = paid.win.winner, paid.worth
                if number <= until.get((hanchan, seat), number):
                    rank = rank_of(worth, was_dealer=seat == dealer)
                    claims[tournament].append(_Claim(rank, worth.limit is Limit.YAKUMAN, hanchan, number, seat))
    return {pk: _best(of_tournament) for pk, of_tournament in claims.items()}


def _counted(tournaments: Iterable[int]) -> "QuerySet[Hanchan]":
    on_paper = PaperResult.objects.current().filter(hanchan=OuterRef("pk"), is_second=False)
    hanchans = Hanchan.objects.valid().filter(round__tournament__in=list(tournaments))
    return hanchans.filter(is_signed(), ~Exists(on_paper))


def _own_hands(counted: "QuerySet[Hanchan]", tournaments: Iterable[int]) -> dict[tuple[int, int], int]:
    """Return how many hands count for a seat's own player, by hanchan and seat; only seats where not all count. That
    is none for a player taken out of the results, and the hands before a substitute."""
    unlisted_entries = unlisted(Tournament.objects.filter(pk__in=list(tournaments)))
    gone = Seat.objects.filter(hanchan__in=counted.values("pk"), entry__in=unlisted_entries.values("pk"))
    counts = dict.fromkeys(gone.values_list("hanchan", "seat"), 0)
    substituted = Substitution.objects.current().filter(hanchan__in=counted.values("pk"))
    absent = substituted.filter(hanchan__seats__entry=F("entry"))
    for hanchan, seat, after in absent.values_list("hanchan", "hanchan__seats__seat", "after_hand"):
        counts[hanchan, seat] = min(after or 0, counts.get((hanchan, seat), after or 0))
    return counts


def _day(tournament: Tournament) -> tuple[datetime.date, int]:
    return (tournament.starts_on or datetime.date.max, tournament.pk)
