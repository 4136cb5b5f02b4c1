"""Compares what a document says of a tournament's past with what was here: one module for each part of the past.

Begin with `kinds.py`, which tells what each kind of log entry can change.
"""
