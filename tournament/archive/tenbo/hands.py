"""The hands of a hanchan: hands that count, as `hanchan/1` and with their authors, and hands that do not count."""

from uuid import uuid4

from django.utils.translation import gettext_lazy
from typing_extensions import TypedDict

from scoring.game_format import game_from_json, outcome_from_json
from scoring.hanchan import PlayedHand, next_hand, replay
from scoring.outcome import Outcome
from scoring.refusal import Refused
from scoring.rules import Ruleset, ruleset_to_json
from tournament.archive.tenbo.columns import ImportedRows, by_wind, record_of
from tournament.archive.tenbo.people import stored_name
from tournament.archive.tenbo.scope import DocumentScope, check_new, placed
from tournament.archive.tenbo.values import (
    Author,
    BadDocument,
    Four,
    HandJson,
    Json,
    LargeCount,
    LogNumber,
    Moment,
    Number,
    Points,
    SeatNumber,
    Wind,
    list_too_long,
    moment_of,
    ordered,
)
from tournament.archive.tenbo.whole import WholeTournament
from tournament.core.limits import MOST_HANDS
from tournament.core.words.refusals import refusal_words
from tournament.games.game import Game
from tournament.games.game_data import game_data
from tournament.models import Hand
from tournament.models.table.hanchan import rules_of_length


class RecordedHandRecord(TypedDict):
    """Situation, author and time of a hand that counts. Its outcome is in the game; its points follow from the
    rules."""

    round_wind: Wind
    dealer: SeatNumber
    by: Author
    at: Moment


class HandRecord(RecordedHandRecord):
    """A hand that does not count. Its outcome is written as in `hanchan/1`; `deltas` are the points that each player
    won or lost in it."""

    number: Number
    outcome: HandJson
    honba: LargeCount
    deltas: Four[Points]
    superseded_by: LogNumber | None


def game_record(game: Game) -> Json:
    """Return a game as `hanchan/1`. All options of the ruleset are written out, because another version of Tenbo may
    have different options under the same key of the rulebook. Substitutes are left out: the document has them beside
    the game, with their names."""
    data = game_data(game)
    data.pop("substitutes", None)
    hands = [ordered(outcome) for outcome in data["hands"]]
    return {**data, "ruleset": ruleset_to_json(game.rules), "hands": hands}


def players(game: Game) -> list[str]:
    """Return the players' full names. Names of people who did not consent are left out only in the public form, not
    here."""
    return [stored_name(seat.entry.player) for seat in game.seats]


def recorded_record(hand: Hand) -> RecordedHandRecord:
    return record_of(RecordedHandRecord, hand, by=hand.recorded_as, at=hand.recorded_at)


def hand_record(hand: Hand, whole: WholeTournament) -> HandRecord:
    return whole.record(
        HandRecord,
        hand,
        "superseded_by",
        by=hand.recorded_as,
        at=hand.recorded_at,
        outcome=ordered(hand.outcome),
        deltas=hand.deltas,
    )


def checked_game(place: str, data: Json, rules: Ruleset) -> list[Outcome]:
    """Return the outcomes of a game's hands, after each hand was checked by the rules. Raises `BadDocument` with the
    `place` of the first wrong hand."""
    try:
        game = game_from_json(data)
    except Refused as refused:
        raise BadDocument(place, refusal_words(refused)) from None
    if game.rules != rules:
        raise BadDocument(f"{place}.ruleset", gettext_lazy("The game’s rules are not the rules of the tournament."))
    if "start" in data:
        raise BadDocument(
            f"{place}.start", gettext_lazy("A game must start with the points that the tournament’s rules give.")
        )
    if "substitutes" in data:
        raise BadDocument(
            f"{place}.substitutes", gettext_lazy("List the substitutes under “substitutions”, not in the game.")
        )
    if len(game.hands) > MOST_HANDS:
        raise BadDocument(f"{place}.hands", list_too_long(MOST_HANDS))
    played: list[PlayedHand] = []
    outcomes: list[Outcome] = []
    for hand_place, hand in placed(f"{place}.hands", game.hands):
        try:
            outcomes.append(outcome_from_json(hand))
            played.append(next_hand(outcomes[-1], played, rules=rules, start=game.start))
        except Refused as refused:
            raise BadDocument(hand_place, refusal_words(refused)) from None
    return outcomes


def check_other_hands(where: str, hands: list[HandRecord], scope: DocumentScope, *, counts: bool) -> None:
    numbers: set[int] = set()
    for place, hand in placed(where, hands):
        try:
            outcome_from_json(hand["outcome"])
        except Refused as refused:
            raise BadDocument(f"{place}.outcome", refusal_words(refused)) from None
        scope.check_logged(place, hand, "superseded_by")
        if hand["superseded_by"] is None:
            if counts:
                raise BadDocument(place, gettext_lazy("A hand that counts must be among the hands of the game."))
            check_new(f"{place}.number", hand["number"], numbers)


def counted_hands(
    game: Json | None, records: list[RecordedHandRecord], rules: Ruleset, length: str = ""
) -> list[HandRecord]:
    """Return the hands of a game with the points that the tournament's rules give. The hands are replayed, which takes
    longer than reading or writing them. `length` is the length of the game."""
    if game is None:
        return []
    outcomes = game["hands"]
    start = game_from_json(game).start
    played = replay(map(outcome_from_json, outcomes), rules=rules_of_length(rules, length), start=start)
    return [
        {
            **recorded,
            "number": number,
            "outcome": outcome,
            "honba": replayed.before.honba,
            "deltas": list(replayed.settlement.deltas),
            "superseded_by": None,
        }
        for number, (recorded, outcome, replayed) in enumerate(zip(records, outcomes, played, strict=True), 1)
    ]


def hand_row(imported: ImportedRows, hanchan: int, record: HandRecord) -> Hand:
    return imported.row(
        Hand,
        record,
        "superseded_by",
        hanchan_id=hanchan,
        **by_wind(record["deltas"]),
        to_table=-sum(record["deltas"]),
        key=uuid4(),
        recorded_as=record["by"],
        recorded_at=moment_of(record["at"]),
    )
