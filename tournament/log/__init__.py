"""The log of a tournament (who changed what, and when), as a page and as files.

Actions of every room write the entries (`core/actions/journal.py`); this room reads them and writes sentences.
Begin with `queries.py`, then `words/sentences.py`.
"""
