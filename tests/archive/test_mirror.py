"""A laptop sends what is entered there to the tournament's own site, which shows it and stays read-only.

Both sides lie in one database here; tests/durability/test_mirror.py has two servers.
"""

import gzip
import json
from dataclasses import replace
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import uuid4

import pytest
from django.db import connection
from django.db.models import F
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from tests.archive.envelopes import busy_tournament
from tests.archive.test_hand_over import hanchan_of, is_writable, returned
from tests.factories import EntryFactory, TournamentFactory, UserFactory, play, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions import import_tournament as importing
from tournament.archive.actions import receive_mirror as receiving
from tournament.archive.actions import replace_facts as replacing
from tournament.archive.actions import send_mirrors as sending
from tournament.archive.actions.bring_back import bring_back, take_over
from tournament.archive.actions.hand_over import call_back, return_from_laptop, take_to_laptop
from tournament.archive.actions.import_tournament import import_document
from tournament.archive.actions.send_mirrors import send_mirrors
from tournament.archive.actions.switch_mirror import switch_mirror
from tournament.archive.delivery import MOST_SENT, MirrorAnswer, MirrorRequest
from tournament.archive.exports.hand_over import hand_over_file
from tournament.archive.queries.hand_over import hand_overs_of
from tournament.archive.tenbo import rewritten
from tournament.archive.tenbo.cost import MOST_MIRRORED
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.hand_over import TO_LAPTOP, checked_hand_over
from tournament.archive.tenbo.reading import MOST_BYTES
from tournament.archive.views import mirror as mirror_view
from tournament.core.errors import Away
from tournament.core.views import rates
from tournament.games.queries.game import load_game
from tournament.models import (
    Hanchan,
    HandOver,
    Import,
    Membership,
    Mirror,
    Player,
    PlayerFacts,
    RateUse,
    Role,
    Tournament,
)
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.queries.known_players import facts_of
from tournament.site.actions.team import change_role, remove_member

pytestmark = pytest.mark.django_db

SITE = "https://tenbo.example.org"


@pytest.fixture(scope="module")
def world(once):
    """Who owns a tournament that is away, the tournament, and what a laptop made of its file."""
    by = visitor(UserFactory())
    home = away_at_the_hall(by, "spring")
    return by, home, take_over(file=file_for_laptop(home), key=uuid4(), by=by)


def away_at_the_hall(by, slug):
    """Four players at one table, one hand played; it is away at a laptop."""
    tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=by.user, slug=slug)
    play(hanchan, ron(A, B))
    take_to_laptop(tournament_id=tournament.pk, place="the hall", by=by)
    tournament.refresh_from_db()
    return tournament


def file_for_laptop(home):
    address = f"{SITE}{reverse('mirror', args=[home.slug])}"
    content = hand_over_file(
        home, hand_overs_of(home).in_file, place="tenbo.example.org", hidden=frozenset(), mirror_address=address
    )
    return checked_hand_over(json.loads(content), TO_LAPTOP)


def post(address, body=b"", *, key, version=""):
    headers = {"Authorization": f"Bearer {key}", "Tenbo-Version": str(version), "Content-Encoding": "gzip"}
    client = Client(enforce_csrf_checks=True)
    return client.post(urlsplit(address).path, body, content_type="application/json", headers=headers)


class Network:
    """Brings requests to the site, unless it is cut: before they arrive, or before the answer is back."""

    def __init__(self):
        self.sent = []
        self.is_cut = self.loses_answers = False
        self.took = timedelta()

    def __call__(self, request: MirrorRequest) -> MirrorAnswer:
        self.sent.append(request)
        if self.is_cut:
            return MirrorAnswer(0)
        answer = post(request.address, request.body, key=request.key, version=request.version)
        return MirrorAnswer(0) if self.loses_answers else MirrorAnswer(answer.status_code, took=self.took)


@pytest.fixture
def network():
    return Network()


def go_on(network, **time):
    """Let this much time pass, and do what the sender does then; return how many requests it sent."""
    Mirror.objects.update(next_try_at=timezone.now() - timedelta(seconds=1))
    before = len(network.sent)
    send_mirrors(network)
    return len(network.sent) - before


def mirror_of(laptop):
    return Mirror.objects.get(hand_over__tournament=laptop)


def hands_at(tournament):
    return len(load_game(hanchan_of(tournament)).hands)


def compressed(document):
    return gzip.compress(json.dumps(document).encode())


def test_the_site_shows_what_was_entered_on_the_laptop_and_stays_away(home, laptop, network):
    play(hanchan_of(laptop), tsumo(A))

    assert go_on(network) == 1

    assert hands_at(home) == 2
    assert not is_writable(home)
    assert home.mirrored_at is not None
    with pytest.raises(Away):
        play(hanchan_of(home), tsumo(B))
    page = Client().get(home.get_absolute_url()).text
    assert "This tournament is played at the hall. On this site you can only read it; last updated on" in page
    assert mirror_of(laptop).sent_version == Tournament.objects.get(pk=laptop.pk).version
    assert not Import.objects.filter(is_finished=False).exists()


@pytest.mark.slow
def test_everything_is_as_on_the_laptop(by, network):
    home = busy_tournament(owner=by.user)
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    entry = laptop.entries.select_related("player").get(number=2)
    facts, name = replace(entry_facts_of(entry), team="New"), PlayerFacts(name=entry.player.name)
    edit_entry(entry_id=entry.pk, player=name, entry=facts, by=by)
    play(in_play(laptop), ExhaustiveDraw())
    links = list(home.tables.values_list("number", "link_nonce", "carried_links"))

    go_on(network)

    assert envelope(home) == envelope(laptop)
    assert list(home.tables.values_list("number", "link_nonce", "carried_links")) == links


def in_play(tournament):
    rows = Hanchan.objects.valid().select_related("table", "round__tournament").filter(round__tournament=tournament)
    return rows.filter(sheets=None, paper_results=None).last()


@pytest.mark.slow
def test_it_is_brought_back_as_without_a_mirror(home, laptop, network, by):
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    play(hanchan_of(laptop), ExhaustiveDraw())

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert (brought.changes, brought.separate_copy) == (3, None)
    assert is_writable(home)
    assert home.mirrored_at is None
    assert hands_at(home) == 3
    play(hanchan_of(home), tsumo(B))
    assert go_on(network) == 0  # the laptop has returned it


def test_only_changes_are_sent_and_a_word_each_minute_that_there_are_none(home, laptop, network):
    go_on(network)
    assert network.sent[-1].body == b""  # the site has the tournament as it was handed over
    home.refresh_from_db()
    first = home.mirrored_at

    assert first is not None
    assert go_on(network) == 0
    Mirror.objects.update(sent_at=timezone.now() - timedelta(seconds=61))
    assert go_on(network) == 1
    assert network.sent[-1].body == b""
    home.refresh_from_db()
    assert home.mirrored_at > first
    play(hanchan_of(laptop), tsumo(A))
    assert go_on(network) == 1
    assert network.sent[-1].body


@pytest.mark.slow
def test_requests_are_rare_and_rarer_when_the_site_is_slow(home, laptop, network):
    for seconds, least in ((0, 10), (4, 40), (600, 300)):
        network.took = timedelta(seconds=seconds)
        play(hanchan_of(laptop), tsumo(A))
        go_on(network)
        pause = mirror_of(laptop).next_try_at - timezone.now()
        assert timedelta(seconds=least - 2) < pause <= timedelta(seconds=least)
        assert send_mirrors(network) == 0


def test_a_cut_network_delays_what_is_sent_and_loses_nothing(home, laptop, network):
    network.is_cut = True
    pauses = []
    for _attempt in range(6):
        go_on(network)
        pauses.append(round((mirror_of(laptop).next_try_at - timezone.now()).total_seconds()))
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    assert pauses == [10, 20, 40, 80, 120, 120]
    assert mirror_of(laptop).problem == Mirror.Problem.NO_ANSWER
    assert hands_at(home) == 1

    network.is_cut, network.loses_answers = False, True
    go_on(network)  # it arrives, and nobody knows
    assert hands_at(home) == 2
    network.loses_answers = False
    assert go_on(network) == 1  # the same once more: it counts once

    assert hands_at(home) == 2
    row = mirror_of(laptop)
    assert (row.problem, row.failures) == ("", 0)


def test_two_processes_send_one_request(home, laptop, network):
    def both(request):
        assert send_mirrors(network) == 0  # the other process looks while this one sends
        return network(request)

    assert send_mirrors(both) == 1
    assert len(network.sent) == 1


def test_a_wrong_key_finds_nothing(home, laptop):
    address = reverse("mirror", args=[home.slug])
    other = HandOver(pk=4711, is_lent=True)

    for key in ("", "no", other.mirror_key, HandOver.objects.get(is_lent=True).key):
        assert post(address, compressed(envelope(laptop)), key=key).status_code == 404
    assert post(reverse("mirror", args=["none"]), key=mirror_of(laptop).key).status_code == 404
    assert Client().post(address).status_code == 404
    home.refresh_from_db()
    assert home.mirrored_at is None


def test_the_key_of_the_laptop_opens_nothing_on_the_laptop(laptop):
    answer = post(reverse("mirror", args=[laptop.slug]), key=mirror_of(laptop).key)

    assert answer.status_code == 404


def test_a_key_is_valid_after_the_secret_key_was_replaced(home, laptop, network, settings):
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "a new one" * 8
    play(hanchan_of(laptop), tsumo(A))

    go_on(network)

    assert hands_at(home) == 2


def test_it_never_goes_backwards(home, laptop, network):
    play(hanchan_of(laptop), tsumo(A))
    older = compressed(envelope(laptop))
    play(hanchan_of(laptop), tsumo(B))
    go_on(network)
    row = mirror_of(laptop)

    assert post(row.address, older, key=row.key).status_code == 409
    assert post(row.address, key=row.key, version=row.sent_version - 1).status_code == 412
    assert hands_at(home) == 3


@pytest.mark.slow
def test_of_two_laptops_with_one_file_the_second_is_told(home, laptop, network, by, client):
    play(hanchan_of(laptop), tsumo(A))
    other = import_document(document=file_for_laptop(home)["document"], key=uuid4(), by=by)
    play(hanchan_of(other), tsumo(B))
    row = mirror_of(laptop)
    assert post(row.address, compressed(envelope(other)), key=row.key).status_code == 200

    go_on(network)

    assert mirror_of(laptop).problem == Mirror.Problem.OTHER
    assert go_on(network) == 0  # until somebody presses the button
    client.force_login(by.user)
    page = client.get(reverse("laptop", args=[laptop.slug])).text
    assert "tenbo.example.org has changes that are missing on this laptop" in page
    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert brought.is_away
    assert hands_at(brought.separate_copy) == 2


def test_a_laptop_is_told_that_the_tournament_was_called_back(home, laptop, network, by):
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    play(hanchan_of(laptop), tsumo(B))

    call_back(tournament_id=home.pk, by=by)
    go_on(network)

    assert mirror_of(laptop).problem == Mirror.Problem.ENDED
    assert hands_at(home) == 2  # it goes on with what had come
    assert is_writable(home)
    assert go_on(network) == 0


def test_a_tournament_brought_back_while_a_document_is_checked_keeps_its_own(home, laptop, by, monkeypatch):
    play(hanchan_of(laptop), tsumo(A))
    row, sent = mirror_of(laptop), compressed(envelope(laptop))
    check = importing.checked_facts

    def meanwhile(document, *, by):
        call_back(tournament_id=home.pk, by=visitor(UserFactory()))
        return check(document, by=by)

    monkeypatch.setattr(receiving, "checked_facts", meanwhile)

    assert post(row.address, sent, key=row.key).status_code == 410
    assert hands_at(home) == 1
    assert is_writable(home)


@pytest.fixture
def change_elsewhere(home):
    """A change of a player of `home` in another organizer's event, from which `home` has the person."""
    entry = home.entries.select_related("player").first()
    other = TournamentFactory(owner=UserFactory())
    EntryFactory(tournament=other, number=1, player=entry.player)
    Player.objects.filter(pk=entry.player_id).update(home=other)

    def change():
        there = other.entries.select_related("player").get()
        facts = replace(facts_of(there.player), club="Riichi Brno")
        owner = visitor(other.memberships.get().user)
        edit_entry(entry_id=there.pk, player=facts, entry=entry_facts_of(there), by=owner)

    return change


def test_a_person_changed_here_while_a_document_is_compared_stops_nothing(
    home, laptop, network, monkeypatch, change_elsewhere
):
    compare, compared = rewritten.rewritten_here, []

    def meanwhile(tournament_id, document):
        found = compare(tournament_id, document)
        if not compared:
            change_elsewhere()
        compared.append(found)
        return found

    monkeypatch.setattr(receiving, "rewritten_here", meanwhile)
    play(hanchan_of(laptop), tsumo(A))

    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (1, Mirror.Problem.BUSY)
    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (2, "")
    assert [found.rewritten for found in compared] == [None, None]
    assert home.entries.first().player.club == "Riichi Brno"


@pytest.mark.slow
def test_a_person_changed_here_in_the_midst_of_the_comparison_is_not_taken_for_a_rewritten_past(
    home, laptop, network, monkeypatch, change_elsewhere
):
    def meanwhile(tournament):
        before = envelope(tournament)
        change_elsewhere()
        return envelope(tournament) | {"log": before["log"]}

    monkeypatch.setattr(rewritten, "envelope", meanwhile)
    play(hanchan_of(laptop), tsumo(A))

    go_on(network)
    assert mirror_of(laptop).problem == Mirror.Problem.BUSY
    monkeypatch.setattr(rewritten, "envelope", envelope)
    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (2, "")


def test_a_site_that_lost_changes_gets_them_again(home, laptop, network):
    play(hanchan_of(laptop), tsumo(A))
    version = Tournament.objects.get(pk=laptop.pk).version
    Mirror.objects.update(sent_version=version, sent_at=timezone.now() - timedelta(minutes=2))  # a backup was restored

    go_on(network)
    assert network.sent[-1].body == b""
    go_on(network)

    assert hands_at(home) == 2


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"junk", 422),
        (compressed({}), 422),
        (gzip.compress(b"[" * 1_000), 422),
        (gzip.compress(b'"' + b"x" * (MOST_BYTES + 10) + b'"'), 422),
        (compressed({"format": "tenbo/1", "form": "whole"})[:-10], 422),
        (b"x" * (MOST_SENT + 1), 413),
    ],
    ids=["junk", "empty", "deep", "bomb", "cut off", "large"],
)
def test_junk_is_refused_and_changes_nothing(home, laptop, body, status):
    before = envelope(home)

    assert post(reverse("mirror", args=[home.slug]), body, key=mirror_of(laptop).key).status_code == status

    assert envelope(home) == before
    assert Tournament.objects.get(pk=home.pk).mirrored_at is None


def test_a_document_that_contradicts_itself_is_refused(home, laptop):
    document = envelope(laptop)
    play(hanchan_of(laptop), tsumo(A))
    longer = envelope(laptop)
    longer["rounds"][0]["hanchans"][0]["sheets"] = [{"no": "sheet"}]
    row = mirror_of(laptop)

    assert post(row.address, compressed(longer), key=row.key).status_code == 422
    assert post(row.address, key=row.key, version="x").status_code == 422
    assert envelope(home) == document


def test_a_key_counts_so_often(home, laptop):
    row = mirror_of(laptop)
    for _use in range(rates.MIRRORED.burst):
        assert post(row.address, key=row.key, version=home.version).status_code == 200

    answer = post(row.address, key=row.key, version=home.version)

    assert answer.status_code == 429
    assert answer.headers["Retry-After"]
    for _use in range(rates.MIRRORED.burst + 1):  # who has no key uses none up
        assert post(row.address, key="no").status_code == 404
    assert RateUse.objects.count() == 1


def test_what_a_document_may_cost_is_taken_before(home, laptop, monkeypatch):
    """Else each of many at once would be received, for none has cost anything yet."""
    row, receive, meanwhile = mirror_of(laptop), receiving.receive_mirror, []
    play(hanchan_of(laptop), tsumo(A))
    body = compressed(envelope(laptop))

    def received(**arguments):
        meanwhile.append(post(row.address, body, key=row.key).status_code)
        return receive(**arguments)

    monkeypatch.setattr(mirror_view, "seconds_to_replace", lambda _document: 6.0)
    monkeypatch.setattr(mirror_view, "receive_mirror", received)

    assert post(row.address, body, key=row.key).status_code == 200
    assert meanwhile == [429]
    assert post(row.address, body, key=row.key).status_code == 200  # what was not needed was given back


def test_a_document_that_costs_too_much_is_not_received(home, laptop, monkeypatch):
    row = mirror_of(laptop)
    play(hanchan_of(laptop), tsumo(A))
    monkeypatch.setattr(mirror_view, "seconds_to_replace", lambda _document: MOST_MIRRORED + 0.1)

    assert post(row.address, compressed(envelope(laptop)), key=row.key).status_code == 413
    assert not Import.objects.filter(is_finished=False).exists()
    assert home.mirrored_at is None


def test_nothing_is_written_twice_under_the_lock(home, laptop, monkeypatch):
    """One statement more for each hanchan, hand, entry or line of the log made it four times as long."""
    row = mirror_of(laptop)
    for hand in range(3):
        play(hanchan_of(laptop), ron(A, B) if hand % 2 else tsumo(A))
    revision, replace_facts, updated = hanchan_of(home).revision, replacing.replace_facts, []

    def captured(*facts):
        with CaptureQueriesContext(connection) as queries:
            replace_facts(*facts)
        updated.extend(query["sql"] for query in queries if query["sql"].startswith("UPDATE"))

    monkeypatch.setattr(receiving, "replace_facts", captured)
    assert post(row.address, compressed(envelope(laptop)), key=row.key).status_code == 200

    assert updated
    of_parts = "entry", "player", "hanchan", "hand", "signature", "logentry"
    assert [sql for sql in updated for part in of_parts if sql.startswith(f'UPDATE "tournament_{part}"')] == []
    assert hanchan_of(home).revision > revision
    assert set(home.log.filter(kind="hand.recorded").values_list("hanchan", flat=True)) == {hanchan_of(home).pk}


def test_mirrors_of_one_owner_hold_the_lock_a_tenth_of_the_time(home, laptop, by, monkeypatch):
    """Any account can lend a tournament of its own to itself, and replace all of its facts again and again."""
    row = mirror_of(laptop)
    seconds = iter([0.0, 9.5])  # before and after the first document is written
    monkeypatch.setattr(receiving, "perf_counter", lambda: next(seconds))
    play(hanchan_of(laptop), tsumo(A))
    assert post(row.address, compressed(envelope(laptop)), key=row.key).status_code == 200

    play(hanchan_of(laptop), tsumo(A))
    answer = post(row.address, compressed(envelope(laptop)), key=row.key)

    assert answer.status_code == 429
    assert 1 <= int(answer.headers["Retry-After"]) <= 10
    assert post(row.address, key=row.key, version=home.version + 1).status_code == 200
    RateUse.objects.update(used_until=F("used_until") - timedelta(seconds=10))
    seconds = iter([0.0, 0.1])
    assert post(row.address, compressed(envelope(laptop)), key=row.key).status_code == 200


def test_a_mirror_uses_nothing_of_another_owner(home, laptop, by, second):
    """Anybody can make an account that they have in a team an owner too, and its own mirrors would stop."""
    row = mirror_of(laptop)
    play(hanchan_of(laptop), tsumo(A))

    assert post(row.address, compressed(envelope(laptop)), key=row.key).status_code == 200

    used = set(RateUse.objects.values_list("key", flat=True))
    assert rates.MIRROR_WRITES.key(str(by.user.pk)) in used
    assert rates.MIRROR_WRITES.key(str(second.user_id)) not in used


@pytest.mark.parametrize(
    ("status", "problem", "goes_on"),
    [
        (0, "no_answer", 1),
        (500, "busy", 1),
        (503, "busy", 1),
        (404, "refused", 1),
        (301, "refused", 1),
        (413, "too_large", 1),
        (409, "other", 0),
        (410, "ended", 0),
    ],
)
def test_what_an_answer_means(laptop, network, status, problem, goes_on):
    send_mirrors(lambda _request: MirrorAnswer(status))

    assert mirror_of(laptop).problem == problem
    assert go_on(network) == goes_on


def test_a_busy_site_says_when_to_come_again(laptop):
    send_mirrors(lambda _request: MirrorAnswer(429, after=timedelta(seconds=100)))

    assert mirror_of(laptop).next_try_at - timezone.now() > timedelta(seconds=95)


def test_what_is_too_large_is_not_sent(laptop, network, monkeypatch):
    monkeypatch.setattr(sending, "MOST_SENT", 100)
    play(hanchan_of(laptop), tsumo(A))

    assert go_on(network) == 0
    assert mirror_of(laptop).problem == Mirror.Problem.TOO_LARGE


def test_the_organizer_sees_whether_it_works_and_switches_it_off(home, laptop, network, by, client):
    client.force_login(by.user)
    page, switch = reverse("laptop", args=[laptop.slug]), reverse("mirror-switch", args=[laptop.slug])
    assert "has not sent anything yet" in client.get(page).text
    assert "Nothing was received from the laptop yet" in client.get(reverse("laptop", args=[home.slug])).text
    go_on(network)
    assert "Last sent: " in client.get(page).text
    assert "Last data from the laptop" in client.get(reverse("laptop", args=[home.slug])).text
    network.is_cut = True
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    assert "does not answer" in client.get(page).text
    version = Tournament.objects.get(pk=laptop.pk).version

    client.post(switch)
    assert go_on(network) == 0
    assert "Sending is switched off: this laptop sends nothing." in client.get(page).text

    network.is_cut = False
    client.post(switch, {"is_on": "on"})
    assert go_on(network) == 1
    assert hands_at(home) == 2
    assert Tournament.objects.get(pk=laptop.pk).version == version


def test_a_mirror_that_ended_is_not_switched_on(home, laptop, network, by):
    return_from_laptop(tournament_id=laptop.pk, by=by)

    switch_mirror(tournament_id=laptop.pk, is_on=True)

    assert go_on(network) == 0


def test_a_file_with_an_address_that_is_not_allowed_makes_no_mirror(client, by, settings):
    home = away_at_the_hall(by, "autumn")
    settings.TENBO_MIRROR_SITES = ["none"]

    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)

    assert not Mirror.objects.filter(hand_over__tournament=laptop).exists()
    assert hand_overs_of(laptop).mirror is None
    client.force_login(by.user)
    page = client.get(reverse("laptop", args=[laptop.slug])).text
    assert "This laptop sends nothing to " in page
    assert "Stop sending" not in page


def test_open_pages_hear_of_the_note(client, home, laptop, network):
    htmx = {"HX-Request": "true"}
    address = reverse("away-note", args=[home.slug])
    assert f'data-live="{address}"' in client.get(home.get_absolute_url()).text
    assert "as it was at that time" in client.get(address, headers=htmx).text

    go_on(network)
    assert "you can only read it; last updated on" in client.get(address, headers=htmx).text
    assert 'data-live-every="60"' in client.get(address, headers=htmx).text
    home.refresh_from_db()
    HandOver.objects.filter(is_lent=True).update(ended_at=timezone.now(), outcome="returned")
    Tournament.objects.update(away_since=None, mirrored_at=None)

    note = client.get(address, headers=htmx).text
    assert 'id="away"' in note
    assert "notice" not in note
    assert client.get(address).status_code == 302


@pytest.fixture
def second(home):
    """Another owner, who may have downloaded the laptop's file."""
    user = UserFactory()
    return Membership.objects.create(tournament=home, user=user, role=Role.OWNER)


def removed(second, by):
    remove_member(tournament_id=second.tournament_id, member_id=second.pk, by=by)


def demoted(second, by):
    change_role(tournament_id=second.tournament_id, member_id=second.pk, role=Role.REFEREE, by=by)


def left(second, by):
    remove_member(tournament_id=second.tournament_id, member_id=second.pk, by=visitor(second.user))


@pytest.mark.slow
@pytest.mark.parametrize("way", [removed, demoted, left])
def test_the_key_ends_with_the_role_of_an_owner(home, laptop, network, by, second, way):
    taken_along = file_for_laptop(home)["mirror"]
    way(second, by)
    play(hanchan_of(laptop), tsumo(A))

    go_on(network)

    assert post(taken_along["address"], compressed(envelope(laptop)), key=taken_along["key"]).status_code == 404
    assert (hands_at(home), mirror_of(laptop).problem) == (1, Mirror.Problem.REFUSED)
    home.refresh_from_db()
    assert take_over(file=file_for_laptop(home), key=uuid4(), by=by) == laptop
    go_on(network)
    assert (hands_at(home), mirror_of(laptop).problem) == (2, "")
    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert (brought.rewritten, brought.separate_copy) == (None, None)
    assert home.log.filter(kind__startswith="team.").count() == 1


def test_the_key_stays_when_a_referee_leaves(home, laptop, network, by, second):
    Membership.objects.filter(pk=second.pk).update(role=Role.REFEREE)
    removed(second, by)
    play(hanchan_of(laptop), tsumo(A))

    go_on(network)

    assert hands_at(home) == 2


def test_owners_are_told_how_the_live_pages_go_on(home, laptop, by, second, client):
    client.force_login(by.user)
    page = reverse("laptop", args=[home.slug])
    assert "can no longer send hands with that file" not in client.get(page).text

    answer = client.post(reverse("member-remove", args=[home.slug, second.pk]), follow=True)

    assert "import it on the laptop" in answer.text
    assert "can no longer send hands with that file" in client.get(page).text


def test_links_are_not_replaced_while_the_laptop_has_them(home, by, second):
    with pytest.raises(Away):
        remove_member(tournament_id=home.pk, member_id=second.pk, by=by, new_tables=True)


def test_a_key_that_ends_while_a_document_is_checked_changes_nothing(home, laptop, by, second, monkeypatch):
    play(hanchan_of(laptop), tsumo(A))
    row, sent = mirror_of(laptop), compressed(envelope(laptop))
    check = importing.checked_facts

    def meanwhile(document, *, by):
        left(second, by)
        return check(document, by=by)

    monkeypatch.setattr(receiving, "checked_facts", meanwhile)

    assert post(row.address, sent, key=row.key).status_code == 410
    assert hands_at(home) == 1
