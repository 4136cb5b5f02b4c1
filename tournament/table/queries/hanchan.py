"""One hanchan as its page shows it: the seats, every hand, the result, and withdrawn hands and results."""

from dataclasses import dataclass
from typing import TypeVar

from django.db.models import QuerySet

from scoring.hanchan import PlayedHand
from scoring.outcome import Outcome
from tournament.core.queries.visibility import Withheld
from tournament.games.game import Game, SubstituteLine
from tournament.games.queries.game import load_game
from tournament.games.queries.results import HanchanState, Result, results_of, state_of
from tournament.models import Hanchan, Hand, PaperResult, Seat, with_log_entries

Row = TypeVar("Row", Hand, PaperResult)

MOST_TAKEN_BACK = 200
"""The page shows at most this many hands that no longer count, and as many such results from paper. A hanchan has about
thirty hands."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """One hand that counts: its row, its outcome and its payments by the rules."""

    hand: Hand
    outcome: Outcome
    played: PlayedHand


@dataclass(frozen=True, slots=True, kw_only=True)
class HanchanPage:
    """All data of the page of a hanchan.

    `results` are pairs of a seat and its result, the best place first. `taken_back` are hands that no longer count, and
    `papers_taken_back` are points from paper that no longer count. Both have only the latest rows; `earlier_taken_back`
    is the number of all earlier rows. `names` and `substitutes` (the substitutes' names, or "") are by seat; only the
    team sees names that are not public.

    If the page shows an earlier state, `then` is the game up to a certain hand, and `results` are the results after
    this hand. If `withheld` is set, only seats and state are shown.
    """

    game: Game
    names: tuple[str, ...]
    substitutes: tuple[str, ...]
    substitute_lines: tuple[SubstituteLine, ...]
    state: HanchanState
    results: tuple[tuple[Seat, Result], ...]
    hands: tuple[HandLine, ...]
    taken_back: tuple[Hand, ...]
    papers_taken_back: tuple[PaperResult, ...]
    earlier_taken_back: int
    withheld: Withheld | None
    then: Game | None = None

    @property
    def hand_before(self) -> int | None:
        """Return the number of the hand before the hand that is shown, for the link back."""
        played = len(self.then.hands if self.then else self.hands)
        return played - 1 if played > 1 else None


@dataclass(frozen=True, slots=True)
class OtherTables:
    """The hanchans of the same round at the tables with the next lower (`before`) and the next higher number (`after`);
    None if no such table plays."""

    before: Hanchan | None
    after: Hanchan | None


def other_tables(hanchan: Hanchan) -> OtherTables:
    """Find the hanchans at the neighbouring tables. Cancelled hanchans are ignored."""
    valid = Hanchan.objects.valid().filter(round=hanchan.round_id).select_related("table").order_by("table__number")
    number = hanchan.table.number
    return OtherTables(
        before=valid.filter(table__number__lt=number).last(), after=valid.filter(table__number__gt=number).first()
    )


def hanchan_page(
    hanchan: Hanchan, *, for_team: bool, withheld: Withheld | None = None, after: int | None = None
) -> HanchanPage:
    """Load the page of a hanchan, in a fixed number of queries.

    With `after`, the page shows the table as it was after the hand with this number. With `for_team` the page also has
    withdrawn hands, and the names of players who did not consent to a public name.
    """
    game = load_game(hanchan)
    names = game.names if for_team else game.public_names
    if withheld:
        return _withheld(game, names, withheld)
    seats = {seat.seat: seat for seat in game.seats}
    then = game.until(after) if after and after < len(game.hands) and not game.paper else None
    hands, papers = _taken_back(hanchan, for_team=for_team)
    results = sorted(results_of(then or game), key=lambda result: (result.place, result.seat))
    return HanchanPage(
        game=game,
        names=names,
        substitutes=game.substitute_names if for_team else game.public_substitute_names,
        substitute_lines=tuple(game.substitute_lines if for_team else game.public_substitute_lines),
        state=state_of(game),
        results=tuple((seats[result.seat], result) for result in results),
        hands=tuple(
            HandLine(hand=hand, outcome=outcome, played=played)
            for hand, outcome, played in zip(game.hands, game.outcomes, game.played, strict=True)
        ),
        taken_back=_last(hands, "number"),
        papers_taken_back=_last(papers, "pk"),
        earlier_taken_back=sum(max(0, rows.count() - MOST_TAKEN_BACK) for rows in (hands, papers)),
        withheld=None,
        then=then,
    )


def _withheld(game: Game, names: tuple[str, ...], withheld: Withheld) -> HanchanPage:
    return HanchanPage(
        game=game.veiled(),
        names=names,
        substitutes=(),
        substitute_lines=(),
        state=state_of(game),
        results=(),
        hands=(),
        taken_back=(),
        papers_taken_back=(),
        earlier_taken_back=0,
        withheld=withheld,
    )


def _taken_back(hanchan: Hanchan, *, for_team: bool) -> "tuple[QuerySet[Hand], QuerySet[PaperResult]]":
    """Return all hands, and all points from paper, that no longer count; for visitors outside the team nothing."""
    hands, papers = hanchan.hands.all(), hanchan.paper_results.filter(is_second=False)
    if not for_team:
        return hands.none(), papers.none()
    return hands.exclude(superseded_by=None), papers.exclude(superseded_by=None)


def _last(rows: "QuerySet[Row]", order: str) -> tuple[Row, ...]:
    """Return the `MOST_TAKEN_BACK` rows that were taken back last, in the order of the log."""
    newest = with_log_entries(rows, "superseded_by").order_by("-superseded_by__number", f"-{order}")
    return tuple(newest[:MOST_TAKEN_BACK])[::-1]
