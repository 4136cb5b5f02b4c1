"""Decides which player takes which place of a plan. A place is a number that stands for a player in every round. The
number of rematches does not depend on this choice, so the choice can keep mates apart."""

from collections.abc import Sequence
from itertools import combinations, permutations
from math import exp
from operator import mul
from random import Random

from tournament.seating.designs import Groups
from tournament.seating.people import Avoid, fewest_pairs

STEPS = 40_000
"""The most steps of one try, a quarter of a second for large clubs; no step is needed if `_pack` separates all
mates."""

MATES = 100
"""Average number of mates up to which a try has all its steps. With more mates there are fewer steps, because each step
adds up the meetings with all mates of two players."""

BATCH = 1_000


def label(
    rounds: Sequence[Groups],
    to_pack: Sequence[Sequence[int]],
    avoid: Avoid,
    *,
    early: bool,
    random: Random,
    effort: float,
) -> tuple[list[int], int]:
    """Assign a player to each place of a plan, so that players who should not meet (`avoid`) rarely meet.

    If such players have to meet, they meet in late rounds, or in early rounds if `early` is set. `avoid` has all
    players as keys. `to_pack` are groups whose members should get places that never meet. Returns the player of each
    place, and by how much the cost of this assignment exceeds a lower bound.
    """
    players = _pack(to_pack, avoid, random)
    if not any(avoid.values()):
        return players, 0
    round_costs = [_round_cost(index, len(rounds), early=early) for index in range(len(rounds))]
    price = _meeting_prices(rounds, round_costs, len(players))
    heaviest = max(weight for of in avoid.values() for weight in of.values())
    goal = _unavoidable(rounds, to_pack, round_costs) if heaviest == 1 else 0
    return _search(players, price, avoid, goal=goal, hot=80.0 * min(heaviest, 16), random=random, effort=effort)


def _search(
    players: list[int], price: list[list[int]], avoid: Avoid, *, goal: int, hot: float, random: Random, effort: float
) -> tuple[list[int], int]:
    """Improve the order of players by swapping two at a time (simulated annealing).

    Returns the best order found (a player for each place), and the cost of this order minus `goal`. The cost of a pair
    is `price[i][j]` for their places i and j, multiplied by the pair's weight in `avoid`.
    """
    many = len(players)
    place = {player: index for index, player in enumerate(players)}
    careful = [player for player in players if avoid[player]]

    def cost_of(player: int, at: int, *, but: int) -> int:
        row, mates = price[at], avoid[player]
        cost: int = sum(map(mul, mates.values(), map(row.__getitem__, map(place.__getitem__, mates))))
        return cost - mates.get(but, 0) * row[place[but]]

    cost = sum(cost_of(player, place[player], but=player) for player in careful) // 2
    lowest, best = cost, players[:]
    mates = sum(len(avoid[player]) for player in careful) / len(careful)
    steps, step, cold = round(effort * STEPS * min(1, MATES / mates)), 0, 8.0
    while lowest > goal and step < steps:
        heat = hot * (cold / hot) ** (step / steps)
        for _ in range(BATCH):
            player = careful[int(random.random() * len(careful))]
            here = place[player]
            before = cost_of(player, here, but=player)
            if not before:
                continue
            there = int(random.random() * many)
            partner = players[there]
            if partner == player:
                continue
            # Two swapped players who avoid each other meet as often as before, so their pair is left out of the sums.
            change = (
                cost_of(player, there, but=partner)
                - cost_of(player, here, but=partner)
                + cost_of(partner, here, but=player)
                - cost_of(partner, there, but=player)
            )
            if change > 0 and random.random() > exp(-change / heat):
                continue
            players[here], players[there] = partner, player
            place[player], place[partner] = there, here
            cost += change
            if cost < lowest:
                lowest, best = cost, players[:]
                if lowest <= goal:
                    break
        step += BATCH
    return best, lowest - goal


def order_rounds(rounds: list[Groups], players: Sequence[int], avoid: Avoid, *, early: bool) -> list[Groups]:
    """Sort the rounds by how much mates meet in them: the round with most meetings comes last or, if `early` is set,
    first."""
    if not any(avoid.values()):
        return rounds

    def clashes(groups: Groups) -> int:
        return sum(
            avoid[players[first]].get(players[second], 0)
            for table in groups
            for first, second in combinations(sorted(table), 2)
        )

    return sorted(rounds, key=clashes, reverse=early)


def _meeting_prices(rounds: Sequence[Groups], round_costs: Sequence[int], places: int) -> list[list[int]]:
    """Return, for each pair of places, the cost of all their meetings if two mates of weight 1 take these places."""
    price = [[0] * places for _ in range(places)]
    for groups, of_round in zip(rounds, round_costs, strict=True):
        for table in groups:
            for first, second in permutations(table, 2):
                price[first][second] += of_round
    return price


def _round_cost(index: int, rounds: int, *, early: bool) -> int:
    """Return the cost of a meeting of mates in this round: from 100 to 130. The cost is highest in early rounds or, if
    `early` is set, in late rounds."""
    return 100 + 30 * (index if early else rounds - 1 - index) // max(1, rounds - 1)


def _unavoidable(rounds: Sequence[Groups], to_pack: Sequence[Sequence[int]], round_costs: Sequence[int]) -> int:
    """Return a lower bound of the cost: if a group has more members than there are tables, some of them have to
    meet."""
    return sum(fewest_pairs(len(group), len(rounds[0])) for group in to_pack) * sum(round_costs)


def _pack(to_pack: Sequence[Sequence[int]], avoid: Avoid, random: Random) -> list[int]:
    """Assign a place of the plan to every player. A group goes into one of the four classes of places (place modulo 4),
    as far as the class has room.

    In a shift design places of the same class never meet, so members of a group inside one class never meet. Several
    classes may have room for a group. Then the group goes into the class with most players whom the group should avoid,
    and among equal classes into the one with the least room.
    """
    players = list(avoid)
    random.shuffle(players)
    classes = [list(range(i, len(players), 4)) for i in range(4)]
    for spots in classes:
        random.shuffle(spots)
    taken: dict[int, int] = {}  # the player at a place
    class_of: dict[int, int] = {}
    for group in to_pack:
        waiting = [player for player in group if player not in class_of]
        while waiting and any(classes):
            friends = [0, 0, 0, 0]
            for player in waiting:
                for mate, weight in avoid[player].items():
                    if mate in class_of:
                        friends[class_of[mate]] += weight
            best = max(range(4), key=lambda i: (min(len(classes[i]), len(waiting)), friends[i], -len(classes[i])))
            for _ in range(min(len(classes[best]), len(waiting))):
                player = waiting.pop()
                taken[classes[best].pop()] = player
                class_of[player] = best
    free = [spot for spots in classes for spot in spots]
    taken |= dict(zip(free, [player for player in players if player not in class_of], strict=True))
    return [taken[spot] for spot in range(len(players))]
