"""Every page of the site written down for every audience, so that two commits can be compared.

`python -m tests.crawl before` on one commit and `python -m tests.crawl after` on another, then `diff -r before after`.
"""
