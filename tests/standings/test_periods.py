"""Periods of a ladder of two leagues, and who goes up and down at the end of one."""

import re
from copy import deepcopy

import pytest
from django.urls import reverse

from tests.factories import ClubFactory, LeagueFactory, PlayerFactory, UserFactory, visitor
from tests.standings.test_league_table import evening
from tournament.models import Entry, League, LeaguePeriod, PromotedPlayer, Promotion, User
from tournament.people.actions.same_person import carry_over
from tournament.standings.actions.save_league import LadderClash, save_league
from tournament.standings.actions.save_periods import (
    AlreadyRecorded,
    PeriodsClash,
    PersonGone,
    PromotedAndRelegated,
    record_promotion,
    save_periods,
)
from tournament.standings.forms.periods import LeaguePeriodsForm
from tournament.standings.words import periods

pytestmark = pytest.mark.django_db

UPPER, LOWER = ["Anna", "Boris", "Claire", "Dóra"], ["Eva", "Filip", "Gréta", "Hugo"]
SCORES = ["40", "10", "-10", "-40"]


@pytest.fixture(scope="module")
def world(once):
    """Two leagues of four with an evening each in spring, one more of the upper league in autumn."""
    owner = UserFactory()
    people = {name: PlayerFactory(name=name) for name in UPPER + LOWER}
    spring = evening([people[name] for name in UPPER], SCORES, name="A spring", starts_on="2026-03-01")
    autumn = evening([people[name] for name in UPPER], SCORES[::-1], name="A autumn", starts_on="2026-10-01")
    below = evening([people[name] for name in LOWER], SCORES, name="B spring", starts_on="2026-06-30")
    upper = LeagueFactory(name="A league", owner=owner, relegated=1, tournaments=[spring, autumn])
    lower = LeagueFactory(name="B league", owner=owner, promoted=1, tournaments=[below], above=upper)
    period = upper.periods.create(name="Spring 2026", first_day="2026-01-01", last_day="2026-06-30")
    return owner, upper, lower, period, people


@pytest.fixture
def ladder(client, world):
    owner, upper, lower, period, people = deepcopy(world)
    client.force_login(owner)
    return upper, lower, period, people


def address(name, league, *more):
    return reverse(name, args=[league.slug, *more])


def ticks(page, **names):
    """The boxes of these players, who are among the page's candidates."""
    boxes = {
        field: {each.row.name: value for value, each, _is_ticked in candidates}
        for field, candidates in page.context["form"].boxes()
    }
    return {field: [boxes[field][name] for name in of_field] for field, of_field in names.items()}


def recorded(client, upper, period, up=("Eva",), down=("Dóra",)):
    promotion = address("league-promotion", upper, period.pk)
    page = client.get(promotion)
    return client.post(promotion, ticks(page, up=up, down=down) | {"shown": page.context["form"]["shown"].value()})


def test_a_period_has_a_table_of_its_own_in_every_league_of_the_ladder(client, ladder):
    upper, lower, period, _people = ladder

    whole = client.get(upper.get_absolute_url())
    assert [(row.name, row.season.sum) for row in whole.context["table"].rows] == [(name, 0) for name in UPPER]
    assert "Spring 2026" in whole.text
    of_period = client.get(upper.get_absolute_url(), {"period": period.pk})
    assert [row.season.sum for row in of_period.context["table"].rows] == [40, 10, -10, -40]
    assert "A autumn" not in of_period.text
    assert "Spring 2026" in client.get(lower.get_absolute_url(), {"period": period.pk}).text
    data = client.get(address("league-json", upper), {"period": period.pk}).json()
    assert (data["period"]["name"], [each["name"] for each in data["tournaments"]]) == ("Spring 2026", ["A spring"])
    csv = client.get(address("league-csv", upper), {"period": period.pk}).content.decode()
    assert ("A spring" in csv, "A autumn" in csv) == (True, False)


@pytest.mark.parametrize("unknown", ["0", "many", "99999999999999999999"])
def test_an_unknown_period_is_all_of_them(client, ladder, unknown):
    page = client.get(ladder[0].get_absolute_url(), {"period": unknown})

    assert (page.status_code, page.context["period"], len(page.context["table"].tournaments)) == (200, None, 2)


def lines(period, **changed):
    """What the form of periods sends: the one that exists, and what is typed in the first new line."""
    old = {f"name_{period.pk}": period.name, f"first_{period.pk}": "2026-01-01", f"last_{period.pk}": "2026-06-30"}
    return old | {f"{field}_{line}": value for line, values in changed.items() for field, value in values.items()}


def test_periods_are_added_changed_and_removed(client, ladder):
    upper, lower, period, _people = ladder
    url = address("league-periods", upper)
    assert client.get(address("league-periods", lower)).url == url

    autumn = {"name": "Autumn", "first": "2026-07-01", "last": "2026-12-31"}
    client.post(url, lines(period, new1=autumn) | {f"name_{period.pk}": "Spring"})

    assert list(upper.periods.values_list("name", flat=True)) == ["Spring", "Autumn"]
    client.post(url, lines(upper.periods.last(), new1={}) | {f"name_{period.pk}": ""})
    assert [each.pk == period.pk for each in upper.periods.all()] == [False]


@pytest.mark.parametrize(
    ("typed", "problem"),
    [
        ({"name": "Autumn"}, "Enter the day."),
        ({"first": "2026-07-01"}, "Give the period a name."),
        ({"name": "Autumn", "first": "2026-12-01", "last": "2026-07-01"}, "The last day is before the first."),
        ({"name": "Autumn", "first": "2026-06-30", "last": "2026-12-31"}, "Two periods share a day"),
        ({"name": "Spring 2026", "first": "2026-07-01", "last": "2026-12-31"}, "have the same name"),
        ({"name": "Autumn", "first": "1026-07-01", "last": "2026-12-31"}, "year cannot be right"),
    ],
)
def test_wrong_periods_are_refused(client, ladder, typed, problem):
    upper, _lower, period, _people = ladder

    refused = client.post(address("league-periods", upper), lines(period, new1=typed))

    assert refused.status_code == 422
    assert problem in refused.text
    assert upper.periods.count() == 1


def test_a_league_has_a_bounded_number_of_periods(client, ladder, monkeypatch):
    upper, _lower, period, _people = ladder
    monkeypatch.setattr(periods, "MOST_PERIODS", 1)
    autumn = {"name": "Autumn", "first": "2026-07-01", "last": "2026-12-31"}

    refused = client.post(address("league-periods", upper), lines(period, new1=autumn))

    assert refused.status_code == 422
    assert "A league has at most 1 periods." in refused.text
    assert upper.periods.count() == 1


def saved_after(league, *pages):
    """Read what all these pages send before any of it is saved, and then save one after the other."""
    forms = [LeaguePeriodsForm(league, page) for page in pages]
    assert all(form.is_valid() for form in forms)
    for form in forms:
        save_periods(league=league, saved=form.edited, removed=form.removed, base=form.before, by=visitor(league.owner))
    return list(league.periods.values_list("name", flat=True))


def test_a_button_that_is_pressed_twice_adds_one_period(ladder):
    upper, _lower, period, _people = ladder
    page = lines(period, new1={"name": "Autumn", "first": "2026-07-01", "last": "2026-12-31"})

    assert saved_after(upper, page, page) == ["Spring 2026", "Autumn"]


def test_a_period_that_was_removed_while_its_new_name_waited_stays_removed(ladder):
    upper, _lower, period, _people = ladder
    renamed = lines(period) | {f"name_{period.pk}": "Spring"}

    assert saved_after(upper, lines(period) | {f"name_{period.pk}": ""}, renamed) == []


SUMMER = {"name": "Summer", "first": "2026-07-01", "last": "2026-07-31"}


@pytest.mark.parametrize(
    ("before", "new", "problem"),
    [
        ({}, {"name": "Autumn", "first": "2026-07-31", "last": "2026-12-31"}, "Two periods share a day"),
        ({}, {"name": "Summer", "first": "2026-08-01", "last": "2026-12-31"}, "have the same name"),
        ({}, {"name": "Autumn", "first": "2026-08-01", "last": "2026-12-31"}, "has at most 2 periods"),
        ({"first": "2026-06-01"}, {"last": "2026-05-31"}, "The last day is before the first"),
    ],
)
def test_periods_that_clash_with_what_was_saved_meanwhile_are_refused(ladder, monkeypatch, before, new, problem):
    """`before` and `new` without a name change days of the period that exists."""
    upper, _lower, period, _people = ladder
    monkeypatch.setattr(periods, "MOST_PERIODS", 2)
    line = "new1" if "name" in new else period.pk
    pages = [lines(period, **{f"{line}": values}) for values in (before or SUMMER, new)]

    with pytest.raises(PeriodsClash, match=problem):
        saved_after(upper, *pages)


def test_promotion_is_shown_with_names_and_recorded_as_it_was_ticked(client, ladder):
    upper, lower, period, _people = ladder
    page = client.get(address("league-promotion", upper, period.pk))
    boxes = {
        field: [(each.row.name, ticked) for _v, each, ticked in rows] for field, rows in page.context["form"].boxes()
    }
    assert boxes["up"] == [("Eva", True), ("Filip", False), ("Gréta", False), ("Hugo", False)]
    assert boxes["down"] == [("Dóra", True), ("Claire", False), ("Boris", False), ("Anna", False)]

    assert recorded(client, upper, period, up=["Filip"]).status_code == 302

    moves = PromotedPlayer.objects.values_list("player__name", "goes_up").order_by("player__name")
    assert list(moves) == [("Dóra", False), ("Filip", True)]
    after = client.get(address("league-promotion", upper, period.pk)).context["page"]
    assert [row.name for row in after.above] == ["Anna", "Boris", "Claire", "Filip"]
    assert [row.name for row in after.below] == ["Dóra", "Eva", "Gréta", "Hugo"]
    for league in (upper, lower):
        shown = " ".join(client.get(league.get_absolute_url(), {"period": period.pk}).text.split())
        assert "Up to A league</dt> <dd>Filip</dd>" in shown
        assert "Down to B league</dt> <dd>Dóra</dd>" in shown
    client.post(address("league-promotion-take-back", upper, period.pk))
    assert not period.promotions.exists()


def test_the_page_names_who_recorded_a_promotion(client, ladder):
    upper, _lower, period, _people = ladder
    recorded(client, upper, period)
    by = User.objects.get(pk=upper.owner_id)
    User.objects.filter(pk=by.pk).update(first_name="Olga", last_name="Nováková")

    assert "Recorded by Olga Nováková" in client.get(address("league-promotion", upper, period.pk)).text
    period.promotions.update(decided_by=None)
    assert "Recorded by –" in client.get(address("league-promotion", upper, period.pk)).text


def test_a_promotion_is_recorded_once_and_keeps_its_period(client, ladder):
    upper, lower, period, people = ladder
    assert recorded(client, upper, period).status_code == 302

    again = {"upper": upper, "lower": lower, "period": period, "by": visitor(upper.owner)}
    with pytest.raises(PromotedAndRelegated):
        record_promotion(up=[(people["Anna"].pk, True)], down=[(people["Anna"].pk, True)], **again)
    with pytest.raises(AlreadyRecorded):
        record_promotion(up=[(people["Filip"].pk, True)], down=[], **again)
    kept = client.post(address("league-periods", upper), lines(period) | {f"name_{period.pk}": ""})
    assert kept.status_code == 409
    assert "Undo the promotion first" in kept.text
    assert LeaguePeriod.objects.filter(pk=period.pk).exists()


def test_a_promotion_of_somebody_who_was_merged_meanwhile_is_asked_about_again(ladder):
    upper, lower, period, people = ladder
    gone = PlayerFactory()
    gone_id = gone.pk
    gone.delete()

    with pytest.raises(PersonGone, match="Check again who is promoted and relegated"):
        record_promotion(
            upper=upper, lower=lower, period=period, by=visitor(upper.owner),
            up=[(people["Filip"].pk, True), (gone_id, True)], down=[],
        )  # fmt: skip
    assert not PromotedPlayer.objects.exists()


def test_a_promotion_of_nobody_or_of_other_tables_is_refused(client, ladder):
    upper, _lower, period, _people = ladder

    assert recorded(client, upper, period, up=[], down=[]).status_code == 409
    promotion = address("league-promotion", upper, period.pk)
    moved = client.post(promotion, ticks(client.get(promotion), up=["Eva"]) | {"shown": "1-1;"})
    assert moved.status_code == 422
    assert "The standings of the leagues have changed" in moved.text
    assert not period.promotions.exists()


def test_the_form_has_no_id_of_a_hidden_player(client, ladder):
    """On the page of that id the player may be named, for another event."""
    upper, _lower, period, people = ladder
    Entry.objects.filter(player=people["Eva"]).update(may_publish=False)

    page = client.get(address("league-promotion", upper, period.pk))

    boxes = page.context["form"].boxes()[0][1]
    [value] = [value for value, each, _is_ticked in boxes if each.row.name == "a player"]
    assert re.fullmatch(r"[0-9a-f]{16}", value)
    assert page.text.count(value) == 2  # the box, and what the form showed
    assert f"{people['Eva'].pk}-0" not in page.text


def test_the_ticks_stay_with_their_players_when_the_standings_change(client, ladder):
    upper, lower, period, _people = ladder
    promotion = address("league-promotion", upper, period.pk)
    page = client.get(promotion)
    sent = ticks(page, up=["Filip"]) | {"shown": page.context["form"]["shown"].value()}
    newcomers = [PlayerFactory(name=name) for name in ("Nina", "Otto", "Petra", "Quido")]
    lower.events.create(tournament=evening(newcomers, ["50", "0", "-20", "-30"], starts_on="2026-05-01"))

    again = client.post(promotion, sent)

    assert again.status_code == 422
    boxes = again.context["form"].boxes()[0][1]
    assert [each.row.name for _value, each, _is_ticked in boxes][:3] == ["Nina", "Eva", "Filip"]
    assert [each.row.name for _value, each, is_ticked in boxes if is_ticked] == ["Filip"]


def test_a_private_league_above_is_named_to_those_who_see_it_alone(client, ladder):
    """The club's organizers may change the league below."""
    upper, lower, _period, _people = ladder
    organizer = UserFactory()
    lower.club = ClubFactory(organizers=[lower.owner, organizer])
    lower.save()
    upper.is_public = False
    upper.save()
    own = client.get(address("league-edit", lower)).text
    client.force_login(organizer)
    others = client.get(address("league-edit", lower)).text

    assert "A league" in own
    assert "A league" not in others
    assert "A private league that you may not see" in others


def test_both_leagues_have_to_be_ones_own(client, ladder):
    upper, lower, period, _people = ladder
    lower.owner = UserFactory()
    lower.save()

    assert client.get(address("league-promotion", upper, period.pk)).status_code == 404
    assert client.get(address("league-promotion", lower, period.pk)).status_code == 404
    client.force_login(lower.owner)
    assert client.get(address("league-promotion", upper, period.pk)).status_code == 404
    assert client.post(address("league-periods", upper), {}).status_code == 404


def test_a_league_that_one_may_not_see_is_not_named(client, ladder):
    upper, lower, period, _people = ladder
    recorded(client, upper, period)
    upper.is_public = False
    upper.save()
    client.logout()

    page = client.get(lower.get_absolute_url(), {"period": period.pk})

    assert page.status_code == 200
    assert "A league" not in page.text


def test_who_is_merged_into_another_keeps_the_promotion(ladder):
    upper, lower, period, people = ladder
    by, other = visitor(upper.owner), PlayerFactory(name="Eva N.")
    record_promotion(upper=upper, lower=lower, period=period, up=[(people["Eva"].pk, True)], down=[], by=by)

    carry_over(people["Eva"], other)

    assert other.promotions.get().goes_up


@pytest.mark.parametrize(
    ("name", "problem"),
    [("itself", "Select a valid choice"), ("circle", "already below this league"), ("taken", "already")],
)
def test_a_ladder_has_no_circle_and_one_league_on_each_rung(client, ladder, name, problem):
    upper, lower, _period, _people = ladder
    league, above = {"itself": (lower, lower), "circle": (upper, lower), "taken": (None, upper)}[name]
    url = address("league-edit", league) if league else reverse("league-new")

    refused = client.post(url, {"name": "C league", "counted": "hanchan", "ranked_by": "sum", "above": above.pk})

    assert refused.status_code == 422
    assert problem in refused.text


@pytest.fixture
def three_leagues():
    owner = UserFactory()
    return [LeagueFactory(name=name, owner=owner) for name in "XYZ"]


def put_above(league, above):
    league.above = above
    save_league(league=league, tournaments=[], by=visitor(league.owner))


@pytest.mark.parametrize(
    ("first", "second", "problem"),
    [("X under Y", "Y under X", "already below this league"), ("X under Z", "Y under Z", "already has a league")],
)
def test_a_ladder_that_was_changed_while_a_form_waited_has_no_circle_either(three_leagues, first, second, problem):
    """Both views had read the leagues before either saved."""
    read = {league.name: League.objects.get(pk=league.pk) for league in three_leagues}
    named = {league.name: league for league in three_leagues}
    (lower, _, upper), (other, _, above) = first.split(), second.split()

    put_above(read[lower], named[upper])
    with pytest.raises(LadderClash, match=problem):
        put_above(read[other], named[above])

    in_ladder = League.objects.filter(owner=named[lower].owner).exclude(above=None)
    assert list(in_ladder.values_list("name", "above__name")) == [(lower, upper)]


def test_a_league_that_got_a_period_while_its_form_waited_stays_at_the_top(three_leagues):
    league, above, _other = three_leagues
    under_way = League.objects.get(pk=league.pk)
    period = LeaguePeriod(league=league, name="Spring", first_day="2026-01-01", last_day="2026-06-30")

    save_periods(league=league, saved=[period], removed=[], by=visitor(league.owner))
    with pytest.raises(LadderClash, match="has periods of its own"):
        put_above(under_way, above)

    assert League.objects.get(pk=league.pk).ladder_periods.get() == period


def test_a_league_that_came_under_another_while_its_periods_waited_gets_none(client, three_leagues, monkeypatch):
    league, above, _other = three_leagues
    client.force_login(league.owner)

    def save_later(**arguments):
        put_above(League.objects.get(pk=league.pk), above)
        save_periods(**arguments)

    monkeypatch.setattr("tournament.standings.views.periods.save_periods", save_later)
    new = {"name_new1": "Spring", "first_new1": "2026-01-01", "last_new1": "2026-06-30"}
    refused = client.post(address("league-periods", league), new)

    assert refused.status_code == 409
    assert not LeaguePeriod.objects.filter(league=league).exists()


def test_a_promotion_that_waited_while_the_ladder_was_cut_is_not_recorded(ladder):
    upper, lower, period, people = ladder
    put_above(League.objects.get(pk=lower.pk), None)

    with pytest.raises(League.DoesNotExist):
        record_promotion(
            upper=upper, lower=lower, period=period, up=[(people["Eva"].pk, True)], down=[], by=visitor(upper.owner)
        )


def test_a_period_can_be_removed_when_the_ladder_of_its_promotion_was_cut(client, ladder):
    upper, lower, period, _people = ladder
    recorded(client, upper, period)
    edit, cleared = address("league-periods", upper), lines(period) | {f"name_{period.pk}": ""}
    assert client.post(edit, cleared).status_code == 409

    put_above(League.objects.get(pk=lower.pk), None)
    assert client.get(address("league-promotion", upper, period.pk)).status_code == 404
    assert client.post(edit, cleared).status_code == 302

    assert not upper.periods.exists()
    assert not Promotion.objects.exists()


def test_a_period_can_be_removed_when_both_leagues_of_its_promotion_left_the_ladder(client, ladder):
    upper, _lower, period, _people = ladder
    recorded(client, upper, period)
    top = LeagueFactory(owner=upper.owner)
    LeaguePeriod.objects.update(league=top)

    assert client.post(address("league-periods", top), lines(period) | {f"name_{period.pk}": ""}).status_code == 302

    assert not Promotion.objects.exists()
