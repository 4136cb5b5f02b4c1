"""Rehearsals: robots play a whole event through the pages and forms that people use.

* `wanted`   size and rules of the event, and the report of what was done
* `browser`  a person's browser with cookies and forms; it uses no models
* `people`   invented names
* `table`    the robot at a table's phone: plays, makes mistakes and corrects them, signs
* `desk`     the robot of the organizer: enters, seats, penalizes, approves
* `mishaps`  the kinds of things that go wrong
* `day`      the course of the event, drawn from a seed; its parts are `rounds`, `between_rounds` and `sheets`
* `event`    the state of the event, which the modules above change
* `truth`    the robots' own record, and the standings that follow from it

The robots record what they did; at the end their record is compared with the site. An error response stops the
rehearsal. It is reported with the address of the page and with the step before.
"""
