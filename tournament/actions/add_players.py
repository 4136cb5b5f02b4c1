"""Enter players in a tournament."""

from collections.abc import Sequence
from uuid import UUID

from django.db.models import Max
from django.utils.translation import gettext_lazy as _

from tournament.actions.errors import NotDone
from tournament.actions.journal import log, logged_before
from tournament.actions.locking import locked_tournament
from tournament.models import Entry, Player, Tournament, Visitor
from tournament.queries.players import PastedName, known_players, name_key


class PlayersChanged(NotDone):
    """What the preview showed of the players is not so any more."""

    message = _("The players were changed meanwhile. Nobody was added; look at the names again.")


def add_players(*, tournament_id: int, key: UUID, names: Sequence[PastedName], by: Visitor) -> int:
    """Enter them in order, and say how many. The same submission again enters nobody.

    Raises `PlayersChanged` where somebody of these names came or went since the preview.
    """
    with locked_tournament(tournament_id) as tournament:
        repeated = logged_before(key, "players.added", tournament=tournament)
        if repeated is not None:
            return len(repeated.data["players"])
        _check_preview(tournament, names, by)

        last = tournament.entries.aggregate(Max("number"))["number__max"] or 0
        added = [name for name in names if name.choice != "skip"]
        players = [
            name.choice if isinstance(name.choice, int) else Player.objects.create(name=name.name).pk for name in added
        ]
        Entry.objects.bulk_create(
            Entry(tournament=tournament, player_id=player, number=number)
            for number, player in enumerate(players, last + 1)
        )
        if added:
            log(tournament, "players.added", by=by, key=key, players=[name.name for name in added])
        return len(added)


def _check_preview(tournament: Tournament, names: Sequence[PastedName], by: Visitor) -> None:
    known = known_players(tournament, by)
    for name in names:
        now = known.get(name_key(name.name), [])
        chosen_is_here = any(player.is_here for player in now if player.player == name.choice)
        if {player.player for player in now} != name.known or chosen_is_here:
            raise PlayersChanged
        if isinstance(name.choice, int) and name.choice not in name.known:
            raise PlayersChanged
