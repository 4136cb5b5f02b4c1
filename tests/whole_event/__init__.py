"""A whole event played over HTTP, as people would play it, by a script without models. Its standings are computed a
second time.

* `browser`: cookies, forms with their tokens, and nothing else of a page
* `day`: the course of the event: `python -m tests.whole_event` (`make event`) plays it on a new server
* `recompute`: the final standings from the exported JSON, by the rulebook, without the site's code
* `statistics`: the figures of every player's page from the same JSON, also without the site's code
"""
