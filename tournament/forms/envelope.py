"""A whole tournament read from a document, `tenbo/1` (docs/envelope.md), as `queries.envelope` writes it.

Everything is checked before anything is written: kinds, numbers that mean something, hands that the rules take.
"""

import datetime
import re
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NewType

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.clock import hands_left
from scoring.game_format import game_from_json, outcome_from_json
from scoring.hanchan import PlayedHand, next_hand
from scoring.outcome import Outcome
from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.rules import Ruleset, ruleset_from_json
from scoring.seats import SEATS
from tournament.forms.document import BadDocument, Value, moment, parsed
from tournament.forms.facts import name_problem
from tournament.forms.refusals import refusal_words
from tournament.models import Appeal, Cut, Departure, EntryStatus, Shown, ShownAs, SignedBy
from tournament.models.penalty import Offence
from tournament.models.tournament import SitOut
from tournament.queries.envelope import FORMAT
from tournament.seating.people import KINDS
from tournament.seating.quality import faults, plan_hash

MOST_BYTES = 20_000_000
SMALL = 32_767
"""The largest of the numbers that a small column keeps."""

LARGE = 2**31 - 1
POINTS = 10_000_000
MOST_ENTRIES, MOST_TABLES, MOST_ROUNDS, MOST_HANDS, MOST_LOGGED = 2_000, 1_000, 200, 500, 200_000
MOST_LANGUAGES = 20
EXACT = re.compile(r"-?\d+(\.\d+|/[1-9]\d*)?")

Document = NewType("Document", dict[str, Any])
"""A document in which everything is as it should be."""

PARTS = (
    "format", "form", "tournament", "ruleset", "terms", "entries", "tables", "plans", "cuts", "departures",
    "penalties", "calls", "visibilities", "rounds", "log",
)  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class Summary:
    """What a document holds, for whoever looks at it first."""

    name: str
    place: str
    starts_on: datetime.date | None
    is_public: bool
    ruleset: Ruleset
    players: int
    tables: int
    rounds: int
    hanchans: int
    hands: int
    signed: int
    logged: int
    last_at: datetime.datetime | None


def summary(document: Document) -> Summary:
    """Of a document that was read."""
    about = document["tournament"]
    hanchans = [hanchan for round_ in document["rounds"] for hanchan in round_["hanchans"]]
    return Summary(
        name=about["name"],
        place=about["place"],
        starts_on=datetime.date.fromisoformat(about["starts_on"]) if about["starts_on"] else None,
        is_public=about["is_public"],
        ruleset=ruleset_from_json(document["ruleset"], RULESETS),
        players=len(document["entries"]),
        tables=len(document["tables"]),
        rounds=len(document["rounds"]),
        hanchans=sum(hanchan["cancelled_by"] is None for hanchan in hanchans),
        hands=sum(len(hanchan["recorded"]) for hanchan in hanchans),
        signed=sum(any(sheet["withdrawn_by"] is None for sheet in hanchan["sheets"]) for hanchan in hanchans),
        logged=len(document["log"]),
        last_at=moment(document["log"][-1]["at"]) if document["log"] else None,
    )


def read_envelope(content: bytes) -> Document:
    """The document in a file. Raises `BadDocument`."""
    document = Value(parsed(content, MOST_BYTES))
    _check_format(document)
    document.keys(*PARTS, maybe=("appeals",))
    is_frozen = _check_tournament(document["tournament"])
    return _Reader(document, is_frozen).read()


def _check_format(document: Value) -> None:
    data = document.anything()
    written = data.get("format")
    if not isinstance(written, str) or not written.startswith("tenbo/"):
        document.fail(_("This is no tournament: its format is not “%(format)s”.") % {"format": FORMAT})
    if written != FORMAT:
        unknown = _("This document is of the format “%(found)s”; this Tenbo reads “%(format)s”.")
        raise BadDocument("format", unknown % {"found": written[:40], "format": FORMAT})
    if data.get("form") == "public":
        lacks = gettext_lazy(
            "This is the public form of a tournament, without its log. Only an organizer's safety copy can be imported."
        )
        raise BadDocument("form", lacks)
    if data.get("form") != "whole":
        raise BadDocument("form", gettext_lazy("This is neither “whole” nor “public”."))


def _check_tournament(tournament: Value) -> bool:
    tournament.keys(
        "name", "place", "starts_on", "is_public", "rules_frozen", "archived_at", "kept_apart", "sit_out",
        "sit_out_points", "shown", maybe=("is_club_night", "languages"),
    )  # fmt: skip
    if not tournament["kept_apart"].is_null:
        for kind in tournament["kept_apart"].items(len(KINDS)):
            kind.word(KINDS)
    tournament["sit_out"].word(SitOut.values)
    _exact(tournament["sit_out_points"])
    _check_shown(tournament["shown"].keys("players", "hall", "everyone"))
    tournament["name"].text(100, shortest=1)
    tournament["place"].text(100)
    if not tournament["starts_on"].is_null:
        tournament["starts_on"].day()
    tournament["is_public"].flag()
    if "is_club_night" in tournament.anything():
        tournament["is_club_night"].flag()
    if "languages" in tournament.anything():
        for language in tournament["languages"].items(MOST_LANGUAGES):
            language.text(10, shortest=2)
    if not tournament["archived_at"].is_null:
        tournament["archived_at"].moment()
    return tournament["rules_frozen"].flag()


def _check_shown(shown: Value) -> None:
    for audience in ("players", "hall", "everyone"):
        shown[audience].word(Shown.values)


def _check_terms(terms: Value) -> None:
    terms.keys("is_on", "opens_on", "closes_on", "limit", "is_moderated")
    terms["is_on"].flag()
    terms["is_moderated"].flag()
    opens, closes = (None if terms[name].is_null else terms[name].day() for name in ("opens_on", "closes_on"))
    if opens and closes and opens > closes:
        terms["closes_on"].fail(gettext_lazy("Entries close before they open."))
    if not terms["limit"].is_null:
        terms["limit"].whole(0, SMALL)


def _check_entry(entry: Value) -> None:
    entry.keys(
        "number", "name", "country", "country_letters", "club", "ema_number", "status", "team", "paid",
        "reserved_table", "may_publish", "checked_in_at", maybe=("arrived_by_link", "removed_at", "shown_as"),
    )  # fmt: skip
    if "arrived_by_link" in entry.data:
        entry["arrived_by_link"].flag()
    if entry.data.get("removed_at") is not None:
        entry["removed_at"].moment()
    if "shown_as" in entry.data:
        entry["shown_as"].word(ShownAs.values)
    for name, longest in (("country", 2), ("country_letters", 3), ("club", 80), ("ema_number", 8), ("team", 80)):
        entry[name].text(longest)
    entry["paid"].flag()
    entry["may_publish"].flag()
    if not entry["reserved_table"].is_null:
        entry["reserved_table"].whole(0, SMALL)
    status = entry["status"].word(EntryStatus.values)
    if not entry["checked_in_at"].is_null:
        entry["checked_in_at"].moment()
        if status != EntryStatus.ACCEPTED:
            entry["checked_in_at"].fail(gettext_lazy("Only who plays is checked in."))


def _check_clock(clock: Value) -> None:
    clock.keys("minutes", "extra_seconds", "started_at", "paused_at", "paused_microseconds")
    if not clock["minutes"].is_null:
        clock["minutes"].whole(1, SMALL)
    clock["extra_seconds"].whole(0, LARGE)
    paused = clock["paused_microseconds"].whole(0, 10**13)
    for name in ("started_at", "paused_at"):
        if not clock[name].is_null:
            clock[name].moment()
    if clock["started_at"].is_null and (paused or not clock["paused_at"].is_null):
        clock["started_at"].fail(gettext_lazy("A clock that never started was never paused."))


class _Reader:
    """Checks a document part by part; what one part names, later parts may refer to."""

    def __init__(self, document: Value, is_frozen: bool) -> None:
        self.document, self.is_frozen = document, is_frozen
        self.rules = _ruleset(document["ruleset"])
        self.entries: set[int] = set()
        self.tables: set[int] = set()
        self.hanchans: set[int] = set()
        self.logged = len(document["log"].items(MOST_LOGGED))

    def read(self) -> Document:
        if not self.document["terms"].is_null:
            _check_terms(self.document["terms"])
        for entry in self.document["entries"].items(MOST_ENTRIES):
            _check_entry(entry)
            _new(entry["number"], entry["number"].whole(1, SMALL), self.entries)
            problem = name_problem(entry["name"].text(80))
            was_removed = entry.data.get("removed_at") is not None
            if problem and not (was_removed and entry["name"].data == ""):
                entry["name"].fail(problem)
        for table in self.document["tables"].items(MOST_TABLES):
            _new(table, table.whole(1, SMALL), self.tables)
        self._plans(self.document["plans"].items(MOST_LOGGED))
        self._cuts(self.document["cuts"].items(MOST_LOGGED))
        self._departures(self.document["departures"].items(MOST_LOGGED))
        self._penalties(self.document["penalties"].items(MOST_LOGGED))
        self._calls(self.document["calls"].items(MOST_LOGGED))
        if "appeals" in self.document.data:
            self._appeals(self.document["appeals"].items(MOST_LOGGED))
        said: set[int] = set()
        for one in self.document["visibilities"].items(MOST_ROUNDS):
            _check_shown(one.keys("round", "players", "hall", "everyone"))
            _new(one["round"], one["round"].whole(1, SMALL), said)
        numbers: set[int] = set()
        for round_ in self.document["rounds"].items(MOST_ROUNDS):
            round_.keys("number", "started_at", "approved_by", "released_by", "resting", "clock", "hanchans")
            _new(round_["number"], round_["number"].whole(1, SMALL), numbers)
            round_["started_at"].moment()
            self._is_current(round_["approved_by"])
            self._is_current(round_["released_by"])
            resting: set[int] = set()
            for entry in round_["resting"].items(MOST_ENTRIES):
                _new(entry, self._entry(entry), resting)
            if not round_["clock"].is_null:
                _check_clock(round_["clock"])
            self._hanchans(round_["hanchans"].items(10 * MOST_TABLES))
        self._log()
        return Document(self.document.data)

    def _plans(self, plans: list[Value]) -> None:
        current = 0
        for plan in plans:
            plan.keys("rounds", "seed", "hash", "accepted_by", "superseded_by")
            numbers: set[int] = set()
            for tables in plan["rounds"].items(MOST_ROUNDS):
                for table in tables.items(MOST_TABLES):
                    numbers |= {seat.whole(1, SMALL) for seat in table.items(4, exactly=4)}
            if not numbers or faults(plan["rounds"].data, sorted(numbers)):
                plan["rounds"].fail(gettext_lazy("Somebody has two seats in one round, or a round has no table."))
            if not plan["seed"].is_null:
                plan["seed"].whole(0, LARGE)
            if plan["hash"].text(64) != plan_hash(plan["rounds"].data):
                plan["hash"].fail(gettext_lazy("This is not the fingerprint of these rounds."))
            plan["accepted_by"].whole(1, self.logged)
            current += self._is_current(plan["superseded_by"])
            if current > 1:
                plan.fail(gettext_lazy("Only one of these can count."))

    def _cuts(self, cuts: list[Value]) -> None:
        after: set[int] = set()
        for cut in cuts:
            cut.keys("after_round", "carried", "finalists", "decided_by", "taken_back_by")
            cut["carried"].word(Cut.Carried.values)
            going_on: set[int] = set()
            for finalist in cut["finalists"].items(MOST_ENTRIES):
                _new(finalist, self._entry(finalist), going_on)
            cut["decided_by"].whole(1, self.logged)
            round_ = cut["after_round"].whole(1, SMALL)
            if self._is_current(cut["taken_back_by"]):
                _new(cut["after_round"], round_, after)

    def _departures(self, departures: list[Value]) -> None:
        gone: set[int] = set()
        for departure in departures:
            departure.keys("entry", "kind", "from_round", "decided_by", "taken_back_by")
            departure["kind"].word(Departure.Kind.values)
            departure["from_round"].whole(1, SMALL)
            departure["decided_by"].whole(1, self.logged)
            number = self._entry(departure["entry"])
            if self._is_current(departure["taken_back_by"]):
                _new(departure["entry"], number, gone)

    def _penalties(self, penalties: list[Value]) -> None:
        for penalty in penalties:
            penalty.keys("entry", "offence", "points", "minutes", "round", "rule", "given_by", "taken_back_by")
            self._entry(penalty["entry"])
            penalty["offence"].word(Offence.values)
            if _exact(penalty["points"]) < 0:
                penalty["points"].fail(gettext_lazy("A penalty takes points off; it has no sign."))
            for name in ("minutes", "round"):
                if not penalty[name].is_null:
                    penalty[name].whole(0, SMALL)
            penalty["rule"].text(60)
            penalty["given_by"].whole(1, self.logged)
            self._is_current(penalty["taken_back_by"])

    def _calls(self, calls: list[Value]) -> None:
        open_at: set[int] = set()
        for call in calls:
            call.keys(
                "table", "round", "word", "called_by", "taken_by", "closed_by", "was_answered", "situation", "decision",
                "rule",
            )  # fmt: skip
            table = call["table"].among(self.tables, gettext_lazy("There is no such table."))
            if not call["round"].is_null:
                call["round"].whole(0, SMALL)
            for name, longest in (("word", 80), ("situation", 500), ("decision", 500), ("rule", 60)):
                call[name].text(longest)
            call["called_by"].whole(1, self.logged)
            self._is_current(call["taken_by"])
            if self._is_current(call["closed_by"]):
                _new(call["table"], table, open_at)
                if call["was_answered"].flag():
                    call["was_answered"].fail(gettext_lazy("An answered call is closed."))
            call["was_answered"].flag()

    def _appeals(self, appeals: list[Value]) -> None:
        penalties, calls = len(self.document["penalties"].data), len(self.document["calls"].data)
        open_against: set[tuple[int | None, int | None]] = set()
        for appeal in appeals:
            appeal.keys(
                "penalty", "call", "appealed_by", "text", "made_by", "outcome", "decision", "replaced_by", "decided_by",
            )  # fmt: skip
            penalty = None if appeal["penalty"].is_null else appeal["penalty"].whole(1, penalties)
            call = None if appeal["call"].is_null else appeal["call"].whole(1, calls)
            if (penalty is None) is (call is None):
                appeal.fail(gettext_lazy("An appeal is against a penalty or against a ruling."))
            appeal["appealed_by"].text(80, shortest=1)
            for name in ("text", "decision"):
                appeal[name].text(500)
            appeal["made_by"].whole(1, self.logged)
            if not appeal["replaced_by"].is_null:
                appeal["replaced_by"].whole(1, penalties)
            is_open = self._is_current(appeal["decided_by"])
            appeal["outcome"].word(("",) if is_open else Appeal.Outcome.values)
            if is_open and (penalty, call) in open_against:
                appeal.fail(gettext_lazy("Only one of these can count."))
            if is_open:
                open_against.add((penalty, call))

    def _hanchans(self, hanchans: list[Value]) -> None:
        taken: set[int] = set()
        for hanchan in hanchans:
            hanchan.keys(
                "id", "table", "seats", "extra_seconds", "time", "cancelled_by", "game", "recorded", "other_hands",
                "paper", "substitutions", "signatures", "sheets",
            )  # fmt: skip
            _new(hanchan["id"], hanchan["id"].whole(1, LARGE), self.hanchans)
            table = hanchan["table"].among(self.tables, gettext_lazy("There is no such table."))
            hanchan["extra_seconds"].whole(0, LARGE)
            is_valid = self._is_current(hanchan["cancelled_by"])
            if is_valid:
                _new(hanchan["table"], table, taken)
            sitting: set[int] = set()
            for seat in hanchan["seats"].items(4, exactly=4):
                _new(seat, self._entry(seat), sitting)
            self._said(hanchan, is_valid=is_valid)
            self._signed(hanchan)

    def _said(self, hanchan: Value, *, is_valid: bool) -> None:
        on_paper = self._paper(hanchan["paper"].items(MOST_LOGGED))
        counts = is_valid and not on_paper
        if counts is hanchan["game"].is_null:
            hanchan["game"].fail(gettext_lazy("A game is there just where its hands count."))
        outcomes = self._game(hanchan["game"]) if counts else []
        for hand in hanchan["recorded"].items(MOST_HANDS, exactly=len(outcomes)):
            self._recorded(hand.keys("round_wind", "dealer", "by", "at"))
        numbers: set[int] = set()
        others = hanchan["other_hands"].items(MOST_LOGGED)
        for hand in others:
            self._other_hand(hand, numbers, counts=counts)
        if (outcomes or others or not hanchan["time"].is_null) and not self.is_frozen:
            hanchan.fail(gettext_lazy("Something was played here, and yet the rules are not frozen."))
        if not hanchan["time"].is_null:
            self._time(hanchan["time"], outcomes)

    def _game(self, game: Value) -> list[Outcome]:
        try:
            read = game_from_json(game.data)
        except Refused as refused:
            game.fail(refusal_words(refused))
        if read.rules != self.rules:
            game["ruleset"].fail(gettext_lazy("These are not the rules of the tournament."))
        if "start" in game.data:
            game["start"].fail(gettext_lazy("A game of a tournament starts as its rules say."))
        outcomes: list[Outcome] = []
        played: list[PlayedHand] = []
        for hand in game["hands"].items(MOST_HANDS):
            try:
                outcomes.append(outcome_from_json(hand.data))
                played.append(next_hand(outcomes[-1], played, rules=self.rules, start=None))
            except Refused as refused:
                hand.fail(refusal_words(refused))
        return outcomes

    def _recorded(self, hand: Value) -> None:
        hand["round_wind"].word("ESWN")
        hand["dealer"].whole(0, 3)
        hand["by"].text(160)
        hand["at"].moment()

    def _other_hand(self, hand: Value, numbers: set[int], *, counts: bool) -> None:
        hand.keys("round_wind", "dealer", "by", "at", "number", "outcome", "honba", "deltas", "superseded_by")
        self._recorded(hand)
        number = hand["number"].whole(1, SMALL)
        try:
            outcome_from_json(hand["outcome"].data)
        except Refused as refused:
            hand["outcome"].fail(refusal_words(refused))
        hand["honba"].whole(0, LARGE)
        for delta in hand["deltas"].items(4, exactly=4):
            delta.whole(-POINTS, POINTS)
        if self._is_current(hand["superseded_by"]):
            if counts:
                hand.fail(gettext_lazy("A hand that counts belongs to the game."))
            _new(hand["number"], number, numbers)

    def _time(self, time: Value, outcomes: list[Outcome]) -> None:
        time.keys("called_at", "after", "in_progress")
        time["called_at"].moment()
        after = time["after"].whole(0, SMALL)
        try:
            hands_left(outcomes[after:], in_progress=time["in_progress"].flag(), rules=self.rules)
        except Refused as refused:
            time.fail(refusal_words(refused))

    def _paper(self, papers: list[Value]) -> bool:
        """Whether one of them counts."""
        current: set[bool] = set()
        for paper in papers:
            paper.keys("points", "riichi_sticks", "chombo", "by", "at", "superseded_by", maybe=("is_second",))
            is_second = "is_second" in paper.data and paper["is_second"].flag()
            for points in paper["points"].items(4, exactly=4):
                points.whole(-POINTS, POINTS)
            paper["riichi_sticks"].whole(0, SMALL)
            if paper["chombo"].data != []:
                for count in paper["chombo"].items(4, exactly=4):
                    count.whole(0, SMALL)
            paper["by"].text(160)
            paper["at"].moment()
            if self._is_current(paper["superseded_by"]):
                if is_second in current:
                    paper.fail(gettext_lazy("Only one of these can count."))
                current.add(is_second)
            if not self.is_frozen:
                paper.fail(gettext_lazy("Something was played here, and yet the rules are not frozen."))
        if current == {True}:
            papers[-1].fail(gettext_lazy("Nothing is there that this was keyed to check."))
        return False in current

    def _substitutions(self, substitutions: list[Value]) -> None:
        away: set[int] = set()
        for substitution in substitutions:
            substitution.keys("entry", "name", "after_hand", "said_by", "taken_back_by")
            number = self._entry(substitution["entry"])
            substitution["name"].text(80, shortest=1)
            if not substitution["after_hand"].is_null:
                substitution["after_hand"].whole(0, SMALL)
            substitution["said_by"].whole(1, self.logged)
            if self._is_current(substitution["taken_back_by"]):
                _new(substitution["entry"], number, away)

    def _signed(self, hanchan: Value) -> None:
        self._substitutions(hanchan["substitutions"].items(MOST_LOGGED))
        seats: set[int] = set()
        for signature in hanchan["signatures"].items(MOST_LOGGED):
            signature.keys("seat", "by", "at", "withdrawn_by")
            signature["by"].text(160)
            signature["at"].moment()
            is_current = self._is_current(signature["withdrawn_by"])
            if not signature["seat"].is_null:
                seat = signature["seat"].whole(0, 3)
                if is_current:
                    _new(signature["seat"], seat, seats)
        current = 0
        for sheet in hanchan["sheets"].items(MOST_LOGGED):
            sheet.keys("riichi_sticks", "lines", "by", "at", "withdrawn_by", maybe=("method",))
            if "method" in sheet.data:
                sheet["method"].word(SignedBy.values)
            sheet["riichi_sticks"].whole(0, SMALL)
            sheet["by"].text(160)
            sheet["at"].moment()
            for seat, line in zip(SEATS, sheet["lines"].items(4, exactly=4), strict=True):
                self._line(line, seat)
            current += self._is_current(sheet["withdrawn_by"])
            if current > 1:
                sheet.fail(gettext_lazy("Only one of these can count."))

    def _line(self, line: Value, seat: int) -> None:
        line.keys("seat", "entry", "points", "place", "uma", "score", "penalty", "substitute")
        line["substitute"].text(80)
        line["seat"].whole(seat, seat)
        self._entry(line["entry"])
        line["points"].whole(-POINTS, POINTS)
        line["place"].whole(1, 4)
        for name in ("uma", "score", "penalty"):
            _exact(line[name])

    def _log(self) -> None:
        for number, entry in enumerate(self.document["log"].items(MOST_LOGGED), start=1):
            entry.keys("number", "at", "by", "kind", "hanchan", "data", "reason")
            if entry["number"].whole(1, LARGE) != number:
                entry["number"].fail(gettext_lazy("The log has a gap, or something is there twice."))
            entry["at"].moment()
            entry["by"].text(160)
            entry["kind"].text(40, shortest=1)
            entry["reason"].text(300)
            entry["data"].anything()
            if not entry["hanchan"].is_null:
                entry["hanchan"].among(self.hanchans, gettext_lazy("There is no such hanchan."))

    def _entry(self, value: Value) -> int:
        return value.among(self.entries, _("There is no entry %(number)s.") % {"number": str(value.data)[:20]})

    def _is_current(self, log_number: Value) -> bool:
        """Whether no entry of the log took it back."""
        if log_number.is_null:
            return True
        log_number.whole(1, self.logged)
        return False


def _ruleset(value: Value) -> Ruleset:
    try:
        return ruleset_from_json(value.anything(), RULESETS)
    except Refused as refused:
        value.fail(refusal_words(refused))


def _exact(value: Value) -> Fraction:
    text = value.text(24)
    if not (text.isascii() and EXACT.fullmatch(text) and abs(Fraction(text)) <= POINTS):
        value.fail(gettext_lazy("This is no number like 23.5 or 50/3."))
    return Fraction(text)


def _new(where: Value, number: int, known: set[int]) -> None:
    if number in known:
        where.fail(gettext_lazy("This is there twice."))
    known.add(number)


def first_difference(said: Any, kept: Any, where: str = "") -> str | None:
    """The first place where what a document said is not there any more; what is there besides does not matter."""
    if isinstance(said, dict) and isinstance(kept, dict):
        places: Iterable[tuple[str, Any, Any]] = (
            (f"{where}.{key}" if where else key, value, kept.get(key, _Missing)) for key, value in said.items()
        )
    elif isinstance(said, list) and isinstance(kept, list) and len(said) == len(kept):
        places = ((f"{where}[{n}]", *pair) for n, pair in enumerate(zip(said, kept, strict=True)))
    else:
        return None if type(said) is type(kept) and said == kept else where
    return next((found for place, a, b in places if (found := first_difference(a, b, place)) is not None), None)


class _Missing:
    """What is not there at all."""
