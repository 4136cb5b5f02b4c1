"""Rehearsals: robots play a whole event through the pages and forms that people use.

* `wanted`   size and rules of the event, and the report of what was done
* `browser`  a person's browser: cookies, forms and their tokens, no model
* `people`   invented names
* `table`    the robot at a table's phone: plays, makes mistakes and corrects them, signs
* `desk`     the robot of the organizer: enters, seats, penalizes, approves
* `mishaps`  everything that goes wrong
* `day`      what happens when, drawn from a seed: `rounds`, `between_rounds`, and `sheets` that are signed and approved
* `event`    the event that they all change
* `truth`    the robots' own record, and the standings that follow from it

The robots record what they did; at the end it is compared with the site. A response that no person should get stops the
rehearsal, and names the page and the step that led there.
"""
