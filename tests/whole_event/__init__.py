"""A whole event played over HTTP as its people would: one script, no model, and the standings worked out again.

* `browser`    cookies, forms and their tokens, and nothing else of a page
* `day`        what happens: `python -m tests.whole_event` (`make event`) plays all of it against a server of its own
* `recompute`  the final standings from the exported JSON, by the rulebook, sharing no code with the site
* `statistics` the figures of every player's page from the same JSON, likewise
"""
