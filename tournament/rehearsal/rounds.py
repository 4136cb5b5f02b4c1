"""Rehearse a round: start it, play its tables and sign their sheets."""

from time import sleep

from scoring.penalties import lateness
from scoring.seats import SEATS
from tournament.rehearsal.browser import Browser
from tournament.rehearsal.event import FEWEST, SUBSTITUTES, RehearsedEvent
from tournament.rehearsal.html_forms import Form
from tournament.rehearsal.mishaps import IN_PLAY, Mishap
from tournament.rehearsal.sheets import approve, finish_late, penalize, sign
from tournament.rehearsal.table import TableRobot


def play_round(event: RehearsedEvent, number: int) -> None:
    """Play the round with this number, and let mishaps happen in it."""
    proposal = _proposal(event, number)
    event.desk.start(proposal)
    if event.chance(1, 8):
        event.desk.take_round_back(number)
        event.happened(Mishap.ROUND_TAKEN_BACK)
        event.desk.start(proposal)
    finish_late(event)
    tables = _sit_down(event, proposal, number)
    _seat_missing(event, tables, number)
    _run_clock(event, number, tables)
    _give_mishaps(event, tables)
    _play(event, tables)
    last = [tables[-1]] if number < event.wanted.rounds and event.chance(2, 3) else []
    event.late = [(table, number) for table in last]
    for table in tables:
        if table not in last:
            sign(event, table, number)
    if event.chance(1, 2):
        penalize(event, number)
    if not event.late:
        approve(event, tables, number)


def _proposal(event: RehearsedEvent, number: int) -> Form:
    choices: dict[str, str | list[int]] = {}
    if event.truth.cuts:
        choices["side"] = event.random.choice(("play", "rest"))
    if event.truth.cuts or not event.has_plan:
        choices["seed"] = str(event.random.randrange(1000))
        if number > 1:
            choices["way"] = event.random.choice(("random", "swiss", "standings"))
    return event.desk.propose(**choices)


def _sit_down(event: RehearsedEvent, proposal: Form, number: int) -> list[TableRobot]:
    count = int(proposal.fields["tables"][0])
    if count > len(event.links):
        event.links = event.desk.links()
    tables = []
    for table in range(1, count + 1):
        entries = tuple(int(proposal.fields[f"seat-{table}-{seat:d}"][0]) for seat in SEATS)
        hands = event.random.randint(min(4, event.wanted.hands - 1), event.wanted.hands)
        robot = TableRobot(Browser(), event.rules, event.random, hands, table, entries, swaps=event.chance(3, 4))
        robot.sit_down(event.links[table])
        tables.append(robot)
    event.truth.tables[number] = tables
    return tables


def _seat_missing(event: RehearsedEvent, tables: list[TableRobot], number: int) -> None:
    """Settle what happens to missing players: some come a few minutes late, some get a substitute, and some never
    come."""
    for person, name in zip(event.missing, SUBSTITUTES, strict=False):
        table = next((table for table in tables if person.entry in table.entries), None)
        if table is None:
            continue
        if event.chance(1, 2):
            minutes = event.random.randint(1, 10)
            event.desk.check_in([person.number])
            event.desk.penalize(person.entry, "late", "", round_number=number, minutes=str(minutes))
            person.penalties.append((number, lateness(minutes)))
            event.happened(Mishap.LATE)
        else:
            event.substitute(table, person.entry, name, None)
            event.happened(Mishap.REPLACED)
            if event.chance(1, 2) and len(event.truth.playing) > FEWEST:
                event.depart(person, "withdrawn", number + 1)
                event.happened(Mishap.NO_SHOW)
            else:
                event.desk.check_in([person.number])
    event.missing = []


def _run_clock(event: RehearsedEvent, number: int, tables: list[TableRobot]) -> None:
    """Start the clock, perhaps too early, and perhaps pause or extend it."""
    page = event.desk.touch_clock(event.desk.clock(number).form_to_press(act="start"))
    if event.chance(1, 4):
        page = event.desk.touch_clock(page.form_to_press(act="withdraw"))
        page = event.desk.touch_clock(page.form_to_press(act=event.random.choice(("start", "restore"))))
        event.happened(Mishap.CLOCK_WITHDRAWN)
    if event.chance(1, 3):
        page = event.desk.touch_clock(page.form_to_press(act="pause"))
        page = event.desk.touch_clock(page.form_to_press(act="resume"))
        event.happened(Mishap.CLOCK_PAUSED)
    if event.chance(1, 3):
        if event.chance(1, 2):
            form = page.form(act="extend")
        else:
            form = page.form(act="extend-table").filled(hanchan=str(event.random.choice(tables).pk))
        event.desk.touch_clock(form.button(seconds="300"))
        event.happened(Mishap.EXTRA_TIME)


def _give_mishaps(event: RehearsedEvent, tables: list[TableRobot]) -> None:
    """Plan as many mishaps for each table as its number of hands allows. The kinds are given out in turn, so that an
    event has all kinds."""
    for table in tables:
        room = max(1, table.hands // 3)
        table.plans = [IN_PLAY[(event.turn + plan) % len(IN_PLAY)] for plan in range(room)]
        event.turn += room


def _play(event: RehearsedEvent, tables: list[TableRobot]) -> None:
    phones = event.random.sample(tables, min(event.wanted.phones or len(tables), len(tables)))
    for table in tables:
        if table not in phones:
            table.write_down()
    fails = event.random.choice(phones) if event.chance(1, 4) else None
    ill = event.random.choice(phones) if event.chance(1, 4) else None
    playing = list(phones)
    while playing:
        table = event.random.choice(playing)
        sleep(event.pace / len(playing))
        table.step()
        if table.waits:
            event.desk.answer_call(table.number)
            table.waits = False
        if table is ill and not table.is_played and not table.absent:
            _fall_ill(event, table)
        if table is fails and not table.unanswered:
            table.write_down()
            event.happened(Mishap.ON_PAPER)
        if table.is_played and not table.unanswered:
            playing.remove(table)
    for table in tables:
        table.end()


def _fall_ill(event: RehearsedEvent, table: TableRobot) -> None:
    seat = event.random.choice(SEATS)
    event.substitute(table, table.entries[seat], SUBSTITUTES[0], len(table.outcomes))
    event.happened(Mishap.FELL_ILL)
