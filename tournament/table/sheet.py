"""The score sheet of a finished hanchan, which the players check before they confirm it."""

from collections.abc import Collection
from dataclasses import dataclass
from fractions import Fraction

from scoring.placement import Placement
from scoring.uma import Tenths
from tournament.games.game import Game


@dataclass(frozen=True, kw_only=True)
class SheetRow:
    """One player's row.

    `penalty` is the cost of the player's chombo, in thousands, which is subtracted from the score. `confirmed` says
    whether the player or a referee has confirmed the row. `substitute` is the name of the person who played for the
    player, or "". `on_own_phone` says that the player has once confirmed on their own phone; from then on the player
    can confirm only on that phone.
    """

    seat: int
    name: str
    placement: Placement
    penalty: Tenths
    confirmed: bool
    substitute: str
    on_own_phone: bool = False

    @property
    def counted(self) -> Fraction:
        """Return what the hanchan adds to the player's total, in thousands: the score minus the cost of chombo."""
        return self.placement.score - self.penalty


@dataclass(frozen=True)
class Sheet:
    """The four players' rows, by seat."""

    by_seat: tuple[SheetRow, ...]

    @property
    def by_place(self) -> list[SheetRow]:
        return sorted(self.by_seat, key=lambda row: (row.placement.place, row.seat))


def sheet(game: Game, *, on_own_phone: Collection[int] = ()) -> Sheet:
    """Return the sheet of the hanchan as it is now. `on_own_phone` are the entry numbers of players who may confirm
    only on their own phone."""
    confirmed = {signature.seat for signature in game.signatures}
    return Sheet(
        tuple(
            SheetRow(
                seat=seat.seat,
                name=game.names[seat.seat],
                placement=game.result[seat.seat],
                penalty=game.penalties[seat.seat],
                confirmed=game.sheet is not None or seat.seat in confirmed,
                substitute=game.substitute_names[seat.seat],
                on_own_phone=seat.entry.number in on_own_phone and not game.substitute_names[seat.seat],
            )
            for seat in game.seats
        )
    )
