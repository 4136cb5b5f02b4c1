"""A tournament made of a document is the same tournament; what is no such document makes none."""

import copy
import json
import random
import time
from types import SimpleNamespace
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.utils import timezone

from tests.archive.envelopes import busy_tournament
from tests.factories import EntryFactory, UserFactory, visitor
from tests.whole_site.test_scenarios import Hall
from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.actions.import_upload import import_upload, store_upload
from tournament.archive.tenbo import hanchans, rounds, scope
from tournament.archive.tenbo.document import envelope, envelope_json, read_envelope
from tournament.archive.tenbo.log import MOST_OF_ENTRY
from tournament.archive.tenbo.reading import MOST_BYTES, MOST_VALUES
from tournament.archive.tenbo.values import BadDocument
from tournament.core.actions.journal import WHILE_AWAY
from tournament.core.errors import MayNotCreate
from tournament.models import Hanchan, LogEntry, Membership, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def busy(once):
    """A tournament with everything, which stays beside what is made of its document."""
    return busy_tournament(languages=["cs", "en"])


@pytest.fixture(scope="module")
def content(busy):
    return exported(busy)


@pytest.fixture
def document(content):
    """One that is fine, to be spoilt."""
    return json.loads(content)


def exported(tournament):
    return envelope_json(envelope(tournament))


def imported(content, by=None):
    return import_tournament(document=read_envelope(content), key=uuid4(), by=visitor(by or UserFactory()))


def assert_comes_back_the_same(tournament):
    content = exported(tournament)

    copied = imported(content)

    assert exported(copied) == content
    assert copied.pk != tournament.pk
    call_command("verify")


@pytest.mark.slow
def test_a_tournament_with_everything_comes_back_byte_for_byte(busy):
    assert_comes_back_the_same(busy)


@pytest.mark.long
def test_so_does_the_demo(settings, tmp_path):
    settings.VAR = tmp_path
    call_command("seed_demo")

    for tournament in Tournament.objects.order_by("pk"):
        assert_comes_back_the_same(tournament)


@pytest.mark.slow
@pytest.mark.database
@pytest.mark.parametrize("ruleset", ["wrc_2015", "mleague"])
def test_so_does_whatever_people_did(ruleset):
    hall = Hall(f"envelope {ruleset}", ruleset)
    for _step in range(25):
        hall.step()

    assert_comes_back_the_same(Tournament.objects.get(pk=hall.tournament.pk))


def test_so_does_one_where_nothing_was_played():
    assert_comes_back_the_same(Hall("empty", "ema_2025").tournament)


def test_a_document_from_before_there_were_timetables_has_none(document):
    take("planned_starts")(document)

    assert not imported(envelope_json(document)).planned_starts.exists()


def test_who_imports_owns_it_and_the_log_says_that_it_came_from_elsewhere(content):
    somebody = UserFactory(first_name="Ivo", last_name="Importer")

    copied = imported(content, by=somebody)

    assert [(member.user, member.role) for member in Membership.objects.filter(tournament=copied)] == [
        (somebody, "owner")
    ]
    assert copied.imported.actor == "Ivo Importer"
    assert copied.imported.log_until == copied.version
    assert not LogEntry.objects.filter(tournament=copied).exclude(user=None).exists()


def test_a_file_marks_no_entry_as_written_here_while_the_tournament_was_away(document):
    for entry in document["log"]:
        entry["data"][WHILE_AWAY] = True

    copied = imported(json.dumps(document).encode())

    assert not copied.log.filter(data__has_key=WHILE_AWAY).exists()


@pytest.mark.slow
def test_the_same_upload_twice_is_one_tournament(busy, content):
    by = visitor(UserFactory())
    key = store_upload(content, by=by)

    first, again = import_upload(key=key, by=by), import_upload(key=key, by=by)

    assert first == again == Tournament.objects.exclude(pk=busy.pk).get()


def test_who_may_not_open_tournaments_imports_none(settings, content):
    settings.TENBO_TOURNAMENT_CREATORS = "staff"

    with pytest.raises(MayNotCreate):
        imported(content)
    with pytest.raises(MayNotCreate):
        store_upload(content, by=visitor(UserFactory()))


def put(value, *path):
    """A spoiler: the document with another value in this place."""

    def spoil(data):
        for step in path[:-1]:
            data = data[step]
        data[path[-1]] = value

    return spoil


def take(*path):
    def spoil(data):
        for step in path[:-1]:
            data = data[step]
        del data[path[-1]]

    return spoil


def twice(*path):
    def spoil(data):
        for step in path:
            data = data[step]
        data.append(copy.deepcopy(data[0]))

    return spoil


LARGE = [[[1, 2, 3, 4]] * 21] * 500  # 42,000 seats
FIRST = ("rounds", 0, "hanchans", 0)
LATE = "9999-12-31T23:59:59.999999Z"
ILLEGAL = {"type": "ron", "discarder": 2, "wins": [{"winner": 1, "han": 1, "fu": 25}], "riichi": []}
BAD = {
    "format: ": put("tenbo/2", "format"),
    "its format is not": put("hanchan/1", "format"),
    "form: This file is not the whole tournament:": put("public", "form"),
    "form: This value must be": put(7, "form"),
    "“log” is missing": take("log"),
    "“extra” is unknown": put(1, "extra"),
    "tournament.name: This value is empty": put(" ", "tournament", "name"),
    "tournament.name: Shorten this text to 100": put("x" * 101, "tournament", "name"),
    "tournament.name: This value is not text": put(["x"], "tournament", "name"),
    "tournament.place: The file contains a character": put("\0", "tournament", "place"),
    "tournament.starts_on: This value is not a day": put("2026-13-01", "tournament", "starts_on"),
    "tournament.is_public: This value must be true or false": put(1, "tournament", "is_public"),
    "ruleset: These rules are not possible": put("ninety", "ruleset", "minutes"),
    "ruleset: There is no rulebook called": put("club_2099", "ruleset", "base"),
    "entries[0]: This value is not a JSON object": put(1, "entries", 0),
    "entries[8].number: This value appears twice": twice("entries"),
    "entries[0].number: This value is not a whole number": put(True, "entries", 0, "number"),
    "entries[0].name: The name contains a tab": put("A\u202eB", "entries", 0, "name"),
    "entries[0].country: This value is not a country’s code": put("²", "entries", 0, "country"),
    "entries[1].country: This value is not a country’s code": put("①1", "entries", 1, "country"),
    "entries[0].country: Shorten this text to 2": put("²²²", "entries", 0, "country"),
    "entries[0].number: This value is less than 1": put(0, "entries", 0, "number"),
    "entries[0].number: This value is more than 32767": put(40_000, "entries", 0, "number"),
    "entries[0]: “club” is missing": take("entries", 0, "club"),
    "entries[0]: “mail” is unknown": put("a@example.org", "entries", 0, "mail"),
    "mail_wordings[0]: Tenbo does not know the placeholder “{x}”": put("{x}", "mail_wordings", 0, "subject"),
    "mail_wordings[0].body: The placeholder": put("Hello", "mail_wordings", 0, "body"),
    "mail_wordings[0].kind: This value must be one of": put("message", "mail_wordings", 0, "kind"),
    "mail_wordings[1]: The file has two texts for the same": twice("mail_wordings"),
    "announcement.reply_to: Enter a valid email address": put("x", "announcement", "reply_to"),
    "tables[2]: This value appears twice": twice("tables"),
    "tables: This list has more than 1000 values": put(list(range(1, 1_002)), "tables"),
    "plans[0].hash: The fingerprint does not match the": put("f" * 64, "plans", 0, "hash"),
    "plans[0].rounds: A seating plan can have at most 40000 seats": put(LARGE, "plans", 0, "rounds"),
    "plans[0].rounds: A player has two seats": put([[[1, 1, 2, 3]]], "plans", 0, "rounds"),
    "plans[0].accepted_by: This value is not a whole number": put(10_000, "plans", 0, "accepted_by"),
    "plans[1]: Only one of these records": put(None, "plans", 0, "superseded_by"),
    "rounds[2].number: This value appears twice": twice("rounds"),
    "rounds[0].started_at: This value is not a time": put("yesterday", "rounds", 0, "started_at"),
    "rounds[0].hanchans[0].seats[1]: The file has no player with number 99": put(99, *FIRST, "seats", 1),
    "rounds[0].hanchans[0].seats[1]: This value appears twice": put(1, *FIRST, "seats", 1),
    "rounds[0].hanchans[0].seats: This list needs 4": put([1, 2, 3], *FIRST, "seats"),
    "rounds[0].hanchans[0].table: The file has no table with this number": put(9, *FIRST, "table"),
    "rounds[0].hanchans[1].id: This value appears twice": put(1, "rounds", 0, "hanchans", 1, "id"),
    "rounds[0].hanchans[0].game.hands[1]: A win by ron cannot have 1 han": put(ILLEGAL, *FIRST, "game", "hands", 1),
    "rounds[0].hanchans[0].game.hands[0]: A hand must be an object": put(None, *FIRST, "game", "hands", 0),
    "rounds[0].hanchans[0].game.ruleset: The game’s rules are not the": put("wrc_2025", *FIRST, "game", "ruleset"),
    "rounds[0].hanchans[0].game.players[0]: This value contradicts another part": put(
        ["A", "B", "C", "D"], *FIRST, "game", "players"
    ),
    "rounds[0].hanchans[0].game: A hanchan needs a game": put(None, *FIRST, "game"),
    "rounds[0].hanchans[0].recorded: This list needs": put([], *FIRST, "recorded"),
    "rounds[0].hanchans[0].recorded[0].at: This value is not a time": put("0000-01-01", *FIRST, "recorded", 0, "at"),
    "rounds[0].hanchans[0].recorded[0].round_wind: This value must be one of E, N, S, W": put(
        "ES", *FIRST, "recorded", 0, "round_wind"
    ),
    "rounds[0].hanchans[0].other_hands[0].deltas": put([1, 2, 3], *FIRST, "other_hands", 0, "deltas"),
    "rounds[0].hanchans[0].other_hands[0]: A hand that counts must": put(
        None, *FIRST, "other_hands", 0, "superseded_by"
    ),
    "rounds[0].hanchans[0].sheets[0].lines[0].score: This value is not a number": put(
        "1/0", *FIRST, "sheets", 0, "lines", 0, "score"
    ),
    "rounds[0].hanchans[0].sheets[1]: Only one of these": put(None, *FIRST, "sheets", 0, "withdrawn_by"),
    "Parts of the file contradict each other": put("99.5", *FIRST, "sheets", 1, "lines", 0, "score"),
    "its log entry says 5": put("7", "penalties", 0, "points"),
    "penalties[0].points: This value is not a number": put("five", "penalties", 0, "points"),
    "penalties[0].points: Write the points of a": put("-5", "penalties", 0, "points"),
    "penalties[0].points: This value is not a number like": put("1/7", "penalties", 0, "points"),
    "penalties[0].entry: The file has no player": put(77, "penalties", 0, "entry"),
    "departures[0].kind: This value must be one of": put("asleep", "departures", 0, "kind"),
    "departures[1].entry: This value appears twice": put(None, "departures", 0, "taken_back_by"),
    "calls[0].closed_by": put(10_000, "calls", 0, "closed_by"),
    "calls[2].was_answered: A call for a referee that": put(True, "calls", 2, "was_answered"),
    "appeals[0].call: This value is not a whole number from 1 to 3": put(4, "appeals", 0, "call"),
    "appeals[0]: An appeal must name either a penalty or": put(None, "appeals", 0, "penalty"),
    "appeals[0].outcome: A decided appeal must have an outcome": put("", "appeals", 0, "outcome"),
    "rounds[0].hanchans[0].sheets[0].lines[1].seat: The lines of a score sheet": put(
        2, *FIRST, "sheets", 0, "lines", 1, "seat"
    ),
    "rounds[0].hanchans[1].substitutions[0].name: This value is empty": put(
        "", "rounds", 0, "hanchans", 1, "substitutions", 0, "name"
    ),
    "visibilities[0].round: This value is more than 500": put(501, "visibilities", 0, "round"),
    "planned_starts[0]: This value is not a JSON object": put(None, "planned_starts", 0),
    "planned_starts[1].round: This value appears twice": put(
        [{"round": 3, "starts_at": "2026-11-28T09:00:00.000000Z"}] * 2, "planned_starts"
    ),
    "planned_starts[0].starts_at: This value is not a time": put("10:00", "planned_starts", 0, "starts_at"),
    "planned_starts[0].starts_at: The year cannot be right": put(LATE, "planned_starts", 0, "starts_at"),
    "log[0].at: The year cannot be right": put("1999-12-31T23:59:59.999999Z", "log", 0, "at"),
    "tournament.starts_on: The year cannot be right": put("9999-12-31", "tournament", "starts_on"),
    "log[0].number: An entry of the log is missing or": put(2, "log", 0, "number"),
    "log[0].hanchan: The file has no such hanchan": put(77, "log", 0, "hanchan"),
    "log[0].by: This value is not a JSON object": put("Ada Owner", "log", 0, "by"),
    "log[0].by.name: This value is empty": put("", "log", 0, "by", "name"),
    "sheets[0].by: This value is not a list": put("Ada Owner", *FIRST, "sheets", 0, "by"),
    "signatures[0].by: Shorten this text to": put("Wawrzyniec", *FIRST, "signatures", 0, "by"),
    "log[0].by.kind: This value must be one of": put("god", "log", 0, "by", "kind"),
    "log[0].by.number: A log entry’s author can have a number": put(1, "log", 0, "by", "number"),
    "log[0].by.number: This value is not a whole number": put("table", "log", 0, "by", "kind"),
    "log[0].data: This value is not a JSON object": put([], "log", 0, "data"),
    "log: This value is not a list": put({}, "log"),
    "log[0].data: The log is larger than that of any": put({"x": "😀" * (MOST_OF_ENTRY // 12)}, "log", 0, "data"),
    "log[20].data: The log is larger than that of any": lambda document: [
        put({"x": "😀" * (MOST_OF_ENTRY // 12 - 2)}, "log", number, "data")(document) for number in range(21)
    ],
    "log[0].data.x: This number is too large": put({"x": 10**30}, "log", 0, "data"),
}


def test_a_bad_document_is_refused_with_the_place(subtests, busy, content):
    for said in BAD:
        with subtests.test(said=said):
            spoilt = json.loads(content)
            BAD[said](spoilt)

            with pytest.raises(BadDocument) as refused:
                imported(json.dumps(spoilt, ensure_ascii=False).encode())

            assert said in refused.value.message
            assert Tournament.objects.get() == busy


def test_a_document_lists_only_so_many_who_sit_out_or_are_in_a_cut(document, monkeypatch):
    rounds, cuts = document["rounds"], document["cuts"]
    listed = sum(len(each["resting"]) for each in rounds) + sum(len(each["finalists"]) for each in cuts)

    monkeypatch.setattr(scope, "MOST_LISTED", listed)
    imported(json.dumps(document).encode())
    monkeypatch.setattr(scope, "MOST_LISTED", listed - 1)

    with pytest.raises(BadDocument, match=f"at most {listed - 1} players in the lists"):
        imported(json.dumps(document).encode())


def test_a_file_has_only_so_many_hands_and_others_are_not_replayed(document, monkeypatch):
    hanchans = [hanchan for each in document["rounds"] for hanchan in each["hanchans"]]
    hands = sum(len(hanchan["recorded"]) + len(hanchan["other_hands"]) for hanchan in hanchans)
    assert any(hanchan["other_hands"] for hanchan in hanchans)

    monkeypatch.setattr(rounds, "MOST_HANDS_IN_FILE", hands)
    imported(json.dumps(document).encode())
    monkeypatch.setattr(rounds, "MOST_HANDS_IN_FILE", hands - 1)
    monkeypatch.setattr(rounds, "check_hanchans", lambda *_hanchans: pytest.fail("hands are replayed"))

    with pytest.raises(BadDocument, match=f"has {hands} hands, .* at most {hands - 1} hands"):
        imported(json.dumps(document).encode())


def test_a_removal_in_the_future_gets_the_present_time():
    first = EntryFactory(number=1)
    EntryFactory(tournament=first.tournament, number=2)
    document = json.loads(exported(first.tournament))
    document["entries"][0].update(name="", removed_at="2199-12-31T00:00:00.000000Z")
    document["entries"][1].update(name="", removed_at="2020-12-31T00:00:00.000000Z")

    made = imported(json.dumps(document).encode())

    future, past = (made.entries.get(number=entry["number"]).player for entry in document["entries"][:2])
    assert future.removed_at <= timezone.now()
    assert past.removed_at.year == 2020


NO_DOCUMENT = {
    "This file cannot be read after line": b'{"format": "tenbo/1", "form": ',
    "it is not text in UTF-8": b"\xff\xfe",
    "An object has the key “a” twice": b'{"a": 1, "a": 2}',
    "more than 5000 keys": json.dumps(dict.fromkeys(map(str, range(5_001)))).encode(),
    "The file contains a number that is invalid": b'{"a": NaN}',
    "or too large": b'{"a": ' + b"9" * 6_000 + b"}",
    "its values are nested too deeply": b"[" * 100_000 + b"]" * 100_000,
    "nested too": b"[" * 22 + b"]" * 22,
    "larger than 20 MB": b" " * (MOST_BYTES + 1),
    "more values than any tournament": b"[" + b"1," * MOST_VALUES + b"1]",
    "This value is not a JSON object": b"[]",
    "The file contains a character that is not allowed in text": b'{"\\ud800": 1}',
}


def test_what_is_no_document_is_refused_with_a_sentence(subtests):
    for said in NO_DOCUMENT:
        with subtests.test(said=said), pytest.raises(BadDocument, match=said):
            read_envelope(NO_DOCUMENT[said])


def test_many_sheets_and_signatures_of_one_hanchan_are_read_once(monkeypatch):
    """A file may have thousands of both: each sheet read all signatures, 80 s under the lock of a laptop's return."""

    class Signatures(list):
        reads = 0

        def __iter__(self):
            Signatures.reads += 1
            return super().__iter__()

    monkeypatch.setattr(hanchans, "create_in_batches", list)
    imported = SimpleNamespace(ids={Hanchan: {1: 1}}, row=lambda *_args, **_columns: None)
    sheet = {"withdrawn_by": None, "by": [], "at": "2026-11-30T10:00:00.000000Z", "lines": []}
    record = {"id": 1, "paper": [], "substitutions": [], "signatures": Signatures(), "sheets": [sheet] * 50}

    hanchans.make_papers_and_sheets([record], imported)

    assert 0 < Signatures.reads < 5


def test_a_key_that_is_twice_among_many_is_found_at_once():
    keys = "".join(f'"{number:x}": 0, ' for number in range(40_000))
    before = time.process_time()

    with pytest.raises(BadDocument, match="the key “z” twice"):
        read_envelope(f'{{{keys}"z": 0, "z": 1}}'.encode())

    assert time.process_time() - before < 3


def test_a_document_cut_off_anywhere_is_refused(content):
    for length in range(0, len(content) - 2, len(content) // 40):
        with pytest.raises(BadDocument):
            read_envelope(content[:length])


def test_no_value_of_another_kind_is_more_than_refused(subtests, content):
    """Put in any place, it is refused or means the same; nothing else is raised."""
    for nonsense in [None, -1, "x", [], {}, 0.5, True]:
        with subtests.test(nonsense=nonsense):
            everywhere = list(places(json.loads(content)))
            for path in random.Random(repr(nonsense)).sample(everywhere, 15):
                spoilt = json.loads(content)
                put(nonsense, *path)(spoilt)
                try:
                    read_envelope(json.dumps(spoilt).encode())
                except BadDocument as refused:
                    assert refused.message  # noqa: PT017 (it need not be refused)


def places(data, path=()):
    """Some of the places in a document, of every kind."""
    items = data.items() if isinstance(data, dict) else list(enumerate(data))[:2] if isinstance(data, list) else ()
    for key, value in items:
        if "ruleset" in path or "data" in path:
            continue
        yield (*path, key)
        yield from places(value, (*path, key))


@pytest.mark.slow
def test_the_command_imports_a_file_for_an_account(tmp_path, capsys, content):
    owner = UserFactory(username="somebody")
    file = tmp_path / "copy.json"
    file.write_bytes(content)

    call_command("import_tournament", str(file), "--owner", "somebody")

    copied = Tournament.objects.get(memberships__user=owner)
    assert exported(copied) == content
    assert copied.get_absolute_url() in capsys.readouterr().out


@pytest.mark.parametrize(
    ("name", "owner", "problem"),
    [
        ("there", "nobody", "no account called nobody"),
        ("missing", "somebody", "cannot be read"),
        ("there", "somebody", "not JSON"),
    ],
)
def test_the_command_says_what_is_wrong(tmp_path, name, owner, problem):
    UserFactory(username="somebody")
    (tmp_path / "there").write_text("{")

    with pytest.raises(CommandError, match=problem):
        call_command("import_tournament", str(tmp_path / name), "--owner", owner)
