"""One hanchan: who sat there, what was played or keyed from paper, and what was signed."""

from scoring.rules import ruleset_to_json
from tournament.archive.queries.envelope.people import kept_name
from tournament.archive.queries.envelope.values import Json, current, moment, ordered
from tournament.archive.queries.envelope.whole import WholeTournament
from tournament.games.game import Game
from tournament.games.game_data import game_data
from tournament.models import Hanchan, Hand, PaperResult, Signature, SignedSheet, Substitution


def whole_hanchan(hanchan: Hanchan, whole: WholeTournament) -> Json:
    game = _game(hanchan, whole)
    counts = game.paper is None and hanchan.cancelled_by_id is None
    others = [hand for hand in hanchan.hands.all() if not counts or hand.superseded_by_id]
    return _seated(hanchan, whole) | {
        "cancelled_by": whole.log_numbers[hanchan.cancelled_by_id],
        "game": _game_data(game) | {"players": _players(game)} if counts else None,
        "recorded": [_recorded(hand) for hand in game.hands] if counts else [],
        "other_hands": [_other_hand(hand, whole) for hand in others],
        "paper": [_paper(paper, whole) for paper in hanchan.paper_results.all()],
        "substitutions": [_substitution(one, whole) for one in hanchan.substitutions.all()],
        "signatures": [_signature(signature, whole) for signature in hanchan.signatures.all()],
        "sheets": [_sheet(sheet, whole) for sheet in hanchan.sheets.all()],
    }


def public_hanchan(hanchan: Hanchan, whole: WholeTournament) -> Json:
    game = _game(hanchan, whole)
    return _seated(hanchan, whole) | {
        "game": None if game.paper else _game_data(game),
        "paper": _points(game.paper) if game.paper else None,
        "substitutions": [
            _public_substitution(one, whole) for one in hanchan.substitutions.all() if one.taken_back_by_id is None
        ],
        "sheet": _lines(game.sheet, whole) if game.sheet else None,
    }


def seats_alone(hanchan: Hanchan, whole: WholeTournament) -> Json:
    """Of a withheld round: when time was up tells how many hands there were."""
    unknown: Json = {"time": None, "game": None, "paper": None, "substitutions": [], "sheet": None}
    return _seated(hanchan, whole) | unknown


def _seated(hanchan: Hanchan, whole: WholeTournament) -> Json:
    return {
        "id": whole.hanchan_ids[hanchan.pk],
        "table": hanchan.table.number,
        "seats": [seat.entry.number for seat in hanchan.seats.all()],
        "extra_seconds": hanchan.extra_seconds,
        "time": _time(hanchan),
    }


def _time(hanchan: Hanchan) -> Json | None:
    if hanchan.time_called_at is None:
        return None
    return {
        "called_at": moment(hanchan.time_called_at),
        "after": hanchan.time_called_after,
        "in_progress": hanchan.time_hand_in_progress,
    }


def _game(hanchan: Hanchan, whole: WholeTournament) -> Game:
    """The game of a hanchan that was loaded with all that was ever said of it."""
    return Game(
        hanchan=hanchan,
        rules=whole.rules,
        seats=tuple(hanchan.seats.all()),
        hands=tuple(sorted(current(hanchan.hands.all()), key=lambda hand: hand.number)),
        paper=next(current(paper for paper in hanchan.paper_results.all() if not paper.is_second), None),
        signatures=(),
        sheet=next((sheet for sheet in hanchan.sheets.all() if sheet.withdrawn_by_id is None), None),
    )


def _game_data(game: Game) -> Json:
    """With its rules in full: a rulebook's key may mean other rules where the document is read."""
    data = game_data(game)
    hands = [ordered(outcome) for outcome in data["hands"]]
    return {**data, "ruleset": ruleset_to_json(game.rules), "hands": hands}


def _players(game: Game) -> list[str]:
    """The names as they are: only the public form leaves out those of people who did not consent."""
    return [kept_name(seat.entry.player) for seat in game.seats]


def _recorded(hand: Hand) -> Json:
    """What a hand that counts needs besides its outcome: the rules give its points."""
    return {
        "round_wind": hand.round_wind,
        "dealer": hand.dealer,
        "by": hand.recorded_as,
        "at": moment(hand.recorded_at),
    }


def _other_hand(hand: Hand, whole: WholeTournament) -> Json:
    return _recorded(hand) | {
        "number": hand.number,
        "outcome": ordered(hand.outcome),
        "honba": hand.honba,
        "deltas": list(hand.deltas),
        "superseded_by": whole.log_numbers[hand.superseded_by_id],
    }


def _points(paper: PaperResult) -> Json:
    return {"points": list(paper.points), "riichi_sticks": paper.riichi_sticks, "chombo": paper.chombo}


def _paper(paper: PaperResult, whole: WholeTournament) -> Json:
    return _points(paper) | {
        "is_second": paper.is_second,
        "by": paper.recorded_as,
        "at": moment(paper.recorded_at),
        "superseded_by": whole.log_numbers[paper.superseded_by_id],
    }


def _public_substitution(substitution: Substitution, whole: WholeTournament) -> Json:
    return {
        "entry": whole.entry_numbers[substitution.entry_id],
        "name": substitution.name,
        "after_hand": substitution.after_hand,
    }


def _substitution(substitution: Substitution, whole: WholeTournament) -> Json:
    return _public_substitution(substitution, whole) | {
        "said_by": whole.log_numbers[substitution.said_by_id],
        "taken_back_by": whole.log_numbers[substitution.taken_back_by_id],
    }


def _signature(signature: Signature, whole: WholeTournament) -> Json:
    return {
        "seat": signature.seat,
        "by": signature.signed_as,
        "at": moment(signature.at),
        "withdrawn_by": whole.log_numbers[signature.withdrawn_by_id],
    }


def _sheet(sheet: SignedSheet, whole: WholeTournament) -> Json:
    return _lines(sheet, whole) | {
        "method": sheet.method,
        "by": sheet.signed_as,
        "at": moment(sheet.signed_at),
        "withdrawn_by": whole.log_numbers[sheet.withdrawn_by_id],
    }


def _lines(sheet: SignedSheet, whole: WholeTournament) -> Json:
    return {
        "riichi_sticks": sheet.riichi_sticks,
        "lines": [
            {
                "seat": line.seat,
                "entry": whole.entry_numbers[line.entry_id],
                "points": line.points,
                "place": line.place,
                "uma": line.uma,
                "score": line.score,
                "penalty": line.penalty,
                "substitute": line.substitute,
            }
            for line in sorted(sheet.lines.all(), key=lambda line: line.seat)
        ],
    }
