"""Limits on the size of one tournament, for forms and for the import of `tenbo/1` files."""

MOST_ENTRIES = 2_000
"""Entries of one tournament."""

MOST_TABLES = 250
"""Tables that a form prepares or seats: a round's form has four fields for each (`DATA_UPLOAD_MAX_NUMBER_FIELDS`)."""

MOST_TABLES_IN_FILE = 1_000
"""Tables in a file. More than a form prepares: a hall is enlarged in several steps, and a file has no form fields."""

MOST_PLANNED_ROUNDS = 20
"""Rounds of a seating plan that is made or imported on a page: each makes the search longer."""

MOST_ROUNDS = 500
"""Rounds of one tournament. More than a plan has: each hanchan of a club night is a round."""

MOST_ANNOUNCED_CUTS = 6
"""Cuts that are announced for one tournament before they are made."""

MOST_HANCHANS = 10_000
"""Hanchans of one round in a file, with the cancelled ones: ten starts at each table."""

MOST_HANDS = 500
"""Hands of one hanchan that count."""

MOST_LOGGED = 200_000
"""Entries of one tournament's log, and of any list that grows with it."""
