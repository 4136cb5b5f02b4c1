"""Builds the world in which every address is requested."""

from datetime import timedelta
from uuid import uuid4

from django.test import Client
from django.utils import timezone

from scoring.outcome import ExhaustiveDraw
from tests.factories import (
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    PlayerFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    at_table,
    keep_plan,
    penalize,
    play,
    visitor,
)
from tests.table.phones import phone_at
from tests.whole_site.audiences import ANONYMOUS, PEOPLE, TOKEN, World
from tournament.models import (
    Announcement,
    AnnouncementPicture,
    League,
    Mail,
    PlayerTeam,
    Ranking,
    Role,
    TeamPenalty,
    Tournament,
    User,
)
from tournament.people.actions.appeals import appeal_ruling
from tournament.site.actions.invitations import hash_of
from tournament.table.actions.calls import answer_call, call_referee


def make_world(*, is_public: bool) -> World:
    """Create a tournament with two tables in play, everything that has a URL, and a browser for each person."""
    # Hashing passwords would take longer than everything else.
    users = {person: UserFactory(username=person) for person in PEOPLE if person not in ANONYMOUS}
    tournament = TournamentFactory(
        is_public=is_public,
        hall_nonce="nonce",
        owner=users["owner"],
        organizers=[users["organizer"]],
        referees=[users["referee"]],
    )
    TournamentFactory(owner=users["other_organizer"])
    Announcement.objects.create(tournament=tournament, text="Come", is_published=True)
    AnnouncementPicture.objects.create(tournament=tournament, content=b"", width=1, height=1, digest="0" * 64)
    club = ClubFactory(organizers=[users["owner"]], people=[PlayerFactory()], tables=1)
    tournament.club = club
    tournament.save()
    entries = [EntryFactory(tournament=tournament, number=number) for number in range(1, 9)]
    hanchan = HanchanFactory(round__tournament=tournament, entries=entries[:4])
    play(hanchan, ExhaustiveDraw())
    second = TableFactory(tournament=tournament, number=2)
    HanchanFactory(round=hanchan.round, table=second, entries=entries[4:])
    keep_plan(tournament, [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]])
    tournament.memberships.filter(role=Role.REFEREE).update(invited_by=users["owner"])
    penalize(entries[0], by=visitor(users["referee"]))
    ruling = call_referee(table_id=hanchan.table_id, word="", by=visitor(users["referee"]))
    answer_call(call_id=ruling.pk, situation="Five tiles", decision="Dead hand", rule="", by=visitor(users["referee"]))
    appeal_ruling(
        tournament_id=tournament.pk,
        call_id=ruling.pk,
        key=uuid4(),
        appealed_by="South",
        text="It was four",
        by=visitor(users["referee"]),
    )
    people = {"stranger": Client(), "other_table": phone_at(second), "table": phone_at(hanchan.table)}
    for person, user in users.items():
        people[person] = Client()
        people[person].force_login(user)
    team = PlayerTeam.objects.create(tournament=tournament, name="Ants")
    given_by = entries[0].penalties.get().given_by
    TeamPenalty.objects.create(team=team, offence="other", points="1", given_by=given_by)
    return World(
        people=people,
        tournament=tournament,
        hanchan=hanchan,
        league=_ladder(users["owner"], tournament, is_public=is_public),
        referee=tournament.memberships.get(role=Role.REFEREE),
        invitation=tournament.invitations.create(
            role=Role.REFEREE,
            token_hash=hash_of(TOKEN),
            created_by=users["owner"],
            expires_at=timezone.now() + timedelta(days=1),
        ),
        penalty=entries[0].penalties.get(),
        call=call_referee(table_id=second.pk, word="Dora", by=at_table(second)),
        appeal=tournament.appeals.get(),
        entry=entries[0],
        club=club,
        regular=club.people.get(),
        guest=entries[0].player,
        mail=Mail.objects.create(
            entry=entries[0],
            kind="message",
            batch=uuid4(),
            language="en",
            subject="Lunch",
            body="At noon",
            next_try_at=timezone.now(),
            expires_at=timezone.now(),
        ),
        ranking=Ranking.objects.create(name="Ranking", slug="ranking"),
    )


def _ladder(owner: User, tournament: Tournament, *, is_public: bool) -> League:
    """Create a league of the owner with a period, and a league below it in the ladder."""
    league = LeagueFactory(owner=owner, is_public=is_public, tournaments=[tournament])
    league.periods.create(name="Spring", first_day="2026-01-01", last_day="2026-06-30")
    LeagueFactory(owner=owner, is_public=is_public, above=league)
    return league
