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
"""South takes 8,000 from West: 38,000, then 30,000 twice, then 22,000."""

AFTER_MANGAN = ("0", "23", "-23", "0")
"""What South's mangan scores by seat: 8.0 + 15, and 0 for the two who share second place (R13.3)."""

DRAW = ExhaustiveDraw(tenpai=frozenset({Seat.EAST}))
TSUMO = Tsumo(win=Win(winner=Seat.EAST, value=HanFu(3, 30)), riichi=frozenset({Seat.EAST}))


def tournament_with(names, *, rounds=1, **options):
    """A tournament with these players, four to a table in this order, one hanchan at each in every round."""
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
    """Call a hanchan off."""
    hanchan.tournament.refresh_from_db()
    hanchan.cancelled_by = log(hanchan.tournament, "hanchan.cancelled", by=STRANGER, hanchan=hanchan)
    hanchan.save()


def show(tournament, players="live", hall="live", everyone="live", number=None):
    """Say from when on its rounds are shown."""
    edit_visibility(
        tournament_id=tournament.pk,
        number=number,
        shown_to_players=players,
        shown_in_hall=hall,
        shown_to_everyone=everyone,
        by=STRANGER,
    )
