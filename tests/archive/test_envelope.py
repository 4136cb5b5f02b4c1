"""A tournament as one document: whole, always the same bytes, and nothing in it that is nobody's business."""

import json
import subprocess
import sys
from copy import deepcopy

import pytest
from django.apps import apps
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.rules import ruleset_to_json
from tests.archive.envelopes import busy_tournament
from tests.conftest import ROOT
from tests.factories import STRANGER, EntryFactory, penalize, play
from tests.standings.results import tournament_with
from tests.table.corrections import A, tsumo
from tournament.archive.tenbo import whole as reading
from tournament.archive.tenbo.document import envelope, envelope_json, public_envelope
from tournament.core.queries.visibility import EVERYTHING, sight_of
from tournament.games.queries.game import load_games
from tournament.models import SHOWN_TO, Hanchan, Hand, Penalty, Tournament

pytestmark = pytest.mark.django_db

HERE_ALONE = {
    # Accounts, what lets somebody in, and what tells a repeated submission
    "AnnouncementPicture",  # a document is text
    "Ceremony",  # what a screen of this hall shows just now; the log tells of it
    "User", "Membership", "Invitation", "League", "LeagueEvent", "Import", "Upload", "PushSubscription", "RateUse",
    "LeaguePeriod", "Promotion", "PromotedPlayer",
    "Club", "ClubTable", "SamePerson", "Ranking", "RankingEvent",
    "ResetMail", "ChangeMail",
    "PushMessage", "Mail", "Entry.language", "LogEntry.user", "BrowserLogin", "AccountEvent", "Passkey", "RecoveryCode",
    "LogEntry.key", "LogEntry.content", "Hand.key", "Hand.recorded_user", "PaperResult.recorded_user", "Signature.user",
    "Entry.link_nonce", "Entry.link_made_at", "Entry.link_used_at",
    "Entry.note", "Player.mail", "Player.phone", "Table.link_nonce",
    "Table.link_made_at", "Table.link_used_at",
    "Entry.carried_links", "Table.carried_links", "Tournament.hall_carried", "HandOver",
    "Mirror", "Tournament.deleted_at", "Tournament.away_since", "Tournament.away_at", "Tournament.mirrored_at",
    "Hanchan.revision", "Tournament.slug", "Tournament.club", "Tournament.hall_nonce", "Tournament.rehearsal_of",
    # When a row was made here; what happened is in the log
    "Tournament.created_at", "Player.created_at", "Entry.answered_at",
    # Follows from the rest
    "Tournament.version", "Tournament.ruleset_key", "Tournament.rule_changes", "Hand.to_table", "Entry.shares_name",
    "Entry.shares_public_name",
    "Entry.came_by_merge", "Entry.is_mail_from_elsewhere", "Player.home", "Player.home_club",
    "Player.home_since", "Player.refused_at",
    "Tournament.official_version", "LineFigures",
}  # fmt: skip
TOLD = {
    "Tournament": {"name", "place", "starts_on", "is_public", "rules", "archived_at"}
    | {
        "kept_apart",
        "is_club_night",
        "is_on_paper",
        "announced_cuts",
        "languages",
        "sit_out",
        "sit_out_points",
        *SHOWN_TO,
    }
    | {"colour", "time_zone", "breaks", "tie_breaks", "final_seats", "own_penalties", "lots_number"}
    | {"team_best", "team_best_of", "team_chombo"},
    "TeamSeat": {"round", "seat", "team"},
    "PlayerTeam": {"name", "short_name", "colour"},
    "Player": {
        "name",
        "last_name",
        "country",
        "country_letters",
        "club",
        "ema_number",
        "ara_number",
        "riichi_canada_number",
        "legal_name",
        "removed_at",
        "shown_as",
    },
    "Entry": {"number", "status", "team", "paid", "reserved_table", "may_publish", "checked_in_at"}
    | {"arrived_by_link"},
    "Announcement": {
        "text",
        "programme",
        "address",
        "map_link",
        "fee",
        "payment",
        "pay_until",
        "contact",
        "reply_to",
        "is_published",
    },
    "MailWording": {"kind", "language", "subject", "body"},
    "EntryTerms": {"is_on", "opens_on", "closes_on", "limit", "is_moderated", "sends_mail", "freed_places"},
    "Cut": {"after_round", "carried", "decided_by", "changed_by", "taken_back_by"},
    "Table": {"number"},
    "Round": {"number", "started_at", "approved_by", "released_by"},
    "PlannedStart": {"number", "starts_at"},
    "RoundVisibility": {"number", *SHOWN_TO},
    "RoundClock": {"minutes", "extra_seconds", "started_at", "paused_at", "paused_for"},
    "Hanchan": {"extra_seconds", "time_called_at", "time_called_after", "time_hand_in_progress", "cancelled_by"}
    | {"start_points", "chips", "winless", "length"},
    "Seat": {"seat"},
    "Hand": {"number", "outcome", "round_wind", "dealer", "honba", "east", "south", "west", "north"}
    | {"recorded_as", "recorded_at", "superseded_by"},
    "PaperResult": {"east", "south", "west", "north", "riichi_sticks", "chombo", "is_second"}
    | {"recorded_as", "recorded_at", "superseded_by"},
    "Signature": {"seat", "signed_as", "at", "withdrawn_by"},
    "SignedSheet": {"riichi_sticks", "method", "signed_as", "signed_at", "withdrawn_by"},
    "SheetLine": {"seat", "points", "place", "uma", "score", "penalty", "substitute"},
    "Departure": {"kind", "from_round", "decided_by", "taken_back_by"},
    "Penalty": {"offence", "points", "minutes", "round", "rule", "given_by", "taken_back_by"},
    "TeamPenalty": {"team", "offence", "points", "round", "rule", "given_by", "taken_back_by"},
    "Appeal": {"penalty", "call", "appealed_by", "text", "made_by", "outcome", "decision", "replaced_by", "decided_by"},
    "Substitution": {"name", "may_publish", "after_hand", "said_by", "taken_back_by"},
    "Call": {"round", "word", "called_by", "taken_by", "closed_by", "was_answered", "situation", "decision", "rule"},
    "LogEntry": {"number", "kind", "data", "reason", "actor_kind", "actor_number", "actor_name", "at"},
    "SeatingPlan": {"rounds", "seed", "hash", "accepted_by", "superseded_by"},
}
SHAPE = {"tournament", "player", "entry", "table", "round", "hanchan", "sheet", "id"}
"""What holds the rows together; the document's own shape says it."""


def test_no_fact_is_forgotten():
    """A new field belongs into the document (then into TOLD), or it is of this installation alone."""
    forgotten = []
    for model in apps.get_app_config("tournament").get_models():
        if model.__name__ in HERE_ALONE:
            continue
        told = TOLD.get(model.__name__, set())
        for field in model._meta.concrete_fields:
            name = f"{model.__name__}.{field.name}"
            if field.name not in told | SHAPE and name not in HERE_ALONE:
                forgotten.append(name)

    assert forgotten == []


@pytest.fixture(scope="module")
def busy(once):
    return busy_tournament()


@pytest.fixture
def tournament(db, busy):
    return deepcopy(busy)


def test_the_same_facts_are_the_same_bytes(tournament):
    first = envelope_json(envelope(tournament))

    assert first == envelope_json(envelope(Tournament.objects.get(pk=tournament.pk)))
    assert json.loads(first)["format"] == "tenbo/1"


def test_it_holds_the_whole_tournament(tournament):
    document = envelope(tournament)

    assert document["tournament"]["name"] == "Jarní turnaj <1>"
    assert document["ruleset"] == ruleset_to_json(tournament.ruleset)
    assert [entry["number"] for entry in document["entries"]] == list(range(1, 9))
    assert len(document["log"]) == tournament.version
    hanchans = [hanchan for round_ in document["rounds"] for hanchan in round_["hanchans"]]
    assert [hanchan["id"] for hanchan in hanchans] == [1, 2, 3, 4, 5]
    assert hanchans[0]["sheets"][0]["withdrawn_by"] is not None
    assert hanchans[0]["sheets"][1]["lines"][0]["entry"] == 1
    assert hanchans[1]["game"] is None
    assert [paper["is_second"] for paper in hanchans[1]["paper"]] == [False, False, True]
    assert sum(hanchan["cancelled_by"] is not None for hanchan in hanchans) == 1
    hands = sum(len(h["recorded"]) + len(h["other_hands"]) for h in hanchans)
    assert hands == Hand.objects.count()


def test_the_log_speaks_of_the_documents_own_ids(tournament):
    log = {entry["kind"]: entry["data"] for entry in envelope(tournament)["log"]}

    assert log["hand.moved_away"]["to"] == log["hanchan.restarted"]["cancelled"]
    assert log["seats.swapped"]["before"] == [8, 7, 6, 5]
    assert log["round.started"]["sitting_out"] == [9]  # removed since


def test_every_game_settles_from_the_command_line_to_what_the_tables_show(tournament):
    games = [h["game"] for round_ in envelope(tournament)["rounds"] for h in round_["hanchans"] if h["game"]]

    stdin = "\n".join(json.dumps(game) for game in games)
    answer = subprocess.run(
        [sys.executable, "-m", "scoring", "settle"], cwd=ROOT, input=stdin, capture_output=True, text=True, check=True
    )

    ours = [game for game in load_games(Hanchan.objects.valid().order_by("pk")) if not game.paper]
    settled = [[seat["points"] for seat in json.loads(line)["result"]] for line in answer.stdout.splitlines()]
    assert sorted(settled) == sorted([placement.points for placement in game.result] for game in ours)


def test_a_value_that_could_not_be_imported_is_written_all_the_same(tournament):
    Penalty.objects.filter(entry__tournament=tournament).update(points="five")

    assert {penalty["points"] for penalty in envelope(tournament)["penalties"]} == {"five"}


def test_nothing_of_accounts_and_links_is_in_it(tournament):
    entry = tournament.log.first()
    entry.data |= {"mail": "somebody@example.org", "more": [{"phone": "+420 601"}]}
    entry.save()

    text = envelope_json(envelope(tournament)).decode()

    secrets = ["secret-login", "example.org", "+420", "Pays on Sunday", tournament.slug]
    secrets += [table.link_nonce for table in tournament.tables.all()]
    secrets += [str(hand.key) for hand in Hand.objects.all()]
    assert [secret for secret in secrets if secret in text] == []
    assert "Ada Owner" in text


def test_the_public_form_tells_what_counts_and_not_who_entered_it(tournament):
    document = public_envelope(tournament, EVERYTHING)

    text = envelope_json(document).decode()
    assert "Ada Owner" not in text
    assert "Wawrzyniec" not in text
    assert "00123456" not in text
    assert "Tiles were missing" not in text
    hanchans = [hanchan for round_ in document["rounds"] for hanchan in round_["hanchans"]]
    assert [hanchan["table"] for hanchan in hanchans] == [1, 2, 1, 2]
    assert [bool(hanchan["sheet"]) for hanchan in hanchans] == [True, True, False, False]
    assert len(document["plans"]) == 1


def test_the_public_form_tells_penalties_and_no_warnings():
    entry = EntryFactory()
    penalize(entry, "0")
    penalize(entry, "5")

    assert [penalty["points"] for penalty in public_envelope(entry.tournament, EVERYTHING)["penalties"]] == ["5"]
    assert [penalty["points"] for penalty in envelope(entry.tournament)["penalties"]] == ["0", "5"]


@pytest.mark.parametrize("shown", ["held", "signed"])
def test_the_public_form_tells_of_a_withheld_round_who_sits_where_alone(shown):
    tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], shown_to_everyone=shown)
    play(hanchan, tsumo(A))
    extras = {"chips": [12, -3, -4, -5], "winless": [1, 2, 3], "start_points": [30_000, 25_000, 25_000, 20_000]}
    Hanchan.objects.filter(pk=hanchan.pk).update(**extras)

    (round_,) = public_envelope(tournament, sight_of(tournament, STRANGER))["rounds"]

    before = ("id", "table", "seats", "extra_seconds", "length")
    told = {name: value for name, value in round_["hanchans"][0].items() if name not in before}
    assert round_["withheld"] == shown
    assert not any(told.values()), told


def test_a_write_while_it_is_read_begins_the_reading_again(monkeypatch):
    tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"])
    read, readings = reading._read, []

    def read_and_write(document, *, with_history):
        whole = read(document, with_history=with_history)
        readings.append(len(whole.log))
        if len(readings) < 3:
            play(hanchan, tsumo(A))
        return whole

    monkeypatch.setattr(reading, "_read", read_and_write)

    document = envelope(tournament)

    assert readings == [0, 1, 2]
    assert len(document["log"]) == len(document["rounds"][0]["hanchans"][0]["recorded"]) == 2


def test_a_larger_tournament_takes_no_more_queries(tournament):
    small, _entries, _hanchans = tournament_with(["A", "B", "C", "D"])
    large = tournament

    def queries_for(tournament):
        with CaptureQueriesContext(connection) as captured:
            envelope(tournament)
        return len(captured)

    play(_hanchans[0], tsumo(A))
    assert queries_for(large) <= queries_for(small) + 2  # lines of sheets, and sheets
