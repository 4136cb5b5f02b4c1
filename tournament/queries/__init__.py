"""Reads, one page's data a file. A query writes nothing."""
