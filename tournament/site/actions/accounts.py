"""Create an account, and change its name and mail address."""

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone
from tournament.models import User

LOCK_OF_NAMES = 7_361_001
"""The key of the advisory lock of PostgreSQL that only one new account has at a time. Tenbo has no other such lock."""


class UsernameTaken(NotDone):
    """Another account has this name, perhaps in other capitals."""

    message = _("Someone else took this name meanwhile. Choose another name.")


def sign_up(*, username: str, email: str, password: str) -> User:
    """Create an account. Raises `UsernameTaken` if another account took the name after the form was validated."""
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
    """Change an account's name and mail address. The name is one field, and is never split into first and last name."""
    user.first_name, user.last_name, user.email = name, "", email
    user.save(update_fields=["first_name", "last_name", "email"])


def prove_mail(*, user: User) -> None:
    """Record that this account's present mail address is proven: somebody used a link that was mailed to this
    address."""
    user.proven_mail = user.email
    user.save(update_fields=["proven_mail"])
