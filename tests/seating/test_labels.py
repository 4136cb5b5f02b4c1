"""Players on the places of a plan: how long the search for the best order of players may take."""

from random import Random

from tournament.seating import labels
from tournament.seating.labels import label
from tournament.seating.meetings import meetings
from tournament.seating.people import SeatedPlayer, Wishes, groups_to_pack, pairs_to_avoid


class Counting(Random):
    """Random numbers, counted: each step of the search draws one to three."""

    drawn = 0

    def random(self):
        self.drawn += 1
        return super().random()


def drawn():
    """How many random numbers the search draws for 80 players of two clubs and three countries: most are mates."""
    random = Counting(1)
    players = [SeatedPlayer(number=n, groups={"club": f"{n % 2}", "country": f"{n % 3}"}) for n in range(1, 81)]
    avoid, groups = pairs_to_avoid(players, Wishes()), groups_to_pack(players, Wishes())
    rounds = meetings(80, 5, random=random, effort=0.01)
    random.drawn = 0
    label(rounds, groups, avoid, early=False, random=random, effort=0.02)
    return random.drawn


def test_players_with_many_mates_are_searched_in_fewer_steps(monkeypatch):
    """Each step looks at all mates: for 2,000 players of a few clubs the search took more than a minute."""
    monkeypatch.setattr(labels, "BATCH", 100)
    monkeypatch.setattr(labels, "MATES", 80)
    all_steps = drawn()
    monkeypatch.setattr(labels, "MATES", 10)

    assert drawn() <= all_steps / 2
