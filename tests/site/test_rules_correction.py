"""Correcting the rules: what would change is shown first, then accepted with a reason."""

from copy import deepcopy

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.outcome import AbortiveDraw, AbortReason, HanFu, Ron, Win
from scoring.presets import EMA_2016, RULESETS, WRC_2015
from scoring.seats import Seat
from tests.factories import HanchanFactory, RoundFactory, TableFactory, TournamentFactory, UserFactory, play, sign
from tournament.core.actions.rates import spend
from tournament.core.views.rates import RULES_CORRECTIONS
from tournament.models import Tournament
from tournament.site.forms.rules import RulesForm

pytestmark = pytest.mark.django_db

ALMOST_MANGAN = Ron(discarder=Seat.SOUTH, wins=(Win(winner=Seat.WEST, value=HanFu(4, 30)),))


@pytest.fixture(scope="module")
def world(once):
    """An organizer, and a hanchan of which one hand was played."""
    organizer = UserFactory(username="Ondra")
    hanchan = HanchanFactory(round__tournament=TournamentFactory(organizers=[organizer]))
    play(hanchan, ALMOST_MANGAN)
    return organizer, hanchan


@pytest.fixture
def hanchan(organizer, world):
    return deepcopy(world[1])


@pytest.fixture
def tournament(hanchan):
    return hanchan.tournament


@pytest.fixture
def url(tournament):
    return url_of(tournament)


def url_of(tournament):
    return reverse("rules-correction", args=[tournament.slug])


def fields(rules, **more):
    """The form's fields as a browser sends them for these rules."""
    form = RulesForm(rules)
    shown = {name: form[name].value() for name in form.fields}
    return {name: value for name, value in shown.items() if value is not None and value is not False} | more


def accepting(page, rules, **more):
    """The form under a dry run, as a browser sends it."""
    accept = page.context["accept"]
    return fields(rules, accept="1", key=accept["key"].value(), digest=accept["digest"].value(), **more)


def plain(response):
    return " ".join(response.text.split())


def test_before_the_first_hand_the_rules_are_simply_changed(client, organizer):
    tournament = TournamentFactory(organizers=[organizer])

    assert client.get(url_of(tournament)).url == reverse("rules-edit", args=[tournament.slug])


def test_the_differences_are_shown_before_anything_changes(client, tournament, hanchan, url):
    sign(hanchan)

    page = client.post(url, fields(WRC_2015.changed(kiriage=False)))

    text = plain(page)
    assert page.status_code == 200
    assert "Mangan by rounding up: yes → <strong>no</strong>" in text
    assert "Round 1, table 1" in text
    assert "1 hand pays differently; the sheet is replaced, and nobody has to sign again" in text
    assert "1 signed sheet changes: it is signed again in your name." in text
    assert [(float(player.before.total), float(player.after.total)) for player in page.context["plan"].players] == [
        (23.0, 22.7),
        (-23.0, -22.7),
    ]
    assert "38,000" in text
    assert "37,700" in text
    assert Tournament.objects.get().ruleset == WRC_2015


def test_accepted_with_a_reason_it_counts_and_the_log_says_so(client, tournament, hanchan, url):
    rules = WRC_2015.changed(kiriage=False)
    page = client.post(url, fields(rules))

    response = client.post(url, accepting(page, rules, reason="The club rounds nothing up"))

    assert response.url == reverse("rules", args=[tournament.slug])
    assert Tournament.objects.get().ruleset == rules
    assert "WRC 2015, 1 change" in client.get(response.url).text
    log = plain(client.get(reverse("log", args=[tournament.slug])))
    assert "Corrected the rules (Mangan by rounding up) and recalculated 1 hanchan" in log
    assert "The club rounds nothing up" in log
    assert "Recalculated the hanchan by the corrected rules" in log


def test_the_fields_fill_in_from_another_rulebook(client, hanchan, url):
    page = client.get(url, {"ruleset": "ema_2016"})

    assert page.context["form"].rules == EMA_2016
    text = plain(client.post(url, fields(EMA_2016)))
    assert "Mangan by rounding up: yes → <strong>no</strong>" in text


def test_without_a_reason_it_is_not_done_and_the_differences_stay(client, hanchan, url):
    rules = WRC_2015.changed(kiriage=False)
    page = client.post(url, fields(rules))

    response = client.post(url, accepting(page, rules, reason=""))

    assert response.status_code == 422
    assert "This field is required." in response.text
    assert "37,700" in response.text
    assert Tournament.objects.get().ruleset == WRC_2015


def test_a_damaged_form_says_so_and_can_be_sent_again(client, hanchan, url):
    rules = WRC_2015.changed(kiriage=False)
    page = client.post(url, fields(rules))

    response = client.post(url, accepting(page, rules, reason="Why not") | {"digest": "", "key": "x"})

    assert response.status_code == 422
    assert "This form is incomplete." in response.text
    assert client.post(url, accepting(response, rules, reason="Why not")).status_code == 302


def test_an_uma_without_end_is_no_uma(client, hanchan, url):
    assert client.post(url, fields(WRC_2015) | {"uma": "1" * 5_000}).status_code == 422


def test_what_was_signed_meanwhile_is_shown_before_it_counts(client, hanchan, url):
    rules = WRC_2015.changed(kiriage=False)
    page = client.post(url, fields(rules))
    sign(hanchan)

    response = client.post(url, accepting(page, rules, reason="The club rounds nothing up"))

    assert response.status_code == 409
    assert "has changed since you saw it" in response.text
    assert "The club rounds nothing up" in response.text
    assert client.post(url, accepting(response, rules, reason="Still")).status_code == 302


def test_what_stands_in_the_way_is_said_with_the_way_out(client, organizer):
    tournament = TournamentFactory(organizers=[organizer], ruleset_key="tenhou")
    hanchan = HanchanFactory(round__tournament=tournament)
    play(hanchan, AbortiveDraw(reason=AbortReason.FOUR_WINDS))

    page = client.post(url_of(tournament), fields(WRC_2015))

    assert reverse("correction", args=[tournament.slug, hanchan.pk]) in page.text
    assert "Hand 1:" in page.text
    assert 'name="accept"' not in page.text


def test_a_signal_needs_a_clock(client, hanchan, url):
    sign(hanchan)  # by the clock

    page = client.post(url, fields(RULESETS["tenhou"]))

    assert "The game at this table ended because time was up, so the new rules need a time limit." in page.text
    assert 'name="accept"' not in page.text


@pytest.mark.parametrize(
    ("said", "problem"),
    [
        ({"uma": "15 5 −5"}, "four numbers"),
        ({"start_points": "12345"}, "multiple of 100"),
        ({"ruleset_key": "mahjong_by_feel"}, "does not know this rulebook"),
    ],
)
def test_rules_that_make_no_sense_are_refused_with_a_reason(client, hanchan, url, said, problem):
    response = client.post(url, fields(WRC_2015) | said)

    assert response.status_code == 422
    assert problem in response.text


def test_the_same_rules_are_no_correction(client, hanchan, url):
    response = client.post(url, fields(WRC_2015))

    assert "The tournament already has these rules" in response.text


@pytest.mark.parametrize("key", RULESETS)
def test_every_rulebook_can_be_tried(client, hanchan, url, key):
    assert client.post(url, fields(RULESETS[key])).status_code == 200


def test_more_hanchans_take_no_more_queries(client, tournament, hanchan, url):
    def queries():
        with CaptureQueriesContext(
            connection,
        ) as captured:
            client.post(url, fields(WRC_2015.changed(kiriage=False)))
        return len(captured)

    sign(hanchan)
    queries()  # makes the rows of rate limits
    few = queries()
    for number in (2, 3):
        table = TableFactory(tournament=tournament, number=number)
        more = HanchanFactory(round=hanchan.round, table=table)
        play(more, ALMOST_MANGAN, ALMOST_MANGAN)
        sign(more)
    play(HanchanFactory(round=RoundFactory(tournament=tournament, number=2), table=hanchan.table), ALMOST_MANGAN)

    assert queries() == few


def test_an_account_corrects_the_rules_only_so_often(client, tournament, organizer, hanchan, url):
    rules = WRC_2015.changed(kiriage=False)
    page = client.post(url, fields(rules))
    spend(RULES_CORRECTIONS.burst - 1, (RULES_CORRECTIONS, f"account {organizer.pk} "))

    preview = client.post(url, fields(rules))
    response = client.post(url, accepting(page, rules, reason="Why not"))

    assert (preview.status_code, response.status_code) == (409, 409)
    assert "Too many attempts." in preview.text
    assert "Too many attempts." in response.text
    assert Tournament.objects.get().ruleset == WRC_2015
