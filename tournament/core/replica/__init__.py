"""Answers some public pages from a streaming replica of PostgreSQL. They are a few seconds old at most, and only for
anonymous visitors who have not just written. All other requests read from the primary."""
