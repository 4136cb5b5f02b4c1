"""The known players among whom a pasted name may be: a bounded number of them, read without the lock."""

import datetime
from uuid import uuid4

import pytest
from django.db import connection
from django.urls import reverse

from tests.factories import (
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    PlayerFactory,
    RoundFactory,
    TournamentFactory,
    UserFactory,
    sign,
    visitor,
)
from tournament.clubs.actions.open_night import open_night
from tournament.models import PlayerFacts, Role
from tournament.people.actions import add_players as adding
from tournament.people.actions.add_players import PreviewOutdated, add_players
from tournament.people.queries import known_players as reading
from tournament.people.queries.known_players import MOST_ALIKE, known_players
from tournament.people.queries.players import PastedName, PastedPlayer, preview
from tournament.site.actions.invitations import accept_invitation, hash_of, invite
from tournament.site.actions.team import change_role

pytestmark = pytest.mark.django_db

ANNA = PlayerFacts(name="Anna Nowak")


@pytest.fixture
def organizer():
    return UserFactory()


@pytest.fixture
def tournament(organizer):
    return TournamentFactory(organizers=[organizer])


def entered(organizer, *players, day=1):
    event = TournamentFactory(organizers=[organizer], starts_on=datetime.date(2026, 5, day))
    return [EntryFactory(tournament=event, number=n, player=player) for n, player in enumerate(players, 1)]


def night_of(club, by):
    day = datetime.date(2026, 5, 1)
    options = {"name": "Tuesday", "starts_on": day, "is_public": False, "is_club_night": True, "league_id": None}
    return open_night(club_id=club.pk, key=uuid4(), by=visitor(by), **options)


def play(*entries):
    """Let these players sit on a signed sheet of their event."""
    tournament = entries[0].tournament
    more = [EntryFactory(tournament=tournament) for _number in range(4 - len(entries))]
    sign(HanchanFactory(round=RoundFactory(tournament=tournament), entries=[*entries, *more]))


def suggested(tournament, organizer, facts=ANNA):
    (line,) = preview(tournament, visitor(organizer), [PastedPlayer(number=1, player=facts)])
    return line.suggestion


def new(name=ANNA, known=()):
    return [PastedName(player=name, choice="new", known=frozenset(known))]


def add(tournament, organizer, names):
    return add_players(tournament_id=tournament.pk, key=uuid4(), names=names, by=visitor(organizer))


def test_of_many_namesakes_the_first_are_offered(tournament, organizer):
    """Players of this event come first, then those of the latest event."""
    entered(organizer, *(PlayerFactory(name="Anna Nowak") for _number in range(MOST_ALIKE)), day=1)
    late = entered(organizer, *(PlayerFactory(name="NOWAK Anna") for _number in range(3)), day=2)
    here = EntryFactory(tournament=tournament, number=1, player__name="Anna Nowak")

    offered = known_players(tournament, visitor(organizer)).like(ANNA)

    assert len(offered) == MOST_ALIKE
    assert {here.player_id, *(entry.player_id for entry in late)} < {known.player for known in offered}
    assert [known.player for known in offered if known.is_here] == [here.player_id]
    add(tournament, organizer, new(known=[known.player for known in offered]))


def test_an_ema_number_is_found_beyond_many_namesakes(tournament, organizer):
    numbers = [f"0400{number:04}" for number in range(MOST_ALIKE + 1)]
    entries = entered(organizer, *(PlayerFactory(name="Anna Nowak", ema_number=number) for number in numbers))

    offered = known_players(tournament, visitor(organizer)).like(PlayerFacts(name="Anna", ema_number=numbers[-1]))

    assert [known.player for known in offered] == [entries[-1].player_id]


def test_nobody_is_known_from_a_rehearsal(tournament, organizer):
    """An organizer who starts one names its players, and it has the whole team."""
    (entry,) = entered(organizer, PlayerFactory(name="Anna Nowak"))
    assert known_players(tournament, visitor(organizer)).like(ANNA)

    entry.tournament.rehearsal_of = TournamentFactory(organizers=[organizer])
    entry.tournament.save()

    assert not known_players(tournament, visitor(organizer)).like(ANNA)


NIGHTS = ("night of a club", "night that left", "night seen from outside")


@pytest.mark.parametrize("way", ["organizer unasked", "owner unasked", "invited", *NIGHTS])
def test_people_of_an_event_are_known_to_an_organizer_who_agreed(tournament, organizer, way):
    """Otherwise its owner would decide about people whom the organizer enters."""
    owner = UserFactory()
    if way.startswith("night"):
        club = ClubFactory(organizers=[owner, organizer])
        event = night_of(club, owner)
        if way != "night seen from outside":
            tournament = night_of(club, organizer)
        if way == "night that left":
            club.organizers.remove(owner)
    else:
        event = TournamentFactory(owner=owner, referees=[organizer])
        member = event.memberships.get(user=organizer)
        role = Role.OWNER if way == "owner unasked" else Role.ORGANIZER
        change_role(tournament_id=event.pk, member_id=member.pk, role=role, by=visitor(owner))
    if way == "invited":
        token = invite(tournament_id=event.pk, role=Role.ORGANIZER, by=visitor(owner))
        accept_invitation(invitation=event.invitations.get(token_hash=hash_of(token)), by=visitor(organizer))
    EntryFactory(tournament=event, number=1, player__name="Anna Nowak")

    offered = known_players(tournament, visitor(organizer)).like(ANNA)

    assert len(offered) == (way in {"invited", "night of a club"})


def test_whom_a_colleague_only_named_is_not_suggested(client, tournament, organizer):
    """A colleague could name whom the organizer will enter, and decide about them, also after the club removed the
    colleague."""
    colleague = UserFactory()
    club = ClubFactory(organizers=[colleague, organizer])
    planned, next_week = night_of(club, colleague), night_of(club, organizer)
    anna = EntryFactory(tournament=planned, number=1, player__name="Anna Nowak")

    assert suggested(next_week, organizer) is None
    assert [known.player for known in known_players(next_week, visitor(organizer)).like(ANNA)] == [anna.player_id]
    assert known_players(tournament, visitor(organizer)).like(ANNA) == ()
    client.force_login(organizer)
    names = {"names": "Anna Nowak", "preview": "1", "key": uuid4()}
    page = client.post(reverse("players-add", args=[next_week.slug]), names).text
    assert "The same person who was entered in <em>Tuesday</em>" in page

    play(anna)

    assert suggested(next_week, organizer) == anna.player_id
    page = client.post(reverse("players-add", args=[next_week.slug]), names).text
    assert "The same person who played in <em>Tuesday</em>" in page


def test_whom_the_organizer_entered_again_is_suggested_once_they_played(tournament, organizer):
    """Their first night was a colleague's; they are known outside the club from the organizer's own night."""
    colleague = UserFactory()
    club = ClubFactory(organizers=[colleague, organizer])
    first, second = night_of(club, colleague), night_of(club, organizer)
    anna = EntryFactory(tournament=first, number=1, player__name="Anna Nowak").player
    again = EntryFactory(tournament=second, number=1, player=anna)

    assert suggested(tournament, organizer) is None
    play(again)

    assert suggested(tournament, organizer) == anna.pk


def test_whom_the_organizer_entered_is_suggested_before_they_played(tournament, organizer):
    (entry,) = entered(organizer, PlayerFactory(name="Anna Nowak"))
    club = ClubFactory(organizers=[organizer])
    at_night = EntryFactory(tournament=night_of(club, organizer), number=1, player__name="Eva Mala")

    assert suggested(tournament, organizer) == entry.player_id
    assert suggested(tournament, organizer, PlayerFacts(name="Eva Mala")) == at_night.player_id


def test_in_a_rehearsal_only_its_own_players_are_known(tournament, organizer):
    """Otherwise who starts one, and owns it, could become an owner of the home of the team's people."""
    (entry,) = entered(organizer, PlayerFactory(name="Anna Nowak"))
    rehearsal = TournamentFactory(organizers=[organizer], rehearsal_of=tournament)
    robot = EntryFactory(tournament=rehearsal, number=1, player__name="Bot Nowak")

    offered = known_players(rehearsal, visitor(organizer))

    assert offered.like(ANNA) == ()
    assert [known.player for known in offered.like(PlayerFacts(name="Bot Nowak"))] == [robot.player_id]
    names = [PastedName(player=ANNA, choice=entry.player_id, known=frozenset([entry.player_id]))]
    with pytest.raises(PreviewOutdated):
        add(rehearsal, organizer, names)
    assert rehearsal.entries.count() == 1


def test_the_latest_events_are_read(tournament, organizer, monkeypatch):
    monkeypatch.setattr(reading, "MOST_ENTRIES_READ", 2)
    early = entered(organizer, PlayerFactory(name="Anna Nowak"), PlayerFactory(name="Zoe"), day=1)
    late = entered(organizer, PlayerFactory(name="Anna Nowak"), day=2)

    offered = known_players(tournament, visitor(organizer))

    assert [known.player for known in offered.like(ANNA)] == [early[0].player_id, late[0].player_id]
    assert offered.like(PlayerFacts(name="Zoe")) == ()


def test_players_of_other_events_are_read_without_the_lock(tournament, organizer, monkeypatch):
    depths = []

    def known(*arguments):
        depths.append(len(connection.savepoint_ids))
        return known_players(*arguments)

    monkeypatch.setattr(adding, "known_players", known)
    add(tournament, organizer, new())
    assert depths == [0]


@pytest.mark.parametrize("what", ["entered here", "entered here under another name", "removed", "merged"])
def test_what_happened_since_the_check_is_noticed(what, tournament, organizer, monkeypatch):
    (entry,) = entered(organizer, PlayerFactory(name="Anna Nowak"))
    known, chosen = entry.player, entry.player_id

    def happens(*_arguments):
        if what.startswith("entered here"):
            known.name = known.name if what == "entered here" else "Anna Nowak-Zimmer"
            known.save()
            EntryFactory(tournament=tournament, number=1, player=known)
        elif what == "removed":
            entry.delete()
            known.removed_at = known.created_at
            known.save()
        else:
            entry.delete()
            known.delete()

    monkeypatch.setattr(adding, "_check_preview", happens)
    with pytest.raises(PreviewOutdated):
        add(tournament, organizer, [PastedName(player=ANNA, choice=chosen, known=frozenset([chosen]))])
    assert tournament.entries.count() == what.startswith("entered here")


def test_a_namesake_who_came_here_since_the_check_is_noticed(tournament, organizer, monkeypatch):
    monkeypatch.setattr(
        adding, "_check_preview", lambda *_: EntryFactory(tournament=tournament, number=1, player__name="Anna Nowak")
    )
    with pytest.raises(PreviewOutdated):
        add(tournament, organizer, new())
    assert tournament.entries.count() == 1


def test_a_form_that_is_sent_again_is_not_outdated_by_itself(tournament, organizer):
    names, key = new(), uuid4()
    for _time in range(2):
        assert add_players(tournament_id=tournament.pk, key=key, names=names, by=visitor(organizer)) == 1
    assert tournament.entries.count() == 1
