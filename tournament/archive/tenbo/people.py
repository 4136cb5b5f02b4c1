"""The players' entries in a document: how they are written, checked and restored."""

from typing import Annotated, NotRequired

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy
from pydantic import Field
from typing_extensions import TypedDict

from tournament.archive.tenbo.columns import ImportedRows, batches, create_in_batches, record_of, row_of
from tournament.archive.tenbo.log import LogRecord
from tournament.archive.tenbo.scope import DocumentScope, check_new, placed
from tournament.archive.tenbo.values import (
    BadDocument,
    Checked,
    Count,
    Country,
    Filled,
    Moment,
    Name,
    Number,
    moment_text,
    word,
)
from tournament.core.actions.mark_namesakes import mark_namesakes
from tournament.core.forms.facts import name_problem
from tournament.core.text import folded
from tournament.countries import is_code
from tournament.models import UNKNOWN_LANGUAGE, Colour, Entry, EntryStatus, Player, PlayerTeam, ShownAs


def _not_later_than_now(text: str) -> str:
    return min(text, moment_text(timezone.now()))


PastMoment = Annotated[Moment, Checked(_not_later_than_now, {})]
"""A time that is read as the present time if it is in the future, because the clock of the computer that wrote the
document may be wrong."""


class EntryRecord(TypedDict):
    """The entry of a player, without mail address, phone number and the organizers' note.

    `arrived_by_link` says that the player checked in by a link. `shown_as` says how much of the name the public sees:
    all of it, the initials or nothing.
    """

    number: Number
    name: Name
    last_name: NotRequired[Name]
    country: Country
    country_letters: Annotated[str, Field(max_length=3)]
    club: Name
    ema_number: Annotated[str, Field(max_length=8)]
    ara_number: NotRequired[Annotated[str, Field(max_length=20)]]
    riichi_canada_number: NotRequired[Annotated[str, Field(max_length=20)]]
    legal_name: NotRequired[Name]
    status: Annotated[str, word(*EntryStatus.values)]
    team: Name
    paid: bool
    reserved_table: Count | None
    may_publish: bool
    checked_in_at: Moment | None
    arrived_by_link: NotRequired[bool]
    removed_at: NotRequired[PastMoment | None]
    shown_as: NotRequired[Annotated[str, word(*ShownAs.values)]]


class PublicEntryRecord(TypedDict):
    """The public part of an entry."""

    number: int
    name: str
    country: str
    club: str
    team: str


class TeamRecord(TypedDict):
    """A team of players. The members of a team are the entries that have the team's name under the key `team`."""

    name: Annotated[str, Field(max_length=80), Filled]
    short_name: Annotated[str, Field(max_length=12)]
    colour: Annotated[str, word(*Colour.values)]


def team_record(team: PlayerTeam) -> TeamRecord:
    return record_of(TeamRecord, team)


def entry_record(entry: Entry, *, is_hidden: bool) -> EntryRecord:
    """Return a record of an entry. With `is_hidden` the keys of the contacts are left out. When a document without
    these keys is imported over this tournament, the stored contacts stay as they are."""
    country = entry.player.country
    # A file imported earlier may have stored other texts, with which this document could not be imported.
    about = {"name": stored_name(entry.player), "country": country if is_code(country) else ""}
    player = vars(entry.player) | about
    record = record_of(EntryRecord, entry, **player)
    if is_hidden:
        del record["ara_number"], record["riichi_canada_number"], record["legal_name"]
    return record


def public_entry(entry: Entry) -> PublicEntryRecord:
    """Return the public details of an entry. If the person did not consent, these are the entry's number and a public
    name such as "a player" or initials."""
    named = entry.is_named
    return {
        "number": entry.number,
        "name": entry.public_name,
        "country": entry.player.country_shown if named else "",
        "club": entry.player.club if named else "",
        "team": entry.team if named else "",
    }


def stored_name(player: Player) -> str:
    """Return the stored name, empty for a removed person (whose `name` is a translated phrase)."""
    return "" if player.removed_at else player.name


def check_entries(entries: list[EntryRecord], scope: DocumentScope) -> None:
    for place, entry in placed("entries", entries):
        check_new(f"{place}.number", entry["number"], scope.entries)
        was_removed = entry.get("removed_at") is not None
        problem = name_problem(entry["name"])
        if problem and not (was_removed and entry["name"] == ""):
            raise BadDocument(f"{place}.name", problem)
        if entry["checked_in_at"] is not None and entry["status"] != EntryStatus.ACCEPTED:
            raise BadDocument(f"{place}.checked_in_at", gettext_lazy("Only someone who plays can be checked in."))


def check_teams(teams: list[TeamRecord]) -> None:
    names: set[str] = set()
    for place, team in placed("teams", teams):
        if folded(team["name"]) in names:
            raise BadDocument(f"{place}.name", gettext_lazy("This value appears twice."))
        names.add(folded(team["name"]))


def make_teams(records: list[TeamRecord], imported: ImportedRows) -> None:
    teams = create_in_batches(row_of(PlayerTeam, record, tournament=imported.tournament) for record in records)
    imported.ids[PlayerTeam] |= {place: team.pk for place, team in enumerate(teams, start=1)}


def make_people(records: list[EntryRecord], logged: list[LogRecord], imported: ImportedRows) -> None:
    """Create the entries, each with a new player. Entries that were made by the public form, according to the
    document's log (`logged`), get the language `UNKNOWN_LANGUAGE`: a document does not contain the language of the
    form."""
    numbers = (record["data"].get("number") for record in logged if record["kind"] == "entry.applied")
    applied = {number for number in numbers if isinstance(number, int)}  # the file may contain any JSON here
    records = [record for record in records if record["number"] not in imported.ids[Entry]]
    for batch in batches(records):
        with transaction.atomic():  # an interrupted import leaves no player without an entry
            players = create_in_batches(row_of(Player, record, home=imported.tournament) for record in batch)
            entries = create_in_batches(
                row_of(
                    Entry,
                    record,
                    tournament=imported.tournament,
                    player=player,
                    language=UNKNOWN_LANGUAGE if record["number"] in applied else "",
                )
                for player, record in zip(players, batch, strict=True)
            )
        imported.ids[Entry] |= {entry.number: entry.pk for entry in entries}
    mark_namesakes(imported.tournament)
