"""The link from a page about a hanchan back to its table."""

from tournament.core.requests import TenboRequest
from tournament.games.queries.corrections import entry_address
from tournament.models import Hanchan
from tournament.table.touched import touched_in


def table_return_address(request: TenboRequest, hanchan: Hanchan) -> str:
    """Return the address of the hanchan's screen, with the partly entered next hand in its query string."""
    touched = touched_in(request.POST) or touched_in(request.GET)
    if not touched or hanchan.cancelled_by_id:
        return entry_address(hanchan)
    return f"{hanchan.get_screen_url()}?{touched}"
