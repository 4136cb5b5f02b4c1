"""Opening a tournament and changing what it says about itself."""

from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.presets import RULESETS
from tests.factories import HanchanFactory, TournamentFactory, UserFactory
from tests.forms_on_page import pressed
from tournament.core.actions.slugs import slug_of
from tournament.core.words import names as words
from tournament.models import Role, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture
def form():
    return {
        "key": str(uuid4()),
        "name": "Žižkovský turnaj",
        "place": "Praha",
        "starts_on": "2026-11-28",
        "is_public": "on",
        "ruleset_key": "ema_2025",
    }


def test_whoever_opens_a_tournament_owns_it(client, form):
    user = UserFactory()
    client.force_login(user)

    response = client.post(reverse("tournament-new"), form)

    tournament = Tournament.objects.get()
    assert response.url == tournament.get_absolute_url() == "/t/zizkovsky-turnaj/"
    assert tournament.memberships.get().role == Role.OWNER
    assert tournament.ruleset_key == "ema_2025"
    assert tournament.log.get().kind == "tournament.created"


def test_the_same_submission_twice_is_one_tournament(client, form):
    client.force_login(UserFactory())

    first = client.post(reverse("tournament-new"), form)
    again = client.post(reverse("tournament-new"), form)

    assert again.url == first.url
    assert Tournament.objects.count() == 1


def test_a_second_tournament_of_one_name_gets_another_address(client, form):
    client.force_login(UserFactory())
    client.post(reverse("tournament-new"), form)

    response = client.post(reverse("tournament-new"), form | {"key": str(uuid4())})

    assert response.url == "/t/zizkovsky-turnaj-2/"


@pytest.mark.parametrize(
    ("name", "slug"),
    [
        ("Łódź Open 2026", "lodz-open-2026"),
        ("Příliš žluťoučký kůň", "prilis-zlutoucky-kun"),
        ("Zażółć gęślą jaźń", "zazolc-gesla-jazn"),
        ("Straße & Ærø", "strasse-aero"),
        ("麻雀", "tournament"),
        ("a" * 100, "a" * 54),
    ],
)
def test_addresses_are_in_plain_letters(name, slug):
    assert slug_of(name, otherwise="tournament") == slug


WRONG = [{"name": ""}, {"ruleset_key": "house"}, {"starts_on": "soon"}, {"starts_on": "9999-12-31"}, {"key": "x"}]


@pytest.mark.parametrize("wrong", WRONG)
def test_a_bad_form_is_shown_again(client, form, wrong):
    client.force_login(UserFactory())

    response = client.post(reverse("tournament-new"), form | wrong)

    assert response.status_code == 422
    assert "Praha" in response.text
    assert not Tournament.objects.exists()


def test_the_staff_alone_may_be_allowed_to_create(client, settings, form):
    settings.TENBO_TOURNAMENT_CREATORS = "staff"
    client.force_login(UserFactory())

    assert client.post(reverse("tournament-new"), form).status_code == 404

    client.force_login(UserFactory(is_staff=True))
    assert client.post(reverse("tournament-new"), form).status_code == 302


def test_every_preset_has_a_name_and_a_sentence():
    assert set(words.RULESETS) == set(RULESETS)


def test_an_organizer_changes_the_settings_and_the_log_says_what(client, form):
    user = UserFactory()
    tournament = TournamentFactory(organizers=[user])
    client.force_login(user)

    response = client.post(reverse("tournament-edit", args=[tournament.slug]), form)

    slug = tournament.slug
    tournament.refresh_from_db()
    assert response.status_code == 302
    assert (tournament.name, tournament.slug) == ("Žižkovský turnaj", slug)
    assert tournament.log.get().data["after"]["ruleset_key"] == "ema_2025"


def test_rules_stay_once_play_started(client, form):
    user = UserFactory()
    tournament = TournamentFactory(owner=user)
    tournament.freeze_rules()
    tournament.save()
    client.force_login(user)

    page = client.get(reverse("tournament-edit", args=[tournament.slug])).text
    client.post(reverse("tournament-edit", args=[tournament.slug]), form)

    tournament.refresh_from_db()
    assert "can only be corrected" in page
    assert tournament.ruleset_key == "wrc_2015"
    assert tournament.place == "Praha"


@pytest.mark.parametrize(
    ("edits", "problem"),
    [
        ({"ruleset_key": ["ema_2016"]}, "the first hand was played meanwhile"),
        ({"is_club_night": ["on"]}, "The first round or hanchan was started meanwhile."),
    ],
)
def test_what_play_froze_is_refused_on_a_page_of_before(client, edits, problem):
    user = UserFactory()
    tournament = TournamentFactory(owner=user)
    client.force_login(user)
    address = reverse("tournament-edit", args=[tournament.slug])
    opened = pressed(client.get(address).text, "")
    HanchanFactory(round__tournament=tournament)
    tournament.freeze_rules()
    tournament.save()

    refused = client.post(address, opened | edits | {"place": ["Brno"]})

    assert refused.status_code == 409
    assert problem in refused.text
    kept = Tournament.objects.get()
    assert (kept.place, kept.ruleset_key, kept.is_club_night) == ("", "wrc_2015", False)
    again = pressed(refused.text, "")
    assert client.post(address, {name: again[name] for name in again if name not in edits}).status_code == 302
    kept.refresh_from_db()
    assert (kept.place, kept.ruleset_key, kept.is_club_night) == ("Brno", "wrc_2015", False)


def test_a_form_drawn_before_play_started_is_refused_as_a_whole(client, form, monkeypatch):
    user = UserFactory()
    tournament = TournamentFactory(owner=user)
    client.force_login(user)

    def start_meanwhile(**fields):
        Tournament.objects.filter(pk=tournament.pk).update(rules={"key": "wrc_2015"})
        return edit_tournament(**fields)

    from tournament.site.actions.edit_tournament import edit_tournament

    monkeypatch.setattr("tournament.site.views.tournament_settings.edit_tournament", start_meanwhile)
    response = client.post(reverse("tournament-edit", args=[tournament.slug]), form)

    assert response.status_code == 409
    assert Tournament.objects.get().place == ""


def test_a_referee_may_not(client, form):
    user = UserFactory()
    tournament = TournamentFactory(referees=[user])
    client.force_login(user)

    assert client.post(reverse("tournament-edit", args=[tournament.slug]), form).status_code == 404


def test_an_event_has_a_colour_on_its_pages(client, form):
    owner = UserFactory()
    tournament = TournamentFactory(organizers=[owner])
    client.force_login(owner)
    address = reverse("tournament-edit", args=[tournament.slug])

    assert client.post(address, form | {"colour": "plaid"}).status_code == 422
    assert client.post(address, form | {"colour": "orange"}).status_code == 302

    assert "paint-orange" in client.get(tournament.get_absolute_url()).text
    assert "colour from “none” to “orange”" in client.get(reverse("log", args=[tournament.slug])).text
