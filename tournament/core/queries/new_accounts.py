"""Accounts that are so new that all of them count as one, because anybody can create many."""

from datetime import timedelta

from django.utils import timezone

from tournament.models import User

NEW = timedelta(days=1)
"""The age until which all accounts count as one."""

YOUNG = timedelta(days=30)
"""The age until which all accounts of a network share some limits."""


def is_new_user(user: User) -> bool:
    """`is_new` for an account that was read already."""
    return not user.is_staff and user.date_joined > timezone.now() - NEW


def is_young_user(user: User) -> bool:
    """Whether this account was created within `YOUNG`, new ones included."""
    return not user.is_staff and user.date_joined > timezone.now() - YOUNG


def is_new(account: int | None) -> bool:
    """Whether the account with this id was created within `NEW`. Staff are never new, because only the operator of the
    site can make an account staff."""
    user = None if account is None else User.objects.filter(pk=account).first()
    return user is not None and is_new_user(user)
