"""What is remembered: facts, never totals. The table of contents is this file's imports."""

from tournament.models.user import User

__all__ = ["User"]
