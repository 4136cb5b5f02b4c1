"""Mails that reset a forgotten password."""

from django.db import models

from tournament.models.queued import Queued


class ResetMail(Queued):
    """A request, by mail address, to reset a forgotten password. The request is stored even if no account has this
    address.

    The accounts with the address are looked up when the mails are sent. So the response time does not reveal who has an
    account. The token of the link in a mail is created at the same time, and is never stored. `site` is the first part
    of the link: the site's address without a final slash. `sent_to` has the spellings of the address, one a line, that
    got their mail or were refused for good. A row is deleted after its mails are sent.
    """

    email = models.EmailField(max_length=254)
    language = models.CharField(max_length=10)
    site = models.CharField(max_length=200)
    sent_to = models.TextField(blank=True, default="", db_default="")

    def __str__(self) -> str:
        return self.email
