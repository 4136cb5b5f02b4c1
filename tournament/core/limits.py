"""Limits on the size of one tournament, for forms and for the import of `tenbo/1` files."""

MOST_ENTRIES = 2_000
"""Entries of one tournament."""

MOST_TABLES = 250
"""Tables that a form prepares or seats. A round's form has four fields for each (`DATA_UPLOAD_MAX_NUMBER_FIELDS`)."""

MOST_TABLES_IN_FILE = 1_000
"""Tables in an imported file. It may have more than one form prepares, because a hall can be enlarged in several
steps."""

MOST_PLANNED_ROUNDS = 20
"""Rounds of a seating plan that is computed or imported on a page. Each round makes the search longer."""

MOST_ROUNDS = 500
"""Rounds of one tournament. There may be more than in a plan, because each hanchan of a club night is a round."""

MOST_ANNOUNCED_CUTS = 6
"""Cuts that are announced for one tournament before they are made."""

MOST_HANCHANS = 10_000
"""Hanchans of one round in a file, cancelled ones included: ten starts at each of 1,000 tables."""

MOST_HANDS = 500
"""Hands of one hanchan, without those that were undone or replaced."""

MOST_LOGGED = 200_000
"""Entries of one tournament's log, and of any other list that grows with the log."""
