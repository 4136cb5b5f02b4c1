"""A whole tournament as one document, `tenbo/1` (docs/envelope.md). The import reads it back: `forms.envelope`.

Ids are the document's own: an entry's number, a hanchan's place in the document, a log entry's number. What belongs
to this installation alone stays here: accounts, links, keys of submissions.
"""

import datetime
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from django.db import transaction
from django.db.models import Prefetch

from scoring.rules import Ruleset, ruleset_to_json
from tournament.models import (
    Appeal,
    Call,
    Cut,
    Departure,
    Entry,
    EntryStatus,
    EntryTerms,
    Hanchan,
    Hand,
    LogEntry,
    PaperResult,
    Penalty,
    Player,
    Round,
    RoundVisibility,
    Seat,
    SeatingPlan,
    ShownTo,
    Signature,
    SignedSheet,
    Substitution,
    Tournament,
)
from tournament.queries.enter import terms_of
from tournament.queries.game import Game
from tournament.queries.game_data import game_data
from tournament.queries.visibility import Sight

FORMAT = "tenbo/1"

PRIVATE = frozenset({"mail", "email", "phone", "token", "note", "user", "account", "password"})
"""What a log entry may remember and the document never tells, at whatever depth."""

TRIES = 4
"""How often a tournament is read again because somebody wrote to it meanwhile, before writers have to wait."""

Json = dict[str, Any]
Ids = Mapping[Any, int]


@dataclass(frozen=True, kw_only=True)
class WholeTournament:
    """Every row of a tournament that is a fact, as it was at one moment."""

    tournament: Tournament
    entries: list[Entry]
    tables: list[int]
    rounds: list[Round]
    hanchans: list[Hanchan]
    plans: list[SeatingPlan]
    terms: EntryTerms | None
    cuts: list[Cut]
    departures: list[Departure]
    penalties: list[Penalty]
    calls: list[Call]
    appeals: list[Appeal]
    visibilities: list[RoundVisibility]
    log: list[LogEntry]

    @cached_property
    def rules(self) -> Ruleset:
        return self.tournament.ruleset

    @cached_property
    def entry_numbers(self) -> dict[int, int]:
        """Entries' numbers by id."""
        return {entry.pk: entry.number for entry in self.entries}

    @cached_property
    def hanchan_ids(self) -> dict[int, int]:
        """The document's ids of hanchans by ours."""
        return {hanchan.pk: place for place, hanchan in enumerate(self.hanchans, start=1)}

    @cached_property
    def penalty_places(self) -> dict[int | None, int | None]:
        """Penalties' places in the document by id, from 1; None of None. Calls likewise."""
        return {None: None} | {penalty.pk: place for place, penalty in enumerate(self.penalties, start=1)}

    @cached_property
    def call_places(self) -> dict[int | None, int | None]:
        return {None: None} | {call.pk: place for place, call in enumerate(self.calls, start=1)}

    @cached_property
    def log_numbers(self) -> dict[int | None, int | None]:
        """Log entries' numbers by id; None of None."""
        return {None: None} | {entry.pk: entry.number for entry in self.log}


def envelope(tournament: Tournament) -> Json:
    """Everything, for its organizers. A fixed number of queries."""
    whole = whole_tournament(tournament.pk)
    return {
        "format": FORMAT,
        "form": "whole",
        "tournament": _tournament(whole) | {"shown": _shown(whole.tournament)},
        "ruleset": ruleset_to_json(whole.rules),
        "terms": _terms(whole),
        "entries": [_entry(entry) for entry in whole.entries],
        "tables": whole.tables,
        "plans": [_plan(plan, whole) for plan in whole.plans],
        "cuts": [_cut(cut, whole) for cut in whole.cuts],
        "departures": [_departure(departure, whole) for departure in whole.departures],
        "penalties": [_penalty(penalty, whole) for penalty in whole.penalties],
        "calls": [_call(call, whole) for call in whole.calls],
        "appeals": [_appeal(appeal, whole) for appeal in whole.appeals],
        "visibilities": [{"round": one.number} | _shown(one) for one in whole.visibilities],
        "rounds": [_round(round_, whole) for round_ in whole.rounds],
        "log": [_log_entry(entry, whole) for entry in whole.log],
    }


def public_envelope(tournament: Tournament, sight: Sight) -> Json:
    """What counts now and is shown to somebody: no log, no names of accounts, nothing taken back."""
    whole = whole_tournament(tournament.pk)
    return {
        "format": FORMAT,
        "form": "public",
        "tournament": _tournament(whole),
        "ruleset": ruleset_to_json(whole.rules),
        "entries": [_public_entry(entry) for entry in whole.entries if entry.status == EntryStatus.ACCEPTED],
        "tables": whole.tables,
        "plans": [_public_plan(plan) for plan in whole.plans if plan.superseded_by_id is None],
        "cuts": [_public_cut(cut, whole) for cut in whole.cuts if _is_told_cut(cut, sight)],
        "departures": [_public_departure(one, whole) for one in whole.departures if one.taken_back_by_id is None],
        "penalties": [_public_penalty(one, whole) for one in whole.penalties if _is_told(one, sight)],
        "rounds": [_public_round(round_, whole, sight) for round_ in whole.rounds],
    }


def whole_tournament(tournament_id: int) -> WholeTournament:
    """All of it as it was at one moment, although it is read in several queries: every write raises the version,
    so nothing came between when that is the same before and after. Raises `Tournament.DoesNotExist`.
    """
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
        entries=list(tournament.entries.select_related("player").order_by("number")),
        tables=list(tournament.tables.order_by("number").values_list("number", flat=True)),
        rounds=list(tournament.rounds.select_related("clock").prefetch_related("resting").order_by("number")),
        hanchans=list(hanchans),
        terms=terms_of(tournament),
        cuts=list(tournament.cuts.prefetch_related("finalists").order_by("pk")),
        departures=list(Departure.objects.filter(entry__tournament=tournament).order_by("pk")),
        penalties=list(Penalty.objects.filter(entry__tournament=tournament).order_by("pk")),
        calls=list(Call.objects.filter(table__tournament=tournament).select_related("table").order_by("pk")),
        appeals=list(tournament.appeals.order_by("pk")),
        visibilities=list(tournament.round_visibilities.order_by("number")),
        plans=list(tournament.plans.order_by("pk")),
        log=list(tournament.log.order_by("number")),
    )


def translated(kind: str, data: Any, entries: Ids, hanchans: Ids) -> Any:
    """A log entry's data with other ids in the places where its kind has some; None for one that is gone."""
    places = REFERENCES.get(kind, {})
    if not isinstance(data, dict):
        return data
    return {key: places[key](value, entries, hanchans) if key in places else value for key, value in data.items()}


def _one_hanchan(value: Any, entries: Ids, hanchans: Ids) -> Any:
    return _other_id(value, hanchans)


def _many_entries(value: Any, entries: Ids, hanchans: Ids) -> Any:
    return [_other_id(one, entries) for one in value] if isinstance(value, list) else None


def _named_entries(value: Any, entries: Ids, hanchans: Ids) -> Any:
    if not isinstance(value, list):
        return None
    return [one | {"entry": _other_id(one.get("entry"), entries)} if isinstance(one, dict) else None for one in value]


def _other_id(value: Any, ids: Ids) -> int | None:
    return ids.get(value) if type(value) is int else None


Reference = Callable[[Any, Ids, Ids], Any]

REFERENCES: dict[str, dict[str, Reference]] = {
    "round.started": {"sitting_out": _many_entries},
    "seats.swapped": {"before": _named_entries, "after": _named_entries},
    "hand.moved_away": {"to": _one_hanchan},
    "hand.moved_here": {"origin": _one_hanchan},
    "hanchan.restarted": {"cancelled": _one_hanchan},
}
"""Where the log remembers ids: a kind that keeps one belongs here."""


def _tournament(whole: WholeTournament) -> Json:
    tournament = whole.tournament
    return {
        "name": tournament.name,
        "place": tournament.place,
        "starts_on": tournament.starts_on.isoformat() if tournament.starts_on else None,
        "is_public": tournament.is_public,
        "rules_frozen": tournament.rules is not None,
        "archived_at": _moment(tournament.archived_at) if tournament.archived_at else None,
        "kept_apart": tournament.kept_apart,
        "is_club_night": tournament.is_club_night,
        "languages": tournament.languages,
        "sit_out": tournament.sit_out,
        "sit_out_points": tournament.sit_out_points,
    }


def _shown(said: ShownTo) -> Json:
    return {"players": said.shown_to_players, "hall": said.shown_in_hall, "everyone": said.shown_to_everyone}


def _terms(whole: WholeTournament) -> Json | None:
    """How people may enter by themselves; None where nobody said."""
    terms = whole.terms
    if terms is None:
        return None
    return {
        "is_on": terms.is_on,
        "opens_on": terms.opens_on.isoformat() if terms.opens_on else None,
        "closes_on": terms.closes_on.isoformat() if terms.closes_on else None,
        "limit": terms.limit,
        "is_moderated": terms.is_moderated,
    }


def _entry(entry: Entry) -> Json:
    """Without mail, phone and the team's note."""
    player = entry.player
    return {
        "number": entry.number,
        "name": _name(player),
        "country": player.country,
        "country_letters": player.country_letters,
        "club": player.club,
        "ema_number": player.ema_number,
        "status": entry.status,
        "team": entry.team,
        "paid": entry.paid,
        "reserved_table": entry.reserved_table,
        "may_publish": entry.may_publish,
        "checked_in_at": _moment(entry.checked_in_at) if entry.checked_in_at else None,
        "arrived_by_link": entry.arrived_by_link,
        "removed_at": _moment(player.removed_at) if player.removed_at else None,
        "shown_as": player.shown_as,
    }


def _public_entry(entry: Entry) -> Json:
    """Of who did not consent to their name, nothing but the number; of who asked for initials, these."""
    told = entry.is_named
    return {
        "number": entry.number,
        "name": entry.public_name,
        "country": entry.player.country_shown if told else "",
        "club": entry.player.club if told else "",
        "team": entry.team if told else "",
    }


def _public_cut(cut: Cut, whole: WholeTournament) -> Json:
    return {
        "after_round": cut.after_round,
        "carried": cut.carried,
        "finalists": sorted(whole.entry_numbers[entry.pk] for entry in cut.finalists.all()),
    }


def _cut(cut: Cut, whole: WholeTournament) -> Json:
    return _public_cut(cut, whole) | {
        "decided_by": whole.log_numbers[cut.decided_by_id],
        "taken_back_by": whole.log_numbers[cut.taken_back_by_id],
    }


def _public_plan(plan: SeatingPlan) -> Json:
    return {"rounds": plan.rounds, "seed": plan.seed, "hash": plan.hash}


def _plan(plan: SeatingPlan, whole: WholeTournament) -> Json:
    return _public_plan(plan) | {
        "accepted_by": whole.log_numbers[plan.accepted_by_id],
        "superseded_by": whole.log_numbers[plan.superseded_by_id],
    }


def _public_departure(departure: Departure, whole: WholeTournament) -> Json:
    return {
        "entry": whole.entry_numbers[departure.entry_id],
        "kind": departure.kind,
        "from_round": departure.from_round,
    }


def _departure(departure: Departure, whole: WholeTournament) -> Json:
    return _public_departure(departure, whole) | {
        "decided_by": whole.log_numbers[departure.decided_by_id],
        "taken_back_by": whole.log_numbers[departure.taken_back_by_id],
    }


def _is_told(penalty: Penalty, sight: Sight) -> bool:
    """Whether they may read it: warnings are for the team alone."""
    shown = penalty.round is None or sight.shows(penalty.round)
    return shown and penalty.taken_back_by_id is None and not penalty.is_warning


def _is_told_cut(cut: Cut, sight: Sight) -> bool:
    return cut.taken_back_by_id is None and sight.shows_cut(cut.after_round)


def _public_penalty(penalty: Penalty, whole: WholeTournament) -> Json:
    return {
        "entry": whole.entry_numbers[penalty.entry_id],
        "offence": penalty.offence,
        "points": penalty.points,
        "minutes": penalty.minutes,
        "round": penalty.round,
        "rule": penalty.rule,
    }


def _penalty(penalty: Penalty, whole: WholeTournament) -> Json:
    return _public_penalty(penalty, whole) | {
        "given_by": whole.log_numbers[penalty.given_by_id],
        "taken_back_by": whole.log_numbers[penalty.taken_back_by_id],
    }


def _call(call: Call, whole: WholeTournament) -> Json:
    return {
        "table": call.table.number,
        "round": call.round,
        "word": call.word,
        "called_by": whole.log_numbers[call.called_by_id],
        "taken_by": whole.log_numbers[call.taken_by_id],
        "closed_by": whole.log_numbers[call.closed_by_id],
        "was_answered": call.was_answered,
        "situation": call.situation,
        "decision": call.decision,
        "rule": call.rule,
    }


def _appeal(appeal: Appeal, whole: WholeTournament) -> Json:
    return {
        "penalty": whole.penalty_places[appeal.penalty_id],
        "call": whole.call_places[appeal.call_id],
        "appealed_by": appeal.appealed_by,
        "text": appeal.text,
        "made_by": whole.log_numbers[appeal.made_by_id],
        "outcome": appeal.outcome,
        "decision": appeal.decision,
        "replaced_by": whole.penalty_places[appeal.replaced_by_id],
        "decided_by": whole.log_numbers[appeal.decided_by_id],
    }


def _round(round_: Round, whole: WholeTournament) -> Json:
    return {
        "number": round_.number,
        "started_at": _moment(round_.started_at),
        "approved_by": whole.log_numbers[round_.approved_by_id],
        "resting": _resting(round_, whole),
        "released_by": whole.log_numbers[round_.released_by_id],
        "clock": _clock(round_),
        "hanchans": [_hanchan(hanchan, whole) for hanchan in whole.hanchans if hanchan.round_id == round_.pk],
    }


def _resting(round_: Round, whole: WholeTournament) -> list[int]:
    return sorted(whole.entry_numbers[entry.pk] for entry in round_.resting.all())


def _clock(round_: Round) -> Json | None:
    """What was done to it; None for one that nobody touched."""
    clock = getattr(round_, "clock", None)
    if clock is None:
        return None
    return {
        "minutes": clock.minutes,
        "extra_seconds": clock.extra_seconds,
        "started_at": _moment(clock.started_at) if clock.started_at else None,
        "paused_at": _moment(clock.paused_at) if clock.paused_at else None,
        "paused_microseconds": clock.paused_for // datetime.timedelta(microseconds=1),
    }


def _public_round(round_: Round, whole: WholeTournament, sight: Sight) -> Json:
    withheld = sight.withholds(round_.number)
    counted = [h for h in whole.hanchans if h.round_id == round_.pk and h.cancelled_by_id is None]
    return {
        "number": round_.number,
        "started_at": _moment(round_.started_at),
        "resting": _resting(round_, whole),
        "clock": _clock(round_),
        "withheld": withheld.until if withheld else None,
        "hanchans": [_seats_alone(one, whole) if withheld else _public_hanchan(one, whole) for one in counted],
    }


def _hanchan(hanchan: Hanchan, whole: WholeTournament) -> Json:
    game = _game(hanchan, whole)
    counts = game.paper is None and hanchan.cancelled_by_id is None
    others = [hand for hand in hanchan.hands.all() if not counts or hand.superseded_by_id]
    return _seated(hanchan, whole) | {
        "cancelled_by": whole.log_numbers[hanchan.cancelled_by_id],
        "game": _game_data(game) | {"players": _players(game)} if counts else None,
        "recorded": [_recorded(hand) for hand in game.hands] if counts else [],
        "other_hands": [_other_hand(hand, whole) for hand in others],
        "paper": [_paper(paper, whole) for paper in hanchan.paper_results.all()],
        "substitutions": [_substitution(one, whole) for one in hanchan.substitutions.all()],
        "signatures": [_signature(signature, whole) for signature in hanchan.signatures.all()],
        "sheets": [_sheet(sheet, whole) for sheet in hanchan.sheets.all()],
    }


def _public_hanchan(hanchan: Hanchan, whole: WholeTournament) -> Json:
    game = _game(hanchan, whole)
    return _seated(hanchan, whole) | {
        "game": None if game.paper else _game_data(game),
        "paper": _points(game.paper) if game.paper else None,
        "substitutions": [
            _public_substitution(one, whole) for one in hanchan.substitutions.all() if one.taken_back_by_id is None
        ],
        "sheet": _lines(game.sheet, whole) if game.sheet else None,
    }


def _seats_alone(hanchan: Hanchan, whole: WholeTournament) -> Json:
    """Of a withheld round: when time was up tells how many hands there were."""
    unknown: Json = {"time": None, "game": None, "paper": None, "substitutions": [], "sheet": None}
    return _seated(hanchan, whole) | unknown


def _seated(hanchan: Hanchan, whole: WholeTournament) -> Json:
    return {
        "id": whole.hanchan_ids[hanchan.pk],
        "table": hanchan.table.number,
        "seats": [seat.entry.number for seat in hanchan.seats.all()],
        "extra_seconds": hanchan.extra_seconds,
        "time": _time(hanchan),
    }


def _time(hanchan: Hanchan) -> Json | None:
    if hanchan.time_called_at is None:
        return None
    return {
        "called_at": _moment(hanchan.time_called_at),
        "after": hanchan.time_called_after,
        "in_progress": hanchan.time_hand_in_progress,
    }


def _game(hanchan: Hanchan, whole: WholeTournament) -> Game:
    """The game of a hanchan that was loaded with all that was ever said of it."""
    return Game(
        hanchan=hanchan,
        rules=whole.rules,
        seats=tuple(hanchan.seats.all()),
        hands=tuple(sorted(_current(hanchan.hands.all()), key=lambda hand: hand.number)),
        paper=next(_current(paper for paper in hanchan.paper_results.all() if not paper.is_second), None),
        signatures=(),
        sheet=next((sheet for sheet in hanchan.sheets.all() if sheet.withdrawn_by_id is None), None),
    )


def _game_data(game: Game) -> Json:
    """With its rules in full: a rulebook's key may mean other rules where the document is read."""
    data = game_data(game)
    hands = [_ordered(outcome) for outcome in data["hands"]]
    return data | {"ruleset": ruleset_to_json(game.rules), "hands": hands}


def _players(game: Game) -> list[str]:
    """The names as they are: only the public form leaves out those of people who did not consent."""
    return [_name(seat.entry.player) for seat in game.seats]


def _name(player: Player) -> str:
    """As it is kept: empty for somebody who was removed, whatever the reader's language calls them."""
    return "" if player.removed_at else player.name


def _recorded(hand: Hand) -> Json:
    """What a hand that counts needs besides its outcome: the rules give its points."""
    return {
        "round_wind": hand.round_wind,
        "dealer": hand.dealer,
        "by": hand.recorded_as,
        "at": _moment(hand.recorded_at),
    }


def _other_hand(hand: Hand, whole: WholeTournament) -> Json:
    return _recorded(hand) | {
        "number": hand.number,
        "outcome": _ordered(hand.outcome),
        "honba": hand.honba,
        "deltas": list(hand.deltas),
        "superseded_by": whole.log_numbers[hand.superseded_by_id],
    }


def _points(paper: PaperResult) -> Json:
    return {"points": list(paper.points), "riichi_sticks": paper.riichi_sticks, "chombo": paper.chombo}


def _paper(paper: PaperResult, whole: WholeTournament) -> Json:
    return _points(paper) | {
        "is_second": paper.is_second,
        "by": paper.recorded_as,
        "at": _moment(paper.recorded_at),
        "superseded_by": whole.log_numbers[paper.superseded_by_id],
    }


def _public_substitution(substitution: Substitution, whole: WholeTournament) -> Json:
    return {
        "entry": whole.entry_numbers[substitution.entry_id],
        "name": substitution.name,
        "after_hand": substitution.after_hand,
    }


def _substitution(substitution: Substitution, whole: WholeTournament) -> Json:
    return _public_substitution(substitution, whole) | {
        "said_by": whole.log_numbers[substitution.said_by_id],
        "taken_back_by": whole.log_numbers[substitution.taken_back_by_id],
    }


def _signature(signature: Signature, whole: WholeTournament) -> Json:
    return {
        "seat": signature.seat,
        "by": signature.signed_as,
        "at": _moment(signature.at),
        "withdrawn_by": whole.log_numbers[signature.withdrawn_by_id],
    }


def _sheet(sheet: SignedSheet, whole: WholeTournament) -> Json:
    return _lines(sheet, whole) | {
        "method": sheet.method,
        "by": sheet.signed_as,
        "at": _moment(sheet.signed_at),
        "withdrawn_by": whole.log_numbers[sheet.withdrawn_by_id],
    }


def _lines(sheet: SignedSheet, whole: WholeTournament) -> Json:
    return {
        "riichi_sticks": sheet.riichi_sticks,
        "lines": [
            {
                "seat": line.seat,
                "entry": whole.entry_numbers[line.entry_id],
                "points": line.points,
                "place": line.place,
                "uma": line.uma,
                "score": line.score,
                "penalty": line.penalty,
                "substitute": line.substitute,
            }
            for line in sorted(sheet.lines.all(), key=lambda line: line.seat)
        ],
    }


def _log_entry(entry: LogEntry, whole: WholeTournament) -> Json:
    return {
        "number": entry.number,
        "at": _moment(entry.at),
        "by": entry.actor,
        "kind": entry.kind,
        "hanchan": whole.hanchan_ids[entry.hanchan_id] if entry.hanchan_id else None,
        "data": _ordered(translated(entry.kind, entry.data, whole.entry_numbers, whole.hanchan_ids)),
        "reason": entry.reason,
    }


def _ordered(value: Any) -> Any:
    """A JSON column as every database gives it back: PostgreSQL puts keys in an order of its own."""
    if isinstance(value, dict):
        return {key: _ordered(value[key]) for key in sorted(value) if key not in PRIVATE}
    return [_ordered(one) for one in value] if isinstance(value, list) else value


def _current(rows: Iterable[Any]) -> Any:
    return (row for row in rows if row.superseded_by_id is None)


def _moment(at: datetime.datetime) -> str:
    """UTC, to the microsecond: 2026-05-01T09:30:00.000000Z."""
    return at.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")
