"""The tournament that a page is about, as far as its visitor may go there: the query a view starts from.

Each is loaded with the visitor's role, which the pages' navigation asks for. Who may not go there is told that there
is nothing.
"""

from tournament.languages import tournament_or_404
from tournament.middleware import TenboRequest
from tournament.models import Tournament


def seen_tournament(request: TenboRequest, slug: str, *, to_all: bool = False) -> Tournament:
    """One whose pages this visitor may read; `to_all` as in `languages.speak`."""
    seen = Tournament.objects.seen_by(request.visitor)
    return tournament_or_404(request, seen.with_role(request.visitor), slug, to_all=to_all)


def refereed_tournament(request: TenboRequest, slug: str, *, to_all: bool = False) -> Tournament:
    """One of whose team this visitor is; what is printed is `to_all`: whoever prints it, others read it."""
    refereed = Tournament.objects.refereed_by(request.visitor)
    return tournament_or_404(request, refereed.with_role(request.visitor), slug, to_all=to_all)


def organized_tournament(request: TenboRequest, slug: str) -> Tournament:
    """One that this visitor organizes."""
    organized = Tournament.objects.organized_by(request.visitor)
    return tournament_or_404(request, organized.with_role(request.visitor), slug)


def owned_tournament(request: TenboRequest, slug: str) -> Tournament:
    """One that this visitor owns."""
    owned = Tournament.objects.owned_by(request.visitor)
    return tournament_or_404(request, owned.with_role(request.visitor), slug)
