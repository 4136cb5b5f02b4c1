"""The command line: `python -m tournament.seating --players 40 --rounds 8 --seed 1` prints a plan as JSON.

This needs only Python. Players are 1 to N; a player in no table of a round rests.
"""

import argparse
import json
import sys
from typing import TextIO

from tournament.seating.people import SeatedPlayer, Wishes
from tournament.seating.plan import plan


def main(arguments: list[str], stdout: TextIO) -> int:
    """Print one plan; the exit status is 0, or 2 for invalid arguments."""
    parser = argparse.ArgumentParser(prog="python -m tournament.seating", description=__doc__)
    parser.add_argument("--players", type=int, required=True, help="how many; one to three rest where no table is full")
    parser.add_argument("--rounds", type=int, required=True)
    parser.add_argument("--seed", type=int, required=True, help="the same seed always gives the same plan")
    parser.add_argument("--effort", type=float, default=1.0, help="multiplies the steps of every search")
    options = parser.parse_args(arguments)
    players = [SeatedPlayer(number=number) for number in range(1, options.players + 1)]
    try:
        printed_plan = plan(players, options.rounds, seed=options.seed, wishes=Wishes(effort=options.effort))
    except ValueError as error:
        parser.error(str(error))
    print(json.dumps(printed_plan.to_json()), file=stdout)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:], sys.stdout))
