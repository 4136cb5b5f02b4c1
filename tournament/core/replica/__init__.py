"""Answers some public pages from a streaming replica of PostgreSQL, never older than a few seconds, and only for
strangers who have not just written. Everything else reads from the primary."""
