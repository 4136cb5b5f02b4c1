"""A whole event played by robots, through the pages and forms that people use.

* `wanted`   which event to play, and what was done in it
* `browser`  a person's browser: cookies, forms and their tokens, no model
* `people`   names of nobody
* `table`    a table's phone: plays hands by the rules, errs as people do, puts it right, signs
* `desk`     the organizer's pages: enters, seats, penalizes, approves
* `mishaps`  what goes wrong
* `miscounted`  a hand that a referee finds counted wrongly afterwards
* `day`      what happens when, drawn from a seed: `rounds`, `between_rounds`, and `sheets` that are signed and approved
* `event`    the event that they all change
* `truth`    what the robots know, and the standings that follow from it

What the robots did is known to themselves; at the end it is compared with what the site says. Any answer that no
person should get stops the rehearsal with the page and the step that led there.
"""
