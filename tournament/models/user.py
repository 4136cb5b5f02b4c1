"""Accounts: people who log in. A player needs none, and a table has a link instead."""

from django.contrib.auth.models import AbstractUser


class User(AbstractUser):
    """One person who can log in: an organizer or a referee. Players at the table have no account.

    Our own class although it adds nothing yet, because Django cannot change to one later. The address is optional and
    two people may share one, as a club's referees often do.
    """
