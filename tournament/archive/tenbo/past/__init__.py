"""Compares a tournament's past in a laptop's document with the past on this site: one module for each part of the past.

Begin with `kinds.py`, which has tables of what each kind of log entry can change. `equal.py` compares two records by
such a table. `settings.py`, `people.py`, `decisions.py`, `rounds.py` and `hanchans.py` each compare their own part.
`outcomes.py` replays the log entries about a hanchan's hands. `erased.py` is about people who were removed.
`rewritten.py`, a folder above, calls all of them.
"""
