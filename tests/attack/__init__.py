"""Attacks on servers of their own: `make attack`. Each is bounded and prints one JSON line.

While an attack runs, a phone at a table records a hand every fifth of a second. An attack fails if a hand waited longer
than a second, if the server took more than a gigabyte, or if anything got through that should not. Not collected by
pytest: a busy machine would make one fail.
"""
