"""The results with the columns that the American Riichi Association requires (nariichi.org, tournament certification):
member numbers, and each player's preferred and legal name. The member numbers of Riichi Canada are added."""

from django.utils.translation import gettext as _

from tournament.archive.queries.takeaway import Takeaway
from tournament.core.exports.tables import Cell, Column, DataTable
from tournament.models import Player


def is_for_federations(takeaway: Takeaway) -> bool:
    """Whether any player has an ARA or Riichi Canada number, or a legal name."""
    return any(_has_facts(row.entry.player) for row in takeaway.board.rows)


def _has_facts(player: Player) -> bool:
    return bool(player.ara_number or player.riichi_canada_number or player.legal_name)


def federations(takeaway: Takeaway) -> DataTable:
    """Return the results with a row for each player who has a rank: the member numbers, the preferred and the legal
    name, and the round of each cut that the player passed."""
    columns = (
        Column(title=_("Place"), kind="count", width=7),
        Column(title=_("Preferred name"), width=30),
        Column(title=_("Legal name"), width=30),
        Column(title=_("ARA number"), width=14),
        Column(title=_("Riichi Canada number"), width=14),
        Column(title=_("EMA number"), width=12),
        Column(title=_("Club"), width=20),
        Column(title=_("Country"), width=9),
        Column(title=_("Total"), kind="score", width=9),
        Column(title=_("Hanchans"), kind="count", width=10),
        Column(title=_("Advanced after round"), width=12),
    )
    rows: list[list[Cell]] = []
    for row in takeaway.board.rows:
        player = row.entry.player
        if row.place:
            rows.append([
                row.place,
                player.name or takeaway.names[row.entry.pk],
                player.legal_name or player.name,
                player.ara_number,
                player.riichi_canada_number,
                player.ema_number,
                player.club,
                player.country_shown,
                row.total,
                row.played,
                ", ".join(str(cut.after_round) for cut in row.passed),
            ])  # fmt: skip
    return DataTable(name=_("Federations"), columns=columns, rows=rows)
