"""All rows of a tournament that go into the document, read as one consistent snapshot."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import Model, Prefetch

from scoring.rules import Ruleset
from tournament.archive.tenbo.columns import Shape, record_of
from tournament.models import (
    Announcement,
    Appeal,
    Call,
    Cut,
    Departure,
    Entry,
    EntryTerms,
    Hanchan,
    Hand,
    LogEntry,
    MailWording,
    PaperResult,
    Penalty,
    PlannedStart,
    PlayerTeam,
    Round,
    RoundVisibility,
    Seat,
    SeatingPlan,
    Signature,
    SignedSheet,
    Substitution,
    TeamPenalty,
    TeamSeat,
    Tournament,
)
from tournament.people.queries.enter import terms_of

TRIES = 4
"""How often a tournament is read before it is locked, because somebody wrote to it during the earlier attempts."""


@dataclass(frozen=True, kw_only=True)
class WholeTournament:
    """All rows of a tournament that are facts, not derived, as one consistent snapshot."""

    tournament: Tournament
    teams: list[PlayerTeam]
    entries: list[Entry]
    tables: list[int]
    rounds: list[Round]
    hanchans: list[Hanchan]
    plans: list[SeatingPlan]
    terms: EntryTerms | None
    announcement: Announcement | None
    mail_wordings: list[MailWording]
    team_seats: list[TeamSeat]
    cuts: list[Cut]
    departures: list[Departure]
    penalties: list[Penalty]
    team_penalties: list[TeamPenalty]
    calls: list[Call]
    appeals: list[Appeal]
    visibilities: list[RoundVisibility]
    planned_starts: list[PlannedStart]
    log: list[LogEntry]

    @cached_property
    def rules(self) -> Ruleset:
        return self.tournament.ruleset

    @cached_property
    def numbers(self) -> dict[type[Model], dict[int | None, Any]]:
        """The ids in the document, by model and by the ids of rows here. Teams, hanchans, penalties and calls are
        numbered from 1."""
        return {
            Entry: {None: None} | {entry.pk: entry.number for entry in self.entries},
            PlayerTeam: _places(self.teams),
            LogEntry: {None: None} | {entry.pk: entry.number for entry in self.log},
            Hanchan: _places(self.hanchans),
            Penalty: _places(self.penalties),
            Call: _places(self.calls),
        }

    def record(self, shape: type[Shape], row: Model, *references: str, **others: Any) -> Shape:
        """Build a record like `record_of`; `references` are its keys that refer to other rows of the document."""
        for key in references:
            column: Any = row._meta.get_field(key)
            others[key] = self.numbers[column.related_model][getattr(row, column.attname)]
        return record_of(shape, row, **others)


def _places(rows: Sequence[Model]) -> dict[int | None, int | None]:
    return {None: None} | {row.pk: place for place, row in enumerate(rows, start=1)}


def whole_tournament(tournament_id: int) -> WholeTournament:
    """Read a consistent snapshot of a tournament, in several queries. Raises `Tournament.DoesNotExist`.

    Every write raises the version, so if the version is the same before and after, nothing was written between them."""
    for _try in range(TRIES):
        whole = _read(Tournament.objects.get(pk=tournament_id))
        version = Tournament.objects.values_list("version", flat=True).get(pk=tournament_id)
        if version == whole.tournament.version:
            return whole
    with transaction.atomic():
        return _read(Tournament.objects.select_for_update().get(pk=tournament_id))


def _read(tournament: Tournament) -> WholeTournament:
    hanchans = (
        Hanchan.objects.filter(round__tournament=tournament)
        .select_related("round", "table")
        .prefetch_related(
            Prefetch("seats", Seat.objects.select_related("entry__player").order_by("seat")),
            Prefetch("hands", Hand.objects.order_by("pk")),
            Prefetch("paper_results", PaperResult.objects.order_by("pk")),
            Prefetch("signatures", Signature.objects.order_by("pk")),
            Prefetch("substitutions", Substitution.objects.order_by("pk")),
            Prefetch("sheets", SignedSheet.objects.order_by("pk").prefetch_related("lines")),
        )
        .order_by("round__number", "table__number", "pk")
    )
    return WholeTournament(
        tournament=tournament,
        teams=list(tournament.player_teams.order_by("pk")),
        entries=list(tournament.entries.select_related("player").order_by("number")),
        tables=list(tournament.tables.order_by("number").values_list("number", flat=True)),
        rounds=list(tournament.rounds.select_related("clock").prefetch_related("resting").order_by("number")),
        hanchans=list(hanchans),
        terms=terms_of(tournament),
        announcement=Announcement.objects.filter(tournament=tournament).first(),
        mail_wordings=list(tournament.mail_wordings.order_by("kind", "language")),
        team_seats=list(tournament.team_seats.order_by("round", "table", "seat")),
        cuts=list(tournament.cuts.prefetch_related("finalists").order_by("pk")),
        departures=list(Departure.objects.filter(entry__tournament=tournament).order_by("pk")),
        penalties=list(Penalty.objects.filter(entry__tournament=tournament).order_by("pk")),
        team_penalties=list(TeamPenalty.objects.filter(team__tournament=tournament).order_by("pk")),
        calls=list(Call.objects.filter(table__tournament=tournament).select_related("table").order_by("pk")),
        appeals=list(tournament.appeals.order_by("pk")),
        visibilities=list(tournament.round_visibilities.order_by("number")),
        planned_starts=list(tournament.planned_starts.order_by("number")),
        plans=list(tournament.plans.order_by("pk")),
        log=list(tournament.log.order_by("number")),
    )
