"""Mails about changes of accounts."""

from django.db import models

from tournament.models.accounts.account import AccountEvent
from tournament.models.accounts.user import User
from tournament.models.queued import Queued


class ChangeMail(Queued):
    """A mail about a change of an account, to its address at the time of the change or, if the address was changed, to
    the former one.

    `change` is the kind of the entry about it in the account's log. `names_account` says whether the mail contains the
    account's name: it does if the address was proven at that time. `site` is the site's address. A row is deleted after
    its mail is sent.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    change = models.CharField(max_length=20, choices=AccountEvent.Kind)
    email = models.EmailField(max_length=254)
    names_account = models.BooleanField()
    language = models.CharField(max_length=10)
    site = models.TextField()

    def __str__(self) -> str:
        return f"{self.change}: {self.user}"
