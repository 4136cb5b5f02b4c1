"""The log of a tournament (who changed what, and when), as a page and as files.

Actions of every package write the entries (`core/actions/journal.py`); this package reads them and turns them into
sentences. Begin with `queries.py`, then `words/sentences.py`.
"""
