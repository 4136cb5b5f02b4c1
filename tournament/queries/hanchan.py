"""One hanchan as its page shows it: who sat where, every hand, the result, and what was taken back."""

from dataclasses import dataclass

from scoring.hanchan import PlayedHand
from scoring.outcome import Outcome
from tournament.models import Hanchan, Hand, PaperResult, Seat
from tournament.queries.game import Game, load_game
from tournament.queries.results import HanchanState, Result, results_of, state_of


@dataclass(frozen=True, slots=True, kw_only=True)
class HandLine:
    """One hand that counts: its row, what was said, and what the rules made of it."""

    hand: Hand
    said: Outcome
    played: PlayedHand


@dataclass(frozen=True, slots=True, kw_only=True)
class HanchanPage:
    """`results` go by seat, best place first. `taken_back` and `papers_taken_back` are what no longer counts."""

    game: Game
    state: HanchanState
    results: tuple[tuple[Seat, Result], ...]
    hands: tuple[HandLine, ...]
    taken_back: tuple[Hand, ...]
    papers_taken_back: tuple[PaperResult, ...]


def hanchan_page(hanchan: Hanchan, *, with_history: bool) -> HanchanPage:
    """All that the page shows, in a fixed number of queries; the history only for whom it is meant."""
    game = load_game(hanchan)
    seats = {seat.seat: seat for seat in game.seats}
    results = sorted(results_of(game), key=lambda result: (result.place, result.seat))
    return HanchanPage(
        game=game,
        state=state_of(game),
        results=tuple((seats[result.seat], result) for result in results),
        hands=tuple(
            HandLine(hand=hand, said=said, played=played)
            for hand, said, played in zip(game.hands, game.outcomes, game.played, strict=True)
        ),
        taken_back=_taken_back(hanchan) if with_history else (),
        papers_taken_back=_papers_taken_back(hanchan) if with_history else (),
    )


def _taken_back(hanchan: Hanchan) -> tuple[Hand, ...]:
    hands = hanchan.hands.exclude(superseded_by=None).select_related("superseded_by")
    return tuple(hands.order_by("superseded_by__number", "number"))


def _papers_taken_back(hanchan: Hanchan) -> tuple[PaperResult, ...]:
    papers = hanchan.paper_results.filter(is_second=False).exclude(superseded_by=None).select_related("superseded_by")
    return tuple(papers.order_by("superseded_by__number"))
