"""Decisions of organizers and referees that do not belong to one hanchan: cuts, departures and penalties."""

from fractions import Fraction
from typing import Annotated, NotRequired

from django.utils.translation import gettext_lazy
from pydantic import Field
from typing_extensions import TypedDict

from tournament.archive.tenbo.columns import ImportedRows, Shape, create_in_batches
from tournament.archive.tenbo.finals import Part
from tournament.archive.tenbo.scope import DocumentScope, check_counted, check_new, placed
from tournament.archive.tenbo.values import (
    BadDocument,
    Count,
    Entries,
    EntryNumber,
    Exact,
    LogNumber,
    Number,
    word,
)
from tournament.archive.tenbo.whole import WholeTournament
from tournament.core.limits import MOST_CUTS, MOST_CUTS_MADE
from tournament.core.words.limits import with_limit
from tournament.models import Cut, Departure, Entry, Penalty, TeamPenalty
from tournament.models.table.penalty import Offence

Rule = Annotated[str, Field(max_length=60)]


class PublicCutRecord(TypedDict):
    """A cut: after this round only the finalists compete for the first places. `carried` is the share of each total
    that is carried over."""

    after_round: Number
    carried: Part
    finalists: Entries[EntryNumber]


class CutRecord(PublicCutRecord):
    """A cut, with the log entries of its decision, of a later change of finalists, and of its withdrawal."""

    decided_by: LogNumber
    changed_by: NotRequired[LogNumber | None]
    taken_back_by: LogNumber | None


class PublicDepartureRecord(TypedDict):
    """The departure of a player, who does not play in `from_round` or any later round."""

    entry: EntryNumber
    kind: Annotated[str, word(*Departure.Kind.values)]
    from_round: Number


class DepartureRecord(PublicDepartureRecord):
    """A departure, with the log entries of its decision and withdrawal."""

    decided_by: LogNumber
    taken_back_by: LogNumber | None


class PublicPenaltyRecord(TypedDict):
    """A penalty for a player: points taken off the total, extra minutes, or a warning."""

    entry: EntryNumber
    offence: Annotated[str, word(*Offence.values)]
    points: Exact
    minutes: Count | None
    round: Count | None
    rule: Rule


class PenaltyRecord(PublicPenaltyRecord):
    """A penalty, with the log entries of its decision and withdrawal."""

    given_by: LogNumber
    taken_back_by: LogNumber | None


class PublicTeamPenaltyRecord(TypedDict):
    """A penalty for a team: points taken off the team's total, or a warning. `team` is a position in the list `teams`,
    from 1."""

    team: Number
    offence: Annotated[str, word(*Offence.values)]
    points: Exact
    round: Count | None
    rule: Rule


class TeamPenaltyRecord(PublicTeamPenaltyRecord):
    """A penalty for a team, with the log entries of its decision and withdrawal."""

    given_by: LogNumber
    taken_back_by: LogNumber | None


def cut_record(shape: type[Shape], cut: Cut, whole: WholeTournament) -> Shape:
    finalists = whole.finalists_of.get(cut.pk, [])
    return whole.record(shape, cut, "decided_by", "changed_by", "taken_back_by", finalists=finalists)


def departure_record(shape: type[Shape], departure: Departure, whole: WholeTournament) -> Shape:
    return whole.record(shape, departure, "entry", "decided_by", "taken_back_by")


def penalty_record(shape: type[Shape], penalty: Penalty, whole: WholeTournament) -> Shape:
    return whole.record(shape, penalty, "entry", "given_by", "taken_back_by")


def team_penalty_record(shape: type[Shape], penalty: TeamPenalty, whole: WholeTournament) -> Shape:
    return whole.record(shape, penalty, "team", "given_by", "taken_back_by")


def check_cuts(cuts: list[CutRecord], scope: DocumentScope) -> None:
    after: set[int] = set()
    if len(cuts) > MOST_CUTS_MADE:
        too_many = gettext_lazy(
            "An event can have at most %(most)s cuts, including those that were undone. Nothing was saved."
        )
        raise BadDocument("cuts", with_limit(too_many, MOST_CUTS_MADE))
    for place, cut in placed("cuts", cuts):
        scope.check_list(f"{place}.finalists", cut["finalists"])
        scope.check_logged(place, {"changed_by": None, **cut}, "decided_by", "changed_by", "taken_back_by")
        if cut["taken_back_by"] is None:
            check_new(f"{place}.after_round", cut["after_round"], after)
            if len(after) > MOST_CUTS:
                raise BadDocument(
                    place,
                    with_limit(gettext_lazy("An event can have at most %(most)s cuts. Nothing was saved."), MOST_CUTS),
                )


def check_departures(departures: list[DepartureRecord], scope: DocumentScope) -> None:
    gone: set[int] = set()
    for place, departure in placed("departures", departures):
        scope.check_entry(f"{place}.entry", departure["entry"])
        scope.check_logged(place, departure, "decided_by", "taken_back_by")
        if departure["taken_back_by"] is None:
            check_new(f"{place}.entry", departure["entry"], gone)


def check_penalties(penalties: list[PenaltyRecord], scope: DocumentScope) -> None:
    for place, penalty in placed("penalties", penalties):
        scope.check_entry(f"{place}.entry", penalty["entry"])
        scope.check_logged(place, penalty, "given_by", "taken_back_by")
        if Fraction(penalty["points"]) < 0:
            raise BadDocument(
                f"{place}.points",
                gettext_lazy("Write the points of a penalty without + or −: they are always taken off."),
            )


def check_team_penalties(penalties: list[TeamPenaltyRecord], scope: DocumentScope, teams: int) -> None:
    for place, penalty in placed("team_penalties", penalties):
        check_counted(f"{place}.team", penalty["team"], teams)
        scope.check_logged(place, penalty, "given_by", "taken_back_by")
        if Fraction(penalty["points"]) < 0:
            raise BadDocument(
                f"{place}.points",
                gettext_lazy("Write the points of a penalty without + or −: they are always taken off."),
            )


def make_cuts(records: list[CutRecord], imported: ImportedRows) -> None:
    for record in records:
        with_change = {"changed_by": None, **record}
        references = ("decided_by", "changed_by", "taken_back_by")
        cut = imported.row(Cut, with_change, *references, tournament=imported.tournament)
        create_in_batches([cut])
        create_in_batches(
            Cut.finalists.through(cut_id=cut.pk, entry_id=imported.ids[Entry][number]) for number in record["finalists"]
        )


def make_departures(records: list[DepartureRecord], imported: ImportedRows) -> None:
    create_in_batches(imported.row(Departure, record, "entry", "decided_by", "taken_back_by") for record in records)


def make_penalties(records: list[PenaltyRecord], imported: ImportedRows) -> None:
    rows = create_in_batches(imported.row(Penalty, record, "entry", "given_by", "taken_back_by") for record in records)
    imported.ids[Penalty] |= {place: row.pk for place, row in enumerate(rows, start=1)}


def make_team_penalties(records: list[TeamPenaltyRecord], imported: ImportedRows) -> None:
    create_in_batches(imported.row(TeamPenalty, record, "team", "given_by", "taken_back_by") for record in records)
