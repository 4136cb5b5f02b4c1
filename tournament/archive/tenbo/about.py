"""The tournament itself, its announcement, tables, visibility of rounds, planned starts, and entry terms."""

import re
from typing import Annotated, Any, NotRequired
from zoneinfo import available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext_lazy
from pydantic import Field
from typing_extensions import TypedDict

from scoring.penalty_catalogue import LONGEST_OWN, BadLine, own_as_text, own_penalties
from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.rules import Ruleset, ruleset_from_json, ruleset_to_json
from scoring.tie_breaks import TieBreak
from tournament.archive.tenbo.columns import ImportedRows, Shape, create_in_batches, record_of, row_of
from tournament.archive.tenbo.finals import AnnouncedCuts, FinalSeats, announced_in, places_of_first
from tournament.archive.tenbo.scope import DocumentScope, check_new, placed
from tournament.archive.tenbo.values import (
    BadDocument,
    Checked,
    Count,
    Day,
    Exact,
    Filled,
    Json,
    LargeCount,
    Moment,
    Number,
    NumberToCome,
    word,
)
from tournament.archive.tenbo.whole import WholeTournament
from tournament.core.rules import changed_fields
from tournament.core.words.refusals import refusal_words
from tournament.mail_addresses import check_mail_address
from tournament.models import (
    Announcement,
    Colour,
    EntryTerms,
    FreedPlaces,
    PlannedStart,
    RoundVisibility,
    Shown,
    ShownTo,
    Table,
    TeamBestOf,
    Tournament,
)
from tournament.models.tournament import SitOut
from tournament.rounds.break_lines import LONGEST_BREAKS, BadBreak, read_breaks, written_breaks
from tournament.seating.people import KINDS

MOST_LANGUAGES = 20
MAP_LINK = r"^(https?://|$)"
"""Pattern for the address of a map: http or https, or empty, because other schemes are unsafe in a link."""


def _check_language(code: str) -> str:
    if len(code.strip()) < 2:
        raise ValueError(gettext_lazy("This value is empty."))
    return code


def _check_own_penalties(text: str) -> str:
    try:
        stored = own_as_text(own_penalties(text))
    except BadLine:
        stored = ""
    if stored != text:
        raise ValueError(gettext_lazy("Write lines like: Phone rings: 0, 5, 10"))
    return text


def _check_time_zone(zone: str) -> str:
    if zone and zone not in available_timezones():
        raise ValueError(gettext_lazy("Tenbo does not know this time zone."))
    return zone


def _check_breaks(text: str) -> str:
    try:
        stored = written_breaks(read_breaks(text))
    except BadBreak:
        stored = ""
    if stored != text:
        raise ValueError(gettext_lazy("Write lines like 2026-05-02 12:30–13:30 Lunch."))
    return text


def _check_map_link(link: str) -> str:
    if not re.match(MAP_LINK, link):
        raise ValueError(gettext_lazy("The link to a map must begin with https://."))
    return link


def _check_mail_address(address: str) -> str:
    if address:
        try:
            check_mail_address(address)
        except ValidationError as error:
            raise ValueError(*error.messages) from None
    return address


Language = Annotated[str, Field(max_length=10), Checked(_check_language, {"pattern": r"\S\S"})]
ShownFrom = Annotated[str, word(*Shown.values)]


class ShownRecord(TypedDict):
    """When each audience sees a round: at once (`live`), when all tables have signed, or after its release (`held`)."""

    players: ShownFrom
    hall: ShownFrom
    everyone: ShownFrom


class PublicTournamentRecord(TypedDict):
    """A tournament's name, date and settings. `kept_apart` are the groups that the seating separates. `lots_number` is
    the seed of the draw between tied players. `team_best` is how many members count for a team; null means all."""

    name: Annotated[str, Field(max_length=100), Filled]
    place: Annotated[str, Field(max_length=100)]
    starts_on: Day | None
    is_public: bool
    rules_frozen: bool
    archived_at: Moment | None
    kept_apart: Annotated[list[Annotated[str, word(*KINDS)]], Field(max_length=len(KINDS))] | None
    is_club_night: NotRequired[bool]
    is_on_paper: NotRequired[bool]
    cut_places: NotRequired[Count]
    announced_cuts: NotRequired[AnnouncedCuts]
    colour: NotRequired[Annotated[str, word(*Colour.values)]]
    time_zone: NotRequired[Annotated[str, Field(max_length=50), Checked(_check_time_zone, {})]]
    breaks: NotRequired[Annotated[str, Field(max_length=LONGEST_BREAKS), Checked(_check_breaks, {})]]
    tie_breaks: NotRequired[Annotated[list[Annotated[str, word(*TieBreak)]], Field(max_length=len(TieBreak))]]
    lots_number: NotRequired[LargeCount]
    final_seats: NotRequired[FinalSeats]
    own_penalties: NotRequired[Annotated[str, Field(max_length=LONGEST_OWN), Checked(_check_own_penalties, {})]]
    team_best: NotRequired[Number | None]
    team_best_of: NotRequired[Annotated[str, word(*TeamBestOf.values)]]
    team_chombo: NotRequired[bool]
    languages: NotRequired[Annotated[list[Language], Field(max_length=MOST_LANGUAGES)]]
    sit_out: Annotated[str, word(*SitOut.values)]
    sit_out_points: Exact


class TournamentRecord(PublicTournamentRecord):
    """A tournament's name, date and settings, with the visibility of its rounds (`shown`)."""

    shown: ShownRecord


class TermsRecord(TypedDict):
    """Settings of the public entry form. `freed_places` says who gets the place of a player who cancels."""

    is_on: bool
    opens_on: Day | None
    closes_on: Day | None
    limit: Count | None
    is_moderated: bool
    sends_mail: NotRequired[bool]
    freed_places: NotRequired[Annotated[str, word(*FreedPlaces.values)]]


class AnnouncementRecord(TypedDict):
    """The public announcement of the event, without its picture."""

    text: Annotated[str, Field(max_length=10_000)]
    programme: Annotated[str, Field(max_length=5_000)]
    address: Annotated[str, Field(max_length=200)]
    map_link: Annotated[str, Field(max_length=500), Checked(_check_map_link, {"pattern": MAP_LINK})]
    fee: Annotated[str, Field(max_length=100)]
    payment: Annotated[str, Field(max_length=1_000)]
    pay_until: Day | None
    contact: Annotated[str, Field(max_length=200)]
    reply_to: NotRequired[Annotated[str, Field(max_length=254), Checked(_check_mail_address, {})]]
    is_published: bool


class VisibilityRecord(ShownRecord):
    """The visibility of one round, if it differs from the tournament's setting."""

    round: NumberToCome


class PlannedStartRecord(TypedDict):
    """The planned start of a round."""

    round: Number
    starts_at: Moment


def tournament_record(shape: type[Shape], whole: WholeTournament) -> Shape:
    tournament = whole.tournament
    others = {"rules_frozen": tournament.rules is not None, "cut_places": places_of_first(tournament)}
    return record_of(shape, tournament, shown=_shown_record(tournament), **others)


def terms_record(whole: WholeTournament) -> TermsRecord | None:
    """Return the record of the entry terms; None if there are none."""
    return record_of(TermsRecord, whole.terms) if whole.terms else None


def announcement_record(whole: WholeTournament) -> AnnouncementRecord | None:
    return record_of(AnnouncementRecord, whole.announcement) if whole.announcement else None


def visibility_record(visibility: RoundVisibility) -> VisibilityRecord:
    return {"round": visibility.number, **_shown_record(visibility)}


def planned_start_record(planned: PlannedStart) -> PlannedStartRecord:
    return record_of(PlannedStartRecord, planned, round=planned.number)


def read_ruleset(data: Json) -> Ruleset:
    """Parse the rules of a document. Raises `BadDocument`."""
    try:
        return ruleset_from_json(data, RULESETS)
    except Refused as refused:
        raise BadDocument("ruleset", refusal_words(refused)) from None


def check_terms(terms: TermsRecord | None) -> None:
    # ISO dates compare like the days they stand for.
    if terms and terms["opens_on"] and terms["closes_on"] and terms["opens_on"] > terms["closes_on"]:
        raise BadDocument("terms.closes_on", gettext_lazy("The last day of entry is before the first day."))


def check_tables(tables: list[int], scope: DocumentScope) -> None:
    for place, number in placed("tables", tables):
        check_new(place, number, scope.tables)


def check_each_round_once(where: str, records: "list[VisibilityRecord] | list[PlannedStartRecord]") -> None:
    numbers: set[int] = set()
    for place, record in placed(where, records):
        check_new(f"{place}.round", record["round"], numbers)


def tournament_row(record: TournamentRecord, rules: Ruleset, version: int) -> Tournament:
    """Return the unsaved row of a document's tournament, without a slug."""
    data = ruleset_to_json(rules)
    return row_of(
        Tournament,
        record,
        ruleset_key=rules.key,
        rule_changes={field: data[field] for field in changed_fields(rules)},
        rules=data if record["rules_frozen"] else None,
        version=version,
        announced_cuts=announced_in(record),
        **_shown_columns(record["shown"]),
    )


def make_tables(numbers: list[int], imported: ImportedRows) -> None:
    new = [number for number in numbers if number not in imported.ids[Table]]
    tables = create_in_batches(Table(tournament=imported.tournament, number=number) for number in new)
    imported.ids[Table] |= {table.number: table.pk for table in tables}


def make_terms(record: TermsRecord | None, imported: ImportedRows) -> None:
    if record is not None:
        create_in_batches([row_of(EntryTerms, record, tournament=imported.tournament)])


def make_announcement(record: AnnouncementRecord | None, imported: ImportedRows) -> None:
    if record is not None:
        create_in_batches([row_of(Announcement, record, tournament=imported.tournament)])


def make_visibilities(records: list[VisibilityRecord], imported: ImportedRows) -> None:
    create_in_batches(
        RoundVisibility(tournament=imported.tournament, number=record["round"], **_shown_columns(record))
        for record in records
    )


def make_planned_starts(records: list[PlannedStartRecord], imported: ImportedRows) -> None:
    create_in_batches(
        row_of(PlannedStart, record, tournament=imported.tournament, number=record["round"]) for record in records
    )


def _shown_record(row: ShownTo) -> ShownRecord:
    return {"players": row.shown_to_players, "hall": row.shown_in_hall, "everyone": row.shown_to_everyone}


def _shown_columns(record: ShownRecord) -> dict[str, Any]:
    return {
        "shown_to_players": record["players"],
        "shown_in_hall": record["hall"],
        "shown_to_everyone": record["everyone"],
    }
