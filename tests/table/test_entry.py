"""A hand as it is touched: every outcome can be said, and the address bar holds the whole of it."""

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
from tournament.table.entry import HandEntry
from tournament.table.forms.correction import entry_of

YAKUMAN = Limit.YAKUMAN


def read(pairs):
    return HandEntry.read(QueryDict(urlencode(pairs)))


def touched(*touches):
    """The entry after these touches, each of them a request."""
    entry = HandEntry()
    for touch in touches:
        entry = read([*entry.pairs(), ("touch", touch)])
    return entry


def test_touches_say_an_outcome(subtests):
    for touches, outcome in [
        ("winner:1 discarder:2 value:3-30", ron(B, C, "3/30")),
        (
            "winner:1 discarder:2 value:3-30 also:0 value:mangan also:3 value:7-",
            claims(C, win(B, "3/30"), win(A, MANGAN), win(D, "7")),
        ),
        ("winner:1 discarder:2 value:3-30 also:0 also:3 value:mangan", claims(C, win(B, "3/30"), win(D, MANGAN))),
        ("winner:1 discarder:2 value:3-30 also:0 also:0", ron(B, C, "3/30")),
        ("winner:1 discarder:2 value:3-30 also:2 also:1", ron(B, C, "3/30")),
        (
            "winner:1 discarder:2 value:3-30 also:0 value:mangan revalue:1 value:2-30",
            claims(C, win(A, MANGAN), win(B, "2/30")),
        ),
        ("winner:1 discarder:2 value:3-30 also:0 value:mangan revalue:1 revalue:0", None),
        ("winner:1 discarder:2 value:3-30 also:0 value:mangan revalue:1 also:1", ron(A, C, MANGAN)),
        ("winner:1 discarder:2 value:3-30 revalue:3", ron(B, C, "3/30")),
        ("riichi:1 draw tenpai:0 noten:1", chombo(B, riichi=[B])),
        ("winner:1 discarder:2 value:yakuman liable:1:0", ron(B, C, YAKUMAN, liable=A)),
        ("winner:1 discarder:self value:yakuman", None),
        ("winner:1 self-draw value:yakuman liable:1:0 value:yakuman-2", tsumo(B, Yakuman(2), liable=A)),
        ("winner:1 self-draw value:yakuman liable:1:0 liable:1:0", tsumo(B, YAKUMAN)),
        ("winner:1 self-draw value:yakuman liable:1:0 value: value:mangan", tsumo(B, MANGAN)),
        (
            "winner:1 self-draw value:3-30 yaku:1:dora yaku:1:chun yaku:1:dora no-yaku:1:dora yaku:1:chun",
            tsumo(B, "3/30", yaku=("dora",)),
        ),
        (
            "winner:1 discarder:2 value:3-30 yaku:1:chun also:0 value:yakuman yaku:0:daisangen yaku:3:chun",
            claims(C, win(B, "3/30", yaku=("chun",)), win(A, YAKUMAN, yaku=("daisangen",))),
        ),
        ("winner:1 discarder:2 value:3-30 yaku:1:daisangen yaku:1:sunshine yaku:1 no-yaku:1:dora", ron(B, C, "3/30")),
        ("winner:1 self-draw value:yakuman yaku:1:kokushi yaku:1:dora", tsumo(B, YAKUMAN, yaku=("kokushi",))),
        ("winner:1 self-draw value:3-30 yaku:1:chun value: value:3-40", tsumo(B, "3/40", yaku=("chun",))),
        ("winner:1 self-draw value:3-30 yaku:1:chun value: value:yakuman", tsumo(B, YAKUMAN)),
        ("winner:1 self-draw value:3-30 yaku:1:chun win winner:1 self-draw value:3-30", tsumo(B, "3/30")),
        ("winner:1 discarder:2 value:7- " + "yaku:1:dora " * 45, ron(B, C, "7", yaku=("dora",) * MOST_YAKU)),
        (
            "winner:1 discarder:2 value:yakuman also:3 value:yakuman liable:1:0 liable:3:1",
            claims(C, win(B, YAKUMAN, liable=A), win(D, YAKUMAN, liable=B)),
        ),
        ("riichi:1 riichi:2 draw tenpai:0 dead:2", draw(A, B, dead=[C], riichi=[B, C])),
        ("riichi:1 draw dead:1 dead:1", draw(B, riichi=[B])),
        ("riichi:1 draw dead:1 riichi:1", draw()),
        ("draw dead:1", draw()),
        ("nagashi nagashi:1 nagashi:2", None),
        ("nagashi nagashi-tenpai", None),
        ("riichi:3 nagashi nagashi:1 nagashi:2 nagashi-tenpai tenpai:0", nagashi(B, C, tenpai=[A, D], riichi=[D])),
        ("riichi:3 abort:nine_terminals", abort("nine_terminals", riichi=[D])),
        ("riichi:3 abort:four_riichi", abort("four_riichi", riichi=ALL)),
        ("riichi:3 abort:four_riichi redeal", redeal(riichi=[D])),
        ("abort:five_winds", None),
        ("chombo", None),
        ("chombo offender:1 offender:3 offender:2 offender:3", chombo(B, C)),
        ("riichi:0 redeal", redeal(riichi=[A])),
    ]:
        with subtests.test(touches=touches, outcome=outcome):
            assert touched(*touches.split()).outcome() == outcome


def test_starting_again_keeps_nothing_but_riichi(subtests):
    for touches in ["winner:1 discarder:2 value:3-30", "chombo offender:1", "draw", "abort:four_riichi"]:
        with subtests.test(touches=touches):
            assert touched("riichi:2", *touches.split(), "win").pairs() == [("riichi", "2")]


@settings(max_examples=150)
@given(outcome=outcomes)
def test_every_outcome_can_be_said_and_travels_in_the_address(outcome):
    entry = read(entry_of(outcome).pairs())

    assert entry.outcome() == _as_asked(outcome)
    assert entry.pairs() == read(entry.pairs()).pairs()


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


def test_nonsense_says_nothing(subtests):
    for query in [
        "mode=abort", "mode=abort&reason=five_winds", "mode=feast", "winner=1&winner=x&winner=9", "liable=:::&winner=1",
        "winner=1&discarder=2&value=yakuman-0", "winner=1&discarder=2&value=yakuman-99", "value=mangan&value=mangan",
        "winner=1&discarder=2&value=yakuman-", "winner=1&discarder=2&value=yakuman-²", "touch=also:1",
        "touch=liable:1:2", "touch=yaku:1:riichi", "winner=1&discarder=2&yaku=1:riichi", "yaku=:&yaku=1:&yaku=x:riichi",
        "touch=nagashi-tenpai", "touch=abort:", "touch=value:mangan", "touch=typed&han=3&fu=30",
    ]:  # fmt: skip
        with subtests.test(query=query):
            assert HandEntry.read(QueryDict(query)).outcome() is None


def test_an_abortive_draw_by_four_riichi_shows_four_sticks():
    entry = touched("riichi:1", f"abort:{AbortReason.FOUR_RIICHI}")

    assert entry.riichi == frozenset(ALL)
    assert touched("redeal").outcome() == Redeal()
    assert touched("winner:1", "discarder:2", "value:3-30").value == HanFu(3, 30)


def test_the_address_holds_the_yaku_that_are_known(subtests):
    for query, yaku in [
        ("yaku=1:seat-wind-east&yaku=1:dora&yaku=1:dora", ("seat wind east", "dora", "dora")),
        ("yaku=1:chun&yaku=1:chun&yaku=1:seat+wind+east&yaku=1:sunshine&yaku=2:haku&yaku=chun", ("chun",)),
        ("yaku=1:daisangen&yaku=1:renhou", ("renhou",)),
        ("&".join(["yaku=1:dora"] * 100), ("dora",) * MOST_YAKU),
    ]:
        with subtests.test(query=query, yaku=yaku):
            assert HandEntry.read(QueryDict(f"winner=1&discarder=2&value=5-&{query}")).outcome() == ron(
                B, C, "5", yaku=yaku
            )


def test_the_list_of_yaku_stays_open_while_they_are_picked():
    assert touched("winner:1", "self-draw", "value:5-", "yaku:1:chun").picking
    assert not touched("winner:1", "self-draw", "value:5-", "yaku:1:chun", "riichi:1").picking
