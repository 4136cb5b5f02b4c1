"""Whether a browser gets messages."""

from tournament.models import Entry, Table
from tournament.push.keys import server_key


def is_subscribed(owner: Entry | Table, endpoint: str) -> bool:
    """Whether this browser gets messages for this player or table."""
    return owner.push_subscriptions.in_force(server_key()).filter(endpoint=endpoint).exists()
