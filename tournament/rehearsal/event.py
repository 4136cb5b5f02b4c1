"""The whole day of an event: what happens when, drawn from a seed, until its last sheet is signed and compared."""

from fractions import Fraction
from random import Random
from time import sleep

from scoring.penalties import lateness
from scoring.presets import RULESETS
from scoring.rules import Ruleset
from scoring.seats import SEATS, Seat
from scoring.stages import Carry, Line, line_after
from tournament.rehearsal.browser import Browser
from tournament.rehearsal.desk import Desk
from tournament.rehearsal.html_forms import Form, Stuck
from tournament.rehearsal.miscounted import miscounted
from tournament.rehearsal.mishaps import IN_PLAY, Mishap
from tournament.rehearsal.people import names
from tournament.rehearsal.table import TableRobot
from tournament.rehearsal.truth import Cut, Person, Truth
from tournament.rehearsal.wanted import Report, Wanted
from tournament.table.edits import Replace, Seen

SUBSTITUTES = ("Robot One", "Robot Two", "Robot Three")
FEWEST = 6
"""So many players stay, whoever drops out."""


class Event:
    """One rehearsal. The same `Wanted` plays the same event. `organizer` is a browser that is logged in.

    `within` is the address of a tournament that is open already, and its rules. `pace` is how many seconds a table
    takes for a hand.
    """

    def __init__(
        self, wanted: Wanted, organizer: Browser, *, within: tuple[str, Ruleset] | None = None, pace: float = 0
    ) -> None:
        self.wanted = wanted
        self.pace = pace
        self.random = Random(wanted.seed)  # noqa: S311 (hands, not secrets)
        self.desk = Desk(organizer)
        self.desk.slug, self.rules = within or ("", RULESETS[wanted.ruleset])
        self.truth = Truth()
        self.report = Report()
        self.links: dict[int, str] = {}
        self.late: list[tuple[TableRobot, int]] = []
        self.missing: list[Person] = []
        self.has_plan = True
        self.fits = True
        self.turn = self.random.randrange(len(IN_PLAY))

    def run(self) -> Report:
        """The whole event. Raises `Stuck` where a robot cannot go on, or the site and the robots differ."""
        before = self.desk.browser.requests
        if not self.desk.slug:
            self.desk.open_tournament(f"Rehearsal {self.wanted.seed}", self.wanted.ruleset)
        self.report.slug = self.desk.slug
        latecomers = 4 if self.wanted.rounds > 1 and self.wanted.players >= 12 and self._chance(1, 2) else 0
        everybody = names(self.wanted.players, self.random)
        self._enter(everybody[: self.wanted.players - latecomers])
        self.desk.plan(self.wanted.rounds, self.wanted.seed)
        self._arrive()
        for number in range(1, self.wanted.rounds + 1):
            if number == 2 and latecomers:
                self._enter(everybody[-latecomers:])
                self._happened(Mishap.LATE_ENTRY)
                self.fits = False
            self._between(number)
            self._round(number)
        self._finish_late()
        self.truth.compare(self.desk.standings())
        self.report.requests += self.desk.browser.requests - before
        return self.report

    def _happened(self, mishap: Mishap) -> None:
        self.report.mishaps[mishap] += 1

    def _chance(self, wins: int, of: int) -> bool:
        return self.random.randrange(of) < wins

    # The morning

    def _enter(self, people: list[str]) -> None:
        self.desk.enter(people)
        entries = self.desk.people()
        for number, name in enumerate(people, len(self.truth.people) + 1):
            self.truth.people[entries[name]] = Person(name=name, number=number, entry=entries[name])

    def _arrive(self) -> None:
        """Most check in; one may be late, and one may never come."""
        people = self.truth.playing
        self.missing = self.random.sample(people, self.random.choice((0, 1, 1, 2))) if len(people) > FEWEST else []
        self.desk.check_in([person.number for person in people if person not in self.missing])

    def _seat_missing(self, tables: list[TableRobot], number: int) -> None:
        """Who is late when the round starts: a few minutes, or too many, and a substitute plays. May never come."""
        for person, name in zip(self.missing, SUBSTITUTES, strict=False):
            table = next((table for table in tables if person.entry in table.entries), None)
            if table is None:
                continue
            if self._chance(1, 2):
                minutes = self.random.randint(1, 10)
                self.desk.check_in([person.number])
                self.desk.penalize(person.entry, "late", "", round_number=number, minutes=str(minutes))
                person.penalties.append((number, lateness(minutes)))
                self._happened(Mishap.LATE)
            else:
                self._substitute(table, person.entry, name, None)
                self._happened(Mishap.REPLACED)
                if self._chance(1, 2) and len(self.truth.playing) > FEWEST:
                    self._depart(person, "withdrawn", number + 1)
                    self._happened(Mishap.NO_SHOW)
                else:
                    self.desk.check_in([person.number])
        self.missing = []

    # Between two rounds

    def _between(self, number: int) -> None:
        if number > 1:
            self._drop_out(number)
            if number == self.wanted.rounds and len(self.truth.could_go_on()) > FEWEST and self._chance(2, 3):
                self._finish_late()
                self._cut(number - 1)
        elif self.missing and self._chance(1, 4) and len(self.truth.playing) > FEWEST:
            person = self.missing.pop()
            self._depart(person, "withdrawn", 1)
            self._happened(Mishap.NO_SHOW)
        if not self.fits and self.has_plan:
            if self._chance(2, 3):
                self.desk.repair()
                self.fits = True
            else:
                self.desk.drop_plan()
                self.has_plan = False
                self._happened(Mishap.PLAN_DROPPED)

    def _drop_out(self, number: int) -> None:
        if not self._chance(1, 2) or len(self.truth.playing) <= FEWEST:
            return
        person = self.random.choice(self.truth.playing)
        kind = self.random.choice(("withdrawn", "withdrawn", "disqualified", "struck", "removed"))
        self._depart(person, kind, number)
        self._happened(Mishap.WITHDRAWN if kind in {"withdrawn", "removed"} else Mishap.DISQUALIFIED)
        if self._chance(1, 4):
            self.desk.come_back(person.number)
            person.status = ""
            self._happened(Mishap.CAME_BACK)

    def _depart(self, person: Person, kind: str, from_round: int) -> None:
        self.desk.depart(person.number, kind, from_round)
        person.status = kind
        self.fits = False

    def _cut(self, after: int) -> None:
        """Some go on to the last round. The line that the page shows is compared with the robots'."""
        places = self.truth.could_go_on()
        count = self.random.choice([count for count in (4, 8, 5) if count < len(places)])
        carry = self.random.choice(list(Carry))
        for again in (self._chance(1, 4), False):
            line = line_after(places, count)
            form = self.desk.line(count=count)
            shown = f"{_listed(line.above)};{_listed(line.tied)}"
            if form.fields["shown"] != [shown]:
                raise Stuck(f"the line is at {form.fields['shown']}, but it should be at {shown}")
            finalists = frozenset(line.above)
            if line.tied:
                form, ticked = self._at_line(form, line, count)
                finalists |= ticked
            self.desk.cut(form.filled(carried=carry.name.lower()))
            if not again:
                break
            self.desk.take_cut_back()
            self._happened(Mishap.CUT_TAKEN_BACK)
        self.truth.cuts.append(Cut(after, carry, finalists))
        self._happened(Mishap.CUT)

    def _at_line(self, form: Form, line: Line, count: int) -> tuple[Form, frozenset[int]]:
        """Who of those level at the line goes on: as drawn, or ticked by hand."""
        self._happened(Mishap.TIE_AT_LINE)
        if self._chance(1, 2):
            seed = self.random.randrange(1000)
            return self.desk.line(count=count, seed=seed), line.drawn(seed)
        ticked = line.tied[: line.open]
        return form.filled(go=[str(entry) for entry in ticked]), frozenset(ticked)

    # A round

    def _round(self, number: int) -> None:
        proposal = self._proposal(number)
        self.desk.start(proposal)
        if self._chance(1, 8):
            self.desk.take_round_back(number)
            self._happened(Mishap.ROUND_TAKEN_BACK)
            self.desk.start(proposal)
        self._finish_late()
        tables = self._sit_down(proposal, number)
        self._seat_missing(tables, number)
        self._run_clock(number, tables)
        self._give_mishaps(tables)
        self._play(tables)
        last = [tables[-1]] if number < self.wanted.rounds and self._chance(2, 3) else []
        self.late = [(table, number) for table in last]
        for table in tables:
            if table not in last:
                self._sign(table, number)
        if self._chance(1, 2):
            self._penalize(number)
        if not self.late:
            self._approve(tables, number)

    def _proposal(self, number: int) -> Form:
        asked: dict[str, str | list[int]] = {}
        if self.truth.cuts:
            asked["side"] = self.random.choice(("play", "rest"))
        if self.truth.cuts or not self.has_plan:
            asked["seed"] = str(self.random.randrange(1000))
            if number > 1:
                asked["way"] = self.random.choice(("random", "swiss", "standings"))
        return self.desk.propose(**asked)

    def _sit_down(self, proposal: Form, number: int) -> list[TableRobot]:
        count = int(proposal.fields["tables"][0])
        if count > len(self.links):
            self.links = self.desk.links()
        tables = []
        for table in range(1, count + 1):
            entries = tuple(int(proposal.fields[f"seat-{table}-{seat:d}"][0]) for seat in SEATS)
            hands = self.random.randint(min(4, self.wanted.hands - 1), self.wanted.hands)
            robot = TableRobot(Browser(), self.rules, self.random, hands, table, entries, swaps=self._chance(3, 4))
            robot.sit_down(self.links[table])
            tables.append(robot)
        self.truth.tables[number] = tables
        return tables

    def _give_mishaps(self, tables: list[TableRobot]) -> None:
        """In turn, so that a whole event has each; a table has as many as its hands leave room for."""
        for table in tables:
            room = max(1, table.hands // 3)
            table.plans = [IN_PLAY[(self.turn + plan) % len(IN_PLAY)] for plan in range(room)]
            self.turn += room

    def _play(self, tables: list[TableRobot]) -> None:
        phones = self.random.sample(tables, min(self.wanted.phones or len(tables), len(tables)))
        for table in tables:
            if table not in phones:
                table.write_down()
        fails = self.random.choice(phones) if self._chance(1, 4) else None
        ill = self.random.choice(phones) if self._chance(1, 4) else None
        playing = list(phones)
        while playing:
            table = self.random.choice(playing)
            sleep(self.pace / len(playing))
            table.step()
            if table.waits:
                self.desk.answer_call(table.number)
                table.waits = False
            if table is ill and not table.is_played and not table.absent:
                self._fall_ill(table)
            if table is fails and not table.unanswered:
                table.write_down()
                self._happened(Mishap.ON_PAPER)
            if table.is_played and not table.unanswered:
                playing.remove(table)
        for table in tables:
            table.end()

    def _fall_ill(self, table: TableRobot) -> None:
        seat = self.random.choice(SEATS)
        self._substitute(table, table.entries[seat], SUBSTITUTES[0], len(table.outcomes))
        self._happened(Mishap.FELL_ILL)

    def _substitute(self, table: TableRobot, entry: int, name: str, since: int | None) -> None:
        self.desk.substitute(table.hanchan, entry, name, "start" if since is None else str(since))
        table.absent[Seat(table.entries.index(entry))] = since

    def _run_clock(self, number: int, tables: list[TableRobot]) -> None:
        """Started, and perhaps stopped, lengthened, or started too early."""
        page = self.desk.touch_clock(self.desk.clock(number).form_to_press(act="start"))
        if self._chance(1, 4):
            page = self.desk.touch_clock(page.form_to_press(act="withdraw"))
            page = self.desk.touch_clock(page.form_to_press(act=self.random.choice(("start", "restore"))))
            self._happened(Mishap.CLOCK_WITHDRAWN)
        if self._chance(1, 3):
            page = self.desk.touch_clock(page.form_to_press(act="pause"))
            page = self.desk.touch_clock(page.form_to_press(act="resume"))
            self._happened(Mishap.CLOCK_PAUSED)
        if self._chance(1, 3):
            if self._chance(1, 2):
                form = page.form(act="extend")
            else:
                form = page.form(act="extend-table").filled(hanchan=str(self.random.choice(tables).pk))
            self.desk.touch_clock(form.button(seconds="300"))
            self._happened(Mishap.EXTRA_TIME)

    # After a round

    def _finish_late(self) -> None:
        """Sheets of the round before, which are signed when the next one is on already."""
        late, self.late = self.late, []
        for table, number in late:
            table.look_back()
            self._sign(table, number)
            self._happened(Mishap.LATE_SIGNATURE)
            if self._chance(1, 3):
                self._approve(self.truth.tables[number], number)

    def _sign(self, table: TableRobot, number: int) -> None:
        """All four on their phone, or a referee for all."""
        if not table.paper and self._chance(1, 3):
            table.sign()
        else:
            self.desk.sign(self.desk.at("table-round", table.number, number))
        table.check()
        self.report.hands += len(table.outcomes)
        self.report.sheets += 1
        self.report.requests += table.browser.requests
        self.report.mishaps += table.happened

    def _penalize(self, number: int) -> None:
        person = self.random.choice(self.truth.playing)
        offence = self.random.choice(("obstruction", "misconduct", "procedure", "other"))
        points = self.random.choice(("0", "5", "8", "12.5"))
        penalty = self.desk.penalize(person.entry, offence, points, round_number=number)
        self._happened(Mishap.PENALTY if Fraction(points) else Mishap.WARNING)
        if self._chance(1, 4):
            self.desk.take_penalty_back(penalty)
            self._happened(Mishap.PENALTY_TAKEN_BACK)
        else:
            person.penalties.append((number, Fraction(points)))

    def _approve(self, tables: list[TableRobot], number: int) -> None:
        self.desk.approve(number)
        table = self.random.choice(tables)
        found = None if table.paper else miscounted(table, self.random)
        if found and self._chance(1, 2):
            where, right = found
            before = table.played[where].before
            self.desk.correct(table.hanchan, Replace(where + 1, right, Seen.of(before)))
            table.outcomes[where] = right
            self.desk.sign(self.desk.at("table-round", table.number, number))
            table.check()
            self.desk.approve(number)
            self._happened(Mishap.APPROVED_CORRECTED)


def _listed(entries: tuple[int, ...]) -> str:
    return ",".join(map(str, sorted(entries)))
