"""Decides which rounds of a tournament a visitor may see; every read for anybody outside the team checks it.

Code that shows points, hands, results or anything derived from them takes a `Sight`, and leaves out every round that it
hides. This includes fragments, server-sent events, exports and files. Seats, and how many tables of a round have
signed, are shown to everybody who may see the tournament (`Tournament.objects.seen_by`). For the hands of one
hanchan, which may be cancelled, ask `Sight.withholds_hanchan`.

    sight = sight_of(tournament, request.visitor)
    board = leaderboard(tournament, official=False, sight=sight)

For caches: a visitor's page depends only on the tournament's version, the language and `sight.key`. A release, an undo,
a signature and a changed setting all raise the version. So a sight is valid for one version, and must be computed again
for the next version. The version itself is public (`live.news`).

People who score a table (`Hanchan.objects.scored_by`) may always see its hanchans. This right is not part of `Sight`,
so that a cached page fits every visitor with the same key.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, TypeVar

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce

from tournament.core.queries.signed_rounds import with_signatures
from tournament.models import (
    Entry,
    Hanchan,
    Membership,
    Round,
    RoundVisibility,
    Shown,
    ShownTo,
    Table,
    Tournament,
    Visitor,
)

Rows = TypeVar("Rows", bound="QuerySet[Any]")


class Audience(StrEnum):
    """Audiences that a visitor may belong to. The first audience sees most, the last sees least."""

    TEAM = "team"  # sees everything
    PLAYERS = "players"  # opened the private link of a seated player, or the link of a table
    HALL = "hall"  # opened the hall link
    EVERYONE = "everyone"


FIELDS = {
    Audience.PLAYERS: "shown_to_players",
    Audience.HALL: "shown_in_hall",
    Audience.EVERYONE: "shown_to_everyone",
}
"""The field of `ShownTo` for each audience."""


@dataclass(frozen=True, slots=True, order=True)
class Withheld:
    """A started round whose results are not shown yet. `until` says whether they are shown after all its tables have
    signed, or after an organizer releases the round. `is_cancelled` marks a single cancelled hanchan of the round,
    which is never shown."""

    number: int
    until: Shown
    is_cancelled: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """The rounds of one tournament that a visitor may see. Hashable, and valid for one version of the tournament.

    `rounds_shown` are the numbers of the shown rounds; None means all. `withheld` are the started rounds that are not
    shown, sorted by number. `without_cancelled` are the numbers of the rounds whose cancelled hanchans are hidden: all
    that have some and are not shown live. If the visitor looks at the state after an earlier round, `until` is the
    number of that round (see `after`).
    """

    audience: Audience
    rounds_shown: frozenset[int] | None
    withheld: tuple[Withheld, ...] = ()
    without_cancelled: frozenset[int] = frozenset()
    until: int | None = None

    @property
    def live(self) -> bool:
        """Whether all rounds are shown live, as they are played."""
        return not self.withheld and self.until is None

    @property
    def key(self) -> str:
        """Cache key of everything rendered for a visitor who sees these rounds: equal keys mean equal content."""
        hidden = "".join(f"-{round_.number}{round_.until[0]}" for round_ in self.withheld)
        hidden += "".join(f"~{number}" for number in sorted(self.without_cancelled))
        return f"{self.audience}{hidden}" + ("" if self.until is None else f"+{self.until}")

    def shows(self, round_number: int) -> bool:
        """Whether hands, points and results of this round are shown."""
        if self.until is not None and round_number > self.until:
            return False
        return self.rounds_shown is None or round_number in self.rounds_shown

    def counts_penalty(self, of_round: int) -> bool:
        """Whether a penalty of this round is shown and subtracted. A penalty stays when the start of its round is
        undone, so a round that has not started hides nothing: the penalty counts for every visitor alike."""
        return self.withholds(of_round) is None and (self.until is None or of_round <= self.until)

    def shows_cut(self, after_round: int) -> bool:
        """Whether the cut after this round is shown. The cut is hidden if this round or an earlier round is withheld.
        It is also hidden if the visitor looks at the state after this round or after an earlier round (`until`)."""
        if self.until is not None and after_round >= self.until:
            return False
        return not any(round_.number <= after_round for round_ in self.withheld)

    def limit(self, rows: Rows, path: str) -> Rows:
        """Keep only the rows of shown rounds. `path` is the lookup from a row to the number of its round, such as
        "round__number"."""
        if self.rounds_shown is not None:
            rows = rows.filter(**{f"{path}__in": self.rounds_shown})
        return rows if self.until is None else rows.filter(**{f"{path}__lte": self.until})

    def after(self, round_number: int | None) -> "Sight":
        """Return a copy of this `Sight` in which all rounds after this round are hidden; with None, no further rounds
        are hidden."""
        return replace(self, until=round_number)

    def withholds(self, round_number: int) -> Withheld | None:
        """Return the round's entry in `withheld`, which says what the round waits for; None if the round is not
        withheld."""
        return next((round_ for round_ in self.withheld if round_.number == round_number), None)

    def withholds_hanchan(self, hanchan: Hanchan) -> Withheld | None:
        """Return what hides the hands and points of this hanchan; None if they are shown. A cancelled hanchan has no
        signature, so it is hidden if its round is not shown live, even after the round is shown."""
        number = hanchan.round.number
        if hanchan.cancelled_by_id is not None and number in self.without_cancelled:
            return Withheld(number, Shown.SIGNED, is_cancelled=True)
        return self.withholds(number)


EVERYTHING = Sight(audience=Audience.TEAM, rounds_shown=None)
"""The `Sight` of the team, which sees every round."""


def sight_of(tournament: Tournament, visitor: Visitor) -> Sight:
    """Return which rounds of one tournament this visitor sees (see `sights`)."""
    return sights([tournament], visitor)[tournament.pk]


def sights(tournaments: Collection[Tournament], visitor: Visitor) -> dict[int, Sight]:
    """Return which rounds of several tournaments this visitor sees, by the tournament's id.

    An anonymous visitor costs two queries, and another query for each kind of link that the visitor opened. A visitor
    with an account costs another query if a tournament was not loaded `with_role`. A member of the team costs no query
    if all tournaments were loaded `with_role`.
    """
    team = _of_team(tournaments, visitor)
    others = [tournament for tournament in tournaments if tournament.pk not in team]
    by_id = {tournament.pk: EVERYTHING for tournament in tournaments}
    if not others:
        return by_id
    players = _with_players_link(others, visitor)
    settings = {(row.tournament_id, row.number): row for row in RoundVisibility.objects.filter(tournament__in=others)}
    rounds: dict[int, list[Round]] = defaultdict(list)
    for round_ in _rounds(others):
        rounds[round_.tournament_id].append(round_)
    for tournament in others:
        pk, in_hall = tournament.pk, is_in_hall(tournament, visitor)
        audiences = [Audience.PLAYERS] * (pk in players) + [Audience.HALL] * in_hall + [Audience.EVERYONE]
        by_id[pk] = _sight(
            audiences, [(round_, settings.get((pk, round_.number), tournament)) for round_ in rounds[pk]]
        )
    return by_id


def partial_sights(tournaments: "QuerySet[Tournament]", visitor: Visitor) -> dict[int, Sight]:
    """Return the `Sight` of this visitor, by the tournament's id, for each tournament that withholds a round from the
    public. Tournaments that are not in the result are shown completely. Makes one query if every tournament is shown
    live."""
    not_live = ~Q(shown_to_everyone=Shown.LIVE) | Q(pk__in=RoundVisibility.objects.values("tournament"))
    candidates = list(tournaments.filter(not_live).order_by().values_list("pk", flat=True))
    if not candidates:
        return {}
    own = RoundVisibility.objects.filter(tournament=OuterRef("tournament"), number=OuterRef("number"))
    rounds = with_signatures(Round.objects.filter(tournament__in=candidates)).annotate(
        shown=Coalesce(Subquery(own.values(FIELDS[Audience.EVERYONE])), f"tournament__{FIELDS[Audience.EVERYONE]}")
    )
    unsigned = Q(shown=Shown.SIGNED) & (Q(has_hanchan=False) | Q(has_unsigned=True))
    withheld = rounds.filter(Q(shown=Shown.HELD, released_by=None) | unsigned)
    ids = set(withheld.values_list("tournament", flat=True))
    return sights(list(Tournament.objects.filter(pk__in=ids).with_role(visitor)), visitor) if ids else {}


def hidden_rounds(sight_by_id: Mapping[int, Sight]) -> list[int]:
    """Return the ids of the rounds with a hanchan that `sight_by_id` withholds. Without withheld rounds this makes no
    query."""
    withholding = [pk for pk, sight in sight_by_id.items() if sight.withheld]
    if not withholding:
        return []
    # Each id is sent to the database again: an imported file may have any number of rounds without a hanchan.
    played = Round.objects.filter(Exists(Hanchan.objects.filter(round=OuterRef("pk"))), tournament__in=withholding)
    rounds = played.values_list("pk", "tournament", "number")
    return [pk for pk, tournament, number in rounds if not sight_by_id[tournament].shows(number)]


def sight_on_screen(tournament: Tournament, visitor: Visitor) -> Sight:
    """Return which rounds a page for a screen shows. Many people read a screen, so it does not show all that its
    visitor may see.

    A browser that opened the hall link, or in which a member of the team is logged in, shows what is visible in the
    hall. Any other browser shows what is visible to everyone. Makes two queries if the tournament was loaded
    `with_role`.
    """
    in_hall = bool(_of_team([tournament], visitor)) or is_in_hall(tournament, visitor)
    settings = {row.number: row for row in RoundVisibility.objects.filter(tournament=tournament)}
    rounds = [(round_, settings.get(round_.number, tournament)) for round_ in _rounds([tournament])]
    return _sight([Audience.HALL] * in_hall + [Audience.EVERYONE], rounds)


def withheld_of(hanchan: Hanchan, visitor: Visitor) -> Withheld | None:
    """Return the hanchan's round as `Withheld` if its hands are withheld from this visitor, otherwise None. The hands
    are never withheld from a visitor who may score the table."""
    withheld = sight_of(hanchan.tournament, visitor).withholds_hanchan(hanchan)
    if withheld is None or Hanchan.objects.scored_by(visitor).filter(pk=hanchan.pk).exists():
        return None
    return withheld


def is_held_back(round_: Round) -> bool:
    """Whether this round is not released yet, and some audience may see it only after its release."""
    return round_.released_by_id is None and will_be_held_back(round_.tournament, round_.number)


def will_be_held_back(tournament: Tournament, number: int) -> bool:
    """Whether some audience sees the round with this number only after its release, even if the round has not
    started."""
    setting: ShownTo = tournament.round_visibilities.filter(number=number).first() or tournament
    return Shown.HELD in setting.shown_to.values()


def is_in_hall(tournament: Tournament, visitor: Visitor) -> bool:
    """Whether this browser opened the tournament's current hall link, and so is a screen of the hall."""
    return bool(tournament.hall_nonce) and visitor.halls.get(tournament.pk) == tournament.hall_nonce


def _sight(audiences: list[Audience], rounds: Iterable[tuple[Any, ShownTo]]) -> Sight:
    """Return which of these rounds are shown to a visitor who belongs to all of these audiences."""
    seen, withheld, without_cancelled = set(), [], set()
    for round_, setting in rounds:
        shown = {Shown(getattr(setting, FIELDS[audience])) for audience in audiences}
        if round_.has_cancelled and Shown.LIVE not in shown:
            without_cancelled.add(round_.number)
        is_signed = round_.has_hanchan and not round_.has_unsigned
        released = round_.released_by_id is not None
        if Shown.LIVE in shown or (Shown.SIGNED in shown and is_signed) or (Shown.HELD in shown and released):
            seen.add(round_.number)
        else:
            until = Shown.SIGNED if Shown.SIGNED in shown else Shown.HELD
            withheld.append(Withheld(round_.number, until))
    return Sight(
        audience=audiences[0],
        rounds_shown=frozenset(seen),
        withheld=tuple(sorted(withheld)),
        without_cancelled=frozenset(without_cancelled),
    )


def _rounds(tournaments: Collection[Tournament]) -> "QuerySet[Round]":
    return with_signatures(Round.objects.filter(tournament__in=tournaments))


def _of_team(tournaments: Collection[Tournament], visitor: Visitor) -> set[int]:
    unknown = [tournament.pk for tournament in tournaments if not hasattr(tournament, "my_role")]
    team = {tournament.pk for tournament in tournaments if tournament.is_of_team}
    if unknown and visitor.account is not None:
        roles = Membership.objects.filter(tournament__in=unknown, user=visitor.account)
        team |= set(roles.values_list("tournament_id", flat=True))
    return team


def _with_players_link(tournaments: Collection[Tournament], visitor: Visitor) -> set[int]:
    """Return the ids of the tournaments in which this visitor has opened a player's or a table's link. The link of a
    player who has no seat does not count: while entries are open, anybody could get such a link."""
    ids = set()
    if visitor.entries:
        sitting = Entry.objects.accepted().filter(tournament__in=tournaments, pk__in=visitor.entries)
        rows = sitting.filter(seats__isnull=False).values_list("pk", "link_nonce", "tournament_id").distinct()
        ids |= {tournament for pk, nonce, tournament in rows if visitor.entries[pk] == nonce}
    if visitor.tables:
        tables = Table.objects.filter(tournament__in=tournaments, pk__in=visitor.tables)
        links = tables.values_list("pk", "link_nonce", "tournament_id")
        ids |= {tournament for pk, nonce, tournament in links if visitor.tables[pk] == nonce}
    return ids
