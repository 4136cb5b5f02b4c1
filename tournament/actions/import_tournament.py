"""Make a tournament of a document, as it was where the document comes from."""

import datetime
import zlib
from collections.abc import Iterator
from itertools import chain
from typing import Any
from uuid import UUID, uuid4

from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.game_format import outcome_from_json
from scoring.hanchan import replay
from scoring.presets import RULESETS
from scoring.rules import Ruleset, ruleset_from_json, ruleset_to_json
from tournament.actions.create_tournament import MayNotCreate
from tournament.actions.errors import NotDone
from tournament.actions.journal import actor_name
from tournament.actions.slugs import free_slug, slug_of
from tournament.forms.document import MOMENT, BadDocument, moment
from tournament.forms.envelope import Document, read_envelope
from tournament.forms.envelope.difference import first_difference
from tournament.models import (
    Appeal,
    Call,
    Cut,
    Departure,
    Entry,
    EntryTerms,
    Hanchan,
    Hand,
    Import,
    LogEntry,
    Membership,
    PaperResult,
    Penalty,
    Player,
    Role,
    Round,
    RoundClock,
    RoundVisibility,
    Seat,
    SeatingPlan,
    SheetLine,
    ShownAs,
    Signature,
    SignedBy,
    SignedSheet,
    Substitution,
    Table,
    Tournament,
    Upload,
    Visitor,
)
from tournament.queries.differences import differences_in
from tournament.queries.envelope import envelope
from tournament.queries.envelope.log import translated
from tournament.queries.rules import changed_fields

UPLOAD_LASTS = datetime.timedelta(days=1)
AT_ONCE = 500
"""Rows in one statement."""

Json = dict[str, Any]


class UploadGone(NotDone):
    """It was replaced by another, or is too old."""

    message = gettext_lazy("This file is not here any more. Choose it again.")


def keep_upload(content: bytes, *, by: Visitor) -> UUID:
    """Keep a document that was read, until its tournament is made or another is uploaded. Returns its key."""
    if not by.may_create_tournaments or by.account is None:
        raise MayNotCreate
    now = timezone.now()
    Upload.objects.filter(at__lt=now - UPLOAD_LASTS).delete()
    kept = {"key": uuid4(), "content": zlib.compress(content), "at": now}
    upload, _is_new = Upload.objects.update_or_create(user=by.account, defaults=kept)
    return upload.key


def import_upload(*, key: UUID, by: Visitor) -> Tournament:
    """Make a tournament of an upload. The same one again returns the tournament it made.

    Raises `UploadGone`, `BadDocument` and `MayNotCreate`.
    """
    repeated = Import.objects.select_related("tournament").filter(key=key, user=by.account).first()
    if repeated is not None:
        return repeated.tournament
    upload = Upload.objects.filter(key=key, user=by.account).first()
    if upload is None:
        raise UploadGone
    made = import_tournament(document=read_envelope(zlib.decompress(upload.content)), key=key, by=by)
    upload.delete()
    return made


def import_tournament(*, document: Document, key: UUID, by: Visitor) -> Tournament:
    """The tournament of a document, with whoever imports it as its owner; all of it or nothing.

    Its log is the document's: that it was imported is kept beside it. Raises `BadDocument` where the document
    contradicts itself, `NotDone` where somebody did the same at the same moment, and `MayNotCreate`.
    """
    if not by.may_create_tournaments or by.account is None:
        raise MayNotCreate
    try:
        with transaction.atomic():
            tournament = _Writer(document).write()
            Membership.objects.create(tournament=tournament, user=by.account, role=Role.OWNER)
            Import.objects.create(
                tournament=tournament,
                user=by.account,
                actor=actor_name(by),
                key=key,
                log_until=tournament.version,
                at=timezone.now(),
            )
            _check(tournament, document)
            return tournament
    except IntegrityError:
        raise NotDone(_("Somebody opened a tournament at the same moment. Try again.")) from None


def _check(tournament: Tournament, document: Document) -> None:
    """Refuse what would be lost, and what the tournament's own facts contradict."""
    lost = first_difference(document, envelope(tournament))
    if lost is not None:
        raise BadDocument(lost, gettext_lazy("The rest of the document says otherwise."))
    for line in differences_in(tournament):
        raise BadDocument("", _("The document contradicts itself: %(difference)s.") % {"difference": line})


class _Writer:
    """Writes a document's rows, each kind at once; the document's ids lead to ours."""

    def __init__(self, document: Document) -> None:
        self.document = document
        self.rules: Ruleset = ruleset_from_json(document["ruleset"], RULESETS)
        self.entries: dict[int, int] = {}
        self.hanchans: dict[int, int] = {}
        self.log: dict[int | None, Any] = {None: None}

    def write(self) -> Tournament:
        self.tournament = self._tournament()
        self._people()
        RoundVisibility.objects.bulk_create(
            RoundVisibility(tournament=self.tournament, number=said["round"], **_shown(said))
            for said in self.document["visibilities"]
        )
        tables = Table.objects.bulk_create(
            Table(tournament=self.tournament, number=number) for number in self.document["tables"]
        )
        self.tables = {table.number: table for table in tables}
        # A hanchan needs the entry that cancelled it, and that entry the hanchan.
        early = {hanchan["cancelled_by"] for hanchan in self._said_hanchans()}
        early |= {round_[by] for round_ in self.document["rounds"] for by in ("approved_by", "released_by")}
        early.discard(None)
        self._log(entry for entry in self.document["log"] if entry["number"] in early)
        self._hanchans()
        self._log(entry for entry in self.document["log"] if entry["number"] not in early)
        self._rewrite_log(early)
        self._plans()
        self._seats_and_hands()
        self._papers_and_sheets()
        self._decisions()
        return self.tournament

    def _tournament(self) -> Tournament:
        about = self.document["tournament"]
        data = ruleset_to_json(self.rules)
        wanted = slug_of(about["name"], otherwise="tournament")
        return Tournament.objects.create(
            name=about["name"],
            slug=free_slug(wanted, lambda slug: Tournament.objects.filter(slug=slug).exists()),
            place=about["place"],
            starts_on=_day(about["starts_on"]),
            is_public=about["is_public"],
            is_club_night=about.get("is_club_night", False),
            languages=about.get("languages", []),
            ruleset_key=self.rules.key,
            rule_changes={field: data[field] for field in changed_fields(self.rules)},
            rules=data if about["rules_frozen"] else None,
            version=len(self.document["log"]),
            archived_at=moment(about["archived_at"] or ""),
            **{name: about[name] for name in ("kept_apart", "sit_out", "sit_out_points")},
            **_shown(about["shown"]),
        )

    def _people(self) -> None:
        said = self.document["entries"]
        person = ("name", "country", "country_letters", "club", "ema_number")
        place = ("number", "status", "team", "paid", "reserved_table", "may_publish")
        players = Player.objects.bulk_create(
            (
                Player(
                    removed_at=moment(entry.get("removed_at") or ""),
                    shown_as=entry.get("shown_as", ShownAs.NAME),
                    **{name: entry[name] for name in person},
                )
                for entry in said
            ),
            AT_ONCE,
        )
        entries = Entry.objects.bulk_create(
            (
                Entry(
                    tournament=self.tournament,
                    player=player,
                    checked_in_at=moment(entry["checked_in_at"] or ""),
                    arrived_by_link=entry.get("arrived_by_link", False),
                    **{name: entry[name] for name in place},
                )
                for player, entry in zip(players, said, strict=True)
            ),
            AT_ONCE,
        )
        terms = self.document["terms"]
        if terms is not None:
            days = {name: _day(terms[name]) for name in ("opens_on", "closes_on")}
            EntryTerms.objects.create(tournament=self.tournament, **(terms | days))
        self.entries = {entry.number: entry.pk for entry in entries}

    def _said_hanchans(self) -> Iterator[Json]:
        return chain.from_iterable(round_["hanchans"] for round_ in self.document["rounds"])

    def _hanchans(self) -> None:
        rounds = Round.objects.bulk_create(
            Round(
                tournament=self.tournament,
                number=said["number"],
                started_at=_at(said["started_at"]),
                approved_by_id=self.log[said["approved_by"]],
                released_by_id=self.log[said["released_by"]],
            )
            for said in self.document["rounds"]
        )
        for round_, said in zip(rounds, self.document["rounds"], strict=True):
            round_.resting.set([self.entries[number] for number in said["resting"]])
        RoundClock.objects.bulk_create(
            _clock(round_, said["clock"])
            for round_, said in zip(rounds, self.document["rounds"], strict=True)
            if said["clock"] is not None
        )
        rows = Hanchan.objects.bulk_create(
            (
                self._hanchan(round_, hanchan)
                for round_, said in zip(rounds, self.document["rounds"], strict=True)
                for hanchan in said["hanchans"]
            ),
            AT_ONCE,
        )
        self.hanchans = {said["id"]: row.pk for said, row in zip(self._said_hanchans(), rows, strict=True)}

    def _hanchan(self, round_: Round, said: Json) -> Hanchan:
        time = said["time"] or {"called_at": "", "after": None, "in_progress": None}
        return Hanchan(
            round=round_,
            table=self.tables[said["table"]],
            extra_seconds=said["extra_seconds"],
            time_called_at=moment(time["called_at"]),
            time_called_after=time["after"],
            time_hand_in_progress=time["in_progress"],
            cancelled_by_id=self.log[said["cancelled_by"]],
        )

    def _log(self, entries: Iterator[Json]) -> None:
        rows = LogEntry.objects.bulk_create((self._log_entry(said) for said in entries), AT_ONCE)
        self.log |= {row.number: row.pk for row in rows}

    def _log_entry(self, said: Json) -> LogEntry:
        return LogEntry(
            tournament=self.tournament,
            number=said["number"],
            at=_at(said["at"]),
            actor=said["by"],
            kind=said["kind"],
            hanchan_id=self.hanchans.get(said["hanchan"]),
            data=translated(said["kind"], said["data"], self.entries, self.hanchans),
            reason=said["reason"],
        )

    def _rewrite_log(self, numbers: set[int]) -> None:
        """What was written before its hanchan was."""
        for said in self.document["log"]:
            if said["number"] in numbers:
                row = self._log_entry(said)
                LogEntry.objects.filter(pk=self.log[said["number"]]).update(hanchan=row.hanchan_id, data=row.data)

    def _plans(self) -> None:
        SeatingPlan.objects.bulk_create(
            SeatingPlan(
                tournament=self.tournament,
                rounds=said["rounds"],
                seed=said["seed"],
                hash=said["hash"],
                accepted_by_id=self.log[said["accepted_by"]],
                superseded_by_id=self.log[said["superseded_by"]],
            )
            for said in self.document["plans"]
        )

    def _seats_and_hands(self) -> None:
        Seat.objects.bulk_create(
            (
                Seat(hanchan_id=self.hanchans[said["id"]], seat=seat, entry_id=self.entries[number])
                for said in self._said_hanchans()
                for seat, number in enumerate(said["seats"])
            ),
            AT_ONCE,
        )
        Hand.objects.bulk_create(chain.from_iterable(map(self._hands, self._said_hanchans())), AT_ONCE)

    def _hands(self, said: Json) -> Iterator[Hand]:
        for hand in said["other_hands"]:
            yield self._hand(said, hand, hand)
        outcomes = said["game"]["hands"] if said["game"] else []
        played = replay(map(outcome_from_json, outcomes), rules=self.rules)
        for number, (hand, outcome, replayed) in enumerate(zip(said["recorded"], outcomes, played, strict=True), 1):
            derived = {"deltas": replayed.settlement.deltas, "honba": replayed.before.honba, "superseded_by": None}
            yield self._hand(said, hand, derived | {"number": number, "outcome": outcome})

    def _hand(self, said: Json, recorded: Json, meant: Json) -> Hand:
        east, south, west, north = meant["deltas"]
        return Hand(
            hanchan_id=self.hanchans[said["id"]],
            number=meant["number"],
            outcome=meant["outcome"],
            round_wind=recorded["round_wind"],
            dealer=recorded["dealer"],
            honba=meant["honba"],
            east=east,
            south=south,
            west=west,
            north=north,
            to_table=-(east + south + west + north),
            key=uuid4(),
            recorded_as=recorded["by"],
            recorded_at=_at(recorded["at"]),
            superseded_by_id=self.log[meant["superseded_by"]],
        )

    def _papers_and_sheets(self) -> None:
        papers, signatures, sheets, lines = [], [], [], []
        for said in self._said_hanchans():
            hanchan = self.hanchans[said["id"]]
            papers += [self._paper(hanchan, paper) for paper in said["paper"]]
            signatures += [
                Signature(
                    hanchan_id=hanchan,
                    seat=signature["seat"],
                    signed_as=signature["by"],
                    at=_at(signature["at"]),
                    withdrawn_by_id=self.log[signature["withdrawn_by"]],
                )
                for signature in said["signatures"]
            ]
            for sheet in said["sheets"]:
                sheets.append(self._sheet(hanchan, sheet, said["signatures"]))
                lines += [self._line(sheets[-1], line) for line in sheet["lines"]]
        PaperResult.objects.bulk_create(papers, AT_ONCE)
        Signature.objects.bulk_create(signatures, AT_ONCE)
        SignedSheet.objects.bulk_create(sheets, AT_ONCE)
        SheetLine.objects.bulk_create(lines, AT_ONCE)

    def _paper(self, hanchan: int, said: Json) -> PaperResult:
        east, south, west, north = said["points"]
        return PaperResult(
            hanchan_id=hanchan,
            east=east,
            south=south,
            west=west,
            north=north,
            riichi_sticks=said["riichi_sticks"],
            chombo=said["chombo"],
            is_second=said.get("is_second", False),
            recorded_as=said["by"],
            recorded_at=_at(said["at"]),
            superseded_by_id=self.log[said["superseded_by"]],
        )

    def _sheet(self, hanchan: int, said: Json, signatures: list[Json]) -> SignedSheet:
        # An older document leaves the method to the signatures that were withdrawn with the sheet, or stand with it.
        mine = [one["seat"] for one in signatures if one["withdrawn_by"] == said["withdrawn_by"]]
        return SignedSheet(
            hanchan_id=hanchan,
            method=said.get("method", SignedBy.REFEREE if None in mine else SignedBy.PLAYERS),
            riichi_sticks=said["riichi_sticks"],
            signed_as=said["by"],
            signed_at=_at(said["at"]),
            withdrawn_by_id=self.log[said["withdrawn_by"]],
        )

    def _line(self, sheet: SignedSheet, said: Json) -> SheetLine:
        return SheetLine(
            sheet=sheet,
            seat=said["seat"],
            entry_id=self.entries[said["entry"]],
            points=said["points"],
            place=said["place"],
            uma=said["uma"],
            score=said["score"],
            penalty=said["penalty"],
            substitute=said["substitute"],
        )

    def _decisions(self) -> None:
        """What referees and organizers decided beside the tables."""
        for said in self.document["cuts"]:
            cut = Cut.objects.create(
                tournament=self.tournament,
                after_round=said["after_round"],
                carried=said["carried"],
                decided_by_id=self.log[said["decided_by"]],
                taken_back_by_id=self.log[said["taken_back_by"]],
            )
            cut.finalists.set([self.entries[number] for number in said["finalists"]])
        Departure.objects.bulk_create(
            Departure(
                entry_id=self.entries[said["entry"]],
                kind=said["kind"],
                from_round=said["from_round"],
                decided_by_id=self.log[said["decided_by"]],
                taken_back_by_id=self.log[said["taken_back_by"]],
            )
            for said in self.document["departures"]
        )
        penalties = Penalty.objects.bulk_create(
            Penalty(
                entry_id=self.entries[said["entry"]],
                **{name: said[name] for name in ("offence", "points", "minutes", "round", "rule")},
                given_by_id=self.log[said["given_by"]],
                taken_back_by_id=self.log[said["taken_back_by"]],
            )
            for said in self.document["penalties"]
        )
        calls = Call.objects.bulk_create(
            Call(
                table=self.tables[said["table"]],
                **{name: said[name] for name in ("round", "word", "was_answered", "situation", "decision", "rule")},
                called_by_id=self.log[said["called_by"]],
                taken_by_id=self.log[said["taken_by"]],
                closed_by_id=self.log[said["closed_by"]],
            )
            for said in self.document["calls"]
        )
        self._appeals([None, *penalties], [None, *calls])
        Substitution.objects.bulk_create(
            Substitution(
                hanchan_id=self.hanchans[hanchan["id"]],
                entry_id=self.entries[said["entry"]],
                name=said["name"],
                after_hand=said["after_hand"],
                said_by_id=self.log[said["said_by"]],
                taken_back_by_id=self.log[said["taken_back_by"]],
            )
            for hanchan in self._said_hanchans()
            for said in hanchan["substitutions"]
        )

    def _appeals(self, penalties: list[Penalty | None], calls: list[Call | None]) -> None:
        """Documents count penalties and calls from 1."""
        Appeal.objects.bulk_create(
            Appeal(
                tournament=self.tournament,
                penalty=penalties[said["penalty"] or 0],
                call=calls[said["call"] or 0],
                replaced_by=penalties[said["replaced_by"] or 0],
                **{name: said[name] for name in ("appealed_by", "text", "outcome", "decision")},
                made_by_id=self.log[said["made_by"]],
                decided_by_id=self.log[said["decided_by"]],
            )
            for said in self.document.get("appeals", [])
        )


def _clock(round_: Round, said: Json) -> RoundClock:
    return RoundClock(
        round=round_,
        minutes=said["minutes"],
        extra_seconds=said["extra_seconds"],
        started_at=moment(said["started_at"] or ""),
        paused_at=moment(said["paused_at"] or ""),
        paused_for=datetime.timedelta(microseconds=said["paused_microseconds"]),
    )


def _shown(said: Json) -> dict[str, str]:
    return {
        "shown_to_players": said["players"],
        "shown_in_hall": said["hall"],
        "shown_to_everyone": said["everyone"],
    }


def _day(text: str | None) -> datetime.date | None:
    return datetime.date.fromisoformat(text) if text else None


def _at(text: str) -> datetime.datetime:
    """A time that the reading found right."""
    return datetime.datetime.strptime(text, MOMENT).replace(tzinfo=datetime.UTC)
