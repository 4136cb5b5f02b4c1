"""The size and rules of an event to rehearse, and the report of what the robots did in it."""

from collections import Counter
from dataclasses import dataclass, field
from random import Random

from scoring.presets import RULESETS
from tournament.rehearsal.mishaps import Mishap

CLOCKED = [key for key, rules in RULESETS.items() if rules.time_policy != "none"]


@dataclass(frozen=True, kw_only=True)
class Wanted:
    """Size and rules of an event to rehearse.

    `hands` is how many hands a table plays at most in a round before time is up. `phones` is how many tables enter
    their hands on phones, None for all; the points of the other tables are entered from paper. Raises ValueError for
    sizes out of range.
    """

    players: int = 16
    rounds: int = 3
    seed: int = 1
    ruleset: str = "wrc_2015"
    hands: int = 12
    phones: int | None = None

    def __post_init__(self) -> None:
        if not 4 <= self.players <= 600:
            raise ValueError("A rehearsal takes 4 to 600 players.")
        if not 1 <= self.rounds <= 20:
            raise ValueError("A rehearsal has 1 to 20 rounds.")
        if not 2 <= self.hands <= 30:
            raise ValueError("A table plays 2 to 30 hands.")
        if self.ruleset not in CLOCKED:
            raise ValueError("A rehearsal is played by rules with a clock.")

    @classmethod
    def drawn(cls, seed: int) -> "Wanted":
        """Draw a small event from a seed: most have two or three tables, some five."""
        random = Random(f"size {seed}")  # noqa: S311 (sizes, not secrets)
        players = random.choice((8, 8, 9, 9, 10, 11, 12, 13, 15, 16, 20))
        rounds = random.choices((1, 2, 3, 4), weights=(6, 4, 1, 1))[0]
        ruleset = random.choice(CLOCKED)
        return cls(players=players, rounds=rounds, seed=seed, ruleset=ruleset, hands=3, phones=random.choice((1, 2)))


@dataclass(kw_only=True)
class Report:
    """Counts of the hands, sheets and mishaps of a rehearsed event. `slug` is the tournament's address."""

    slug: str = ""
    hands: int = 0
    sheets: int = 0
    requests: int = 0
    mishaps: Counter[Mishap] = field(default_factory=Counter)
