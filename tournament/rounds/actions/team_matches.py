"""Plan the matches of a team season, remove coming matches, and name the players of a round."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.core.text import folded
from tournament.games.queries.seats import next_round_number, playing
from tournament.models import PlayerTeam, TeamSeat, Tournament, Visitor
from tournament.rounds.queries.team_matches import line_up, team_matches
from tournament.seating.people import TooFewPlayers
from tournament.seating.team_matches import match_order


class TeamsTooFew(NotDone):
    """The chosen teams do not fill the tables, or are not teams of this tournament."""

    message = _("A match needs four teams at each table. Nothing was saved; choose more teams or fewer tables.")


class MatchesBegun(NotDone):
    """Conflict: the round has started, or its matches are not the ones that the form showed."""

    message = _("This round has started or was given other matches meanwhile. Nothing was saved; reload the page.")


class NotOfTheTeam(NotDone):
    """A named player does not belong to the team of the seat, or no longer plays."""

    message = _("A player does not play for this team any more. Nothing was saved; check the line-up again.")


def plan_matches(
    *, tournament_id: int, teams: Collection[str], rounds: int, tables: int, seed: int, by: Visitor
) -> None:
    """Plan matches between these teams (`TeamOfPlayers.key`) for the next `rounds` rounds that have no matches; planned
    matches are not changed.

    Raises `TeamsTooFew`.
    """
    with locked_tournament(tournament_id) as tournament:
        matches = team_matches(tournament)
        chosen = [team for team in matches.teams if team.key in teams]
        if len(chosen) != len(set(teams)):
            raise TeamsTooFew
        rows = [team.row or PlayerTeam.objects.create(tournament=tournament, name=team.name) for team in chosen]
        try:
            order = match_order([row.pk for row in rows], rounds, tables=tables, seed=seed, before=matches.order)
        except TooFewPlayers:
            raise TeamsTooFew from None
        first = matches.first_free
        TeamSeat.objects.bulk_create(
            TeamSeat(tournament=tournament, round=number, table=table, seat=seat, team_id=team)
            for number, of_round in enumerate(order, start=first)
            for table, four in enumerate(of_round, start=1)
            for seat, team in enumerate(four)
        )
        log(
            tournament, "matches.planned", by=by, first=first, last=first + rounds - 1, teams=len(rows), tables=tables,
            seed=seed,
        )  # fmt: skip


def drop_matches(*, tournament_id: int, by: Visitor) -> None:
    """Remove the matches of all rounds that have not started. A retry changes nothing."""
    with locked_tournament(tournament_id) as tournament:
        first = next_round_number(tournament)
        dropped, _rows = tournament.team_seats.filter(round__gte=first).delete()
        if dropped:
            log(tournament, "matches.dropped", by=by, first=first)


def name_line_up(*, tournament_id: int, number: int, players: Mapping[int, int | None], by: Visitor) -> None:
    """Name the players who play for their teams in a round. `players` are entry ids by `TeamSeat` id, None for a seat
    whose player is not named yet. Seats that are not in `players` are not changed.

    Raises `MatchesBegun` and `NotOfTheTeam`.
    """
    with locked_tournament(tournament_id) as tournament:
        seats = {seat.pk: seat for seat in line_up(tournament, number)}
        if number < next_round_number(tournament) or not seats.keys() >= players.keys():
            raise MatchesBegun
        may_play = {entry.pk: folded(entry.team) for entry in playing(tournament)}
        changed = [seat for pk, seat in seats.items() if pk in players and seat.entry_id != players[pk]]
        for seat in changed:
            entry = players[seat.pk]
            if entry is not None and may_play.get(entry) != folded(seat.team.name):
                raise NotOfTheTeam
            seat.entry_id = entry
        TeamSeat.objects.bulk_update(changed, ["entry"])
        if changed:
            log(tournament, "matches.line_up", by=by, round=number, numbers=_numbers(tournament, changed))


def _numbers(tournament: Tournament, seats: Collection[TeamSeat]) -> list[int]:
    named = tournament.entries.filter(pk__in=[seat.entry_id for seat in seats])
    return list(named.order_by("number").values_list("number", flat=True))
