"""What the form offers: only what the ruleset has, and what a win of its kind can be."""

import re

import pytest

from scoring.outcome import AbortReason
from tests.table.entering import RON, at_table_of, chosen, has_preview, names_at, offered, record, shown

pytestmark = pytest.mark.django_db


def cards(page):
    """The values on each card of each winner, as {(suffix, "ron"): values, …}."""
    parts = re.split(r'<div class="card-((?:ron|tsumo)(?:-east)?)">', page)
    values = {}
    for kind, part in zip(parts[1::2], parts[2::2], strict=True):
        inside = part.split("</table>")[0]
        for suffix, value in re.findall(r'name="value(\d?)" value="([^"]*)"', inside):
            values.setdefault((suffix, kind), []).append(value)
    return values


def test_each_card_holds_only_what_its_win_can_be(phone, hanchan):
    by_card = cards(shown(phone, hanchan))

    assert by_card.keys() == {("", kind) for kind in ("ron", "ron-east", "tsumo", "tsumo-east")}
    for kind in ("ron", "ron-east"):
        assert {"1-30", "3-30", "2-25", "mangan", "yakuman"} <= set(by_card["", kind])
        assert not {"2-20", "1-25", "1-20"} & set(by_card["", kind])
    for kind in ("tsumo", "tsumo-east"):
        assert {"2-20", "3-25", "1-30"} <= set(by_card["", kind])
        assert not {"2-25", "1-20"} & set(by_card["", kind])


def test_each_further_winner_has_the_cards_of_ron():
    phone, hanchan = at_table_of("ema_2016")

    by_card = cards(shown(phone, hanchan))

    kinds = ["ron", "ron-east", "tsumo", "tsumo-east"]
    assert set(by_card) == {("", kind) for kind in kinds} | {(n, kind) for n in "23" for kind in kinds[:2]}
    assert by_card["", "ron"] == by_card["2", "ron"] == by_card["3", "ron"]


def test_where_the_first_winner_alone_is_paid_the_page_says_who_that_is(phone, hanchan):
    names = names_at(hanchan)
    page = " ".join(shown(phone, hanchan).split())

    question = (
        f"Did several players call ron on the discard of {names[2]}? Only the first of them in this order is paid:"
    )
    order = "".join(f"<li>{names[seat]}</li>" for seat in (3, 0, 1))
    assert f'after-2"> <p>{question}</p> <ol>{order}</ol>' in page
    assert "winner2" not in page
    both = shown(phone, hanchan, winner="1", value="3-30", discarder="0", winner2="2", value2="mangan")
    assert "Did several players call ron" not in both
    assert "also called ron, not paid" in both
    assert "Did several players call ron" not in shown(*at_table_of("ema_2016"))


def test_the_value_is_chosen_on_the_card_of_the_win_alone():
    phone, hanchan = at_table_of("ema_2016")

    def chosen_on(**fields):
        parts = re.split(r'<div class="card-((?:ron|tsumo)(?:-east)?)">', shown(phone, hanchan, **fields))
        of_winner = zip(parts[1::2], parts[2::2], strict=True)
        return [(kind, chosen(part.split("</table>")[0])) for kind, part in of_winner if "checked" in part]

    south_and_east = {"winner2": "0", "value2": "mangan"}
    assert chosen_on(winner="1", discarder="2", value="3-30")[0] == ("ron", [("value", "3-30")])
    assert chosen_on(winner="0", discarder="2", value="3-30")[0] == ("ron-east", [("value", "3-30")])
    assert chosen_on(winner="1", discarder="self", value="3-30")[0] == ("tsumo", [("value", "3-30")])
    assert chosen_on(winner="0", discarder="self", value="mangan")[0] == ("tsumo-east", [("value", "mangan")])
    both = chosen_on(winner="1", discarder="2", value="3-30", **south_and_east)
    assert [(kind, values) for kind, values in both if values] == [
        ("ron", [("value", "3-30")]),
        ("ron-east", [("value2", "mangan")]),
    ]


def test_cells_that_a_hand_in_riichi_cannot_have_are_marked(phone, hanchan):
    page = shown(phone, hanchan)

    marked = re.findall(
        r'class="cell not-in-riichi" data-value="[^"]*"><input type="radio" name="value" value="([^"]*)"', page
    )
    self_draw = ["2-20", "3-25", "1-30", *(f"1-{fu}" for fu in range(40, 110, 10))]
    assert marked == ["2-25", "1-30", "2-25", "1-30", *self_draw, *self_draw]


@pytest.mark.parametrize(
    ("ruleset", "offers", "lacks"),
    [
        (
            "wrc_2015",
            {"mode": ["redeal"], "liable": ["0", "1", "2", "3", ""]},
            {"mode": ["nagashi", "nagashi-tenpai"], "value": ["yakuman-1", "yakuman-2"]},
        ),
        (
            "tenhou",
            {
                "mode": [*(f"abort-{reason}" for reason in AbortReason), "nagashi", "nagashi-tenpai", "redeal"],
                "nagashi": ["0", "1", "2", "3"],
                "value": ["yakuman-1", "yakuman-2", "yakuman-4"],
                "value3": ["yakuman-4", "typed", ""],
                "winner3": ["0", "1", "2", "3", ""],
                "liable3": ["0", ""],
            },
            {"value": ["yakuman-5"], "value2": ["yakuman-5"]},
        ),
        ("mahjong_soul", {"value": ["yakuman-6"]}, {"value": ["yakuman-7"]}),
        ("ema_2016", {"winner2": ["0", "1", "2", "3", ""], "winner3": ["0", "1", "2", "3", ""]}, {}),
    ],
)
def test_only_what_the_ruleset_has_is_offered(ruleset, offers, lacks):
    phone, hanchan = at_table_of(ruleset)

    choices = offered(shown(phone, hanchan))

    for name, values in offers.items():
        assert set(values) <= set(choices[name])
    for name, values in lacks.items():
        assert not set(values) & set(choices.get(name, []))


def test_rules_without_a_question_have_no_field_for_it():
    def fields(ruleset):
        phone, hanchan = at_table_of(ruleset)
        return offered(shown(phone, hanchan))

    assert not [mode for mode in fields("wrc_2015")["mode"] if mode.startswith("abort-")]
    assert {"nagashi", "winner2", "value2", "liable2", "winner3"}.isdisjoint(fields("wrc_2015"))
    assert "liable" not in fields("saikouisen")


def test_winners_beyond_those_that_the_ruleset_pays_are_shown_once_entered(phone, hanchan):
    """A correction may hold them."""
    page = shown(phone, hanchan, **RON | {"winner2": "0", "value2": "mangan", "winner3": "3", "value3": "2-30"})

    assert {("winner2", "0"), ("value2", "mangan"), ("winner3", "3"), ("value3", "2-30")} <= set(chosen(page))


def test_of_two_winners_each_value_is_asked_for_and_can_be_changed():
    phone, hanchan = at_table_of("ema_2016")
    names = names_at(hanchan)
    two = RON | {"winner2": "0", "riichi": []}

    asked = shown(phone, hanchan, **two)
    both = shown(phone, hanchan, **two | {"value2": "mangan"})
    changed = shown(phone, hanchan, **two | {"value": "2-30", "value2": "mangan"})

    assert not has_preview(asked)
    assert "Touch the value of this winner’s hand (ron)" in asked
    assert re.search(r'<details class="rare claim claim-2" open>', asked)
    assert re.search(r'<details class="rare claim claim-3" >', asked)
    assert has_preview(both)
    words = both.split('class="preview-words">')[1].split("</p>")[0]
    assert [words.count(part) for part in (names[0], names[1], "3 han 30 fu", "mangan")] == [1, 1, 1, 1]
    assert chosen(changed) == [
        ("discarder", "2"), ("value", "2-30"), ("value2", "mangan"), ("winner", "1"), ("winner2", "0"),
    ]  # fmt: skip


def test_the_details_of_a_draw_lead_to_the_chombo_and_to_dead_hands():
    phone, hanchan = at_table_of("tenhou")
    names = names_at(hanchan)

    draw = shown(phone, hanchan, mode="draw", riichi=["1", "3"])
    chombo = shown(phone, hanchan, mode="chombo", offender="1", riichi=["1", "3"])

    assert "Is a player who declared riichi noten? That is a chombo" in draw
    assert re.search(r'<label [^>]*for="mode-chombo">Enter a chombo</label>', draw)
    assert re.search(r'<input [^>]*id="mode-chombo" name="mode" value="chombo"', draw)
    assert offered(draw)["dead"] == ["0", "1", "2", "3"]
    assert f"Chombo: {names[1]}, riichi: {names[1]} and {names[3]}" in chombo
    assert has_preview(chombo)


def test_a_dead_hand_is_noten(phone, hanchan):
    record(phone, hanchan, mode="draw", tenpai=["0"], riichi=["1", "2"], dead=["2"])

    hand = hanchan.hands.get()
    assert hand.parsed_outcome().dead_hands == {2}
    assert hand.deltas == (1_500, 500, -2_500, -1_500)


def test_the_card_of_a_self_draw_says_which_number_east_pays(phone, hanchan):
    page = shown(phone, hanchan)

    legend = "Upper number: paid by each player. Lower number: paid by East."
    assert page.count(legend) == 1
    assert legend in page.split('<div class="card-tsumo">')[1].split("</table>")[0]


def test_typed_fu_that_are_rounded_are_told(phone, hanchan):
    typed = {"winner": "1", "discarder": "2", "value": "typed", "han": "2"}

    assert "35 fu count as 40 fu." in shown(phone, hanchan, fu="35", **typed)
    assert "fu count as" not in shown(phone, hanchan, fu="40", **typed)


def test_a_chombo_is_told_with_its_sticks_before_and_after_it_is_recorded(phone, hanchan):
    names = names_at(hanchan)
    chombo = {"mode": "chombo", "offender": "1", "riichi": ["2"]}
    page = " ".join(shown(phone, hanchan, **chombo).split())

    assert f"The riichi stick goes back to {names[2]}. Dealer stays: {names[0]} (the hand is dealt again)." in page
    record(phone, hanchan, **{"winner": "", "discarder": "", "value": ""} | chombo)
    page = " ".join(shown(phone, hanchan).split())
    assert "Recorded: chombo. East 1 is dealt again." in page
    assert f"{names[1]}: −20.0 in the standings. The points at this table do not change." in page


def test_the_bets_that_stay_on_the_table_are_told_with_the_next_hand(phone, hanchan):
    assert "Next: East 1, 1 counter, 1 riichi bet." in shown(phone, hanchan, mode="draw", tenpai="0", riichi="0")
