"""The document for a federation: the public document, and in addition full names, member numbers, and the days of
publication."""

from typing import Annotated, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from tournament.archive.tenbo import about, decisions, people, rounds, seating
from tournament.archive.tenbo.document import FORMAT, public_document
from tournament.archive.tenbo.values import Day, Name, Number, RulesetJson
from tournament.archive.tenbo.whole import whole_tournament
from tournament.core.queries.contacts import conceal
from tournament.core.queries.visibility import EVERYTHING
from tournament.models import Entry, EntryStatus, Tournament
from tournament.standings.publication import Publication


class FederationEntryRecord(TypedDict):
    """A player with names and federation numbers. `name` is empty if the person was removed."""

    number: Number
    name: Name
    last_name: Name
    legal_name: Name
    country: Annotated[str, Field(max_length=3)]
    club: Name
    team: Name
    ema_number: Annotated[str, Field(max_length=8)]
    ara_number: Annotated[str, Field(max_length=20)]
    riichi_canada_number: Annotated[str, Field(max_length=20)]


class PublishedRecord(TypedDict):
    """The day on which rules and format became public (null if they are not), and the days on which they changed."""

    since: Day | None
    changed_on: list[Day]


class FederationDocument(TypedDict):
    """The document for a federation: current results with full names, and nothing withheld."""

    format: str
    form: str
    tournament: about.PublicTournamentRecord
    published: PublishedRecord
    ruleset: RulesetJson
    teams: NotRequired[list[people.TeamRecord]]
    entries: list[FederationEntryRecord]
    tables: list[int]
    plans: list[seating.PublicPlanRecord]
    cuts: list[decisions.PublicCutRecord]
    departures: list[decisions.PublicDepartureRecord]
    penalties: list[decisions.PublicPenaltyRecord]
    planned_starts: list[about.PlannedStartRecord]
    rounds: list[rounds.PublicRoundRecord]


def federation_document(
    tournament: Tournament, publication: Publication, *, hidden: frozenset[int]
) -> FederationDocument:
    """Return the document that organizers send to a federation: all data that counts now, without the contacts of the
    `hidden` entries (`core.queries.contacts`)."""
    whole = whole_tournament(tournament.pk, with_history=False)
    conceal(whole.entries, hidden)
    public = public_document(whole, EVERYTHING)
    return {
        "format": FORMAT,
        "form": "federation",
        "tournament": public["tournament"],
        "published": {
            "since": publication.since.isoformat() if publication.since else None,
            "changed_on": [changed.day.isoformat() for changed in publication.changed],
        },
        "ruleset": public["ruleset"],
        "teams": public.get("teams", []),
        "entries": [_entry(entry) for entry in whole.entries if entry.status == EntryStatus.ACCEPTED],
        "tables": public["tables"],
        "plans": public["plans"],
        "cuts": public["cuts"],
        "departures": public["departures"],
        "penalties": public["penalties"],
        "planned_starts": public["planned_starts"],
        "rounds": public["rounds"],
    }


def _entry(entry: Entry) -> FederationEntryRecord:
    player = entry.player
    return {
        "number": entry.number,
        "name": people.stored_name(player),
        "last_name": player.last_name,
        "legal_name": player.legal_name,
        "country": player.country_shown,
        "club": player.club,
        "team": entry.team,
        "ema_number": player.ema_number,
        "ara_number": player.ara_number,
        "riichi_canada_number": player.riichi_canada_number,
    }
