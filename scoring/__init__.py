"""The rules of riichi mahjong as plain Python: functions that take immutable values and return new ones.

Nothing here uses a database, a browser or personal data. Modules, from the hand to the tournament:

* `seats`      who sits where, and who comes after whom
* `rules`      what a rulebook decides (`Ruleset`), `rules_check` whether its fields fit together, `presets` the
               rulebooks themselves, `sources` where each of their values comes from
* `outcome`    what can happen in a hand
* `value`      what a winning hand is worth; `card` the printed table of those values
* `tiles`      a hand of tiles to yaku, han and fu; only `tiles.count`, `tiles.readings` and `tiles.waits` need a
               package, the library `mahjong`
* `points`     `settle`: who pays whom for one hand; `draws` what draws, nagashi mangan and chombo pay,
               `payments` what moves, and why
* `hanchan`    `advance`: dealer, counters and round after a hand; `replay`: a whole game
* `discrepancy`  `explanations`: which single mistake explains why the sticks on the table differ from the record
* `countdown`  when a round's signal sounds; `clock` how many hands may still be played after it
* `placement`  `place`: final points to places, uma and scores
* `penalties`  penalties other than chombo: lateness, a missed hanchan
* `sitting_out`  the score of a round for a player who has no seat in it
* `standings`  `rank`: many totals to one ranking
* `stages`     totals and places over cuts; who advances, and who is tied at the line
* `season`     several events to one result: what counts, who is ranked, promotion and relegation
* `statistics` counts over a player's hands, and the places of their hanchans
* `goals`      what a player may aim for; `last_hand` which wins reach a goal, `needs` which places and points do
* `mers`       what a tournament is worth in the European ranking
* `game_format`  reads `hanchan/1`, the interchange format of games; `game_writing` writes it
* `refusal`    every refusal, with its code and its sentence

Points are integers as they lie on the table (30_000). A score comes after uma, in thousands, exact
(`Fraction`). Rule numbers such as R4.2 are those of `docs/rules.md`.
"""
