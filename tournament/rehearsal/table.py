"""A table's phone with four robots: they play by the rules, make mistakes as people do, correct them, and sign."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from random import Random
from urllib.parse import urlencode

from scoring.game_writing import outcome_to_json
from scoring.hanchan import PlayedHand, replay
from scoring.outcome import Chombo, HanFu, Outcome, Ron, Win
from scoring.placement import place
from scoring.rules import Ruleset
from scoring.seats import SEATS, Points, Seat, by_seat
from scoring.situation import Situation, opening
from tournament.rehearsal.browser import Browser
from tournament.rehearsal.demo_play import plausible_hand
from tournament.rehearsal.html_forms import Form, Page, Stuck
from tournament.rehearsal.mishaps import Mishap
from tournament.table.edits import Replace, Seen, edits_to_text
from tournament.table.forms.correction import entry_of

CALLS = ("score", "wrong wall", "tile dropped", "")
"""The short notes with which tables call a referee."""

HanchanResult = tuple[int, Fraction, Fraction]
"""One player's points, score (thousands) and chombo penalty (thousands) in one hanchan."""


@dataclass
class TableRobot:
    """One table in one round, with its four entries; `hands` is how many hands are played before time is up.

    `outcomes` are the hands that really happened; in the end the site must have the same hands. If the points were
    entered from paper, `paper` has these points and the riichi bets left. `absent` are the seats with a substitute,
    each with the number of hands that the player had played before; None means that the substitute played from the
    start. `waits` says that a referee was called, `swaps` that the phone has JavaScript. `unanswered` is a form whose
    response was lost.
    """

    browser: Browser
    rules: Ruleset
    random: Random
    hands: int
    number: int
    entries: tuple[int, ...]
    plans: list[Mishap] = field(default_factory=list)
    address: str = ""
    hanchan: str = ""
    outcomes: list[Outcome] = field(default_factory=list)
    happened: Counter[Mishap] = field(default_factory=Counter)
    unanswered: Form | None = None
    paper: tuple[Points, int] | None = None
    absent: dict[Seat, int | None] = field(default_factory=dict)
    waits: bool = False
    swaps: bool = True

    def sit_down(self, link: str) -> None:
        """Open the table's link."""
        page = self.browser.open(link)
        self.address = page.address.split("?")[0]
        self.hanchan = page.search(r'href="([^"]*/hanchans/\d+/)seats/"', "hanchan")

    @property
    def is_played(self) -> bool:
        """Whether the game is over."""
        return (
            self.paper is not None or len(self.outcomes) >= self.hands or bool(self.played and self.played[-1].ending)
        )

    @property
    def played(self) -> tuple[PlayedHand, ...]:
        return replay(self.outcomes, rules=self.rules)

    @property
    def situation(self) -> Situation:
        return self.played[-1].after if self.played else opening(self.rules)

    @property
    def pk(self) -> int:
        """Return the hanchan's id, which exports use too."""
        return int(self.hanchan.rstrip("/").rpartition("/")[2])

    def look_back(self) -> None:
        """If the phone already shows the next round, go back to the page of this table's own round."""
        page = self.browser.open(self.address)
        if not _signing(page):
            # Other links lead to the round that the page shows.
            way = rf'notice-warning">\s*<a href="({re.escape(self.address)}rounds/\d+/)"'
            self.address = page.search(way, "way to the sheet that is not signed")

    def step(self) -> None:
        """Play a hand or two, or let this table's next mishap happen."""
        if self.unanswered:
            self.browser.send(self.unanswered)
            self.unanswered = None
        if not self.plans or not self._go_wrong(self.plans[0]):
            self._sent(self._next())
        else:
            self.happened[self.plans.pop(0)] += 1

    def end(self) -> None:
        """End the game by time, if the rules have not ended it."""
        if self.paper or (self.played and self.played[-1].ending):
            return
        page = self._time_is_up(self.random.choice(("between_hands", "in_progress")))
        for _ in range(12):  # some rules allow one or two last hands, and another hand after each chombo
            if _signing(page):
                return
            page = self._play(self._next())
        raise Stuck(f"{self.address} does not end")

    def sign(self) -> None:
        """Confirm the sheet for all four seats on the phone. Raises `Stuck` unless the page asks for exactly four."""
        page = self.browser.open(self.address)
        for _ in SEATS:
            forms = _signing(page)
            if not forms:
                raise Stuck(f"{page.address} asks for no signature")
            page = self.browser.change(forms[0].pressed(forms[0].buttons[0]), follow=True, swap=self.swaps)
        if _signing(page):
            raise Stuck(f"{page.address} asks for a fifth signature")

    def write_down(self) -> None:
        """Enter the points from paper, as if the phone had failed."""
        points, sticks = list(self.situation.points), self.situation.riichi_sticks
        loser, winner = self.random.sample(SEATS, 2)
        won = 100 * self.random.randint(0, 120)
        points[loser] -= won
        points[winner] += won
        form = self.browser.open(f"{self.hanchan}paper/").form("points_0", "key")
        fields = {f"points_{seat:d}": str(points[seat]) for seat in SEATS}
        self.browser.change(form.filled(**fields, riichi_sticks=str(sticks)))
        self.paper = (by_seat(points), sticks)

    def check(self) -> None:
        """Check that the site has the hands that were played. With points from paper there are no hands to compare.

        Raises `Stuck`.
        """
        if self.paper:
            return
        on_site = json.loads(self.browser.read(f"{self.hanchan.rstrip('/')}.json"))
        truth = [outcome_to_json(outcome) for outcome in self.outcomes]
        if on_site["hands"] != truth:
            raise Stuck(f"{self.hanchan}: the site has {on_site['hands']}, but {truth} was played")

    def results(self) -> list[HanchanResult]:
        """Return the results by seat, computed by the rules from the played hands or from the points on paper."""
        points, sticks = self.paper or (self.situation.points, self.situation.riichi_sticks)
        from_start = {seat for seat, since in self.absent.items() if since is None}
        placed = place(
            points, sticks, rules=self.rules, from_start=from_start, during_play=self.absent.keys() - from_start
        )
        return [(placed[seat].points, placed[seat].score, self._chombo(seat)) for seat in SEATS]

    def _chombo(self, seat: Seat) -> Fraction:
        """Return the chombo penalty, in thousands, of the player who belongs to this seat, without a substitute's
        chombo. Robots enter no chombo from paper."""
        if self.paper:
            return Fraction()
        own = (self.absent[seat] or 0) if seat in self.absent else None
        return Fraction(sum(hand.settlement.penalties[seat] for hand in self.played[:own]))

    def _next(self) -> Outcome:
        return plausible_hand(self.random, self.situation, self.rules)

    def _draw(self, outcome: Outcome) -> Form:
        """Enter this hand without sending it, and return the form that the Confirm button would send."""
        page = self.browser.open(f"{self.address}?{urlencode(entry_of(outcome).pairs())}", swap=self.swaps)
        return page.form(ending="/hands/")

    def _play(self, outcome: Outcome) -> Page:
        page = self.browser.change(self._draw(outcome), follow=True, swap=self.swaps)
        self.outcomes.append(outcome)
        return page

    def _go_wrong(self, mishap: Mishap) -> bool:
        """Play one or two hands in which this mishap happens; return False if it cannot happen now."""
        match mishap:
            case Mishap.SENT_TWICE:
                form = self._sent(self._next())
                self.browser.change(form, swap=self.swaps)
            case Mishap.STALE_FORM:
                stale = self._draw(self._next())
                self._sent(self._next())
                if self.browser.send(stale).status != 409:
                    raise Stuck(f"{stale.action} took a hand from an older page")
            case Mishap.ANSWER_LOST:
                self.unanswered = self._sent(self._next())
            case Mishap.UNDONE:
                before = len(self.outcomes)
                page = self._play(self._next())
                self.browser.change(page.form(ending="/undo/"), swap=self.swaps)
                del self.outcomes[before:]
            case Mishap.WRONG_WINNER | Mishap.FORGOTTEN_RIICHI:
                return self._correct_later(mishap)
            case Mishap.WRONG_SEATS:
                self._swap()
            case Mishap.CHOMBO:
                self._sent(Chombo(offenders=frozenset({self.random.choice(SEATS)})))
            case Mishap.CALLED | Mishap.CALL_TAKEN_BACK:
                self._call(mishap)
            case Mishap.TIME_WITHDRAWN:
                self._time_is_up("between_hands")
                form = self.browser.open(f"{self.hanchan}time/").form_to_press(answer="withdraw")
                self.browser.change(form)
        return True

    def _call(self, mishap: Mishap) -> None:
        """Call a referee by the button that every screen of the table has."""
        page = self.browser.open(self.address)
        page = self.browser.change(
            page.form(ending="/call/").filled(word=self.random.choice(CALLS)), follow=True, swap=self.swaps
        )
        if mishap is Mishap.CALL_TAKEN_BACK:
            self.browser.change(page.form_to_press(withdraw="1"), swap=self.swaps)
        else:
            self.waits = True

    def _time_is_up(self, answer: str) -> Page:
        form = self.browser.open(f"{self.hanchan}time/").form(ending="/time/")
        return self.browser.change(form.button(answer=answer), follow=True, swap=self.swaps)

    def _sent(self, outcome: Outcome) -> Form:
        """Play this hand and return its form."""
        form = self._draw(outcome)
        self.browser.change(form, swap=self.swaps)
        self.outcomes.append(outcome)
        return form

    def _correct_later(self, mishap: Mishap) -> bool:
        situation, number = self.situation, len(self.outcomes) + 1
        right = self._misheard(situation)
        wrong = _otherwise(right, situation, mishap)
        if self.hands - len(self.outcomes) < 2 or self._ends(wrong) or self._ends(right):
            return False
        self._sent(wrong)
        last = self._sent(self._next())
        edits = (Replace(number, right, Seen.of(situation)),)
        query = urlencode({"revision": int(last.fields["revision"][0]) + 1, "edits": edits_to_text(edits)})
        form = self.browser.open(f"{self.hanchan}correction/?{query}").form(ending="/correction/")
        self.browser.change(form.filled(reason="Rehearsal"))
        self.outcomes[number - 1] = right
        return True

    def _misheard(self, situation: Situation) -> Ron:
        """Return a cheap ron, with one riichi, by a non-dealer from another non-dealer. The robot first enters a wrong
        winner (`_otherwise`), who is not the dealer either, so that the deal passes in both cases."""
        winner, discarder = situation.dealer.after(1), situation.dealer.after(2)
        return Ron(discarder=discarder, wins=(Win(winner=winner, value=HanFu(2, 30)),), riichi=frozenset({winner}))

    def _ends(self, outcome: Outcome) -> bool:
        """Whether this hand, or one more hand after it, might end the game."""
        after = replay([*self.outcomes, outcome], rules=self.rules)[-1]
        return bool(after.ending) or min(after.after.points) < 16_000

    def _swap(self) -> None:
        """Exchange two players' seats by mistake, and exchange them back."""
        for _ in range(2):
            form = self.browser.open(f"{self.hanchan}seats/").form(ending="/seats/")
            swapped = {"seat_0": form.fields["seat_1"], "seat_1": form.fields["seat_0"]}
            form = self.browser.send(form.filled(**swapped, reason="Rehearsal")).form(ending="/seats/")
            self.browser.change(form.pressed(next(button for button in form.buttons if button.name == "accept")))


def _otherwise(right: Ron, situation: Situation, mishap: Mishap) -> Outcome:
    """Return the outcome that is entered by mistake instead of the outcome `right`."""
    if mishap is Mishap.FORGOTTEN_RIICHI:
        return replace(right, riichi=frozenset())
    other = situation.dealer.after(3)
    return replace(right, wins=(Win(winner=other, value=HanFu(2, 30)),))


def _signing(page: Page) -> Sequence[Form]:
    return [form for form in page.forms if form.action.endswith("/sheet/")]
