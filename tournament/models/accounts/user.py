"""Accounts: people who log in. A player needs none, and a table has a link instead."""

from django.contrib.auth.models import AbstractUser
from django.db import models


class User(AbstractUser):
    """One person who can log in: an organizer or a referee. Players at the table have no account.

    The address is optional and two people may share one, as a club's referees often do. Where a passkey is needed, the
    password alone is not enough to log in.
    """

    needs_passkey = models.BooleanField(default=False)
