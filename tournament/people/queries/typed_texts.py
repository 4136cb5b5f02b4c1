"""Finds the rows of tournaments in which people typed texts."""

from collections.abc import Collection
from typing import Any

from django.db.models import Model, QuerySet

from tournament.models import (
    Announcement,
    AnnouncementPicture,
    Appeal,
    Call,
    HandOver,
    Mail,
    MailWording,
    Penalty,
    PlayerTeam,
    SheetLine,
    Substitution,
    TeamPenalty,
    Tournament,
)

TO_TOURNAMENT: dict[type[Model], str] = {
    SheetLine: "sheet__hanchan__round__tournament", Substitution: "hanchan__round__tournament",
    Mail: "entry__tournament", Announcement: "tournament", AnnouncementPicture: "tournament",
    MailWording: "tournament", Appeal: "tournament", Call: "table__tournament", Penalty: "entry__tournament",
    TeamPenalty: "team__tournament", PlayerTeam: "tournament", HandOver: "tournament",
}  # fmt: skip
"""Models with typed texts for which most events have no rows, each with the lookup path to its tournament."""


class TypedTexts:
    """The rows with typed texts in some tournaments, which the caller has locked.

    One query finds the tournaments that have any rows. A person may have played in hundreds of club nights. On SQLite,
    no table of the site could record a hand while an action queries the texts of each night.
    """

    def __init__(self, tournaments: Collection[int]) -> None:
        self._tournaments = tournaments
        self._with_rows: dict[type[Model], set[int]] = {}

    def of(self, model: type[Model], tournament: Tournament) -> "QuerySet[Any]":
        """Return the rows of this model in this tournament, which is one of the tournaments."""
        rows, path = model._default_manager.all(), TO_TOURNAMENT[model]
        if model is SheetLine:
            rows = rows.exclude(substitute="")
        if model not in self._with_rows:
            found = rows.filter(**{f"{path}__in": self._tournaments}).order_by().values_list(path, flat=True)
            self._with_rows[model] = set(found.distinct())
        return rows.filter(**{path: tournament}) if tournament.pk in self._with_rows[model] else rows.none()
