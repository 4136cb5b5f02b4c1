"""People enter by themselves, and read by a private link what became of it."""

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.conftest import NOON
from tests.factories import EntryFactory, TournamentFactory, UserFactory, owner_of
from tests.in_turn import in_turn
from tests.queries import queries_of
from tournament.core.rates import Rate
from tournament.models import EntryStatus, EntryTerms, Membership, Player
from tournament.people.actions.renew_links import renew_player_link
from tournament.people.queries.duplicates import MOST_SHOWN, duplicates_among
from tournament.people.views import enter as views

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]

TODAY = NOON.date()
DAY = timedelta(days=1)
OF_REQUEST = r'name="csrfmiddlewaretoken" value="[^"]+"|name="key" value="[^"]+"|content="\d+:1"'
"""What differs in each answer, and the tournament's id."""


@pytest.fixture
def tournament():
    return TournamentFactory(owner=UserFactory(username="owner"))


@pytest.fixture
def terms(tournament):
    return EntryTerms.objects.create(tournament=tournament, is_moderated=False)


@pytest.fixture
def organizer(client, tournament):
    client.force_login(tournament.memberships.get().user)


def said(name="Jan Novák", **facts):
    return {"name": name, "mail": "jan@example.org", "key": str(uuid4())} | facts


def enter(client, tournament, data):
    return client.post(reverse("enter", args=[tournament.slug]), data)


def statuses(tournament):
    return list(tournament.entries.order_by("number").values_list("number", "status"))


def test_somebody_enters_and_gets_a_private_link(client, tournament, terms):
    response = enter(client, tournament, said(country="CZE", ema_number="09010001", phone="600 100", note="vegan"))

    own = client.get(response.url)
    entry = tournament.entries.get()
    assert response.url == entry.get_link()
    assert (entry.status, entry.may_publish, entry.note) == ("accepted", False, "vegan")
    assert (entry.player.country_letters, entry.player.mail) == ("CZE", "jan@example.org")
    assert all(text in own.text for text in ("Jan Novák", "600 100", "09010001", "vegan", "You are playing"))
    assert own.headers["X-Robots-Tag"] == "noindex"
    assert "no-store" in own.headers["Cache-Control"]
    assert tournament.log.get().kind == "entry.applied"
    assert "example.org" not in str(tournament.log.get().data)


def test_sending_the_form_twice_is_one_entry(client, tournament, terms):
    data = said()

    first, second = enter(client, tournament, data), enter(client, tournament, data)

    assert first.url == second.url
    assert Player.objects.count() == 1


@pytest.mark.parametrize("is_open", [True, False])
def test_a_link_that_was_replaced_is_not_told_to_who_sends_the_form_again(
    client, tournament, terms, monkeypatch, is_open
):
    """As after a merge: whoever filled in the form must not see another person's contacts."""
    data = said()
    enter(client, tournament, data)
    monkeypatch.setattr(timezone, "now", lambda: NOON + timedelta(seconds=1))
    renew_player_link(tournament_id=tournament.pk, number=1, by=owner_of(tournament))
    if not is_open:
        terms.delete()

    again = enter(client, tournament, data)

    assert again.status_code == 409
    assert "Its first private link was replaced" in again.text
    assert tournament.entries.get().get_link() not in again.text


def test_who_does_not_consent_is_no_name_to_others(client, tournament, terms):
    enter(client, tournament, said())
    enter(client, tournament, said("Anna Open", may_publish="on"))

    listed = client.get(reverse("players", args=[tournament.slug])).text

    assert "Jan Novák" not in listed
    assert "a player" in listed
    assert "Anna Open" in listed


def test_the_link_needs_its_token(client, tournament, terms):
    first, second = (enter(client, tournament, said(name)).url for name in ("Jan", "Anna"))
    slug, token = tournament.slug, first.rstrip("/").rsplit("/", 1)[1]

    assert client.get(reverse("own-entry", args=[slug, 2, token])).status_code == 404
    assert client.get(reverse("own-entry", args=[slug, 1, "x"])).status_code == 404
    assert client.get(second).status_code == 200


def test_beyond_the_limit_people_wait_in_order(client, tournament, terms):
    terms.limit = 1
    terms.save()
    _first, _second, third = (enter(client, tournament, said(name)) for name in ("Jan", "Anna", "Bo"))
    line = client.get(third.url).text
    tournament.entries.get(number=1).delete()

    fourth = enter(client, tournament, said("Cyril"))

    assert "in place 2" in line
    assert statuses(tournament) == [(2, "waiting"), (3, "waiting"), (4, "waiting")]
    assert "in place 3" in client.get(fourth.url).text


@pytest.mark.slow
def test_a_moderated_entry_is_applied_until_it_is_accepted(client, tournament, terms):
    terms.is_moderated = True
    terms.save()
    link = enter(client, tournament, said()).url
    applied = client.get(link).text
    client.force_login(tournament.memberships.get().user)
    decide = reverse("entry-decide", args=[tournament.slug, 1])

    for nonsense in ({}, {"status": "applied"}):
        refused = client.post(decide, nonsense, follow=True)
        assert "Nothing was changed" in refused.text
    assert statuses(tournament) == [(1, "applied")]

    client.post(decide, {"status": "waiting"})
    waiting = client.get(link).text
    client.post(decide, {"status": "accepted"})
    client.post(decide, {"status": "accepted"})

    assert "has arrived" in applied
    assert "in place 1" in waiting
    assert "You are playing" in client.get(link).text
    assert [line.kind for line in tournament.log.all()] == ["entry.applied", "entry.edited", "entry.edited"]


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"is_on": False}, "does not accept entries here"),
        ({"opens_on": TODAY + DAY}, "Entries open on"),
        ({"closes_on": TODAY - DAY}, "Entries are closed."),
    ],
)
def test_a_closed_door_takes_nobody(client, tournament, terms, changed, sentence):
    EntryTerms.objects.update(**changed)

    shown = client.get(reverse("enter", args=[tournament.slug]))
    sent = enter(client, tournament, said())

    assert sentence in shown.text
    assert '<form method="post" class="card">' not in shown.text
    assert sent.status_code == 409
    assert "jan@example.org" in sent.text
    assert not tournament.entries.exists()


def test_the_first_and_the_last_day_are_open(client, tournament, terms):
    EntryTerms.objects.update(opens_on=TODAY, closes_on=TODAY)

    assert enter(client, tournament, said()).status_code == 302


def test_without_terms_nobody_enters(client, tournament):
    assert enter(client, tournament, said()).status_code == 409


@pytest.mark.parametrize(
    "wrong", [{"name": " "}, {"mail": ""}, {"mail": "x"}, {"ema_number": "123"}, {"country": "Atlantis"}, {"key": ""}]
)
def test_a_bad_form_is_shown_again(client, tournament, terms, wrong):
    response = enter(client, tournament, said(club="Praha") | wrong)

    assert response.status_code == 422
    assert "Praha" in response.text
    assert not tournament.entries.exists()


def test_a_form_cannot_say_what_organizers_decide(client, tournament, terms):
    EntryTerms.objects.update(is_moderated=True)

    enter(client, tournament, said(status="accepted", paid="on", reserved_table="1", team="X"))

    entry = tournament.entries.get()
    assert (entry.status, entry.paid, entry.reserved_table, entry.team) == ("applied", False, None, "")


def test_a_known_name_is_no_proof_and_a_number_enters_once(client, tournament, terms):
    known = EntryFactory(tournament=tournament, number=7, player__name="Jan Novák", player__ema_number="09010001")

    namesake = enter(client, tournament, said())
    same = enter(client, tournament, said("J. Novák", ema_number="09010001"))

    assert namesake.status_code == 302
    assert tournament.entries.get(number=8).player != known.player
    assert same.status_code == 409
    assert "EMA number is already entered" in same.text


HIDDEN = [
    {"may_publish": False},
    {"status": "waiting"},
    {"status": "applied"},
    {"status": "no_show"},
    {"player__shown_as": "initials"},
    {"player__shown_as": "nobody"},
]
"""Entries that strangers do not see on the list of players, or not with the name."""


SAME = [{"player__ema_number": "09010001"}, {"player__mail": "JAN@example.org"}]


@pytest.mark.slow
@pytest.mark.parametrize(("hidden", "same"), in_turn([(each,) for each in HIDDEN], [(each,) for each in SAME]))
def test_the_answer_tells_nobody_whether_a_hidden_person_is_entered(tournament, terms, hidden, same):
    other = TournamentFactory(owner=UserFactory(), name=tournament.name)
    EntryTerms.objects.create(tournament=other, is_moderated=False)
    EntryFactory(tournament=tournament, number=1, player__name="Jan Novák", **hidden, **same)
    EntryFactory(tournament=other, number=1, player__name="Quite Another", **hidden)

    def answer(event):
        client = Client()
        sent: Any = client.post(reverse("enter", args=[event.slug]), said(ema_number="09010001", may_publish="on"))
        assert sent.status_code == 302
        own = client.get(sent.url)
        form = client.get(reverse("enter", args=[event.slug]))
        token = sent.url.rstrip("/").rsplit("/", 1)[1]
        return [re.sub(f"{event.slug}|{token}|{OF_REQUEST}", "", page.text) for page in (own, form)]

    assert answer(tournament) == answer(other)
    assert tournament.entries.count() == 2


def test_organizers_see_who_is_perhaps_entered_twice(client, tournament, terms, organizer):
    url = reverse("players", args=[tournament.slug])
    EntryFactory(
        tournament=tournament, number=1, player__name="Jan Novák", player__ema_number="09010001", may_publish=False
    )
    alone = client.get(url).text
    enter(client, tournament, said("J. Novák", ema_number="09010001"))
    enter(client, tournament, said("Novak Jan", mail="novak@example.org"))
    enter(client, tournament, said("Jan Novák", ema_number="09010002", mail="other@example.org"))

    found = duplicates_among(tournament.entries.select_related("player"))
    page = client.get(url).text
    referee = UserFactory()
    Membership.objects.create(tournament=tournament, user=referee, role="referee")
    client.force_login(referee)
    of_referee = client.get(url).text
    tournament.entries.exclude(number=1).update(status="cancelled")

    assert "Entered twice?" not in alone
    assert [[entry.number for entry in duplicate.entries] for duplicate in found.shown] == [[1, 2], [1, 3, 4]]
    assert "EMA number 09010001:" in page
    assert [reverse("entry-edit", args=[tournament.slug, number]) in page for number in (1, 2, 3, 4)] == [True] * 4
    assert "Entered twice?" not in of_referee
    assert not duplicates_among(tournament.entries.select_related("player")).shown


def test_a_form_open_to_everybody_does_not_fill_the_page_with_duplicates(client, tournament, organizer):
    for number in range(2 * MOST_SHOWN + 2):
        EntryFactory(tournament=tournament, player__name=f"Jan {number // 2}")

    page = client.get(reverse("players", args=[tournament.slug])).text

    assert page.count("Same name:") == MOST_SHOWN
    assert "and 1 more" in page


@pytest.mark.parametrize("status", [EntryStatus.APPLIED, EntryStatus.CANCELLED, EntryStatus.ACCEPTED])
def test_a_crowd_closes_the_form_to_its_own_network_only(client, tournament, terms, monkeypatch, status):
    monkeypatch.setattr("tournament.people.queries.enter.MANY_BY_FORM", 3)
    monkeypatch.setattr(views, "ENTRIES_WHEN_CROWDED", Rate("entries when crowded", 2, timedelta(hours=4)))
    EntryTerms.objects.update(is_moderated=True)

    crowd = [enter(client, tournament, said(f"Spam {n}")).status_code for n in range(3)]
    tournament.entries.update(status=status)
    crowd += [enter(client, tournament, said(f"Spam {n}")).status_code for n in range(3, 6)]
    client.force_login(UserFactory())
    crowd.append(enter(client, tournament, said("Spam of an account")).status_code)
    client.defaults["REMOTE_ADDR"] = "198.51.100.9"

    assert crowd == [302] * 5 + [409] * 2
    assert enter(client, tournament, said("Elsewhere")).status_code == 302


def test_a_crowd_from_many_ipv6_networks_of_one_household_counts_once(client, tournament, terms, monkeypatch):
    monkeypatch.setattr("tournament.people.queries.enter.MANY_BY_FORM", 0)
    monkeypatch.setattr(views, "ENTRIES_WHEN_CROWDED", Rate("entries when crowded", 2, timedelta(hours=4)))

    answers = []
    for network in ("2001:db8:1:1", "2001:db8:1:2", "2001:db8:1:ff00", "2001:db8:2:1"):
        client.defaults["REMOTE_ADDR"] = f"{network}::9"
        answers.append(enter(client, tournament, said(f"Spam of {network}")).status_code)

    assert answers == [302, 302, 409, 302]


def test_a_form_that_accepts_everybody_takes_no_more_than_so_many(client, tournament, terms, monkeypatch):
    monkeypatch.setattr("tournament.people.actions.enter.MOST_ENTERED", 2)

    answers = [enter(client, tournament, said(f"Spam {n}")).status_code for n in range(4)]

    assert answers == [302, 302, 409, 409]
    assert tournament.entries.count() == 2


def test_nobody_is_entered_when_all_numbers_are_used(client, tournament, terms, monkeypatch):
    monkeypatch.setattr("tournament.people.actions.entry_numbers.LAST_NUMBER", 1)
    EntryFactory(tournament=tournament, number=1)

    answer = enter(client, tournament, said())

    assert answer.status_code == 409
    assert "has used all its player numbers" in answer.text
    assert tournament.entries.count() == 1


def test_a_private_tournament_has_no_form_for_others(client, tournament, terms):
    tournament.is_public = False
    tournament.save()

    assert client.get(reverse("enter", args=[tournament.slug])).status_code == 404
    assert enter(client, tournament, said()).status_code == 404


def test_the_first_page_leads_to_the_form_while_it_is_open(client, tournament, terms):
    link, url = reverse("enter", args=[tournament.slug]), reverse("tournament", args=[tournament.slug])
    opened = client.get(url).text
    EntryTerms.objects.update(is_on=False)

    assert link in opened
    assert link not in client.get(url).text


def test_organizers_set_the_terms(client, tournament, organizer):
    url = reverse("entry-terms", args=[tournament.slug])
    new = {"is_on": "on", "opens_on": "2026-03-01", "closes_on": "2026-03-31", "limit": "40"}

    response = client.post(url, new)
    client.post(url, new)

    terms = EntryTerms.objects.get()
    assert response.url == reverse("enter", args=[tournament.slug])
    assert (terms.limit, terms.is_moderated, f"{terms.closes_on}") == (40, False, "2026-03-31")
    assert tournament.log.count() == 1
    assert 'value="2026-03-01"' in client.get(url).text


def test_terms_that_cannot_be_are_refused(client, tournament, organizer):
    response = client.post(
        reverse("entry-terms", args=[tournament.slug]),
        {"is_on": "on", "opens_on": "2026-03-02", "closes_on": "2026-03-01", "limit": "0"},
    )

    assert response.status_code == 422
    assert "before the first day" in response.text
    assert not EntryTerms.objects.exists()


def test_the_pages_take_no_more_queries_for_more_entries(client, tournament, terms):
    form = reverse("enter", args=[tournament.slug])
    link = enter(client, tournament, said()).url
    client.get(link)  # which the browser keeps in its session
    few = queries_of(client, form), queries_of(client, link)

    for number in range(11, 16):
        EntryFactory(tournament=tournament, number=number, status="waiting")

    assert (queries_of(client, form), queries_of(client, link)) == few


def test_the_form_suggests_no_team_that_only_the_team_has_seen(client, tournament, terms):
    """Anybody may type anything into an entry that nobody has accepted yet."""
    for status in EntryStatus.values:
        EntryFactory(tournament=tournament, status=status, team=f"Team {status}")
    tournament.player_teams.create(name="Ants")

    page = client.get(reverse("enter", args=[tournament.slug])).text

    assert re.findall(r'<option value="([^"]*)"', page.partition('id="teams"')[2]) == ["Ants", "Team accepted"]
