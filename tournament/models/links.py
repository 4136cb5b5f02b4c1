"""The base model of rows that have a private link, which works without an account."""

import secrets

from django.db import models
from django.utils import timezone

from tournament.models.keys import is_link_token, link_token, link_tokens, token_hash


def new_nonce() -> str:
    return secrets.token_urlsafe(9)


class Linked(models.Model):
    """A row with a private link, computed from the nonce and the site's secret key. `link_used_at` is when the link was
    last used, to within some minutes; None if it was never opened. `carried_links` are the hashes of other sites'
    tokens that are valid on this site too, separated by spaces, for a tournament that was handed over (`HandOver`)."""

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
        return [*map(token_hash, link_tokens(*self._token_parts())), *self.carried_links.split()]

    def _token(self) -> str:
        return link_token(*self._token_parts())

    def _token_parts(self) -> tuple[str, str, int]:
        """Return the salt, the signed value and the length of the link's token."""
        raise NotImplementedError


LINK_COLUMNS = ["link_nonce", "link_made_at", "link_used_at", "carried_links"]
