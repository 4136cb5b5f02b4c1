"""Writes, one verb a file: lock, decide, append. Nothing else in the project changes the database."""
