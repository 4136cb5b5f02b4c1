"""Counting a hand of tiles: by touches and by typing, with htmx and without, from a table and back."""

import re
from pathlib import Path

import pytest
from django.contrib.staticfiles import finders
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from scoring.presets import RULESETS
from scoring.seats import Seat
from tests.factories import HanchanFactory, UserFactory, play
from tests.forms_on_page import pressed
from tests.queries import queries_of
from tests.table.entering import has_preview
from tests.table.phones import HTMX, phone_at

COUNT = reverse("count")
PINFU = "234m456p678s22s34s5s"

pytestmark = pytest.mark.django_db


@pytest.fixture
def hanchan():
    return HanchanFactory()


def touched(client, *touches, **start):
    """The page after these touches, each a GET of what the page before would send."""
    response = client.get(COUNT, start)
    for touch in touches:
        response = client.get(COUNT, pressed(response.text, COUNT, ("touch", touch)))
        assert response.status_code == 200
    return response.text


def test_a_hand_is_laid_tile_by_tile_and_counted(client):
    tiles = ["2m", "3m", "4m", "4p", "5p", "6p", "6s", "7s", "8s", "2s", "2s", "3s", "4s", "5s"]

    page = touched(client, "flag:riichi", *[f"tile:{tile}" for tile in tiles])

    assert "3 han 30 fu" in page
    assert "The discarder pays 3,900." in page
    for word in ("riichi", "pinfu", "tanyao", "Concealed hand, won by ron"):
        assert word in page


def test_the_page_and_its_fragment_are_one_address(client):
    query = {"tiles": PINFU, "touch": "flag:riichi"}

    page, fragment = client.get(COUNT, query), client.get(COUNT, query, headers=HTMX)

    assert "<html" in page.text
    assert "<html" not in fragment.text
    assert fragment.headers["HX-Replace-Url"] == f"{COUNT}?tiles=234m456p67822345s&flag=riichi"
    assert "3 han 30 fu" in page.text
    assert "3 han 30 fu" in fragment.text


def test_a_meld_is_laid_with_one_touch_after_its_kind(client):
    melds = ("laying:pon", "tile:5z", "laying:ankan", "tile:9p", "laying:chi", "tile:7s")

    page = touched(client, *melds, "tile:5m", tiles="34m22z")

    assert "1 han 60 fu" in page
    assert "haku" in page
    assert "Concealed kong of terminals or honours" in page


def test_a_red_five_in_a_meld_is_one_more_touch(client):
    page = touched(client, "redden:0", tiles="34m22z", meld=["chi-345p"], ruleset="tenhou")

    assert "chi-340p" in page
    assert "redden" not in client.get(COUNT, {"meld": "chi-345p"}).text  # WRC has none


def test_touching_a_tile_takes_it_away(client):
    page = touched(
        client, "take:9", "take:0", "drop:0", "undora:0", tiles="234m456p678s5s", meld=["pon-222z"], dora="1z"
    )

    assert pressed(page, COUNT) == {"tiles": ["34m456p678s"]}


def test_what_is_missing_is_said_in_words(subtests, client):
    for query, words in [
        ({"tiles": "123m456p789s1135m4m"}, "no yaku"),
        ({"tiles": "123m456p789s1135m4m"}, 'Dora do not count as a yaku. (<a href="/rules/in-words/#R3.1"'),
        ({"tiles": "147m147p147s12345z"}, "not tenpai"),
        ({"tiles": "234m456p678s22s34s9m"}, "waits for 2s 5s"),
        ({"tiles": "11111m23456p77z8p8p"}, "five of 1m"),
        ({"tiles": "234m4p"}, "Add 10 tiles"),
        ({"tiles": "234m456p678s22s34s"}, "The hand waits for"),
        ({"tiles": "1m", "touch": "typed", "typed": "12x"}, "cannot be read as tiles"),
    ]:
        with subtests.test(query=query, words=words):
            assert words in client.get(COUNT, query).text


def test_typed_tiles_are_laid(client):
    page = client.get(COUNT, {"touch": "typed", "typed": "234m 456p 678s 22s 34s 5s", "win": "tsumo"}).text

    assert "3 han 20 fu" in page
    assert "East pays 1,300, the other two 700 each." in page


def test_each_ruleset_can_be_chosen(subtests, client):
    for ruleset in RULESETS:
        with subtests.test(ruleset=ruleset):
            page = client.get(COUNT, {"ruleset": ruleset, "tiles": PINFU}).text

            assert "2 han 30 fu" in page
            assert ("tile:0m" in client.get(COUNT, {"ruleset": ruleset}).text) is bool(RULESETS[ruleset].red_fives)


def test_touches_that_exclude_another_take_it_away(client):
    def flags(*touches, **start):
        return pressed(touched(client, *touches, **start), COUNT).get("flag", [])

    assert flags("flag:ippatsu") == ["riichi", "ippatsu"]
    assert flags("flag:ippatsu", "flag:riichi") == []
    assert flags("flag:riichi", "flag:double riichi") == ["double riichi"]
    assert flags("win:tsumo", flag=["riichi", "houtei"]) == ["riichi", "haitei"]
    assert flags("win:tsumo", flag=["chankan"]) == []
    assert flags("laying:pon", "tile:5z", flag=["riichi", "ippatsu"], ura="1z") == []


def test_nonsense_is_dropped(subtests, client):
    for query in [
        {"tiles": "9" * 5_000 + "m"}, {"tiles": "\x00"}, {"tiles": "123m" * 9}, {"dora": "123456789m"},
        {"meld": ["chi-999m", "pon-1", "x", "chi-"]}, {"round": "X", "seat": "East"}, {"flag": "lucky"},
        {"touch": "take:"}, {"touch": "take:99"}, {"touch": "redden:7"}, {"touch": "drop:x"}, {"touch": ":::"},
        {"touch": "tile:12m"}, {"touch": "win:x"}, {"laying": "x", "touch": "laying:x"}, {"ruleset": "x"},
        {"table": "9" * 17}, {"table": "9" * 5_000}, {"table": "١"}, {"table": "-1"},
        {"winner": "7", "discarder": "x", "table": "1"},
    ]:  # fmt: skip
        with subtests.test(query=query):
            assert client.get(COUNT, query).status_code == 200


def test_nobody_needs_a_query(client):
    assert queries_of(client, f"{COUNT}?tiles={PINFU}") == 0


def test_every_tile_has_its_drawing():
    drawings = Path(finders.find("tiles.svg")).read_text()

    for code in [f"{rank}{row}" for row in "mps" for rank in range(10)] + [f"{rank}z" for rank in range(1, 8)]:
        assert f'<symbol id="{code}"' in drawings


# --- From a table and back ---


def opened(phone, hanchan, **fields):
    """The counter after the button of the table's form, which sends the whole form."""
    page = phone.get(hanchan.table.get_absolute_url(), fields).text
    button = re.search(
        r'<button[^>]* form="hand" formaction="([^"]*)" name="(\w+)" value="(\d+)">Calculate this hand', page
    )
    assert button.group(1) == COUNT
    return phone.get(COUNT, pressed(page, hanchan.get_screen_url(), ("", "")) | {button.group(2): button.group(3)})


def test_the_table_hands_over_what_it_knows_and_gets_the_value_back(hanchan):
    phone, table = phone_at(hanchan.table), hanchan.table.get_absolute_url()
    counter = opened(phone, hanchan, winner="0", discarder="self", riichi=["0", "2"]).text
    page = phone.get(COUNT, pressed(counter, COUNT) | {"tiles": PINFU}).text

    assert "4 han 20 fu" in page  # riichi, self-draw, pinfu, all simples, as East
    assert "Everybody pays 2,600." in page
    back = page[page.index(f'href="{table}?') + 6 :]
    back = back[: back.index('"')].replace("&amp;", "&")
    assert back.startswith(f"{table}?winner=0&")
    assert back.endswith("&discarder=self&riichi=0&riichi=2&for=1")

    taken = page.split('take-back" href="')[1].split('"')[0].replace("&amp;", "&")
    preview = phone.get(taken).text
    assert taken.endswith(
        "value=4-20&yaku=0%3Ariichi&yaku=0%3Amenzen-tsumo&yaku=0%3Apinfu&yaku=0%3Atanyao"
        "&discarder=self&riichi=0&riichi=2&for=1"
    )
    assert "wins by self-draw, 4 han 20 fu (riichi, menzen tsumo, pinfu, tanyao), riichi: " in preview
    assert "+8,800" in preview  # and the bet of West
    assert has_preview(preview)


def test_the_counter_knows_winds_the_win_and_riichi_of_the_table_that_opened_it(subtests, hanchan):
    phone = phone_at(hanchan.table)
    play(hanchan, ExhaustiveDraw(tenpai=frozenset({Seat.SOUTH})))  # East 2: South deals
    hanchan.refresh_from_db()
    for fields, sent in [
        ({"winner": "1", "discarder": "2"}, {"seat": ["E"]}),
        ({"winner": "0", "discarder": "self"}, {"seat": ["N"], "win": ["tsumo"]}),
        ({"winner": "2", "discarder": "1", "riichi": "2"}, {"flag": ["riichi"]}),
        ({"winner": "2", "discarder": "1", "riichi": "1"}, {}),
        ({"winner": "1", "discarder": "2", "value": "3-30", "winner2": "3"}, {"seat": ["W"]}),
    ]:
        with subtests.test(fields=fields):
            page = opened(phone, hanchan, **fields).text

            known = pressed(page, COUNT)
            assert {name: known[name] for name in ("seat", "win", "flag", "round") if name in known} == sent
            assert known["table"] == [str(hanchan.table.pk)]
            assert known["for"] == ["2"]


def test_a_counter_opened_by_no_table_of_ones_own_forgets_the_table(subtests, client, hanchan):
    other = HanchanFactory(table__tournament=hanchan.tournament, round=hanchan.round, table__number=2)
    phone = phone_at(hanchan.table)
    for person, counting in [
        (client, hanchan.table.pk),
        (phone, other.table.pk),
        (phone, 999_999),
        (phone, "x"),
        (phone, ""),
        (phone, "9" * 30),
    ]:
        with subtests.test(counting=counting):
            fields = {"winner": "1", "discarder": "self", "riichi": "1", "counting": counting}

            known = pressed(person.get(COUNT, fields).text, COUNT)

            assert known == {}
    assert pressed(phone.get(COUNT, {"counting": hanchan.table.pk}).text, COUNT) == {}  # no winner


def test_the_button_that_counts_waits_for_the_value(hanchan):
    """It is on the page from the start; the stylesheet shows it with the card."""
    phone, table = phone_at(hanchan.table), hanchan.table.get_absolute_url()

    page = phone.get(table).text

    assert re.search(r'class="button-quiet if-value-missing" form="hand"[^>]*>Calculate this hand<', page)
    assert page.count(COUNT) == 1


def test_the_way_back_leads_to_no_table_of_others(client, hanchan):
    address = f"{COUNT}?tiles={PINFU}&table={hanchan.table.pk}&winner=0&discarder=1"

    for person in (None, UserFactory()):
        if person:
            client.force_login(person)
        page = client.get(address).text
        assert hanchan.table.get_absolute_url() not in page
        assert "2 han 30 fu" in page
    assert hanchan.table.get_absolute_url() in phone_at(hanchan.table).get(address).text


def test_the_rules_are_those_of_the_table(hanchan):
    hanchan.tournament.ruleset_key = "tenhou"
    hanchan.tournament.save()
    page = phone_at(hanchan.table).get(f"{COUNT}?tiles=234m406p678s22s34s5s&table={hanchan.table.pk}").text

    assert "aka dora" in page
    assert 'name="ruleset"' not in page


def test_the_second_winner_of_a_discard_keeps_the_first_ones_value(hanchan):
    hanchan.tournament.ruleset_key = "ema_2016"
    hanchan.tournament.save()
    phone, table = phone_at(hanchan.table), hanchan.table.get_absolute_url()
    fields = {
        "winner": "1",
        "value": "yakuman",
        "liable": "2",
        "winner2": "3",
        "discarder": "0",
        "yaku": ["1:daisangen", "3:chun"],
    }
    counter = phone.get(COUNT, fields | {"counting": hanchan.table.pk, "for": "1"}).text

    page = phone.get(COUNT, pressed(counter, COUNT) | {"tiles": PINFU, "dora": "9m"}).text
    taken = page.split('take-back" href="')[1].split('"')[0].replace("&amp;", "&")

    assert taken == (
        f"{table}?winner=1&value=yakuman&liable=2&yaku=1%3Adaisangen&yaku=3%3Apinfu&yaku=3%3Atanyao"
        "&winner2=3&value2=2-30&discarder=0&for=1"
    )
    assert "+2,000" in phone.get(taken).text
