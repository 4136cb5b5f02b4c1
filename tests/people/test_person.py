"""A person gets all that is kept of them, and can be removed: the name is nowhere then, the results stay."""

import html
import io
import json
import re
import zipfile
import zlib
from fractions import Fraction
from uuid import uuid4

import pytest
from django.apps import apps
from django.test import TestCase
from django.urls import reverse
from django.utils import translation

from scoring.outcome import ExhaustiveDraw
from tests.archive.envelopes import busy_tournament
from tests.factories import (
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    TournamentFactory,
    UserFactory,
    penalize,
    play,
    sign,
    visitor,
)
from tests.pdf import pages_of
from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.actions.import_upload import store_upload
from tournament.archive.queries.differences import differences_in
from tournament.archive.tenbo.document import envelope, envelope_json, read_envelope
from tournament.core.actions.journal import log
from tournament.models import Entry, Offence, Penalty, Player, PlayerTeam, SheetLine, Upload
from tournament.people.actions.appeals import appeal_penalty
from tournament.people.actions.entry_numbers import LAST_NUMBER, NumbersUsedUp, TooManyPlayers, next_entry_number
from tournament.people.actions.give_penalty import give_penalty
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import EnteredElsewhere, remove_person
from tournament.table.actions.calls import call_referee

pytestmark = pytest.mark.django_db

TOLD = ("wawrzyniec", "brzęczyszczykiewicz", "w@example.org", "00123456", "+420 601", "wrocław", "pays on sunday")
"""What is known of the first player of `busy_tournament`, under both of their names."""


@pytest.fixture
def owner():
    return UserFactory(username="olga")


@pytest.fixture
def entry(owner):
    return EntryFactory(tournament__owner=owner, player__name="Anna Nowak", note="Vegan", number=4)


def remove(client, player):
    with TestCase.captureOnCommitCallbacks(execute=True):  # uploads are read after the removal
        return client.post(reverse("person-remove", args=[player.pk]), {"understood": "on"}, follow=True)


def pages_from(client, *addresses):
    """Every page and file that links lead to, by address. Links that only change a query are followed once."""
    waiting, seen, pages = list(addresses), set(), {}
    while waiting:
        address = html.unescape(waiting.pop()).split("#")[0]
        path = address.split("?")[0]
        if path in seen or not path.startswith("/") or path.startswith(("/static", "/accounts", "/rules", "/count")):
            continue
        seen.add(path)
        pages[path] = _text(b"".join(client.get(address, follow=True)))
        waiting += re.findall(r'href="([^"]+)"', pages[path])
    return pages


def _text(content):
    """A page, the words of a PDF, or everything in a workbook."""
    if content.startswith(b"%PDF"):
        return " ".join(pages_of(content))
    if not content.startswith(b"PK"):
        return content.decode()
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        return html.unescape("".join(parts.read(name).decode(errors="replace") for name in parts.namelist()))


def columns_with(*words):
    """Every column of every table whose values hold one of these words, whatever type it has."""
    columns = set()
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            values = model._base_manager.values_list(field.attname, flat=True)
            if any(word in _kept(value) for value in values.iterator() for word in words):
                columns.add(f"{model._meta.model_name}.{field.attname}")
    return columns


def _kept(value):
    if isinstance(value, bytes | memoryview):
        return zlib.decompress(value).decode().casefold()
    return (value if isinstance(value, str) else json.dumps(value, default=str, ensure_ascii=False)).casefold()


@pytest.mark.long
def test_nothing_keeps_or_shows_the_name_any_more(client):
    owner = UserFactory(username="olga", is_staff=True)
    tournament = busy_tournament(owner)
    entry = tournament.entries.select_related("player").get(number=1)
    name = entry.player.name
    LeagueFactory(owner=owner, slug="season", tournaments=[tournament])
    call_referee(table_id=tournament.tables.last().pk, word=f"Is {name.upper()} furiten?", by=visitor(owner))
    penalize(entry, "3", by=visitor(owner))
    penalty = entry.penalties.get()
    appeal = {"appealed_by": name, "text": "I was ill", "key": uuid4(), "by": visitor(owner)}
    appeal_penalty(tournament_id=tournament.pk, penalty_id=penalty.pk, **appeal)
    tournament.refresh_from_db()
    tournament.entries.filter(number=2).update(note=f"Shares a room with {name}")
    store_upload(envelope_json(envelope(tournament)), by=visitor(owner))
    lines = list(SheetLine.objects.order_by("pk").values_list("entry", "points", "score", "penalty"))
    client.force_login(owner)
    before = client.get(reverse("log", args=[tournament.slug])).text
    assert "Wawrzyniec" in before
    assert {"player.name", "entry.note", "call.word", "appeal.appealed_by", "upload.content"} <= columns_with(*TOLD)

    assert "The person was removed." in remove(client, entry.player).text

    assert columns_with(*TOLD) == set()
    found = pages_from(client, tournament.get_absolute_url(), reverse("league", args=["season"]))
    files = ("tournament-json", "log-csv", "log-json", "leaderboard-csv", "leaderboard-json")
    pages = ("players", "check-in", "penalties", "calls", "log", "seating", "print-start-list", "print-badges")
    assert {reverse(name, args=[tournament.slug]) for name in files + pages} <= found.keys()
    assert len(found) > 60
    shown = {(address, told) for address, text in found.items() for told in TOLD if told in text.casefold()}
    assert shown == set()
    assert not any("I was ill" in text for text in found.values())
    assert "a player" in found[reverse("leaderboard", args=[tournament.slug])]
    assert lines == list(SheetLine.objects.order_by("pk").values_list("entry", "points", "score", "penalty"))
    assert not Upload.objects.exists()
    tournament.refresh_from_db()
    assert list(differences_in(tournament)) == []
    copy = import_tournament(
        document=read_envelope(envelope_json(envelope(tournament))), key=uuid4(), by=visitor(owner)
    )
    assert copy.entries.get(number=1).player.removed_at == Player.objects.get(pk=entry.player_id).removed_at
    assert envelope_json(envelope(copy)) == envelope_json(envelope(tournament))


@pytest.mark.slow
def test_two_who_were_removed_stay_two(client, owner):
    hanchan = HanchanFactory(round__tournament=TournamentFactory(owner=owner))
    play(hanchan, *[ExhaustiveDraw()] * 8)
    sign(hanchan)
    one, two = hanchan.tournament.entries.all()[:2]
    for entry in (one, two):
        remove_person(player_id=entry.player_id, by=visitor(owner))

    text = client.get(reverse("leaderboard", args=[hanchan.tournament.slug])).text

    assert f"a player ({one.number})" in text
    assert f"a player ({two.number})" in text


def test_a_namesakes_log_stays(owner, entry):
    other = EntryFactory(tournament=entry.tournament, player__name="Anna Nowak", number=5)
    for one in (entry, other):
        penalize(one, "3", by=visitor(owner))

    remove_person(player_id=entry.player_id, by=visitor(owner))

    given = entry.tournament.log.filter(kind="penalty.given").order_by("number")
    assert [(one.data["number"], one.reason) for one in given] == [(4, ""), (5, "Asked twice")]


def test_names_that_hold_the_name_stay(client, owner):
    tournament = TournamentFactory(owner=owner)
    names = ("Anna Li", "Anna Li Nováková", "Eva-Anna Li", "Ida")
    four = [EntryFactory(tournament=tournament, player__name=name, number=n) for n, name in enumerate(names, 1)]
    sign(HanchanFactory(round__tournament=tournament, entries=four))
    tournament.refresh_from_db()
    reason = "ANNA LI (1), anna li nováková, Joanna Li and Anna Li's friend Eva-Anna Li"
    log(tournament, "round.exchanged", by=visitor(owner), reason=reason, number=1, first=1, second=2)

    remove_person(player_id=four[0].player_id, by=visitor(owner))

    client.force_login(owner)
    entries = client.get(reverse("log-json", args=[tournament.slug])).json()["entries"]
    confirmed = [entry["said"].split(": ")[1] for entry in entries if entry["kind"] == "sheet.confirmed"]
    assert confirmed[::-1] == ["#1", "Anna Li Nováková", "Eva-Anna Li", "Ida"]
    (exchanged,) = (entry for entry in entries if entry["kind"] == "round.exchanged")
    assert exchanged["why"] == "#1, anna li nováková, Joanna Li and #1's friend Eva-Anna Li"
    assert exchanged["said"] == "Exchanged #1 and Anna Li Nováková in round 1"


@pytest.mark.slow
def test_who_was_called_otherwise_before_is_nowhere_under_that_name_either(owner, entry):
    tournament = entry.tournament
    log(tournament, "player.renamed", by=visitor(owner), number=entry.number, before="Ann Married")
    log(tournament, "players.merged", by=visitor(owner), number=entry.number, before="Annie Li")
    log(tournament, "player.removed", by=visitor(owner), number=2, name="Anna Nowak")
    log(tournament, "cut.taken_back", by=visitor(owner), reason="Ann Married and Annie Li and Anna Nowak")

    remove_person(player_id=entry.player_id, by=visitor(owner))

    assert columns_with("ann married", "annie", "anna nowak") == set()
    assert tournament.log.get(kind="cut.taken_back").reason == "#4 and #4 and #4"
    assert tournament.log.get(kind="player.removed").data == {"number": 2, "name": "#2"}


@pytest.mark.slow
def test_who_is_only_taken_out_leaves_a_number_in_the_log(client, owner, entry):
    """The person's row goes with the entry, so no page could erase a name from the log later."""
    tournament = entry.tournament
    log(tournament, "player.renamed", by=visitor(owner), number=entry.number, before="Ann Married")
    other = EntryFactory(tournament=tournament, number=5, player__name="Boris")
    log(tournament, "player.renamed", by=visitor(owner), number=5, before="Bob")

    remove_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=visitor(owner))

    client.force_login(owner)
    page = client.get(reverse("log", args=[tournament.slug])).text
    assert "Removed the player with the number 4" in page
    assert columns_with("anna nowak", "ann married") == set()
    assert "from Bob to" in page
    assert other.player.name == "Boris"


@pytest.mark.parametrize("data", [{"before": [2]}, {"before": 1}, {}])
def test_whatever_an_imported_log_says_of_names(owner, entry, data):
    log(entry.tournament, "player.renamed", by=visitor(owner), number=entry.number, **data)

    remove_person(player_id=entry.player_id, by=visitor(owner))

    assert Player.objects.get(pk=entry.player_id).removed_at


def test_who_followed_a_finalist_or_left_is_erased_from_older_entries_too(client, owner, entry):
    """An older Tenbo, and the laptop that has one, writes the names beside the numbers."""
    ours = {"after": 1, "name": "Anna Nowak", "number": 4, "left": "Jan", "left_number": 7}
    theirs = {"after": 1, "name": "Jan", "number": 7, "left": "Anna Nowak", "left_number": 4}
    for data in (ours, theirs):
        log(entry.tournament, "cut.followed", by=visitor(owner), **data)

    remove_person(player_id=entry.player_id, by=visitor(owner))
    client.force_login(owner)

    assert columns_with("anna nowak") == set()
    assert [logged.data.get("name") for logged in entry.tournament.log.filter(kind="cut.followed")] == [None, "Jan"]
    page = client.get(reverse("log", args=[entry.tournament.slug])).text
    assert "#4 takes the place of #7, who left" in page
    assert "#7 takes the place of #4, who left" in page


@pytest.mark.slow
def test_no_entry_of_a_log_holds_a_players_name():
    """Of every kind of entry that a busy tournament makes; but for a name that somebody had before."""
    tournament = busy_tournament()
    names = [name.casefold() for name in tournament.entries.values_list("player__name", flat=True)]

    holding = {
        entry.kind
        for entry in tournament.log.all()
        if any(name in _kept([entry.data, entry.actor_name, entry.reason]) for name in (*names, "somebody else"))
    }

    assert holding <= {"player.renamed", "player.removed"}


def test_a_number_is_given_once(client, owner, entry):
    tournament = entry.tournament
    remove_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=visitor(owner))
    tournament.refresh_from_db()
    log(tournament, "player.removed", by=visitor(owner), name=["Ann"], number=["many"])
    log(tournament, "player.removed", by=visitor(owner), number=LAST_NUMBER + 1)

    assert next_entry_number(tournament) == entry.number + 1
    client.force_login(owner)
    assert client.get(reverse("log", args=[tournament.slug])).status_code == 200


def test_after_the_last_number_players_get_numbers_that_nobody_had(owner, entry):
    """Who finds the file of a laptop may send a log that names the last number."""
    left = 100
    log(entry.tournament, "player.removed", by=visitor(owner), number=LAST_NUMBER - left)

    assert next_entry_number(entry.tournament, people=left) == LAST_NUMBER - left + 1
    assert next_entry_number(entry.tournament, people=left + 1) == entry.number + 1


def test_no_number_is_given_twice_when_all_are_used(monkeypatch):
    monkeypatch.setattr("tournament.people.actions.entry_numbers.LAST_NUMBER", 4)
    tournament = TournamentFactory()
    for number in (1, 3):
        EntryFactory(tournament=tournament, number=number)

    assert next_entry_number(tournament) == 4
    with pytest.raises(NumbersUsedUp):
        next_entry_number(tournament, people=2)


def test_an_event_has_no_more_players_than_its_file_may_have(entry, monkeypatch):
    monkeypatch.setattr("tournament.people.actions.entry_numbers.MOST_ENTRIES", 3)

    assert next_entry_number(entry.tournament, people=2) == entry.number + 1
    with pytest.raises(TooManyPlayers):
        next_entry_number(entry.tournament, people=3)


def test_the_name_follows_the_readers_language(owner, entry):
    remove_person(player_id=entry.player_id, by=visitor(owner))

    assert Player.objects.get(pk=entry.player_id).name == "a player"
    with translation.override(None):
        assert list(Entry.objects.values_list("player__name", flat=True)) == ["a player"]
    assert Player.objects.filter(name="").count() == 1


def test_the_private_link_and_edits_stop_working(client, owner, entry):
    link = entry.get_link()
    remove_person(player_id=entry.player_id, by=visitor(owner))
    client.force_login(owner)

    assert client.get(link).status_code == 404
    edited = client.post(
        reverse("entry-edit", args=[entry.tournament.slug, 4]), {"name": "Anna Nowak", "status": "accepted"}
    )
    assert edited.status_code == 409
    assert "This person was removed" in edited.text


def test_it_is_asked_once_and_can_be_sent_twice(client, owner, entry):
    client.force_login(owner)
    address = reverse("person-remove", args=[entry.player_id])
    page = client.get(address).text
    assert "The removal cannot be undone." in page
    assert client.post(address).status_code == 422
    assert Player.objects.get().removed_at is None

    for _twice in range(2):
        assert remove(client, entry.player).status_code == 200
    assert entry.tournament.log.filter(kind="person.removed").count() == 1


def test_the_file_has_everything_that_is_kept(client, owner, entry):
    penalize(entry, "3", by=visitor(owner))
    client.force_login(owner)

    response = client.get(reverse("person-file", args=[entry.player_id]))

    data = json.loads(response.content)
    assert data["person"]["name"] == "Anna Nowak"
    (here,) = data["entries"]
    assert here["note"] == "Vegan"
    assert here["penalties"][0]["why"] == "Asked twice"
    assert here["log"][0]["what"] == "penalty.given"


@pytest.mark.parametrize(("name", "to_a_post"), [("person", 405), ("person-file", 405), ("person-remove", 404)])
def test_only_who_owns_all_their_tournaments_or_staff_may(client, owner, entry, name, to_a_post):
    address = reverse(name, args=[entry.player_id])
    client.force_login(owner)
    assert client.get(address).status_code == 200
    home = EntryFactory(player=entry.player, tournament__organizers=[owner]).tournament
    Player.objects.filter(pk=entry.player_id).update(home=home)

    assert client.get(address).status_code == 404
    assert client.post(address, {"understood": "on"}).status_code == to_a_post
    assert Player.objects.get(pk=entry.player_id).removed_at is None
    client.force_login(UserFactory(is_staff=True))
    assert client.get(address).status_code == 200


def test_a_former_organizers_copy_does_not_stand_in_the_way(client, owner, entry):
    """A person wishes to be forgotten. Somebody who once organized with the owner keeps a copy."""
    former = UserFactory()
    copy = EntryFactory(player=entry.player, tournament__owner=former, tournament__name="My own copy", note="Vegan")
    client.force_login(owner)

    asked = client.get(reverse("person-remove", args=[entry.player_id]))
    edit = client.get(reverse("entry-edit", args=[entry.tournament.slug, entry.number])).text
    removed = remove(client, entry.player)

    assert "disappears from 1 tournament of another organizer" in asked.text
    assert "My own copy" not in asked.text + removed.text
    assert reverse("person-remove", args=[entry.player_id]) in edit
    assert "The person was removed." in removed.text
    copy.refresh_from_db()
    assert (copy.player.mail, copy.note, copy.tournament.log.get().kind) == ("", "", "person.removed")


def test_the_copys_owner_removes_nobody_from_the_tournament_that_was_copied(client, entry):
    former = UserFactory()
    EntryFactory(player=entry.player, tournament__owner=former)
    client.force_login(former)

    assert client.get(reverse("person-remove", args=[entry.player_id])).status_code == 404
    with pytest.raises(EnteredElsewhere):
        remove_person(player_id=entry.player_id, by=visitor(former))


def test_rule_texts_lose_the_name(owner, entry):
    other = EntryFactory(tournament=entry.tournament, number=5)
    for player, rule in ((entry, "R1, as Claire asked"), (other, "R2, as Anna Nowak asked")):
        give_penalty(
            tournament_id=entry.tournament_id, key=uuid4(), entry_id=player.pk, offence=Offence.OTHER,
            points=Fraction(2), minutes=None, round_number=None, rule=rule, reason="Late", by=visitor(owner),
        )  # fmt: skip

    remove_person(player_id=entry.player_id, by=visitor(owner))

    rules = list(Penalty.objects.order_by("pk").values_list("rule", flat=True))
    assert rules == ["", "R2, as #4 asked"]
    assert [line.data["rule"] for line in entry.tournament.log.filter(kind="penalty.given").order_by("pk")] == rules


def test_no_names_of_teams_stand_in_the_way(owner, entry):
    """A former co-organizer kept a copy, with one team named like the person and one like the number. Two teams in one
    were refused by the database, and with them the removal in all events."""
    copy = TournamentFactory(owner=UserFactory())
    EntryFactory(tournament=copy, player=entry.player, number=1004)
    names = ("Anna Nowak", "#1004", "anna nowak", "Club of Anna Nowak")
    for number, team in enumerate(names, 5):
        EntryFactory(tournament=copy, number=number, team=team)
        if team != "anna nowak":
            PlayerTeam.objects.create(tournament=copy, name=team)
    log(copy, "team_penalty.given", by=visitor(owner), team="Anna Nowak", points="1")

    remove_person(player_id=entry.player_id, by=visitor(owner))

    own = copy.entries.exclude(number=1004).order_by("number").values_list("team", flat=True)
    assert list(own) == ["#1004 (2)", "#1004", "#1004 (2)", "Club of #1004"]
    assert set(PlayerTeam.objects.values_list("name", flat=True)) == set(own)
    assert copy.log.get(kind="team_penalty.given").data["team"] == "#1004 (2)"
    assert Player.objects.get(pk=entry.player_id).removed_at


def test_a_number_that_is_longer_than_the_name_makes_no_text_longer(owner, entry):
    Player.objects.filter(pk=entry.player_id).update(name="Li")
    Entry.objects.filter(pk=entry.pk).update(number=1004)
    team = PlayerTeam.objects.create(tournament=entry.tournament, name="Li and " + "x" * 73, short_name="Li")

    remove_person(player_id=entry.player_id, by=visitor(owner))

    team.refresh_from_db()
    assert (team.name, team.short_name) == ("Li and " + "x" * 73, "#1004")


def test_staff_find_people(client, entry):
    client.force_login(UserFactory(is_staff=True))

    assert "Anna Nowak" in client.get(reverse("people"), {"q": "nowák"}).text
    assert "Anna Nowak" not in client.get(reverse("people")).text
