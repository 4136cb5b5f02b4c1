"""A person gets all that is kept of them, and can be removed: the name is nowhere then, the results stay."""

import html
import io
import json
import re
import zipfile
from uuid import uuid4

import pytest
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
from tournament.archive.actions.import_tournament import import_tournament, keep_upload
from tournament.archive.exports.envelope_json import envelope_json
from tournament.archive.forms.envelope import read_envelope
from tournament.archive.queries.differences import differences_in
from tournament.archive.queries.envelope import envelope
from tournament.core.actions.journal import log
from tournament.models import Entry, Player, SheetLine, Upload
from tournament.people.actions.appeals import appeal_penalty
from tournament.people.actions.entry_numbers import LAST_NUMBER, NumbersUsedUp, next_entry_number
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.table.actions.calls import call_referee

pytestmark = pytest.mark.django_db

TOLD = ("wawrzyniec", "brzęczyszczykiewicz", "w@example.org", "00123456", "+420 601", "klub", "pays on sunday")
"""What is known of the first player of `busy_tournament`, under both of their names."""


@pytest.fixture
def owner():
    return UserFactory(username="olga")


@pytest.fixture
def entry(owner):
    return EntryFactory(tournament__owner=owner, player__name="Anna Nowak", note="Vegan", number=4)


def remove(client, player):
    return client.post(reverse("person-remove", args=[player.pk]), {"understood": "on"}, follow=True)


def pages_from(client, *addresses):
    """Every page and file that links lead to, by address. Links that only change a query are followed once."""
    waiting, seen, found = list(addresses), set(), {}
    while waiting:
        address = html.unescape(waiting.pop()).split("#")[0]
        path = address.split("?")[0]
        if path in seen or not path.startswith("/") or path.startswith(("/static", "/accounts", "/rules", "/count")):
            continue
        seen.add(path)
        found[path] = _text(b"".join(client.get(address, follow=True)))
        waiting += re.findall(r'href="([^"]+)"', found[path])
    return found


def _text(content):
    """A page, the words of a PDF, or everything in a workbook."""
    if content.startswith(b"%PDF"):
        return " ".join(pages_of(content))
    if not content.startswith(b"PK"):
        return content.decode()
    with zipfile.ZipFile(io.BytesIO(content)) as parts:
        return html.unescape("".join(parts.read(name).decode(errors="replace") for name in parts.namelist()))


@pytest.mark.long
def test_nothing_shows_the_name_any_more(client):
    owner = UserFactory(username="olga", is_staff=True)
    tournament = busy_tournament(owner)
    entry = tournament.entries.select_related("player").get(number=1)
    name = entry.player.name
    LeagueFactory(owner=owner, slug="season", tournaments=[tournament])
    call_referee(table_id=tournament.tables.first().pk, word=f"Is {name.upper()} furiten?", by=visitor(owner))
    penalize(entry, "3", by=visitor(owner))
    penalty = entry.penalties.get()
    said = {"appealed_by": name, "text": "I was ill", "key": uuid4(), "by": visitor(owner)}
    appeal_penalty(tournament_id=tournament.pk, penalty_id=penalty.pk, **said)
    tournament.refresh_from_db()
    log(tournament, "round.exchanged", by=visitor(owner), number=1, first=f"{name} (1)", second="Dóra")
    keep_upload(envelope_json(envelope(tournament)), by=visitor(owner))
    lines = list(SheetLine.objects.order_by("pk").values_list("entry", "points", "score", "penalty"))
    client.force_login(owner)
    before = client.get(reverse("log", args=[tournament.slug])).text
    assert "Wawrzyniec" in before

    assert "The person was removed." in remove(client, entry.player).text

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
    assert [(one.data["name"], one.reason) for one in given] == [("#4", ""), ("Anna Nowak", "Asked twice")]


def signed(tournament, *names, first=1):
    """A hanchan of people with these names, which each confirmed; their numbers begin with `first`."""
    four = [EntryFactory(tournament=tournament, player__name=name, number=n) for n, name in enumerate(names, first)]
    hanchan = HanchanFactory(round__tournament=tournament, round__number=first, table__number=first, entries=four)
    sign(hanchan)
    tournament.refresh_from_db()
    return four, hanchan.signatures.order_by("seat").values_list("signed_as", flat=True)


def test_names_that_hold_the_name_stay(owner):
    tournament = TournamentFactory(owner=owner)
    four, signatures = signed(tournament, "Anna", "Anna Nováková", "Eva-Anna", "Ida")
    said = {"reason": "ANNA and anna nováková", "first": "Anna (1)", "second": "Anna Gone"}
    log(tournament, "round.exchanged", by=visitor(owner), **said)

    remove_person(player_id=four[0].player_id, by=visitor(owner))

    assert list(signatures) == ["#1", "Anna Nováková", "Eva-Anna", "Ida"]
    confirmed = tournament.log.filter(kind="sheet.confirmed").order_by("number")
    assert [one.data["player"] for one in confirmed] == list(signatures)
    exchanged = tournament.log.get(kind="round.exchanged")
    assert exchanged.reason == "#1 and anna nováková"
    assert exchanged.data == {"first": "#1", "second": "Anna Gone"}


def test_a_namesakes_signature_stays(owner):
    tournament = TournamentFactory(owner=owner)
    four, signatures = signed(tournament, "Anna", "Eva", "Ida", "Ota")
    _others, theirs = signed(tournament, "Anna", "Jan", "Petr", "Zoe", first=5)

    remove_person(player_id=four[0].player_id, by=visitor(owner))

    assert [*signatures, *theirs] == ["#1", "Eva", "Ida", "Ota", "Anna", "Jan", "Petr", "Zoe"]


@pytest.mark.parametrize("name", ["Held", "Live", "Signed", "Initials", "The four players"])
def test_who_is_called_like_a_word_of_ours_leaves_it_in_the_log(client, owner, name):
    tournament = TournamentFactory(owner=owner)
    four, _signatures = signed(tournament, name, "Eva", "Ida", "Ota")
    client.force_login(owner)
    shown = {"shown_to_players": "live", "shown_in_hall": "signed", "shown_to_everyone": "held"}
    client.post(reverse("visibility", args=[tournament.slug]), shown)
    show_person(player_id=four[0].player_id, shown_as="initials", by=visitor(owner))
    kinds = {"visibility.edited", "sheet.signed"}
    before = list(tournament.log.filter(kind__in=kinds).values_list("number", "data"))

    remove_person(player_id=four[0].player_id, by=visitor(owner))

    assert before == list(tournament.log.filter(kind__in=kinds).values_list("number", "data"))
    assert len(before) == 2
    assert tournament.log.get(kind="player.edited").data["after"] == {"shown_as": "initials"}


def test_who_had_the_number_before_keeps_their_name(owner, entry):
    """Numbers were given again once; the log of those days is there."""
    tournament = entry.tournament
    log(tournament, "player.removed", by=visitor(owner), name="Zoe Gone", number=entry.number)
    log(tournament, "player.renamed", by=visitor(owner), number=entry.number, before="Ann", after="Anna Nowak")
    log(tournament, "players.added", by=visitor(owner), players=["Zoe Gone", "Ann"])

    remove_person(player_id=entry.player_id, by=visitor(owner))

    said = {entry.kind: entry.data for entry in tournament.log.all()}
    assert said["player.removed"]["name"] == "Zoe Gone"
    assert said["player.renamed"]["before"] == "#4"
    assert said["players.added"]["players"] == ["Zoe Gone", "#4"]


@pytest.mark.parametrize("data", [{"after": "Anna Nowak"}, {"before": [2], "after": [1]}, {"before": 1}, {}])
def test_whatever_an_imported_log_says_of_names(owner, entry, data):
    log(entry.tournament, "player.renamed", by=visitor(owner), **data)

    remove_person(player_id=entry.player_id, by=visitor(owner))

    assert "Anna Nowak" not in str(entry.tournament.log.get(kind="player.renamed").data)


def test_a_number_is_given_once(owner, entry):
    tournament = entry.tournament
    remove_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=visitor(owner))
    tournament.refresh_from_db()
    log(tournament, "player.removed", by=visitor(owner), name="From a forged copy", number="many")
    log(tournament, "player.removed", by=visitor(owner), name="From a forged copy", number=LAST_NUMBER + 1)

    assert next_entry_number(tournament) == entry.number + 1


def test_several_numbers_end_with_the_last_one(owner, entry):
    left = LAST_NUMBER - entry.number

    assert next_entry_number(entry.tournament, people=left) == entry.number + 1
    with pytest.raises(NumbersUsedUp):
        next_entry_number(entry.tournament, people=left + 1)


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
    assert "Nobody can undo this." in page
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
    EntryFactory(player=entry.player, tournament__organizers=[owner])

    assert client.get(address).status_code == 404
    assert client.post(address, {"understood": "on"}).status_code == to_a_post
    assert Player.objects.get(pk=entry.player_id).removed_at is None
    client.force_login(UserFactory(is_staff=True))
    assert client.get(address).status_code == 200


def test_staff_find_people(client, entry):
    client.force_login(UserFactory(is_staff=True))

    assert "Anna Nowak" in client.get(reverse("people"), {"q": "nowák"}).text
    assert "Anna Nowak" not in client.get(reverse("people")).text
