"""Statistics of the tables, by which SQLite chooses the order of joins. PostgreSQL collects its own."""

from django.db import connection


def analyse() -> None:
    """Have SQLite look at tables that have grown since it last did. Without statistics it reads a site's every line for
    a page of ten: 2.2 s of 10,000 hanchans instead of 0.2 s."""
    if connection.vendor == "sqlite":
        with connection.cursor() as cursor:
            cursor.execute("PRAGMA analysis_limit = 1000")  # rows of an index: milliseconds, however large it is
            cursor.execute("PRAGMA optimize = 0x10002")
