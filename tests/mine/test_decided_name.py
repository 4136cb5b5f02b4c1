"""Where organizers accept each entry, they alone give a player another name after that."""

from dataclasses import replace

import pytest

from tests.factories import EntryFactory, HanchanFactory, RoundFactory, TournamentFactory, UserFactory, owner_of
from tournament.models import Entry, EntryTerms
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.queries.known_players import facts_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

FORM = {"name": "Eva Malá", "country": "CZ", "mail": "eva@example.org", "may_publish": "on"}
OTHER = FORM | {"name": "Jana Nová"}
SENTENCE = "The organizers have accepted your entry under this name, so only they can change it."


@pytest.fixture
def terms():
    return EntryTerms.objects.create(tournament=TournamentFactory(owner=UserFactory()), is_moderated=True)


@pytest.fixture
def entry(terms):
    return EntryFactory(
        tournament=terms.tournament, number=1, player__name="Eva Malá", player__mail="eva@example.org",
        player__home=terms.tournament,
    )  # fmt: skip


def name_now(entry):
    return Entry.objects.select_related("player").get(pk=entry.pk).player.name


def test_the_name_of_an_accepted_entry_is_shown_and_not_changed(client, entry):
    form = client.get(entry.get_change_link()).text
    refused = client.post(entry.get_change_link(), OTHER | {"club": "Praha"})

    [field] = [part for part in form.split("<input") if 'name="name"' in part]
    assert "readonly" in field.partition(">")[0]
    assert 'value="Eva Malá"' in field
    assert SENTENCE in form
    assert refused.status_code == 409
    assert f"{SENTENCE} Nothing was changed." in refused.text
    entry.player.refresh_from_db()
    assert (entry.player.name, entry.player.club) == ("Eva Malá", "")


def test_who_waits_for_a_place_may_move_up_under_no_other_name(client, entry):
    Entry.objects.update(status="waiting")

    assert client.post(entry.get_change_link(), OTHER).status_code == 409


def test_who_was_accepted_before_the_first_round_keeps_the_name_too(client, entry, terms):
    """From then on organizers accept each entry, whatever the form says."""
    terms.is_moderated = False
    terms.save()
    assert client.post(entry.get_change_link(), FORM | {"name": "Eva Veliká"}).status_code == 302
    RoundFactory(tournament=terms.tournament, number=1)

    assert client.post(entry.get_change_link(), OTHER).status_code == 409
    assert name_now(entry) == "Eva Veliká"


def test_the_link_of_another_event_changes_the_name_no_more(client, entry):
    home = TournamentFactory(owner=UserFactory())
    own = EntryFactory(tournament=home, number=1, player=entry.player)
    entry.player.home = home
    entry.player.save()

    assert client.post(own.get_change_link(), OTHER).status_code == 409
    assert name_now(entry) == "Eva Malá"


def test_a_private_copy_that_somebody_kept_holds_nobodys_name(client, entry):
    entry.tournament.is_public = False
    entry.tournament.save()
    home = TournamentFactory(owner=UserFactory())
    own = EntryFactory(tournament=home, number=1, player=entry.player)
    entry.player.home = home
    entry.player.save()

    assert client.post(own.get_change_link(), OTHER).status_code == 302


def test_everything_else_is_changed_as_before(client, entry):
    assert client.post(entry.get_change_link(), FORM | {"club": "Praha"}).status_code == 302
    entry.player.refresh_from_db()
    assert (entry.player.name, entry.player.club) == ("Eva Malá", "Praha")


def test_a_name_with_other_spaces_is_the_same(client, entry):
    """As in a file of another site: the form writes each name with single spaces."""
    entry.player.name = "Eva  Malá"
    entry.player.save()

    assert client.post(entry.get_change_link(), FORM | {"club": "Praha"}).status_code == 302


@pytest.mark.parametrize(("is_moderated", "status"), [(True, "applied"), (False, "accepted")])
def test_before_that_and_where_nobody_decides_the_name_is_the_players(client, terms, entry, is_moderated, status):
    EntryTerms.objects.update(is_moderated=is_moderated)
    Entry.objects.update(status=status)

    assert SENTENCE not in client.get(entry.get_change_link()).text
    assert client.post(entry.get_change_link(), OTHER).status_code == 302
    assert name_now(entry) == "Jana Nová"


def test_organizers_change_it(entry):
    player = replace(facts_of(entry.player), name="Jana Nová")
    edit_entry(entry_id=entry.pk, player=player, entry=entry_facts_of(entry), by=owner_of(entry.tournament))

    assert name_now(entry) == "Jana Nová"


@pytest.mark.parametrize("change", [{"name": "Jana Nová"}, {"country": "FR"}, {"ema_number": "09010001"}])
@pytest.mark.parametrize("is_public", [True, False])
def test_a_link_of_another_event_changes_no_name_in_results(client, entry, terms, change, is_public):
    """The own link of the event that was played changes nothing, but the home may be one that comes later."""
    terms.is_moderated = False
    terms.save()
    played = TournamentFactory(owner=UserFactory(), is_public=is_public)
    HanchanFactory(
        round__tournament=played,
        entries=[
            EntryFactory(tournament=played, number=1, player=entry.player),
            *(EntryFactory(tournament=played, number=number) for number in (2, 3, 4)),
        ],
    )

    answer = client.post(entry.get_change_link(), FORM | change)

    assert answer.status_code == (409 if is_public else 302)
    assert ("You have played in another tournament" in answer.text) == is_public
    assert (name_now(entry) == change.get("name", "Eva Malá")) or is_public
    assert client.post(entry.get_change_link(), FORM | {"country": "", "mail": "new@example.org"}).status_code == 302
