"""The browsers in which an account is logged in, and the account's recent events, for its owner to read."""

from django.db import models
from django.utils.translation import gettext_lazy as _

from tournament.models.accounts.user import User


class BrowserLogin(models.Model):
    """A browser in which an account is logged in. The row is deleted after the session `session_key` has ended.

    `address` is the network address as `core.addresses.client_network` shortens it: of an IPv6 address only the network
    part.
    """

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    session_key = models.CharField(max_length=40, db_index=True)
    device = models.CharField(max_length=60)
    address = models.CharField(max_length=64)
    began_at = models.DateTimeField()
    used_at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.user_id} in {self.device}"


class AccountEvent(models.Model):
    """Something that happened to an account, such as a login. Old events are deleted (`core.actions.logins`)."""

    class Kind(models.TextChoices):
        LOGIN = "login", _("Logged in")
        WRONG_PASSWORD = "wrong-password", _("Wrong password")
        PASSWORD = "password", _("Password changed")
        MAIL = "mail", _("Mail address changed")
        NAME = "name", _("Full name changed")
        PASSKEY_LOGIN = "passkey-login", _("Logged in with a passkey")
        CODE_LOGIN = "code-login", _("Logged in with a recovery code")
        CODE_USED = "code-used", _("Confirmed with a recovery code")
        WRONG_CODE = "wrong-code", _("Wrong recovery code")
        WRONG_PASSKEY = "wrong-passkey", _("Wrong passkey")
        PASSKEY_ADDED = "passkey-added", _("Passkey added")
        PASSKEY_REMOVED = "passkey-removed", _("Passkey removed")
        CODES = "codes", _("New recovery codes")
        SECOND_ON = "second-on", _("Passkey required for every login")
        SECOND_OFF = "second-off", _("Login without a passkey allowed")
        ENDED = "ended", _("Logged out elsewhere")

    user = models.ForeignKey(User, on_delete=models.CASCADE, related_name="+")
    kind = models.CharField(max_length=20, choices=Kind)
    device = models.CharField(max_length=60)
    address = models.CharField(max_length=64)
    at = models.DateTimeField(db_index=True)

    def __str__(self) -> str:
        return f"{self.kind} {self.user_id}"
