"""Reads the names that accounts log in with, to tell apart accounts with the same full name."""

from collections.abc import Iterable

from tournament.models import Actor, User


def usernames_of(authors: Iterable[Actor]) -> dict[int, str]:
    """Return the usernames of the accounts among these authors, by the account's id. One query."""
    ids = {author.user_id for author in authors if author.user_id is not None}
    return dict(User.objects.filter(pk__in=ids).values_list("pk", "username"))
