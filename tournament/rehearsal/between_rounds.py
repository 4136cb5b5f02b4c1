"""Rehearse the time between rounds: drop-outs, repairs of the seating plan, and a cut."""

from fractions import Fraction

from scoring.stages import Line, line_after, part_as_text
from tournament.rehearsal.event import FEWEST, RehearsedEvent
from tournament.rehearsal.html_forms import Form, Stuck
from tournament.rehearsal.mishaps import Mishap
from tournament.rehearsal.sheets import finish_late
from tournament.rehearsal.truth import ExpectedCut


def before_round(event: RehearsedEvent, number: int) -> None:
    """Prepare the round with this number: let players drop out, perhaps make a cut, and repair or remove a seating plan
    that no longer fits the players."""
    if number > 1:
        _drop_out(event, number)
        if number == event.wanted.rounds and len(event.truth.could_go_on()) > FEWEST and event.chance(2, 3):
            finish_late(event)
            _cut(event, number - 1)
    elif event.missing and event.chance(1, 4) and len(event.truth.playing) > FEWEST:
        person = event.missing.pop()
        event.depart(person, "withdrawn", 1)
        event.happened(Mishap.NO_SHOW)
    if not event.fits and event.has_plan:
        if event.chance(2, 3):
            event.desk.repair()
            event.fits = True
        else:
            event.desk.drop_plan()
            event.has_plan = False
            event.happened(Mishap.PLAN_DROPPED)


def _drop_out(event: RehearsedEvent, number: int) -> None:
    if not event.chance(1, 2) or len(event.truth.playing) <= FEWEST:
        return
    person = event.random.choice(event.truth.playing)
    kind = event.random.choice(("withdrawn", "withdrawn", "disqualified", "struck", "removed"))
    event.depart(person, kind, number)
    event.happened(Mishap.WITHDRAWN if kind in {"withdrawn", "removed"} else Mishap.DISQUALIFIED)
    if event.chance(1, 4):
        event.desk.come_back(person.number)
        person.status = ""
        event.happened(Mishap.CAME_BACK)


def _cut(event: RehearsedEvent, after: int) -> None:
    """Make a cut before the last round, after comparing the cut line on the page with the robots' own cut line."""
    places = event.truth.could_go_on()
    count = event.random.choice([count for count in (4, 8, 5) if count < len(places)])
    carry = event.random.choice([Fraction(1), Fraction(1, 2), Fraction(1, 4), Fraction()])
    for again in (event.chance(1, 4), False):
        line = line_after(places, count)
        form = event.desk.line(count=count)
        shown = f"{_listed(line.above)};{_listed(line.tied)}"
        if form.fields["shown"] != [shown]:
            raise Stuck(f"the line is at {form.fields['shown']}, but it should be at {shown}")
        finalists = frozenset(line.above)
        if line.tied:
            form, ticked = _at_line(event, form, line, count)
            finalists |= ticked
        event.desk.cut(form.filled(carried=part_as_text(carry)))
        if not again:
            break
        event.desk.take_cut_back()
        event.happened(Mishap.CUT_TAKEN_BACK)
    event.truth.cuts.append(ExpectedCut(after, carry, finalists))
    event.happened(Mishap.CUT)


def _at_line(event: RehearsedEvent, form: Form, line: Line, count: int) -> tuple[Form, frozenset[int]]:
    """Choose which of the players tied at the cut line advance: draw them, or tick them by hand. Return the form and
    the entries that advance."""
    event.happened(Mishap.TIE_AT_LINE)
    if event.chance(1, 2):
        seed = event.random.randrange(1000)
        return event.desk.line(count=count, seed=seed), line.drawn(seed)
    ticked = line.tied[: line.open]
    return form.filled(go=[str(entry) for entry in ticked]), frozenset(ticked)


def _listed(entries: tuple[int, ...]) -> str:
    return ",".join(map(str, sorted(entries)))
