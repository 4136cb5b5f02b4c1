"""From a page about a hanchan back to its table."""

from tournament.forms.touched import touched_in
from tournament.middleware import TenboRequest
from tournament.models import Hanchan
from tournament.queries.corrections import home_of


def way_back(request: TenboRequest, hanchan: Hanchan) -> str:
    """Where a hanchan is entered, with what was touched of its next hand before."""
    touched = touched_in(request.POST) or touched_in(request.GET)
    if not touched or hanchan.cancelled_by_id:
        return home_of(hanchan)
    return f"{hanchan.get_screen_url()}?{touched}"
