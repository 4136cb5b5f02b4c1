"""Store a new password, chosen in the account or by a mailed link.

`user` has the new password's hash in memory, because hashing takes too long for a transaction; `before` is the hash
that the account had when the form was checked. Only the password is written: a role that was taken away meanwhile would
come back with the rest.
"""

from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.db import transaction

from tournament.models import Passkey, User
from tournament.site.actions.passkeys import forget_passkeys
from tournament.site.actions.unchanged import lock_unchanged

reset_tokens = PasswordResetTokenGenerator()
"""Tokens of mailed links. Those of former secret keys are not valid, although other links of these keys are: whoever
stole a key could set any password."""
reset_tokens.secret_fallbacks = []


@transaction.atomic
def change_password(*, user: User, before: str) -> None:
    """Store the new password. Raises `AccountChanged`."""
    lock_unchanged(user, password=before)
    user.save(update_fields=["password"])


@transaction.atomic
def set_password_by_mail(*, user: User, before: str) -> bool:
    """Store the new password of somebody who used a link that was mailed to the account's address, which is proven by
    this. Return whether passkeys were removed. Raises `AccountChanged`.

    If the address was not proven before, the account's passkeys are removed: whoever made the account may have entered
    somebody else's address and added a passkey, by which they would still get in after the owner of the address took
    the account over. An account that needs a passkey to log in gets no link before its address is proven
    (`may_reset_by_mail`).
    """
    stored = lock_unchanged(user, password=before)
    is_cleared = stored.proven_mail != user.email and Passkey.objects.filter(user=user).exists()
    if is_cleared:
        forget_passkeys(user=user)
    user.proven_mail = user.email
    user.save(update_fields=["password", "proven_mail"])
    return is_cleared


def may_reset_by_mail(user: User) -> bool:
    """Whether a mailed link may set a new password. If the account needs a passkey to log in, its mail address must be
    proven: otherwise its owner may be somebody else, who could still log in, or the link would take the second factor
    away from somebody whose mails others read."""
    return user.has_proven_mail or not user.needs_passkey
