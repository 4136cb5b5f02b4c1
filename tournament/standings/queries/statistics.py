"""A player's statistics over all events of the site that a visitor may see.

`scoring.statistics` defines the figures; this module selects the hanchans. A hanchan counts if its sheet is signed and
the visitor may see the event and the round (`Sight`). The player must also be in the event's standings with a public
name.

If a substitute took over during a hanchan, the player's hands before that and the score in the standings count. The
place and points of such a hanchan count for nobody. A hanchan from paper has a place, points, a score and chombo, but
no hands.

Hands are counted when the sheet is signed (`LineFigures`); only the hanchans of the best hands are replayed.
"""

import datetime
from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest

from django.db.models import Count, Exists, F, Max, OuterRef, Q, QuerySet, Sum

from scoring.game_writing import exact
from scoring.seats import Seat
from scoring.statistics import HandCounts, Places
from tournament.core.cache import Cache
from tournament.core.queries.visibility import Sight, hidden_rounds, partial_sights, sights
from tournament.core.text import folded
from tournament.games.figures import COUNTS, own_wins
from tournament.games.queries.departures import is_unlisted
from tournament.games.queries.game import load_games
from tournament.games.queries.results import signed_lines_of
from tournament.models import Entry, Hanchan, Player, SheetLine, ShownAs, Tournament, Visitor
from tournament.standings.queries.cached import SightKey, cached_by_tournament
from tournament.standings.queries.leaderboard import official_leaderboards
from tournament.standings.queries.records import RecordHand

BEST_HANDS = 5
SHOWN = 20
"""How many events and opponents are listed, unless the visitor requests all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A period from the day `since` to the day `until`, both included. If `since` is None, the period has no beginning;
    if `until` is None, it has no end. An event belongs to a period if its first day does. An event without a day
    belongs only to the period that has neither beginning nor end."""

    since: datetime.date | None = None
    until: datetime.date | None = None

    @property
    def is_bounded(self) -> bool:
        return self.since is not None or self.until is not None

    @property
    def of_tournaments(self) -> Q:
        """The filter for tournaments in this period."""
        since = Q(starts_on__gte=self.since) if self.since else Q()
        return since & (Q(starts_on__lte=self.until) if self.until else Q())


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvent:
    """A tournament that a player has entered. `place` and `total` (in thousands) are from the official standings; None
    before the player's first signed sheet. `hanchans` is the number of the player's signed hanchans."""

    entry: Entry
    place: int | None
    total: Fraction | None
    hanchans: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """An opponent of a player. `hanchans_together` is how often the two played at the same table, in events where the
    opponent's name may be shown."""

    player: Player
    name: str
    hanchans_together: int
    has_page: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage:
    """A player's statistics.

    `events` and `opponents` are the first items of each list, or all items if requested; `all_events` and
    `all_opponents` are the numbers of all items. `places`, `average_points` and `highest_points` are computed from the
    hanchans that the player played to the end; `substituted` is the number of hanchans that a substitute played to the
    end. `score` is the sum over all `hanchans`, in thousands. `hanchans_by_hand` is the number of hanchans that `hands`
    covers. `hanchans_with_unnamed` is the number of hanchans with opponents who did not consent to a public name.
    `withheld` says whether some round is not shown yet.
    """

    player: Player
    name: str
    about: tuple[str, ...]
    period: Period
    events: tuple[PlayedEvent, ...]
    all_events: int
    hanchans: int
    substituted: int
    places: Places
    average_points: Fraction | None
    highest_points: int | None
    score: Fraction
    hands: HandCounts
    hanchans_by_hand: int
    best: tuple[RecordHand, ...]
    opponents: tuple[Opponent, ...]
    all_opponents: int
    hanchans_with_unnamed: int
    withheld: bool

    @property
    def average_score(self) -> Fraction | None:
        return self.score / self.hanchans if self.hanchans else None


def named_entries(visitor: Visitor) -> "QuerySet[Entry]":
    """Return the entries whose player this visitor may see by name outside the tournament's own pages: accepted and
    listed entries, with consent to a public name, in tournaments that the visitor may see."""
    seen = Tournament.objects.seen_by(visitor).filter(rehearsal_of=None)
    # `Exists`, because with `tournament__in` SQLite looks for each player in each tournament of the site.
    entries = Entry.objects.accepted().filter(Exists(seen.filter(pk=OuterRef("tournament"))), may_publish=True)
    entries = entries.exclude(player__shown_as=ShownAs.NOBODY)
    return entries.filter(~is_unlisted("pk"))


def about(player: Player) -> tuple[str, ...]:
    """Return country and club of a player whose full name is shown; empty for other players."""
    details = (player.country_shown, player.club) if player.shown_as == ShownAs.NAME else ()
    return tuple(text for text in details if text)


def player_page(pk: int, visitor: Visitor, period: Period, *, all_of: str = "") -> PlayerPage | None:
    """Load a player's page in a fixed number of queries; None if this visitor may not see the page.

    `all_of` ("events" or "opponents") says which of the two lists is complete; otherwise each has only the first
    `SHOWN`.
    """
    named = named_entries(visitor).filter(
        player__pk=pk
    )  # `player__pk`: a number too large for the database matches none
    player = Player.objects.filter(pk__in=named.values("player")).first()
    if player is None:
        return None
    in_period = Tournament.objects.filter(period.of_tournaments, pk=OuterRef("tournament"))
    own = dict(named.filter(Exists(in_period)).values_list("pk", "tournament"))
    sight_by_id = partial_sights(Tournament.objects.filter(pk__in=own.values()), visitor)
    lines = signed_lines_of(own).exclude(sheet__hanchan__round__in=hidden_rounds(sight_by_id)).order_by()
    sums = _sums(lines)
    opponents, hanchans_together = _opponents(lines, own, visitor, None if all_of == "opponents" else SHOWN)
    hanchans_with_unnamed = hanchans_together.pop(None, 0)
    return PlayerPage(
        player=player,
        name=player.public_name,
        about=about(player),
        period=period,
        events=_events(own, lines, visitor, None if all_of == "events" else SHOWN),
        all_events=len(own),
        hanchans=sums["hanchans"],
        substituted=sums["hanchans"] - sums["played"],
        places=Places(counts=(sums["place_1"], sums["place_2"], sums["place_3"], sums["place_4"])),
        average_points=Fraction(sums["sum_of_points"], sums["played"]) if sums["played"] else None,
        highest_points=sums["highest"],
        score=sum((exact(score) * count for score, count in _scores(lines)), Fraction()),
        hands=HandCounts(**{name: sums[name] or 0 for name in COUNTS}),
        hanchans_by_hand=sums["by_hand"],
        best=_best(lines),
        opponents=opponents,
        all_opponents=len(hanchans_together),
        hanchans_with_unnamed=hanchans_with_unnamed,
        withheld=any(sight.withheld for sight in sight_by_id.values()),
    )


def _sums(lines: "QuerySet[SheetLine]") -> dict[str, int]:
    """Return the sums of the figures of these sheet lines. A substitute's place and points do not count."""
    own = Q(substitute="")
    places = {f"place_{place}": Count("pk", filter=own & Q(place=place)) for place in (1, 2, 3, 4)}
    counts = {name: Sum(f"figures__{name}") for name in COUNTS}
    return lines.aggregate(
        hanchans=Count("pk"),
        played=Count("pk", filter=own),
        sum_of_points=Sum("points", filter=own),
        highest=Max("points", filter=own),
        by_hand=Count("pk", filter=Q(figures__is_by_hand=True)),
        **places,
        **counts,
    )


def _scores(lines: "QuerySet[SheetLine]") -> "QuerySet[SheetLine, tuple[str, int]]":
    """Return pairs of a score, as text, and the number of lines with this score."""
    return lines.values_list("score").annotate(Count("pk"))


def _best(lines: "QuerySet[SheetLine]") -> tuple[RecordHand, ...]:
    """Return the player's `BEST_HANDS` best wins; if several are equal, the earliest."""
    round_ = "sheet__hanchan__round"
    in_time = (f"{round_}__tournament__starts_on", f"{round_}__tournament", f"{round_}__number", "sheet__hanchan")
    rows = lines.filter(figures__best__gt=0).order_by("-figures__best", *in_time)
    seats = dict(rows.values_list("sheet__hanchan", "seat")[:BEST_HANDS])
    hanchans = Hanchan.objects.filter(pk__in=seats)
    games = load_games(hanchans.order_by("round__tournament__starts_on", "round__tournament", "round__number", "pk"))
    wins = (
        RecordHand(won=won, entry=game.seats[seat].entry, hanchan=game.hanchan)
        for game in games
        for seat in [Seat(seats[game.hanchan.pk])]
        for won in own_wins(game, seat)
    )
    return tuple(nlargest(BEST_HANDS, wins, key=lambda best: best.won.rank))


Standing = tuple[int | None, Fraction]

STANDINGS: Cache[SightKey, dict[int, Standing]] = Cache(2_000)
"""Cache of the place and total of every listed entry of a tournament, by the entry's id."""


def _standings(sight_by_id: Mapping[int, Sight]) -> dict[int, dict[int, Standing]]:
    boards = official_leaderboards(sight_by_id)
    return {pk: {row.entry.pk: (row.place, row.total) for row in board.rows} for pk, board in boards.items()}


def _events(
    own: Mapping[int, int], lines: "QuerySet[SheetLine]", visitor: Visitor, most: int | None
) -> tuple[PlayedEvent, ...]:
    """Return the player's events, the newest first; events without a day come last."""
    newest_first = (F("starts_on").desc(nulls_last=True), "-pk")
    rows = Tournament.objects.filter(pk__in=own.values()).with_role(visitor).order_by(*newest_first)
    tournaments = {tournament.pk: tournament for tournament in rows[:most]}
    sight_by_id = sights(tournaments.values(), visitor)
    standings = cached_by_tournament(STANDINGS, tournaments.values(), sight_by_id, _standings)
    entry_of = {tournament: entry for entry, tournament in own.items()}
    entries = Entry.objects.in_bulk([entry_of[tournament] for tournament in tournaments])
    played = dict(lines.filter(entry__in=entries).values_list("entry").annotate(Count("pk")))
    events = []
    for tournament in tournaments.values():
        entry = entries[entry_of[tournament.pk]]
        entry.tournament = tournament
        place, total = standings[tournament.pk].get(entry.pk, (None, Fraction()))
        hanchans = played.get(entry.pk, 0)
        events.append(PlayedEvent(entry=entry, place=place, total=total if place else None, hanchans=hanchans))
    return tuple(events)


def _opponents(
    lines: "QuerySet[SheetLine]", own: Collection[int], visitor: Visitor, most: int | None
) -> tuple[tuple[Opponent, ...], Counter[int | None]]:
    """Return the opponents, the most frequent first, and how often the player met each person, by id. People without a
    public name are counted together under None. A hanchan in which a substitute played from the start is not
    counted."""
    sheets = lines.filter(figures__was_there=True).values("sheet")
    others = SheetLine.objects.filter(sheet__in=sheets, figures__was_there=True).exclude(entry__in=own)
    hanchans_together: Counter[int | None] = Counter()
    groups = others.order_by().values_list("entry__player", "entry__may_publish", "entry__player__shown_as")
    for player, may_publish, shown_as, count in groups.annotate(Count("pk")):
        hanchans_together[player if may_publish and shown_as != ShownAs.NOBODY else None] += count
    named = {player: count for player, count in hanchans_together.items() if player is not None}
    listed = sorted(named, key=lambda player: (-named[player], player))[:most]
    have_page = set(named_entries(visitor).filter(player__in=listed).values_list("player", flat=True))
    opponents = [
        Opponent(player=player, name=player.public_name, hanchans_together=named[pk], has_page=pk in have_page)
        for pk, player in Player.objects.in_bulk(listed).items()
    ]
    opponents.sort(key=lambda opponent: (-opponent.hanchans_together, folded(opponent.name), opponent.player.pk))
    return tuple(opponents), hanchans_together
