"""No list and no text in a tournament's file becomes longer on the site than the file may have it. The laptop would
refuse the file, and so would the site that gets it back, and whoever restores it.

A new list fails here until a table says where its rows are bounded, and a new place that makes such rows until it is
listed with the limit that it asks.
"""

import pkgutil
import re
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.forms import CharField
from django.utils.module_loading import import_string
from pydantic import TypeAdapter

import tournament
from scoring.penalty_catalogue import LONGEST_OWN, LONGEST_TITLE, MOST_OWN, MOST_STEPS, own_as_text, own_penalties
from tests.archive.full_event import Event
from tests.factories import play
from tests.table.corrections import draw
from tournament import models
from tournament.announcement.forms import AnnouncementForm
from tournament.archive.actions.archive_tournament import archive_tournament, unarchive_tournament
from tournament.archive.actions.hand_over import TooManyHandOvers
from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.hand_over import Envelope
from tournament.core import limits
from tournament.core.errors import LogFull, TooManyHands
from tournament.mail.forms.wording import WordingForm
from tournament.models import MailKind, Tournament
from tournament.people.actions.appeals import TooManyAppeals
from tournament.people.actions.edit_player_teams import TooManyTeams
from tournament.people.actions.entry_numbers import TooManyPlayers
from tournament.people.actions.penalty_rows import TooManyPenalties
from tournament.people.actions.remove_person import remove_person
from tournament.rounds.actions.start_round import RoundBeyond, TooManyRounds
from tournament.rounds.actions.team_matches import TooManyMatches
from tournament.rounds.break_lines import LONGEST_BREAKS, LONGEST_WORDS, MOST_LINES, read_breaks, written_breaks
from tournament.rounds.forms.finals import FinalsForm
from tournament.rounds.forms.timetable import BreaksForm
from tournament.seating.by_seed import LONGEST_PLAN, read_plan, write_plan
from tournament.site.forms.tournament_settings import SettingsForm
from tournament.table.actions.cancel_hanchan import TooManyHanchans
from tournament.table.actions.prepare_tables import TooManyTables

ASKED = {
    "Document.entries": "tournament.people.actions.entry_numbers.MOST_ENTRIES",
    "Document.teams": "tournament.people.actions.edit_player_teams.MOST_ENTRIES",
    "Document.tables": "tournament.table.actions.prepare_tables.MOST_TABLES_IN_FILE",
    "Document.rounds": "tournament.rounds.actions.start_round.MOST_ROUNDS",
    "Document.visibilities": "tournament.site.actions.edit_visibility.MOST_ROUNDS",
    "Document.planned_starts": "tournament.rounds.actions.set_timetable.MOST_ROUNDS",
    "Document.team_seats": "tournament.rounds.actions.team_matches.MOST_LOGGED",
    "Document.log": "tournament.core.actions.journal.LOGGED_WITH_NEW_LINKS",
    "Document.penalties": "tournament.people.actions.penalty_rows.MOST_PENALTIES",
    "Document.team_penalties": "tournament.people.actions.penalty_rows.MOST_PENALTIES",
    "Document.appeals": "tournament.people.actions.appeals.MOST_PENALTIES",
    "RoundRecord.hanchans": "tournament.table.actions.cancel_hanchan.MOST_HANCHANS",
    "HanchanRecord.recorded": "tournament.table.actions.record_hand.MOST_HANDS",
    "HanchanRecord.other_hands": "tournament.table.actions.correct_hanchan.MOST_LOGGED",
    "PlanRecord.rounds": "tournament.rounds.forms.seating_rows.MOST_PLANNED_ROUNDS",
    "PlanRecord.rounds[]": "tournament.rounds.forms.seating_rows.MOST_TABLES",
    "TournamentRecord.announced_cuts": "tournament.rounds.forms.finals.MOST_ANNOUNCED_CUTS",
    "Envelope.earlier": "tournament.archive.actions.hand_over.MOST_HAND_OVERS",
}
"""The lists whose length somebody could choose, each with the limit that is asked where its items are made."""

WITH_A_LOG_ENTRY = {
    "Document.plans", "Document.cuts", "Document.departures", "Document.calls", "HanchanRecord.paper",
    "HanchanRecord.substitutions", "HanchanRecord.signatures", "HanchanRecord.sheets",
}  # fmt: skip
"""The lists whose items are each made with an entry of the log, whose length is asked."""

OF_ENTRIES = {"RoundRecord.resting", "CutRecord.finalists", "Envelope.entries"}
"""The lists of some of the tournament's entries, each once."""

OF_A_FEW = {
    "Envelope.tables": 1_000,  # the tournament's, each once
    "Envelope.hall": 200,  # one for each secret key of two sites
    "LinkRecord.links": 200,
    "LinkRecord.desk": 200,
    "Document.mail_wordings": 200,  # one for each kind of mail and language
    "TournamentRecord.kept_apart": 3,
    "TournamentRecord.tie_breaks": 4,
    "TournamentRecord.languages": 20,
    "SheetRecord.by": 2,
    "PlanRecord.rounds[][]": 4,
    "HandRecord.deltas": 4,
    "PaperRecord.points": 4,
    "PaperRecord.chombo": 4,
    "SheetRecord.lines": 4,
    "HanchanRecord.seats": 4,
    "HanchanRecord.start_points": 4,
    "HanchanRecord.chips": 4,
    "HanchanRecord.winless": 4,
}
"""The lists that have so few items by what they are: one for each seat, or for each of a few choices."""


def lists_of(shape):
    """Each list in a document of this shape, as `Record.field` (with `[]` for a list in a list), with its limit."""
    schema = TypeAdapter(shape).json_schema()
    records = schema.get("$defs", {}) | {shape.__name__: schema}
    found = {}

    def look(where, value):
        for part in [value, *value.get("anyOf", ())]:
            if part.get("type") == "array":
                found[where] = part.get("maxItems")
                look(f"{where}[]", part["items"])

    for record, described in records.items():
        for field, value in described.get("properties", {}).items():
            look(f"{record}.{field}", value)
    return found


IN_FILES = lists_of(Document) | lists_of(Envelope)


def test_each_list_of_the_file_is_bounded_where_its_rows_are_made():
    assert set(IN_FILES) == set(ASKED) | WITH_A_LOG_ENTRY | OF_ENTRIES | set(OF_A_FEW)
    for field, limit in ASKED.items():
        assert import_string(limit) <= IN_FILES[field], field
    assert all(IN_FILES[field] >= limits.MOST_LOGGED for field in WITH_A_LOG_ENTRY)
    assert all(IN_FILES[field] >= limits.MOST_ENTRIES for field in OF_ENTRIES)
    assert all(IN_FILES[field] >= few for field, few in OF_A_FEW.items())
    assert len(MailKind.values) * len(settings.LANGUAGES) <= OF_A_FEW["Document.mail_wordings"]


MAKERS = {
    "Entry": {
        "people/actions/add_players.py", "people/actions/check_in.py", "people/actions/enter.py",
        "rounds/actions/start_hanchan.py", "archive/actions/copy_tournament.py",
    },
    "PlayerTeam": {
        "people/actions/edit_player_teams.py", "people/actions/give_team_penalty.py", "rounds/actions/team_matches.py",
        "archive/actions/copy_tournament.py",
    },
    "Table": {"table/actions/prepare_tables.py", "archive/actions/copy_tournament.py"},
    "Round": {"rounds/actions/start_round.py", "rounds/actions/start_hanchan.py"},
    "RoundVisibility": {"site/actions/edit_visibility.py", "archive/actions/copy_tournament.py"},
    "PlannedStart": {"rounds/actions/set_timetable.py"},
    "TeamSeat": {"rounds/actions/team_matches.py"},
    "LogEntry": {"core/actions/journal.py", "archive/actions/replace_facts.py"},
    "Hanchan": {
        "rounds/actions/start_round.py", "rounds/actions/start_hanchan.py", "table/actions/cancel_hanchan.py",
    },
    "HandOver": {"archive/actions/hand_over.py", "archive/actions/take_over.py"},
    "Penalty": {"people/actions/give_penalty.py", "people/actions/appeals.py"},
    "TeamPenalty": {"people/actions/give_team_penalty.py"},
    "Appeal": {"people/actions/appeals.py"},
}  # fmt: skip
"""The modules that make rows of these models, beside the import of files. They are tested below but for these: a copy
has as many tables as its origin, and `replace_facts` and `bring_back` take from a file that was read."""

RELATED = {
    "Entry": "entries", "PlayerTeam": "player_teams", "Table": "tables", "Round": "rounds", "TeamSeat": "team_seats",
    "RoundVisibility": "round_visibilities", "PlannedStart": "planned_starts", "LogEntry": "log",
    "Hanchan": "hanchans", "HandOver": "hand_overs", "Penalty": "penalties", "TeamPenalty": "penalties",
    "Appeal": "appeals",
}  # fmt: skip
"""How the rows of these models are called at what they belong to."""


@pytest.mark.parametrize("model", MAKERS)
def test_each_place_that_makes_such_rows_is_known(model):
    makes = re.compile(
        rf"(?<![\w.]){model}\((?!models|NotDone|TypedDict)|(?<!\w){model}\.objects\.\w*create\("
        rf"|\.{RELATED[model]}\.\w*create\("
    )
    root = Path(settings.BASE_DIR) / "tournament"
    actions = [path for path in root.glob("*/actions/**/*.py") if "operation" not in path.parts]
    assert {str(path.relative_to(root)) for path in actions if makes.search(path.read_text())} == MAKERS[model]


COLUMNS = {
    "TournamentRecord": ["Tournament"],
    "AnnouncementRecord": ["Announcement"],
    "MailWordingRecord": ["MailWording"],
    "TeamRecord": ["PlayerTeam"],
    "EntryRecord": ["Entry", "Player"],
    "PlanRecord": ["SeatingPlan"],
    "CutRecord": ["Cut"],
    "PenaltyRecord": ["Penalty"],
    "TeamPenaltyRecord": ["TeamPenalty"],
    "CallRecord": ["Call"],
    "AppealRecord": ["Appeal"],
    "HandRecord": ["Hand"],
    "RecordedHandRecord": ["Hand"],
    "PaperRecord": ["PaperResult"],
    "SubstitutionRecord": ["Substitution"],
    "SignatureRecord": ["Signature"],
    "LineRecord": ["SheetLine"],
    "LogRecord": ["LogEntry"],
    "ActorRecord": ["LogEntry"],
}
"""The models that hold the texts of a record."""

NAMED_OTHERWISE = {
    "HandRecord.by": "recorded_as",
    "RecordedHandRecord.by": "recorded_as",
    "PaperRecord.by": "recorded_as",
    "SignatureRecord.by": "signed_as",
    "ActorRecord.name": "actor_name",
}

IN_FORMS: dict[str, tuple[Any, str]] = {
    "AnnouncementRecord.text": (AnnouncementForm, "text"),
    "AnnouncementRecord.programme": (AnnouncementForm, "programme"),
    "AnnouncementRecord.payment": (AnnouncementForm, "payment"),
    "MailWordingRecord.body": (WordingForm, "body"),
    "TournamentRecord.breaks": (BreaksForm, "breaks"),
    "TournamentRecord.final_seats": (FinalsForm, "final_seats"),
    "TournamentRecord.own_penalties": (SettingsForm, "own_penalties"),
}
"""The texts whose columns have no limit, with the only field in which they are entered."""

WRITTEN = {"AnnouncedCutRecord.carried", "SheetRecord.by[]", "TournamentRecord.languages[]"}
"""The texts that Tenbo writes itself, from a few choices or from the names of accounts."""


def texts_of(shape):
    """Each text with a limit in a document of this shape, as `Record.field`, with its limit."""
    found = {}

    def look(where, value):
        for part in [value, *value.get("anyOf", ())]:
            if part.get("type") == "array":
                look(f"{where}[]", part["items"])
            elif "maxLength" in part:
                found[where] = part["maxLength"]

    for record, described in TypeAdapter(shape).json_schema()["$defs"].items():
        for field, value in described.get("properties", {}).items():
            look(f"{record}.{field}", value)
    return found


@pytest.mark.parametrize("text", sorted(texts_of(Document).keys() - WRITTEN))
def test_each_text_of_the_file_is_bounded_where_it_is_entered(text):
    longest = texts_of(Document)[text]
    record, field = text.split(".")
    if text in IN_FORMS:
        form, field = IN_FORMS[text]
        assert form.base_fields[field].max_length <= longest
        return
    name = NAMED_OTHERWISE.get(text, field)
    columns = {column.name: column for model in COLUMNS[record] for column in getattr(models, model)._meta.fields}
    assert columns[name].max_length <= longest


def text_fields():
    """Each field for a text in a form of the site, as `Form.field`."""
    for found in pkgutil.walk_packages(tournament.__path__, "tournament."):
        if ".forms" not in found.name:
            continue
        for form in vars(import_module(found.name)).values():
            for name, field in getattr(form, "base_fields", {}).items():
                if isinstance(field, CharField):
                    yield name, field, f"{form.__name__}.{name}"


def test_no_form_takes_a_longer_text_than_its_column():
    """SQLite stores it all the same, and then the file is refused."""
    longest = {"reason": 300, "rule": 60, "team": 80, "club": 80, "situation": 500, "decision": 500, "appealed_by": 80}

    fields = [(field.max_length, longest[name], where) for name, field, where in text_fields() if name in longest]

    assert len(fields) > 30
    assert [where for length, most, where in fields if not length or length > most] == []


def test_what_is_written_anew_when_it_is_stored_fits_too():
    lines = [f"2026-05-02 12:{n:02}-13:30 {'x' * LONGEST_WORDS}" for n in range(MOST_LINES)]
    assert len(written_breaks(read_breaks("\n".join(lines)))) <= LONGEST_BREAKS

    listed = [f"{n:0{LONGEST_TITLE}}:{','.join(['1000'] * MOST_STEPS)}" for n in range(MOST_OWN)]
    assert len(own_as_text(own_penalties("\n".join(listed)))) <= LONGEST_OWN


def test_seats_by_seed_fit_as_they_are_stored():
    line = " ".join(f"{n}-{n + 1}-{n + 2}-{n + 3}" for n in range(1, 200, 4))
    typed = "\n".join([line] * (LONGEST_PLAN // (len(line) + 1)))
    assert len(typed) <= LONGEST_PLAN < len(write_plan(read_plan(typed)))

    form = FinalsForm({"final_seats": typed})

    assert "final_seats" in form.errors


def cancelled(event):
    event.cancel(restart=False)


def begun(before):
    """An event in which this came before; a club night if "night" is the first."""
    event = Event(is_club_night=before[:1] == ["night"])
    for step in before:
        if step != "night":
            step(event)
    return event


def logged(event, entries):
    """Let the log have so many entries, without writing them."""
    Tournament.objects.filter(pk=event.row.pk).update(version=entries)


MADE = [
    ("Document.entries", "entries", TooManyPlayers, [], Event.paste),
    ("Document.entries", "entries", TooManyPlayers, [], Event.check_in_regular),
    ("Document.entries", "entries", TooManyPlayers, [], Event.enter),
    ("Document.entries", "entries", TooManyPlayers, ["night"], lambda event: event.sit_down("A", "B", "C", "D")),
    ("Document.teams", "player_teams", TooManyTeams, [], Event.name_teams),
    ("Document.teams", "player_teams", TooManyTeams, [], Event.punish_team),
    ("Document.teams", "player_teams", TooManyTeams, [], Event.plan_matches),
    ("Document.tables", "tables", TooManyTables, [], Event.prepare_tables),
    ("Document.tables", "tables", TooManyTables, [], Event.start),
    ("Document.tables", "tables", TooManyTables, ["night"], Event.record_past),
    ("Document.rounds", "rounds", TooManyRounds, [], Event.start),
    ("Document.rounds", "rounds", TooManyRounds, [], Event.record_past),
    ("Document.rounds", "rounds", TooManyRounds, ["night"], Event.sit_down),
    ("Document.rounds", "rounds", TooManyRounds, ["night"], Event.record_past),
    ("Document.visibilities", "round_visibilities", RoundBeyond, [], Event.show),
    ("Document.planned_starts", "planned_starts", RoundBeyond, [], Event.announce),
    ("Document.team_seats", "team_seats", TooManyMatches, [], Event.plan_matches),
    ("Document.penalties", "penalties", TooManyPenalties, [], Event.punish),
    ("Document.penalties", "penalties", TooManyPenalties, [Event.punish, Event.appeal], Event.lessen),
    ("Document.team_penalties", "team_penalties", TooManyPenalties, [], Event.punish_team),
    ("Document.appeals", "appeals", TooManyAppeals, [Event.punish], Event.appeal),
    ("Document.appeals", "appeals", TooManyAppeals, [Event.start, Event.call, Event.answer], Event.appeal_ruling),
    ("RoundRecord.hanchans", "hanchans", TooManyHanchans, [Event.start], Event.cancel),
    ("RoundRecord.hanchans", "hanchans", TooManyHanchans, [Event.start, cancelled], Event.restart),
    ("Envelope.earlier", "hand_overs", TooManyHandOvers, [], Event.lend),
]
"""A list of the file, how its rows are called, the refusal beyond its limit, what comes before, what makes a row."""


ROWS = {
    "penalties": lambda event: models.Penalty.objects,
    "team_penalties": lambda event: models.TeamPenalty.objects,
    "hanchans": lambda event: event.hanchan.round.hanchans,
}
"""The rows that are not the tournament's own."""


@pytest.mark.django_db
@pytest.mark.parametrize(("field", "rows", "refusal", "before", "make"), MADE)
def test_the_site_makes_no_more_rows_than_a_file_may_have(field, rows, refusal, before, make, monkeypatch):
    event = begun(before)
    made = ROWS[rows](event) if rows in ROWS else getattr(event.row, rows)
    there = made.count()

    monkeypatch.setattr(ASKED[field], there)
    with pytest.raises(refusal):
        make(event)
    assert made.count() == there

    monkeypatch.setattr(ASKED[field], there + 4)
    make(event)
    assert there < made.count() <= there + 4


@pytest.mark.django_db
@pytest.mark.parametrize(("field", "refusal"), [("Document.entries", TooManyPlayers), ("Document.teams", TooManyTeams)])
def test_a_copy_has_no_more_of_them_than_a_file_may_have(field, refusal, monkeypatch):
    event = begun([Event.name_teams])
    monkeypatch.setattr(ASKED[field], 3)

    with pytest.raises(refusal):
        event.copy()

    assert Tournament.objects.count() == 1


@pytest.mark.django_db
def test_who_is_entered_sits_down_on_a_night_with_too_many(monkeypatch):
    """An event of before the limit goes on with those who are there."""
    monkeypatch.setattr(ASKED["Document.entries"], 3)

    night = begun(["night", Event.sit_down])

    assert night.row.rounds.count() == 1


@pytest.mark.django_db
def test_corrections_make_no_more_rows_of_hands_than_a_file_may_have(monkeypatch):
    event = begun([Event.start])
    play(event.hanchan, draw())
    monkeypatch.setattr(ASKED["HanchanRecord.other_hands"], 3)
    monkeypatch.setattr("tournament.table.actions.correct_hanchan.MOST_HANDS", 3)

    event.correct()
    event.correct()
    with pytest.raises(TooManyHands):
        event.correct()

    assert event.hanchan.hands.count() == 3


LOGGED = {
    "Document.plans": ("SeatingPlan", [], Event.plan_seats),
    "Document.cuts": ("Cut", [Event.start, Event.keep_points, Event.sign], Event.cut),
    "Document.departures": ("Departure", [Event.start], Event.depart),
    "Document.calls": ("Call", [Event.start], Event.call),
    "HanchanRecord.paper": ("PaperResult", [Event.start], Event.keep_points),
    "HanchanRecord.substitutions": ("Substitution", [Event.start], Event.substitute),
    "HanchanRecord.signatures": ("Signature", [Event.start, Event.keep_points], Event.confirm),
    "HanchanRecord.sheets": ("SignedSheet", [Event.start, Event.keep_points], Event.sign),
}
"""A list that grows with the log, the model of its rows, what comes before, and what makes a row."""


@pytest.mark.django_db
@pytest.mark.parametrize("field", sorted(WITH_A_LOG_ENTRY))
def test_a_full_log_takes_no_further_row(field):
    model, before, make = LOGGED[field]
    event = begun(before)
    rows = getattr(models, model).objects
    logged(event, limits.LOGGED_IN_PLAY)

    with pytest.raises(LogFull):
        make(event)
    assert not rows.exists()

    logged(event, 100)
    make(event)
    assert rows.exists()


@pytest.mark.django_db
def test_a_full_log_takes_what_protects_people_and_ends_the_event():
    event = begun([])
    logged(event, limits.LOGGED_IN_PLAY)

    event.lend()
    remove_person(player_id=event.entries[0].player_id, by=event.by)
    archive_tournament(**event.known)

    assert event.row.log.count() == 4


@pytest.mark.django_db
def test_people_are_removed_whatever_the_log_holds():
    event = begun([])
    logged(event, limits.LOGGED_WITH_NEW_LINKS)

    archive_tournament(**event.known)
    with pytest.raises(LogFull):
        unarchive_tournament(**event.known)
    remove_person(player_id=event.entries[0].player_id, by=event.by)

    assert event.row.log.count() == 2
    # of each entry: a removal, a withdrawn consent with other changes, a cancellation
    assert limits.LOGGED_WITH_NEW_LINKS + (2 + 3 + 1) * limits.MOST_ENTRIES < limits.MOST_LOGGED
