"""A hand as the form sends it: every outcome can be entered, and the query string holds the whole of it."""

from dataclasses import replace
from urllib.parse import urlencode

from django.http import QueryDict
from hypothesis import given, settings

from scoring.game_format import MOST_YAKU
from scoring.outcome import AbortReason, ExhaustiveDraw, HanFu, Limit, Redeal, Ron, Tsumo, Yakuman
from tests.scoring.shorthand import (
    ALL,
    MANGAN,
    A,
    B,
    C,
    D,
    abort,
    chombo,
    claims,
    draw,
    nagashi,
    redeal,
    ron,
    tsumo,
    win,
)
from tests.scoring.strategies import HAN, outcomes
from tournament.table import claim
from tournament.table.entry import HandEntry
from tournament.table.forms.correction import entry_of

YAKUMAN = Limit.YAKUMAN
RON = "winner=1&discarder=2&value="
SELF_DRAW = "winner=1&discarder=self&value="
EVERYTHING = (
    "winner=1&discarder=2&value=yakuman&liable=0&winner2=0&value2=mangan&winner3=3&value3=typed&han3=2&fu3=30"
    "&yaku=1:daisangen&yaku=0:dora:2&tenpai=0&tenpai=1&dead=2&nagashi=3&offender=0&offender=2&riichi=2"
)
"""What a form sends whose fields are all filled in: those that its mode hides are sent too."""


def read(query):
    return HandEntry.read(QueryDict(query))


def test_the_form_makes_an_outcome(subtests):
    for query, outcome in [
        ("", None),
        ("winner=1", None),
        ("winner=1&discarder=2", None),
        ("winner=1&value=3-30", None),
        ("discarder=2&value=3-30", None),
        (f"{RON}", None),
        (f"{RON}3-30", ron(B, C, "3/30")),
        (f"mode=win&{RON}3-30", ron(B, C, "3/30")),
        (f"{RON}7-", ron(B, C, "7")),
        (f"{RON}mangan&riichi=1&riichi=3", ron(B, C, MANGAN, riichi=[B, D])),
        (f"{SELF_DRAW}3-30", tsumo(B, "3/30")),
        (f"{SELF_DRAW}yakuman-2&riichi=1", tsumo(B, Yakuman(2), riichi=[B])),
        ("mode=draw", draw()),
        ("mode=draw&tenpai=0&tenpai=3", draw(A, D)),
        ("mode=draw&tenpai=0&riichi=1", draw(A, B, riichi=[B])),
        ("mode=draw&tenpai=0&riichi=1&riichi=2&dead=2", draw(A, B, dead=[C], riichi=[B, C])),
        ("mode=draw&riichi=1&dead=1", draw(dead=[B], riichi=[B])),
        ("mode=nagashi", None),
        ("mode=nagashi&nagashi=1", None),
        ("mode=nagashi-tenpai&nagashi=1&nagashi=2", nagashi(B, C)),
        (
            "mode=nagashi-tenpai&nagashi=1&nagashi=2&tenpai=0&riichi=3",
            nagashi(B, C, tenpai=[A, D], riichi=[D]),
        ),
        ("mode=chombo", None),
        ("mode=chombo&offender=1", chombo(B)),
        ("mode=chombo&offender=1&offender=2&riichi=1", chombo(B, C, riichi=[B])),
        ("mode=redeal", redeal()),
        ("mode=redeal&riichi=0", redeal(riichi=[A])),
    ]:
        with subtests.test(query=query):
            assert read(query).outcome() == outcome


def test_every_reason_of_an_abortive_draw_is_a_mode(subtests):
    for reason in AbortReason:
        with subtests.test(reason=reason):
            riichi = ALL if reason is AbortReason.FOUR_RIICHI else [D]

            assert read(f"mode=abort-{reason}&riichi=3").outcome() == abort(reason, riichi=riichi)


def test_fields_of_another_mode_are_ignored(subtests):
    """The form hides them, and sends them all the same."""
    for mode, outcome in [
        (
            "win",
            claims(
                C,
                win(B, YAKUMAN, liable=A, yaku=("daisangen",)),
                win(A, MANGAN, yaku=("dora", "dora")),
                win(D, "2/30"),
                riichi=[C],
            ),
        ),
        ("draw", draw(A, B, dead=[C], riichi=[C])),
        ("nagashi", None),
        ("nagashi-tenpai", nagashi(D, tenpai=[A, B, C], riichi=[C])),
        ("abort-nine_terminals", abort("nine_terminals", riichi=[C])),
        ("chombo", chombo(A, C, riichi=[C])),
        ("redeal", redeal(riichi=[C])),
    ]:
        with subtests.test(mode=mode):
            entry = read(f"mode={mode}&{EVERYTHING}")

            assert entry.outcome() == outcome
            assert read(urlencode(entry.pairs())) == entry


def test_two_and_three_winners(subtests):
    two = "winner=1&discarder=2&value=3-30&winner2=0"
    for query, outcome in [
        (f"{two}", None),
        (f"{two}&value2=mangan", claims(C, win(B, "3/30"), win(A, MANGAN))),
        (f"{two}&value2=mangan&winner3=3", None),
        (f"{two}&value2=mangan&winner3=3&value3=7-", claims(C, win(B, "3/30"), win(A, MANGAN), win(D, "7"))),
        (f"{two}&value2=mangan&winner3=&value3=7-", claims(C, win(B, "3/30"), win(A, MANGAN))),
        ("winner=1&discarder=2&value=3-30&winner2=&value2=mangan", ron(B, C, "3/30")),
        ("winner=1&discarder=2&value=3-30&winner2=&value2=mangan&winner3=3&value3=7-", ron(B, C, "3/30")),
        ("winner=1&discarder=2&value=3-30&winner2=9&value2=mangan", ron(B, C, "3/30")),
        ("winner=1&discarder=2&winner2=0&value2=mangan", None),
        (
            "winner=1&discarder=2&value=yakuman&liable=0&winner2=3&value2=yakuman-2&liable2=1",
            claims(C, win(B, YAKUMAN, liable=A), win(D, Yakuman(2), liable=B)),
        ),
        (
            f"{two}&value2=mangan&winner3=3&value3=yakuman&liable3=1&liable2=3&liable=0",
            claims(C, win(B, "3/30"), win(A, MANGAN), win(D, YAKUMAN, liable=B)),
        ),
    ]:
        with subtests.test(query=query):
            assert read(query).outcome() == outcome


def test_typed_han_and_fu_of_each_winner(subtests):
    def query(number):
        values = {"": "mangan", "2": "mangan", "3": "mangan"} | {number: "typed"}
        winners = "&".join(f"winner{suffix}={seat}" for suffix, seat in zip(values, "103", strict=True))
        return f"discarder=2&{winners}&" + "&".join(f"value{suffix}={value}" for suffix, value in values.items())

    for place, suffix in enumerate(("", "2", "3")):
        for han, fu, value in [
            ("3", "32", HanFu(3, 32)),
            ("7", "", HanFu(7)),
            ("7", " ", HanFu(7)),
            ("26", "30", HanFu(26, 30)),
            ("99", "999", HanFu(99, 999)),
        ]:
            with subtests.test(suffix=suffix, han=han, fu=fu):
                entry = read(f"{query(suffix)}&han{suffix}={han}&fu{suffix}={fu}")

                worth = [claim.value for claim in entry.claims]
                assert worth == [*[MANGAN] * place, value, *[MANGAN] * (2 - place)]
                assert read(urlencode(entry.pairs())) == entry
                assert not entry.problem


def test_typed_fields_count_only_where_the_value_is_typed():
    assert read(f"{RON}mangan&han=3&fu=30").outcome() == ron(B, C, MANGAN)
    assert read(f"{RON}&han=3&fu=30").outcome() is None
    assert read(f"{RON}mangan&han=three&fu=999999").problem == ""
    assert read(f"mode=draw&{RON}typed&han=three").problem == ""
    assert read("discarder=2&value=typed&han=three").problem == ""
    assert read(f"{RON}typed&han2=3&fu2=30").problem == "Han and fu are whole numbers, for example 3 and 30."


def test_a_typed_value_that_cannot_be_is_a_problem_and_the_rest_stays(subtests):
    for suffix in ("", "2", "3"):
        for han, fu, sentence in [
            ("", "", "Han and fu are whole numbers, for example 3 and 30."),
            ("three", "30", "Han and fu are whole numbers, for example 3 and 30."),
            ("3", "x", "Han and fu are whole numbers, for example 3 and 30."),
            ("100", "30", "No hand has so many han or fu. Check the numbers."),
            ("3", "1000", "No hand has so many han or fu. Check the numbers."),
            ("0", "30", "A winning hand has at least 1 han, not 0. (R14.1)"),
            ("-1", "30", "A winning hand has at least 1 han, not −1. (R14.1)"),
            ("2", "", "A hand of 2 han needs a number of fu. (R14.1)"),
        ]:
            with subtests.test(suffix=suffix, han=han, fu=fu):
                typed = {f"value{suffix}": "typed", f"han{suffix}": han, f"fu{suffix}": fu}
                fields = {"value": "3-30", "value2": "4-30", "value3": "mangan"} | typed
                fields |= {"winner": "1", "winner2": "0", "winner3": "3", "discarder": "2", "riichi": "1"}

                entry = read(urlencode(fields))

                assert entry.problem == sentence
                assert entry.outcome() is None
                assert [claim.winner for claim in entry.claims] == [B, A, D]
                assert (entry.discarder, entry.declared) == (C, frozenset({B}))


def test_a_typed_value_that_cannot_be_keeps_the_values_of_the_other_winners():
    entry = read(f"{RON}3-30&winner2=0&value2=typed&han2=x&fu2=30&winner3=3&value3=mangan")

    assert entry.problem
    assert [claim.value for claim in entry.claims] == [HanFu(3, 30), None, MANGAN]


def test_who_is_liable(subtests):
    for query, liable in [
        (f"{RON}yakuman&liable=0", A),
        (f"{RON}yakuman-2&liable=2", C),
        (f"{SELF_DRAW}yakuman-1&liable=3", D),
        (f"{RON}yakuman&liable=", None),
        (f"{RON}yakuman&liable=9", None),
        (f"{RON}yakuman&liable=1", None),  # the winner
        (f"{RON}yakuman&liable2=0", None),
        (f"{RON}mangan&liable=0", None),  # a form that went from a yakuman to a mangan sends it still
        (f"{RON}13-&liable=0", None),
        (f"{RON}typed&han=26&fu=&liable=0", None),
    ]:
        with subtests.test(query=query):
            outcome = read(query).outcome()

            wins = outcome.wins if isinstance(outcome, Ron) else (outcome.win,)
            assert [win.liable for win in wins] == [liable]


def test_yaku_and_dora(subtests):
    for yaku, expected in [
        ("yaku=1:seat-wind-east&yaku=1:dora:2", ("seat wind east", "dora", "dora")),
        ("yaku=1:dora&yaku=1:dora", ("dora", "dora")),
        ("yaku=1:dora:1&yaku=1:ura-dora:3&yaku=1:aka-dora", ("dora", *["ura dora"] * 3, "aka dora")),
        ("yaku=&yaku=1:chun&yaku=", ("chun",)),  # a list of dora at nought
        ("yaku=1:dora:0", ("dora",)),
        ("yaku=1:dora:x", ("dora",)),
        ("yaku=1:chun:3", ("chun",)),
        ("yaku=1:chun&yaku=1:chun&yaku=1:seat+wind+east&yaku=1:sunshine&yaku=2:haku&yaku=chun", ("chun",)),
        ("yaku=1:daisangen&yaku=1:renhou", ("renhou",)),
        ("&".join(["yaku=1:dora"] * 100), ("dora",) * MOST_YAKU),
        ("yaku=1:dora:99", ("dora",) * MOST_YAKU),
        ("yaku=1:dora:100&yaku=1:chun", ("dora", "chun")),
    ]:
        with subtests.test(yaku=yaku):
            entry = read(f"{RON}5-&{yaku}")

            assert entry.outcome() == ron(B, C, "5", yaku=expected)
            assert read(urlencode(entry.pairs())) == entry


def test_thousands_of_yaku_are_not_all_looked_at(monkeypatch):
    looked_at = []
    monkeypatch.setattr(claim, "may_name", lambda name, *, yakuman: looked_at.append(name) or True)
    for yaku in ("yaku=1:dora:99", "yaku=1:chun:99"):
        looked_at.clear()

        HandEntry.read(QueryDict("&".join([f"{RON}mangan", *[yaku] * 1_000, *["yaku=1:riichi:99"] * 1_000])))

        assert len(looked_at) <= 2_000, yaku


def test_yaku_are_those_of_their_winner_and_of_a_value_that_can_have_them():
    two = "winner=1&discarder=2&value=3-30&winner2=0&value2=yakuman"
    yaku = "&yaku=1:chun&yaku=0:daisangen&yaku=3:chun&yaku=0:chun&yaku=1:kokushi"

    assert read(two + yaku).outcome() == claims(C, win(B, "3/30", yaku=("chun",)), win(A, YAKUMAN, yaku=("daisangen",)))
    assert read(f"{SELF_DRAW}3-40&yaku=1:chun").outcome() == tsumo(B, "3/40", yaku=("chun",))
    assert read(f"{SELF_DRAW}yakuman&yaku=1:chun&yaku=1:dora:2").outcome() == tsumo(B, YAKUMAN)
    assert read(f"{SELF_DRAW}&yaku=1:chun").pairs() == [("winner", "1"), ("discarder", "self")]


def test_nobody_is_dead_or_tenpai_against_their_riichi():
    assert read("mode=draw&dead=1&riichi=2").outcome() == draw(C, riichi=[C])
    assert read("mode=draw&tenpai=1&dead=1&riichi=1").outcome() == draw(dead=[B], riichi=[B])
    assert read("mode=nagashi-tenpai&nagashi=1&dead=2&riichi=2").outcome() == nagashi(B, tenpai=[C], riichi=[C])


def test_the_only_winner_did_not_discard():
    entry = read("winner=1&discarder=1&value=3-30")

    assert entry.discarder is None
    assert entry.outcome() is None
    assert not entry.is_value_missing


@settings(max_examples=150)
@given(outcome=outcomes)
def test_every_outcome_can_be_entered_and_travels_in_the_address(outcome):
    entry = read(urlencode(entry_of(outcome).pairs()))

    assert entry.outcome() == _as_asked(outcome)
    assert entry.pairs() == read(urlencode(entry.pairs())).pairs()


@settings(max_examples=150)
@given(outcome=outcomes, other=outcomes)
def test_what_another_outcome_left_in_the_form_changes_nothing(outcome, other):
    """Only fields that this outcome's mode has, and this outcome leaves empty, would count."""
    pairs, left = (entry_of(each).pairs() for each in (outcome, other))
    shared = {name for name, _ in pairs} | {"mode", "riichi", *FIELDS_OF[type(outcome)]}

    entry = read(urlencode([*pairs, *((name, value) for name, value in left if name not in shared)]))

    assert entry.outcome() == _as_asked(outcome)


WIN_FIELDS = {"discarder", "yaku", *(f"{name}{n}" for name in ("winner", "value", "liable") for n in ("", "2", "3"))}
FIELDS_OF = {type(each): set() for each in (abort("four_kongs"), redeal())} | {
    type(ron(A, B, "3/30")): WIN_FIELDS,
    type(tsumo(A, "3/30")): WIN_FIELDS,
    type(draw()): {"tenpai", "dead"},
    type(nagashi(A)): {"nagashi", "tenpai"},
    type(chombo(A)): {"offender"},
}


def _as_asked(outcome):
    """Without what the screen does not ask: yaku that no such hand has, and dead hands that were not in riichi."""
    match outcome:
        case Ron(wins=wins):
            return replace(outcome, wins=tuple(map(_with_fitting_yaku, wins)))
        case Tsumo(win=win):
            return replace(outcome, win=_with_fitting_yaku(win))
        case ExhaustiveDraw(dead_hands=dead, riichi=riichi):
            return replace(outcome, dead_hands=dead & riichi)
        case _:
            return outcome


def _with_fitting_yaku(win):
    yakuman = isinstance(win.value, Yakuman) or win.value is YAKUMAN
    return win if yakuman != (win.yaku == HAN) else replace(win, yaku=())


def test_nonsense_makes_no_outcome(subtests):
    for query in [
        "mode=abort", "mode=abort&reason=five_winds", "mode=abort-", "mode=abort-five_winds", "mode=feast", "mode=",
        "winner=1&winner=x&winner=9", "liable=:::&winner=1", "winner=1&discarder=2&value=yakuman-0",
        "winner=1&discarder=2&value=yakuman-99", "value=mangan&value=mangan", "winner=1&discarder=2&value=yakuman-",
        "winner=1&discarder=2&value=yakuman-²", "winner=1&discarder=2&yaku=1:riichi", "yaku=:&yaku=1:&yaku=x:riichi",
        "winner=1&discarder=2&value=typed", "winner=1&discarder=2&value=typed&han=²&fu=30", "winner=١&discarder=2",
        "winner2=0&value2=mangan&discarder=2", "winner=1&discarder=2&value=0-30", "winner=1&discarder=2&value=2-",
        "winner=1&discarder=2&value=1000-30", "winner=1&discarder=2&value=3-30-", "winner=1&discarder=me&value=3-30",
        "mode=nagashi&nagashi=1", "mode=chombo&offender=4", "mode=chombo&offender=",
    ]:  # fmt: skip
        with subtests.test(query=query):
            assert read(query).outcome() is None


def test_an_abortive_draw_by_four_riichi_shows_four_sticks_and_keeps_those_declared():
    entry = read("mode=abort-four_riichi&riichi=1")

    assert entry.riichi == frozenset(ALL)
    assert entry.pairs() == [("mode", "abort-four_riichi"), ("riichi", "1")]
    assert read("mode=redeal&riichi=1").outcome() == Redeal(riichi=frozenset({B}))


def test_an_empty_form_is_an_empty_entry():
    assert read("mode=win&winner2=&winner3=&value=&liable=&han=&fu=&yaku=").pairs() == []
    assert read("riichi=3&riichi=1&riichi=7").pairs() == [("riichi", "1"), ("riichi", "3")]


def test_the_value_that_is_missing_is_that_of_the_last_winner(subtests):
    for query, is_missing in [
        ("", False),
        ("winner=1", False),
        ("winner=1&discarder=2", True),
        ("winner=1&discarder=self", True),
        ("winner=1&discarder=2&value=3-30", False),
        ("winner=1&discarder=2&value=3-30&winner2=0", True),
        ("winner=1&discarder=2&value=3-30&winner2=0&value2=mangan", False),
        ("mode=draw&winner=1&discarder=2", False),
    ]:
        with subtests.test(query=query):
            assert read(query).is_value_missing is is_missing


def test_a_counted_hand_is_that_of_the_last_winner():
    entry = read("winner=1&discarder=2&value=3-30&winner2=0&liable2=3&riichi=1&riichi=3")

    mangan = entry.counted(MANGAN, ("riichi", "dora", "dora")).in_riichi(True)
    yakuman = entry.counted(YAKUMAN, ("daisangen",)).in_riichi(False)

    assert mangan.outcome() == claims(
        C, win(B, "3/30"), win(A, MANGAN, yaku=("riichi", "dora", "dora")), riichi=[A, B, D]
    )
    assert yakuman.outcome() == claims(C, win(B, "3/30"), win(A, YAKUMAN, liable=D, yaku=("daisangen",)), riichi=[B, D])
