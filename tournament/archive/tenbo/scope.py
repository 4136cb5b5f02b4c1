"""Numbers and ids defined by the checked parts of a document, to which later parts may refer."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.rules import Ruleset
from tournament.archive.tenbo.values import BadDocument
from tournament.core.limits import MOST_LISTED
from tournament.core.words.limits import with_limit

T = TypeVar("T")


@dataclass(kw_only=True)
class DocumentScope:
    """The numbers of entries and tables and the ids of hanchans in a document; `logged` is the length of its log.

    The first argument of each check, `where`, is the place in the document that a `BadDocument` names.
    """

    rules: Ruleset
    is_frozen: bool
    logged: int
    entries: set[int] = field(default_factory=set)
    tables: set[int] = field(default_factory=set)
    hanchans: set[int] = field(default_factory=set)
    listed: int = 0

    def check_entry(self, where: str, number: int) -> None:
        _among(
            where,
            number,
            self.entries,
            _("The file has no player with number %(number)s.") % {"number": str(number)[:20]},
        )

    def check_entries(self, where: str, numbers: list[int]) -> None:
        """Check that each number is the number of an entry, and that no number occurs twice."""
        named: set[int] = set()
        for place, number in placed(where, numbers):
            self.check_entry(place, number)
            check_new(place, number, named)

    def check_list(self, where: str, numbers: list[int]) -> None:
        """Check a list of entries, as `check_entries` does, and that all lists of the document are not too long."""
        self.check_entries(where, numbers)
        self.listed += len(numbers)
        if self.listed > MOST_LISTED:
            raise BadDocument(
                where,
                with_limit(
                    gettext_lazy(
                        "A file can name at most %(most)s players in the lists of those who sit out or are in a cut."
                    ),
                    MOST_LISTED,
                ),
            )

    def check_table(self, where: str, number: int) -> None:
        _among(where, number, self.tables, gettext_lazy("The file has no table with this number."))

    def check_hanchan(self, where: str, number: int | None) -> None:
        if number is not None:
            _among(where, number, self.hanchans, gettext_lazy("The file has no such hanchan."))

    def check_logged(self, where: str, record: Mapping[str, Any], *keys: str) -> None:
        """Check that each of these keys of the record has None or the number of a log entry."""
        for key in keys:
            check_counted(f"{where}.{key}", record[key], self.logged)

    def check_frozen(self, where: str) -> None:
        """Check that the rules are frozen. This is required of a document in which something was played."""
        if not self.is_frozen:
            problem = gettext_lazy("The file contains played hands. Therefore it must say that the rules are fixed.")
            raise BadDocument(where, problem)


def placed(where: str, records: Iterable[T]) -> Iterator[tuple[str, T]]:
    """Yield each record of a list with its place in the document."""
    return ((f"{where}[{number}]", record) for number, record in enumerate(records))


def check_new(where: str, number: int, seen: set[int]) -> None:
    """Check that a number is not in `seen`, and add it."""
    if number in seen:
        raise BadDocument(where, gettext_lazy("This value appears twice."))
    seen.add(number)


def check_counted(where: str, number: int | None, most: int) -> None:
    """Check that a number is None, or between 1 and `most`."""
    if number is not None and not 1 <= number <= most:
        problem = _("This value is not a whole number from %(low)s to %(high)s.")
        raise BadDocument(where, problem % {"low": 1, "high": most})


def only_one(where: str) -> BadDocument:
    return BadDocument(where, gettext_lazy("Only one of these records can be in force."))


def _among(where: str, number: int, numbers: Collection[int], problem: str | Promise) -> None:
    if number not in numbers:
        raise BadDocument(where, problem)
