"""Plan the matches of a team season, remove coming matches, and name the players of a round."""

from collections.abc import Collection, Mapping

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.errors import NotDone
from tournament.core.limits import MOST_LOGGED, MOST_MATCHES_TO_COME, MOST_ROUNDS
from tournament.core.merge import merged
from tournament.core.text import folded
from tournament.games.queries.seats import next_round_number, playing
from tournament.models import PlayerTeam, TeamSeat, Tournament, Visitor
from tournament.people.actions.edit_player_teams import check_new_teams
from tournament.rounds.queries.team_matches import MatchBasis, line_up, match_basis
from tournament.seating.people import Rounds, TooFewPlayers
from tournament.seating.team_matches import match_order


class TeamsTooFew(NotDone):
    """The chosen teams do not fill the tables, or are not teams of this tournament."""

    message = _("A match needs four teams at each table. Nothing was saved; choose more teams or fewer tables.")


class MatchesBegun(NotDone):
    """Conflict: the round has started, or the matches have changed since the form was shown."""

    message = _(
        "Meanwhile this round has started, or somebody changed its matches. Nothing was saved; reload the page."
    )


class NotOfTheTeam(NotDone):
    """A player who was named for a seat does not belong to the seat's team, or no longer plays."""

    message = _("One of the players no longer plays for this team. Nothing was saved; check the line-up again.")


class TooManyMatches(NotDone):
    """The tournament would have more rounds, or more coming matches, than are allowed."""

    def __init__(self) -> None:
        text = _(
            "A tournament can have at most %(rounds)s rounds, and %(matches)s matches to come. Nothing was saved; plan"
            " fewer rounds."
        )
        super().__init__(text % {"rounds": MOST_ROUNDS, "matches": MOST_MATCHES_TO_COME})


def plan_matches(
    *,
    tournament_id: int,
    teams: Collection[str],
    rounds: int,
    tables: int,
    seed: int,
    by: Visitor,
    first: int | None = None,
) -> None:
    """Plan matches between these teams (`TeamOfPlayers.key`) for the next `rounds` rounds that have no matches; planned
    matches are not changed. `first` is the number of the first of these rounds, as the page showed it.

    Raises `TeamsTooFew`, `TooManyMatches`, `TooManyTeams`, and `MatchesBegun` if the same form is sent twice, or if
    somebody planned matches, started a round or changed these teams meanwhile.
    """
    # Drawn before the lock is taken, because it can take long.
    basis = match_basis(Tournament.objects.get(pk=tournament_id), teams)
    if first not in {None, basis.first}:
        raise MatchesBegun
    order = _drawn(basis, teams, rounds, tables=tables, seed=seed)
    with locked_tournament(tournament_id) as tournament:
        if match_basis(tournament, teams) != basis:
            raise MatchesBegun
        if tournament.team_seats.count() + 4 * rounds * tables > MOST_LOGGED:
            raise TooManyMatches
        row_of = _rows(tournament, basis)
        TeamSeat.objects.bulk_create(
            TeamSeat(tournament=tournament, round=number, table=table, seat=seat, team_id=row_of[team])
            for number, of_round in enumerate(order, start=basis.first)
            for table, four in enumerate(of_round, start=1)
            for seat, team in enumerate(four)
        )
        log(
            tournament, "matches.planned", by=by, first=basis.first, last=basis.first + rounds - 1, teams=len(row_of),
            tables=tables, seed=seed,
        )  # fmt: skip


def _drawn(basis: MatchBasis, teams: Collection[str], rounds: int, *, tables: int, seed: int) -> Rounds:
    """Draw the matches between these teams for `rounds` rounds. Raises `TeamsTooFew` and `TooManyMatches`."""
    if len(basis.teams) != len(set(teams)):
        raise TeamsTooFew
    if basis.first + rounds - 1 > MOST_ROUNDS or basis.to_come + rounds * tables > MOST_MATCHES_TO_COME:
        raise TooManyMatches
    try:
        return match_order(basis.numbers, rounds, tables=tables, seed=seed, before=basis.before)
    except TooFewPlayers:
        raise TeamsTooFew from None


def _rows(tournament: Tournament, basis: MatchBasis) -> dict[int, int]:
    """Return each team's `PlayerTeam` id by the team's number in the draw. A team that is not stored yet is stored."""
    numbered = list(zip(basis.numbers, basis.teams, strict=True))
    new = {number: PlayerTeam(tournament=tournament, name=name) for number, (name, row) in numbered if row is None}
    check_new_teams(tournament, len(new))
    PlayerTeam.objects.bulk_create(new.values())
    return {number: new[number].pk if row is None else row for number, (_name, row) in numbered}


def drop_matches(*, tournament_id: int, by: Visitor) -> None:
    """Remove the matches of all rounds that have not started. A retry changes nothing."""
    with locked_tournament(tournament_id) as tournament:
        first = next_round_number(tournament)
        dropped, _rows = tournament.team_seats.filter(round__gte=first).delete()
        if dropped:
            log(tournament, "matches.dropped", by=by, first=first)


def name_line_up(
    *,
    tournament_id: int,
    number: int,
    players: Mapping[int, int | None],
    by: Visitor,
    base: Mapping[int, int | None] | None = None,
) -> None:
    """Name the players who play for their teams in a round. `players` are entry ids by `TeamSeat` id, None for a seat
    whose player is not named yet. Seats that are not in `players` are not changed. For `base`, see `merged`.

    Raises `MatchesBegun` and `NotOfTheTeam`.
    """
    with locked_tournament(tournament_id) as tournament:
        seats = {seat.pk: seat for seat in line_up(tournament, number)}
        if number < next_round_number(tournament) or not seats.keys() >= players.keys():
            raise MatchesBegun
        players = merged(players, base, {pk: seat.entry_id for pk, seat in seats.items()})
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
