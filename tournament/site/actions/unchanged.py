"""Locks an account that has not changed since a form checked who sends it.

Whoever reads the mails of an account's address takes the account over by a mailed link. A form that was checked before
must not be carried out after: it would bring back the old password, or change the address once more.
"""

from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone
from tournament.models import User


class AccountChanged(NotDone):
    """The account got another mail address or password after the form was checked."""

    message = _(
        "The mail address or the password of this account was changed meanwhile. Nothing was changed; reload the page"
        " and check the account."
    )


def lock_unchanged(user: User, *, password: str) -> User:
    """Lock an account until the end of the transaction and return it as it is stored. `user` and the hash of its
    `password` are those for which the form or the link was checked. Raises `AccountChanged`."""
    stored = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if (stored.email, stored.password) != (user.email, password):
        raise AccountChanged
    return stored
