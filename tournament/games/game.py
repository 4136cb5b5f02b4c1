"""A hanchan under its rules: its hands replayed, the current situation, and the result.

Screens, sheets, standings, exports and checks all read a hanchan through `Game`; `queries.game` loads it.
"""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import NamedTuple

from scoring.bonus import NO_CHIPS, has_bonus
from scoring.hanchan import PlayedHand, winless
from scoring.placement import Placement, place, who_gets_leftover_bets
from scoring.seats import SEATS, Points, by_seat
from scoring.seats import Seat as SeatNumber
from scoring.uma import Tenths
from tournament.core.namesakes import distinct_names
from tournament.games.play import Play
from tournament.games.substitutes import public_name
from tournament.models import Hand, PaperResult, Seat, Signature, SignedSheet, Substitution


class SubstituteLine(NamedTuple):
    """A substitution with two names to show: `who` is the substitute, `player` the replaced player."""

    substitution: Substitution
    who: str
    player: str


@dataclass(frozen=True)
class Game(Play):
    """A hanchan with all data about it: the current hands in order or the points from paper, the players, the
    signatures.

    `public_name_of` returns the name that people outside the team may see of a substitute.
    """

    seats: tuple[Seat, ...]
    signatures: tuple[Signature, ...]
    sheet: SignedSheet | None
    substitutions: tuple[Substitution, ...] = ()
    public_name_of: Callable[[Substitution], str] = field(default=partial(public_name, refused=()), compare=False)
    second: PaperResult | None = None  # a second person's entry of the points, to check `paper`

    @property
    def has_own_length(self) -> bool:
        """Whether this hanchan is longer or shorter than the tournament's rules say."""
        return self.hanchan.length not in ("", self.hanchan.tournament.ruleset.game_length)

    @property
    def hands_played(self) -> list[tuple[Hand, PlayedHand]]:
        """Return each hand as recorded, with its payments by the rules."""
        return list(zip(self.hands, self.played, strict=True))

    @cached_property
    def names(self) -> tuple[str, ...]:
        """Return the four names by seat, for the table and its referees; players of the same name get their numbers
        added. Public pages must use `public_names`."""
        return self._names(for_team=True)

    @property
    def public_names(self) -> tuple[str, ...]:
        """Return the names by seat for public pages, in the active language. A player who did not consent to a public
        name is called "a player"."""
        return self._names(for_team=False)

    def _names(self, *, for_team: bool) -> tuple[str, ...]:
        names = distinct_names([seat.entry for seat in self.seats], for_team=for_team)
        return tuple(names[seat.entry_id] for seat in self.seats)

    @property
    def is_disputed(self) -> bool:
        """Whether two people entered different points from paper, and no referee has decided between the two entries
        yet."""
        return bool(self.paper and self.second and not self.second.agrees_with(self.paper))

    @property
    def final_points(self) -> Points:
        """Return the four players' points by seat, now or at the end, before leftover riichi bets are given out."""
        return self.paper.points if self.paper else self.situation.points

    @property
    def final_sticks(self) -> int:
        """Return the number of riichi bets on the table, now or at the end."""
        return self.paper.riichi_sticks if self.paper else self.situation.riichi_sticks

    @property
    def gets_leftover_bets(self) -> list[SeatNumber]:
        """Return the seats that would get the riichi bets on the table if the hanchan ended now; empty if the rules
        give them to nobody."""
        return who_gets_leftover_bets(self.final_points, rules=self.rules)

    @cached_property
    def result(self) -> tuple[Placement, ...]:
        """Return the placements by seat: final if the hanchan has ended, otherwise as they would be if it ended now."""
        return place(
            self.final_points,
            self.final_sticks,
            rules=self.rules,
            from_start=self.from_start,
            during_play=self.during_play,
            chips=self.chips,
            winless=self.winless,
        )

    @property
    def chips(self) -> Points:
        """Return the balance of chips by seat: chips won less chips lost. Chips that were entered before the rules were
        corrected to no chips stay in `Hanchan.chips`, but are not part of the game."""
        return by_seat(self.hanchan.chips) if self.hanchan.chips and self.rules.chip_value else NO_CHIPS

    @property
    def winless(self) -> frozenset[SeatNumber]:
        """Return the seats that have won no hand, for the yakitori penalty."""
        if self.paper:
            return frozenset(SeatNumber(seat) for seat in self.hanchan.winless)
        return winless(self.played, rules=self.rules)

    @property
    def has_bonus(self) -> bool:
        """Whether chips or yakitori change the scores under these rules."""
        return has_bonus(self.rules)

    @property
    def from_start(self) -> frozenset[SeatNumber]:
        """Return the seats where a substitute played from the start. The seats that a substitute took over later are in
        `during_play`."""
        return frozenset(seat for seat, substitution in self.substitutes.items() if substitution.from_start)

    @property
    def during_play(self) -> frozenset[SeatNumber]:
        return frozenset(self.substitutes) - self.from_start

    @cached_property
    def substitutes(self) -> dict[SeatNumber, Substitution]:
        """Return the substitutions by seat."""
        seats = {seat.entry_id: SeatNumber(seat.seat) for seat in self.seats}
        return {seats[row.entry_id]: row for row in self.substitutions if row.entry_id in seats}

    @cached_property
    def penalties(self) -> tuple[Tenths, Tenths, Tenths, Tenths]:
        """Return what chombo costs each player, by seat: score points, in thousands, as positive numbers. The chombo of
        a substitute costs nothing."""
        if self.paper:
            costs = [count * self.rules.chombo_value for count in self.paper.chombo_by_seat]
            return by_seat(0 if self.player_hands(seat) == 0 else costs[seat] for seat in SEATS)
        return by_seat(
            sum(hand.settlement.penalties[seat] for hand in self.played[: self.player_hands(seat)]) for seat in SEATS
        )

    @property
    def substitute_lines(self) -> list[SubstituteLine]:
        """Return the substitutions in the order of seats, with the names for the table and its referees (`names`)."""
        return self._substitute_lines(self.names, self.substitute_names)

    @property
    def public_substitute_lines(self) -> list[SubstituteLine]:
        """Return the substitutions in the order of seats for public pages, without the names of people who did not
        consent to a public name."""
        return self._substitute_lines(self.public_names, self.public_substitute_names)

    def _substitute_lines(self, names: tuple[str, ...], who: tuple[str, ...]) -> list[SubstituteLine]:
        return [SubstituteLine(row, who[seat], names[seat]) for seat, row in sorted(self.substitutes.items())]

    @property
    def substitute_names(self) -> tuple[str, ...]:
        """Return the substitutes' names by seat, for the table and its referees; empty for a seat without a substitute.
        Public pages must use `public_substitute_names`."""
        rows = [self.substitutes.get(seat) for seat in SEATS]
        return tuple(row.name if row else "" for row in rows)

    @property
    def public_substitute_names(self) -> tuple[str, ...]:
        """Return the substitutes' names by seat for public pages, in the active language. Names of substitutes who did
        not consent to a public name are left out."""
        rows = [self.substitutes.get(seat) for seat in SEATS]
        return tuple(self.public_name_of(row) if row else "" for row in rows)

    def own_hands(self, seat: int) -> tuple[PlayedHand, ...]:
        """Return the hands that the player of the seat played, without hands that a substitute played."""
        return self.played[: self.player_hands(SeatNumber(seat))]

    def player_hands(self, seat: SeatNumber) -> int | None:
        """Return how many hands the player of the seat played before a substitute took over; None if no substitute
        did."""
        substitution = self.substitutes.get(seat)
        return (substitution.after_hand or 0) if substitution else None

    def veiled(self) -> "Game":
        """Return a copy of the game that shows nothing but its seats, for a withheld round."""
        return replace(self, hands=(), paper=None, second=None, signatures=(), sheet=None, substitutions=())

    def with_paper(self, points: Points, riichi_sticks: int, chombo: Points) -> "Game":
        """Return a copy of the game with these points from paper, which are not stored. `chombo` are the numbers of
        chombo by seat."""
        east, south, west, north = points
        paper = PaperResult(
            east=east, south=south, west=west, north=north, riichi_sticks=riichi_sticks, chombo=list(chombo)
        )
        return replace(self, paper=paper)

    def until(self, hand: int) -> "Game":
        """Return a copy of the game as it was after the hand with this number, without substitutes who took over
        later."""
        present = tuple(row for row in self.substitutions if (row.after_hand or 0) <= hand)
        return replace(self, hands=self.hands[:hand], signatures=(), sheet=None, substitutions=present)
