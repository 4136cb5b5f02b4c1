"""One hanchan: who sat there, what was played or keyed from paper, and what was signed."""

from django.utils.translation import gettext_lazy

from scoring.clock import hands_left
from scoring.game_format import game_from_json, outcome_from_json
from scoring.hanchan import PlayedHand, next_hand
from scoring.outcome import Outcome
from scoring.refusal import Refused
from scoring.seats import SEATS
from tournament.archive.forms.document import Value
from tournament.archive.forms.envelope.known import LARGE, MOST_HANDS, MOST_LOGGED, POINTS, SMALL, Known, exact, new
from tournament.core.words.refusals import refusal_words
from tournament.models import SignedBy


def check_hanchans(hanchans: list[Value], known: Known) -> None:
    taken: set[int] = set()
    for hanchan in hanchans:
        hanchan.keys(
            "id", "table", "seats", "extra_seconds", "time", "cancelled_by", "game", "recorded", "other_hands",
            "paper", "substitutions", "signatures", "sheets",
        )  # fmt: skip
        new(hanchan["id"], hanchan["id"].whole(1, LARGE), known.hanchans)
        table = hanchan["table"].among(known.tables, gettext_lazy("There is no such table."))
        hanchan["extra_seconds"].whole(0, LARGE)
        is_valid = known.is_current(hanchan["cancelled_by"])
        if is_valid:
            new(hanchan["table"], table, taken)
        sitting: set[int] = set()
        for seat in hanchan["seats"].items(4, exactly=4):
            new(seat, known.entry(seat), sitting)
        _said(hanchan, known, is_valid=is_valid)
        _signed(hanchan, known)


def _said(hanchan: Value, known: Known, *, is_valid: bool) -> None:
    on_paper = _paper(hanchan["paper"].items(MOST_LOGGED), known)
    counts = is_valid and not on_paper
    if counts is hanchan["game"].is_null:
        hanchan["game"].fail(gettext_lazy("A game is there just where its hands count."))
    outcomes = _game(hanchan["game"], known) if counts else []
    for hand in hanchan["recorded"].items(MOST_HANDS, exactly=len(outcomes)):
        _recorded(hand.keys("round_wind", "dealer", "by", "at"))
    numbers: set[int] = set()
    others = hanchan["other_hands"].items(MOST_LOGGED)
    for hand in others:
        _other_hand(hand, known, numbers, counts=counts)
    if (outcomes or others or not hanchan["time"].is_null) and not known.is_frozen:
        hanchan.fail(gettext_lazy("Something was played here, and yet the rules are not frozen."))
    if not hanchan["time"].is_null:
        _time(hanchan["time"], known, outcomes)


def _game(game: Value, known: Known) -> list[Outcome]:
    try:
        read = game_from_json(game.data)
    except Refused as refused:
        game.fail(refusal_words(refused))
    if read.rules != known.rules:
        game["ruleset"].fail(gettext_lazy("These are not the rules of the tournament."))
    if "start" in game.data:
        game["start"].fail(gettext_lazy("A game of a tournament starts as its rules say."))
    outcomes: list[Outcome] = []
    played: list[PlayedHand] = []
    for hand in game["hands"].items(MOST_HANDS):
        try:
            outcomes.append(outcome_from_json(hand.data))
            played.append(next_hand(outcomes[-1], played, rules=known.rules, start=None))
        except Refused as refused:
            hand.fail(refusal_words(refused))
    return outcomes


def _recorded(hand: Value) -> None:
    hand["round_wind"].word("ESWN")
    hand["dealer"].whole(0, 3)
    hand["by"].text(160)
    hand["at"].moment()


def _other_hand(hand: Value, known: Known, numbers: set[int], *, counts: bool) -> None:
    hand.keys("round_wind", "dealer", "by", "at", "number", "outcome", "honba", "deltas", "superseded_by")
    _recorded(hand)
    number = hand["number"].whole(1, SMALL)
    try:
        outcome_from_json(hand["outcome"].data)
    except Refused as refused:
        hand["outcome"].fail(refusal_words(refused))
    hand["honba"].whole(0, LARGE)
    for delta in hand["deltas"].items(4, exactly=4):
        delta.whole(-POINTS, POINTS)
    if known.is_current(hand["superseded_by"]):
        if counts:
            hand.fail(gettext_lazy("A hand that counts belongs to the game."))
        new(hand["number"], number, numbers)


def _time(time: Value, known: Known, outcomes: list[Outcome]) -> None:
    time.keys("called_at", "after", "in_progress")
    time["called_at"].moment()
    after = time["after"].whole(0, SMALL)
    try:
        hands_left(outcomes[after:], in_progress=time["in_progress"].flag(), rules=known.rules)
    except Refused as refused:
        time.fail(refusal_words(refused))


def _paper(papers: list[Value], known: Known) -> bool:
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
        if known.is_current(paper["superseded_by"]):
            if is_second in current:
                paper.fail(gettext_lazy("Only one of these can count."))
            current.add(is_second)
        if not known.is_frozen:
            paper.fail(gettext_lazy("Something was played here, and yet the rules are not frozen."))
    if current == {True}:
        papers[-1].fail(gettext_lazy("Nothing is there that this was keyed to check."))
    return False in current


def _signed(hanchan: Value, known: Known) -> None:
    _substitutions(hanchan["substitutions"].items(MOST_LOGGED), known)
    seats: set[int] = set()
    for signature in hanchan["signatures"].items(MOST_LOGGED):
        signature.keys("seat", "by", "at", "withdrawn_by")
        signature["by"].text(160 if signature["seat"].is_null else 0)
        signature["at"].moment()
        is_current = known.is_current(signature["withdrawn_by"])
        if not signature["seat"].is_null:
            seat = signature["seat"].whole(0, 3)
            if is_current:
                new(signature["seat"], seat, seats)
    current = 0
    for sheet in hanchan["sheets"].items(MOST_LOGGED):
        sheet.keys("riichi_sticks", "lines", "by", "at", "withdrawn_by", maybe=("method",))
        if "method" in sheet.data:
            sheet["method"].word(SignedBy.values)
        sheet["riichi_sticks"].whole(0, SMALL)
        for name in sheet["by"].items(2):
            name.text(160)
        sheet["at"].moment()
        for seat, line in zip(SEATS, sheet["lines"].items(4, exactly=4), strict=True):
            _line(line, known, seat)
        current += known.is_current(sheet["withdrawn_by"])
        if current > 1:
            sheet.fail(gettext_lazy("Only one of these can count."))


def _substitutions(substitutions: list[Value], known: Known) -> None:
    away: set[int] = set()
    for substitution in substitutions:
        substitution.keys("entry", "name", "after_hand", "said_by", "taken_back_by")
        number = known.entry(substitution["entry"])
        substitution["name"].text(80, shortest=1)
        if not substitution["after_hand"].is_null:
            substitution["after_hand"].whole(0, SMALL)
        substitution["said_by"].whole(1, known.logged)
        if known.is_current(substitution["taken_back_by"]):
            new(substitution["entry"], number, away)


def _line(line: Value, known: Known, seat: int) -> None:
    line.keys("seat", "entry", "points", "place", "uma", "score", "penalty", "substitute")
    line["substitute"].text(80)
    line["seat"].whole(seat, seat)
    known.entry(line["entry"])
    line["points"].whole(-POINTS, POINTS)
    line["place"].whole(1, 4)
    for name in ("uma", "score", "penalty"):
        exact(line[name])
