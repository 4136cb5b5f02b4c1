"""The base model of rows that have a private link, which works without an account."""

import secrets

from django.db import models
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from tournament.models.keys import former_desk_token, is_link_token, link_token, link_tokens, token_hash

DESK = "desk:"
"""The prefix of a desk link's hashes in `Linked.carried_links`. The hashes of both kinds of links share this column, so
that whatever ends the own link ends the desk link too."""


def new_nonce() -> str:
    return secrets.token_urlsafe(9)


class Linked(models.Model):
    """A row with a private link, computed from the nonce and the site's secret key. `link_used_at` is when the link was
    last used, to within some minutes; None if it was never opened. `carried_links` are the hashes of other sites'
    tokens that are valid on this site too, separated by spaces, for a tournament that was handed over (`HandOver`). A
    hash with the prefix `DESK` belongs to the link that referees show at the desk (`Entry.accepts_desk`)."""

    link_nonce = models.CharField(max_length=16, default=new_nonce, editable=False)
    link_made_at = models.DateTimeField(default=timezone.now, editable=False)
    link_used_at = models.DateTimeField(null=True, editable=False)
    carried_links = models.TextField(blank=True, default="", editable=False)

    class Meta:
        abstract = True

    def renew_link(self) -> None:
        """Make a new link, which makes the old one invalid. The caller must save `LINK_COLUMNS`."""
        self.link_nonce, self.link_made_at, self.link_used_at = new_nonce(), timezone.now(), None
        self.carried_links = ""

    def accepts(self, token: str) -> bool:
        """Whether this is a valid token of the current link."""
        return is_link_token(token, *self._token_parts()) or token_hash(token) in self.carried_links.split()

    def accepted_hashes(self) -> list[str]:
        """Return the hashes of all valid tokens of the link, so that another site can accept the same link."""
        carried = [hashed for hashed in self.carried_links.split() if not hashed.startswith(DESK)]
        return [*map(token_hash, link_tokens(*self._token_parts())), *carried]

    def _token(self) -> str:
        return link_token(*self._token_parts())

    def _token_parts(self) -> tuple[str, str, int]:
        """Return the salt, the signed value and the length of the link's token."""
        raise NotImplementedError


class DeskLinked(Linked):
    """A row with two links: a person's own link, and a desk link, which referees show to the person at the desk. The
    desk link opens the person's page without details and mails, and cannot change or cancel the entry. Neither link's
    token reveals the other's. Own links that a laptop made are desk links after the laptop has returned the
    tournament."""

    is_at_desk = False
    """Whether the row was opened by its desk link; not stored. If so, all links that this object makes are desk links
    too."""

    class Meta:
        abstract = True

    def accepts_desk(self, token: str) -> bool:
        """Whether this is a valid token of the current desk link."""
        if is_link_token(token, *self._desk_token_parts()) or DESK + token_hash(token) in self.carried_links.split():
            return True
        is_former = any(constant_time_compare(token, former_desk_token(hashed)) for hashed in self.accepted_hashes())
        return is_former and not self._was_handed_over()

    def desk_hashes(self) -> list[str]:
        """Return the hashes of all valid tokens of the desk link, so that another site can accept the same link."""
        carried = [hashed.removeprefix(DESK) for hashed in self.carried_links.split() if hashed.startswith(DESK)]
        return [*map(token_hash, link_tokens(*self._desk_token_parts())), *carried]

    def _token(self) -> str:
        return link_token(*self._desk_token_parts()) if self.is_at_desk else super()._token()

    def _desk_token_parts(self) -> tuple[str, str, int]:
        """Return the salt, the signed value and the length of the desk link's token."""
        raise NotImplementedError

    def _was_handed_over(self) -> bool:
        """Whether another site was ever given the hashes of the row's links."""
        raise NotImplementedError


LINK_COLUMNS = ["link_nonce", "link_made_at", "link_used_at", "carried_links"]
