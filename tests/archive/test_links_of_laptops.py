"""What the links of a laptop open on the site after the tournament came back."""

import importlib
import json
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection
from django.test import Client

from tests.archive.test_hand_over import desk_token_of, file_of, returned, taken
from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tests.standings.results import tournament_with
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.carry_links import MOST_CARRIED
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.hand_over import BACK, TO_LAPTOP, checked_hand_over
from tournament.archive.tenbo.values import BadDocument
from tournament.games.queries.game import load_games
from tournament.models import Hanchan, Player
from tournament.models.keys import token_hash
from tournament.people.actions.renew_links import renew_links
from tournament.standings.queries.facts import standings_facts

pytestmark = pytest.mark.django_db

CONTACTS = ("eva@example.org", "+420 600")
FORM = {"name": "Silly", "country": "", "club": "", "mail": "x@example.org", "phone": "", "ema_number": "", "note": ""}


@pytest.fixture
def by():
    return visitor(UserFactory())


@pytest.fixture
def home(by):
    """An event with Eva, whose mail address and phone number are on its own site alone."""
    tournament, _entries, _hanchans = tournament_with(["A", "B", "C", "D"], owner=by.user, slug="spring")
    EntryFactory(
        tournament=tournament, number=9, player__name="Eva Malá", player__mail=CONTACTS[0], player__phone=CONTACTS[1]
    )
    return tournament


def page(token, rest=""):
    return Client().get(f"/t/spring/enter/9/{token}/{rest}")


def shown(token):
    """The statuses of Eva's page and of the form that changes her entry, and which contacts these show."""
    answers = page(token), page(token, "change/")
    texts = "".join(answer.text for answer in answers)
    return [answer.status_code for answer in answers], [contact for contact in CONTACTS if contact in texts]


def test_an_own_link_of_the_laptop_shows_no_contacts_on_the_site_and_changes_nothing(home, by):
    own = home.entries.get(number=9)._token()
    laptop = taken(home, by)
    token = laptop.entries.get(number=9)._token()

    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert shown(own) == ([200, 200], list(CONTACTS))
    assert shown(token) == ([200, 404], [])
    assert own not in page(token).text
    assert Client().post(f"/t/spring/enter/9/{token}/change/", FORM).status_code == 404
    assert Client().post(f"/t/spring/enter/9/{token}/cancellation/").status_code == 404
    assert Player.objects.get(entries__tournament=home, entries__number=9).name == "Eva Malá"


def test_an_own_link_of_the_site_that_shows_no_contacts_there_shows_none_on_the_laptop(home, by):
    """On the laptop everybody is at home, and legal names are in the file for the federations."""
    elsewhere = TournamentFactory(owner=by.user)
    Player.objects.filter(name="Eva Malá").update(home=elsewhere, legal_name="Evangelina Malá")
    own = home.entries.get(number=9)._token()
    laptop = taken(home, by)
    there = f"/t/{laptop.slug}/enter/9/{own}/"

    answers = Client().get(there), Client().get(f"{there}change/")
    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert laptop.entries.get(number=9).player.legal_name == "Evangelina Malá"
    assert [answer.status_code for answer in answers] == [200, 404]
    assert "Evangelina" not in "".join(answer.text for answer in answers)
    assert shown(own) == ([200, 200], [])
    assert home.entries.get(number=9).accepts(own)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["links", "desk"])
def test_a_link_that_somebody_adds_to_the_file_shows_no_contacts_either(home, by, kind):
    file = returned(taken(home, by), by)
    for record in file["entries"]:
        record[kind].append(token_hash("added"))

    bring_back(tournament_id=home.pk, file=checked_hand_over(json.loads(json.dumps(file)), BACK), by=by)

    assert shown("added") == ([200, 404], [])


@pytest.mark.slow
def test_of_many_links_of_laptops_the_newest_are_kept(home, by):
    """A file may have 200 of each kind for each player, and pages load them with the player."""
    file = returned(taken(home, by), by)
    for record in [*file["tables"], *file["entries"]]:
        record["links"] += [token_hash(f"link {number}") for number in range(100)]
    file["hall"] += [token_hash(f"hall {number}") for number in range(100)]

    bring_back(tournament_id=home.pk, file=checked_hand_over(json.loads(json.dumps(file)), BACK), by=by)

    home.refresh_from_db()
    eva = home.entries.get(number=9)
    for text in (eva.carried_links, home.tables.get().carried_links, home.hall_carried):
        assert len(text.split()) == MOST_CARRIED
    assert shown("link 0") == ([200, 404], [])
    assert shown("link 99")[0] == [404, 404]


@pytest.mark.parametrize("text", ["\U0001f004" + 63 * "a", "A" * 64, "a" * 63, "a" * 65, ""])
def test_only_hashes_are_taken_from_the_file(home, by, text):
    """Other letters would take four times the room in memory."""
    file = returned(taken(home, by), by)
    file["entries"][0]["links"].append(text)

    with pytest.raises(BadDocument, match="This value is not the hash of a link"):
        checked_hand_over(json.loads(json.dumps(file)), BACK)


def test_lists_that_are_kept_in_memory_have_no_links(home, by):
    bring_back(tournament_id=home.pk, file=returned(taken(home, by), by), by=by)

    (facts,) = standings_facts([home.pk]).values()

    assert all("carried_links" in entry.get_deferred_fields() for entry in facts.entries)
    for game in load_games(Hanchan.objects.filter(round__tournament=home)):
        assert all("carried_links" in seat.entry.get_deferred_fields() for seat in game.seats)
        assert "hall_carried" in game.hanchan.round.tournament.get_deferred_fields()


def test_a_new_link_at_the_laptop_leaves_nobody_an_own_link_that_the_laptop_knows(home, by):
    own = home.entries.get(number=9)._token()
    laptop = taken(home, by)
    renew_links(tournament_id=laptop.pk, tables=False, players=True, by=by)
    token = laptop.entries.get(number=9)._token()

    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert page(own).status_code == 404
    assert shown(token) == ([200, 404], [])
    assert shown(home.entries.get(number=9)._token()) == ([200, 200], list(CONTACTS))


@pytest.mark.slow
def test_the_laptop_that_goes_on_keeps_its_own_links(home, by):
    laptop = taken(home, by)
    token = laptop.entries.get(number=9)._token()
    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    take_to_laptop(tournament_id=home.pk, place="Laptop", by=by)

    again = take_over(file=file_of(home, TO_LAPTOP), key=uuid4(), by=by)

    assert again == laptop
    assert again.entries.get(number=9).accepts(token)


def test_new_links_end_them_all(home, by):
    laptop = taken(home, by)
    there = laptop.entries.get(number=9)
    tokens = [there._token(), desk_token_of(there)]
    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert [page(token).status_code for token in tokens] == [200, 200]

    renew_links(tournament_id=home.pk, tables=True, players=True, by=by)

    assert [page(token).status_code for token in tokens] == [404, 404]


def test_links_that_came_back_before_are_marked(home, by):
    migration = importlib.import_module("tournament.migrations.0059_links_of_laptops")
    laptop = taken(home, by)
    hashes = laptop.entries.get(number=9).accepted_hashes()
    for tournament in (home, laptop):
        tournament.entries.filter(number=9).update(carried_links=" ".join(hashes))

    for _twice in range(2):
        migration.mark_as_of_the_desk(apps, SimpleNamespace(connection=connection))

    assert home.entries.get(number=9).carried_links == " ".join(f"desk:{known}" for known in hashes)
    assert laptop.entries.get(number=9).carried_links == " ".join(hashes)
