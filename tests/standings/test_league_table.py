"""A season of three evenings, worked by hand: what counts, who has a place, lines, groups, page and files."""

import csv
import io
from copy import deepcopy
from datetime import date
from fractions import Fraction

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    PlayerFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    penalize,
)
from tournament.models import LeagueEvent, Player, SheetLine, SignedSheet
from tournament.standings.league_rows import By, LeagueTable
from tournament.standings.queries.league_table import league_table

pytestmark = pytest.mark.django_db


def evening(players, *rounds, teams=None, **options):
    """A tournament in which these players have these signed scores, one row of four for each round."""
    tournament = TournamentFactory(**options)
    table = TableFactory(tournament=tournament)
    entries = [
        EntryFactory(tournament=tournament, player=player, number=number, team=(teams or {}).get(player.name, ""))
        for number, player in enumerate(players, start=1)
    ]
    for number, scores in enumerate(rounds, start=1):
        hanchan = HanchanFactory(
            round=RoundFactory(tournament=tournament, number=number), table=table, entries=entries[:4]
        )
        sheet = SignedSheet.objects.create(hanchan=hanchan, riichi_sticks=0, signed_at=timezone.now())
        for seat, (entry, score) in enumerate(zip(entries, scores, strict=True)):
            SheetLine.objects.create(
                sheet=sheet, seat=seat, entry=entry, points=30_000, place=1, uma="0", score=str(score)
            )
    return tournament


@pytest.fixture(scope="module")
def everybody(once):
    clubs = {"Anna": ("Riichi Praha", "CZ"), "Boris": (" riichi praha", "CZ"), "Claire": ("Paris Mahjong", "FR")}
    clubs |= {"Dóra": ("", "HU"), "Émile": ("Paris Mahjong", "FR")}
    return {name: PlayerFactory(name=name, club=club, country=land) for name, (club, land) in clubs.items()}


@pytest.fixture(scope="module")
def evenings(everybody):
    """Émile comes once, instead of Dóra. Totals: Anna 40 - 10 + 20, Boris 10, Claire -10 - 15, Dóra -40, Émile 5."""
    anna, boris, claire, dora, emile = everybody.values()
    first = evening([anna, boris, claire, dora], (30, 10, -10, -30), (10, 0, 0, -10), starts_on=date(2026, 1, 1))
    second = evening([claire, emile, boris, anna], (-15, 5, 20, -10), starts_on=date(2026, 2, 1))
    third = evening([boris, claire, anna, dora], (-20, 0, 20, 0), starts_on=date(2026, 3, 1))
    return first, second, third


@pytest.fixture
def people(db, everybody):
    return deepcopy(everybody)


@pytest.fixture
def season(db, evenings):
    return deepcopy(evenings)


def standings(league, **options):
    return [(row.place, row.name, row.season.sum) for row in league_table(league, STRANGER, **options).rows]


def test_the_earliest_is_the_first_column(season):
    league = LeagueFactory(tournaments=season[::-1])

    table = league_table(league, STRANGER)

    assert table.tournaments == season
    anna = table.rows[0]
    assert [share.counted for share in anna.shares] == [40, -10, 20]
    assert [share and share.counted for share in table.rows[1].shares] == [10, 20, -20]
    emile = next(row for row in table.rows if row.name == "Émile")
    assert [share and share.counted for share in emile.shares] == [None, 5, None]


@pytest.mark.parametrize(
    ("counting", "expected"),
    [
        ({}, [(1, "Anna", 50), (2, "Boris", 10), (3, "Émile", 5), (4, "Claire", -25), (5, "Dóra", -40)]),
        ({"best": 2}, [(1, "Anna", 50), (2, "Boris", 30), (3, "Émile", 5), (4, "Claire", 0), (5, "Dóra", -10)]),
        (
            {"counted": "event", "best": 2},
            [(1, "Anna", 60), (2, "Boris", 30), (3, "Émile", 5), (4, "Claire", -10), (5, "Dóra", -40)],
        ),
        (
            {"least_hanchans": 3},
            [(1, "Anna", 50), (2, "Boris", 10), (3, "Claire", -25), (4, "Dóra", -40), (None, "Émile", 5)],
        ),
    ],
)
def test_it_counts_as_its_keeper_says(season, counting, expected):
    assert standings(LeagueFactory(tournaments=season, **counting)) == expected


def test_an_evening_may_weigh_more(season):
    league = LeagueFactory(tournaments=season)
    LeagueEvent.objects.filter(tournament=season[1]).update(weight="1.5")

    rows = {row.name: (row.season.sum, row.season.average) for row in league_table(league, STRANGER).rows}

    assert rows["Anna"] == (45, Fraction(10))  # 40 - 15 + 20, of 2 + 1.5 + 1 hanchans
    assert rows["Émile"] == (Fraction(15, 2), 5)


def test_a_penalty_is_not_dropped_with_its_evening(season):
    penalize(season[1].entries.get(player__name="Anna"), "8")
    league = LeagueFactory(tournaments=season, best=1)

    anna = league_table(league, STRANGER).rows[0]

    assert (anna.name, anna.season.sum) == ("Anna", 22)
    assert [share.counted for share in anna.shares] == [30, -8, 0]


def test_lines_of_promotion_and_relegation(client, season):
    league = LeagueFactory(tournaments=season, promoted=1, relegated=2, least_hanchans=2)

    bands = [(band, [row.name for row in rows]) for band, rows in league_table(league, STRANGER).bands]
    page = client.get(league.get_absolute_url()).text

    assert bands == [
        ("up", ["Anna"]),
        ("between", ["Boris"]),
        ("down", ["Claire", "Dóra"]),
        ("unranked", ["Émile"]),
    ]
    for words in ("Promotion", "Stay in this league", "Relegation", "Without a place: fewer than 2 hanchans"):
        assert words in page


@pytest.mark.parametrize(
    ("by", "counting", "expected"),
    [
        (By.CLUB, {}, [(1, "Riichi Praha", 60), (2, "Paris Mahjong", -20)]),
        (By.CLUB, {"group_best": 1}, [(1, "Riichi Praha", 50), (2, "Paris Mahjong", 5)]),
        (By.CLUB, {"least_hanchans": 2}, [(1, "Riichi Praha", 60), (2, "Paris Mahjong", -25)]),
        (
            By.COUNTRY,
            {"group_best": 2},
            [(1, "Czechia", 60), (2, "France", -20), (None, "Hungary", -40)],
        ),
        (
            By.COUNTRY,
            {"ranked_by": "average"},  # of 50 / 4 and 10 / 4; 5 and -25 / 4; -40 / 3
            [(1, "Czechia", Fraction(15, 2)), (2, "France", Fraction(-5, 8)), (3, "Hungary", Fraction(-40, 3))],
        ),
    ],
)
def test_clubs_and_countries_add_up_their_members(season, by, counting, expected):
    table = league_table(LeagueFactory(tournaments=season, **counting), STRANGER, by=by)

    assert [(group.place, group.name, group.result) for group in table.groups] == expected
    assert table.kinds == (By.CLUB, By.COUNTRY)


def test_who_changes_the_team_brings_each_what_was_played_for_it(people):
    four = [people[name] for name in ("Anna", "Boris", "Claire", "Dóra")]
    first = evening(four, (30, 10, -10, -30), teams={"Anna": "Winds", "Claire": "Dragons"})
    second = evening(four, (-5, 5, 0, 0), teams={"Anna": "Dragons"})

    table = league_table(LeagueFactory(tournaments=[first, second]), STRANGER, by=By.TEAM)

    groups = {group.name: [(member.name, member.result) for member in group.members] for group in table.groups}
    assert groups == {"Winds": [("Anna", 30)], "Dragons": [("Anna", -5), ("Claire", -10)]}


def test_who_is_not_to_be_named_is_a_player_in_each_table_and_file(client, season, people):
    people["Anna"].entries.update(may_publish=False, team="Winds")
    league = LeagueFactory(tournaments=season)
    addresses = [reverse(name, args=[league.slug]) for name in ("league", "league-csv", "league-json")]

    answers = {(url, by): client.get(url, {"by": by}).content.decode() for url in addresses for by in By}

    assert all("a player" in answers[url, By.PERSON] for url in addresses)
    assert not any("Anna" in answer for answer in answers.values())


def test_what_was_played_without_a_name_does_not_stand_with_the_name(season, people):
    """In one row, with or without the name, Anna's other evenings would tell whose the first one was."""
    people["Anna"].entries.filter(tournament=season[0]).update(may_publish=False)

    league_data = standings(LeagueFactory(tournaments=season))

    assert league_data[:3] == [(1, "a player", 40), (2, "Anna", 10), (2, "Boris", 10)]


@pytest.mark.parametrize("hidden", [{"may_publish": False}, {"shown_as": "initials"}, {"shown_as": "nobody"}])
def test_no_group_tells_who_somebody_is_whose_name_is_not_told(client, season, people, hidden):
    """Not by the only member's name, nor by what the others leave of the sum."""
    league = LeagueFactory(tournaments=season)
    people["Anna"].entries.update(team="Winds", **{key: hidden[key] for key in hidden if key == "may_publish"})
    Player.objects.filter(pk=people["Anna"].pk).update(**{key: hidden[key] for key in hidden if key == "shown_as"})

    by_club = league_table(league, STRANGER, by=By.CLUB)
    by_team = league_table(league, STRANGER, by=By.TEAM)
    page = client.get(league.get_absolute_url(), {"by": By.CLUB}).text

    # Boris alone; Anna's 50 stay in the table of persons.
    assert (by_club.groups[0].name, by_club.groups[0].result) == ("riichi praha", 10)
    assert [member.name for group in by_club.groups for member in group.members if member.result == 50] == []
    assert 50 in [row.season.sum for row in by_club.rows]
    assert (by_team.groups, by_team.kinds) == ((), (By.CLUB, By.COUNTRY))
    assert "do not count for a club, team or country here" in page


def test_a_private_evening_is_in_no_table_or_file_of_a_stranger(client, season):
    season[0].is_public = False
    season[0].save()
    league = LeagueFactory(tournaments=season, promoted=1)

    league_data = client.get(reverse("league-json", args=[league.slug])).json()

    assert league_data["complete"] is False
    assert [one["slug"] for one in league_data["tournaments"]] == [season[1].slug, season[2].slug]
    assert {one["name"]: one["sum"] for one in league_data["players"]}["Anna"] == "10"


def test_no_period_tells_the_date_of_a_private_evening(client, season):
    league = LeagueFactory(tournaments=season)
    winter = league.periods.create(name="Winter", first_day="2026-01-01", last_day="2026-01-31")
    spring = league.periods.create(name="Spring", first_day="2026-02-01", last_day="2026-06-30")

    def complete():
        """What files and pages say of the league as a whole and of each period."""
        files = [reverse(name, args=[league.slug]) for name in ("league-json", "api-league-table")]
        options = [{}, {"period": winter.pk}, {"period": spring.pk}]
        pages = [client.get(league.get_absolute_url(), option).text for option in options]
        said = {client.get(file, option).json()["complete"] for file in files for option in options}
        return said | {"Some tournaments of this league are private" not in page for page in pages}

    assert complete() == {True}
    season[0].is_public = False
    season[0].save()
    assert complete() == {False}


def test_the_page_strikes_out_what_is_dropped(client, season):
    league = LeagueFactory(tournaments=season, best=2)

    page = client.get(league.get_absolute_url()).text

    assert "The best 2 hanchans of each player count. Penalties always count." in page
    assert '<span class="visually-hidden">not counted:</span>(<s>−10.0</s>)' in page


@pytest.mark.parametrize("by", list(By))
def test_every_table_is_a_page_a_fragment_and_two_files(client, season, by):
    league = LeagueFactory(tournaments=season, ranked_by="average")
    url = league.get_absolute_url()

    page = client.get(url, {"by": by})
    fragment = client.get(url, {"by": by}, headers={"HX-Request": "true"})

    assert 'id="league-page"' in fragment.text
    assert fragment.text in page.text
    assert "<html" not in fragment.text
    for name in ("league-csv", "league-json"):
        file = client.get(reverse(name, args=[league.slug]), {"by": by})
        assert (file.status_code, f"{league.slug}-{by}" in file["Content-Disposition"]) == (200, True)


def test_the_csv_is_safe_and_has_what_was_dropped(client, season, people):
    people["Anna"].name = "=HYPERLINK(1)"
    people["Anna"].save()
    league = LeagueFactory(tournaments=season, best=2, promoted=1)

    answer = client.get(reverse("league-csv", args=[league.slug])).content.decode("utf-8-sig")

    first = next(csv.DictReader(io.StringIO(answer)))
    assert (first["Place"], first["Player"], first["Sum"], first["Line"]) == ("1", "'=HYPERLINK(1)", "50", "promoted")
    assert first[f"{season[0].name}: not counted"] == "10"


def test_the_weights_are_looked_at_once_for_a_csv(client, season, monkeypatch):
    """They are as many as the league has tournaments: a large league's file took a minute."""
    looked = []
    monkeypatch.setattr(LeagueTable, "any_weight", property(lambda table: bool(looked.append(table))))
    league = LeagueFactory(tournaments=season)

    answer = client.get(reverse("league-csv", args=[league.slug])).content.decode("utf-8-sig")

    assert len(answer.splitlines()) > 3
    assert len(looked) == 1


def test_nonsense_asks_for_the_table_of_persons(client, season):
    league = LeagueFactory(tournaments=season)

    assert "Anna" in client.get(league.get_absolute_url(), {"by": "average"}).text


@pytest.mark.parametrize("by", [By.PERSON, By.CLUB])
def test_the_number_of_queries_does_not_grow(season, by):
    def queries(tournaments):
        league = LeagueFactory(tournaments=tournaments)
        with CaptureQueriesContext(connection) as captured:
            league_table(league, STRANGER, by=by)
        return len(captured)

    assert queries(season[:1]) == queries(season)
