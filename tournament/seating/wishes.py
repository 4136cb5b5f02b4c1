"""Finds wishes that a plan does not fulfil: mates at one table, and players away from their reserved table."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from tournament.seating.people import SeatedPlayer, Wishes, members_by_group


@dataclass(frozen=True, slots=True, kw_only=True)
class UnmetWish:
    """A wish that is not fulfilled at a table in a round (both from 1). If `kind` is a kind of groups ("team", "club",
    "country"), `players` are the members of one group who meet. If `kind` is "table", `players` is one player, who is
    not at a reserved table."""

    kind: str
    round: int
    table: int
    players: tuple[int, ...]


def unmet_wishes(
    rounds: Sequence[Sequence[Sequence[int]]], players: Sequence[SeatedPlayer], wishes: Wishes
) -> Iterator[UnmetWish]:
    """Yield all wishes that these rounds do not fulfil, by round and table.

    >>> mates = [SeatedPlayer(number=number, groups={"team": "Red"}) for number in (1, 2)]
    >>> list(unmet_wishes((((1, 2, 3, 4),),), mates, Wishes()))
    [UnmetWish(kind='team', round=1, table=1, players=(1, 2))]
    """
    own = {player.number: player.tables for player in players if player.tables}
    group_of: dict[str, dict[int, int]] = {
        kind: {number: group for group, members in enumerate(of_kind) for number in members}
        for kind in wishes.apart
        if (of_kind := members_by_group(players, kind).values())
    }
    for number, tables in enumerate(rounds, start=1):
        for place, table in enumerate(tables, start=1):
            for player in table:
                if place not in own.get(player, {place}):
                    yield UnmetWish(kind="table", round=number, table=place, players=(player,))
            for kind, of_player in group_of.items():
                met = [of_player[player] for player in table if player in of_player]
                for group in sorted({group for group in met if met.count(group) > 1}):
                    here = tuple(player for player in table if of_player.get(player) == group)
                    yield UnmetWish(kind=kind, round=number, table=place, players=here)
