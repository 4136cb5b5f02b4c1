"""What tests of hands that wait in the phone have in common: the hands, what the page shows of them, and what others do
meanwhile."""

from contextlib import suppress
from time import monotonic
from typing import Any
from uuid import uuid4

from playwright.sync_api import Error, Page, Route

from scoring.outcome import ExhaustiveDraw, HanFu, Outcome, Ron, Win
from scoring.presets import WRC_2015
from scoring.seats import Seat
from scoring.situation import opening
from tests.browser.devices import PATIENCE
from tests.browser.fingers import Fingers
from tests.factories import UserFactory, visitor
from tournament.models import Hanchan
from tournament.table.actions.cancel_hanchan import cancel_hanchan
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.undo_hand import undo_hand
from tournament.table.edits import Insert, Seen

RON = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),))
DRAW = ExhaustiveDraw()
EAST_TENPAI = ExhaustiveDraw(tenpai=frozenset({Seat.EAST}))
NORTH_TENPAI = ExhaustiveDraw(tenpai=frozenset({Seat.NORTH}))
"""In South 4: the four play on."""

FORGOTTEN = Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.EAST, value=HanFu(4, 30)),))

OPEN_LIST = "() => { document.querySelector('#outbox details').open = true; }"
CLOSE_LIST = "() => { document.querySelector('#outbox details').open = false; }"
NOTHING_WAITS = """() => ['', 'recorded'].includes(document.getElementById('outbox').dataset.shows ?? '')
    && !document.getElementById('table-screen')?.inert"""
"""The screen is inert while a page just loaded reads what waits."""

REFUSED = "#outbox[data-shows~=rejected] >> text=The hand that you entered was not recorded."
RON_FILLED_IN = "[name=winner][value='1']:checked"
DRAW_FILLED_IN = "[name=mode][value=draw]:checked"

FILES_ARE_KEPT = """async () => {
    const files = performance.getEntriesByType("resource").filter(({ name }) => name.includes("/static/"));
    const kept = await Promise.all(files.map(({ name }) => caches.match(name)));
    return files.length && kept.every(Boolean);
}"""
PAGE_IS_KEPT = "async () => Boolean(await caches.match(location.pathname))"

ASK_FOR_NEWS = """async () => {
    const files = performance.getEntriesByType("resource").map(({ name }) => name);
    const { redraw } = await import(files.find((name) => name.includes("/live/fetch.")));
    await redraw("table-news", { isUrgent: true });
}"""


def outcomes(hanchan: Hanchan) -> list[Outcome]:
    return [hand.parsed_outcome() for hand in hanchan.hands.filter(superseded_by=None).order_by("number")]


def wait_for_hand(page: Page, number: int) -> None:
    """Wait until this hand is recorded, and none waits."""
    page.wait_for_selector(f".confirm [name=number][value='{number + 1}']", state="attached")
    page.wait_for_function(NOTHING_WAITS)


def wait_until(page: Page, question: str) -> None:
    """Wait until an asynchronous function answers with yes. Playwright's `wait_for_function` takes its promise for
    yes."""
    end = monotonic() + PATIENCE / 1000
    while not page.evaluate(question):
        assert monotonic() < end, question
        page.wait_for_timeout(50)


def give_up(page: Page, number: int) -> None:
    """Touch "Do not send this hand" in the line of this hand. The list takes no touch just after it has moved."""
    page.evaluate(OPEN_LIST)
    page.tap(f"#outbox li:has([data-number]:text-is('{number}')) >> button:text('Do not send this hand')")
    page.evaluate(CLOSE_LIST)


def fill_in_again(page: Page, fingers: Fingers) -> None:
    """Fill the refused hand `RON` in again, and confirm it."""
    page.evaluate(OPEN_LIST)
    page.tap("button:text('Fill in this hand again') >> visible=true")
    page.wait_for_selector(RON_FILLED_IN, state="attached")
    fingers.tap(".confirm-button")


def insert_before_the_first(hanchan: Hanchan) -> None:
    """Insert the forgotten hand, as a referee does it."""
    revision = Hanchan.objects.get(pk=hanchan.pk).revision
    edits = (Insert(1, FORGOTTEN, Seen.of(opening(WRC_2015))),)
    correct_hanchan(
        hanchan_id=hanchan.pk, revision=revision, edits=edits, key=uuid4(), reason="x", by=visitor(UserFactory())
    )


def undo(hanchan: Hanchan) -> None:
    """Undo the last hand, as another phone does it."""
    hand = hanchan.hands.current().latest("number")
    undo_hand(hanchan_id=hanchan.pk, hand_id=hand.pk, key=uuid4(), by=visitor(UserFactory()))


def restart(hanchan: Hanchan) -> Hanchan:
    """Cancel the hanchan, and return the one that begins in its place."""
    revision = Hanchan.objects.get(pk=hanchan.pk).revision
    cancel_hanchan(
        hanchan_id=hanchan.pk, revision=revision, restart=True, key=uuid4(), reason="x", by=visitor(UserFactory())
    )
    return Hanchan.objects.valid().get()


def cancel(hanchan: Hanchan) -> None:
    """Cancel the hanchan without another in its place."""
    revision = Hanchan.objects.get(pk=hanchan.pk).revision
    cancel_hanchan(
        hanchan_id=hanchan.pk, revision=revision, restart=False, key=uuid4(), reason="x", by=visitor(UserFactory())
    )


def enter_impossible(fingers: Fingers) -> None:
    """Enter a ron of 1 han and 25 fu, which no hand is worth."""
    fingers.touch_seat(Seat.SOUTH)
    fingers.touch_seat(Seat.WEST)
    fingers.page.click("text=Type han and fu >> visible=true")
    fingers.page.fill("[name=han]", "1")
    fingers.page.fill("[name=fu]", "25")
    fingers.choice("value", "typed")
    fingers.tap(".confirm-button")


def lose_the_answer(route: Route, *_request: Any) -> None:
    """Let a request reach the server, but not its answer the page."""
    route.fetch()
    with suppress(Error):  # the page was loaded anew meanwhile, or the route taken away
        route.abort()
