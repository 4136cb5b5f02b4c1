"""Live updates: open pages are notified that a tournament changed, and then load those of their parts again that may
differ.

`app` serves /live/ in front of Django, `gate` checks permission, `hub` holds subscriptions, `watch` detects changes.
A notification contains only a tournament's id and version.
"""
