"""Who sits where: plain Python. Facts in, seats out; nothing here knows a database or a person.

Players are numbers, rounds tables of four numbers in the order East, South, West, North. Table of contents:

* `people`     what is known of a player (`Player`) and wished for (`Wishes`)
* `plan`       `plan`: a whole event, in stages that each keep what the one before achieved:
    * `meetings`   who meets whom: a design (`designs`, from `constants`), more rounds where it ends, who rests
    * `labels`     which person takes which place: mates apart, or late
    * `halls`      which table of the hall: other ones each time, some players' own
    * `winds`      which starting seat: each wind once in every four games
* `repair`     `repair`: the plan after a drop-out, a late entry or a no-show, and the difference
* `swiss`      `swiss` and `by_standings`: one round after the standings
* `quality`    the certificate: meetings, winds, tables and mates against the bounds; faults of an imported plan
* `draw`       seats drawn at random, and who sits out
* `wishes`     what a plan could not keep: mates who meet, and who is not at their own table
* `anneal`     the search where no design is left; `search` counts its steps, tells how far it is, and can be stopped

`python -m tournament.seating` prints a plan as JSON. The same arguments and seed give the same plan on any machine.
"""
