"""A table's phone with four robots: they play by the rules, err as people do, put it right, and sign."""

import json
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from random import Random
from urllib.parse import urlencode

from scoring.game_format import outcome_to_json
from scoring.hanchan import PlayedHand, replay
from scoring.outcome import HanFu, Outcome, Ron, Win
from scoring.rules import Ruleset
from scoring.seats import SEATS
from scoring.situation import Situation, opening
from tournament.forms.correction import entry_of
from tournament.management.demo_play import plausible_hand
from tournament.queries.edits import Replace, Seen, edits_to_text
from tournament.rehearsal.browser import Browser, Form, Page, Stuck


class Mishap(StrEnum):
    """What goes wrong at a table; each is put right."""

    SENT_TWICE = "the same hand is sent twice"
    STALE_FORM = "a second phone sends another hand from an older page"
    ANSWER_LOST = "the connection drops, and the hand is sent again later"
    UNDONE = "a hand is taken back at once"
    WRONG_WINNER = "the wrong winner is found a hand later"
    FORGOTTEN_RIICHI = "a riichi bet is found a hand later"
    WRONG_SEATS = "two players sit on each other's seat"
    LATE_SIGNATURE = "the sheet is signed after the next round has started"


IN_PLAY = tuple(mishap for mishap in Mishap if mishap is not Mishap.LATE_SIGNATURE)


@dataclass
class TableRobot:
    """One table in one round. `link` opens it without an account; `hands` is how many are played before time is up.

    `outcomes` is what really happened, which the site must know in the end.
    """

    browser: Browser
    rules: Ruleset
    random: Random
    hands: int
    plans: list[Mishap] = field(default_factory=list)
    address: str = ""
    hanchan: str = ""
    outcomes: list[Outcome] = field(default_factory=list)
    happened: Counter[Mishap] = field(default_factory=Counter)
    unanswered: Form | None = None

    def sit_down(self, link: str) -> None:
        """Open the table's link."""
        page = self.browser.open(link)
        self.address = page.address.split("?")[0]
        self.hanchan = self._draw(self._next()).action.removesuffix("hands/")

    @property
    def is_played(self) -> bool:
        """Whether no hand follows."""
        return len(self.outcomes) >= self.hands or bool(self.played and self.played[-1].ending)

    @property
    def played(self) -> tuple[PlayedHand, ...]:
        return replay(self.outcomes, rules=self.rules)

    @property
    def situation(self) -> Situation:
        return self.played[-1].after if self.played else opening(self.rules)

    @property
    def pk(self) -> int:
        """The number of its hanchan, as exports name it."""
        return int(self.hanchan.rstrip("/").rpartition("/")[2])

    def look_back(self) -> None:
        """The next round is on at the table: find the way to this one's page from it."""
        page = self.browser.open(self.address)
        found = re.search(rf'href="({re.escape(self.address)}rounds/\d+/)"', page.text)
        if not found:
            raise Stuck(f"{page.address} shows no way to the sheet that is not signed")
        self.address = found[1]

    def step(self) -> None:
        """One more hand, with the mishap whose turn it is."""
        if self.unanswered:
            self.browser.send(self.unanswered)
            self.unanswered = None
        if not self.plans or not self._go_wrong(self.plans[0]):
            self._play(self._next())
        else:
            self.happened[self.plans.pop(0)] += 1

    def end(self) -> None:
        """Nobody plays on: time is up, where the rules have not ended the game."""
        if self.played and self.played[-1].ending:
            return
        form = self.browser.open(f"{self.hanchan}time/").form("/time/")
        between = next(button for button in form.buttons if button.value == "between_hands")
        page = self.browser.send(form.pressed(between))
        for _ in range(3):  # some rules allow a last hand or two
            if _signing(page):
                return
            page = self._play(self._next())
        raise Stuck(f"{self.address} does not end")

    def sign(self) -> None:
        """All four confirm on the phone."""
        page = self.browser.open(self.address)
        for _ in SEATS:
            forms = _signing(page)
            if not forms:
                raise Stuck(f"{page.address} asks for no signature")
            page = self.browser.send(forms[0].pressed(forms[0].buttons[0]))
        if _signing(page):
            raise Stuck(f"{page.address} asks for a fifth signature")

    def check(self) -> None:
        """What the site says of the hanchan is what was played. Raises `Stuck`."""
        said = json.loads(self.browser.read(f"{self.hanchan.rstrip('/')}.json"))
        truth = [outcome_to_json(outcome) for outcome in self.outcomes]
        if said["hands"] != truth:
            raise Stuck(f"{self.hanchan}: the site has {said['hands']}, but {truth} was played")

    def _next(self) -> Outcome:
        return plausible_hand(self.random, self.situation, self.rules)

    def _draw(self, outcome: Outcome) -> Form:
        """Touch this hand, and get the form that Confirm sends."""
        page = self.browser.open(f"{self.address}?{urlencode(entry_of(outcome).pairs())}")
        return page.form("/hands/")

    def _play(self, outcome: Outcome) -> Page:
        page = self._accepted(self._draw(outcome))
        self.outcomes.append(outcome)
        return page

    def _accepted(self, form: Form) -> Page:
        page = self.browser.send(form)
        if page.status != 302:
            raise Stuck(f"{form.action} answered {page.status} to {form.fields}")
        return page

    def _go_wrong(self, mishap: Mishap) -> bool:
        """Play one hand, or two, in which this goes wrong; False where it cannot go wrong now."""
        match mishap:
            case Mishap.SENT_TWICE:
                form = self._sent(self._next())
                self._accepted(form)
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
                self.browser.send(page.form("/undo/"))
                del self.outcomes[before:]
            case Mishap.WRONG_WINNER | Mishap.FORGOTTEN_RIICHI:
                return self._correct_later(mishap)
            case Mishap.WRONG_SEATS:
                self._swap()
        return True

    def _sent(self, outcome: Outcome) -> Form:
        """Play this hand and keep its form."""
        form = self._draw(outcome)
        self._accepted(form)
        self.outcomes.append(outcome)
        return form

    def _correct_later(self, mishap: Mishap) -> bool:
        situation, number = self.situation, len(self.outcomes) + 1
        right = self._misheard(situation)
        wrong = _otherwise(right, situation, mishap)
        if self.hands - len(self.outcomes) < 2 or self._ends(wrong) or self._ends(right):
            return False
        self._play(wrong)
        self._play(self._next())
        edits = (Replace(number, right, Seen.of(situation)),)
        revision = self._draw(self._next()).fields["revision"][0]
        query = urlencode({"revision": revision, "edits": edits_to_text(edits)})
        form = self.browser.open(f"{self.hanchan}correction/?{query}").form("/correction/")
        self._accepted(form.filled(reason="Rehearsal"))
        self.outcomes[number - 1] = right
        return True

    def _misheard(self, situation: Situation) -> Outcome:
        """A cheap win by one who is not East from another one, with one riichi: whoever wins, the deal passes."""
        winner, discarder = situation.dealer.after(1), situation.dealer.after(2)
        return Ron(discarder=discarder, wins=(Win(winner=winner, value=HanFu(2, 30)),), riichi=frozenset({winner}))

    def _ends(self, outcome: Outcome) -> bool:
        """Whether this hand, or one more after it, might end the game."""
        after = replay([*self.outcomes, outcome], rules=self.rules)[-1]
        return bool(after.ending) or min(after.after.points) < 16_000

    def _swap(self) -> None:
        """Two seats are exchanged, seen to be wrong, and put back."""
        for _ in range(2):
            form = self.browser.open(f"{self.hanchan}seats/").form("/seats/")
            swapped = {"seat_0": form.fields["seat_1"], "seat_1": form.fields["seat_0"]}
            page = self.browser.send(form.filled(**swapped, reason="Rehearsal"))
            form = page.form("/seats/")
            accept = next(button for button in form.buttons if button.name == "accept")
            self._accepted(form.pressed(accept))


def _otherwise(right: Outcome, situation: Situation, mishap: Mishap) -> Outcome:
    """What was entered by mistake."""
    if not isinstance(right, Ron):
        raise TypeError(right)
    if mishap is Mishap.FORGOTTEN_RIICHI:
        return replace(right, riichi=frozenset())
    other = situation.dealer.after(3)
    return replace(right, wins=(Win(winner=other, value=HanFu(2, 30)),))


def _signing(page: Page) -> Sequence[Form]:
    return [form for form in page.forms if form.action.endswith("/sheet/")]
