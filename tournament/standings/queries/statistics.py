"""A player's statistics over all events of the site that a visitor may see.

`scoring.statistics` defines the figures; this module chooses the hanchans. They have a signed sheet, are in a round
that the visitor's `Sight` shows, in an event that the visitor may see, and the player is listed in its standings and
consented to their name. An event without that consent does not count.

Only hands that the player played count, so those before a substitute sat down; a substitute's hands count for nobody.
The score of such a hanchan is the player's, as in the standings; its place and points count for nobody. A hanchan from
paper has a place, points, a score and chombo, and no hands.
"""

import datetime
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from heapq import nlargest

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from scoring.seats import Seat
from scoring.statistics import HandCounts, Places, count_hands, count_places, together, won_hands
from tournament.core.cache import Cache
from tournament.core.queries.visibility import Sight, sights
from tournament.core.text import folded
from tournament.games.game import Game
from tournament.games.queries.departures import unlisted
from tournament.games.queries.game import load_games
from tournament.games.queries.results import signed_lines
from tournament.models import Entry, Hanchan, Player, SheetLine, ShownAs, Tournament, Visitor
from tournament.standings.queries.cached import SightKey, cached_by_tournament
from tournament.standings.queries.leaderboard import official_leaderboards
from tournament.standings.queries.records import RecordHand

PLAYERS_ON_A_PAGE = 50
BEST_HANDS = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class Period:
    """A period of days, both included; None means no bound. An event counts on its first day; without a day, never."""

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
    """A tournament that a player is entered in. Place and total are those of its official standings, None before the
    player's first signed sheet; then the number of the player's signed hanchans."""

    entry: Entry
    place: int | None
    total: Fraction | None
    hanchans: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Opponent:
    """An opponent, and how often the two met at a table where the name may be shown; `has_page` if they have a page."""

    player: Player
    name: str
    met: int
    has_page: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerPage:
    """A player's statistics.

    `places` and `points` (mean and highest) are of hanchans that the player played to the end; `substituted` counts the
    others. `score` is the sum over all `hanchans`, the others included. `hanchans_by_hand` is the number of hanchans
    that `hands` covers. `met_unnamed` counts meetings with people who did not consent to their name. `withheld` says
    that some round is not shown yet.
    """

    player: Player
    name: str
    about: tuple[str, ...]
    period: Period
    events: tuple[PlayedEvent, ...]
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
    met_unnamed: int
    withheld: bool

    @property
    def average_score(self) -> Fraction | None:
        return self.score / self.hanchans if self.hanchans else None


def named_entries(visitor: Visitor) -> "QuerySet[Entry]":
    """Return the entries whose player this visitor may know by name on pages of the site. They play, are listed, and
    consented to their name, in tournaments that the visitor may see."""
    sight_by_id = Tournament.objects.seen_by(visitor).filter(rehearsal_of=None)
    entries = Entry.objects.accepted().filter(tournament__in=sight_by_id.values("pk"), may_publish=True)
    entries = entries.exclude(player__shown_as=ShownAs.NOBODY)
    return entries.exclude(pk__in=unlisted(sight_by_id).values("pk"))


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayerLine:
    """A player who has a page."""

    player: Player
    name: str
    about: tuple[str, ...]
    events: int


def player_list(visitor: Visitor, query: str, page: str) -> Page[PlayerLine]:
    """Return the players with a page for this visitor, by name, or only those who match the search; two queries.
    `page` is the number in the address."""
    named = named_entries(visitor)
    players = Player.objects.filter(entries__in=named.values("pk")).annotate(events=Count("entries"))
    folded_query = folded(query)
    lines = [
        PlayerLine(player=player, name=player.public_name, about=_about(player), events=player.events)
        for player in players
    ]
    matches = [line for line in lines if folded_query in folded(line.name)]
    matches.sort(key=lambda line: (folded(line.name), line.player.pk))
    return Paginator(matches, PLAYERS_ON_A_PAGE).get_page(page)


def _about(player: Player) -> tuple[str, ...]:
    """Return country and club of a player who is shown under the full name."""
    details = (player.country_shown, player.club) if player.shown_as == ShownAs.NAME else ()
    return tuple(text for text in details if text)


def player_page(pk: int, visitor: Visitor, period: Period) -> PlayerPage | None:
    """Load a player's page in a fixed number of queries; None if this visitor may not see it."""
    named = named_entries(visitor).filter(
        player__pk=pk
    )  # `player__pk`: a number too large for the database matches none
    player = Player.objects.filter(pk__in=named.values("player")).first()
    if player is None:
        return None
    tournaments = list(
        Tournament.objects.filter(period.of_tournaments, pk__in=named.values("tournament")).with_role(visitor)
    )
    sight_by_id = sights(tournaments, visitor)
    own = {entry.tournament_id: entry for entry in named.filter(tournament__in=tournaments)}
    for tournament in tournaments:
        own[tournament.pk].tournament = tournament
    games = _games(own.values(), sight_by_id)
    lines = [_line(game, own) for game in games]
    played = [line for line in lines if not line.substitute]
    seated = [(game, Seat(line.seat)) for game, line in zip(games, lines, strict=True)]
    by_hand = [(game, seat) for game, seat in seated if game.paper is None and game.player_hands(seat) != 0]
    opponents, met_unnamed = _opponents(seated, tournaments, named)
    return PlayerPage(
        player=player,
        name=player.public_name,
        about=_about(player),
        period=period,
        events=_events(own, tournaments, sight_by_id, games),
        hanchans=len(lines),
        substituted=len(lines) - len(played),
        places=count_places(line.place for line in played),
        average_points=Fraction(sum(line.points for line in played), len(played)) if played else None,
        highest_points=max((line.points for line in played), default=None),
        score=sum((line.exact_score for line in lines), Fraction()),
        hands=together(_hands(game, seat) for game, seat in seated),
        hanchans_by_hand=len(by_hand),
        best=tuple(nlargest(BEST_HANDS, _wins(by_hand), key=lambda best: best.won.rank)),
        opponents=opponents,
        met_unnamed=met_unnamed,
        withheld=any(sight.withheld for sight in sight_by_id.values()),
    )


def _games(entries: Collection[Entry], sight_by_id: Mapping[int, Sight]) -> list[Game]:
    """Load the signed hanchans of these entries, in shown rounds, the earliest event first."""
    lines = signed_lines(Tournament.objects.filter(pk__in=sight_by_id)).filter(entry__in=entries)
    hanchans = Hanchan.objects.filter(pk__in=lines.values("sheet__hanchan"))
    games = load_games(hanchans.order_by("round__tournament__starts_on", "round__tournament", "round__number", "pk"))
    return [game for game in games if sight_by_id[game.hanchan.tournament.pk].shows(game.hanchan.round.number)]


def _line(game: Game, own: Mapping[int, Entry]) -> SheetLine:
    assert game.sheet is not None  # noqa: S101 (these games were asked for by their sheets)
    entry = own[game.hanchan.tournament.pk]
    return next(line for line in game.sheet.lines.all() if line.entry_id == entry.pk)


def _hands(game: Game, seat: Seat) -> HandCounts:
    """Count the hands of the seat's own player. A result from paper has only chombo."""
    if game.paper:
        return HandCounts(chombo=0 if game.player_hands(seat) == 0 else game.paper.chombo_by_seat[seat])
    return count_hands(game.own_hands(seat), seat)


def _wins(seated: Iterable[tuple[Game, Seat]]) -> Iterable[RecordHand]:
    """Yield the player's own wins, the earliest first."""
    for game, seat in seated:
        for won in won_hands(game.own_hands(seat)):
            if won.win.winner is seat:
                yield RecordHand(won=won, entry=game.seats[seat].entry, hanchan=game.hanchan)


Standing = tuple[int | None, Fraction]

STANDINGS: Cache[SightKey, dict[int, Standing]] = Cache(2_000)
"""A cache of the place and total of every listed entry."""


def _standings(sight_by_id: Mapping[int, Sight]) -> dict[int, dict[int, Standing]]:
    boards = official_leaderboards(sight_by_id)
    return {pk: {row.entry.pk: (row.place, row.total) for row in board.rows} for pk, board in boards.items()}


def _events(
    own: Mapping[int, Entry],
    tournaments: Collection[Tournament],
    sight_by_id: Mapping[int, Sight],
    games: Iterable[Game],
) -> tuple[PlayedEvent, ...]:
    """Return the player's events, the newest first, those without a day last."""
    played = Counter(game.hanchan.tournament.pk for game in games)
    standings = cached_by_tournament(STANDINGS, tournaments, sight_by_id, _standings)
    events = []
    for pk, entry in own.items():
        place, total = standings[pk].get(entry.pk, (None, Fraction()))
        events.append(PlayedEvent(entry=entry, place=place, total=total if place else None, hanchans=played[pk]))
    events.sort(key=lambda event: (event.entry.tournament.starts_on or datetime.date.min, event.entry.tournament_id))
    return tuple(reversed(events))


def _opponents(
    seated: Iterable[tuple[Game, Seat]], tournaments: Collection[Tournament], named: "QuerySet[Entry]"
) -> tuple[tuple[Opponent, ...], int]:
    """Return the opponents, the most often met first, and the number of meetings with unnamed players. A player whose
    seat was a substitute's from the start met nobody."""
    met: Counter[int] = Counter()
    players: dict[int, Entry] = {}
    unnamed = 0
    for game, own in seated:
        for seat in game.seats:
            if own == seat.seat or game.from_start.intersection((own, Seat(seat.seat))):
                continue
            if seat.entry.is_told:
                players[seat.entry.player_id] = seat.entry
                met[seat.entry.player_id] += 1
            else:
                unnamed += 1
    unlisted_entries = set(
        unlisted(Tournament.objects.filter(pk__in=[event.pk for event in tournaments])).values_list("pk", flat=True)
    )
    opponents = [
        Opponent(player=entry.player, name=entry.public_name, met=met[pk], has_page=entry.pk not in unlisted_entries)
        for pk, entry in players.items()
    ]
    return tuple(
        sorted(opponents, key=lambda opponent: (-opponent.met, folded(opponent.name), opponent.player.pk))
    ), unnamed
