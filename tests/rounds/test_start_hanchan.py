"""A club night: any four sit down at a free table, again and again, and every page knows of no rounds."""

import re
from copy import deepcopy
from datetime import timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.archive.test_import_tournament_action import exported, imported
from tests.factories import (
    STRANGER,
    EntryFactory,
    LeagueFactory,
    PlayerFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    at_table,
    play,
    sign,
    visitor,
)
from tests.standings.results import MANGAN, cancel
from tests.table.phones import HTMX, phone_at
from tests.whole_site.test_rates import use_up
from tournament.archive.exports.takeaway import TABLES
from tournament.core.limits import MOST_CHANGES_AT_TABLE_IN_A_DAY
from tournament.core.queries.visibility import sight_of
from tournament.core.views.rates import HANCHANS, HANCHANS_OF_A_DAY
from tournament.core.words.names import who
from tournament.models import Hanchan, Role, Tournament
from tournament.rounds.actions.start_hanchan import start_hanchan
from tournament.rounds.actions.take_back_round import take_back_round
from tournament.standings.queries.leaderboard import leaderboard
from tournament.standings.queries.league_table import league_table
from tournament.table.actions.call_time import call_time

pytestmark = pytest.mark.django_db

ROUND = re.compile(r"\bRounds?\b|\bround \d")
NAMES = ["Anna", "Boris", "Claire", "Dóra", "Émile", "František", "Gitta", "Hugo"]


@pytest.fixture(scope="module")
def world(once):
    """A referee, and an evening of eight players at two tables."""
    referee = UserFactory()
    night = TournamentFactory(is_club_night=True, referees=[referee])
    for number in (1, 2):
        TableFactory(tournament=night, number=number)
    for number, name in enumerate(NAMES, start=1):
        EntryFactory(tournament=night, player=PlayerFactory(name=name), number=number)
    return referee, night


@pytest.fixture
def referee(db, world):
    return deepcopy(world[0])


@pytest.fixture
def evening(db, world):
    return deepcopy(world[1])


def entries(night):
    return list(night.entries.order_by("number").values_list("pk", flat=True))


def form_of(*seats, **more):
    """The form with these four, entries or new names, in their order."""
    fields = {"key": uuid4(), "seed": "7"}
    for number, seat in enumerate(seats):
        fields["seat-" + str(number) if isinstance(seat, int) else "name-" + str(number)] = seat
    return fields | more


def at(night, number=1):
    return reverse("hanchan-new", args=[night.slug, number])


def seats_at(night):
    """The page that names a player for each seat."""
    return f"{at(night)}?seats=1"


def begin(night, *seats, table=1, by=STRANGER):
    start_hanchan(tournament_id=night.pk, table_number=table, key=uuid4(), seats=seats, seed=None, by=by)
    night.refresh_from_db()
    return Hanchan.objects.order_by("pk").last()


def seats_of(hanchan):
    return [seat.entry.player.name for seat in hanchan.seats.select_related("entry__player")]


def test_the_table_s_phone_starts_a_hanchan_with_somebody_new(evening):
    table = evening.tables.first()
    phone = phone_at(table)
    anna, boris, claire, *_others = entries(evening)

    page = phone.get(table.get_absolute_url())
    response = phone.post(seats_at(evening), form_of(anna, "  Zoë   New ", boris, claire), follow=True)

    assert at(evening) in page.text
    assert response.redirect_chain == [(table.get_absolute_url(), 302)]
    assert "Hanchan 1" in response.text
    hanchan = Hanchan.objects.get()
    assert seats_of(hanchan) == ["Anna", "Zoë New", "Boris", "Claire"]
    log = [(entry.kind, who(entry.actor)) for entry in evening.log.order_by("number")]
    assert log == [("players.added", "Table 1"), ("hanchan.started", "Table 1")]


def test_seats_are_drawn_from_the_seed_that_the_log_keeps(client, evening, referee):
    client.force_login(referee)

    client.post(seats_at(evening), form_of(*entries(evening)[:4], drawn="on"))

    drawn = seats_of(Hanchan.objects.get())
    assert sorted(drawn) == NAMES[:4]
    assert drawn != NAMES[:4]
    assert evening.log.get().data == {"number": 1, "table": 1, "seed": 7}


def test_the_same_submission_twice_starts_one(client, evening, referee):
    client.force_login(referee)
    form = form_of("New One", *entries(evening)[:3])

    first, again = (client.post(seats_at(evening), form) for _twice in "12")

    assert (first.status_code, again.status_code, Hanchan.objects.count()) == (302, 302, 1)
    assert evening.entries.count() == len(NAMES) + 1


def test_a_player_plays_again_and_again_and_signed_sheets_count(client, evening):
    four = entries(evening)[:4]
    for _time in range(3):
        hanchan = begin(evening, *four)
        play(hanchan, MANGAN)
        sign(hanchan)
    begin(evening, *four)

    board = leaderboard(evening, official=True)
    league = league_table(LeagueFactory(tournaments=[evening]), STRANGER)
    page = client.get(reverse("leaderboard", args=[evening.slug])).text

    assert [(row.entry.player.name, row.total, row.played) for row in board.rows][:2] == [
        ("Boris", 69, 3),
        ("Anna", 0, 3),
    ]
    assert [(row.name, row.season.sum, row.season.hanchans) for row in league.rows][:1] == [("Boris", 69, 3)]
    assert "Round 1" not in page
    assert len(re.findall(r"\+23\.0\b", page)) == 3


@pytest.mark.parametrize(
    ("seats", "problem"),
    [
        ((0, 1, 2), "This seat has no player."),
        ((0, 1, 2, 2), "This player has two seats."),
        ((0, "Zoë", "zoe", 1), "This player has two seats."),
        ((0, 1, 2, "ANNA"), "A player with this name is already entered."),
        ((0, 1, 2, "x" * 81), "80 characters"),
        ((0, 1, 2, " "), "This seat has no player."),
        ((0, 1, 2, "\u200b"), "The name is missing."),
        ((4, 0, 1, 2), "This player is not free"),
    ],
)
def test_impossible_seats_are_refused_with_a_reason(client, evening, referee, seats, problem):
    client.force_login(referee)
    everybody = entries(evening)
    begin(evening, *everybody[4:], table=2)

    response = client.post(
        seats_at(evening), form_of(*(everybody[seat] if isinstance(seat, int) else seat for seat in seats))
    )

    assert response.status_code == (409 if "with this name" in problem else 422)
    assert problem in response.text
    assert Hanchan.objects.count() == 1


def test_a_form_without_anything_is_refused(client, evening, referee):
    client.force_login(referee)

    assert client.post(seats_at(evening), {}).status_code == 422


def test_a_taken_table_starts_no_second_one(client, evening, referee):
    client.force_login(referee)
    everybody = entries(evening)
    begin(evening, *everybody[4:])

    page = client.get(at(evening))
    response = client.post(seats_at(evening), form_of(*everybody[:4]))

    assert "A hanchan is being played at this table" in page.text
    assert response.status_code == 409
    assert Hanchan.objects.count() == 1


def test_a_sheet_that_nobody_signed_keeps_nobody_from_the_next(evening):
    everybody = entries(evening)
    first = begin(evening, *everybody[:4])
    call_time(hanchan_id=first.pk, revision=0, in_progress=False, by=STRANGER)

    begin(evening, *everybody[:4])

    assert evening.rounds.count() == 2


def test_a_start_is_taken_back_until_something_was_done(client, evening, referee):
    begin(evening, *entries(evening)[:4])

    take_back_round(tournament_id=evening.pk, number=1, by=visitor(referee))

    assert not evening.rounds.exists()


def test_only_the_team_and_the_table_itself_start_one(client, evening):
    other = evening.tables.get(number=2)

    assert client.get(at(evening)).status_code == 404
    assert phone_at(other).post(at(evening), form_of(*entries(evening)[:4])).status_code == 404
    client.force_login(UserFactory())
    assert client.get(at(evening)).status_code == 404
    assert not Hanchan.objects.exists()


def test_a_tournament_by_rounds_has_no_such_page_and_a_club_night_no_rounds(client):
    owner = UserFactory()
    client.force_login(owner)
    by_rounds = TableFactory(tournament=TournamentFactory(owner=owner)).tournament
    night = TournamentFactory(owner=owner, is_club_night=True)

    assert client.get(at(by_rounds)).status_code == 302
    assert client.post(seats_at(by_rounds), form_of("A", "B", "C", "D")).status_code == 409
    assert client.get(reverse("round-new", args=[night.slug])).status_code == 404


def test_the_desk_says_where_a_hanchan_can_be_started_and_what_is_open(client, evening, referee):
    client.force_login(referee)
    hanchan = begin(evening, *entries(evening)[:4], by=at_table(evening.tables.first()))

    desk = client.get(reverse("desk", args=[evening.slug]))
    fragment = client.get(reverse("desk", args=[evening.slug]), headers=HTMX)

    assert at(evening, 2) in desk.text
    assert at(evening, 1) not in desk.text
    assert reverse("hanchans-new", args=[evening.slug]) in desk.text
    assert f'id="desk-table-{hanchan.pk}"' in fragment.text
    assert "round" not in fragment.text.lower().replace("/rounds/", "").replace("background", "")


OF_THE_NIGHT = ["tournament", "leaderboard", "desk", "penalties", "log", "team", "prints", "takeaway", "visibility"]
OF_THE_NIGHT += ["print-blank-sheet", "leaderboard-csv", "log-csv", "tournament-records"]
OF_ONE = ["round", "clock", "round-check", "print-sheets", "print-seating"]
OF_A_HANCHAN = [
    "hanchan",
    "paper",
    "second-keying",
    "stick-count",
    "seats",
    "substitute",
    "correction",
    "hanchan-cancel",
]


@pytest.mark.slow
def test_its_pages_know_no_rounds(client, evening):
    owner = UserFactory()
    evening.memberships.create(user=owner, role=Role.OWNER)
    client.force_login(owner)
    for numbers in (slice(4), slice(4, 8)):
        hanchan = begin(evening, *entries(evening)[numbers])
        play(hanchan, MANGAN)
        sign(hanchan)

    addresses = [
        *(reverse(name, args=[evening.slug]) for name in OF_THE_NIGHT),
        *(reverse("takeaway-csv", args=[evening.slug, what]) for what in TABLES),
        *(reverse(name, args=[evening.slug, 1]) for name in OF_ONE),
        *(reverse(name, args=[evening.slug, hanchan.pk]) for name in OF_A_HANCHAN),
    ]
    pages = {address: client.get(address) for address in addresses}

    assert {page.status_code for page in pages.values()} == {200}
    assert [address for address, page in pages.items() if ROUND.search(page.text)] == []


def test_a_player_who_leaves_does_so_from_a_hanchan_on(client, evening):
    owner = UserFactory()
    evening.memberships.create(user=owner, role=Role.OWNER)
    client.force_login(owner)
    departure, entry = (reverse(name, args=[evening.slug, 1]) for name in ("departure", "entry"))
    form = client.get(departure).text
    data = {"key": str(uuid4()), "kind": "withdrawn", "from_round": "1", "reason": "Train"}

    client.post(departure, data)
    pages = [form, client.get(departure).text, client.get(entry).text]

    assert "First hanchan without this player" in form
    assert all("From hanchan 1 on" in page for page in pages[1:])
    assert not any(ROUND.search(page) for page in pages)


def test_a_player_s_own_page_knows_the_hanchan_that_is_on_while_others_started(client, evening):
    everybody = entries(evening)
    begin(evening, *everybody[:4])
    begin(evening, *everybody[4:], table=2)

    page = client.get(evening.entries.get(number=1).get_link()).text

    assert "Hanchan 1" in page
    assert "Boris" in page
    assert "ound" not in page.split("<main")[1].split("</main>")[0].replace("/rounds/", "")


def test_the_hall_shows_how_they_stand(client, evening):
    begin(evening, *entries(evening)[:4])

    page = client.get(reverse("hall", args=[evening.slug])).text

    assert "Standings</h1>" in "".join(page.split())
    assert "round 1" not in page


def test_a_cancelled_hanchan_is_withheld_from_nobody_for_ever(evening):
    evening.shown_to_everyone = "signed"
    evening.save()
    hanchan = begin(evening, *entries(evening)[:4])

    before = sight_of(evening, STRANGER)
    cancel(hanchan)

    assert [one.number for one in before.withheld] == [1]
    assert sight_of(evening, STRANGER).withheld == ()


def test_an_organizer_makes_one_until_something_was_started(client):
    owner = UserFactory()
    client.force_login(owner)
    new = {"key": uuid4(), "name": "Tuesday", "ruleset_key": "wrc_2015", "is_club_night": "on"}

    client.post(reverse("tournament-new"), new)

    night = Tournament.objects.get(name="Tuesday")
    assert night.is_club_night
    settings = reverse("tournament-edit", args=[night.slug])
    client.post(settings, new | {"is_club_night": ""})
    night.refresh_from_db()
    assert not night.is_club_night
    RoundFactory(tournament=night)
    client.post(settings, new)
    night.refresh_from_db()
    assert not night.is_club_night


def test_an_evening_is_taken_away_and_comes_back(evening):
    hanchan = begin(evening, *entries(evening)[:3], "Zoë New")
    play(hanchan, MANGAN)
    evening.refresh_from_db()
    content = exported(evening)

    copied = imported(content)

    assert copied.is_club_night
    assert exported(copied) == content


def test_the_number_of_queries_does_not_grow(client, evening, referee):
    client.force_login(referee)

    def queries():
        with CaptureQueriesContext(connection) as captured:
            client.get(at(evening, 2))
            client.get(reverse("desk", args=[evening.slug]))
        return len(captured)

    begin(evening, *entries(evening)[:4])
    few = queries()
    TableFactory(tournament=evening, number=3)
    begin(evening, *entries(evening)[4:], table=3)

    assert queries() == few


def test_a_night_has_no_more_hanchans_than_its_file_may_have(evening, monkeypatch):
    monkeypatch.setattr("tournament.rounds.actions.start_round.MOST_ROUNDS", 1)
    table = evening.tables.first()
    begin(evening, *entries(evening)[:4], table=2)

    answer = phone_at(table).post(seats_at(evening), form_of(*entries(evening)[4:]))

    assert (answer.status_code, "at most 500 rounds" in answer.text) == (409, True)
    assert evening.rounds.count() == 1


@pytest.mark.parametrize("rate", [HANCHANS, HANCHANS_OF_A_DAY])
def test_a_table_starts_so_many_hanchans_in_an_hour_and_a_day(evening, rate):
    """Each may bring four people who were never there, with names that everybody sees."""
    table = evening.tables.first()
    use_up(rate, f"{table.pk} {table.link_nonce}")

    answer = phone_at(table).post(seats_at(evening), form_of("Ad", "Bo", "Cy", "Di"))

    assert (answer.status_code, "Try again in" in answer.text) == (409, True)
    assert not evening.rounds.exists()


def test_after_very_many_changes_at_a_table_only_the_team_starts_a_hanchan_there(client, evening, referee):
    """All changes stay in the log that the tables of the night share."""
    table, other = evening.tables.all()[:2]
    begin(evening, *entries(evening)[:4])
    hanchan = Hanchan.objects.get()
    cancel(hanchan)
    Hanchan.objects.update(revision=MOST_CHANGES_AT_TABLE_IN_A_DAY)

    refused = phone_at(table).post(seats_at(evening), form_of(*entries(evening)[:4]))
    elsewhere = phone_at(other).post(f"{at(evening, 2)}?seats=1", form_of(*entries(evening)[4:]))

    assert (refused.status_code, "only the team" in refused.text) == (409, True)
    assert elsewhere.status_code == 302
    client.force_login(referee)
    assert client.post(seats_at(evening), form_of(*entries(evening)[:4])).status_code == 302


def test_the_changes_of_another_day_do_not_count(evening):
    table = evening.tables.first()
    begin(evening, *entries(evening)[:4])
    cancel(Hanchan.objects.get())
    Hanchan.objects.update(revision=MOST_CHANGES_AT_TABLE_IN_A_DAY)
    evening.rounds.update(started_at=timezone.now() - timedelta(days=1, minutes=1))

    assert phone_at(table).post(seats_at(evening), form_of(*entries(evening)[:4])).status_code == 302
