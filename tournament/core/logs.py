"""Server log of failed requests, without the secret keys in their addresses."""

import logging
import re

KEY = re.compile(r"(/(?:enter/\d+|link|invitations|password-reset/[^/\s]+)/)[^/\s?]+")
"""Words before a secret key: its holder opens a table, a player's page, the hall, a team or an account."""


class WithoutKeys(logging.Filter):
    """Lets every record through, with "…" in place of a secret key."""

    def filter(self, record: logging.LogRecord) -> bool:
        text = record.getMessage()
        if KEY.search(text):
            record.msg, record.args = KEY.sub(r"\1…", text), ()
        return True
