"""Create an account, and change its name and mail address."""

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone
from tournament.core.queries.disk import check_free_space
from tournament.core.text import one_line
from tournament.models import User
from tournament.site.actions.unchanged import lock_unchanged

LOCK_OF_NAMES = 7_361_001
"""The key of the advisory lock of PostgreSQL that only one new account has at a time. Tenbo has no other such lock."""


class UsernameTaken(NotDone):
    """Another account has this name, perhaps in other capitals."""

    message = _("Someone else took this name meanwhile. Choose another name.")


def sign_up(*, username: str, email: str, password: str) -> User:
    """Create an account. Raises `DiskNearlyFull`; and `UsernameTaken` if another account took the name after the form
    was validated."""
    check_free_space()
    # The slow hashing comes before the transaction, which on SQLite blocks all other writers.
    user = User(username=username, email=User.objects.normalize_email(email), password=make_password(password))
    try:
        with transaction.atomic():
            _lock_names()
            if User.objects.filter(username__iexact=username).exists():
                raise UsernameTaken
            user.save(force_insert=True)
    except IntegrityError:
        raise UsernameTaken from None
    return user


def _lock_names() -> None:
    """Let no other account be created until the end of the transaction. The column is unique, but names that differ
    only in capitals are different there, and two people may send such names at the same moment. No row can be locked:
    neither account exists yet."""
    if connection.vendor == "postgresql":  # on SQLite the IMMEDIATE transaction is the lock
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [LOCK_OF_NAMES])


def edit_account(*, user: User, name: str, email: str) -> None:
    """Change an account's name and mail address. Writes only the values that differ from `user` as the form read it.
    Otherwise a form that changes only the name would bring back an older address without the password. Raises
    `AccountChanged` if the address is edited and somebody else changed the address or the password meanwhile.

    The name is one field, and is never split into first and last name."""
    edited: dict[str, str] = {}
    if name != one_line(user.get_full_name()):  # as the form shows it
        edited |= {"first_name": name, "last_name": ""}
    if email != user.email:
        edited["email"] = email
    with transaction.atomic():
        if "email" in edited:
            lock_unchanged(user, password=user.password)
        for field, value in edited.items():
            setattr(user, field, value)
        user.save(update_fields=edited)
