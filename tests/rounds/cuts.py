"""A tournament of eight players after one round, and the page of its cut."""

from fractions import Fraction
from uuid import uuid4

from django.urls import reverse

from tests.factories import STRANGER, UserFactory, play, sign
from tests.standings.results import MANGAN, tournament_with
from tournament.rounds.actions.make_cut import make_cut

EIGHT = ["Adam", "Břetislav", "Claire", "Dóra", "Eva", "Filip", "Gréta", "Hugo"]


def eight_after_a_round():
    """Create the tournament; return its organizer, then its hanchans, of which the second is not signed. Břetislav and
    Filip lead, Claire and Gréta are last, and the other four are tied."""
    organizer = UserFactory()
    _tournament, _entries, hanchans = tournament_with(EIGHT, organizers=[organizer])
    for hanchan in hanchans:
        play(hanchan, MANGAN)
    sign(hanchans[0])
    return organizer, hanchans


def url(tournament, query=""):
    return reverse("cut", args=[tournament.slug]) + query


def numbers(tournament, *entered):
    return [tournament.entries.get(number=number).pk for number in entered]


def fields(page):
    """Return the fields that the form of the page sends if nothing is changed."""
    form = page.context["form"]
    data = {bound.html_name: "" if bound.value() is None else str(bound.value()) for bound in form}
    return data | {"go": [str(pk) for pk in form.ticked], "count": page.context["line_form"]["count"].value() or ""}


def cut(tournament, *entered, after=1, key=None, carry=Fraction(1, 2)):
    make_cut(
        tournament_id=tournament.pk,
        key=key or uuid4(),
        after_round=after,
        finalists=numbers(tournament, *entered),
        carry=carry,
        seed=None,
        reason="",
        by=STRANGER,
    )
