"""Add and remove passkeys, create and use recovery codes, and require a passkey beside the password.

Each action that decides by the passkeys or codes that an account has locks the account first: two browsers may send
such forms at the same moment.
"""

import secrets
from hashlib import sha256

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone
from tournament.core.logins.passkeys import id_of
from tournament.core.words.limits import with_limit
from tournament.models import Passkey, RecoveryCode, User
from tournament.site.actions.unchanged import lock_unchanged

CODES = 8
LETTERS = "abcdefghjkmnpqrstuvwxyz23456789"
"""The characters of recovery codes, without those that are easily confused on paper."""

MOST_PASSKEYS = 20
"""The most passkeys of one account."""


class TooManyPasskeys(NotDone):
    """The account has as many passkeys as it may."""

    message = with_limit(
        _("You have %(most)s passkeys already, so none was added. First remove a passkey."), MOST_PASSKEYS
    )


class PasskeyKnown(NotDone):
    """The account has this passkey already."""

    message = _("This passkey was added already.")


@transaction.atomic
def add_passkey(*, user: User, credential: bytes, name: str) -> None:
    """Add a passkey; `credential` are the bytes to store in `Passkey.credential`. Raises `TooManyPasskeys`,
    `PasskeyKnown`, and `AccountChanged` if somebody took the account over by mail meanwhile."""
    lock_unchanged(user, password=user.password)
    if Passkey.objects.filter(user=user).count() >= MOST_PASSKEYS:
        raise TooManyPasskeys
    try:
        with transaction.atomic():
            Passkey.objects.create(
                user=user, name=name, credential_id=id_of(credential), credential=credential, added_at=timezone.now()
            )
    except IntegrityError:
        raise PasskeyKnown from None


@transaction.atomic
def remove_passkey(*, user: User, passkey_id: int) -> bool:
    """Remove a passkey, and return whether the account had it. After the last passkey is removed, the password alone is
    enough again."""
    _lock(user)  # of two removals, the second must see that the first left no passkey
    removed, _models = Passkey.objects.filter(user=user, pk=passkey_id).delete()
    if not Passkey.objects.filter(user=user).exists():
        User.objects.filter(pk=user.pk).update(needs_passkey=False)
    return bool(removed)


@transaction.atomic
def need_passkey(*, user: User, is_needed: bool) -> bool:
    """Set whether logging in needs a passkey beside the password. Returns False, without a change, if the account has
    no passkey."""
    _lock(user)
    if is_needed and not Passkey.objects.filter(user=user).exists():
        return False
    User.objects.filter(pk=user.pk).update(needs_passkey=is_needed)
    return True


@transaction.atomic
def new_recovery_codes(*, user: User) -> list[str]:
    """Create new recovery codes, which replace the old ones. The codes cannot be shown again later, because only their
    hashes are stored."""
    _lock(user)
    RecoveryCode.objects.filter(user=user).delete()
    codes = ["-".join("".join(secrets.choice(LETTERS) for _ in range(4)) for _ in range(4)) for _ in range(CODES)]
    RecoveryCode.objects.bulk_create(RecoveryCode(user=user, code_hash=_hash(user, code)) for code in codes)
    return codes


def use_recovery_code(*, user: User, code: str) -> bool:
    """Use up a recovery code, and return whether it was valid. Upper case, spaces and hyphens do not matter."""
    used, _models = RecoveryCode.objects.filter(user=user, code_hash=_hash(user, code)).delete()
    return bool(used)


@transaction.atomic
def forget_passkeys(*, user: User) -> None:
    """Remove all passkeys and recovery codes of somebody who has lost the passkeys. The password alone is then enough
    again."""
    _lock(user)
    Passkey.objects.filter(user=user).delete()
    RecoveryCode.objects.filter(user=user).delete()
    User.objects.filter(pk=user.pk).update(needs_passkey=False)


def _lock(user: User) -> None:
    """Lock the account until the end of the transaction. Rows that refer to the account can be added meanwhile."""
    User.objects.select_for_update(no_key=True).get(pk=user.pk)


def _hash(user: User, code: str) -> str:
    """Hash a recovery code. A plain hash is safe, because the code has 79 random bits."""
    letters = "".join(letter for letter in code.casefold() if letter.isalnum())
    return sha256(f"{user.pk} {letters}".encode()).hexdigest()
