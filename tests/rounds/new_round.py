"""The page that starts a round: its address, players for it, and what it sends."""

from django.urls import reverse

from tests.factories import EntryFactory, enter


def url_of(tournament):
    return reverse("round-new", args=[tournament.slug])


def entered(tournament, count, *, first=1):
    """Players whose names are in the order of their numbers: so stand those who are level."""
    numbers = range(first, first + count)
    return enter([EntryFactory.build(tournament=tournament, number=n, player__name=f"Player {n:02}") for n in numbers])


def drawn(page):
    """What the page sends when nothing is touched."""
    form = page.context["form"]
    return {bound.html_name: "" if bound.value() is None else str(bound.value()) for bound in form}
