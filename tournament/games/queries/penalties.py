"""Penalties and warnings of a tournament: the points that they subtract from totals, and the list that the organizers
and referees see."""

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeVar
from uuid import UUID

from django.core.paginator import Page, Paginator
from django.db.models import Exists, OuterRef, Prefetch, QuerySet

from tournament.core.namesakes import distinct_names
from tournament.core.queries.logged import logged_values
from tournament.core.queries.visibility import Sight
from tournament.models import Appeal, Entry, Penalty, TeamPenalty, Tournament, with_log_entries

PENALTIES_ON_A_PAGE = 50

Given = TypeVar("Given", Penalty, TeamPenalty)


def current_penalties(tournaments: "QuerySet[Tournament]") -> "QuerySet[Penalty]":
    """Return the penalties and warnings that were not withdrawn."""
    return Penalty.objects.current().filter(entry__tournament__in=tournaments)


@dataclass(frozen=True)
class Deduction:
    """The points that one penalty subtracts, exact and in thousands; `log_number` is the number of the log entry that
    records the penalty."""

    points: Fraction
    round: int | None
    log_number: int

    def is_seen(self, sight: Sight, next_start: int | None = None) -> bool:
        """Whether standings of the rounds in `sight` show the penalty. A penalty of a withheld round is hidden.

        The present standings show a penalty without a round as soon as it is given. The standings as of an earlier
        round show it only if it was given before the next round started. `next_start` is the number of the log entry
        about that start (`start_log_numbers`).
        """
        if self.round is not None:
            return sight.counts_penalty(self.round)
        return next_start is None or self.log_number < next_start


def deductions(tournaments: "QuerySet[Tournament]") -> dict[int, list[Deduction]]:
    """Return the penalties that are subtracted from totals, without chombo, by the entry's id. One query."""
    by_entry: dict[int, list[Deduction]] = defaultdict(list)
    rows = current_penalties(tournaments).values_list("entry", "points", "round", "given_by__number")
    for entry, points, round_, log_number in rows:
        by_entry[entry].append(Deduction(Fraction(points), round_, log_number))
    return by_entry


def penalties_of(entry: Entry, sight: Sight) -> list[Penalty]:
    """Return a player's public penalties, without warnings and without penalties of withheld rounds. The attribute
    `is_appealed` of a penalty says whether an appeal against this penalty is still undecided."""
    is_appealed = Exists(Appeal.objects.filter(penalty=OuterRef("pk"), decided_by=None))
    return [
        penalty for penalty in entry.penalties.annotate(is_appealed=is_appealed) if is_public_penalty(penalty, sight)
    ]


def is_public_penalty(penalty: Penalty | TeamPenalty, sight: Sight) -> bool:
    """Whether a visitor who sees the rounds in `sight` may see the penalty. Warnings are visible only to the team."""
    shown = penalty.round is None or sight.counts_penalty(penalty.round)
    return shown and penalty.taken_back_by_id is None and not penalty.is_warning


def without_submission(given: "QuerySet[Given]", key: UUID | None) -> "QuerySet[Given]":
    """Leave out the penalty that was given by a submission with this idempotency key, so that a retry proposes the same
    points."""
    return given if key is None else given.exclude(given_by__key=key)


def prefetch_appeals() -> "Prefetch[Any]":
    """Prefetch the appeals of penalties or calls as `appeals_made`, the earliest first, with all data that the
    sentences about appeals need."""
    appeals = with_log_entries(Appeal.objects.all(), "made_by", "decided_by", "replaced_by").order_by("pk")
    return Prefetch("appeals", appeals, to_attr="appeals_made")


def start_log_numbers(tournament: Tournament) -> dict[int, int]:
    """Map the number of each round to the number of the log entry that started it; on a club night, the number of each
    hanchan. One query."""
    started = tournament.log.filter(kind__in=["round.started", "hanchan.started"]).order_by("number")
    # The log of an imported document may contain any value.
    return {number: entry for number, entry in logged_values(started, ("number",), "number") if type(number) is int}


@dataclass(frozen=True)
class PenaltiesPage:
    """One page of the penalties (`listed`), newest first. `penalties` are pairs of a penalty and the player's name;
    `names` are the names of all players, by the entry's id."""

    tournament: Tournament
    listed: Page[Penalty]
    penalties: tuple[tuple[Penalty, str], ...]
    names: dict[int, str]
    rounds: tuple[int, ...]
    has_teams: bool = False

    def earlier(self, entry: int, rule: str, *, submission: UUID | None = None) -> int:
        """Return how many penalties this entry has had under this rule. Withdrawn penalties do not count, nor does the
        penalty that a `submission` with this idempotency key gave."""
        if entry not in self.names:
            return 0
        return without_submission(Penalty.objects.current().filter(entry=entry, rule=rule), submission).count()


def penalties_page(tournament: Tournament, page: str = "") -> PenaltiesPage:
    """Load a page of the penalties for organizers and referees, including withdrawn ones, in a fixed number of queries.
    If `page` is invalid, the page has the newest penalties; if the number is too high, the oldest."""
    entries: Collection[Entry] = list(tournament.entries.select_related("player"))
    names = distinct_names(entries, for_team=True)
    of_tournament = Penalty.objects.filter(entry__tournament=tournament)
    penalties = (
        with_log_entries(of_tournament, "entry__player", "given_by", "taken_back_by")
        .prefetch_related(prefetch_appeals())
        .order_by("-pk")
    )
    listed = Paginator(penalties, PENALTIES_ON_A_PAGE).get_page(page)
    return PenaltiesPage(
        tournament=tournament,
        listed=listed,
        penalties=tuple((penalty, names[penalty.entry_id]) for penalty in listed),
        names=names,
        rounds=tuple(tournament.rounds.values_list("number", flat=True)),
        has_teams=any(entry.team for entry in entries),
    )
