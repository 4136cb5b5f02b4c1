"""Whether a browser is subscribed to push messages."""

from tournament.models import Entry, Table
from tournament.push.keys import server_key


def is_subscribed(owner: Entry | Table, endpoint: str) -> bool:
    """Whether this browser is subscribed to messages for this player or table."""
    return owner.push_subscriptions.in_force(server_key()).filter(endpoint=endpoint).exists()
