"""A round checked over: who entered and who signed each table, and what somebody should look at again."""

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import islice

from scoring.discrepancy import Explanation, explanations
from scoring.refusal import Refused
from scoring.seats import SEATS, Points, by_seat
from tournament.core.namesakes import told_apart
from tournament.core.text import folded
from tournament.core.words.names import who
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.results import HanchanState, state_of
from tournament.models import (
    Actor,
    ActorKind,
    Hanchan,
    LogEntry,
    PaperResult,
    Round,
    Signature,
    SignedBy,
    SignedSheet,
)
from tournament.models.log import account_or_table
from tournament.people.queries.mentioned import Mentioned, mentioned_in
from tournament.table.stick_count import COUNTED

MOST_EXPLAINED = 8
"""Tables whose difference is explained: each takes a moment to work out, and a round with more has another trouble."""

MOST_EXPLANATIONS = 3


@dataclass(frozen=True)
class EnteredBy:
    """Who recorded how many of the hands that count."""

    who: Actor
    hands: int

    @property
    def is_link(self) -> bool:
        return self.who.kind == ActorKind.TABLE


@dataclass(frozen=True, kw_only=True)
class Disagreement:
    """Sticks that are not what the hands say, by seat: counted at the table, or written on paper."""

    on_paper: bool
    counted: Points
    said: Points
    found: tuple[Explanation, ...]
    is_explained: bool  # whether explanations were looked for

    @property
    def differences(self) -> Points:
        return by_seat(self.counted[seat] - self.said[seat] for seat in SEATS)


@dataclass(frozen=True, kw_only=True)
class CheckedTable:
    """One table of the round. `changed` are the log entries that took a signed sheet back."""

    game: Game
    names: tuple[str, ...]
    state: HanchanState
    entered: tuple[EnteredBy, ...]
    signatures: tuple[Signature, ...]
    changed: tuple[LogEntry, ...]
    disagreement: Disagreement | None

    @property
    def hanchan(self) -> Hanchan:
        return self.game.hanchan

    @property
    def paper(self) -> PaperResult | None:
        return self.game.paper

    @property
    def sheet(self) -> SignedSheet | None:
        return self.game.sheet

    @property
    def confirmed(self) -> int:
        """How many of the four have confirmed a sheet that is not signed yet."""
        return sum(signature.seat is not None for signature in self.signatures)

    @property
    def keyed_once(self) -> bool:
        """From paper, and nobody keyed it a second time."""
        checked = {SignedBy.KEYED_TWICE, SignedBy.DECIDED}
        return self.paper is not None and self.game.second is None and not (self.sheet and self.sheet.method in checked)

    @property
    def needs_a_look(self) -> bool:
        return bool(self.disagreement or self.changed or self.keyed_once or self.game.is_disputed)

    @property
    def differences(self) -> list[tuple[str, int]]:
        """Who has more or less than the hands say."""
        if self.disagreement is None:
            return []
        return [(name, by) for name, by in zip(self.names, self.disagreement.differences, strict=True) if by]

    @property
    def people(self) -> dict[str, Actor]:
        """Everybody who entered or signed something of it, by their keys."""
        papers = (paper.recorded_by for paper in (self.game.paper, self.game.second) if paper)
        everybody = (*(one.who for one in self.entered), *map(self._signed_by, self.signatures), *papers)
        return {actor.key: actor for actor in everybody}

    def _signed_by(self, signature: Signature) -> Actor:
        if signature.seat is None:
            return account_or_table(signature.signed_as, self.hanchan.table.number, signature.user_id)
        return Actor(kind=ActorKind.PLAYER, number=self.game.seats[signature.seat].entry.number)


@dataclass(frozen=True)
class RoundCheck:
    """The tables that were asked for, by number, of `tables` in all; `people` are those one can ask for."""

    shown: tuple[CheckedTable, ...]
    tables: tuple[CheckedTable, ...]
    people: tuple[Actor, ...]
    mentioned: Mentioned

    @property
    def is_over(self) -> bool:
        """Every sheet is signed."""
        return bool(self.tables) and all(table.state is HanchanState.SIGNED for table in self.tables)

    @property
    def to_look_at(self) -> int:
        return sum(table.needs_a_look for table in self.tables)


def round_check(round_: Round, *, person: str = "") -> RoundCheck:
    """Everything, or the tables with something of one person, by their key.

    In a fixed number of queries, and a few more once a signed sheet was changed.
    """
    valid = Hanchan.objects.valid().filter(round=round_)
    games = load_games(valid.order_by("table__number"))
    names = told_apart({seat.entry_id: seat.entry for game in games for seat in game.seats}.values(), for_team=True)
    counts = {entry.hanchan_id: entry for entry in LogEntry.objects.filter(hanchan__in=valid, kind=COUNTED)}
    changed = _changed(round_)
    disagreeing = (game.hanchan.pk for game in games if _counted(game, counts.get(game.hanchan.pk)))
    explained = set(islice(disagreeing, MOST_EXPLAINED))
    tables = tuple(
        CheckedTable(
            game=game,
            names=tuple(names[seat.entry_id] for seat in game.seats),
            state=state_of(game),
            entered=_entered(game),
            signatures=game.signatures,
            changed=tuple(changed.get(game.hanchan.pk, ())),
            disagreement=_disagreement(game, counts.get(game.hanchan.pk), is_explained=game.hanchan.pk in explained),
        )
        for game in games
    )
    numbered = {seat.entry.number: names[seat.entry_id] for game in games for seat in game.seats}
    mentioned = mentioned_in(round_.tournament) if changed else Mentioned(numbered)
    people = {key: actor for table in tables for key, actor in table.people.items()}
    return RoundCheck(
        shown=tuple(table for table in tables if not person or person in table.people),
        tables=tables,
        people=tuple(sorted(people.values(), key=lambda actor: folded(who(actor, mentioned.names)))),
        mentioned=mentioned,
    )


def _entered(game: Game) -> tuple[EnteredBy, ...]:
    """Those who recorded hands, who recorded most first."""
    hands = Counter(hand.recorded_by for hand in game.hands)
    return tuple(EnteredBy(actor, count) for actor, count in hands.most_common())


def _changed(round_: Round) -> dict[int, list[LogEntry]]:
    """By hanchan, what took its signed sheets back, the earliest first."""
    found: dict[int, list[LogEntry]] = defaultdict(list)
    withdrawn = SignedSheet.objects.filter(hanchan__round=round_).exclude(withdrawn_by=None)
    for sheet in withdrawn.select_related("withdrawn_by").order_by("withdrawn_by__number"):
        if sheet.withdrawn_by:  # for mypy
            found[sheet.hanchan_id].append(sheet.withdrawn_by)
    return found


def _counted(game: Game, count: LogEntry | None) -> Points | None:
    """Sticks that differ from the hands: on the paper that replaced hands played to the end, or as counted last.

    A count in the middle speaks of the hands until then, so it says nothing once more are played.
    """
    if game.paper:
        is_whole = bool(game.played and (game.played[-1].ending or game.hands_left == 0))
        points = game.paper.points if is_whole else None
    elif count and (count.data["is_over"] or count.data["after"] == len(game.hands)):
        points = by_seat(count.data["points"])
    else:
        points = None
    return points if points != game.situation.points else None


def _disagreement(game: Game, count: LogEntry | None, *, is_explained: bool) -> Disagreement | None:
    counted = _counted(game, count)
    if counted is None:
        return None
    try:
        found = explanations(game.outcomes, counted, rules=game.rules) if is_explained else []
    except Refused:
        found = []
    return Disagreement(
        on_paper=game.paper is not None,
        counted=counted,
        said=game.situation.points,
        found=tuple(found[:MOST_EXPLANATIONS]),
        is_explained=is_explained,
    )
