"""Which rules apply: a tournament's, a rulebook's, and all rulebooks side by side."""

from dataclasses import fields
from fractions import Fraction
from typing import Literal, get_args, get_origin, get_type_hints

import pytest
from django.conf import settings
from django.urls import reverse
from django.utils.html import escape

from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Win
from scoring.presets import RULESETS
from scoring.rules import Ruleset
from scoring.seats import Seat
from scoring.sources import source_of
from tests.factories import HanchanFactory, TournamentFactory, UserFactory, play
from tournament.core.rules import GROUPS, changed_fields, compared_rules
from tournament.core.words.rule_choices import CHOICES
from tournament.core.words.rule_fields import FIELDS
from tournament.core.words.rules import LIABLE_YAKU, NO_LIMIT, rule_value
from tournament.games.queries.game import load_game
from tournament.site.forms.rules import RulesForm
from tournament.site.queries.rules_page import rules_page_html

pytestmark = pytest.mark.django_db

NAMES = [field.name for field in fields(Ruleset) if field.name != "key"]
HINTS = get_type_hints(Ruleset)


def test_every_field_is_in_one_group_and_has_its_words():
    grouped = [field for _title, group in GROUPS for field in group]

    assert sorted(grouped) == sorted(NAMES)
    assert FIELDS.keys() == set(NAMES)


def test_every_value_has_words(subtests):
    for field in NAMES:
        with subtests.test(field=field):
            choices = [value for value in get_args(HINTS[field]) if get_origin(HINTS[field]) is Literal]
            words = {value for name, value in CHOICES if name == field}

            assert words == {value for value in choices if isinstance(value, str)}
            assert (type(None) in get_args(HINTS[field])) == (field in NO_LIMIT)
            assert {yaku for rules in RULESETS.values() for yaku in rules.pao_yaku} <= LIABLE_YAKU.keys()


def test_values_are_said_as_people_say_them():
    assert rule_value("start_points", 30_000) == "30,000"
    assert rule_value("uma", (15, 5, -5, -15)) == "15 / 5 / −5 / −15"
    assert rule_value("kiriage", True) == "yes"
    assert rule_value("multi_ron", "triple") == "all three"
    assert rule_value("target_points", None) == "none"
    assert rule_value("pao_yaku", frozenset({"daisangen", "daisuushii"})) == "big three dragons, big four winds"
    assert rule_value("pao_yaku", frozenset()) == "none"
    assert rule_value("absent_yaku", frozenset({"tanyao", "riichi"})) == "riichi, tanyao"


def test_a_ruleset_knows_what_was_changed_in_it():
    rules = RULESETS["wrc_2015"].changed(kiriage=False, minutes=60)

    assert changed_fields(rules) == ["kiriage", "minutes"]
    assert changed_fields(RULESETS["tenhou"]) == []


def test_a_row_of_the_comparison_marks_what_is_not_as_in_the_default():
    rows = {row.field: row for _title, group in compared_rules() for row in group}

    values = dict(zip(RULESETS, rows["kiriage"].values, strict=True))
    assert values["wrc_2015"] == (True, False)
    assert values["ema_2016"] == (False, True)
    assert rows["kiriage"].differs
    assert not rows["riichi_bet"].differs


def test_all_rulebooks_side_by_side(client):
    page = client.get(reverse("rulesets")).text

    assert all(reverse("ruleset", args=[key]) in page for key in RULESETS)
    assert "Mangan by rounding up" in page


def test_one_rulebook(subtests, client):
    for key in RULESETS:
        with subtests.test(key=key):
            page = client.get(reverse("ruleset", args=[key])).text

            assert rule_value("start_points", RULESETS[key].start_points) in page
            assert "instead of" not in page
            assert all(escape(source_of(key, name).text) in page for name in NAMES)
            assert ("unverified" in page) == any(not source_of(key, name).confirmed for name in NAMES)


def test_the_rules_in_words_have_an_anchor_for_each_number(client):
    page = client.get(reverse("rules-in-words")).text

    assert all(f'<h2 id="R{number}">' in page for number in range(1, 15))
    assert reverse("rules-in-words") in client.get(reverse("rulesets")).text


@pytest.mark.parametrize("language", [code for code, _name in settings.LANGUAGES])
def test_the_rules_in_words_show_no_test_data(language):
    page = rules_page_html(language)

    assert not any(mark in page for mark in ("<code", "<pre", "<blockquote", "wrc_2015"))
    assert page.count('id="R3.10"') == 1


def test_an_unknown_rulebook_is_not_found(client):
    assert client.get("/rules/mahjong-by-feel/").status_code == 404


def test_a_tournament_says_its_rules(client):
    tournament = TournamentFactory(ruleset_key="ema_2016")

    page = client.get(reverse("rules", args=[tournament.slug])).text

    assert "EMA 2016" in page
    assert reverse("rules", args=[tournament.slug]) in client.get(tournament.get_absolute_url()).text


def test_a_private_tournament_says_its_rules_to_its_team(client):
    referee = UserFactory()
    tournament = TournamentFactory(is_public=False, referees=[referee])
    address = reverse("rules", args=[tournament.slug])

    assert client.get(address).status_code == 404
    client.force_login(referee)
    assert client.get(address).status_code == 200


@pytest.fixture
def tournament(client):
    organizer = UserFactory()
    client.force_login(organizer)
    return TournamentFactory(ruleset_key="wrc_2015", organizers=[organizer])


@pytest.fixture
def edit(client, tournament):
    """Sends the form as it is drawn, but for these fields; None leaves one out, as an empty checkbox is."""

    def send(**changes):
        form = RulesForm(tournament.ruleset)
        shown = {name: form[name].value() for name in form.fields}
        fields = {name: value for name, value in (shown | changes).items() if value is not None and value is not False}
        return client.post(reverse("rules-edit", args=[tournament.slug]), fields)

    return send


def test_a_form_sent_as_it_is_drawn_changes_nothing(edit, tournament):
    assert edit().status_code == 302

    tournament.refresh_from_db()
    assert tournament.rule_changes == {}
    assert not tournament.log.exists()


@pytest.mark.parametrize("key", RULESETS)
def test_every_rulebook_goes_through_the_form_unchanged(edit, tournament, key):
    tournament.ruleset_key = key
    tournament.save()

    edit()

    tournament.refresh_from_db()
    assert tournament.ruleset == RULESETS[key]


def test_changed_rules_are_named_and_listed(client, edit, tournament):
    response = edit(kiriage=None, minutes="60", uma="30 10 −10 −30", pao_yaku=["daisangen"])

    page = " ".join(client.get(response.url).text.split())
    tournament.refresh_from_db()
    assert tournament.ruleset == RULESETS["wrc_2015"].changed(
        kiriage=False, minutes=60, uma=(30, 10, -10, -30), pao_yaku=frozenset({"daisangen"})
    )
    assert "WRC 2015, 4 changes" in page
    assert "Minutes: <strong>60</strong> instead of 90" in page
    assert "WRC 2015, 4 changes" in client.get(tournament.get_absolute_url()).text
    assert "Changed the rules" in client.get(reverse("log", args=[tournament.slug])).text


def test_a_zero_with_a_huge_exponent_is_zero(edit, tournament):
    edit(oka="0e999999999")

    tournament.refresh_from_db()
    assert tournament.ruleset.oka == 0


def test_tenths_go_through_the_form_and_are_shown_exactly(client, edit, tournament):
    response = edit(uma="9.5 0,5 −0.5 −9.5", oka="0.4", chombo_value="2.5", missed_points="-10000", missed_uma="-7.5")

    page = " ".join(client.get(response.url).text.split())
    assert "9.5 / 0.5 / −0.5 / −9.5" in page
    assert "Points of a missed hanchan: <strong>−10,000</strong> instead of −15,000" in page
    assert "Uma of a missed hanchan: <strong>−7.5</strong> instead of −15" in page
    tournament.refresh_from_db()
    edit()  # what the form shows is what it reads
    tournament.refresh_from_db()
    assert tournament.ruleset == RULESETS["wrc_2015"].changed(
        uma=(Fraction(19, 2), Fraction(1, 2), Fraction(-1, 2), Fraction(-19, 2)),
        oka=Fraction(2, 5),
        chombo_value=Fraction(5, 2),
        missed_points=-10_000,
        missed_uma=Fraction(-15, 2),
    )


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"oka": "0.45"}, "no more than 1 decimal place"),
        ({"chombo_value": "-1"}, "greater than or equal to 0"),
        ({"uma": "15.25 5 −5 −15"}, "four numbers"),
        ({"minutes": ""}, "belong together"),
        ({"double_yakuman": ["tenhou"]}, "“Double yakuman” needs “Several yakuman add up”"),
        ({"uma": "15 5 −5"}, "four numbers"),
        ({"uma": ""}, "required"),
        ({"start_points": "much"}, "whole number"),
        ({"start_points": "12345"}, "multiple of 100"),
        ({"multi_ron": "everybody"}, "not one of the available choices"),
        ({"pao_yaku": ["chinitsu"]}, "not one of the available choices"),
    ],
)
def test_rules_that_make_no_sense_are_refused_with_a_reason(edit, tournament, fields, problem):
    response = edit(**fields)

    assert response.status_code == 422
    assert problem in response.text
    tournament.refresh_from_db()
    assert tournament.rule_changes == {}


def test_another_rulebook_forgets_the_changes_of_the_first(client, edit, tournament):
    edit(kiriage=None)
    settings = {"name": tournament.name, "is_public": "on", "ruleset_key": "ema_2016"}

    client.post(reverse("tournament-edit", args=[tournament.slug]), settings)

    tournament.refresh_from_db()
    assert tournament.ruleset == RULESETS["ema_2016"]
    assert "changed rules reset to the rulebook" in client.get(reverse("log", args=[tournament.slug])).text


def test_a_form_drawn_for_another_rulebook_is_refused(edit, tournament):
    response = edit(ruleset_key="ema_2016", kiriage=None)

    assert response.status_code == 409
    tournament.refresh_from_db()
    assert tournament.rule_changes == {}


def test_after_the_first_hand_the_rules_stay(client, edit, tournament):
    play(HanchanFactory(round__tournament=tournament), ExhaustiveDraw())

    response = edit(kiriage=None)

    assert response.status_code == 409
    tournament.refresh_from_db()
    assert tournament.ruleset == RULESETS["wrc_2015"]
    assert (
        reverse("rules-edit", args=[tournament.slug]) not in client.get(reverse("rules", args=[tournament.slug])).text
    )


def test_play_goes_by_the_changed_rules(edit, tournament):
    edit(kiriage=None)
    tournament.refresh_from_db()
    hanchan = HanchanFactory(round__tournament=tournament)

    play(hanchan, Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.WEST, value=HanFu(4, 30)),)))

    assert load_game(hanchan).situation.points == (30_000, 22_300, 37_700, 30_000)
