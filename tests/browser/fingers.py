"""Entering a hand by touching what a person touches, and counting the touches."""

from playwright.sync_api import Page

from scoring.outcome import Chombo, ExhaustiveDraw, HanFu, Outcome, Ron, Tsumo
from scoring.presets import WRC_2015
from scoring.value import worth
from tournament.forms.hand_entry import value_to_text
from tournament.queries.hand_entry import POSITIONS


class Fingers:
    """A person at the table's phone. With JavaScript off every touch is a page of its own."""

    def __init__(self, page: Page, *, javascript: bool = True) -> None:
        self.page = page
        self.javascript = javascript
        self.touches = 0

    def enter(self, outcome: Outcome) -> int:
        """Enter one hand and confirm it; how many touches it took."""
        before = self.touches
        for seat in sorted(outcome.riichi):
            self.touch(f"#riichi-{POSITIONS[seat]}")
        match outcome:
            case Ron(discarder=discarder, wins=(win,)):
                self.touch_seat(win.winner)
                self.touch_seat(discarder)
                self.touch_value(win.value, "ron")
            case Tsumo(win=win):
                self.touch_seat(win.winner)
                self.touch("button[value=self-draw]")
                self.touch_value(win.value, "tsumo")
            case ExhaustiveDraw(tenpai=tenpai, riichi=riichi):
                self.touch("button[value=draw]")
                for seat in sorted(tenpai - riichi):
                    self.touch_seat(seat)
            case Chombo(offenders=offenders):
                (offender,) = offenders
                self.touch("button[value=chombo]")
                self.touch_seat(offender)
            case _:
                raise NotImplementedError(outcome)
        self.touch("text=Confirm")
        return self.touches - before

    def touch_seat(self, seat: int) -> None:
        self.touch(f"#seat-{POSITIONS[seat]}")

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
