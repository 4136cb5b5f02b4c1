"""Mails that reset a forgotten password."""

from django.db import models

from tournament.models.queued import Queued


class ResetMail(Queued):
    """A request for mails that reset the password of the accounts with an address, even if there are none.

    The accounts are looked up when the mail is sent, so that the response time does not reveal who has an account. The
    link's token is created then and never stored. `site` is the site's address in that link, without a final slash. A
    row is deleted once it is sent.
    """

    email = models.EmailField(max_length=254)
    language = models.CharField(max_length=10)
    site = models.CharField(max_length=200)

    def __str__(self) -> str:
        return self.email
