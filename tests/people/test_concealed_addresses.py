"""Whoever may not read a person's address does not learn it from the answers to guesses."""

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.core.queries.contacts import hidden_contacts
from tournament.models import Role

pytestmark = pytest.mark.django_db


def test_a_pasted_list_answers_every_guess_alike(client):
    """The person entered by the form, and a co-organizer merged the entry with a player of another event."""
    other, organizer = UserFactory(), UserFactory()
    home, here = TournamentFactory(owner=other), TournamentFactory(owner=organizer)
    here.memberships.create(user=other, role=Role.ORGANIZER, invited_by=organizer)
    person = EntryFactory(
        tournament=home, number=1, player__name="Zora Novak", player__mail="zora@secret.example"
    ).player
    person.home = home
    person.save()
    entry = EntryFactory(tournament=here, player=person, number=1, language="en")
    assert entry.pk in hidden_contacts(here, visitor(organizer))
    client.force_login(organizer)

    def counts(guess):
        page = client.post(reverse("players-add", args=[here.slug]), {"names": f"Name;Mail\nZora Novak;{guess}"})
        return page.context["counts"], page.context["lines"][0][1]

    assert counts("zora@wrong.example") == counts("zora@secret.example")
