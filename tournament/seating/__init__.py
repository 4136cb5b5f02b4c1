"""Seating of a tournament in plain Python, without a database and without names.

Players are numbers; a round is tables of four numbers in the order East, South, West, North. Table of contents:

* `people`     a player to be seated (`SeatedPlayer`) and the organizer's `Wishes`
* `plan`       `plan`: a whole event, in stages; a later stage keeps the quality that earlier stages reached:
    * `meetings`   who meets whom: a design (`designs`, from `constants`), more rounds where it ends, who rests
    * `labels`     which person takes which place: mates apart, or late
    * `halls`      which table of the hall: a different one each round, except for players with reserved tables
    * `winds`      which starting seat: each wind once in every four games
* `repair`     `repair`: the plan after a drop-out, a late entry or a no-show, and what changed
* `swiss`      `swiss`, `by_standings` and `by_pattern`: one round after the standings
* `by_seed`    patterns of seats by seed: typed, named, in intervals
* `quality`    counts of meetings, winds, tables and mates against the bounds; faults of an imported plan
* `draw`       seats drawn at random, and who sits out
* `wishes`     wishes that a plan does not keep: mates who meet, players away from their own table
* `anneal`     the search where no design is left

`python -m tournament.seating` prints a plan as JSON. The same arguments and seed give the same plan on any machine.
"""
