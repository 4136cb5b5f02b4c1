"""Factories with the simplest case of every model: a public tournament under WRC 2015, four players at table 1, no hand
played.

Numbers in names have leading zeros, so that later names sort after earlier ones, and no name is part of another name.
"""

from fractions import Fraction
from functools import cache
from uuid import uuid4

import factory
from django.contrib.auth.hashers import make_password
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone
from factory.django import DjangoModelFactory

from scoring.outcome import Outcome
from scoring.seats import SEATS
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_hanchan
from tournament.games.game import Game
from tournament.games.queries.game import load_game
from tournament.models import (
    STRANGER,
    Club,
    ClubTable,
    Cut,
    Entry,
    Hanchan,
    Hand,
    League,
    Membership,
    Offence,
    Player,
    Role,
    Round,
    SamePerson,
    Seat,
    SeatingPlan,
    Signature,
    SignedBy,
    SignedSheet,
    Table,
    Tournament,
    User,
    Visitor,
)
from tournament.models.federation import facts_of
from tournament.people.actions.give_penalty import give_penalty
from tournament.seating.quality import plan_hash
from tournament.table.actions.call_time import save_time_call
from tournament.table.actions.record_hand import record_next
from tournament.table.actions.sign_sheet import make_official

PASSWORD = "riichi-on-the-third-turn"
"""The password of every account, unless a test sets another one."""


@cache
def _hash_of(password: str) -> str:
    """Hash a password, once for each password: Argon2 needs a tenth of a second, and the tests create hundreds of
    accounts."""
    return make_password(password)


class UserFactory(DjangoModelFactory):
    class Meta:
        model = User

    username = factory.Sequence(lambda n: f"person{n:04}")
    password = factory.LazyFunction(lambda: _hash_of(PASSWORD))


class TournamentFactory(DjangoModelFactory):
    class Meta:
        model = Tournament
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Spring Open {n:04}")
    slug = factory.Sequence(lambda n: f"spring-open-{n:04}")

    @factory.post_generation
    def owner(self, create, extracted, **kwargs):
        _join(self, Role.OWNER, [extracted] if extracted else [])

    @factory.post_generation
    def organizers(self, create, extracted, **kwargs):
        _join(self, Role.ORGANIZER, extracted or [])

    @factory.post_generation
    def referees(self, create, extracted, **kwargs):
        _join(self, Role.REFEREE, extracted or [])


def _join(tournament, role, users):
    for user in users:
        Membership.objects.create(tournament=tournament, user=user, role=role)


class PlayerFactory(DjangoModelFactory):
    class Meta:
        model = Player

    name = factory.Sequence(lambda n: f"Player {n:04}")


class EntryFactory(DjangoModelFactory):
    class Meta:
        model = Entry
        skip_postgeneration_save = True

    tournament = factory.SubFactory(TournamentFactory)
    player = factory.SubFactory(PlayerFactory)
    number = factory.Sequence(lambda n: n + 1)

    @factory.post_generation
    def home(self, create, extracted, **kwargs):
        """Make the tournament the player's home (`Player.home`) if this is the player's first entry."""
        if create and self.player.home_id is None and self.player.entries.count() == 1:
            self.player.home = self.tournament
            self.player.save(update_fields=["home"])


def enter(entries: list[Entry]) -> list[Entry]:
    """Save the entries and players that `EntryFactory.build_batch` has made, in two queries."""
    for entry in entries:
        entry.player.home = entry.tournament
    Player.objects.bulk_create([entry.player for entry in entries])
    return Entry.objects.bulk_create(entries)


class RoundFactory(DjangoModelFactory):
    class Meta:
        model = Round

    tournament = factory.SubFactory(TournamentFactory)
    number = 1
    started_at = factory.LazyFunction(timezone.now)


class TableFactory(DjangoModelFactory):
    class Meta:
        model = Table

    tournament = factory.SubFactory(TournamentFactory)
    number = 1


class HanchanFactory(DjangoModelFactory):
    """A hanchan with four seats: for the given `entries`, or else for four new players."""

    class Meta:
        model = Hanchan
        skip_postgeneration_save = True

    round = factory.SubFactory(RoundFactory)
    table = factory.SubFactory(TableFactory, tournament=factory.SelfAttribute("..round.tournament"))

    @factory.post_generation
    def entries(self, create, extracted, **kwargs):
        entries = extracted or enter(EntryFactory.build_batch(4, tournament=self.round.tournament))
        Seat.objects.bulk_create(Seat(hanchan=self, seat=seat, entry=entry) for seat, entry in enumerate(entries))


class ClubFactory(DjangoModelFactory):
    class Meta:
        model = Club
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Riichi club {n:04}")
    slug = factory.Sequence(lambda n: f"riichi-club-{n:04}")

    @factory.post_generation
    def organizers(self, create, extracted, **kwargs):
        self.organizers.set(extracted or [])

    @factory.post_generation
    def people(self, create, extracted, **kwargs):
        self.people.set(extracted or [])

    @factory.post_generation
    def tables(self, create, extracted, **kwargs):
        ClubTable.objects.bulk_create(ClubTable(club=self, number=number) for number in range(1, (extracted or 0) + 1))


class LeagueFactory(DjangoModelFactory):
    class Meta:
        model = League
        skip_postgeneration_save = True

    name = factory.Sequence(lambda n: f"Season {n:04}")
    slug = factory.Sequence(lambda n: f"season-{n:04}")
    owner = factory.SubFactory(UserFactory)

    @factory.post_generation
    def tournaments(self, create, extracted, **kwargs):
        self.tournaments.set(extracted or [])


def visitor(user: User) -> Visitor:
    """Return the visitor with this account, as actions and queries need it."""
    return Visitor(user=user)


def owner_of(tournament: Tournament) -> Visitor:
    """Return an owner of the tournament as a visitor."""
    owner = tournament.memberships.filter(role=Role.OWNER).first()
    owner = owner or tournament.memberships.create(user=UserFactory(), role=Role.OWNER)
    return Visitor(user=owner.user)


def at_table(table: Table) -> Visitor:
    """Return a visitor without an account who has opened this table's link."""
    return Visitor(user=AnonymousUser(), tables={table.pk: table.link_nonce})


def keep_plan(tournament: Tournament, *rounds: list[list[int]], by: Visitor = STRANGER) -> SeatingPlan:
    """Store an accepted seating plan. `rounds` are lists of tables, and a table has four entry numbers, which need not
    exist."""
    tournament.refresh_from_db()
    players = sorted({number for tables in rounds for four in tables for number in four})
    entry = log(tournament, "seating.planned", by=by, rounds=len(rounds), seed=7, players=players)
    hashed = plan_hash(tuple(tuple((e, s, w, n) for e, s, w, n in tables) for tables in rounds))
    return tournament.plans.create(rounds=rounds, seed=7, hash=hashed, accepted_by=entry)


def play(hanchan: Hanchan, *outcomes: Outcome, by: Visitor = STRANGER) -> list[Hand]:
    """Record these hands after the hanchan's earlier hands, as the table's phone would, and return them.

    To save queries, only the rules and the earlier hands are read, once for all hands.
    """
    with locked_hanchan(hanchan.pk) as locked:
        hands = list(locked.hands.current().order_by("number"))
        before = len(hands)
        rules = locked.tournament.ruleset
        for outcome in outcomes:
            game = Game(
                hanchan=locked, rules=rules, seats=(), hands=tuple(hands), paper=None, signatures=(), sheet=None
            )
            hands.append(record_next(locked, game, uuid4(), outcome, by=by))
    hanchan.refresh_from_db()
    return hands[before:]


def penalize(entry: Entry, points: str = "5", *, offence: Offence = Offence.OTHER, by: Visitor = STRANGER) -> None:
    """Give an entry a penalty; `points` are in thousands, 0 is a warning."""
    give_penalty(
        tournament_id=entry.tournament_id,
        key=uuid4(),
        entry_id=entry.pk,
        offence=offence,
        points=Fraction(points),
        minutes=None,
        round_number=None,
        rule="R15.6",
        reason="Asked twice",
        by=by,
    )


def one_person(first: Player, second: Player, *, is_same: bool = True) -> SamePerson:
    """Store a federation's answer whether two players with the same EMA number are one person. Both players are read
    from the database again."""
    first, second = Player.objects.filter(pk__in=[first.pk, second.pk]).order_by("pk")
    return SamePerson.objects.create(
        first=first,
        second=second,
        is_same=is_same,
        by_federation=True,
        decided_by=UserFactory(),
        decided_at=timezone.now(),
        facts=facts_of(first, second),
    )


def cut_to(*entries: Entry, after: int = 1, carried: str = "full", by: Visitor = STRANGER) -> Cut:
    """Store a cut after the round `after`, as if an organizer had made it: only these entries advance."""
    tournament = Tournament.objects.get(pk=entries[0].tournament_id)
    numbers = sorted(entry.number for entry in entries)
    decided = log(tournament, "cut.made", by=by, after=after, count=len(entries), carried=carried, numbers=numbers)
    cut = Cut.objects.create(tournament=tournament, after_round=after, carried=carried, decided_by=decided)
    cut.finalists.set(entries)
    return cut


def sign(hanchan: Hanchan) -> SignedSheet:
    """Let the four players sign the sheet of a hanchan. A hanchan that is not over is ended by time first."""
    with locked_hanchan(hanchan.pk) as locked:
        game = load_game(locked)
        if not game.ending:
            save_time_call(locked, after=len(game.hands), in_progress=False, by=STRANGER)
        # Only the rows of the four confirmations are written, because the action would load the whole game each time.
        signed = [Signature(hanchan=locked, seat=s, at=timezone.now()) for s in SEATS]
        for signature in Signature.objects.bulk_create(signed):
            seat = signature.seat
            number = game.seats[seat].entry.number
            log(locked.tournament, "sheet.confirmed", by=STRANGER, hanchan=locked, seat=seat, number=number)
        sheet = make_official(locked, game, signed_as=[], method=SignedBy.PLAYERS, by=STRANGER)
    hanchan.refresh_from_db()
    return sheet
