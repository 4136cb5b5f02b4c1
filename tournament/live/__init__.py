"""Live updates: open pages are notified that a tournament changed, and then load again the parts that may have changed.

`app` serves /live/ in front of Django, `gate` checks permission, `hub` holds subscriptions, `watch` detects changes. A
notification contains only a tournament's id and version.
"""
