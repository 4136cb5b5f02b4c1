"""A laptop's document changes nothing of before the hand-over unless its log says so."""

from copy import deepcopy
from dataclasses import replace
from uuid import uuid4

import pytest

from tests.archive.laptops import compressed, file_for_laptop, post
from tests.archive.rewritten.documents import (
    forged,
    in_play,
    part_of,
    signed,
    swap_two_places,
    with_entry,
)
from tests.archive.test_hand_over import returned
from tests.factories import penalize, play, sign
from tests.in_turn import in_turn
from tests.standings.results import MANGAN, tournament_with
from tests.table.corrections import A, ron
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.continuation import known_version
from tournament.archive.tenbo.document import checked_document, envelope
from tournament.archive.tenbo.rewritten import KNOWN_KINDS, rewritten_part
from tournament.games.queries.game import load_game
from tournament.models import Entry, PlayerFacts, SignedSheet
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.remove_person import remove_person
from tournament.rounds.actions.approve_round import approve_round
from tournament.table.actions.swap_seats import swap_seats

pytestmark = pytest.mark.django_db


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
        (lambda document: document["entries"][0].update(team="Mallory"), "the players"),
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


@pytest.mark.slow
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


CHANGES = (swap_two_places, other_outcome, gone_hand, gone_signatures, gone_sheet)


@pytest.mark.parametrize(("kind", "change"), in_turn([(kind,) for kind in INVENTED], [(each,) for each in CHANGES]))
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


@pytest.mark.parametrize(
    ("change", "kind", "data"),
    [
        (lambda document: document["tournament"].update(team_best=1), "tournament.edited", {"after": {"name": "x"}}),
        (lambda document: document["tournament"].update(lots_number=1), "tournament.finals", {}),
        (lambda document: document["ruleset"].update(uma=["9", "3", "-3", "-9"]), "rules.invented", {}),
        (lambda document: document["visibilities"].clear(), "visibility.invented", {}),
        (lambda document: document["visibilities"].clear(), "visibility.round_edited", {"number": 77}),
        (lambda document: document["entries"][0].update(paid=False), "player.invented", {"number": 1}),
        (lambda document: document["entries"][0].update(paid=False), "entry.arrived", {"number": 1}),
        (lambda document: document["entries"][0].update(paid=False), "entry.edited", {"number": 1, "after": {}}),
        (lambda document: document["entries"][0].update(paid=False), "entry.edited", {"number": 2}),
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


@pytest.mark.slow
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


@pytest.mark.slow
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


def consents(document):
    for entry in document["entries"]:
        entry["may_publish"] = True


def reasons_change(document):
    for entry in document["log"]:
        entry["reason"] = entry["reason"] and "Another"


def who_is_removed(document):
    document["entries"][1].update(removed_at="2026-01-01T00:00:00.000000Z", name="")


SILENT = [
    (consents, "the players"),
    (who_is_removed, "the players"),
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
    (lambda document: document["mail_wordings"][0].update(body="Pay Mallory: {link}"), "the texts of the mails"),
    (lambda document: document["planned_starts"].clear(), "the timetable"),
    (lambda document: document["tables"].append(77), "the tables"),
    (lambda document: document["teams"][0].update(name="Mallory"), "the players’ teams"),
    (lambda document: document["team_seats"].pop(), "the matches of teams"),
    (lambda document: document["rounds"][1]["clock"].update(extra_seconds=9), "the clock of round 2"),
]
"""Changes without an entry in the log, each with the part that is named."""


@pytest.mark.slow
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


def test_a_hanchan_that_is_started_again_seats_only_its_own_resting_players(home, laptop):
    home.refresh_from_db()
    own, known, document = envelope(home), known_version(home), envelope(laptop)
    hanchan = signed(document)
    number = next(index for index, round_ in enumerate(document["rounds"]) if hanchan in round_["hanchans"])
    seated = hanchan["seats"][0]
    other = next(entry["number"] for entry in own["entries"] if entry["number"] not in hanchan["seats"])
    own["rounds"][number]["resting"] = [seated, other]
    document["rounds"][number]["resting"] = [other]
    assert rewritten_part(own, document, known=known) is not None
    with_entry(document, "hanchan.restarted", hanchan=hanchan["id"])
    assert rewritten_part(own, document, known=known) is None
    document["rounds"][number]["resting"] = []
    assert rewritten_part(own, document, known=known) is not None


@pytest.mark.slow
@pytest.mark.parametrize("change", [consents, reasons_change])
def test_a_removal_frees_nothing_but_the_person(home, laptop, change, by):
    """Neither that of nobody, nor one that really happened."""
    document = forged(laptop, change)
    with_entry(document, "person.removed", number=999_999)
    assert part_of(home, document) is not None

    remove_person(player_id=laptop.entries.get(number=3).player_id, by=by)
    assert part_of(home, envelope(laptop)) is None
    assert part_of(home, forged(laptop, change)) is not None


def test_kinds_of_another_version_are_named(home, laptop):
    document = forged(laptop, lambda document: document["tournament"].update(name="Mallory"))
    with_entry(document, "tournament.renamed", after={"name": "Mallory"})
    assert "this version does not know “tournament.renamed”" in str(part_of(home, document))


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
        consents(document)
        rewritten_part(own, document, known=known)
        document["entries"] = copy["entries"]
        rewritten_part(own, document, known=known)
