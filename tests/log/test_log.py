"""The log in words: every kind that an action writes, and those nobody knows."""

import csv
import io
import json
import re
from copy import deepcopy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.outcome import HanFu, Ron, Win
from scoring.seats import Seat
from tests.archive.envelopes import busy_tournament
from tests.conftest import ROOT
from tests.factories import EntryFactory, HanchanFactory, TournamentFactory, UserFactory, keep_plan, play, visitor
from tests.queries import queries_of
from tournament.core.actions.journal import log
from tournament.log import queries
from tournament.log.words.sentences import KINDS, SENTENCES
from tournament.log.words.values import WORDS

pytestmark = pytest.mark.django_db

RON = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),), riichi=frozenset())


@pytest.fixture
def tournament(client):
    user = UserFactory()
    client.force_login(user)
    return TournamentFactory(referees=[user])


@pytest.fixture
def url(tournament):
    return reverse("log", args=[tournament.slug])


def add(tournament, kind, number=1, **fields):
    at = tournament.created_at
    return tournament.log.create(
        **{"number": number, "kind": kind, "actor_kind": "account", "actor_name": "Ada", "at": at} | fields
    )


def without_links(text):
    return re.sub("</?a[^>]*>", "", text)


def test_a_hand_is_told_with_names_and_whose_phone_it_was(client, tournament, url):
    hanchan = HanchanFactory(round__tournament=tournament)
    play(hanchan, RON)
    south, west = (hanchan.seats.get(seat=seat).entry.player.name for seat in (1, 2))

    page = without_links(client.get(url).text)

    assert f"Recorded hand 1: {south} wins by ron from {west}, 3 han 30 fu" in page
    assert "round 1, table 1" in page


def test_whoever_goes_by_a_name_is_told_apart_by_the_one_they_log_in_with(client, tournament, url):
    add(tournament, "team.invited", data={"role": "referee"}, user=UserFactory(username="mallory"))
    add(tournament, "team.invited", 2, data={"role": "referee"}, user=UserFactory(username="bob"), actor_name="bob")

    page = client.get(url).text

    assert "<span>Ada (mallory)</span>" in page
    assert "<span>bob</span>" in page


def test_an_account_that_is_called_like_a_table_is_not_the_table(client, tournament, url):
    add(
        tournament, "team.invited", data={"role": "referee"}, user=UserFactory(username="mallory"), actor_name="Table 1"
    )
    add(tournament, "call.made", 2, actor_kind="table", actor_name="", actor_number=1)

    filtered = [
        numbers(client.get(url, {"person": person})) for person in ("table-1", tournament.log.first().actor.key)
    ]

    assert "<span>Table 1 (mallory)</span>" in client.get(url).text
    assert filtered == [[2], [1]]


def test_an_account_keeps_its_entries_under_every_name_and_its_name_when_it_is_gone(client, tournament, url):
    user = UserFactory(username="ada", first_name="Ada")
    log(tournament, "hall.link_made", by=visitor(user))
    user.first_name = "Ada Nováková"
    user.save()
    log(tournament, "hall.link_revoked", by=visitor(user))

    assert numbers(client.get(url, {"person": f"user-{user.pk}"})) == [2, 1]
    user.delete()
    assert numbers(client.get(url, {"person": "account-Ada"})) == [1]
    assert "<span>Ada Nováková</span>" in client.get(url).text


def test_who_came_by_their_own_link_is_told_by_name(client, tournament, url):
    entry = EntryFactory(tournament=tournament, number=12)
    add(tournament, "entry.arrived_by_link", data={"number": 12}, actor_kind="player", actor_name="", actor_number=12)

    assert f"<span>{entry.player.name}</span>" in client.get(url).text
    assert f"{entry.player.name}, number 12" in without_links(client.get(url).text)
    entry.delete()
    assert "<span>#12</span>" in client.get(url).text


FORGED = [
    ("timetable.set", {"before": {}, "after": {"1": "9999-12-31T23:59:59+00:00"}}),
    ("timetable.set", {"before": {}, "after": {"1": "0001-01-01T00:00:00+00:00"}}),
    ("round.started", {"number": [{}], "tables": [{}]}),
    ("hanchan.started", {"number": {"a": 1}}),
]


@pytest.mark.parametrize(("kind", "data"), FORGED)
@pytest.mark.parametrize("zone", ["Europe/Prague", "America/New_York"])
def test_what_only_an_imported_document_says_breaks_no_page(client, tournament, url, settings, kind, data, zone):
    settings.TIME_ZONE = zone
    play(HanchanFactory(round__tournament=tournament), RON)
    add(tournament, kind, number=99, data=data)

    standings = reverse("leaderboard-json", args=[tournament.slug])
    pages = [url, tournament.get_absolute_url(), f"{standings}?after=1"]

    assert [client.get(page).status_code for page in pages] == [200] * 3


@pytest.mark.parametrize("players", [5, [{}], {"a": 1}, None])
def test_a_plan_is_shown_whatever_an_imported_log_says_of_its_players(client, tournament, players):
    entries = [EntryFactory(tournament=tournament, number=number) for number in range(1, 5)]
    plan = keep_plan(tournament, [[entry.number for entry in entries]])
    tournament.log.filter(pk=plan.accepted_by_id).update(data={"players": players})

    assert client.get(reverse("seating", args=[tournament.slug])).status_code == 200


def test_a_penalty_of_nothing_is_told_as_a_warning(client, tournament, url):
    penalty = {"name": "Ada", "offence": "other"}
    add(tournament, "penalty.given", data=penalty | {"points": "0"})
    add(tournament, "penalty.taken_back", number=2, data=penalty | {"points": "2.5"})
    appeal = penalty | {"points": "0", "against": "penalty", "appealed_by": "Bo", "text": "No"}
    add(tournament, "appeal.made", number=3, data=appeal)

    page = client.get(url, headers={"Accept-Language": "cs"}).text

    assert "Uděleno napomenutí (Ada): Jiné" in page
    assert "Ada, 2,5" in page
    assert "napomenutí (Ada)" in page


def test_rounds_of_a_club_night_are_told_as_hanchans(client, tournament, url):
    tournament.is_club_night = True
    tournament.save()
    add(tournament, "clock.started", data={"round": 3})
    add(tournament, "clock.extended", number=2, data={"round": 4, "seconds": 60})
    add(tournament, "player.left", number=3, data={"number": 1, "from_round": 5, "status": "withdrawn"})

    page = client.get(url).text

    assert "Hanchan 3: clock started" in page
    assert "Hanchan 4: extra time changed by +1 minute" in page
    assert "stops playing from hanchan 5 on" in page


def test_every_kind_that_an_action_logs_has_words():
    actions = "".join(path.read_text() for path in (ROOT / "tournament").glob("*/actions/*.py"))
    kinds = set(re.findall(r'(?:log|_keep)\(\s*[\w.]+,\s*"([\w.]+)"', actions))

    assert "hand.recorded" in kinds
    assert kinds <= SENTENCES.keys()
    assert {kind for kind in WORDS if "." in kind} <= SENTENCES.keys()


def test_an_unknown_kind_is_shown_as_it_is(client, tournament, url):
    add(tournament, "hanchan.teleported")

    assert "hanchan.teleported" in client.get(url).text


def test_an_entry_that_lacks_what_its_sentence_names_is_shown(client, tournament, url):
    for number, kind in enumerate(SENTENCES, 1):
        add(tournament, kind, number=number)

    pages = [client.get(url, {"page": number}) for number in (1, 2, 3)]

    assert [page.status_code for page in pages] == [200] * 3
    assert any("Started round … at … tables" in page.text for page in pages)


def test_settings_are_told_with_before_and_after(client, tournament, url):
    add(tournament, "tournament.edited", data={"before": {"name": "Old"}, "after": {"name": "New"}})

    assert "name from “Old” to “New”" in client.get(url).text


def test_a_reason_is_shown(client, tournament, url):
    add(tournament, "hand.removed", reason="Entered at the <wrong> table")

    assert "Entered at the &lt;wrong&gt; table" in client.get(url).text


def test_it_takes_pages_newest_first(client, tournament, url):
    for number in range(1, 102):
        add(tournament, "hanchan.cancelled", number=number, reason=f"reason {number}.")

    assert "reason 101." in client.get(url).text
    assert "reason 1." not in client.get(url).text
    assert "reason 1." in client.get(url, {"page": "2"}).text


def test_more_entries_take_no_more_queries(client, tournament, url):
    hanchan = HanchanFactory(round__tournament=tournament)
    play(hanchan, RON)
    few = queries_of(client, url)

    play(hanchan, RON, RON)
    other = HanchanFactory(round__tournament=tournament, round__number=2, table=hanchan.table)
    play(other, RON)

    assert queries_of(client, url) == few


@pytest.fixture(scope="module")
def busy(once):
    return busy_tournament(owner=UserFactory(first_name="Ada", last_name="Owner"))


@pytest.fixture
def played(tournament, busy):
    """Two tables in two rounds, and two people."""
    busy = deepcopy(busy)
    busy.memberships.create(user=tournament.memberships.get().user, role="referee")
    return busy


def numbers(response):
    return [entry.number for entry in response.context["page"].paginator.object_list]


def test_the_log_is_filtered_by_who_what_round_and_table(client, played):
    url = reverse("log", args=[played.slug])
    entries = list(played.log.select_related("hanchan__round", "hanchan__table").order_by("-number"))

    def those(condition):
        return [entry.number for entry in entries if condition(entry)]

    assert numbers(client.get(url)) == those(lambda entry: True)
    assert numbers(client.get(url, {"person": "table-1"})) == those(lambda entry: entry.actor_number == 1)
    assert numbers(client.get(url, {"kind": "hand"})) == those(lambda entry: entry.kind.startswith("hand."))
    assert numbers(client.get(url, {"round": "2"})) == those(
        lambda entry: (
            (entry.hanchan and entry.hanchan.round.number == 2)
            or (entry.kind == "round.started" and entry.data["number"] == 2)
            or (entry.hanchan is None and entry.data.get("round") == 2)
        )
    )
    both = {"table": "2", "kind": "hanchan"}
    assert numbers(client.get(url, both)) == those(
        lambda entry: entry.kind.startswith("hanchan.") and entry.hanchan.table.number == 2
    )
    assert "No log entry matches." in client.get(url, {"kind": "seating", "table": "2"}).text


@pytest.mark.parametrize("nonsense", ["x", "99999999999999999999", "2'--", "\x00"])
def test_what_the_log_does_not_have_is_no_filter(client, tournament, url, nonsense):
    for number in (1, 2):
        add(tournament, "sheet.signed", number=number)

    for field in ("person", "kind", "round", "table"):
        assert len(numbers(client.get(url, {field: nonsense}))) == 2


def test_a_filter_stays_on_the_next_page_and_in_the_files(client, tournament, url):
    for number in range(1, 220):
        add(tournament, "hanchan.cancelled" if number % 2 else "sheet.signed", number=number)

    page = client.get(url, {"kind": "hanchan"})

    assert "?kind=hanchan&amp;page=2" in page.text
    assert f"{reverse('log-csv', args=[tournament.slug])}?kind=hanchan" in page.text
    log_data = client.get(reverse("log-json", args=[tournament.slug]), {"kind": "hanchan"}).json()
    assert len(log_data["entries"]) == 110


def test_the_log_as_a_spreadsheet_holds_no_formula(client, tournament):
    add(tournament, "player.renamed", data={"before": "A", "number": 7}, reason="=1+1", actor_name="@SUM(A1)")
    add(tournament, "=cmd", number=2)

    response = client.get(reverse("log-csv", args=[tournament.slug]))

    lines = list(csv.DictReader(io.StringIO(response.content.decode("utf-8-sig"))))
    assert [line["What"] for line in lines] == ["'=cmd", "Changed a player's name from A to #7"]
    assert (lines[1]["Who"], lines[1]["Reason"], lines[0]["Kind"]) == ("'@SUM(A1)", "'=1+1", "'=cmd")
    assert "attachment" in response["Content-Disposition"]


def test_the_log_as_data_has_the_sentences(client, played):
    log_data = client.get(reverse("log-json", args=[played.slug])).json()

    assert log_data["format"] == "tenbo-log/1"
    assert [entry["number"] for entry in log_data["entries"]] == list(range(played.version, 0, -1))
    sentences = {entry["kind"]: entry for entry in log_data["entries"]}
    assert (
        sentences["paper.removed"]["said"]
        == "Removed the points that were entered from the paper sheet: 30,000 · 30,000 · 30,000 · 30,000"
    )
    assert (sentences["paper.removed"]["round"], sentences["paper.removed"]["table"]) == (2, 1)
    assert sentences["hanchan.cancelled"]["why"] == "Tiles were missing"
    swapped = sentences["seats.swapped"]["said"]
    before = """H"'{{ x }}, Jiří Novák (7), Jiří Novák (6), 麻雀 太郎"""
    assert swapped.endswith(f"from {before} to {', '.join(before.split(', ')[::-1])}")


@pytest.mark.parametrize("name", ["log-csv", "log-json"])
def test_a_longer_log_takes_no_more_queries_to_export(client, tournament, played, name):
    hanchan = HanchanFactory(round__tournament=tournament)
    play(hanchan, RON)

    short, long = (queries_of(client, reverse(name, args=[of.slug])) for of in (tournament, played))

    assert long == short


@pytest.mark.parametrize("name", ["log-csv", "log-json"])
def test_a_whole_log_is_read_a_few_entries_at_a_time(client, played, monkeypatch, name):
    monkeypatch.setattr(queries, "ENTRIES_AT_ONCE", 2)
    entries = played.log.count()

    with CaptureQueriesContext(connection) as captured:
        text = client.get(reverse(name, args=[played.slug])).content.decode()

    seats = [query for query in captured if 'FROM "tournament_seat"' in query["sql"]]
    assert len(seats) > 1  # of the hanchans of each two entries
    told = len(json.loads(text)["entries"]) if name == "log-json" else len(list(csv.reader(io.StringIO(text)))) - 1
    assert told == entries


def test_the_files_tell_people_of_one_name_apart_as_the_page_does(client):
    """Anybody may take the owner's full name."""
    owner = UserFactory(username="olga", first_name="Olga", last_name="Owner")
    referee = UserFactory(username="rudi", first_name="Olga", last_name="Owner")
    tournament = TournamentFactory(owner=owner)
    log(tournament, "players.added", by=visitor(owner), numbers=[1])
    log(tournament, "players.added", by=visitor(referee), numbers=[2])
    client.force_login(owner)

    table = client.get(reverse("log-csv", args=[tournament.slug])).content.decode("utf-8-sig")
    data = client.get(reverse("log-json", args=[tournament.slug])).json()

    assert [row["Who"] for row in csv.DictReader(io.StringIO(table))] == ["Olga Owner (rudi)", "Olga Owner (olga)"]
    assert [entry["who"] for entry in data["entries"]] == ["Olga Owner (rudi)", "Olga Owner (olga)"]


def test_every_kind_has_a_name_for_the_filter():
    assert {kind.split(".")[0] for kind in SENTENCES} <= KINDS.keys()


def test_names_of_players_lead_to_their_pages_and_nothing_else_does(client):
    owner = UserFactory()
    client.force_login(owner)
    tournament = TournamentFactory(owner=owner)
    for number, name in enumerate(["Anna <b>Nowak", "Anna", "Round", "Bo"], 1):
        EntryFactory(tournament=tournament, number=number, player__name=name)
    log(tournament, "players.added", by=visitor(owner), numbers=[1, 2, 4, 9])

    text = client.get(reverse("log", args=[tournament.slug])).text

    pages = [reverse("entry", args=[tournament.slug, number]) for number in (1, 2)]
    names = f'<a href="{pages[0]}">Anna &lt;b&gt;Nowak</a>, <a href="{pages[1]}">Anna</a>, Bo, #9'
    assert f"Added 4 players: {names}" in text.replace(" and ", ", ")
