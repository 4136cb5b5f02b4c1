"""The differences between the stored hands, points and sheets of one hanchan and its replay."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.game_writing import decimal_string
from scoring.hanchan import PlayedHand, next_hand
from scoring.placement import check_final_points
from scoring.refusal import Refused
from scoring.seats import SEATS
from tournament.games.game import Game
from tournament.models import Hand, SheetLine, SignedSheet


def replayed_until_refused(game: Game) -> tuple[list[PlayedHand], Refused | None]:
    """Replay the hands up to the first impossible hand. Return the replayed hands, and the reason why the next hand is
    impossible; None instead of a reason if all hands are possible."""
    played: list[PlayedHand] = []
    for hand in game.hands:
        try:
            played.append(next_hand(hand.parsed_outcome(), played, rules=game.rules, start=None))
        except Refused as refused:
            return played, refused
    return played, None


def derived_columns(played: PlayedHand) -> dict[str, int]:
    """Return the derived columns of a hand's row, with the values that a replay gives."""
    columns = ("east", "south", "west", "north", "to_table", "honba")
    values = (*played.settlement.deltas, played.settlement.to_table, played.before.honba)
    return dict(zip(columns, values, strict=True))


def stored_values(hand: Hand, columns: Iterable[str]) -> dict[str, int]:
    """Return the stored values of a hand's row in these columns."""
    return {column: getattr(hand, column) for column in columns}


def place_of(game: Game) -> str:
    """Describe a hanchan by its tournament, round, table and id."""
    hanchan = game.hanchan
    values = {"round": hanchan.round.number, "table": hanchan.table.number, "pk": hanchan.pk}
    place = _("round %(round)s, table %(table)s, hanchan %(pk)s") % values
    return f"{hanchan.tournament.slug}, {place}"


def differences_in_game(game: Game) -> Iterator[str]:
    """Yield a line for every difference in one hanchan."""
    if [seat.seat for seat in game.seats] != list(SEATS):
        yield _("the hanchan’s seats are %(seats)s") % {"seats": [seat.seat for seat in game.seats]}
        return
    played, refused = replayed_until_refused(game)
    yield from _in_hands(game, played, refused)
    if game.paper:
        try:
            check_final_points(
                game.paper.points, game.paper.riichi_sticks, rules=game.rules, start_points=game.start_points
            )
        except Refused as impossible:
            yield _("the hanchan’s points from the paper sheet are impossible. %(message)s") % {
                "message": impossible.message
            }
    if game.sheet and (refused is None or game.paper):
        yield from _on_sheet(game, game.sheet)


def _in_hands(game: Game, played: list[PlayedHand], refused: Refused | None) -> Iterator[str]:
    numbers = [hand.number for hand in game.hands]
    if numbers != list(range(1, len(numbers) + 1)):
        yield _("the hanchan’s hands are numbered %(numbers)s") % {"numbers": numbers}
    for hand, replayed in zip(game.hands, played, strict=False):
        yield from _in_hand(hand, replayed)
    if refused:
        values = {"number": game.hands[len(played)].number, "message": refused.message}
        yield _("hand %(number)s is impossible. %(message)s") % values


def _in_hand(hand: Hand, replayed: PlayedHand) -> Iterator[str]:
    should_be = derived_columns(replayed)
    for column, stored in stored_values(hand, should_be).items():
        if stored != should_be[column]:
            values = {"number": hand.number, "column": column, "found": stored, "derived": should_be[column]}
            yield _("hand %(number)s: stored %(column)s is %(found)s, but a replay gives %(derived)s") % values
    recorded = f"{hand.round_wind}{hand.dealer + 1}"
    replayed_as = f"{replayed.before.round_wind}{replayed.before.dealer + 1}"
    if recorded != replayed_as:
        values = {"number": hand.number, "recorded": recorded, "replayed": replayed_as}
        yield _("hand %(number)s was recorded as %(recorded)s, but a replay gives %(replayed)s") % values


def _on_sheet(game: Game, sheet: SignedSheet) -> Iterator[str]:
    if game.hanchan.cancelled_by_id:
        yield _("the hanchan was cancelled, but its sheet is still signed")
    if not game.ending:
        yield _("the hanchan is not over, but its sheet is signed")
    if sheet.riichi_sticks != game.final_sticks:
        bets = {"signed": sheet.riichi_sticks, "found": game.final_sticks}
        yield _("the sheet has %(signed)s riichi bets left, but a replay gives %(found)s") % bets
    lines = {line.seat: line for line in sheet.lines.all()}
    if sorted(lines) != list(SEATS):
        yield _("the sheet has lines for the seats %(seats)s") % {"seats": sorted(lines)}
    for seat, line in sorted(lines.items()):
        for field, signed, replayed in _compared(game, line):
            if signed != replayed:
                values = {"what": field, "signed": signed, "seat": seat, "found": replayed}
                yield _("the sheet says %(what)s %(signed)s for seat %(seat)s, but a replay gives %(found)s") % values


def _compared(game: Game, line: SheetLine) -> Iterator[tuple[str, object, object]]:
    placement = game.result[line.seat]
    yield pgettext("of a sheet", "entry"), line.entry_id, game.seats[line.seat].entry_id
    yield pgettext("of a sheet", "points"), line.points, placement.points
    yield pgettext("of a sheet", "place"), line.place, placement.place
    yield pgettext("of a sheet", "uma"), line.uma, decimal_string(placement.uma)
    yield pgettext("of a sheet", "score"), line.score, decimal_string(placement.score)
    yield pgettext("of a sheet", "substitute"), line.substitute, game.substitute_names[line.seat]
    yield pgettext("of a sheet", "penalty"), line.penalty, decimal_string(game.penalties[line.seat])
