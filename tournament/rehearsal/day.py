"""The course of a whole event, drawn from a seed, until the last sheet is signed and the standings are compared."""

from scoring.rules import Ruleset
from tournament.rehearsal.between_rounds import before_round
from tournament.rehearsal.browser import Browser
from tournament.rehearsal.event import FEWEST, RehearsedEvent
from tournament.rehearsal.mishaps import Mishap
from tournament.rehearsal.people import names
from tournament.rehearsal.rounds import play_round
from tournament.rehearsal.sheets import finish_late
from tournament.rehearsal.wanted import Report, Wanted


def play_event(
    wanted: Wanted, organizer: Browser, *, within: tuple[str, Ruleset] | None = None, pace: float = 0
) -> Report:
    """Play a whole event; the arguments are those of `RehearsedEvent`. The same `wanted` always gives the same event.

    Raises `Stuck` if a robot cannot go on, or if the site and the robots differ.
    """
    event = RehearsedEvent(wanted, organizer, within=within, pace=pace)
    before = event.desk.browser.requests
    if not event.desk.slug:
        event.desk.open_tournament(f"Rehearsal {wanted.seed}", wanted.ruleset)
    event.report.slug = event.desk.slug
    latecomers = (
        late_entries(event) if within is None else 0
    )  # people who chose a number of players expect that many from the start
    everybody = names(wanted.players, event.random)
    event.enter(everybody[: wanted.players - latecomers])
    event.desk.plan(wanted.rounds, wanted.seed)
    _arrive(event)
    for number in range(1, wanted.rounds + 1):
        if number == 2 and latecomers:
            event.enter(everybody[-latecomers:])
            event.happened(Mishap.LATE_ENTRY)
            event.fits = False
        before_round(event, number)
        play_round(event, number)
    finish_late(event)
    event.truth.compare(event.desk.standings())
    event.report.requests += event.desk.browser.requests - before
    return event.report


def late_entries(event: RehearsedEvent) -> int:
    """Return how many players are entered only after the first round has begun."""
    return 4 if event.wanted.rounds > 1 and event.wanted.players >= 12 and event.chance(1, 2) else 0


def _arrive(event: RehearsedEvent) -> None:
    """Check in most players; up to two are missing."""
    people = event.truth.playing
    event.missing = event.random.sample(people, event.random.choice((0, 1, 1, 2))) if len(people) > FEWEST else []
    event.desk.check_in([person.number for person in people if person not in event.missing])
