"""Open an account."""

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournament.core.errors import NotDone
from tournament.models import User


class UsernameTaken(NotDone):
    """Another account has this name."""

    message = _("Someone else took this name meanwhile. Choose another one.")


def sign_up(*, username: str, email: str, password: str) -> User:
    """Create an account. Raises `UsernameTaken` if two people choose a name at once, each with a valid form."""
    try:
        with transaction.atomic():
            return User.objects.create_user(username, email, password)
    except IntegrityError:
        raise UsernameTaken from None
