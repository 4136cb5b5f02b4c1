"""Plans a whole event in stages. Each stage keeps the quality that the earlier stages reached.

The stages decide who meets whom (`meetings`), which player takes which place (`labels`), which table of the hall they
use (`halls`) and which starting seat each player gets (`winds`). Then `quality` counts the result independently.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from tournament.seating.designs import Groups, rounds_without_rematch
from tournament.seating.halls import assign_tables
from tournament.seating.labels import label, order_rounds
from tournament.seating.meetings import meetings
from tournament.seating.people import Avoid, Rounds, SeatedPlayer, TooFewPlayers, Wishes, groups_to_pack, pairs_to_avoid
from tournament.seating.quality import Json, Quality, faults, quality
from tournament.seating.winds import even_winds

TRIES = 4
"""The most tries to choose rounds from a design and to assign players to their places; half as many if there is only
one choice of rounds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The seats of every round, and their quality. The same players, wishes and seed always give the same plan."""

    rounds: Rounds
    quality: Quality
    seed: int

    def to_json(self) -> Json:
        """Return the plan as the JSON that the command line prints."""
        return {"rounds": self.rounds, "quality": self.quality.to_json()}


def plan(
    players: Sequence[SeatedPlayer],
    rounds: int,
    *,
    seed: int,
    wishes: Wishes = Wishes(),  # noqa: B008 (frozen)
) -> Plan:
    """Plan all rounds. If the players do not fill whole tables, one to three of them rest in each round, in turn.

    Raises TooFewPlayers, and ValueError if two players have the same number or there is no round to plan.
    """
    numbers = [player.number for player in players]
    if len(numbers) < 4:
        raise TooFewPlayers("four at a table: there are not enough players")
    if len(set(numbers)) < len(numbers):
        raise ValueError("two players have the same number")
    if rounds < 1:
        raise ValueError("a plan has one round or more")
    random = Random(seed)  # noqa: S311 (a plan that can be repeated, not a secret)
    avoid = pairs_to_avoid(players, wishes)
    to_pack = groups_to_pack(players, wishes)
    own = {player.number: player.tables for player in players if player.tables}

    early = wishes.mates_early
    by_place, person = _apart(len(players), rounds, to_pack, avoid, early=early, random=random, effort=wishes.effort)
    by_place = order_rounds(by_place, person, avoid, early=early)
    games = [[[person[place] for place in table] for table in groups] for groups in by_place]
    games = assign_tables(games, own, random=random, effort=wishes.effort)
    seated = even_winds(games, random=random)
    return planned(tuple(tuple(tables) for tables in seated), players, seed=seed, wishes=wishes)


def _apart(
    players: int,
    rounds: int,
    to_pack: Sequence[Sequence[int]],
    avoid: Avoid,
    *,
    early: bool,
    random: Random,
    effort: float,
) -> tuple[list[Groups], list[int]]:
    """Return rounds whose tables contain places, and the player of each place. The result is the best of several tries,
    each with other rounds of a design."""
    designed = players % 4 == 0 and rounds < rounds_without_rematch(players)
    by_place = meetings(players, rounds, random=random, effort=effort)
    tries: list[tuple[int, list[Groups], list[int]]] = []
    while len(tries) < (TRIES if designed else TRIES // 2):
        person, excess = label(by_place, to_pack, avoid, early=early, random=random, effort=effort)
        tries.append((excess, by_place, person))
        if not excess:
            break
        if designed:
            by_place = meetings(players, rounds, random=random, effort=effort)
    _, by_place, person = min(tries, key=lambda tried: tried[0])
    return by_place, person


def rounds_from_json(data: object) -> Rounds:
    """Read the rounds of a plan made elsewhere: the data of `to_json`, or its "rounds" alone. The caller then checks
    the rounds with `faults`.

    Raises ValueError if the data is not a list of rounds of tables of whole numbers.
    """
    rounds = data.get("rounds") if isinstance(data, dict) else data
    try:
        rounds_read = tuple(tuple(tuple(table) for table in tables) for tables in rounds)  # type: ignore[union-attr]
    except TypeError:
        raise ValueError("a plan is a list of rounds, each a list of tables") from None
    if any(type(player) is not int for tables in rounds_read for table in tables for player in table):
        raise ValueError("a player is a whole number")
    return rounds_read


def planned(rounds: Rounds, players: Sequence[SeatedPlayer], *, seed: int, wishes: Wishes) -> Plan:
    """Make a `Plan` of complete rounds, with their quality. Raises AssertionError if the rounds are faulty, which is a
    programming error."""
    plan_faults = faults(rounds, [player.number for player in players])
    if plan_faults:
        raise AssertionError(f"a plan with faults: {plan_faults[:3]}")
    return Plan(rounds=rounds, quality=quality(rounds, players, wishes), seed=seed)
