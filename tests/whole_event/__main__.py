"""Plays the whole event on a new server and prints a summary: `make event`."""

import sys

from tests.whole_event.day import Size, play_whole_event

if __name__ == "__main__":
    seed = int(sys.argv[1]) if len(sys.argv) > 1 else 1
    print(play_whole_event(Size(), seed, tell=lambda said: print(said, flush=True)))
