"""Entering a hand by touching what a person touches, and counting the touches."""

from collections.abc import Iterable

from playwright.sync_api import Page

from scoring.outcome import (
    AbortiveDraw,
    AbortReason,
    Chombo,
    ExhaustiveDraw,
    HanFu,
    NagashiMangan,
    Outcome,
    Redeal,
    Ron,
    Tsumo,
    Win,
    Yakuman,
)
from scoring.presets import WRC_2015
from scoring.value import worth
from tournament.table.entry_screen import POSITIONS
from tournament.table.entry_text import value_to_text, yaku_to_text


class Fingers:
    """A person at the table's phone. With JavaScript off every touch is a page of its own."""

    def __init__(self, page: Page, *, javascript: bool = True) -> None:
        self.page = page
        self.javascript = javascript
        self.touches = 0

    def enter(self, outcome: Outcome) -> int:
        """Enter one hand and confirm it; how many touches it took."""
        before = self.touches
        self.say(outcome)
        self.touch("text=Confirm")
        return self.touches - before

    def say(self, outcome: Outcome) -> None:
        """Touch what happened, as far as the preview."""
        sticks = () if getattr(outcome, "reason", None) is AbortReason.FOUR_RIICHI else outcome.riichi
        for seat in sorted(sticks):
            self.touch(f"#riichi-{POSITIONS[seat]}")
        match outcome:
            case Ron(discarder=discarder, wins=(win, *others)):
                self.touch_seat(win.winner)
                self.touch_seat(discarder)
                self.touch_win(win, "ron")
                for other in others:
                    self.unfold("Another winner")
                    self.touch(f'button[value="also:{other.winner:d}"]')
                    self.touch_win(other, "ron")
            case Tsumo(win=win):
                self.touch_seat(win.winner)
                self.touch("button[value=self-draw]")
                self.touch_win(win, "tsumo")
            case ExhaustiveDraw(tenpai=tenpai, dead_hands=dead, riichi=riichi):
                self.touch("button[value=draw]")
                self.touch_seats(tenpai - riichi)
                for seat in sorted(dead):
                    self.unfold("A riichi player has a dead hand")
                    self.touch(f'button[value="dead:{seat:d}"]')
            case NagashiMangan(winners=winners, tenpai=tenpai, riichi=riichi):
                self.unfold("More outcomes")
                self.touch("button[value=nagashi]")
                self.touch_seats(winners)
                self.touch("button[value=nagashi-tenpai]")
                self.touch_seats(tenpai - riichi)
            case AbortiveDraw(reason=reason):
                self.unfold("More outcomes")
                self.touch(f'button[value="abort:{reason}"]')
            case Chombo(offenders=offenders):
                self.touch("button[value=chombo]")
                self.touch_seats(offenders)
            case Redeal():
                self.unfold("More outcomes")
                self.touch("button[value=redeal]")

    def touch_seat(self, seat: int) -> None:
        self.touch(f"#seat-{POSITIONS[seat]}")

    def touch_seats(self, seats: Iterable[int]) -> None:
        for seat in sorted(seats):
            self.touch_seat(seat)

    def touch_win(self, win: Win, kind: str) -> None:
        """The value of one winner's hand, who is liable for it, and its yaku."""
        if isinstance(win.value, Yakuman):
            self.touch('button[value="value:yakuman"]')
            self.touch(f'button[value="value:{value_to_text(win.value)}"]')
        else:
            self.touch_value(win.value, kind)
        if win.liable is not None:
            self.touch(f'button[value="liable:{win.winner:d}:{win.liable:d}"]')
        for name in win.yaku:
            self.unfold("Yaku (not needed)")
            self.touch(f'button[value="yaku:{yaku_to_text(win.winner, name)}"]')

    def unfold(self, summary: str) -> None:
        """One touch that asks nothing of the server, unless it is unfolded already."""
        folded = self.page.query_selector(f'details:not([open]) > summary:text-is("{summary}")')
        if folded:
            self.touches += 1
            folded.tap()

    def touch_value(self, value: object, kind: str) -> None:
        """The cell of the card; from five han on, the limit's."""
        if isinstance(value, HanFu) and value.han >= 5:
            value = worth(value, kind, rules=WRC_2015).limit
        self.touch(f'button[value="value:{value_to_text(value)}"]')

    def touch(self, selector: str) -> None:
        """One touch, and wait until the screen has answered it."""
        self.touches += 1
        if not self.javascript:
            with self.page.expect_navigation():
                self.page.tap(selector)
            return
        self.page.eval_on_selector(".table-screen", "screen => screen.dataset.answered = 'not yet'")
        self.page.tap(selector)
        self.page.wait_for_selector(".table-screen:not([data-answered])")


def allowed_touches(outcome: Outcome) -> int:
    """How many touches the issue allows: 4 for a win, 2 for a draw, 3 for a chombo, one for each riichi or tenpai."""
    match outcome:
        case Ron() | Tsumo():
            return 4 + len(outcome.riichi)
        case ExhaustiveDraw(tenpai=tenpai, riichi=riichi):
            return 2 + len(tenpai | riichi)
        case _:
            return 3 + len(outcome.riichi)
