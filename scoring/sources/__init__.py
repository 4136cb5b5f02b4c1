"""Sources of each value of each preset, for the pages that show a rulebook.

A value is confirmed if the rulebook itself was read, or a text by its publisher. A value known only from the writing of
others, or not known at all, is unconfirmed, however likely it is. The sentences are our own.
"""

from scoring.sources.associations import CZECH_CLUB, EMA_2016, EMA_2025, WRC_2015, WRC_2022, WRC_2025, WRC_2025_LOWER
from scoring.sources.book import Book, Source
from scoring.sources.leagues import JPML_A, MLEAGUE, RMU_A, RMU_B, RMU_M, SAIKOUISEN
from scoring.sources.online import MAHJONG_SOUL, TENHOU

BOOKS: dict[str, Book] = {
    "wrc_2015": WRC_2015,
    "wrc_2022": WRC_2022,
    "wrc_2025": WRC_2025,
    "wrc_2025_lower": WRC_2025_LOWER,
    "ema_2016": EMA_2016,
    "ema_2025": EMA_2025,
    "jpml_a": JPML_A,
    "saikouisen": SAIKOUISEN,
    "mleague": MLEAGUE,
    "rmu_a": RMU_A,
    "rmu_b": RMU_B,
    "rmu_m": RMU_M,
    "tenhou": TENHOU,
    "mahjong_soul": MAHJONG_SOUL,
    "czech_club": CZECH_CLUB,
}
"""The sources of every preset, by its key."""


def source_of(key: str, field: str) -> Source:
    """Return the source of one field of a preset. Raises KeyError if no preset has this key.

    >>> source_of("saikouisen", "uma").confirmed, source_of("wrc_2015", "uma").text
    (False, 'WRC 2015, 5.9.2.')
    """
    book = BOOKS[key]
    return book.stated.get(field, book.otherwise)
