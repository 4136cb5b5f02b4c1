"""The double-check of a round against its paper sheets: points, scores and places, who entered and signed each sheet,
and what to check again. Tables come in the order of their numbers, like the pile of sheets."""

from collections import Counter, defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice

from scoring.discrepancy import Explanation, explanations
from scoring.refusal import Refused
from scoring.seats import SEATS, STARTING_WINDS, Points, Seat, Wind, by_seat
from tournament.core.text import folded
from tournament.core.words.names import who_with_login
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.games.queries.results import HanchanState, Result, has_begun, results_of, state_of
from tournament.games.queries.shown_table import names_at
from tournament.models import (
    Actor,
    ActorKind,
    Hanchan,
    LogEntry,
    Penalty,
    Round,
    Signature,
    SignedBy,
    SignedSheet,
)
from tournament.models.log import account_or_table
from tournament.people.queries.mentioned import Mentioned, mentioned_in
from tournament.rounds.queries.usernames import usernames_of
from tournament.rounds.unusual import TableFacts, Unusual, unusual
from tournament.table.queries.stick_counts import last_stick_counts
from tournament.table.stick_count import is_explainable

MOST_EXPLAINED = 8
"""The most tables for which a difference is explained: each explanation takes some time, and a round with more
differences has other problems."""

MOST_EXPLANATIONS = 3

MOST_CHANGES = 3
"""The most changes after the signatures that are shown for one table: the latest changes. The log has all changes."""


@dataclass(frozen=True, kw_only=True)
class Disagreement:
    """A difference between the points after the hands (`expected`) and other points (`counted`): sticks counted at the
    table, or points from paper. `possible` are single mistakes that would explain the difference."""

    on_paper: bool
    counted: Points
    expected: Points
    possible: tuple[Explanation, ...]
    is_explained: bool  # whether explanations were looked for

    @property
    def differences(self) -> Points:
        return by_seat(self.counted[seat] - self.expected[seat] for seat in SEATS)


@dataclass(frozen=True, kw_only=True)
class CheckedTable:
    """One table of the round. `entered` are the people who recorded valid hands, each with the number of hands, the
    largest first. `changed` are the log entries that withdrew a signed sheet. `expects_second` says that points from
    paper should be entered twice at this table. The reason may be that other tables of the round were entered twice,
    that few tables were entered from paper, or that the points replaced hands."""

    game: Game
    names: tuple[str, ...]
    state: HanchanState
    entered: tuple[tuple[Actor, int], ...]
    changed: tuple[LogEntry, ...]
    disagreement: Disagreement | None
    unusual: tuple[Unusual, ...]
    expects_second: bool

    @property
    def seats(self) -> list[tuple[Wind, str, int, Result | None]]:
        """Return each player's starting wind, name, number and result. The result is None before the first hand. For
        points from paper it is None until the sheet is signed, because a second person must enter the points without
        seeing the first entry."""
        numbers = [seat.entry.number for seat in self.game.seats]
        is_seen = has_begun(self.game) and not _is_hidden(self.game)
        results = {result.seat: result for result in results_of(self.game)} if is_seen else {}
        lines = zip(STARTING_WINDS, self.names, numbers, map(results.get, SEATS), strict=True)
        return list(lines)

    @property
    def notes(self) -> list[tuple[Unusual, list[str]]]:
        """Return the unusual facts, each with the names of the players concerned."""
        return [(each, [self.names[seat] for seat in each.seats]) for each in self.unusual]

    @property
    def confirmed(self) -> int:
        """Return the number of players who have confirmed a sheet that is not signed yet."""
        return sum(signature.seat is not None for signature in self.game.signatures)

    @property
    def keyed_once(self) -> bool:
        """Whether the result was entered from paper, and nobody has entered it again to verify it."""
        game, checked = self.game, {SignedBy.KEYED_TWICE, SignedBy.DECIDED}
        is_verified = game.sheet.method in checked if game.sheet else game.second is not None
        return game.paper is not None and not is_verified

    @property
    def lacks_second(self) -> bool:
        return self.keyed_once and self.expects_second

    @property
    def needs_a_look(self) -> bool:
        is_serious = any(each.is_serious for each in self.unusual)
        return bool(self.disagreement or self.changed or self.lacks_second or self.game.is_disputed or is_serious)

    @property
    def is_unusual(self) -> bool:
        return self.needs_a_look or bool(self.unusual)

    @property
    def differences(self) -> list[tuple[str, int]]:
        """Return the names of players whose points differ from the points after the hands, with the difference."""
        if self.disagreement is None:
            return []
        return [(name, by) for name, by in zip(self.names, self.disagreement.differences, strict=True) if by]

    @property
    def people(self) -> dict[str, Actor]:
        """Return everybody who entered or signed something at this table, by the key that the page's filter uses."""
        papers = (paper.recorded_by for paper in (self.game.paper, self.game.second) if paper)
        everybody = (*(actor for actor, _hands in self.entered), *map(self._signed_by, self.game.signatures), *papers)
        return {actor.key: actor for actor in everybody}

    @property
    def signers(self) -> list[Actor]:
        """Return the accounts, or the table's link, that signed in place of the four players."""
        return [self._signed_by(signature) for signature in self.game.signatures if signature.seat is None]

    def _signed_by(self, signature: Signature) -> Actor:
        if signature.seat is None:
            return account_or_table(signature.signed_as, self.game.hanchan.table.number, signature.user_id)
        return Actor(kind=ActorKind.PLAYER, number=self.game.seats[signature.seat].entry.number)


@dataclass(frozen=True)
class RoundCheck:
    """All tables of the double-check. `shown` are the tables that match the page's filter, and `people` are the persons
    by whom the page can filter, with their names. `usernames` are the usernames of the accounts among them, by id."""

    shown: tuple[CheckedTable, ...]
    tables: tuple[CheckedTable, ...]
    people: tuple[tuple[Actor, str], ...]
    usernames: Mapping[int, str]
    mentioned: Mentioned

    @property
    def is_over(self) -> bool:
        """Whether every sheet of the round is signed."""
        return bool(self.tables) and all(table.state is HanchanState.SIGNED for table in self.tables)

    @property
    def to_look_at(self) -> int:
        return sum(table.needs_a_look for table in self.tables)

    @property
    def unusual(self) -> int:
        """Return the number of tables with something unusual but nothing serious; tables with something serious are
        counted in `to_look_at`."""
        return sum(table.is_unusual for table in self.tables) - self.to_look_at

    @property
    def keyed_once(self) -> int:
        """Return the number of results entered from paper only once at tables where no second entry is expected."""
        return sum(table.keyed_once and not table.lacks_second for table in self.tables)


def round_check(round_: Round, *, person: str = "", only_unusual: bool = False) -> RoundCheck:
    """Read the double-check of a round. `person` (a key of `CheckedTable.people`) keeps only tables where this person
    entered or signed something; `only_unusual` keeps only tables with something unusual.

    This takes a fixed number of queries, and a few more if a signed sheet was changed; the page takes one more for each
    such change.
    """
    valid = Hanchan.objects.valid().filter(round=round_)
    games = load_games(valid.order_by("table__number"))
    names = names_at(games, for_team=True)
    counts = last_stick_counts(games)
    changed = _changed(round_)
    disagreeing = (game for game in games if _counted(game, counts.get(game.hanchan.pk)))
    explained = {game.hanchan.pk for game in islice(filter(is_explainable, disagreeing), MOST_EXPLAINED)}
    facts = _facts(round_, games)
    papers = sum(game.paper is not None for game in games)
    expects_second = any(game.second for game in games) or 2 * papers < len(games)
    tables = tuple(
        CheckedTable(
            game=game,
            names=tuple(names[seat.entry_id] for seat in game.seats),
            state=state_of(game),
            entered=tuple(Counter(hand.recorded_by for hand in game.hands).most_common()),
            changed=tuple(changed.get(game.hanchan.pk, ())),
            disagreement=_disagreement(game, counts.get(game.hanchan.pk), is_explained=game.hanchan.pk in explained),
            unusual=unusual(facts[game.hanchan.pk], list(facts.values())),
            expects_second=expects_second or bool(game.hands),
        )
        for game in games
    )
    numbered = {seat.entry.number: names[seat.entry_id] for game in games for seat in game.seats}
    mentioned = mentioned_in(round_.tournament) if changed else Mentioned(numbered)
    people = {key: actor for table in tables for key, actor in table.people.items()}
    usernames = usernames_of(people.values())
    labels = [(actor, who_with_login(actor, usernames, mentioned.names)) for actor in people.values()]
    return RoundCheck(
        shown=tuple(
            table
            for table in tables
            if (not person or person in table.people) and (not only_unusual or table.is_unusual)
        ),
        tables=tables,
        people=tuple(sorted(labels, key=lambda labelled: folded(labelled[1]))),
        usernames=usernames,
        mentioned=mentioned,
    )


def _facts(round_: Round, games: Sequence[Game]) -> Mapping[int, TableFacts]:
    """Return the facts of each table by the hanchan's id, in two queries."""
    given = Penalty.objects.current().filter(entry__tournament=round_.tournament_id, round=round_.number)
    penalized = set(given.values_list("entry", flat=True))
    withdrawn = Signature.objects.filter(hanchan__round=round_).exclude(withdrawn_by=None)
    reopened = set(withdrawn.values_list("hanchan", flat=True))
    return {game.hanchan.pk: _table_facts(game, penalized, reopened=game.hanchan.pk in reopened) for game in games}


def _table_facts(game: Game, penalized: Collection[int], *, reopened: bool) -> TableFacts:
    rules, is_hidden = game.rules, _is_hidden(game)
    return TableFacts(
        start=rules.start_points,
        points=() if is_hidden else game.final_points,
        places=() if is_hidden else tuple(placement.place for placement in game.result),
        missing=len(SEATS) * rules.start_points - sum(game.final_points) - game.final_sticks * rules.riichi_bet,
        hands=None if game.paper else len(game.hands),
        is_over=game.ending is not None,
        is_signed=game.sheet is not None,
        by_referee=bool(game.sheet and game.sheet.method == SignedBy.REFEREE),
        reopened=reopened,
        confirmed=frozenset(Seat(each.seat) for each in game.signatures if each.seat is not None),
        chombo=frozenset(seat for seat in SEATS if game.penalties[seat]),
        penalties=frozenset(Seat(seat.seat) for seat in game.seats if seat.entry_id in penalized),
        substitutes=frozenset(game.substitutes),
    )


def _is_hidden(game: Game) -> bool:
    """Whether the points of this game are hidden, so that a second person enters them from paper without having seen
    them."""
    return game.paper is not None and game.sheet is None


def _changed(round_: Round) -> dict[int, list[LogEntry]]:
    """Return the latest log entries that withdrew signed sheets, by the hanchan's id, without their data: an entry may
    have all hands of a hanchan."""
    withdrawn = SignedSheet.objects.filter(hanchan__round=round_).exclude(withdrawn_by=None)
    sheets = withdrawn.order_by("withdrawn_by__number").values_list("hanchan", "withdrawn_by")
    by_hanchan: dict[int, list[int]] = defaultdict(list)
    for hanchan, entry in sheets:
        by_hanchan[hanchan].append(entry)
    latest = {hanchan: entries[-MOST_CHANGES:] for hanchan, entries in by_hanchan.items()}
    shown = {entry for entries in latest.values() for entry in entries}
    loaded = LogEntry.objects.select_related("user").defer("data").in_bulk(shown)
    return {hanchan: [loaded[entry] for entry in entries] for hanchan, entries in latest.items()}


def _counted(game: Game, count: Points | None) -> Points | None:
    """Return points that differ from the points after the hands: points from paper that replaced a complete game, or
    the last stick count.

    A stick count is ignored if another hand was recorded after it.
    """
    if game.paper:
        is_whole = bool(game.played and (game.played[-1].ending or game.hands_left == 0))
        points = game.paper.points if is_whole else None
    else:
        points = count
    return points if points != game.situation.points else None


def _disagreement(game: Game, count: Points | None, *, is_explained: bool) -> Disagreement | None:
    counted = _counted(game, count)
    if counted is None:
        return None
    try:
        possible = explanations(game.outcomes, counted, rules=game.rules, start=game.start) if is_explained else []
    except Refused:
        possible = []
    return Disagreement(
        on_paper=game.paper is not None,
        counted=counted,
        expected=game.situation.points,
        possible=tuple(possible[:MOST_EXPLANATIONS]),
        is_explained=is_explained,
    )
