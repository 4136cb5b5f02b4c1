"""What happened in a tournament, who did it and when, as a page and as files.

Actions of every room write the entries (`core/actions/journal.py`); here they are read and put into sentences.
Begin with `queries.py`, then `words/sentences.py`.
"""
