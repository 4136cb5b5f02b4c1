"""Change the name and mail address of an account."""

from tournament.models import User


def edit_account(*, user: User, name: str, email: str) -> None:
    """Change an account's name and mail address. The name is one field, never split into first and last name."""
    user.first_name, user.last_name, user.email = name, "", email
    user.save(update_fields=["first_name", "last_name", "email"])
