"""Fills a database with many past events, by bulk inserts through the models: 20 hanchans for each event, and the more
events, the more people.

The hanchans are copies of some that were played by the rules, so `manage.py verify` finds no differences. One person,
the "regular", plays in every fifth event; everybody else plays in five or six events.
"""

import copy
import datetime
from collections.abc import Iterable, Sequence
from random import Random
from typing import Any, NamedTuple, TypeVar
from uuid import uuid4

from django.db import models, transaction
from django.utils import timezone

from scoring.game_writing import decimal_string, outcome_to_json
from scoring.hanchan import PlayedHand, next_hand
from scoring.outcome import Limit, Outcome, Tsumo, Win
from scoring.presets import WRC_2015
from scoring.seats import SEATS
from scoring.situation import opening
from tournament.core.actions.analyse import analyse
from tournament.games.figures import figures_of
from tournament.games.game import Game
from tournament.models import (
    Entry,
    Hanchan,
    Hand,
    League,
    LineFigures,
    LogEntry,
    Membership,
    Player,
    Role,
    Round,
    Seat,
    SheetLine,
    SignedBy,
    SignedSheet,
    Table,
    Tournament,
    User,
)
from tournament.models.log import ActorKind
from tournament.rehearsal.demo_play import plausible_hand

TABLES, ROUNDS = 4, 5
HANCHANS = TABLES * ROUNDS
PATTERNS = 200
"""How many different hanchans are played; all others are copies of these. One in a hundred has a yakuman."""

HANDS = 10

Row = TypeVar("Row", bound=models.Model)


class Pattern(NamedTuple):
    """An unsaved hanchan with its hands, its signed sheet, and the sheet's lines with their figures."""

    hanchan: Hanchan
    hands: list[Hand]
    sheet: SignedSheet
    lines: list[SheetLine]
    figures: list[LineFigures]


def fill(hanchans: int, *, seed: int = 1) -> League:
    """Create this many signed hanchans, in whole events, and a public league of all events; return the league."""
    random = Random(seed)
    patterns = [_pattern(random, "organizer", with_yakuman=number % 100 == 0) for number in range(PATTERNS)]
    events = hanchans // HANCHANS
    people = Player.objects.bulk_create(
        Player(name=f"{_letters(number)} Person{number}", country="CZ", club=f"Club {number % 40}")
        for number in range(16 + 3 * events)
    )
    owner = User.objects.create_user("organizer", password=None)
    league = League.objects.create(owner=owner, name="All of them", slug="all-of-them")
    for start in range(0, events, 50):
        with transaction.atomic():
            numbers = range(start, min(start + 50, events))
            tournaments = _tournaments(numbers, owner)
            for tournament in tournaments:
                league.events.create(tournament=tournament)
            _play(tournaments, people, patterns, random, numbers)
    analyse()
    return league


def fill_event(tournament: Tournament, *, players: int, rounds: int, seed: int = 1) -> None:
    """Create this many signed rounds in one event, without log entries."""
    random, now = Random(seed), timezone.now()
    patterns = [_pattern(random, "organizer", with_yakuman=False) for _number in range(20)]
    people = Player.objects.bulk_create(Player(name=f"{_letters(n)} Person{n}", country="CZ") for n in range(players))
    entries = Entry.objects.bulk_create(
        Entry(tournament=tournament, player=player, number=number) for number, player in enumerate(people, start=1)
    )
    tables = Table.objects.bulk_create(Table(tournament=tournament, number=n) for n in range(1, players // 4 + 1))
    for number in range(1, rounds + 1):
        round_ = Round.objects.create(tournament=tournament, number=number, started_at=now)
        order = random.sample(entries, players)
        chosen = random.choices(patterns, k=len(tables))
        hanchans = Hanchan.objects.bulk_create(
            _copy(pattern.hanchan, round=round_, table=table) for table, pattern in zip(tables, chosen, strict=True)
        )
        drawn = [
            (hanchan, order[4 * at : 4 * at + 4], pattern)
            for at, (hanchan, pattern) in enumerate(zip(hanchans, chosen, strict=True))
        ]
        Seat.objects.bulk_create(
            Seat(hanchan=hanchan, seat=seat, entry=entry)
            for hanchan, four, _ in drawn
            for seat, entry in enumerate(four)
        )
        Hand.objects.bulk_create(
            _copy(hand, hanchan=hanchan, key=uuid4()) for hanchan, _four, pattern in drawn for hand in pattern.hands
        )
        _sign(drawn)


def _pattern(random: Random, owner: str, *, with_yakuman: bool) -> Pattern:
    """Play a hanchan of at most ten hands, which then ends by time, and return it with its signed sheet."""
    played: list[PlayedHand] = []
    while len(played) < HANDS and not (played and played[-1].ending):
        situation = played[-1].after if played else opening(WRC_2015)
        is_rare = with_yakuman and len(played) == 2
        outcome = _yakuman() if is_rare else plausible_hand(random, situation, WRC_2015)
        played.append(next_hand(outcome, played, rules=WRC_2015, start=None))
    now = timezone.now()
    hanchan = Hanchan(revision=len(played))
    if not played[-1].ending:
        hanchan.time_called_at, hanchan.time_called_after = now, len(played)
        hanchan.time_hand_in_progress = False
    hands = [_hand(number, hand, now) for number, hand in enumerate(played, start=1)]
    game = Game(hanchan=hanchan, rules=WRC_2015, seats=(), hands=tuple(hands), paper=None, signatures=(), sheet=None)
    sheet = SignedSheet(riichi_sticks=game.final_sticks, method=SignedBy.REFEREE, signed_as=[owner], signed_at=now)
    lines = [
        SheetLine(
            seat=seat,
            points=placement.points,
            place=placement.place,
            uma=decimal_string(placement.uma),
            score=decimal_string(placement.score),
            penalty=decimal_string(game.penalties[seat]),
        )
        for seat, placement in zip(SEATS, game.result, strict=True)
    ]
    return Pattern(hanchan, hands, sheet, lines, [figures_of(game, line) for line in lines])


def _hand(number: int, played: PlayedHand, at: datetime.datetime) -> Hand:
    east, south, west, north = played.settlement.deltas
    return Hand(
        number=number,
        outcome=outcome_to_json(played.settlement.outcome),
        round_wind=played.before.round_wind.value,
        dealer=played.before.dealer,
        honba=played.before.honba,
        east=east,
        south=south,
        west=west,
        north=north,
        to_table=played.settlement.to_table,
        recorded_at=at,
    )


def _yakuman() -> Outcome:
    return Tsumo(win=Win(winner=SEATS[1], value=Limit.YAKUMAN))


def _letters(number: int) -> str:
    return "".join(chr(ord("A") + (number * prime) % 26) for prime in (7, 11, 17))


def _tournaments(numbers: Iterable[int], owner: User) -> Sequence[Tournament]:
    first_day = datetime.date(2010, 1, 1)
    made = [
        Tournament(
            name=f"Event {number}",
            slug=f"event-{number}",
            starts_on=first_day + datetime.timedelta(days=7 * number),
            archived_at=timezone.now() if number % 2 else None,
            version=1 + HANCHANS,
            official_version=1 + HANCHANS,
        )
        for number in numbers
    ]
    for tournament in made:
        tournament.freeze_rules()
    made = Tournament.objects.bulk_create(made)
    Membership.objects.bulk_create(Membership(tournament=row, user=owner, role=Role.OWNER) for row in made)
    return made


def _play(
    tournaments: Sequence[Tournament],
    people: Sequence[Player],
    patterns: Sequence[Pattern],
    random: Random,
    numbers: Iterable[int],
) -> None:
    now = timezone.now()
    entries = []
    for number, tournament in zip(numbers, tournaments, strict=True):
        # Each event has people from a later part of the list, so that people come and go.
        window = people[1 + 3 * number : 16 + 3 * number]
        chosen = (
            [people[0], *window] if number % 5 == 0 else [*window, people[1 + (3 * number + 15) % (len(people) - 1)]]
        )
        entries += [
            Entry(tournament=tournament, player=player, number=place) for place, player in enumerate(chosen, start=1)
        ]
    entries = Entry.objects.bulk_create(entries)
    tables = Table.objects.bulk_create(
        Table(tournament=tournament, number=number) for tournament in tournaments for number in range(1, TABLES + 1)
    )
    rounds = Round.objects.bulk_create(
        Round(tournament=tournament, number=number, started_at=now)
        for tournament in tournaments
        for number in range(1, ROUNDS + 1)
    )
    LogEntry.objects.bulk_create(_log(tournament, 1, "tournament.created", None, now) for tournament in tournaments)
    chosen_patterns = random.choices(patterns, k=len(rounds) * TABLES)
    hanchans = Hanchan.objects.bulk_create(
        _copy(
            pattern.hanchan,
            round=rounds[place // TABLES],
            table=tables[place // HANCHANS * TABLES + place % TABLES],
        )
        for place, pattern in enumerate(chosen_patterns)
    )
    seats, hands, log, drawn = [], [], [], []
    for place, (hanchan, pattern) in enumerate(zip(hanchans, chosen_patterns, strict=True)):
        event, of_event = divmod(place, HANCHANS)
        if of_event % TABLES == 0:
            order = random.sample(entries[event * 16 : (event + 1) * 16], 16)
        four = order[4 * (of_event % TABLES) : 4 * (of_event % TABLES) + 4]
        drawn.append((hanchan, four, pattern))
        seats += [Seat(hanchan=hanchan, seat=seat, entry=entry) for seat, entry in enumerate(four)]
        hands += [_copy(hand, hanchan=hanchan, key=uuid4()) for hand in pattern.hands]
        log.append(_log(tournaments[event], 2 + of_event, "sheet.signed", hanchan, now))
    Seat.objects.bulk_create(seats)
    Hand.objects.bulk_create(hands)
    LogEntry.objects.bulk_create(log)
    _sign(drawn)


def _sign(drawn: Sequence[tuple[Hanchan, Sequence[Entry], Pattern]]) -> None:
    """Sign these hanchans, each with its four entries by seat."""
    sheets = SignedSheet.objects.bulk_create(_copy(pattern.sheet, hanchan=hanchan) for hanchan, _four, pattern in drawn)
    lines = SheetLine.objects.bulk_create(
        _copy(line, sheet=sheet, entry=entry)
        for sheet, (_hanchan, four, pattern) in zip(sheets, drawn, strict=True)
        for line, entry in zip(pattern.lines, four, strict=True)
    )
    figures = [row for _hanchan, _four, pattern in drawn for row in pattern.figures]
    LineFigures.objects.bulk_create(_copy(row, line=line) for row, line in zip(figures, lines, strict=True))


def _copy(row: Row, **fields: Any) -> Row:
    twin = copy.copy(row)
    twin._state = copy.copy(row._state)
    twin._state.fields_cache = {}
    twin.pk = None
    twin._state.adding = True
    for name, value in fields.items():
        setattr(twin, name, value)
    return twin


def _log(tournament: Tournament, number: int, kind: str, hanchan: Hanchan | None, at: datetime.datetime) -> LogEntry:
    return LogEntry(
        tournament=tournament, number=number, kind=kind, hanchan=hanchan, actor_kind=ActorKind.COMMAND, at=at
    )
