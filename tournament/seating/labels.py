"""Which player takes which place of a plan. Rematches do not depend on that, so it can keep mates apart."""

from collections.abc import Sequence
from itertools import combinations, permutations
from math import exp
from random import Random

from tournament.seating.designs import Groups
from tournament.seating.people import Avoid, fewest_pairs

STEPS = 40_000
"""Steps of one try: a quarter of a second for large clubs; none if the first packing separates all mates."""

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
    """Give each place of a plan a player, so that players who avoid one another rarely meet.

    Those who meet all the same meet late, or `early`. `avoid` names all players; `to_pack` are groups whose members get
    places that never meet. Returns the players by place, and by how much their cost exceeds the lowest possible one.
    """
    players = _pack(to_pack, avoid, random)
    if not any(avoid.values()):
        return players, 0
    dear = [_dearness(index, len(rounds), early=early) for index in range(len(rounds))]
    price = _meeting_prices(rounds, dear, len(players))
    heaviest = max(weight for of in avoid.values() for weight in of.values())
    goal = _unavoidable(rounds, to_pack, dear) if heaviest == 1 else 0
    return _search(players, price, avoid, goal=goal, hot=80.0 * min(heaviest, 16), random=random, effort=effort)


def _search(
    players: list[int], price: list[list[int]], avoid: Avoid, *, goal: int, hot: float, random: Random, effort: float
) -> tuple[list[int], int]:
    """Improve the order of players by swapping two at a time; worse swaps become rarer (simulated annealing).

    Returns the best order found, a player for each place, and how much it costs above `goal`. `price[i][j]` is how
    bad it is that the players of places i and j meet; `avoid` says how much it counts for these two players.
    """
    many = len(players)
    place = {player: index for index, player in enumerate(players)}
    careful = [player for player in players if avoid[player]]

    def cost_of(player: int, at: int, *, but: int) -> int:
        row = price[at]
        return sum(weight * row[place[mate]] for mate, weight in avoid[player].items() if mate != but)

    cost = sum(cost_of(player, place[player], but=player) for player in careful) // 2
    lowest, best = cost, players[:]
    steps, step, cold = round(effort * STEPS), 0, 8.0
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
            # Two players who avoid one another and change places meet as often as before: left out of the sums.
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
    """Sort rounds: the rounds in which mates meet most come last (or first, with `early`)."""
    if not any(avoid.values()):
        return rounds

    def clashes(groups: Groups) -> int:
        return sum(
            avoid[players[first]].get(players[second], 0)
            for table in groups
            for first, second in combinations(sorted(table), 2)
        )

    return sorted(rounds, key=clashes, reverse=early)


def _meeting_prices(rounds: Sequence[Groups], dear: Sequence[int], places: int) -> list[list[int]]:
    """The cost of the meetings of each two places, if their players avoid each other."""
    price = [[0] * places for _ in range(places)]
    for groups, of_round in zip(rounds, dear, strict=True):
        for table in groups:
            for first, second in permutations(table, 2):
                price[first][second] += of_round
    return price


def _dearness(index: int, rounds: int, *, early: bool) -> int:
    """Cost of a meeting of mates in this round: 100, and up to 30 more in the least wanted rounds."""
    return 100 + 30 * (index if early else rounds - 1 - index) // max(1, rounds - 1)


def _unavoidable(rounds: Sequence[Groups], to_pack: Sequence[Sequence[int]], dear: Sequence[int]) -> int:
    """The cost that no plan avoids: a group with more players than tables has members who meet."""
    return sum(fewest_pairs(len(group), len(rounds[0])) for group in to_pack) * sum(dear)


def _pack(to_pack: Sequence[Sequence[int]], avoid: Avoid, random: Random) -> list[int]:
    """Give every player a place; groups go into one of the four classes (place modulo 4) if there is room.

    In a shift design members of a class never meet, so a group inside one never meets either. Of the classes with room
    a group takes the one with the most players whom its members avoid, then the one that it fills best.
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
