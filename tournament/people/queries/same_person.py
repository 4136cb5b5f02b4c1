"""Players of different organizers who have the same EMA number, and are probably the same person."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from django.db.models import Count, Q, QuerySet

from tournament.models import Entry, Player, SamePerson, ShownAs, Tournament, Visitor

MOST_WITH_A_NUMBER = 10
"""No pairs are made of a number that more players share: it proves nothing, and the pairs grow with its square."""


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
    """Two players with the same EMA number, the smaller id first. `answers` are those of all accounts, the latest
    last."""

    first: KnownPerson
    second: KnownPerson
    answers: tuple[SamePerson, ...]

    @property
    def key(self) -> str:
        """The pair's value in a form: "12-34", the two players' ids."""
        return f"{self.first.player}-{self.second.player}"

    @property
    def decision(self) -> SamePerson | None:
        """The federation's answer, which counts; None until there is one."""
        return next((answer for answer in reversed(self.answers) if answer.by_federation), None)

    @property
    def advice(self) -> list[SamePerson]:
        """The organizers' answers."""
        return [answer for answer in self.answers if not answer.by_federation]


def public_entries() -> "QuerySet[Entry]":
    """Return the entries that anybody may read under the full name, in tournaments that anybody may see."""
    tournaments = Tournament.objects.filter(is_public=True, rehearsal_of=None)
    named = Q(may_publish=True, player__shown_as=ShownAs.NAME, player__removed_at=None)
    return Entry.objects.accepted().filter(named, tournament__in=tournaments.values("pk"))


def same_numbers(*, numbers: "Collection[str] | QuerySet[Any, Any] | None" = None) -> list[SameNumber]:
    """Return every pair of public players with the same EMA number, if given only one of these `numbers`, in two
    queries.

    Players of the same tournament are not paired: they are two people, even with the same number.
    """
    with_number = public_entries().exclude(player__ema_number="")
    if numbers is not None:
        with_number = with_number.filter(player__ema_number__in=numbers)
    shared = with_number.order_by().values("player__ema_number").annotate(players=Count("player", distinct=True))
    several_have_it = shared.filter(players__gt=1, players__lte=MOST_WITH_A_NUMBER)
    with_number = with_number.filter(player__ema_number__in=several_have_it.values("player__ema_number"))
    by_number: dict[str, dict[int, list[Entry]]] = {}
    for entry in with_number.select_related("player", "tournament").order_by("player__ema_number", "tournament_id"):
        by_number.setdefault(entry.player.ema_number, {}).setdefault(entry.player_id, []).append(entry)
    several = list(by_number.values())
    answers = _answers([player for of_player in several for player in of_player])
    return [
        SameNumber(
            first=_known(of_player[first]),
            second=_known(of_player[second]),
            answers=tuple(answers.get((first, second), ())),
        )
        for of_player in several
        for first, second in combinations(sorted(of_player), 2)
        if not _tournaments(of_player[first]) & _tournaments(of_player[second])
    ]


def questions(tournament: Tournament, visitor: Visitor) -> list[SameNumber]:
    """Return the pairs to ask an organizer of this tournament about: one plays here, the other only in tournaments of
    others.

    Two players whom the organizer knows are not asked about here: the page of an entry offers to merge them.
    """
    with_number = tournament.entries.exclude(player__ema_number="")
    here = set(with_number.values_list("player", flat=True))
    if not here:
        return []
    own = Tournament.objects.organized_by(visitor).values("pk")
    known = set(Entry.objects.filter(tournament__in=own).values_list("player", flat=True))
    pairs = same_numbers(numbers=with_number.values("player__ema_number"))
    pairs = [pair for pair in pairs if len({pair.first.player, pair.second.player} & here) == 1]
    return [pair for pair in pairs if len({pair.first.player, pair.second.player} & known) == 1]


def _tournaments(entries: list[Entry]) -> set[int]:
    return {entry.tournament_id for entry in entries}


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
    for answer in SamePerson.objects.filter(first__in=players, second__in=players).select_related("decided_by"):
        answers.setdefault((answer.first_id, answer.second_id), []).append(answer)
    return answers
