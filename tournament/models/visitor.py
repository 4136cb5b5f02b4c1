"""The visitor of a request: an account, the holder of private links, or anonymous. All permission checks use this
class."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Q

from tournament.models.accounts.user import User

if TYPE_CHECKING:
    from tournament.models.tournament import Tournament


@dataclass(frozen=True)
class Visitor:
    """The person who sends a request, and the private links that were opened in this browser, as nonces. `tables` has
    the links of tables by the table's id, `entries` the links of players by the entry's id, and `halls` the hall links
    by the tournament's id."""

    user: User | AnonymousUser
    tables: Mapping[int, str] = field(default_factory=dict)
    entries: Mapping[int, str] = field(default_factory=dict)
    halls: Mapping[int, str] = field(default_factory=dict)

    @property
    def account(self) -> User | None:
        return self.user if isinstance(self.user, User) else None

    @property
    def may_create_tournaments(self) -> bool:
        """Whether this person may create tournaments on this site (TENBO_TOURNAMENT_CREATORS)."""
        if self.account is None:
            return False
        return settings.TENBO_TOURNAMENT_CREATORS == "everyone" or self.account.is_staff

    @property
    def is_federation(self) -> bool:
        """Whether this person belongs to a federation's staff."""
        return self.account is not None and self.account.is_federation

    def role_in(self, tournament: "Tournament") -> str | None:
        """Return the role of this person in a tournament (`Role`); None if the person has none."""
        if self.account is None:
            return None
        return tournament.memberships.filter(user=self.account).values_list("role", flat=True).first()


STRANGER = Visitor(user=AnonymousUser())
"""An anonymous visitor, who sees what everybody sees."""


def opened(links: Mapping[int, str], prefix: str = "") -> Q:
    """Return the condition that the current link of a table or an entry is one of `links` (`Visitor.tables`,
    `Visitor.entries`). `prefix` is the lookup path from the filtered model to the table or entry, such as "table__"."""
    rows = Q(pk__in=[])
    for pk, nonce in links.items():
        rows |= Q(**{f"{prefix}pk": pk, f"{prefix}link_nonce": nonce})
    return rows
