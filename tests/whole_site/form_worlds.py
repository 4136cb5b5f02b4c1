"""All worlds whose forms are submitted: of tournaments, clubs, teams, a federation, laptops and passkeys."""

from datetime import timedelta
from uuid import uuid4

from django.contrib.sessions.models import Session
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    ClubFactory,
    EntryFactory,
    PlayerFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    enter,
    play,
    sign,
    visitor,
)
from tests.rounds.new_round import drawn
from tests.sessions import begin_session
from tests.site.soft_passkey import SoftPasskey
from tests.standings.results import MANGAN, tournament_with
from tests.table.phones import phone_at
from tests.whole_site.form_events import NAMES, RON, at_its_end, before_it, in_the_middle
from tests.whole_site.form_people import Person, logged_in, with_query
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.clubs.actions.edit_club import invitation_to
from tournament.models import BrowserLogin, Hanchan, HandOver, Mirror, Passkey, Player, Ranking, SamePerson, TeamPenalty
from tournament.site.views.onward import SESSION_WAITING


def on_a_club_night() -> list[Person]:
    """One hanchan is played, and table 2 is free."""
    owner = UserFactory()
    tournament, _entries, hanchans = tournament_with(NAMES[:4], owner=owner, is_club_night=True)
    play(hanchans[0], MANGAN)
    free = TableFactory(tournament=tournament, number=2)
    at = [tournament.slug, 2]
    club = ClubFactory(organizers=[owner, UserFactory()], people=[PlayerFactory()], tables=1)
    tournament.club = club
    tournament.save(update_fields=["club"])
    enter([EntryFactory.build(tournament=tournament, number=n, checked_in_at=timezone.now()) for n in range(11, 15)])
    of_club = [
        reverse(name, args=[club.slug]) for name in ("club-edit", "club-people", "club-tables", "club-night-new")
    ]
    starts = [reverse(name, args=[tournament.slug]) for name in ("tournament", "desk", "check-in", "visibility")]
    starts += [*of_club, reverse("club-new"), reverse("hanchans-new", args=at[:1]), reverse("players", args=at[:1])]
    starts += [reverse("hanchan-new", args=at), with_query("hanchan-new", *at, seats=1)]
    invited = reverse("club-invitation", args=[invitation_to(club)])
    return [
        Person("owner", logged_in(owner), starts),
        Person("invited", logged_in(UserFactory()), [invited]),
        Person("table", phone_at(free), [reverse("table", args=at), reverse("hanchan-new", args=at)]),
        Person("playing", phone_at(hanchans[0].table), [with_query("table", tournament.slug, 1, **RON)]),
    ]


def in_a_team_season() -> list[Person]:
    """Four teams have met once, and are to meet once more."""
    owner = UserFactory()
    tournament = TournamentFactory(owner=owner)
    browser, at = logged_in(owner), [tournament.slug]
    enter(
        [
            EntryFactory.build(tournament=tournament, number=number, team=team)
            for number, team in enumerate(["Ants", "Bees", "Cats", "Dogs"], 1)
        ]
    )
    planned = {"teams": ["ants", "bees", "cats", "dogs"], "rounds": 2, "tables": 1}
    browser.post(reverse("team-matches-plan", args=at), planned)
    first = tournament.team_seats.filter(round=1).select_related("team")
    players = {seat.pk: tournament.entries.get(team=seat.team.name).pk for seat in first}
    named = {f"round-1-seat-{seat}": player for seat, player in players.items()}
    browser.post(reverse("line-up", args=[*at, 1]), named)
    start = reverse("round-new", args=at)
    browser.post(start, drawn(browser.get(start)))
    hanchan = Hanchan.objects.get(round__tournament=tournament)
    play(hanchan, MANGAN)
    sign(hanchan)
    penalty = {"key": uuid4(), "entry": "ants", "offence": "other", "points": "1", "reason": "Late"}
    browser.post(reverse("team-penalties", args=at), penalty)
    withdrawal = reverse("team-penalty-take-back", args=[*at, TeamPenalty.objects.get().pk])
    pages = ("player-teams", "team-matches", "team-cut", "team-penalties")
    return [Person("owner", browser, [withdrawal, *(reverse(name, args=at) for name in pages)])]


def over_many_events() -> list[Person]:
    """Two organizers' events have a player with the same EMA number, and another who had; a federation has a
    ranking."""
    staff, owner = UserFactory(is_federation=True), UserFactory()
    parted = []
    for organizer in (UserFactory(), owner):
        here, entries, (hanchan,) = tournament_with(["Anna", "Boris", "Claire", "Dóra"], owner=organizer)
        Player.objects.filter(pk=entries[0].player_id).update(ema_number="04010078")
        parted.append(entries[1].player)
        play(hanchan, MANGAN)
        sign(hanchan)
    answer = {"is_same": True, "by_federation": True, "decided_by": staff, "decided_at": timezone.now()}
    SamePerson.objects.create(first=parted[0], second=parted[1], **answer)
    ranking = Ranking.objects.create(name="Cup", slug="cup")
    starts = [reverse("federation-people"), reverse("ranking-new"), reverse("ranking-edit", args=[ranking.slug])]
    return [
        Person("staff", logged_in(staff), starts),
        Person("owner", logged_in(owner), [reverse("same-person", args=[here.slug])]),
    ]


def at_a_laptop() -> list[Person]:
    """One tournament is away, one was called back without its file, and one is here from another site."""
    owner, people = UserFactory(), []
    for name in ("away", "called back", "guest"):
        tournament = TournamentFactory(owner=owner)
        if name != "guest":
            take_to_laptop(tournament_id=tournament.pk, place="Hall", by=visitor(owner))
        if name == "called back":
            call_back(tournament_id=tournament.pk, by=visitor(owner))
        if name == "guest":
            now = {"log_until": 0, "began_at": timezone.now()}
            borrowed = HandOver.objects.create(tournament=tournament, is_lent=False, place="tenbo.example", **now)
            Mirror.objects.create(hand_over=borrowed, address="https://tenbo.example/", next_try_at=timezone.now())
        people.append(Person(name, logged_in(owner), [reverse("laptop", args=[tournament.slug])]))
    return people


def with_passkeys() -> list[Person]:
    """Somebody is logged in twice and has a passkey; somebody else has entered the password of such an account."""
    user, now = UserFactory(needs_passkey=True), timezone.now()
    passkey = SoftPasskey()
    Passkey.objects.create(user=user, name="Phone", credential_id="x", credential=passkey.credential, added_at=now)
    for key in ("one", "other"):
        Session.objects.create(session_key=key, session_data="", expire_date=now + timedelta(days=1))
        BrowserLogin.objects.create(user=user, session_key=key, began_at=now, used_at=now)
    owner, half = (Client(SERVER_NAME="localhost") for _ in range(2))  # where browsers take passkeys by http
    owner.force_login(user)
    begin_session(half, **{SESSION_WAITING: [user.pk, int(now.timestamp()), user.get_session_auth_hash()]})
    return [
        Person("owner", owner, [reverse(name) for name in ("security", "passkey-new", "confirm")]),
        Person("half", half, [reverse("login"), reverse("login-second")]),
    ]


WORLDS = (
    before_it,
    in_the_middle,
    at_its_end,
    on_a_club_night,
    in_a_team_season,
    over_many_events,
    at_a_laptop,
    with_passkeys,
)
