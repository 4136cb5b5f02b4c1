"""Open an account."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone
from tournament.models import User


class UsernameTaken(NotDone):
    """Somebody else has that name."""

    message = _("Someone else took this name meanwhile. Choose another one.")


def sign_up(*, username: str, email: str, password: str) -> User:
    """A new account. Raises `UsernameTaken`: two people may choose a name at once, after the form found it free."""
    try:
        with transaction.atomic():
            return User.objects.create_user(username, email, password)
    except IntegrityError:
        raise UsernameTaken from None
