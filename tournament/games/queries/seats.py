"""Who sat where in the rounds that were started, and who plays on."""

from django.db.models import Max

from tournament.games.queries.departures import gone
from tournament.models import Entry, Seat, SeatingPlan, Tournament
from tournament.seating.draw import Table
from tournament.seating.people import Round


def playing(tournament: Tournament) -> list[Entry]:
    """Those who play in the rounds to come, by number: not who waits, nor who has left by the next one."""
    return playing_in(tournament, next_round_number(tournament))


def playing_in(tournament: Tournament, number: int) -> list[Entry]:
    """Those who play in this round, seated or not."""
    left = gone(tournament, number).values("pk")
    return list(tournament.entries.accepted().exclude(pk__in=left).select_related("player").order_by("number"))


def next_round_number(tournament: Tournament) -> int:
    """1 for the first."""
    last: int | None = tournament.rounds.aggregate(Max("number"))["number__max"]
    return (last or 0) + 1


def played_rounds(tournament: Tournament) -> dict[int, Round]:
    """The tables of each started round by its number: entries (primary keys) by seat, without cancelled hanchans."""
    seats = (
        Seat.objects.filter(hanchan__round__tournament=tournament, hanchan__cancelled_by=None)
        .order_by("hanchan__round__number", "hanchan__table__number", "hanchan", "seat")
        .values_list("hanchan__round__number", "hanchan", "entry")
    )
    rounds: dict[int, dict[int, list[int]]] = {}
    for number, hanchan, entry in seats:
        rounds.setdefault(number, {}).setdefault(hanchan, []).append(entry)
    return {number: tuple(_table(four) for four in tables.values()) for number, tables in rounds.items()}


def _table(four: list[int]) -> Table:
    east, south, west, north = four
    return (east, south, west, north)


def current_plan(tournament: Tournament) -> SeatingPlan | None:
    """The plan that rounds go by, if there is one."""
    return tournament.plans.current().select_related("accepted_by").first()
