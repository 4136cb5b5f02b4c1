"""Texts of one line that others read keep to their line, and turn no text around them."""

import pkgutil
from importlib import import_module
from uuid import uuid4

import pytest
from django import forms
from django.urls import reverse

import tournament
from tests.factories import TournamentFactory, UserFactory
from tests.forms_on_page import as_sent, pressed
from tournament.clubs.forms.club import ClubForm
from tournament.core.forms.facts import LineField
from tournament.federation.forms.ranking import RankingForm
from tournament.models import Tournament
from tournament.standings.forms.leagues import LeagueForm

READ_OTHERWISE = {
    *((form, "name") for form in ("EnterForm", "EntryForm", "OwnEntryForm", "RowForm", "SubstituteForm")),  # as a name
    *((form, "part") for form in ("CarryForm", "CutForm", "TeamCutForm")),  # as a fraction
    *(("PaperLineForm", name) for name in ("bets", "chombo")),  # as numbers
    *(("PushForm", name) for name in ("auth", "endpoint", "p256dh")),
    *(
        ("ChangeSeveralForm", "cancelled"),
        ("DeleteForm", "name"),
        ("RecoveryForm", "code"),
        ("RoundDecisionForm", "sheet"),
    ),
}
"""Fields whose text has a check of its own, or is not stored."""


def forms_of_the_site():
    for module in pkgutil.walk_packages(tournament.__path__, "tournament."):
        if ".forms" in module.name:
            for each in vars(import_module(module.name)).values():
                if isinstance(each, type) and issubclass(each, forms.BaseForm) and each.__module__ == module.name:
                    yield each


def test_every_line_that_others_read_is_checked():
    lines = {
        (form.__name__, name)
        for form in forms_of_the_site()
        for name, field in getattr(form, "base_fields", {}).items()
        if type(field) is forms.CharField and type(field.widget) is forms.TextInput
    }

    assert lines == READ_OTHERWISE


@pytest.mark.parametrize(
    ("form", "name"), [(ClubForm, "name"), (ClubForm, "place"), (LeagueForm, "name"), (RankingForm, "name")]
)
def test_names_of_clubs_leagues_and_rankings_are_lines(form, name):
    field = form.base_fields[name]

    assert isinstance(field, LineField)
    assert field.required == (name == "name")


@pytest.mark.django_db
@pytest.mark.parametrize("field", ["name", "place"])
@pytest.mark.parametrize(
    ("written", "stored"), [("Cup\r\nBEGIN:VALARM", "Cup BEGIN:VALARM"), ("Cup \u202egpj.exe", None)]
)
def test_a_new_event_has_a_name_and_a_place_of_one_line(client, field, written, stored):
    client.force_login(UserFactory())
    sent = {"key": str(uuid4()), "name": "Race", "place": "", "ruleset_key": "ema_2025"}

    answer = client.post(reverse("tournament-new"), sent | {field: written})

    assert answer.status_code == (302 if stored else 422)
    assert list(Tournament.objects.values_list(field, flat=True)) == ([stored] if stored else [])


@pytest.mark.django_db
def test_a_name_stored_before_the_check_hinders_no_other_edit(client):
    owner = UserFactory()
    event = TournamentFactory(owner=owner, name="Cup\r\n\u202egpj.exe", place="")
    client.force_login(owner)
    address = reverse("tournament-edit", args=[event.slug])
    fields = as_sent(pressed(client.get(address).text, ""))

    edited = client.post(address, fields | {"place": "Brno"})
    renamed = client.post(address, fields | {"name": "Cup\u202e"})

    event.refresh_from_db()
    assert (edited.status_code, renamed.status_code) == (302, 422)
    assert (event.name, event.place) == ("Cup \u202egpj.exe", "Brno")


@pytest.mark.django_db
def test_an_older_page_with_a_name_that_was_repaired_meanwhile_saves_the_place(client):
    owner = UserFactory()
    event = TournamentFactory(owner=owner, name="Cup \u202egpj.exe", place="")
    client.force_login(owner)
    address = reverse("tournament-edit", args=[event.slug])
    fields = as_sent(pressed(client.get(address).text, ""))
    Tournament.objects.update(name="Cup")

    edited = client.post(address, fields | {"place": "Brno"})

    event.refresh_from_db()
    assert (edited.status_code, event.name, event.place) == (302, "Cup", "Brno")


@pytest.mark.parametrize("unseen", ["\u200b", "\u3164 \u2800", "\u0301", "\u202e"])
def test_a_line_of_invisible_characters_is_empty(unseen):
    assert LineField().clean(unseen) == ""
    with pytest.raises(forms.ValidationError, match="required"):
        LineField(required=True).clean(unseen)
    with pytest.raises(forms.ValidationError, match="required"):
        ClubForm.base_fields["name"].clean(unseen)


@pytest.mark.django_db
def test_an_invisible_name_stored_before_hinders_no_other_edit(client):
    owner = UserFactory()
    event = TournamentFactory(owner=owner, name="\u200b", place="")
    client.force_login(owner)
    address = reverse("tournament-edit", args=[event.slug])
    fields = as_sent(pressed(client.get(address).text, ""))

    emptied = client.post(address, fields | {"name": ""})
    edited = client.post(address, fields | {"place": "Brno"})

    event.refresh_from_db()
    assert (emptied.status_code, edited.status_code) == (422, 302)
    assert (event.name, event.place) == ("\u200b", "Brno")
