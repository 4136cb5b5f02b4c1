"""Seating of a tournament in plain Python, without a database and without names.

Players are numbers; a round is tables of four numbers in the order East, South, West, North. Two players meet if they
sit at the same table. Mates are members of the same group (team, club or country), who should not meet. Table of
contents:

* `people`     a player to be seated (`SeatedPlayer`) and the organizer's `Wishes`
* `plan`       `plan`: a whole event, in stages; a later stage keeps the quality that earlier stages reached:
    * `meetings`   who meets whom: rounds of a design (`designs`, from `constants`), further rounds, and who rests
    * `labels`     which person takes which place: mates never meet, or only in late rounds
    * `halls`      which table of the hall: a different one each round, except for players with reserved tables
    * `winds`      which starting seat: each wind once in every four games
* `repair`     `repair`: the plan after a drop-out, a late entry or a no-show, and what changed
* `swiss`      `swiss`, `by_standings` and `by_pattern`: one round after the standings
* `by_seed`    patterns: which seeds (places in a ranking) sit together; typed, chosen by name, or every n-th seed
* `quality`    counts of meetings, winds, tables and mates, with lower bounds; faults of an imported plan
* `draw`       seats drawn at random, and who sits out
* `wishes`     wishes that a plan does not fulfil: mates who meet, players away from their own table
* `anneal`     simulated annealing, the search for rounds that no design provides

`python -m tournament.seating` prints a plan as JSON. The same arguments, among them the random seed, give the same plan
on any machine.
"""
