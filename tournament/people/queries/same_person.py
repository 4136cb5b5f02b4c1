"""Players of different organizers who have the same EMA number, and are probably the same person."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Count, Exists, OuterRef, Q, QuerySet, Window

from tournament.models import Entry, Player, SamePerson, SheetLine, ShownAs, Tournament, Visitor
from tournament.models.federation import facts_of

MOST_WITH_A_NUMBER = 10
"""If more players than this share a number, the number's pairs are not listed, because 100 players would make 4,950
pairs."""

MOST_PAIRED = 100
"""The most players of one number that are paired, on a page for that number."""

PAIRS_ON_A_PAGE = 50
"""Pairs of players on one page of a list. The lists have pages, because anybody can enter players with other players'
numbers and in this way make thousands of pairs."""

PairKey = tuple[int, int]
"""The ids of two players, the smaller first."""


@dataclass(frozen=True, kw_only=True)
class KnownPerson:
    """The public details of a player, with the names of their public events."""

    player: int
    name: str
    country: str
    ema_number: str
    events: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class SameNumber:
    """Two players with the same EMA number, the smaller id first. `answers` are the answers of all accounts to the
    question whether the players are one person, the latest last."""

    first: KnownPerson
    second: KnownPerson
    answers: tuple[SamePerson, ...]

    @property
    def key(self) -> str:
        """The pair's value in a form: "12-34", the two players' ids."""
        return f"{self.first.player}-{self.second.player}"

    @property
    def both(self) -> tuple[KnownPerson, KnownPerson]:
        return self.first, self.second

    @property
    def decision(self) -> SamePerson | None:
        """Return the federation's latest answer that still holds: no name or number was changed after it. None if there
        is no such answer."""
        return next((answer for answer in reversed(self.answers) if answer.by_federation and answer.holds), None)

    @property
    def ended(self) -> SamePerson | None:
        """Return the federation's latest answer, if no answer holds any more (`decision`), so that a new answer is
        needed; else None."""
        return (
            None if self.decision else next((answer for answer in reversed(self.answers) if answer.by_federation), None)
        )

    @property
    def is_parted(self) -> bool:
        """Whether the two players no longer have the same EMA number (`parted_pairs`)."""
        return not self.first.ema_number or self.first.ema_number != self.second.ema_number

    @property
    def advice(self) -> list[SamePerson]:
        """Return the organizers' answers."""
        return [answer for answer in self.answers if not answer.by_federation]


@dataclass(frozen=True, kw_only=True)
class SharedNumber:
    """An EMA number that more than `MOST_WITH_A_NUMBER` players have."""

    number: str
    players: int


def public_entries() -> "QuerySet[Entry]":
    """Return the entries that anybody may read under the full name, in tournaments that anybody may see."""
    tournaments = Tournament.objects.filter(is_public=True, rehearsal_of=None)
    named = Q(may_publish=True, player__shown_as=ShownAs.NAME, player__removed_at=None)
    return Entry.objects.accepted().filter(named, tournament__in=tournaments.values("pk"))


def same_number(first: int, second: int) -> SameNumber | None:
    """Return these two players as a pair, even if many other players have their number. None if they are not a pair:
    they have different numbers, one of them is not public, or they played in the same tournament."""
    return next(iter(pairs_of(_keys(Player.objects.filter(pk__in=[first, second]), public_entries()))), None)


def pair_keys() -> list[PairKey]:
    """Return the ids of every pair of public players with the same EMA number. Numbers that too many players have are
    left out (`shared_by_many`)."""
    return _keys(Player.objects.all(), public_entries(), most=MOST_WITH_A_NUMBER)


def pair_keys_of(number: str) -> list[PairKey]:
    """Return the ids of the pairs of players who have this EMA number, even if many players have it. Only the first
    `MOST_PAIRED` players are paired."""
    return _keys(Player.objects.filter(ema_number=number), public_entries())


def shared_by_many() -> list[SharedNumber]:
    """Return the EMA numbers that more than `MOST_WITH_A_NUMBER` players have. These are too many players to list all
    pairs. Such numbers occur because anybody may enter players with any number."""
    players = _who_played(Player.objects.all()).order_by().values("ema_number").annotate(players=Count("pk"))
    shared = players.filter(players__gt=MOST_WITH_A_NUMBER).order_by("ema_number")
    return [SharedNumber(number=row["ema_number"], players=row["players"]) for row in shared]


def decided_pairs() -> dict[PairKey, bool]:
    """Return the pairs about which the federation has decided. The value of a pair says whether the players are one
    person, by the federation's latest answer. Answers that no longer hold are left out."""
    answers = SamePerson.objects.filter(by_federation=True).select_related("first", "second")
    rows = answers.order_by("decided_at", "pk").only(
        *("is_same", "facts", "first__name", "first__ema_number", "second__name", "second__ema_number")
    )
    return {(answer.first_id, answer.second_id): answer.is_same for answer in rows if answer.holds}


def parted_pairs() -> list[PairKey]:
    """Return the pairs that the federation has called one person, but that no longer have the same number. Such a pair
    counts as two people. The other lists contain only pairs with the same number."""
    answers = SamePerson.objects.filter(by_federation=True).select_related("first", "second")
    latest = {(answer.first_id, answer.second_id): answer for answer in answers.order_by("decided_at", "pk")}
    parted = [key for key, answer in latest.items() if answer.is_same and not facts_of(answer.first, answer.second)]
    if not parted:
        return []
    players = public_entries().filter(player__in={player for key in parted for player in key})
    shown = set(_played(players).values_list("player", flat=True))
    return [key for key in parted if shown.issuperset(key)]


def pairs_of(keys: Collection[PairKey]) -> list[SameNumber]:
    """Load these pairs, in two queries."""
    players = {player for key in keys for player in key}
    of_player: dict[int, list[Entry]] = {}
    for entry in _played(public_entries().filter(player__in=players)).select_related("player", "tournament"):
        of_player.setdefault(entry.player_id, []).append(entry)
    answers = _answers(players)
    return [
        SameNumber(
            first=_known(of_player[first]),
            second=_known(of_player[second]),
            answers=tuple(answers.get((first, second), ())),
        )
        for first, second in keys
        if first in of_player and second in of_player
    ]


def _played(entries: "QuerySet[Entry]") -> "QuerySet[Entry]":
    """Return the entries that are on a signed sheet, because only signed sheets count for rankings. An entry without a
    sheet proves nothing: anybody may enter a player with somebody else's EMA number."""
    lines = SheetLine.objects.filter(sheet__withdrawn_by=None, sheet__hanchan__cancelled_by=None)
    return entries.filter(Exists(lines.filter(entry=OuterRef("pk")))).order_by("tournament_id")


def _who_played(players: "QuerySet[Player]") -> "QuerySet[Player]":
    """Return those of these players who have an EMA number and a public entry on a signed sheet."""
    # EXISTS stops at a player's first such entry. Of a player who never played it would read all entries, so such
    # players are left out first, by indexes alone: anybody may enter thousands of them.
    has_line = Exists(SheetLine.objects.order_by().filter(entry=OuterRef("pk")))
    seated = Entry.objects.order_by().filter(has_line, player=OuterRef("pk"))
    played = _played(public_entries().filter(player=OuterRef("pk"))).order_by()
    return players.exclude(ema_number="").filter(Exists(seated)).filter(Exists(played))


def _keys(players: "QuerySet[Player]", entries: "QuerySet[Entry]", *, most: int | None = None) -> list[PairKey]:
    """Return the pairs of these players with the same EMA number. Numbers that more than `most` players have are left
    out. Players of the same tournament are not paired, because they are two people; only `entries` are read for it."""
    shared = _who_played(players).annotate(sharing=Window(Count("pk"), partition_by="ema_number")).filter(sharing__gt=1)
    if most is not None:
        shared = shared.filter(sharing__lte=most)
    of_number: dict[str, list[int]] = {}
    for number, player in shared.order_by("ema_number", "pk").values_list("ema_number", "pk"):
        of_number.setdefault(number, []).append(player)
    if not of_number:
        return []
    tournaments: dict[int, set[int]] = {}
    theirs = entries.filter(player__in=shared.order_by().values("pk"))
    for player, tournament in theirs.values_list("player", "tournament"):
        tournaments.setdefault(player, set()).add(tournament)
    return [
        (first, second)
        for sharing in of_number.values()
        for first, second in combinations(sharing[:MOST_PAIRED], 2)
        if tournaments.get(first, set()).isdisjoint(tournaments.get(second, ()))
    ]


def question_keys(tournament: Tournament, visitor: Visitor) -> list[PairKey]:
    """Return the pairs of players about which to ask an organizer of this tournament: one player plays in this
    tournament, the other only in tournaments of other organizers.

    A pair is left out if the organizer knows both players, because the page of an entry offers to merge them. A pair is
    also left out if the organizer's account has answered for the federation (`answer_same_person`).
    """
    with_number = tournament.entries.exclude(player__ema_number="")
    here = set(with_number.values_list("player", flat=True))
    if not here:
        return []
    own = Tournament.objects.organized_by(visitor).values("pk")
    known = set(Entry.objects.filter(tournament__in=own).values_list("player", flat=True))
    sharing = Player.objects.filter(ema_number__in=with_number.values("player__ema_number"))
    # Only tournaments of this tournament's players can separate a pair that is asked about. Others may have entered
    # their players with these numbers in many more.
    theirs = public_entries().filter(player__in=with_number.values("player")).values("tournament")
    keys = _keys(sharing, public_entries().filter(tournament__in=theirs), most=MOST_WITH_A_NUMBER)
    asked = [key for key in keys if len(here.intersection(key)) == len(known.intersection(key)) == 1]
    decided = answered_pairs(visitor, by_federation=True)
    return [key for key in asked if key not in decided]


def answered_pairs(visitor: Visitor, **about: bool) -> set[PairKey]:
    """Return the pairs about which this account has answered. `about` are conditions for the answers."""
    return set(SamePerson.objects.filter(decided_by=visitor.account, **about).values_list("first", "second"))


def _known(entries: list[Entry]) -> KnownPerson:
    player: Player = entries[0].player
    return KnownPerson(
        player=player.pk,
        name=player.name,
        country=player.country_shown,
        ema_number=player.ema_number,
        events=tuple(entry.tournament.name for entry in entries),
    )


def _answers(players: Iterable[int]) -> dict[tuple[int, int], list[SamePerson]]:
    answers: dict[tuple[int, int], list[SamePerson]] = {}
    given = SamePerson.objects.filter(first__in=players, second__in=players)
    for answer in given.select_related("decided_by", "first", "second"):
        answers.setdefault((answer.first_id, answer.second_id), []).append(answer)
    return answers
