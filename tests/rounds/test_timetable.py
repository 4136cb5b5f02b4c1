"""The timetable: the organizers' page, and everywhere that people read it."""

from datetime import UTC, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from tests.factories import HanchanFactory, RoundFactory, TournamentFactory, UserFactory, keep_plan, play, sign
from tests.queries import queries_of
from tests.rounds.test_rounds_ics import events
from tests.standings.results import MANGAN, tournament_with
from tournament.core.cache import clear_all
from tournament.models import PlannedStart, Role, RoundClock

pytestmark = pytest.mark.django_db

PRAGUE = {"start-1": "2026-11-28T10:00", "start-2": "2026-11-28T12:15", "start-3": ""}


@pytest.fixture(autouse=True)
def _here(settings):
    settings.TIME_ZONE = "Europe/Prague"


@pytest.fixture
def tournament(client):
    owner = UserFactory()
    client.force_login(owner)
    return tournament_with(list("ABCD"), rounds=0, owner=owner)[0]


def address(tournament):
    return reverse("timetable", args=[tournament.slug])


def plan(tournament, number, at):
    clear_all()  # it raises no version
    return PlannedStart.objects.create(tournament=tournament, number=number, starts_at=at)


def page(client, url):
    return " ".join(client.get(url).text.split())


def test_times_are_in_the_local_time_zone(client, tournament):
    response = client.post(address(tournament), PRAGUE)

    assert response.url == address(tournament)
    starts = dict(tournament.planned_starts.values_list("number", "starts_at"))
    assert starts == {1: datetime(2026, 11, 28, 9, tzinfo=UTC), 2: datetime(2026, 11, 28, 11, 15, tzinfo=UTC)}
    text = client.get(address(tournament)).text
    assert 'value="2026-11-28T12:15"' in text
    assert "Europe/Prague" in text
    client.post(address(tournament), PRAGUE)
    assert tournament.log.count() == 1
    client.post(address(tournament), {"start-2": ""})  # of the first nothing was sent
    assert tournament.planned_starts.get().number == 1
    log = page(client, reverse("log", args=[tournament.slug]))
    assert "Changed the timetable: round 1 for 28 Nov 2026, 10:00; round 2 for 28 Nov 2026, 12:15" in log
    assert "Changed the timetable: round 2 without a time" in log


def test_empty_times_are_filled_in_without_saving(client, tournament):
    keep_plan(tournament, *[[[1, 2, 3, 4]]] * 5)
    fields = {"start-2": "2026-11-28T14:00", "first": "2026-11-28T10:00", "minutes": "100", "count": "3", "fill": "1"}

    response = client.post(address(tournament), fields)

    assert response.status_code == 200
    assert "not saved yet" in response.text
    times = [response.context["form"][f"start-{number}"].value() for number in range(1, 6)]
    assert [value[-5:] for value in times] == ["10:00", "14:00", "15:40", "17:20", ""]
    assert not tournament.planned_starts.exists()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"start-2": "2026-11-28T09:00"}, "Round 2 has to start after round 1."),
        ({"start-2": "soon"}, "Enter a valid date/time."),
        ({"start-2": "0001-01-01T00:00"}, "The year cannot be right. Check the day."),
        ({"start-2": "2026-03-29T02:30"}, "couldn"),  # the hour that the clock leaves out
        ({"fill": "1", "minutes": "90"}, "This field is required."),
        ({"fill": "1", "first": "2026-11-28T09:00", "minutes": "9" * 30}, "less than or equal to 1440"),
    ],
)
def test_impossible_times_are_refused_and_stay_in_the_form(client, tournament, wrong, words):
    response = client.post(address(tournament), PRAGUE | wrong)

    assert response.status_code == 422
    assert words in response.text
    assert 'value="2026-11-28T10:00"' in response.text
    assert not tournament.planned_starts.exists()


def test_it_is_the_organizers(client, tournament):
    stranger, referee = UserFactory(), UserFactory()
    tournament.memberships.create(user=referee, role=Role.REFEREE)

    for user in (stranger, referee):
        client.force_login(user)
        assert client.get(address(tournament)).status_code == 404
        assert client.post(address(tournament), PRAGUE).status_code == 404
    assert not tournament.planned_starts.exists()


def test_a_club_night_has_no_timetable_and_an_archived_tournament_keeps_its_own(client):
    owner = UserFactory()
    client.force_login(owner)

    assert client.get(address(TournamentFactory(owner=owner, is_club_night=True))).status_code == 404
    archived = TournamentFactory(owner=owner, archived_at=timezone.now())
    assert client.post(address(archived), PRAGUE).status_code == 409
    assert not archived.planned_starts.exists()


def test_everybody_reads_the_next_start(client, tournament):
    """On the first page, the team's desk, in the hall, and on the player's own page."""
    today = timezone.now()  # not `noon`: the template asks for the day by itself
    plan(tournament, 1, today)
    words = f"Round 1 is planned for {timezone.localtime(today):%H:%M}."
    own = tournament.entries.first().get_link()
    home, hall = tournament.get_absolute_url(), reverse("hall", args=[tournament.slug])
    desk = reverse("desk", args=[tournament.slug])

    for url in (home, hall, f"{hall}?scene=seating", own):
        assert words in page(Client(), url), url
    for url in (home, desk):
        text = page(client, url)
        assert words in text
        assert address(tournament) in text
    assert address(tournament) in client.get(reverse("tournament-edit", args=[tournament.slug])).text


def test_a_round_that_ends_after_the_next_planned_start_is_told_to_everybody(client, tournament):
    now = timezone.now()  # not `noon`: the template asks for the day by itself
    hanchan = HanchanFactory(round__tournament=tournament, table=tournament.tables.first())
    RoundClock.objects.create(round=hanchan.round, started_at=now)
    home = tournament.get_absolute_url()

    plan(tournament, hanchan.round.number + 1, now + timedelta(days=1))
    assert all("later than planned" not in page(browser, home) for browser in (client, Client()))

    tournament.planned_starts.update(starts_at=now)
    clear_all()
    assert all("The round will begin later than planned." in page(browser, home) for browser in (client, Client()))


def test_another_day_is_named_and_yesterdays_start_is_hidden(client, tournament, noon):
    plan(tournament, 1, noon - timedelta(hours=15))  # 23:00 here
    assert "is planned for" not in page(client, tournament.get_absolute_url())

    plan(tournament, 2, noon + timedelta(hours=11))  # 01:00 here, and still today in UTC

    assert "Round 2 is planned for 3 May 2026 at 01:00." in page(client, tournament.get_absolute_url())


def test_a_round_that_is_on_leaves_the_hall_to_its_players(client, tournament):
    plan(tournament, 1, timezone.now())
    RoundFactory(tournament=tournament)
    assert "is planned for" not in page(client, tournament.get_absolute_url())

    tournament, _entries, (hanchan,) = tournament_with(list("ABCD"))
    plan(tournament, 2, timezone.now())
    seating = reverse("hall", args=[tournament.slug]) + "?scene=seating"

    assert "Round 2 is planned for" in page(Client(), tournament.get_absolute_url())
    assert "is planned for" not in page(Client(), seating)
    play(hanchan, MANGAN)
    sign(hanchan)
    assert "Round 2 is planned for" in page(Client(), seating)


def test_a_calendar_has_planned_rounds_until_they_start(tournament):
    at = datetime(2026, 11, 28, 9, tzinfo=UTC)
    plan(tournament, 1, at)

    day, planned = events(tournament)

    assert day["DTSTART;VALUE=DATE"] == "20261128"
    assert (planned["DTSTART"], planned["DTEND"]) == ("20261128T090000Z", "20261128T103000Z")
    assert planned["URL"] == f"http://testserver{tournament.get_absolute_url()}"
    RoundFactory(tournament=tournament, started_at=at + timedelta(minutes=7))
    _day, started = events(tournament)
    assert started["UID"] == planned["UID"]
    assert started["DTSTART"] == "20261128T090700Z"


def test_schedules_and_programs_have_the_times(client, tournament):
    keep_plan(tournament, [[1, 2, 3, 4]], [[4, 3, 2, 1]])
    plan(tournament, 2, datetime(2026, 11, 28, 9, tzinfo=UTC))

    slips = client.get(reverse("print-schedules", args=[tournament.slug])).text
    answer = client.get(reverse("api-tournament", args=[tournament.slug])).json()

    assert slips.count("Sat 10:00") == 4
    assert answer["planned_starts"] == [{"round": 2, "starts_at": "2026-11-28T09:00:00Z"}]


def test_more_rounds_take_no_more_queries(client, tournament):
    urls = [address(tournament), tournament.get_absolute_url()]
    plan(tournament, 1, timezone.now())
    few = [queries_of(client, url) for url in urls]

    for number in range(2, 9):
        plan(tournament, number, timezone.now() + timedelta(hours=number))

    assert [queries_of(client, url) for url in urls] == few


BREAKS = {"breaks": "2026-11-28 12:30-13:30 Lunch\n2026-11-29 9:00 Ceremony", "time_zone": "Asia/Tokyo"}


def test_everybody_reads_the_whole_timetable_in_the_event_s_time_zone(client, tournament):
    client.post(address(tournament), PRAGUE)

    saved = client.post(address(tournament), BREAKS)
    client.logout()
    text = page(client, reverse("times", args=[tournament.slug]))

    assert saved.url == address(tournament)
    assert text.index("Saturday 28 November 2026") < text.index("10:00") < text.index("12:15") < text.index("Lunch")
    assert text.index("12:30–13:30") < text.index("Sunday 29 November 2026") < text.index("Ceremony")
    assert "the time zone Asia/Tokyo" in text
    # Ten o'clock stayed ten o'clock
    assert tournament.planned_starts.get(number=1).starts_at == datetime(2026, 11, 28, 1, tzinfo=UTC)
    assert "Europe/Prague" in page(client, "/") or timezone.get_current_timezone_name() == "Europe/Prague"


def test_a_break_that_is_none_is_told_with_its_line_and_stays(client, tournament):
    response = client.post(address(tournament), BREAKS | {"breaks": "2026-11-28 12:30 Lunch\nlater"})

    assert response.status_code == 422
    assert "Line 2: write the day" in response.text
    assert "later</textarea>" in response.text
    tournament.refresh_from_db()
    assert (tournament.breaks, tournament.time_zone, tournament.log.count()) == ("", "", 0)


@pytest.mark.parametrize("zone", ["Mars/Olympus", "Europe"])
def test_an_unknown_time_zone_is_refused(client, tournament, zone):
    assert client.post(address(tournament), BREAKS | {"time_zone": zone}).status_code == 422


def test_a_timetable_without_times_says_so_and_a_private_one_is_the_team_s(client, tournament):
    assert "No times are announced yet." in page(client, reverse("times", args=[tournament.slug]))
    tournament.is_public = False
    tournament.save()
    client.logout()

    assert client.get(reverse("times", args=[tournament.slug])).status_code == 404
