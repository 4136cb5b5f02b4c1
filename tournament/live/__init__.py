"""Browsers learn at once that a tournament changed, and ask for what they show.

`app` answers /live/ before Django is asked, `gate` says who may, `hub` knows who waits, `watch` hears of the changes.
All that is ever told is a tournament's id and version.
"""
