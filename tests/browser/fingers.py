"""Enters a hand by touching what a person touches, and counts the touches."""

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
from scoring.tiles.words import DORA
from scoring.value import worth
from tournament.table.entry_screen import POSITIONS
from tournament.table.entry_text import value_to_text, yaku_to_text

EMPTY = """() => !document.getElementById("table-screen").inert
    && ![...document.querySelectorAll("#hand :checked")].some((field) => field.value && field.id !== "mode-win")"""


class Fingers:
    """A person at the table's phone. Without JavaScript the preview and the confirmation are separate pages."""

    def __init__(self, page: Page, *, javascript: bool = True) -> None:
        self.page = page
        self.javascript = javascript
        self.touches = 0

    def enter(self, outcome: Outcome) -> int:
        """Enter one hand and confirm it; return how many touches this took."""
        before = self.touches
        self.choose(outcome)
        if not self.javascript:
            self.touch("text=Show the payments")
        self.touch(".confirm-button")
        return self.touches - before

    def keep(self, outcome: Outcome) -> None:
        """Enter one hand and confirm it without waiting for the server; then the form is empty again for the next
        hand."""
        self.choose(outcome)
        self.tap(".confirm-button")
        self.page.wait_for_function(EMPTY)

    def choose(self, outcome: Outcome) -> None:
        """Touch the choices for what happened; with JavaScript the preview follows without a touch."""
        sticks = () if getattr(outcome, "reason", None) is AbortReason.FOUR_RIICHI else outcome.riichi
        for seat in sorted(sticks):
            self.tap(f"#riichi-{POSITIONS[seat]}")
        match outcome:
            case Ron(discarder=discarder, wins=(win, *others)):
                self.touch_seat(win.winner)
                self.touch_seat(discarder)
                self.touch_win(win, "ron", 1)
                for number, other in enumerate(others, 2):
                    self.unfold("Another winner" if number == 2 else "A third winner")
                    self.choice(f"winner{number}", f"{other.winner:d}")
                    self.touch_win(other, "ron", number)
                self.pick_yaku(outcome.wins)
            case Tsumo(win=win):
                self.touch_seat(win.winner)
                self.tap(".self-draw")
                self.touch_win(win, "tsumo", 1)
                self.pick_yaku((win,))
            case ExhaustiveDraw(tenpai=tenpai, dead_hands=dead, riichi=riichi):
                self.choice("mode", "draw")
                self.touch_seats(tenpai - riichi)
                for seat in sorted(dead):
                    self.unfold("A player who declared riichi has a dead hand")
                    self.choice("dead", f"{seat:d}")
            case NagashiMangan(winners=winners, tenpai=tenpai, riichi=riichi):
                self.unfold("More outcomes")
                self.choice("mode", "nagashi")
                self.touch_seats(winners)
                self.choice("mode", "nagashi-tenpai")
                self.touch_seats(tenpai - riichi)
            case AbortiveDraw(reason=reason):
                self.unfold("More outcomes")
                self.choice("mode", f"abort-{reason}")
            case Chombo(offenders=offenders):
                self.choice("mode", "chombo")
                self.touch_seats(offenders)
            case Redeal():
                if self.page.query_selector(".rare [value=redeal]"):  # if there are other rare outcomes
                    self.unfold("More outcomes")
                self.choice("mode", "redeal")

    def touch_seat(self, seat: int) -> None:
        self.tap(f"#seat-{POSITIONS[seat]}")

    def touch_seats(self, seats: Iterable[int]) -> None:
        for seat in sorted(seats):
            self.touch_seat(seat)

    def touch_win(self, win: Win, kind: str, number: int) -> None:
        """Touch the value of one winner's hand, and the player who is liable for it, if there is one."""
        suffix = "" if number == 1 else str(number)
        if isinstance(win.value, Yakuman):
            self.touch_cell("yakuman", suffix)
            self.choice(f"value{suffix}", value_to_text(win.value))
        else:
            self.touch_value(win.value, kind, suffix)
        if win.liable is not None:
            self.choice(f"liable{suffix}", f"{win.liable:d}")

    def pick_yaku(self, wins: Iterable[Win]) -> None:
        if not any(win.yaku for win in wins):
            return
        if self.javascript:
            self.page.wait_for_selector(".table-screen:not([data-outdated]) .preview-words")
        else:
            self.touch("text=Show the payments")
        self.unfold("Yaku (optional)")
        for win in wins:
            for name in dict.fromkeys(win.yaku):
                self.touches += 1
                text, count = yaku_to_text(win.winner, name), win.yaku.count(name)
                if name in DORA:
                    self.page.select_option(f'select:has([value="{text}:1"])', f"{text}:{count}")
                else:
                    self.page.check(f'[name=yaku][value="{text}"]')

    def unfold(self, summary: str) -> None:
        """Open a part of the page with one touch, unless it is open already."""
        self.page.wait_for_selector(f'summary:text-is("{summary}")')
        folded = self.page.query_selector(f'details:not([open]) > summary:text-is("{summary}")')
        if folded:
            self.touches += 1
            folded.tap()

    def touch_value(self, value: object, kind: str, suffix: str = "") -> None:
        """Touch a cell of the card of values; from five han on, the limit."""
        if isinstance(value, HanFu) and value.han >= 5:
            value = worth(value, kind, rules=WRC_2015).limit
        self.touch_cell(value_to_text(value), suffix)

    def touch_cell(self, text: str, suffix: str = "") -> None:
        self.tap(f'.cell:has([name="value{suffix}"][value="{text}"]) >> visible=true')

    def choice(self, name: str, value: str) -> None:
        """Touch the label of a choice."""
        self.tap(f'label:has([name="{name}"][value="{value}"]) >> visible=true')

    def tap(self, selector: str) -> None:
        """Touch an element to which the page reacts without the server."""
        self.touches += 1
        self.page.tap(selector)

    def touch(self, selector: str) -> None:
        """Touch an element once, and wait for the server's response."""
        self.touches += 1
        if not self.javascript:
            with self.page.expect_navigation():
                self.page.tap(selector)
            return
        self.page.eval_on_selector(".table-screen", "screen => screen.dataset.answered = 'not yet'")
        self.page.tap(selector)
        self.page.wait_for_selector(".table-screen:not([data-answered])")


def allowed_touches(outcome: Outcome) -> int:
    """Return how many touches a hand may need: 4 for a win, 2 for a draw, 3 for a chombo, and one for each riichi or
    tenpai."""
    match outcome:
        case Ron() | Tsumo():
            return 4 + len(outcome.riichi)
        case ExhaustiveDraw(tenpai=tenpai, riichi=riichi):
            return 2 + len(tenpai | riichi)
        case _:
            return 3 + len(outcome.riichi)
