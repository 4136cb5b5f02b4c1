"""The seating of a whole event: planned or proposed, with its quality."""

from collections.abc import Callable, Collection, Sequence

from django.urls import reverse
from django.utils.translation import gettext as _

from tournament.core.cache import Cache
from tournament.core.limits import MOST_SEATS_SHOWN
from tournament.core.namesakes import distinct_names
from tournament.games.queries.seats import (
    current_plan,
    next_round_number,
    planned_rounds,
    played_rounds,
    playing,
    playing_in,
)
from tournament.models import Entry, SeatingPlan, Tournament
from tournament.people.queries.mentioned import names_of_removed
from tournament.rounds.apart import (
    ApartChoice,
    apart_choices,
    players_as_seen,
    players_to_seat,
    public_seed,
    unmet,
    wishes_of,
)
from tournament.rounds.queries.plan_shown import PlanShown
from tournament.seating.people import Rounds, SeatedPlayer, Wishes
from tournament.seating.plan import Plan, plan
from tournament.seating.quality import Quality, quality


def seating_page(tournament: Tournament, *, for_team: bool = False, most: int = MOST_SEATS_SHOWN) -> PlanShown | None:
    """Return the accepted plan, with at most `most` seats; started rounds have the seats that were really played. None
    without a plan."""
    current = current_plan(tournament)
    if current is None:
        return None
    rounds, started = as_played(tournament, current)
    numbers = {number for tables in rounds for four in tables for number in four}
    entries = _accepted_entries(tournament)
    people = {player.number: player for player in players_as_seen(entries, for_team=for_team)}
    seated = [people.get(number, SeatedPlayer(number=number)) for number in sorted(numbers)]
    counted = quality(rounds, seated, wishes_of(tournament))
    made_for = current.players_from(started + 1)
    shown = plan_shown(
        tournament,
        rounds,
        counted,
        made_for=made_for,
        seed=current.seed if for_team else public_seed(current, entries),
        is_imported=current.seed is None,
        started=started,
        for_team=for_team,
        entries=entries,
    )
    return shown.part(most)


def apart_of(tournament: Tournament) -> tuple[ApartChoice, ...]:
    return apart_choices(tournament, playing(tournament))


def as_played(tournament: Tournament, accepted: SeatingPlan) -> tuple[Rounds, int]:
    """Return the rounds of the plan, started rounds with the seats that were really played, and the number of started
    rounds."""
    played = played_rounds(tournament)
    started = [played.get(number, ()) for number in tournament.rounds.values_list("number", flat=True)]
    return (*started, *planned_rounds(accepted)[len(started) :]), len(started)


def may_plan(tournament: Tournament) -> bool:
    """Whether a plan is possible: at least four players play from the first round on."""
    return len(playing_in(tournament, 1)) >= 4


def proposed_plan(
    tournament: Tournament, *, rounds: int, seed: int, count: Callable[[], None] | None = None
) -> PlanShown:
    """Compute a plan for all players, without saving it. `count` is called before the plan is computed (see
    `made_plan`). Raises TooFewPlayers unless `may_plan`."""
    people = players_to_seat(playing(tournament))
    made = made_plan(keys_of(people), rounds, seed, wishes_of(tournament), count)
    return plan_shown(tournament, made.rounds, made.quality, seed=seed, started=0, for_team=True)


def imported_plan(tournament: Tournament, rounds: Rounds) -> PlanShown:
    """Return an imported plan for exactly the current players, with its quality, without saving it."""
    players = players_to_seat(playing(tournament))
    counted = quality(rounds, players, wishes_of(tournament))
    return plan_shown(tournament, rounds, counted, seed=None, is_imported=True, started=0, for_team=True)


def names_by_number(entries: Collection[Entry], *, for_team: bool) -> dict[int, str]:
    """Return these players' names by entry number, in the order of names."""
    numbers = {entry.pk: entry.number for entry in entries}
    return {numbers[pk]: name for pk, name in distinct_names(entries, for_team=for_team).items()}


PlayerKey = tuple[int, tuple[tuple[str, str], ...], frozenset[int]]
"""Cache key of a player to be seated: number, groups and reserved tables."""


PLANS: Cache[tuple[tuple[PlayerKey, ...], int, int, Wishes], Plan] = Cache(16)
"""Cache of plans by their arguments (players, rounds, seed, wishes). Computing a plan can take seconds, and accepting
the plan needs it again."""


def keys_of(people: Sequence[SeatedPlayer]) -> tuple[PlayerKey, ...]:
    return tuple((player.number, tuple(player.groups.items()), player.tables) for player in people)


def made_plan(
    people: tuple[PlayerKey, ...], rounds: int, seed: int, wishes: Wishes, count: Callable[[], None] | None = None
) -> Plan:
    """Return the plan for these players, cached. `count` is called only if the plan is not cached and must be computed;
    `count` may raise `TooOften`."""

    def make() -> Plan:
        if count is not None:
            count()
        players = [SeatedPlayer(number=number, groups=dict(groups), tables=tables) for number, groups, tables in people]
        return plan(players, rounds, seed=seed, wishes=wishes)

    return PLANS.get((people, rounds, seed, wishes), 0, make)


def plan_shown(
    tournament: Tournament,
    rounds: Rounds,
    counted: Quality,
    *,
    seed: int | None,
    started: int,
    for_team: bool,
    made_for: Collection[int] | None = None,
    is_imported: bool = False,
    entries: Collection[Entry] | None = None,
) -> PlanShown:
    """Add names to the rounds of a plan; the first `started` rounds have begun. `counted` is the plan's quality.
    `made_for` are the numbers of the players for whom the plan was made, by default all who play now. `entries` are all
    accepted entries with their players, if they are already read."""
    entries = _accepted_entries(tournament) if entries is None else entries
    players = players_as_seen(entries, for_team=for_team)
    names = names_by_number(entries, for_team=for_team)
    playing_now = playing_in(tournament, next_round_number(tournament), entries)
    playing_numbers = {entry.number for entry in playing_now}
    made_for = playing_numbers if made_for is None else made_for
    coming = {player for tables in rounds[started:] for four in tables for player in four}
    return PlanShown(
        rounds=rounds,
        quality=counted,
        seed=seed,
        is_imported=is_imported,
        started=started,
        names=names,
        paths={number: reverse("entry", args=[tournament.slug, number]) for number in names},
        players=tuple(sorted(playing_numbers)),
        departed=_names_of_gone(tournament, sorted(coming - playing_numbers), for_team=for_team),
        joined=tuple(names[number] for number in sorted(playing_numbers.difference(made_for))) if coming else (),
        unmet=unmet(rounds, players, wishes_of(tournament), names),
        reserved=sum(bool(player.tables) for player in players),
    )


def _accepted_entries(tournament: Tournament) -> list[Entry]:
    return list(tournament.entries.accepted().select_related("player").order_by("number"))


def _names_of_gone(tournament: Tournament, numbers: Sequence[int], *, for_team: bool) -> tuple[str, ...]:
    """Return the names of players who had these numbers and no longer play. The names of removed players are read from
    the log, and only for the team."""
    if not numbers:
        return ()
    entries = tournament.entries.filter(number__in=numbers).select_related("player")
    names = {entry.number: entry.player.name if for_team else entry.public_name for entry in entries}
    if for_team and len(names) < len(numbers):
        names = names_of_removed(tournament) | names
    return tuple(
        _("%(name)s (number %(number)s)") % {"name": names[number], "number": number}
        if names.get(number)
        else _("number %(number)s") % {"number": number}
        for number in numbers
    )
