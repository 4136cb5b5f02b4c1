"""A removal takes a person's names from texts, and nothing else: neither common words nor what belongs to others."""

import re
import unicodedata

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.tenbo.document import envelope, envelope_json, read_envelope
from tournament.archive.tenbo.past.erased import names_in, without_person
from tournament.core.actions.journal import log
from tournament.models import (
    Announcement,
    MailWording,
    Offence,
    Penalty,
    Player,
    PlayerTeam,
)
from tournament.people import erased_texts
from tournament.people.actions.remove_person import remove_person
from tournament.people.erased_texts import ErasedNames


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("Ann Li", "#4"),
        ("ann li", "#4"),
        ("Ann Lilly, Joann Li", "Ann Lilly, Joann Li"),
        ("Ann Li Lee, Ann Li (4), Ann Li (5)", "Ann Li Lee, #4, #4 (5)"),
        ("Eva Straße", "#4"),
        ("İnci Öz!", "#4!"),
        ("A+B (x) and A+B", "#4 and A+B"),
        ("Anna (4), ANNA (44), Anna (5), Joanna (4)", "#4, ANNA (44), Anna (5), Joanna (4)"),
        ("", ""),
    ],
)
def test_a_text_loses_whole_names_alone(text, left):
    erased = ErasedNames(["Ann Li", "Eva Straße", "İnci Öz", "A+B (x)", "Anna"], ["Ann Li Lee", "Joann", "ANN LI"], 4)

    assert erased.in_text(text) == left


@pytest.mark.parametrize("name", ["the", "Li", "link", "{link}", "the {link}", "12:30", "12:30–13:30 Lunch", "1 Lunch"])
def test_a_text_keeps_its_words_and_its_form(name):
    text = "Take the {link} by 12:30 to Li; (1), 2026-11-28 12:30–13:30 Lunch, 1 Lunch"

    assert ErasedNames([name], [], 1).in_text(text) == text
    assert ErasedNames([name], [], 1).in_name(name) in ("#1", name)


def test_no_text_becomes_longer():
    assert ErasedNames(["Bo Li"], [], 1000).in_text("Bo Li") == "#1000"
    assert ErasedNames(["Bo Li"], [], 10000).in_text("Bo Li met Bo Li (10000)") == "Bo Li met #10000"


def test_a_field_for_a_name_loses_any_name():
    erased = ErasedNames(["Anna", "Bo Li"], [], 7)

    assert [erased.in_name(value) for value in ("ANNA", "Anna (7)", "li bo", "Anna's", "Friends of Bo Li", "(7)")] == [
        "#7",
        "#7",
        "#7",
        "Anna's",
        "Friends of #7",
        "(7)",
    ]


def test_a_text_is_not_compared_with_every_other_name(monkeypatch):
    """A pattern of all names that hold the name was tried at each word: a message of 5,000 letters took 0.6 s, under
    the lock and without a break for other threads."""
    patterns, compiled = [], re.compile
    monkeypatch.setattr(re, "compile", lambda pattern, *flags: patterns.append(pattern) or compiled(pattern, *flags))
    others = [f"{'ab ' * (3 + n % 30)}b{n}" for n in range(2_000)]

    erased = ErasedNames(["ab ab"], others, 4)

    assert erased.in_text("AB ab (4), ab ab ab b0, ab ab ab b9999") == "#4, ab ab ab b0, #4 ab b9999"
    assert max(map(len, patterns), default=0) < 100


def test_a_text_in_a_log_that_is_longer_than_any_name_is_no_former_name():
    """Each word of all texts would be compared with it: an imported log may have a megabyte there."""
    renamed = [{"kind": "player.renamed", "data": {"number": 4, "before": name}} for name in ("Bo Li", "a " * 500_000)]

    assert names_in({"entries": [{"number": 4, "name": "Anna Li"}], "log": renamed}, 4) == {"Anna Li", "Bo Li"}


@pytest.fixture
def owner(db):
    return visitor(UserFactory())


@pytest.fixture
def entry(owner):
    return EntryFactory(tournament__owner=owner.user, player__name="Anna Li", number=4)


@pytest.mark.parametrize("name", ["the", "12:30", "link", "{link}", "Lunch", "place: {link}"])
def test_a_person_named_like_a_word_takes_nothing_from_another_organizers_event(client, owner, entry, name):
    """Somebody may rename the people of the own event, who play in others' events too, and remove them."""
    other = TournamentFactory(breaks="2026-11-28 12:30–13:30 Lunch", is_public=True)
    EntryFactory(tournament=other, player=entry.player, number=1)
    Announcement.objects.create(tournament=other, text="Welcome to the hall.", payment="Lunch by 12:30 in the hall")
    MailWording.objects.create(
        tournament=other, kind="accepted", language="en", subject="You have the place", body="Your place: {link}"
    )
    log(other, "cut.taken_back", by=visitor(UserFactory()), reason="Broke the wall at 12:30")
    before = envelope(other)
    Player.objects.filter(pk=entry.player_id).update(name=name)

    remove_person(player_id=entry.player_id, by=owner)

    after = envelope(other)
    assert Player.objects.get(pk=entry.player_id).removed_at
    for part in ("announcement", "mail_wordings", "tournament"):
        assert after[part] == before[part]
    assert after["log"][: len(before["log"])] == before["log"]
    assert client.get(reverse("times", args=[other.slug])).status_code == 200
    assert read_envelope(envelope_json(after))


def test_a_person_named_like_two_lines_of_the_timetable_takes_no_line(owner, entry):
    tournament = entry.tournament
    tournament.breaks = "2026-11-28 12:00–13:00 Lunch\n2026-11-28 15:00–15:30 Tea with Bo Li\n2026-11-28 18:00 Anna Li"
    tournament.save()
    Player.objects.filter(pk=entry.player_id).update(name="Lunch 2026-11-28 15:00–15:30 Tea with Bo Li")
    document = envelope(tournament)
    erased = without_person(
        document, 4, leaves_team=True, removed_at="2026-11-27T09:30:00.000000Z", more_names=["Anna Li"]
    )

    remove_person(player_id=entry.player_id, by=owner)

    tournament.refresh_from_db()
    assert tournament.breaks == document["tournament"]["breaks"]
    assert erased["tournament"]["breaks"] == tournament.breaks.replace("Anna Li", "#4")


@pytest.fixture
def teams(entry):
    """Two teams whose names would become one, and a third which has the name in another spelling."""
    names = {5: "Anna Li", 6: "#4", 7: "LI, Anna", 8: "anna  li"}
    for number, team in names.items():
        EntryFactory(tournament=entry.tournament, number=number, team=team)
    for number in (5, 6, 7):
        PlayerTeam.objects.create(tournament=entry.tournament, name=names[number], short_name=names[number])
    return entry.tournament


def test_two_teams_stay_two_when_one_has_a_removed_persons_name(owner, entry, teams):
    log(teams, "team_penalty.given", by=owner, team="Anna Li", points="1", round=None, rule="")
    document = envelope(teams)

    remove_person(player_id=entry.player_id, by=owner)

    rows = dict(teams.entries.values_list("number", "team"))
    assert rows == {4: "", 5: "#4 (2)", 6: "#4", 7: "#4 (3)", 8: "#4 (2)"}
    assert set(teams.player_teams.values_list("name", flat=True)) == {"#4", "#4 (2)", "#4 (3)"}
    assert teams.log.get(kind="team_penalty.given").data["team"] == "#4 (2)"
    assert Player.objects.get(pk=entry.player_id).removed_at
    erased = without_person(document, 4, leaves_team=True, removed_at="2026-11-27T09:30:00.000000Z")
    assert [(team["name"], team["short_name"]) for team in erased["teams"]] == list(
        teams.player_teams.order_by("pk").values_list("name", "short_name")
    )
    assert {row["number"]: row["team"] for row in erased["entries"]} == rows
    assert erased["log"][0]["data"]["team"] == "#4 (2)"


def test_thousands_of_teams_of_one_name_are_numbered_in_one_go(monkeypatch):
    folds = []
    monkeypatch.setattr(erased_texts, "folded", lambda name: folds.append(name) or name.casefold())
    names = [f"Anna Li ({number})" for number in range(1, 1_001)]

    renamed = ErasedNames(["Anna Li"], [], 4).in_team_names([*names, "#4 (500)"])

    expected = {"#4", *(f"#4 ({number})" for number in range(2, 1_002) if number != 500)}
    assert set(renamed.values()) == expected
    assert len(folds) < 10 * len(names)


def test_who_played_in_many_nights_is_removed_in_few_queries_for_each(owner):
    """On SQLite no table of the site records a hand meanwhile, and what takes too long is interrupted."""

    def queries(nights):
        player = EntryFactory(tournament=TournamentFactory(owner=owner.account), number=1).player
        for _night in range(nights):
            EntryFactory(tournament=TournamentFactory(owner=owner.account), number=1, player=player)
        with CaptureQueriesContext(connection) as captured:
            remove_person(player_id=player.pk, by=owner)
        return len(captured)

    assert queries(4) - queries(2) <= 2 * 24


def test_the_texts_of_one_event_are_found_beside_another_without_any(owner):
    player = EntryFactory(tournament=TournamentFactory(owner=owner.account), number=1, player__name="Eva Malá").player
    entry = EntryFactory(tournament=TournamentFactory(owner=owner.account), number=2, player=player)
    Announcement.objects.create(tournament=entry.tournament, text="Ask Eva Malá.")
    given = log(entry.tournament, "penalty.given", by=owner)
    Penalty.objects.create(entry=entry, offence=Offence.OTHER, points="1", rule="Eva Malá came late", given_by=given)

    remove_person(player_id=player.pk, by=owner)

    assert Announcement.objects.get().text == "Ask #2."
    assert Penalty.objects.get().rule == ""


@pytest.mark.parametrize(
    "written",
    [unicodedata.normalize("NFD", "Anna Nováková"), "ANNA\u00a0Nováková", "Anna\nNováková"],
    ids=["accents apart", "no-break space", "line break"],
)
def test_a_name_is_found_however_its_characters_are_stored(written):
    erased = ErasedNames(["Anna Nováková"], ["Anna"], 4)

    assert erased.in_text(f"Winner: {written}, 2025") == "Winner: #4, 2025"


def test_a_text_without_the_name_stays_as_it_is_stored():
    text = unicodedata.normalize("NFD", "Vítězka: Anna Malá")

    assert ErasedNames(["Anna Nováková"], [], 4).in_text(text) == text


def test_no_text_becomes_longer_to_be_compared():
    """U+0958 is two characters in the composed form."""
    text = "\u0958" * 20 + " Anna Li"

    assert len(ErasedNames(["Anna Li"], [], 4).in_text(text)) <= len(text)
