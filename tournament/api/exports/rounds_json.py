"""JSON of a round: short, for the list of its tournament's rounds, and in full, table by table."""

from collections.abc import Iterable
from typing import Annotated, cast

from django.urls import reverse
from pydantic import Field
from typing_extensions import TypedDict

from scoring.game_writing import situation_to_json
from tournament.api.exports.values import Link, PublicTournament, moment_or_null, moment_text
from tournament.core.json_shapes import Address, count, means, moment, one_of
from tournament.games.game import Game
from tournament.games.queries.clock import ClockFace
from tournament.games.queries.results import HanchanState, has_begun, results_of, state_of
from tournament.models import Round
from tournament.rounds.queries.overview import RoundState
from tournament.standings.exports.standings_json import ResultJson, result_json

SEAT = Field(ge=0, le=3, description="0 started as East, 1 as South, 2 as West, 3 as North")
TABLE_STATES = [state.value for state in HanchanState if state is not HanchanState.CANCELLED]


class RoundHeadJson(TypedDict):
    """A round without its tables."""

    number: Annotated[int, count("number of the round, from 1")]
    started_at: Annotated[str, moment("start of the round")]
    withheld_until: (
        Annotated[
            str,
            one_of(
                "what has to happen before its points are shown: every table signs (`signed`), or an organizer releases"
                " the round (`held`); null if they are shown",
                "signed",
                "held",
            ),
        ]
        | None
    )
    url: Address
    page: Address


class ListedRoundJson(RoundHeadJson):
    """A round in a list of rounds, with its progress."""

    tables: Annotated[int, count("tables of the round, without those that were cancelled")]
    signed: Annotated[int, count("tables whose score sheet is signed")]
    over: Annotated[bool, means("whether every score sheet is signed")]
    approved: Annotated[bool, means("whether an organizer approved the results")]


class ClockJson(TypedDict):
    """The round's countdown. The time left is the time from now until `ends_at`."""

    minutes: Annotated[float, means("minutes from the start to the signal, without pauses")]
    started_at: Annotated[str, moment("start of the countdown")] | None
    paused_at: Annotated[str, moment("start of the pause; null if the clock is not paused")] | None
    ends_at: Annotated[str, moment("time of the signal; null before the start and in a pause")] | None


class NextHandJson(TypedDict):
    """The hand that is being played."""

    round_wind: Annotated[str, one_of("prevailing wind", "E", "S", "W", "N")]
    dealer: Annotated[int, SEAT]
    honba: Annotated[int, count("continuance counters")]
    riichi_sticks: Annotated[int, count("riichi bets on the table")]


class SeatJson(TypedDict):
    """A player's seat at a table."""

    seat: Annotated[int, SEAT]
    number: Annotated[int, count("number of the player in this tournament")]
    name: Annotated[str, means("name of the player, or what is published instead of it")]
    substitute: (
        Annotated[str, means("name of the substitute who plays for the player, or what is published instead of it")]
        | None
    )
    result: ResultJson | None


class TableJson(TypedDict):
    """A table of a round: its hanchan and its four players."""

    table: Annotated[int, count("number of the table")]
    hanchan: Annotated[int, count("id of the hanchan")]
    state: Annotated[str, one_of("state of the hanchan", *TABLE_STATES)]
    hands: (
        Annotated[int, count("hands played so far; null if they are withheld, or the result was entered from paper")]
        | None
    )
    next_hand: NextHandJson | None
    seats: Annotated[list[SeatJson], means("the four seats, from East")]
    game: Address | None
    page: Address


class RoundJson(RoundHeadJson):
    """A round with its tables."""

    version: Annotated[int, count("the tournament's version")]
    clock: ClockJson | None
    tables: Annotated[list[TableJson], means("tables by number")]
    tournament: Address


def listed_round_json(state: RoundState, public: PublicTournament, link: Link) -> ListedRoundJson:
    return {
        **_head(state.round, public, link),
        "tables": state.tables,
        "signed": state.signed,
        "over": state.is_over,
        "approved": state.round.approved_by_id is not None,
    }


def round_json(
    round_: Round, games: Iterable[Game], clock: ClockFace | None, public: PublicTournament, link: Link
) -> RoundJson:
    """Return a round, table by table; `clock` is None if the rules have no clock."""
    return {
        **_head(round_, public, link),
        "version": public.tournament.version,
        "clock": _clock(clock) if clock else None,
        "tables": [_table(game, public, link) for game in games],
        "tournament": link(reverse("api-tournament", args=[public.tournament.slug])),
    }


def _head(round_: Round, public: PublicTournament, link: Link) -> RoundHeadJson:
    withheld = public.sight.withholds(round_.number)
    url_args = [public.tournament.slug, round_.number]
    return {
        "number": round_.number,
        "started_at": moment_text(round_.started_at),
        "withheld_until": withheld.until if withheld else None,
        "url": link(reverse("api-round", args=url_args)),
        "page": link(reverse("round", args=url_args)),
    }


def _clock(face: ClockFace) -> ClockJson:
    countdown = face.countdown
    return {
        "minutes": countdown.length.total_seconds() / 60,
        "started_at": moment_or_null(countdown.started_at),
        "paused_at": moment_or_null(countdown.paused_at),
        "ends_at": moment_or_null(countdown.signal_at),
    }


def _table(game: Game, public: PublicTournament, link: Link) -> TableJson:
    is_withheld = public.sight.withholds(game.hanchan.round.number) is not None
    url_args = [public.tournament.slug, game.hanchan.pk]
    state = state_of(game)
    is_on = state in (HanchanState.IN_PLAY, HanchanState.TIME_UP) and not is_withheld
    return {
        "table": game.hanchan.table.number,
        "hanchan": game.hanchan.pk,
        "state": state.value,
        "hands": None if is_withheld or game.paper else len(game.hands),
        "next_hand": cast(NextHandJson, situation_to_json(game.situation)) if is_on else None,
        "seats": _seats(game, is_withheld=is_withheld),
        "game": None if is_withheld or game.paper else link(reverse("api-hanchan", args=url_args)),
        "page": link(reverse("hanchan", args=url_args)),
    }


def _seats(game: Game, *, is_withheld: bool) -> list[SeatJson]:
    results = {result.seat: result for result in results_of(game)} if has_begun(game) and not is_withheld else {}
    substitutes = game.public_substitute_names
    return [
        {
            "seat": seat.seat,
            "number": seat.entry.number,
            "name": seat.entry.public_name,
            "substitute": (substitutes[seat.seat] or None) if not is_withheld else None,
            "result": result_json(results[seat.seat]) if seat.seat in results else None,
        }
        for seat in game.seats
    ]
