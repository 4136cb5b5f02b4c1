"""Answers some public pages from a streaming replica of PostgreSQL, never older than a few seconds, and only for
anonymous visitors who have not just written. All other requests read from the primary."""
