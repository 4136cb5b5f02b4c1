"""Leagues: one table over several tournaments, and who keeps it."""

from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.outcome import Chombo
from scoring.seats import Seat
from tests.factories import (
    STRANGER,
    ClubFactory,
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    play,
    sign,
    visitor,
)
from tests.standings.results import MANGAN, show, tournament_with
from tournament.models import League
from tournament.standings.queries import league_page
from tournament.standings.queries.league_list import LEAGUES_ON_A_PAGE
from tournament.standings.queries.league_table import league_table

pytestmark = pytest.mark.django_db

SAID = {"counted": "hanchan", "ranked_by": "sum"}
"""The default values of the form."""

FOUR = ["Adam", "Břetislav", "Claire", "Dóra"]


def signed_tournament(players=None, **options):
    """A tournament of one signed hanchan, South's mangan, by these players or four new ones."""
    if players is None:
        tournament, _entries, (hanchan,) = tournament_with(FOUR, **options)
    else:
        tournament = TournamentFactory(**options)
        entries = [
            EntryFactory(tournament=tournament, player=player, number=number)
            for number, player in enumerate(players, start=1)
        ]
        hanchan = HanchanFactory(
            round=RoundFactory(tournament=tournament), table=TableFactory(tournament=tournament), entries=entries
        )
    play(hanchan, MANGAN)
    sign(hanchan)
    return tournament


def players_of(tournament):
    return [entry.player for entry in tournament.entries.select_related("player")]


def sums(league, *, who=STRANGER):
    return [(row.place, row.player.name, row.season.sum) for row in league_table(league, who).rows]


def test_signed_scores_are_added_up_by_person():
    first = signed_tournament()
    second = signed_tournament(players_of(first)[::-1])  # now Claire sits South
    league = LeagueFactory(tournaments=[first, second])

    assert sums(league) == [(1, "Adam", 0), (1, "Břetislav", 0), (1, "Claire", 0), (1, "Dóra", 0)]


def test_two_people_of_one_name_stay_two(client):
    first, second = signed_tournament(name="Spring"), signed_tournament(name="Autumn")
    league = LeagueFactory(tournaments=[first, second])

    rows = league_table(league, STRANGER).rows
    page = client.get(league.get_absolute_url())

    assert [(row.player.name, row.season.sum) for row in rows[:2]] == [("Břetislav", 23), ("Břetislav", 23)]
    assert all(row.shares_name for row in rows)
    assert "Spring, no. 2" in page.text
    assert "Autumn, no. 2" in page.text


def test_penalties_are_taken_off():
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, MANGAN, Chombo(offenders=frozenset({Seat.SOUTH})))
    sign(hanchan)

    assert sums(LeagueFactory(tournaments=[tournament]))[0] == (1, "Břetislav", 3)


def test_what_is_not_signed_does_not_count():
    tournament, _entries, (hanchan,) = tournament_with(FOUR)
    play(hanchan, MANGAN)

    assert sums(LeagueFactory(tournaments=[tournament])) == []


def test_by_average_many_hanchans_are_no_advantage(client):
    both = signed_tournament()
    adam, bretislav, claire, dora = players_of(both)
    again = signed_tournament([claire, dora, adam, bretislav])
    league = LeagueFactory(tournaments=[both, again, signed_tournament()], ranked_by="average")

    rows = league_table(league, STRANGER).rows

    assert [(row.place, row.season.average, row.season.hanchans) for row in rows[:2]] == [
        (1, 23, 1),
        (2, Fraction(23, 2), 2),
    ]
    assert "+11.50" in client.get(league.get_absolute_url()).text


def test_a_private_tournament_counts_only_for_those_who_see_it(client):
    member = UserFactory()
    secret = signed_tournament(name="Secret evening", is_public=False, referees=[member])
    league = LeagueFactory(tournaments=[signed_tournament(players_of(secret)), secret])

    assert [total for _place, _name, total in sums(league)] == [23, 0, 0, -23]
    assert [total for _place, _name, total in sums(league, who=visitor(member))] == [46, 0, 0, -46]
    stranger = client.get(league.get_absolute_url())
    assert "Secret evening" not in stranger.text
    assert "Some tournaments of this league are private" in stranger.text
    client.force_login(member)
    assert "Secret evening" in client.get(league.get_absolute_url()).text


def test_a_private_league_is_its_keepers_alone(client):
    league = LeagueFactory(is_public=False, name="Kitchen table")

    assert client.get(league.get_absolute_url()).status_code == 404
    assert "Kitchen table" not in client.get(reverse("leagues")).text
    client.force_login(league.owner)
    assert client.get(league.get_absolute_url()).status_code == 200
    assert "Kitchen table" in client.get(reverse("leagues")).text


def test_anybody_with_an_account_makes_a_league(client):
    organizer = UserFactory()
    organized = TournamentFactory(organizers=[organizer])
    client.force_login(organizer)

    response = client.post(
        reverse("league-new"),
        SAID | {"name": "Season 2026", "is_public": "on", "tournaments": [organized.pk]},
        follow=True,
    )

    league = League.objects.get()
    assert response.redirect_chain == [("/l/season-2026/", 302)]
    assert (league.owner, list(league.tournaments.all())) == (organizer, [organized])


def test_the_same_button_twice_makes_one_league(client):
    client.force_login(UserFactory())
    client.post(reverse("league-new"), SAID | {"name": "Season 2026"})

    again = client.post(reverse("league-new"), SAID | {"name": "season 2026"})

    assert again.status_code == 409
    assert "You already have a league with this name" in again.text
    assert 'value="season 2026"' in again.text
    assert League.objects.count() == 1


def test_two_people_may_choose_one_name(client):
    for _person in range(2):
        client.force_login(UserFactory())
        client.post(reverse("league-new"), SAID | {"name": "Saison d’été", "is_public": "on"})

    assert set(League.objects.values_list("slug", flat=True)) == {"saison-dete", "saison-dete-2"}


def test_a_name_without_letters_gets_an_address_too(client):
    client.force_login(UserFactory())
    client.post(reverse("league-new"), SAID | {"name": "麻雀", "is_public": "on"})

    assert League.objects.get().slug == "league"


def test_somebody_elses_tournament_cannot_be_added(client):
    client.force_login(UserFactory())
    other = TournamentFactory(is_public=False, name="Secret evening")

    response = client.post(reverse("league-new"), SAID | {"name": "Mine", "tournaments": [other.pk]})

    assert response.status_code == 422
    assert "Secret evening" not in response.text
    assert not League.objects.exists()


def test_a_league_needs_a_name(client):
    client.force_login(UserFactory())

    assert client.post(reverse("league-new"), SAID | {"name": " "}).status_code == 422


def test_only_its_keeper_changes_a_league(client):
    league = LeagueFactory(name="Season")
    edit = reverse("league-edit", args=[league.slug])

    assert client.get(edit).status_code == 302  # to the login
    client.force_login(UserFactory())
    assert client.get(edit).status_code == 404
    assert client.post(edit, {"name": "Mine now"}).status_code == 404
    client.force_login(league.owner)
    assert client.get(edit).status_code == 200
    assert client.post(edit, SAID | {"name": "Season of 2026"}).status_code == 302

    league.refresh_from_db()
    assert (league.name, league.is_public) == ("Season of 2026", False)


def test_a_tournament_that_one_no_longer_organizes_can_be_taken_out(client):
    league = LeagueFactory(tournaments=[TournamentFactory(name="Old friends")])
    client.force_login(league.owner)
    edit = reverse("league-edit", args=[league.slug])

    assert "Old friends" in client.get(edit).text
    client.post(edit, SAID | {"name": league.name})

    assert not league.tournaments.exists()


def test_the_form_names_no_private_tournament_to_who_may_not_see_it(client):
    """Another organizer of the league's club put it in; it can be taken out all the same."""
    owner, other = UserFactory(), UserFactory()
    club = ClubFactory(organizers=[owner, other])
    private = TournamentFactory(owner=owner, is_public=False, name="Surprise for Anna")
    league = LeagueFactory(owner=owner, club=club, tournaments=[private])
    edit = reverse("league-edit", args=[league.slug])
    client.force_login(owner)
    assert "Surprise for Anna" in client.get(edit).text
    client.force_login(other)

    page = client.get(edit).text
    client.post(edit, SAID | {"name": league.name, "tournaments": [private.pk]})
    kept = league.tournaments.count()
    client.post(edit, SAID | {"name": league.name})

    assert "Surprise for Anna" not in page
    assert "A private tournament that you may not see" in page
    assert (kept, league.tournaments.count()) == (1, 0)


def test_its_keeper_says_how_it_counts(client):
    organizer = UserFactory()
    light, heavy = (TournamentFactory(organizers=[organizer]) for _one in range(2))
    client.force_login(organizer)
    form_data = {"counted": "event", "ranked_by": "average", "best": "5", "least_hanchans": "8", "promoted": "2"}
    form_data |= {
        "name": "Season",
        "group_best": "3",
        "tournaments": [light.pk, heavy.pk],
        f"weight_{heavy.pk}": "1.50",
    }

    client.post(reverse("league-new"), form_data)

    league = League.objects.get()
    assert (league.counted, league.ranked_by, league.best, league.least_hanchans) == ("event", "average", 5, 8)
    assert (league.group_best, league.promoted, league.relegated) == (3, 2, 0)
    weights = {event.tournament_id: event.exact_weight for event in league.events.all()}
    assert weights == {light.pk: 1, heavy.pk: Fraction(3, 2)}
    form = client.get(reverse("league-edit", args=[league.slug])).text
    assert f'name="weight_{heavy.pk}" value="1.5"' in form
    assert 'name="best" value="5"' in form


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("counted", "luck"),
        ("ranked_by", ""),
        ("best", "0"),
        ("best", "many"),
        ("least_hanchans", "-1"),
        ("group_best", "1.5"),
        ("promoted", "1000000"),
        ("weight", "0"),
        ("weight", "-1"),
        ("weight", "NaN"),
        ("weight", "1e9"),
        ("weight", "1.234"),
    ],
)
def test_a_league_that_cannot_count_is_refused_with_what_was_typed(client, field, typed):
    organizer = UserFactory()
    tournament = TournamentFactory(organizers=[organizer])
    client.force_login(organizer)
    name = f"weight_{tournament.pk}" if field == "weight" else field

    response = client.post(
        reverse("league-new"), SAID | {"name": "Season", "tournaments": [tournament.pk], name: typed}
    )

    assert response.status_code == 422
    assert f'id="id_{name}_error"' in response.text
    assert not League.objects.exists()


def test_a_new_league_needs_an_account(client):
    assert client.get(reverse("league-new")).status_code == 302


def test_the_number_of_queries_does_not_grow(client):
    def queries(count):
        league = LeagueFactory(tournaments=[signed_tournament() for _ in range(count)])
        with CaptureQueriesContext(connection) as captured:
            client.get(league.get_absolute_url())
        return len(captured)

    assert queries(1) == queries(3)


def test_of_the_newest_tournaments_a_page_follows_only_the_versions_are_read():
    tournament = signed_tournament()
    league = LeagueFactory(tournaments=[tournament])
    tournament.refresh_from_db()

    (followed,) = league_page.newest(league, STRANGER)

    assert followed.version == tournament.version
    assert "rules" in followed.get_deferred_fields()


def test_a_long_league_is_searched_sorted_and_leafed_through(client, monkeypatch):
    monkeypatch.setattr(league_page, "ROWS_ON_A_PAGE", 3)
    monkeypatch.setattr(league_page, "COLUMNS", 1)
    first = signed_tournament(name="Old Cup", starts_on="2025-01-01")
    league = LeagueFactory(
        tournaments=[first, signed_tournament(players_of(first), name="New Cup", starts_on="2025-02-01")]
    )
    address = league.get_absolute_url()

    def table(**query):
        return client.get(address, query).text.partition("<table")[2]

    assert ("Břetislav" in table(), "Claire" in table(), "Old Cup" in table().partition("</table>")[0]) == (
        True,
        False,
        False,
    )
    assert "1 earlier tournament counts too" in table()
    assert "?page=2" in table()
    assert "Claire" in table(page="2")
    assert ("Claire" in table(q="clai"), "Adam" in table(q="clai")) == (True, False)
    assert "No one found." in client.get(address, {"q": "Zz"}).text
    by_name = table(sort="name")
    assert by_name.index("Adam") < by_name.index("Břetislav") < by_name.index("Claire")
    assert "Old Cup" in client.get(reverse("league-csv", args=[league.slug])).text


def test_a_cached_table_is_no_longer_shown_when_a_sheet_is_signed_or_the_reader_may_see_less(client):
    tournament = signed_tournament()
    league = LeagueFactory(tournaments=[tournament])
    address = league.get_absolute_url()
    assert "Břetislav" in client.get(address).text

    entries = list(tournament.entries.order_by("number"))
    again = HanchanFactory(
        round=RoundFactory(tournament=tournament, number=2), table=tournament.tables.get(), entries=entries
    )
    play(again, MANGAN)
    sign(again)
    assert "+46.0" in client.get(address).text

    show(tournament, players="held", hall="held", everyone="held", number=2)
    assert "+46.0" not in client.get(address).text
    show(tournament, players="held", hall="held", everyone="held")
    assert "Břetislav" not in client.get(address).text


def test_a_league_may_count_hanchans_in_a_row(client):
    players = players_of(signed_tournament(is_public=True))
    season = [signed_tournament(players, is_public=True) for _evening in range(3)]
    league = LeagueFactory(tournaments=season, counted="run", best=2)

    page = client.get(league.get_absolute_url()).text

    assert "For each player the best run of 2 consecutive hanchans counts. Penalties always count." in page
    assert [sum(share.is_whole for share in row.shares) for row in league_table(league, STRANGER).rows] == [2] * 4


@pytest.mark.slow
def test_a_new_account_fills_no_list(client, settings):
    """Everybody reads the public leagues: an account makes a few a day, and on a site whose staff makes the tournaments
    only who organizes one of them, or a club."""
    settings.TENBO_TOURNAMENT_CREATORS = "staff"
    account, address = UserFactory(), reverse("league-new")
    client.force_login(account)
    alone = client.get(reverse("leagues")), client.get(address), client.post(address, SAID | {"name": "Season"})
    TournamentFactory(organizers=[account])

    made = [client.post(address, SAID | {"name": f"Season {number}"}).status_code for number in range(21)]
    again = client.post(reverse("league-edit", args=[League.objects.first().slug]), SAID | {"name": "Renamed"})

    assert [answer.status_code for answer in alone] == [200, 404, 404]
    assert address not in alone[0].text
    assert address in client.get(reverse("leagues")).text
    assert made == [302] * 20 + [409]
    assert again.status_code == 302


def test_the_list_has_pages(client):
    LeagueFactory.create_batch(LEAGUES_ON_A_PAGE + 1, owner=UserFactory())
    names = list(League.objects.values_list("name", flat=True))

    first, second = (client.get(reverse("leagues"), {"page": number}).text for number in (1, 2))

    assert [name in first for name in names] == [True] * LEAGUES_ON_A_PAGE + [False]
    assert [name in second for name in names] == [False] * LEAGUES_ON_A_PAGE + [True]
    assert "?page=2" in first
