"""Which person takes which place of a plan: no choice can make anybody meet twice, so mates are kept apart by it."""

from collections.abc import Sequence
from math import exp
from random import Random

from tournament.seating.designs import Groups
from tournament.seating.people import Avoid
from tournament.seating.search import Search

STEPS = 40_000
"""Of one try: a quarter of a second for large clubs, nothing where the first packing leaves no mates together."""

BATCH = 1_000


def label(
    rounds: Sequence[Groups],
    to_pack: Sequence[Sequence[int]],
    avoid: Avoid,
    *,
    early: bool,
    random: Random,
    search: Search,
) -> tuple[list[int], int]:
    """The player for each place, so that those who avoid one another meet little, and late (or `early`).

    `avoid` names all players, `to_pack` groups to be packed together into classes of places that never meet. With it
    how much worse that is than a bound that nobody could better: 0 needs no other try.
    """
    players = _pack(to_pack, avoid, random)
    if not any(avoid.values()):
        return players, 0
    dear = [_dearness(index, len(rounds), early=early) for index in range(len(rounds))]
    price = _meeting_prices(rounds, dear, len(players))
    heaviest = max(weight for of in avoid.values() for weight in of.values())
    goal = _unavoidable(rounds, to_pack, dear) if heaviest == 1 else 0
    return _search(players, price, avoid, goal=goal, hot=80.0 * min(heaviest, 16), random=random, search=search)


def _search(
    players: list[int], price: list[list[int]], avoid: Avoid, *, goal: int, hot: float, random: Random, search: Search
) -> tuple[list[int], int]:
    """Anneal who takes which place; returns the best players by place, and how much worse than `goal` they are."""
    many = len(players)
    place = {player: index for index, player in enumerate(players)}
    careful = [player for player in players if avoid[player]]

    def cost_of(player: int, at: int, *, but: int) -> int:
        row = price[at]
        return sum(weight * row[place[mate]] for mate, weight in avoid[player].items() if mate != but)

    cost = sum(cost_of(player, place[player], but=player) for player in careful) // 2
    lowest, best = cost, players[:]
    steps, step, cold = search.steps(STEPS), 0, 8.0
    while lowest > goal and search.goes_on("mates", step=step, steps=steps, cost=lowest):
        heat = hot * (cold / hot) ** (step / steps)
        for _ in range(BATCH):
            one = careful[int(random.random() * len(careful))]
            here = place[one]
            before = cost_of(one, here, but=one)
            if not before:
                continue
            there = int(random.random() * many)
            other = players[there]
            if other == one:
                continue
            # Two who avoid one another and change places still meet as often: they are left out of the sums.
            change = (
                cost_of(one, there, but=other)
                - cost_of(one, here, but=other)
                + cost_of(other, here, but=one)
                - cost_of(other, there, but=one)
            )
            if change > 0 and random.random() > exp(-change / heat):
                continue
            players[here], players[there] = other, one
            place[one], place[other] = there, here
            cost += change
            if cost < lowest:
                lowest, best = cost, players[:]
                if lowest <= goal:
                    break
        step += BATCH
    return best, lowest - goal


def order_rounds(rounds: list[Groups], players: Sequence[int], avoid: Avoid, *, early: bool) -> list[Groups]:
    """The same rounds, those where mates meet most at the end (or at the beginning)."""
    if not any(avoid.values()):
        return rounds

    def clashes(groups: Groups) -> int:
        return sum(
            avoid[players[one]].get(players[other], 0)
            for table in groups
            for one in table
            for other in table
            if one < other
        )

    return sorted(rounds, key=clashes, reverse=early)


def _meeting_prices(rounds: Sequence[Groups], dear: Sequence[int], places: int) -> list[list[int]]:
    """What it costs that two who avoid one another meet, by their places."""
    price = [[0] * places for _ in range(places)]
    for groups, of_round in zip(rounds, dear, strict=True):
        for table in groups:
            for one in table:
                for other in table:
                    if one != other:
                        price[one][other] += of_round
    return price


def _dearness(index: int, rounds: int, *, early: bool) -> int:
    """A meeting of mates in this round: about 100, up to 30 more in the rounds where it is least wanted."""
    return 100 + 30 * (index if early else rounds - 1 - index) // max(1, rounds - 1)


def _unavoidable(rounds: Sequence[Groups], to_pack: Sequence[Sequence[int]], dear: Sequence[int]) -> int:
    """What groups larger than the number of tables must cost, even spread over them as evenly as can be."""
    total = 0
    for group in to_pack:
        each, more = divmod(len(group), len(rounds[0]))
        total += (len(rounds[0]) - more) * each * (each - 1) // 2 + more * (each + 1) * each // 2
    return total * sum(dear)


def _pack(to_pack: Sequence[Sequence[int]], avoid: Avoid, random: Random) -> list[int]:
    """Everybody at some place, groups whole in one of the four classes (place modulo 4) as far as there is room.

    In a shift design a class never meets inside, so that a group in one class never does either. Of the classes with
    room a group takes the one where most are whom its members avoid, then the one that it fills best.
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
