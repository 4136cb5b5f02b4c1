"""Mails about changes of accounts."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.accounts.user import User
from tournament.models.queued import Queued


class AccountChange(models.TextChoices):
    """A change that the owner of an account is told of. The labels begin the mails."""

    PASSWORD = "password", _("The password of this Tenbo account was changed:")
    MAIL = "mail", _("The mail address of this Tenbo account was changed or removed:")
    PASSKEY_ADDED = "passkey-added", _("A passkey was added to this Tenbo account:")
    PASSKEY_REMOVED = "passkey-removed", _("A passkey of this Tenbo account was removed:")
    PASSWORD_ENOUGH = "password-enough", _("This Tenbo account no longer requires a passkey to log in:")
    NEW_CODES = "new-codes", _("The recovery codes of this Tenbo account were replaced by new codes:")
    CODE_CONFIRMED = (
        "code-confirmed",
        _("A recovery code was used to confirm a permanent change in this Tenbo account:"),
    )
    CODE_USED = "code-used", _("A recovery code was used to log in to this Tenbo account:")


class ChangeMail(Queued):
    """A mail about a change of an account, to its address at the time of the change or, if the address was changed, to
    the former one.

    `names_account` says whether the mail contains the account's name: it does if the address was proven at that time.
    `site` is the site's address. A row is deleted after its mail is sent.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    change = models.CharField(max_length=20, choices=AccountChange)
    email = models.EmailField(max_length=254)
    names_account = models.BooleanField()
    language = models.CharField(max_length=10)
    site = models.TextField()

    def __str__(self) -> str:
        return f"{self.change}: {self.user}"
