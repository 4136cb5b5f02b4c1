"""Mails by which a forgotten password is set anew."""

from django.db import models

from tournament.models.queued import Queued


class ResetMail(Queued):
    """A request for a mail that resets the password of the accounts with an address, whether or not there are any.

    The sender looks for them, so that no answer tells by its time who has an account. The link's token is made then and
    never stored. `site` is the site's address in that link, without a slash. A row is deleted once it is sent.
    """

    email = models.EmailField(max_length=254)
    language = models.CharField(max_length=10)
    site = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.email
