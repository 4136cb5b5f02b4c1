"""A row that opens something by a link, without an account."""

import secrets

from django.db import models
from django.utils import timezone


def new_nonce() -> str:
    return secrets.token_urlsafe(9)


class Linked(models.Model):
    """Has a private link, which follows from the nonce and the site's secret key. `link_used_at` is exact to some
    minutes, and None until the link is opened."""

    link_nonce = models.CharField(max_length=16, default=new_nonce, editable=False)
    link_made_at = models.DateTimeField(default=timezone.now, editable=False)
    link_used_at = models.DateTimeField(null=True, editable=False)

    class Meta:
        abstract = True

    def renew_link(self) -> None:
        """Make another link; the present one opens nothing any more. The caller saves `LINK_COLUMNS`."""
        self.link_nonce, self.link_made_at, self.link_used_at = new_nonce(), timezone.now(), None


LINK_COLUMNS = ["link_nonce", "link_made_at", "link_used_at"]
