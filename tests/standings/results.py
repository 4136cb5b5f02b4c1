"""Tournaments with results, for the tests of standings, pages, leagues and exports."""

from scoring.outcome import ExhaustiveDraw, HanFu, Limit, Ron, Tsumo, Win
from scoring.seats import Seat
from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    enter,
)
from tournament.core.actions.journal import log
from tournament.site.actions.edit_visibility import edit_visibility

MANGAN = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=Limit.MANGAN),))
"""A ron of South from West for 8,000 points: South has 38,000, East and North 30,000, West 22,000."""

AFTER_MANGAN = ("0", "23", "-23", "0")
"""The scores by seat after `MANGAN`, in thousands: South has 8.0 + 15. East and North share second place, so that their
uma is (5 - 5) / 2 = 0 (R13.3)."""

DRAW = ExhaustiveDraw(tenpai=frozenset({Seat.EAST}))
TSUMO = Tsumo(win=Win(winner=Seat.EAST, value=HanFu(3, 30)), riichi=frozenset({Seat.EAST}))


def tournament_with(names, *, rounds=1, **options):
    """Create a tournament with players of these names, four at each table in this order, with a hanchan at each table
    in every round."""
    tournament = TournamentFactory(**options)
    entries = enter(
        [
            EntryFactory.build(tournament=tournament, player__name=name, number=number)
            for number, name in enumerate(names, start=1)
        ]
    )
    tables = [TableFactory(tournament=tournament, number=number + 1) for number in range(len(names) // 4)]
    hanchans = [
        HanchanFactory(round=round_, table=table, entries=entries[4 * place : 4 * place + 4])
        for round_ in (RoundFactory(tournament=tournament, number=number + 1) for number in range(rounds))
        for place, table in enumerate(tables)
    ]
    return tournament, entries, hanchans


def cancel(hanchan):
    """Cancel a hanchan."""
    hanchan.tournament.refresh_from_db()
    hanchan.cancelled_by = log(hanchan.tournament, "hanchan.cancelled", by=STRANGER, hanchan=hanchan)
    hanchan.save()


def show(tournament, players="live", hall="live", everyone="live", number=None):
    """Set when the tournament's rounds are shown, or only the round with this `number`."""
    edit_visibility(
        tournament_id=tournament.pk,
        number=number,
        shown_to_players=players,
        shown_in_hall=hall,
        shown_to_everyone=everyone,
        by=STRANGER,
    )
