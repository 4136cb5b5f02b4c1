"""Each visitor chooses the language; the choice is kept, and leads back to the page that was read."""

import pytest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.translation import override

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, TournamentFactory, at_table, play
from tournament.core.words.names import tournaments_named, tournaments_numbered, who
from tournament.games.words.hands import in_clauses
from tournament.log.words import entry_words
from tournament.models import LogEntry, Tournament
from tournament.people.queries.mentioned import Mentioned
from tournament.site.queries.rules_page import rules_page_html
from tournament.table.actions.sign_sheet import confirm_seat


@pytest.fixture
def address(db):
    return TournamentFactory(name="Spring Open").get_absolute_url()


def test_a_visitor_is_spoken_to_in_the_language_of_the_browser(client, address):
    assert '<html lang="cs">' in client.get(address, headers={"accept-language": "cs-CZ, en;q=0.5"}).text
    assert '<html lang="en">' in client.get(address, headers={"accept-language": "ja"}).text


def test_who_chooses_another_stays_on_the_page(client, address):
    page = client.get(address)
    assert not page.cookies
    assert f'name="next" value="{address}"' in page.text

    response = client.post(reverse("set_language"), {"language": "fr", "next": address})

    assert response["Location"] == address
    french = client.get(address, headers={"accept-language": "cs"}).text
    assert '<html lang="fr">' in french
    assert 'value="fr" lang="fr" aria-current="true"' in french
    assert all(f">{name}</button>" in french for name in ("English", "Français", "Česky"))


@pytest.mark.parametrize("language", ["", "xx", "../../etc"])
def test_a_language_that_is_not_there_changes_nothing(client, address, language):
    client.post(reverse("set_language"), {"language": language, "next": address})

    assert '<html lang="en">' in client.get(address).text


def test_nobody_is_led_to_another_site(client):
    response = client.post(reverse("set_language"), {"language": "fr", "next": "https://elsewhere.example/"})

    assert response["Location"] == "/"


@pytest.mark.django_db
def test_what_is_kept_of_a_deed_is_in_no_language_and_each_reader_is_told_it_in_theirs():
    hanchan = HanchanFactory()
    play(hanchan, *[ExhaustiveDraw()] * 8)
    with override("cs"):
        for seat in range(4):
            hanchan.refresh_from_db()
            confirm_seat(hanchan_id=hanchan.pk, revision=hanchan.revision, seat=seat, by=at_table(hanchan.table))

    signed = hanchan.tournament.log.get(kind="sheet.signed")
    assert (signed.actor_kind, signed.actor_number, signed.data) == ("table", 1, {"signed_as": []})
    with override("fr"):
        assert "signature\N{NO-BREAK SPACE}: les quatre joueurs" in entry_words(signed, Mentioned(), hanchan.tournament)
    with override("cs"):
        assert who(signed.actor) == "Stůl 1"


def test_what_was_changed_of_a_tournament_is_said_as_its_pages_say_it():
    before = {"name": "Open", "is_public": True, "ruleset_key": "wrc_2015"}
    after = {"name": "Cup", "is_public": False, "ruleset_key": "ema_2016"}
    entry = LogEntry(kind="tournament.edited", data={"before": before, "after": after})

    assert "“public” to “private”" in entry_words(entry, Mentioned(), Tournament())
    with override("cs"):
        said = entry_words(entry, Mentioned(), Tournament())
    assert "název" in said
    assert "soukromý" in said
    assert "EMA 2016" in said


def test_what_stands_between_two_parts_is_of_the_language_too():
    assert in_clauses(["A", "B", "C"]) == "A; B; C"
    assert in_clauses([]) == ""
    played = [("<b>", 1), ("Cup", 2), ("Open", 3), ("Last", 4)]
    with override("fr"):
        assert in_clauses(["A", "B"]) == "A\N{NARROW NO-BREAK SPACE}; B"
        assert tournaments_numbered(played[:1]) == "<em>&lt;b&gt;</em> (n°\N{NO-BREAK SPACE}1)"
        assert tournaments_named(played) == "<em>&lt;b&gt;</em>, <em>Cup</em>, <em>Open</em>, …"
        page = render_to_string("components/of.html", {"of": "Ada"})
    assert '<span class="visually-hidden">\N{NO-BREAK SPACE}: Ada</span>' in page


@pytest.mark.parametrize(
    ("language", "tables", "sentence"),
    [
        ("en", 1, "Started round 2 at 1 table"),
        ("fr", 3, "lancée à 3 tables"),
        ("en", 5, "at 5 tables"),
        ("cs", 1, "1 stolu"),
    ],
)
def test_the_log_counts_as_the_language_does(language, tables, sentence):
    with override(language):
        entry = LogEntry(kind="round.started", data={"number": 2, "tables": tables})
        assert sentence in entry_words(entry, Mentioned(), Tournament())


@pytest.mark.parametrize(
    ("language", "title"), [("en", "Riichi bets"), ("fr", "Les mises de riichi"), ("cs", "Sázky riichi")]
)
def test_the_rules_in_words_are_in_the_language_too(client, language, title):
    page = client.get(reverse("rules-in-words"), headers={"accept-language": language})

    assert f'<h2 id="R2">R2 {title}</h2>' in page.text


def test_the_rules_in_words_are_in_english_until_they_are_translated():
    assert rules_page_html("de") == rules_page_html("en") != rules_page_html("fr")


def test_where_a_rule_was_found_is_said_in_the_language_too(client):
    page = client.get(reverse("ruleset", args=["saikouisen"]), headers={"accept-language": "fr"})

    assert "Introuvable pour Saikouisen. C’est la valeur de WRC 2015." in page.text
    assert "Not found" not in page.text
