"""A name that somebody types at a table tells nobody whether the club keeps this name from the public."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.clubs.nights import night_of
from tests.factories import ClubFactory, EntryFactory, PlayerFactory, TableFactory, UserFactory, visitor
from tests.rounds.test_start_four import start
from tests.table.phones import open_table, phone_at
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.clubs.actions.edit_people import add_guest
from tournament.games.queries.substitutes import refused_names
from tournament.games.substitutes import name_key
from tournament.models import Entry, PlayerFacts, Role
from tournament.people.actions.add_players import add_players
from tournament.people.actions.check_in import check_in_regular
from tournament.people.queries.known_players import known_players
from tournament.people.queries.players import PastedName

pytestmark = pytest.mark.django_db

REFUSED = {"night": "Rita Refused", "earlier": "Erik Earlier", "initials": "Ida Initials", "list": "Lena List"}
AGREED = "Ada Agreed"
UNKNOWN = "Uwe Unknown"


@pytest.fixture
def organizer():
    return UserFactory()


@pytest.fixture
def evening(organizer):
    """A club's night with one table and two players. The club knows people who do not want to be named, one who
    agreed, and one who is only on its list."""
    club = ClubFactory(organizers=[organizer])
    earlier = night_of(club, owner=organizer)
    evening = night_of(club, owner=organizer, starts_on=None)
    TableFactory(tournament=evening, number=1)
    for number, name in enumerate(("Anna", "Boris", "Claire"), start=1):
        EntryFactory(tournament=evening, player__name=name, number=number)
    refuses = {"may_publish": False}
    EntryFactory(tournament=evening, number=9, player__name=REFUSED["night"], status="cancelled", **refuses)
    EntryFactory(tournament=earlier, number=1, player__name=REFUSED["earlier"], **refuses)
    EntryFactory(tournament=earlier, number=2, player__name=REFUSED["initials"], player__shown_as="initials")
    EntryFactory(tournament=earlier, number=3, player__name=AGREED)
    club.people.add(PlayerFactory(name=REFUSED["list"], shown_as="nobody"))
    return evening


@pytest.fixture
def phone(evening):
    return phone_at(evening.tables.get())


def team(user, evening):
    browser = Client()
    browser.force_login(user)
    open_table(browser, evening.tables.get())
    return browser


def stored(entry):
    """What is stored of somebody, without what differs for everybody."""
    own = {"_state", "id", "player_id", "number", "name", "created_at", "link_made_at", "link_nonce"}
    own.add("shares_name")  # see docs/security.md, "Not held"
    rows = vars(entry) | {f"player.{key}": value for key, value in vars(entry.player).items()}
    return {key: value for key, value in rows.items() if key.removeprefix("player.") not in own}


def public_pages(evening, number):
    pages = {"leaderboard": [], "players": [], "api-standings": [], "entry": [number], "round": [1], "overlay": [1]}
    return "".join(Client().get(reverse(name, args=[evening.slug, *at])).text for name, at in pages.items())


@pytest.mark.parametrize("name", [*REFUSED.values(), AGREED])
def test_a_table_stores_the_same_for_every_name(phone, evening, name):
    """All that anybody can read of the two follows from it."""
    start(phone, evening, 1, 2, new=f"{name}\n{UNKNOWN}")

    known, unknown = evening.entries.filter(number__gt=9).order_by("number")
    assert known.player.name == name
    assert stored(known) == stored(unknown)
    assert not known.may_publish


@pytest.mark.parametrize("name", [*REFUSED.values(), AGREED, UNKNOWN])
def test_strangers_read_no_name_that_was_typed_at_a_table(phone, evening, name):
    start(phone, evening, 1, 2, 3, new=name)

    assert "Anna" in public_pages(evening, 10)
    assert name not in public_pages(evening, 10)
    assert name in phone.get(evening.tables.get().get_absolute_url()).text


def test_the_phone_says_who_reads_the_name(phone, evening, organizer):
    address = reverse("hanchan-new", args=[evening.slug, 1])

    for query in ("", "?seats=1"):
        assert "until the team has asked the new player" in phone.get(address + query).text
        assert "and the standings show it" in team(organizer, evening).get(address + query).text


@pytest.mark.parametrize("name", [*REFUSED.values(), AGREED, UNKNOWN])
def test_an_organizer_s_typing_names_whoever_did_not_refuse(evening, organizer, name):
    start(team(organizer, evening), evening, 1, 2, 3, new=name)

    assert evening.entries.get(number=10).may_publish == (name in (AGREED, UNKNOWN))


@pytest.mark.parametrize("role", [Role.ORGANIZER, Role.REFEREE])
def test_who_may_not_read_the_club_s_list_learns_nothing_of_it_by_typing(evening, role):
    """Somebody left the club, or was invited by nobody of the club."""
    user = UserFactory()
    evening.memberships.create(user=user, role=role)

    start(team(user, evening), evening, 1, 2, new=f"{AGREED}\n{REFUSED['list']}")

    assert list(evening.entries.filter(number__gt=9).values_list("may_publish", flat=True)) == [False, False]


def next_night(evening, organizer):
    night = night_of(evening.club, owner=organizer)
    TableFactory(tournament=night, number=1)
    for number in (1, 2, 3):
        EntryFactory(tournament=night, number=number)
    return night


def save(browser, entry, **said):
    page = browser.get(reverse("entry-edit", args=[entry.tournament.slug, entry.number]))
    form = {field.html_name: field.value() for field in page.context["form"] if field.value() not in (None, False)}
    return browser.post(page.request["PATH_INFO"], {**form, **said})


def test_who_was_only_typed_has_not_refused(phone, evening, organizer):
    start(phone, evening, 1, 2, new=f"{UNKNOWN}\n{AGREED}")
    night = next_night(evening, organizer)

    start(team(organizer, night), night, 1, 2, new=f"{UNKNOWN}\n{AGREED}")

    assert list(night.entries.filter(number__gt=3).values_list("may_publish", flat=True)) == [True, True]


@pytest.mark.parametrize("name", [REFUSED["night"], UNKNOWN])
@pytest.mark.parametrize("how", ["check-in", "players", "copy"])
def test_a_known_player_who_was_only_typed_stays_hidden_and_unasked(phone, evening, organizer, name, how):
    """Somebody else of this name may have refused, and no one has asked this player."""
    start(phone, evening, 1, 2, 3, new=name)
    typed, by = evening.entries.get(number=10).player, visitor(organizer)
    add_guest(club_id=evening.club_id, player_id=typed.pk, by=by)

    if how == "check-in":
        night = night_of(evening.club, owner=organizer)
        check_in_regular(tournament_id=night.pk, player_id=typed.pk, by=by)
    elif how == "players":
        night = night_of(evening.club, owner=organizer)
        known = known_players(night, by).like(PlayerFacts(name=name))
        of_name = frozenset(player.player for player in known)
        pasted = PastedName(player=PlayerFacts(name=name), choice=typed.pk, known=of_name)
        add_players(tournament_id=night.pk, key=uuid4(), names=[pasted], by=by)
    else:
        night = copy_tournament(
            origin_id=evening.pk, key=uuid4(), name="Copy", starts_on=None, with_team=False, with_entries=True, by=by
        )

    again = night.entries.get(player=typed)
    assert (again.may_publish, again.answered_at) == (False, None)


def test_a_typed_name_hides_no_substitute_of_the_same_name(phone, evening):
    start(phone, evening, 1, 2, 3, new=UNKNOWN)

    assert not refused_names([evening.pk], [name_key(UNKNOWN)])[evening.pk]


@pytest.mark.parametrize("agrees", [True, False])
def test_the_answer_that_an_organizer_saves_counts_from_then_on(phone, evening, organizer, agrees):
    start(phone, evening, 1, 2, 3, new=UNKNOWN)
    entry = evening.entries.get(number=10)

    assert save(team(organizer, evening), entry, **({"may_publish": "on"} if agrees else {})).status_code == 302

    night = next_night(evening, organizer)
    start(team(organizer, night), night, 1, 2, 3, new=UNKNOWN)
    assert evening.entries.get(number=10).may_publish is agrees
    assert night.entries.get(number=4).may_publish is agrees


@pytest.mark.parametrize("is_asked", [False, True])
def test_a_typed_name_takes_nobody_s_consent_in_a_merge(phone, evening, organizer, is_asked):
    start(phone, evening, 1, 2, 3, new=AGREED)
    entry = evening.entries.get(number=10)
    browser = team(organizer, evening)
    regular = Entry.objects.get(player__name=AGREED, number=3)
    later = EntryFactory(tournament=night_of(evening.club, owner=organizer), number=1, player=regular.player)
    if is_asked:
        save(browser, entry)

    browser.post(reverse("entry-merge", args=[evening.slug, 10]), {"player": regular.player_id})

    entry.refresh_from_db()
    later.refresh_from_db()
    assert entry.player_id == regular.player_id
    assert later.may_publish is not is_asked


def test_at_a_night_of_no_club_whoever_did_not_refuse_tonight_is_named(phone, evening):
    evening.club = None
    evening.save()

    start(phone, evening, 1, 2, new=f"{UNKNOWN}\n{REFUSED['night']}")

    assert list(evening.entries.filter(number__gt=9).values_list("may_publish", flat=True)) == [True, False]
