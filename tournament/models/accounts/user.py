"""Accounts of people who log in. Players need no account, and a phone at a table opens the table's link instead."""

from django.contrib.auth.models import AbstractUser
from django.core.validators import RegexValidator
from django.db import models
from django.utils.translation import gettext_lazy as _

USERNAME = RegexValidator(
    r"^[\w.@+'’-]+(?: [\w.@+'’-]+)*\Z",
    _("A name consists of letters, digits, single spaces, apostrophes and @ . + - _"),
)
"""Unlike Django's, this validator allows spaces and apostrophes: people enter their own name."""


class User(AbstractUser):
    """One person who can log in: an organizer or a referee. Players at the table have no account.

    The mail address is optional and two people may share one, as a club's referees often do. With `needs_passkey` the
    password alone is not enough to log in. A federation's staff (`is_federation`) may work with all public events.
    `proven_mail` is the last mail address that is known to be the person's own, because somebody used a link for this
    account that was mailed to this address.
    """

    username = models.CharField(
        _("name"),
        max_length=150,
        unique=True,
        validators=[USERNAME],
        error_messages={"unique": _("Someone else has this name. Choose another name.")},
    )
    needs_passkey = models.BooleanField(default=False)
    is_federation = models.BooleanField(default=False)
    proven_mail = models.EmailField(blank=True, db_default="", default="")

    @property
    def has_proven_mail(self) -> bool:
        """Whether the present mail address is proven; not if the account has none."""
        return bool(self.email) and self.email == self.proven_mail
