"""Saves every page of the site as every audience sees it, so that two commits can be compared.

Run `python -m tests.crawl before` on one commit and `python -m tests.crawl after` on another, then `diff -r before
after`.
"""
