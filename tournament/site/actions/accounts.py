"""Create an account, and change its name and mail address."""

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, connection, transaction
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone
from tournament.core.text import one_line
from tournament.models import Passkey, User
from tournament.site.actions.passkeys import forget_passkeys

LOCK_OF_NAMES = 7_361_001
"""The key of the advisory lock of PostgreSQL that only one new account has at a time. Tenbo has no other such lock."""


class UsernameTaken(NotDone):
    """Another account has this name, perhaps in other capitals."""

    message = _("Someone else took this name meanwhile. Choose another name.")


class AddressChanged(NotDone):
    """The account got another mail address after the form was compared with the account."""

    message = _(
        "The mail address of this account was changed meanwhile. Nothing was changed; reload the page and check the"
        " address."
    )


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
    """Change an account's name and mail address. Writes only the values that differ from `user` as the form read it.
    Otherwise a form that changes only the name would bring back an older address without the password. Raises
    `AddressChanged` if an edited address is not the stored one any more.

    The name is one field, and is never split into first and last name."""
    edited: dict[str, str] = {}
    if name != one_line(user.get_full_name()):  # as the form shows it
        edited |= {"first_name": name, "last_name": ""}
    if email != user.email:
        edited["email"] = email
    with transaction.atomic():
        stored = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        if "email" in edited and stored.email != user.email:
            raise AddressChanged
        for field, value in edited.items():
            setattr(user, field, value)
        user.save(update_fields=edited)


def prove_mail(*, user: User) -> bool:
    """Record that this account's present mail address is proven: somebody used a link that was mailed to this address.
    Return whether passkeys were removed.

    If the address was not proven before, the account's passkeys are removed: whoever made the account may have entered
    somebody else's address and added a passkey, by which they would still get in after the owner of the address took
    the account over. An account that needs a passkey to log in gets no link before its address is proven
    (`may_reset_by_mail`).
    """
    with transaction.atomic():
        stored = User.objects.select_for_update(no_key=True).get(pk=user.pk)
        is_cleared = stored.proven_mail != user.email and Passkey.objects.filter(user=user).exists()
        if is_cleared:
            forget_passkeys(user=user)
        user.proven_mail = user.email
        user.save(update_fields=["proven_mail"])
    return is_cleared


def may_reset_by_mail(user: User) -> bool:
    """Whether a mailed link may set a new password. If the account needs a passkey to log in, its mail address must be
    proven: otherwise its owner may be somebody else, who could still log in, or the link would take the second factor
    away from somebody whose mails others read."""
    return user.has_proven_mail or not user.needs_passkey
