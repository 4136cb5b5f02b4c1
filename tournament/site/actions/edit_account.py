"""Change what an account says about its person."""

from tournament.models import User


def edit_account(*, user: User, name: str, email: str) -> None:
    """The name is one field: where a first name ends is not ours to know."""
    user.first_name, user.last_name, user.email = name, "", email
    user.save(update_fields=["first_name", "last_name", "email"])
