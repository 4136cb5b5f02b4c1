"""A laptop's document changes nothing of before the hand-over unless its log says so."""

import time
from copy import deepcopy
from dataclasses import replace
from itertools import islice, product
from typing import Any
from uuid import uuid4

import pytest

from scoring.game_writing import outcome_to_json
from tests.archive.envelopes import busy_tournament
from tests.archive.test_hand_over import returned
from tests.archive.test_mirror import compressed, file_for_laptop, post
from tests.factories import TournamentFactory, UserFactory, penalize, play, sign, visitor
from tests.standings.results import MANGAN, tournament_with
from tests.table.corrections import A, ron, seen_in
from tournament.archive.actions.bring_back import bring_back, take_over
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.tenbo import about, calls, decisions, hanchans, mails, rounds, seating, sheets
from tournament.archive.tenbo import document as document_shapes
from tournament.archive.tenbo import people as people_shapes
from tournament.archive.tenbo.continuation import known_version
from tournament.archive.tenbo.document import checked_document, envelope
from tournament.archive.tenbo.past.erased import DETAILS, MOST_REMOVED
from tournament.archive.tenbo.past.outcomes import are_logged
from tournament.archive.tenbo.past.people import People
from tournament.archive.tenbo.rewritten import KNOWN_KINDS, rewritten_part
from tournament.games.queries.game import load_game
from tournament.models import Entry, Hanchan, PlayerFacts, SignedSheet
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.edit_player_teams import edit_player_teams
from tournament.people.actions.remove_person import remove_person
from tournament.rounds.actions.approve_round import approve_round
from tournament.standings.player_teams import TeamCounts, TeamFacts
from tournament.table.actions.calls import answer_call, call_referee
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.swap_seats import swap_seats
from tournament.table.edits import Replace

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    """Who owns a tournament with every kind of row and one more hanchan signed, which is away; and what a laptop made
    of its file.
    """
    by = visitor(UserFactory())
    home = busy_tournament(owner=by.user)
    hanchan = in_play(home)
    play(hanchan, MANGAN)
    sign(hanchan)
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    return by, home, take_over(file=file_for_laptop(home), key=uuid4(), by=by)


@pytest.fixture
def by(world):
    return deepcopy(world[0])


@pytest.fixture
def home(world):
    return deepcopy(world[1])


@pytest.fixture
def laptop(world):
    return deepcopy(world[2])


def in_play(tournament):
    """The last hanchan that counts and is not signed."""
    hanchans = Hanchan.objects.filter(round__tournament=tournament, cancelled_by=None).select_related(
        "table", "round__tournament"
    )
    return [hanchan for hanchan in hanchans.order_by("pk") if not hanchan.sheets.filter(withdrawn_by=None).exists()][-1]


def signed(document):
    """The last signed hanchan that is played by hands."""
    hanchans = [hanchan for round_ in document["rounds"] for hanchan in round_["hanchans"]]
    return [hanchan for hanchan in hanchans if hanchan["recorded"] and hanchan["sheets"]][-1]


def part_of(home, document):
    home.refresh_from_db()
    return rewritten_part(envelope(home), document, known=known_version(home))


def forged(laptop, change):
    document = deepcopy(envelope(laptop))
    change(document)
    return document


def swap_two_places(document):
    hanchan = signed(document)
    first, second = hanchan["seats"][:2]
    hanchan["seats"][:2] = [second, first]
    players = hanchan["game"]["players"]
    players[:2] = [players[1], players[0]]
    other = {first: second, second: first}
    for line in hanchan["sheets"][-1]["lines"]:
        line["entry"] = other.get(line["entry"], line["entry"])


def test_what_comes_back_unchanged_is_not_rewritten(home, laptop):
    assert part_of(home, envelope(laptop)) is None


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (swap_two_places, "table "),
        (lambda document: signed(document)["sheets"][-1]["lines"][0].update(points=99_900), "table "),
        (lambda document: signed(document)["recorded"][0].update(by="Somebody"), "table "),
        (lambda document: signed(document).update(signatures=[]), "table "),
        (lambda document: document["penalties"][0].update(points="40"), "the penalties"),
        (lambda document: document["penalties"].pop(), "the penalties"),
        (lambda document: document["cuts"][0].update(carried="0"), "the cuts"),
        (lambda document: document["departures"][0].update(from_round=9), "the departures"),
        (lambda document: document["plans"][0].update(hash="0" * 64), "the seating plan"),
        (lambda document: document["entries"][0].update(name="Mallory"), "the players"),
        (lambda document: document["entries"].pop(), "the players"),
        (lambda document: document["log"][3]["data"].update(number=7), "the log"),
        (lambda document: document["log"][3]["by"].update(name="Somebody else"), "the log"),
        (lambda document: document["tournament"].update(team_best=1), "the settings"),
        (lambda document: document["ruleset"].update(uma=["9", "3", "-3", "-9"]), "the rules"),
        (lambda document: document["rounds"][0].update(approved_by=None), "the approval of round 1"),
        (lambda document: document["rounds"][1].update(released_by=3), "the release of round 2"),
        (lambda document: document["visibilities"].clear(), "the visibility"),
    ],
)
def test_what_the_log_does_not_say_is_found(home, laptop, change, part):
    assert str(part_of(home, forged(laptop, change))).startswith(part)


def other_seats(hanchan):
    hanchan["seats"][:2] = reversed(hanchan["seats"][:2])


def other_first_hand(hanchan):
    hanchan["game"]["hands"][0] = hanchan["game"]["hands"][1]


def other_author(hanchan):
    hanchan["recorded"][0]["by"] = "Somebody"


def is_cancelled(hanchan):
    hanchan["cancelled_by"] = hanchan["id"]


@pytest.mark.parametrize("change", [other_seats, other_first_hand, other_author, is_cancelled])
def test_new_hands_hide_no_old_ones(by, change):
    """A hanchan in play at the hand-over goes on, and keeps what it had."""
    home, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=by.user)
    play(hanchan, ron(A, 1))
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    play(in_play(laptop), MANGAN)
    document = envelope(laptop)
    assert part_of(home, document) is None

    change(document["rounds"][0]["hanchans"][0])

    assert part_of(home, document) == "table 1 in round 1"


def with_entry(document, kind, *, hanchan=None, **data):
    """Add an entry of this kind to the document's log; return its number."""
    number = len(document["log"]) + 1
    last = document["log"][-1]
    document["log"].append(last | {"number": number, "kind": kind, "hanchan": hanchan, "data": data, "reason": "x"})
    return number


def other_outcome(document):
    signed(document)["game"]["hands"].reverse()


def gone_hand(document):
    hanchan = signed(document)
    hanchan["game"]["hands"].pop()
    hanchan["recorded"].pop()


def gone_signatures(document):
    signed(document).update(signatures=[])


def gone_sheet(document):
    signed(document).update(sheets=[])


def other_paper(document):
    [hanchan] = [each for round_ in document["rounds"] for each in round_["hanchans"] if len(each["paper"]) > 2]
    hanchan["paper"][0]["points"].reverse()


INVENTED = ("hanchan.invented", "hand.invented", "seats.invented", "sticks.counted", "time.called", "hand.recorded")


@pytest.mark.parametrize("kind", INVENTED)
@pytest.mark.parametrize("change", [swap_two_places, other_outcome, gone_hand, gone_signatures, gone_sheet])
def test_no_other_kind_excuses_a_change_of_a_hanchan(home, laptop, change, kind):
    document = forged(laptop, change)

    with_entry(document, kind, hanchan=signed(document)["id"])

    assert str(part_of(home, document)).startswith("table ")


@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (swap_two_places, "hand.corrected"),
        (other_outcome, "seats.swapped"),
        (gone_hand, "paper.recorded"),
        (gone_hand, "hand.undone"),  # the hand undone stays on record
        (gone_signatures, "seats.swapped"),  # what is withdrawn stays on record
        (gone_sheet, "hand.corrected"),
    ],
)
def test_each_kind_excuses_only_what_it_can_change(home, laptop, change, kind):
    document = forged(laptop, change)

    with_entry(document, kind, hanchan=signed(document)["id"])

    assert str(part_of(home, document)).startswith("table ")


def test_an_entry_about_another_hanchan_excuses_nothing(home, laptop):
    document = forged(laptop, swap_two_places)
    other = next(each for round_ in document["rounds"] for each in round_["hanchans"] if each != signed(document))

    with_entry(document, "seats.swapped", hanchan=other["id"])
    with_entry(document, "hand.moved_away", hanchan=other["id"], to=signed(document)["id"])

    assert str(part_of(home, document)).startswith("table ")


def test_paper_is_not_changed_by_a_later_keying(home, laptop):
    document = forged(laptop, other_paper)
    [hanchan] = [each for round_ in document["rounds"] for each in round_["hanchans"] if len(each["paper"]) > 2]

    with_entry(document, "paper.recorded", hanchan=hanchan["id"])

    assert str(part_of(home, document)).startswith("table ")


def stands(rows):
    return next(row for row in rows if row["taken_back_by"] is None)


@pytest.mark.parametrize("kind", ["penalty.invented", "hand.recorded", "penalty.given", "player.came_back"])
def test_a_decision_is_not_ended_by_an_entry_of_another_kind(home, laptop, kind):
    document = envelope(laptop)
    stands(document["penalties"])["taken_back_by"] = with_entry(document, kind)

    assert str(part_of(home, document)).startswith("the penalties")


def test_a_decision_is_ended_by_an_entry_about_it(home, laptop):
    document = envelope(laptop)
    penalty = stands(document["penalties"])

    penalty["taken_back_by"] = with_entry(document, "penalty.taken_back", number=penalty["entry"])
    assert part_of(home, document) is None
    document["log"][-1]["data"]["number"] = penalty["entry"] + 1
    assert str(part_of(home, document)) == "the penalties"


def test_one_entry_ends_one_decision(home):
    document = deepcopy(envelope(home))
    own, number = deepcopy(document), len(document["log"]) + 1
    penalties = [row for row in document["penalties"] if row["taken_back_by"] is None]
    copied = deepcopy(penalties[0])
    own["penalties"].append(copied)
    document["penalties"].append(deepcopy(copied))
    ended = [row for row in document["penalties"] if row["entry"] == copied["entry"] and row["taken_back_by"] is None]
    assert len(ended) > 1

    with_entry(document, "penalty.taken_back", number=copied["entry"])
    ended[0]["taken_back_by"] = number
    assert rewritten_part(own, document, known=number - 1) is None
    ended[1]["taken_back_by"] = number
    assert str(rewritten_part(own, document, known=number - 1)) == "the penalties"


@pytest.mark.parametrize(
    ("change", "kind", "data"),
    [
        (lambda document: document["tournament"].update(team_best=1), "tournament.edited", {"after": {"name": "x"}}),
        (lambda document: document["tournament"].update(lots_number=1), "tournament.finals", {}),
        (lambda document: document["ruleset"].update(uma=["9", "3", "-3", "-9"]), "rules.invented", {}),
        (lambda document: document["visibilities"].clear(), "visibility.invented", {}),
        (lambda document: document["visibilities"].clear(), "visibility.round_edited", {"number": 77}),
        (lambda document: document["entries"][0].update(name="Mallory"), "player.invented", {"number": 1}),
        (lambda document: document["entries"][0].update(name="Mallory"), "entry.arrived", {"number": 1}),
        (
            lambda document: document["entries"][0].update(name="Mallory"),
            "player.edited",
            {"number": 1, "after": {"club": ""}},
        ),
        (lambda document: document["entries"][0].update(name="Mallory"), "player.renamed", {"number": 2}),
        (lambda document: document["rounds"][0].update(approved_by=None), "round.approvals", {"number": 1}),
        (lambda document: document["rounds"][0].update(approved_by=None), "round.approval_withdrawn", {"number": 2}),
        (lambda document: document["rounds"][1].update(released_by=3), "round.released", {"number": 2}),
        (lambda document: document["cuts"][0].update(carried="0"), "cut.made", {}),
    ],
)
def test_a_kind_excuses_nothing_but_what_it_is_about(home, laptop, change, kind, data):
    document = forged(laptop, change)

    with_entry(document, kind, **data)

    assert part_of(home, document) is not None


def test_by_the_mirror_nothing_is_changed(home, laptop, caplog):
    file, before = file_for_laptop(home), envelope(home)
    play(in_play(laptop), MANGAN)

    answer = post(file["mirror"]["address"], compressed(forged(laptop, swap_two_places)), key=file["mirror"]["key"])

    assert answer.status_code == 409
    assert envelope(home) == before
    assert "silently" in caplog.text


def test_a_file_that_comes_back_stands_beside(home, laptop, by):
    file, before = returned(laptop, by), envelope(home)
    file["document"] = checked_document(forged(laptop, swap_two_places))

    brought = bring_back(tournament_id=home.pk, file=file, by=by)

    assert "table" in str(brought.rewritten)
    assert brought.separate_copy is not None
    assert envelope(home) == before
    home.refresh_from_db()
    assert home.away_since is not None


def test_whatever_is_done_on_the_laptop_comes_back(home, laptop, by):
    """Each of these changes what was before, and has an entry in the log."""
    entry = laptop.entries.select_related("player").filter(seats__isnull=False).first()
    penalize(entry, by=by)
    facts = replace(entry_facts_of(entry), team="New")
    edit_entry(entry_id=entry.pk, player=PlayerFacts(name="Renamed"), entry=facts, by=by)
    hanchan = in_play(laptop)
    play(hanchan, MANGAN)
    sign(hanchan)
    approve_round(tournament_id=laptop.pk, number=hanchan.round.number, key=uuid4(), by=by)
    sheet = SignedSheet.objects.filter(hanchan__round__tournament=laptop, withdrawn_by=None).earliest("pk")
    swap = [seat.entry_id for seat in load_game(sheet.hanchan).seats]
    swap[:2] = reversed(swap[:2])
    about = {"revision": sheet.hanchan.revision, "reason": "Sat down wrong"}
    swap_seats(hanchan_id=sheet.hanchan_id, key=uuid4(), entries=swap, by=by, **about)
    remove_person(player_id=Entry.objects.get(tournament=laptop, number=3).player_id, by=by)

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert (brought.rewritten, brought.separate_copy) == (None, None)
    home.refresh_from_db()
    laptop.refresh_from_db()
    assert envelope(home)["rounds"] == envelope(laptop)["rounds"]


def test_a_mirror_marks_nothing_as_written_here(home, laptop):
    """Such entries would not count as the laptop's, and could be changed by its next document."""
    file = file_for_laptop(home)
    play(in_play(laptop), MANGAN)
    document = forged(laptop, lambda document: document["log"][-1]["data"].update(while_away=True))

    assert post(file["mirror"]["address"], compressed(document), key=file["mirror"]["key"]).status_code == 409
    assert not home.log.filter(data__has_key="while_away").exists()


def names_change(document):
    first, second = document["entries"][:2]
    for key in ("name", "ema_number", "country", "club"):
        first[key], second[key] = second[key], first[key]


def consents(document):
    for entry in document["entries"]:
        entry["may_publish"] = True


def everybody_is_named(document):
    for entry in document["entries"]:
        entry["shown_as"] = "nobody" if entry["shown_as"] == "name" else "name"


def reasons_change(document):
    for entry in document["log"]:
        entry["reason"] = entry["reason"] and "Another"


def who_is_removed(document):
    document["entries"][1].update(removed_at="2026-01-01T00:00:00.000000Z", name="")


SILENT = [
    (consents, "the players"),
    (everybody_is_named, "the players"),
    (who_is_removed, "the players"),
    (lambda document: document["entries"][0].update(legal_name="Mallory"), "the players"),
    (lambda document: document["entries"][0].update(ara_number="ARA-1"), "the players"),
    (lambda document: document["entries"][0].update(paid=False), "the players"),
    (lambda document: document["entries"].append(document["entries"][0] | {"number": 77}), "the players"),
    (lambda document: document["tournament"].update(is_public=False), "the settings"),
    (lambda document: document["tournament"].update(archived_at="2026-01-01T00:00:00.000000Z"), "the settings"),
    (lambda document: document["tournament"].update(kept_apart=["club"]), "the settings"),
    (lambda document: document["tournament"].update(final_seats="[1,2,7,8] [3,4,5,6]"), "the settings"),
    (lambda document: document["tournament"].update(announced_cuts=[]), "the settings"),
    (lambda document: document["tournament"].update(rules_frozen=False), "the settings"),
    (lambda document: document["announcement"].update(payment="IBAN of Mallory"), "the announcement"),
    (lambda document: document.update(announcement=None), "the announcement"),
    (lambda document: document["terms"].update(limit=0), "the terms of entry"),
    (lambda document: document["mail_wordings"][0].update(body="Pay Mallory: {link}"), "the words of the mails"),
    (lambda document: document["planned_starts"].clear(), "the timetable"),
    (lambda document: document["tables"].append(77), "the tables"),
    (lambda document: document["teams"][0].update(name="Mallory"), "the players’ teams"),
    (lambda document: document["team_seats"].pop(), "the matches of teams"),
    (lambda document: document["rounds"][1]["clock"].update(extra_seconds=9), "the clock of round 2"),
]
"""Changes without an entry in the log, each with the part that is named."""


def test_everything_else_is_compared_too(home, laptop):
    home.refresh_from_db()
    own, known, copy = envelope(home), known_version(home), envelope(laptop)
    for kind in ("harmless.invented", "call.made", "person.removed", "entry.arrived", "hand.recorded"):
        for change, part in SILENT:
            document = deepcopy(copy)
            change(document)
            with_entry(document, kind, number=999_999)
            assert str(rewritten_part(own, document, known=known)).startswith(part)


OTHER_FIELDS = [
    (consents, "entry.edited", {"number": 1, "after": {"paid": True}}),
    (consents, "player.edited", {"number": 1, "after": {"may_publish": True}}),
    (everybody_is_named, "player.edited", {"number": 1, "after": {"shown_as": "nobody"}}),
    (who_is_removed, "person.removed", {"number": 1}),
    (lambda document: document["tournament"].update(is_public=False), "tournament.edited", {"after": {"name": "x"}}),
    (lambda document: document["announcement"].update(payment="Mine"), "announcement.edited", {"fields": ["fee"]}),
    (lambda document: document["rounds"][1]["clock"].update(extra_seconds=9), "clock.extended", {"round": 1}),
    (lambda document: document["rounds"][1]["clock"].update(extra_seconds=9), "clock.paused", {"round": 2}),
    (lambda document: document["team_seats"].pop(), "matches.planned", {"first": 7, "last": 8}),
    (lambda document: document["planned_starts"].clear(), "timetable.set", {"after": {"4": None}}),
]
"""Changes with an entry of the right kind, which is about another field, player or round."""


def test_an_entry_excuses_only_what_it_names(home, laptop):
    home.refresh_from_db()
    own, known, copy = envelope(home), known_version(home), envelope(laptop)
    for change, kind, data in OTHER_FIELDS:
        document = deepcopy(copy)
        change(document)
        with_entry(document, kind, **data)
        assert rewritten_part(own, document, known=known) is not None, kind


@pytest.mark.parametrize("change", [names_change, reasons_change])
def test_a_removal_frees_nothing_but_the_person(home, laptop, change, by):
    """Neither that of nobody, nor one that really happened."""
    document = forged(laptop, change)
    with_entry(document, "person.removed", number=999_999)
    assert part_of(home, document) is not None

    remove_person(player_id=laptop.entries.get(number=3).player_id, by=by)
    assert part_of(home, envelope(laptop)) is None
    assert part_of(home, forged(laptop, change)) is not None


def test_who_is_said_to_be_removed_keeps_everything_unless_they_are(home, laptop):
    document = forged(laptop, lambda document: document["entries"][0].update(name="Mallory"))
    with_entry(document, "person.removed", number=1)
    assert str(part_of(home, document)) == "the players"

    document["entries"][0].update(removed_at="2026-01-01T00:00:00.000000Z")
    assert part_of(home, document) is not None  # removed, and has a name


def one_more_round(document, kind=None, **data):
    """A copy of the last round that was played and signed."""
    last = [each for each in document["rounds"] if any(hanchan["sheets"] for hanchan in each["hanchans"])][-1]
    round_ = deepcopy(last) | {"number": 3, "started_at": "2026-11-26T23:00:00.000000Z", "released_by": None}
    round_ |= {"approved_by": None, "clock": None, "hanchans": [next(h for h in round_["hanchans"] if h["sheets"])]}
    round_["hanchans"][0]["id"] = 77
    document["rounds"].append(round_)
    if kind:
        with_entry(document, kind, number=3, **data)
    return round_["hanchans"][0]


def test_a_round_needs_an_entry_that_starts_it(home, laptop):
    for kind, data in ((None, {}), ("round.approved", {}), ("round.started", {"tables": 2})):
        document = deepcopy(envelope(laptop))
        one_more_round(document, kind, **data)
        assert str(part_of(home, document)) == "round 3"


def test_what_is_played_in_a_new_round_needs_its_entries(home, laptop):
    document = deepcopy(envelope(laptop))
    hanchan = one_more_round(document, "round.started", tables=1)
    assert str(part_of(home, document)).startswith("table ")

    for part in ("sheets", "signatures", "substitutions", "other_hands", "paper"):
        hanchan[part] = []
    hanchan.update(cancelled_by=None, time=None, extra_seconds=0, winless=[], chips=[])
    assert str(part_of(home, document)).startswith("table ")
    for number, outcome in enumerate(hanchan["game"]["hands"], start=1):
        assert part_of(home, document) is not None
        with_entry(document, "hand.recorded", hanchan=77, number=number, outcome=outcome)
    assert part_of(home, document) is None


@pytest.mark.parametrize("part", ["sheets", "signatures"])
def test_one_entry_adds_one_row(home, laptop, part):
    hanchan = in_play(laptop)
    play(hanchan, MANGAN)
    sign(hanchan)
    document = forged(laptop, lambda document: signed(document)[part].append(deepcopy(signed(document)[part][-1])))
    assert str(part_of(home, document)).startswith("table ")


def test_one_entry_gives_one_penalty(home, laptop, by):
    penalize(laptop.entries.get(number=2), by=by)
    document = deepcopy(envelope(laptop))
    assert part_of(home, document) is None

    document["penalties"].append(deepcopy(document["penalties"][-1]))
    assert str(part_of(home, document)) == "the penalties"
    document["penalties"].pop()
    document["penalties"][-1]["entry"] = 4
    assert str(part_of(home, document)) == "the penalties"


def test_kinds_of_another_version_are_named(home, laptop):
    document = forged(laptop, lambda document: document["tournament"].update(name="Mallory"))
    with_entry(document, "tournament.renamed", after={"name": "Mallory"})
    assert "this version does not know “tournament.renamed”" in str(part_of(home, document))


def test_only_for_guests_the_file_may_lack_member_numbers(home, laptop):
    for row in (home.entries.get(number=1).player, laptop.entries.get(number=1).player):
        row.ara_number = "ARA-1"
        row.save()
    document = forged(laptop, lambda document: document["entries"][0].update(ara_number=""))
    home.refresh_from_db()
    about = {"own": envelope(home), "document": document, "known": known_version(home)}

    assert str(rewritten_part(**about)) == "the players"
    assert rewritten_part(**about, people=People(guests={1})) is None
    document["entries"][0]["ara_number"] = "ARA-2"
    assert str(rewritten_part(**about, people=People(guests={1}))) == "the players"


def test_renamed_teams_keep_their_players(home, laptop):
    document = forged(laptop, lambda document: document["teams"][0].update(name="Reds"))
    with_entry(document, "teams.edited", teams=1, counts={})
    reds = [entry for entry in document["entries"] if entry["team"]]
    other = next(entry for entry in document["entries"] if not entry["team"])
    assert reds

    for entry in reds:
        entry["team"] = "Reds"
    assert part_of(home, document) is None
    other["team"] = "Reds"
    assert str(part_of(home, document)) == "the players"


def test_the_data_of_an_entry_may_be_anything(home, laptop):
    home.refresh_from_db()
    own, known, copy = envelope(home), known_version(home), envelope(laptop)
    keys = ("number", "numbers", "after", "fields", "counts", "round", "first", "last", "teams", "before", "signed_as")
    for value in ([1], [[1]], {}, {"number": [1]}, 3, None, "x", 1.5, True):
        document = deepcopy(copy)
        for kind in KNOWN_KINDS:
            data = dict.fromkeys([*keys, "tables", "table", "letter", "language", "name", "rule", "cancelled"], value)
            with_entry(document, kind, hanchan=signed(document)["id"], **data)
        document["tournament"]["name"] = "Mallory"
        assert str(rewritten_part(own, document, known=known)) in {"the settings", "the rules"}
        document["tournament"]["name"] = copy["tournament"]["name"]
        names_change(document)
        rewritten_part(own, document, known=known)
        document["entries"] = copy["entries"]
        rewritten_part(own, document, known=known)


def new_hand(document):
    document["rounds"][0]["hanchans"][0]["game"]["hands"][-1] = outcome_to_json(ron(A, 2))


def entry_of_hand(**data):
    def change(document):
        last = next(entry for entry in reversed(document["log"]) if entry["kind"] == "hand.recorded")
        last["data"] |= data

    return change


@pytest.mark.parametrize(
    "change", [new_hand, entry_of_hand(outcome=None), entry_of_hand(number=7), entry_of_hand(outcome={"type": "ron"})]
)
def test_a_new_hand_is_the_one_that_its_entry_says(by, change):
    home, laptop = one_hand_before(by)
    play(in_play(laptop), MANGAN, ron(A, 1))
    document = envelope(laptop)
    assert part_of(home, document) is None

    change(document)

    assert part_of(home, document) == "table 1 in round 1"


def one_hand_before(by):
    home, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=by.user)
    play(hanchan, ron(A, 1))
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    return home, take_over(file=file_for_laptop(home), key=uuid4(), by=by)


@pytest.mark.parametrize("key", ["before", "after"])
def test_a_corrected_hand_is_the_one_that_its_entry_says(by, key):
    home, laptop = one_hand_before(by)
    hanchan = in_play(laptop)
    hanchan.refresh_from_db()
    edits = (Replace(1, MANGAN, seen_in(hanchan.hands.current().get())),)
    now = {"hanchan_id": hanchan.pk, "revision": hanchan.revision}
    correct_hanchan(**now, edits=edits, key=uuid4(), reason="Wrong", by=by)
    document = envelope(laptop)
    assert part_of(home, document) is None

    entry = next(entry for entry in document["log"] if entry["kind"] == "hand.corrected")
    entry["data"][key] = [outcome_to_json(ron(A, 3))]

    assert part_of(home, document) == "table 1 in round 1"


@pytest.mark.parametrize(
    ("entries", "after", "fits"),
    [
        ([("hand.undone", {"number": 1, "outcome": 1})], [], True),
        ([("hand.undone", {"number": 1, "outcome": 2})], [], False),
        ([("hand.undone", {"outcome": 1}), ("hand.undone", {"outcome": 1})], [], False),
        ([("hand.moved_here", {"number": 2, "outcome": 3})], [1, 3], True),
        ([("hand.moved_away", {"before": [1], "after": []})], [], True),
        ([("hanchan.resettled", {})], [1], True),
        ([("hanchan.resettled", {})], [], True),
        ([("hanchan.resettled", {})], [2], False),
        ([("hanchan.resettled", {}), ("hand.recorded", {"number": 1, "outcome": 2})], [2], True),
        ([("hand.corrected", {"before": "garbage", "after": None})], [1], False),
        ([("sheet.signed", {}), ("paper.recorded", {})], [1], True),
        ([], [1], True),
        ([], [], False),
    ],
)
def test_what_the_log_says_of_hands_is_replayed(entries, after, fits):
    """From one hand, here called 1, to those in `after`."""
    hands = {1: outcome_to_json(ron(A, 1)), 2: outcome_to_json(ron(A, 2)), 3: outcome_to_json(MANGAN)}

    def named(value):
        return [named(each) for each in value] if isinstance(value, list) else hands.get(value, value)

    told = [
        {"kind": kind, "data": {key: value if key == "number" else named(value) for key, value in data.items()}}
        for kind, data in entries
    ]

    assert are_logged([hands[1]], named(after), told) is fits


LATER = {
    key
    for module in (about, calls, decisions, document_shapes, hanchans, mails, people_shapes, rounds, seating, sheets)
    for shape in vars(module).values()
    for key in getattr(shape, "__optional_keys__", ())
}
"""Every field that some older version did not write."""


def by_older_version(value):
    """A document as a version wrote it that had none of these fields."""
    if isinstance(value, dict):
        return {
            key: by_older_version(each) if key != "data" else each for key, each in value.items() if key not in LATER
        }
    return [by_older_version(each) for each in value] if isinstance(value, list) else value


def test_what_an_older_laptop_does_not_know_stays_as_it_was_here(by, home, laptop):
    """The file lacks the fields that came later, and an announced cut or a rule of teams is not lost by that."""
    before: Any = envelope(home)
    play(in_play(laptop), MANGAN)
    document = by_older_version(envelope(laptop))
    assert before["tournament"].keys() > document["tournament"].keys()
    assert {"teams", "appeals", "announcement"} <= LATER - document.keys()

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by) | {"document": document}, by=by)

    assert (brought.rewritten, brought.separate_copy) == (None, None)
    home.refresh_from_db()
    after: Any = envelope(home)
    for part in before.keys() - {"rounds", "log"}:
        assert (part, after[part]) == (part, before[part])
    assert after["rounds"] == envelope(laptop)["rounds"]


def _entry(number, kind, /, **data):
    """A log entry of a document."""
    by = {"kind": "command", "number": None, "name": "laptop"}
    at = "2026-11-27T09:30:00.000000Z"
    return {"number": number, "at": at, "by": by, "kind": kind, "hanchan": None, "data": data, "reason": ""}


def _seconds(own, document):
    began = time.process_time()
    rewritten_part(own, document, known=len(own["log"]))
    return time.process_time() - began


def _worded(own, rows):
    document = deepcopy(own)
    languages = ["".join(letters) for letters in islice(product("abcdefghij", repeat=5), rows)]
    document["mail_wordings"] = [
        {"kind": "received", "language": language, "subject": "a", "body": "{link}"} for language in languages
    ]
    document["log"] += [
        _entry(len(own["log"]) + n, "mail.worded", letter="received", language=language)
        for n, language in enumerate(languages, 1)
    ]
    return own, document


def _planned(own, rows):
    document = deepcopy(own)
    document["log"] += [
        _entry(len(own["log"]) + n, "matches.planned", first=n, last=40_000) for n in range(1, rows + 1)
    ]
    return own, document


def _edited_teams(own, rows):
    own = deepcopy(own)
    own["teams"] = [{"name": f"Team {n}", "short_name": "", "colour": ""} for n in range(rows // 4)]
    document = deepcopy(own)
    document["teams"] = [team | {"short_name": "T"} for team in own["teams"]]
    document["log"] += [_entry(len(own["log"]) + n, "teams.edited", teams=1, counts=[]) for n in range(1, rows + 1)]
    return own, document


def _hands_in_reverse(own, rows):
    own = deepcopy(own)
    hanchan = own["rounds"][0]["hanchans"][0]
    hand = next(hand for each in own["rounds"] for h in each["hanchans"] for hand in h["other_hands"])
    hanchan["other_hands"] = [hand | {"number": n, "superseded_by": 1} for n in range(1, rows + 1)]
    document = deepcopy(own)
    document["rounds"][0]["hanchans"][0]["other_hands"].reverse()
    return own, document


@pytest.mark.parametrize("made", [_worded, _planned, _edited_teams, _hands_in_reverse])
def test_a_file_twice_as_large_takes_no_four_times_as_long(home, made):
    own = envelope(home)
    _seconds(*made(own, 100))  # what is imported or cached the first time
    small, large = (min(_seconds(*made(own, rows)) for _try in range(3)) for rows in (1_000, 8_000))

    assert large < 24 * small + 0.1


@pytest.mark.parametrize("data", [{"first": -(2**53), "last": 1}, {"first": 1, "last": 2**53}, {"first": "1"}, {}])
def test_the_rounds_that_an_entry_names_are_not_counted_without_end(home, data):
    own = envelope(home)
    document = deepcopy(own)
    document["log"].append(_entry(len(own["log"]) + 1, "matches.planned", **data))

    assert _seconds(own, document) < 5


@pytest.mark.parametrize(("removed", "part"), [(MOST_REMOVED, None), (MOST_REMOVED + 1, "the players")])
def test_many_removals_on_a_laptop_are_not_believed(home, removed, part):
    own = envelope(TournamentFactory())
    person = envelope(home)["entries"][0] | {"removed_at": None, "team": ""}
    own["entries"] = [person | {"number": n, "name": f"Person {n}"} for n in range(1, removed + 1)]
    document = deepcopy(own)
    for entry in document["entries"]:
        entry |= dict.fromkeys(DETAILS, "") | {"removed_at": "2026-11-27T09:30:00.000000Z", "may_publish": False}
    document["log"] = [_entry(n, "person.removed", number=n) for n in range(1, removed + 1)]

    assert rewritten_part(own, document, known=0) == part


def renamed(laptop, by, number, *names):
    for name in names:
        entry = laptop.entries.select_related("player").get(number=number)
        edit_entry(entry_id=entry.pk, player=PlayerFacts(name=name), entry=entry_facts_of(entry), by=by)


def test_a_renaming_says_the_name_that_was_here(by, home, laptop):
    """With an invented one, the removal of the person would erase other words from all texts."""
    renamed(laptop, by, 2, "First", "Second")
    document = envelope(laptop)
    assert part_of(home, document) is None

    entry = next(
        entry for entry in document["log"] if entry["kind"] == "player.renamed" and entry["data"]["number"] == 2
    )
    for invented in ("dead hand", "", None, ["a"], "#2"):
        entry["data"]["before"] = invented
        assert part_of(home, document) == "the players"


def test_who_is_renamed_again_after_a_mirror_had_the_name_that_it_brought(by, home, laptop):
    file = file_for_laptop(home)
    for names in (["First"], ["Second", "Third"]):
        renamed(laptop, by, 2, *names)
        assert (
            post(file["mirror"]["address"], compressed(envelope(laptop)), key=file["mirror"]["key"]).status_code == 200
        )
    renamed(laptop, by, 2, "Fourth")
    document = envelope(laptop)
    assert part_of(home, document) is None

    document["log"][-1]["data"]["before"] = "Second"

    assert part_of(home, document) == "the players"


@pytest.mark.parametrize("has_details", [True, False])
def test_a_renamed_team_takes_its_players_along(by, has_details):
    home, _entries, _hanchans = tournament_with(["A", "B", "C", "D"], owner=by.user)
    home.entries.update(team="Red")
    counts = TeamCounts(team_best=None, team_best_of="event", team_chombo=False)
    if has_details:
        facts = TeamFacts(key="red", name="Red", short_name="R", colour="")
        edit_player_teams(tournament_id=home.pk, teams=[facts], counts=counts, by=by)
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    facts = TeamFacts(key="red", name="Navy", short_name="", colour="")
    edit_player_teams(tournament_id=laptop.pk, teams=[facts], counts=counts, by=by)
    document = envelope(laptop)
    assert part_of(home, document) is None

    document["entries"][0]["team"] = "Red"

    assert part_of(home, document) == "the players"
    with_entry(document, "entry.edited", number=document["entries"][0]["number"], after={"team": ""})
    assert part_of(home, document) is None


def two_rulings(document):
    document["calls"][0]["decision"] = "#2"
    document["calls"][-1]["situation"] = "#2"


def one_ruling(document):
    document["calls"][0]["decision"] = "#2"


def more_than_a_name(document):
    document["calls"][0]["decision"] = "#2 is right"


@pytest.mark.parametrize("is_renamed", [False, True])
@pytest.mark.parametrize("change", [one_ruling, two_rulings, more_than_a_name])
def test_a_removal_after_a_renaming_erases_no_more_than_a_name(by, change, is_renamed):
    """Only what one renaming could have named, everywhere where it stands, and nothing else."""
    home, _entries, hanchans = tournament_with(["A", "B", "C", "D"], owner=by.user)
    for situation, decision in (("Five tiles", "Dead hand"), ("Dead hand", "Nothing"), ("Late", "Chombo")):
        call = call_referee(table_id=hanchans[0].table_id, word="", by=by)
        answer_call(call_id=call.pk, situation=situation, decision=decision, rule="", by=by)
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    renamed(laptop, by, 2, *(["Zed"] if is_renamed else []))
    remove_person(player_id=laptop.entries.get(number=2).player_id, by=by)
    assert part_of(home, envelope(laptop)) is None

    assert str(part_of(home, forged(laptop, change))) == "the calls for a referee"


@pytest.mark.parametrize("is_older", [True, False])
def test_a_side_with_an_older_tenbo_has_the_names_of_who_followed_a_finalist(home, laptop, is_older):
    names = {"name": "Anna", "left": "Jan"}
    here, there = envelope(home), envelope(laptop)
    logged = {"after": 1, "number": 1, "left_number": 2}
    for document, has_names in ((here, not is_older), (there, is_older)):
        document["log"][0] |= {"kind": "cut.followed", "data": logged | (names if has_names else {})}

    assert rewritten_part(here, there, known=known_version(home)) is None
    there["log"][0]["data"]["number"] = 3
    assert rewritten_part(here, there, known=known_version(home)) == "the log"
