"""The page that starts a round: its address, players for it, and the fields of its form."""

from django.urls import reverse

from tests.factories import EntryFactory, enter


def url_of(tournament):
    return reverse("round-new", args=[tournament.slug])


def entered(tournament, count, *, first=1):
    """Enter `count` players whose names have the order of their numbers, so that tied players are listed in this
    order."""
    numbers = range(first, first + count)
    return enter([EntryFactory.build(tournament=tournament, number=n, player__name=f"Player {n:02}") for n in numbers])


def drawn(page):
    """Return the fields that the page's form sends if nothing is changed."""
    form = page.context["form"]
    return {bound.html_name: "" if bound.value() is None else str(bound.value()) for bound in form}
