"""Fifteen roles ask for every address with seven methods, in five states of the tournament.

test_audiences.py asks the same of seven people in two states, and says what an address answers; here nobody else gets
in by another way: by a link that was replaced or is another tournament's, after leaving the team, or with a method that
nobody thought of. What refuses writes nothing, whatever it was sent.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from copy import deepcopy
from datetime import timedelta
from typing import Any

import pytest
from django.db import connection, transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import TableFactory, TournamentFactory, UserFactory, visitor
from tests.standings.results import show
from tests.table.phones import phone_at
from tests.whole_site.audiences import ROWS, TOKEN, World, everybody
from tests.whole_site.worlds import make_world
from tournament.models import Membership, Role, Tournament
from tournament.people.actions.renew_links import renew_links
from tournament.site.actions.invitations import hash_of
from tournament.site.actions.team import remove_member

pytestmark = [pytest.mark.django_db, pytest.mark.soak]

LIKE = {
    "stranger": "stranger",
    "stale_table": "stranger",  # opened a link of table 1 that was replaced since
    "foreign_table": "stranger",  # opened the link of another tournament's table 1
    "other_table": "other_table",
    "table": "table",
    "player": "stranger",  # opened the own link of entry 1
    "stale_player": "stranger",  # opened a link of entry 1 that was replaced since
    "hall": "stranger",  # a screen of the hall, which reads a private tournament as if it were public
    "account": "other_organizer",  # runs nothing
    "former": "other_organizer",  # was a referee here
    "other_organizer": "other_organizer",
    "staff": "other_organizer",
    "referee": "referee",
    "organizer": "organizer",
    "owner": "owner",
}
"""Fifteen roles, and whom of audiences.py each is like."""

ALSO_IN = {
    "staff": {"people", "person", "person-file", "person-shown", "person-remove", "metrics", "operator"},
    "hall": {"player-page"},
}
"""Where a role is let in beyond that."""

METHODS = ("get", "head", "post", "put", "patch", "delete", "options")
STATES: dict[str, Callable[[Tournament], None]] = {
    "public": lambda tournament: None,
    "private": lambda tournament: None,
    "held": lambda tournament: show(tournament, players="held", hall="held", everyone="held"),
    "archived": lambda tournament: _set(tournament, archived_at=timezone.now()),
    "club": lambda tournament: _set(tournament, is_club_night=True),
}

REFUSALS = (404, 405)
COUNTED = ("django_session", "tournament_rateuse", "tournament_browserlogin")
"""Tables that a refused request may write: who asks too often, the language of a browser, and when a login was used,
which is stored every ten minutes: on a busy machine the test takes longer."""


def _set(tournament: Tournament, **columns: Any) -> None:
    Tournament.objects.filter(pk=tournament.pk).update(**columns)


def fifteen_in(state: str) -> World:
    world = make_world(is_public=state != "private")
    tournament, owner = world.tournament, visitor(Membership.objects.get(user__username="owner").user)
    people = world.people
    people["stale_table"], people["stale_player"] = Client(), Client()
    people["stale_table"].get(tournament.tables.get(number=1).get_link())
    people["stale_player"].get(world.entry.get_link())
    renew_links(tournament_id=tournament.pk, tables=True, players=True, by=owner)
    for person, number in (("table", 1), ("other_table", 2)):
        people[person] = phone_at(tournament.tables.get(number=number))
    foreign = TableFactory(tournament=TournamentFactory(is_public=False), number=1)
    people["foreign_table"] = phone_at(foreign)
    world.entry.refresh_from_db()
    for person, link in (("player", world.entry.get_link()), ("hall", tournament.get_hall_link())):
        people[person] = Client()
        people[person].get(link)
    users = {
        person: UserFactory(username=person, is_staff=person == "staff") for person in ("account", "former", "staff")
    }
    for person, user in users.items():
        people[person] = Client()
        people[person].force_login(user)
    former = Membership.objects.create(tournament=tournament, user=users["former"], role=Role.REFEREE)
    remove_member(tournament_id=tournament.pk, member_id=former.pk, by=owner)
    lasting = {"created_by": owner.account, "expires_at": timezone.now() + timedelta(days=1)}
    tournament.invitations.create(role=Role.REFEREE, token_hash=hash_of(TOKEN), **lasting)  # a removal withdraws all
    world.invitation = tournament.invitations.get()
    STATES[state](tournament)
    world.tournament = Tournament.objects.get(pk=tournament.pk)
    world.hanchan.refresh_from_db()
    return world


@contextmanager
def writes() -> Iterator[list[str]]:
    """The statements that change a table, but for those of `COUNTED`."""
    written: list[str] = []

    def watch(execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(("INSERT", "UPDATE", "DELETE")) and not any(table in sql for table in COUNTED):
            written.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(watch):
        yield written


@pytest.mark.parametrize("method", METHODS)
@pytest.mark.parametrize("state", STATES)
def test_nobody_else_gets_in(state, method):
    world, wrong = fifteen_in(state), []
    assert set(world.people) == set(LIKE)
    asked, below = 0, world.tournament.get_absolute_url()

    for name, row in ROWS.items():
        address = reverse(name, args=row.at(world))
        # With another method nobody gets further than with these: a page of Django answers PUT as POST.
        audience = row.get if method in ("get", "head") else row.post if method == "post" else row.post or row.get
        for role, like in LIKE.items():
            browser, cookies = world.people[role], deepcopy(world.people[role].cookies)
            is_public = state != "private" or (role == "hall" and address.startswith(below))
            is_let_in = audience is not None and (audience(like, is_public) == "in" or name in ALSO_IN.get(role, ()))
            # What a browser asks before it reads the API from another site is answered alike for whatever address.
            is_let_in = is_let_in or (method == "options" and name.startswith("api"))
            with writes() as written, transaction.atomic():
                response = getattr(browser, method)(address)
                transaction.set_rollback(True)
            browser.cookies = cookies
            asked += 1
            to_login = response.status_code == 302 and response.url.startswith(f"{reverse('login')}?next=")
            is_refused = response.status_code in REFUSALS or to_login
            if response.status_code >= 500 or not (is_let_in or is_refused) or (not is_let_in and written):
                wrong.append((name, role, response.status_code, written))
            # Nobody is locked out of what is theirs; in the other states some of it is not there.
            is_answered = state in ("public", "private") and method in ("get", "head", "post")
            if is_let_in and is_refused and is_answered and audience is not everybody:
                wrong.append((name, role, response.status_code, "should be let in"))

    assert not wrong, "\n".join(map(str, wrong))
    assert asked == len(LIKE) * len(ROWS)
