"""Edits as text: out and in unchanged, and nothing else in."""

import pytest

from scoring.outcome import ExhaustiveDraw, HanFu, Ron, Tsumo, Win, Yakuman
from scoring.seats import Seat, Wind
from tournament.table.edits import (
    MOST_INSERTED,
    Insert,
    Keep,
    Remove,
    Replace,
    Seen,
    UnreadableEdits,
    add_edit,
    edits_from_text,
    edits_to_text,
)

SEEN = Seen(Wind.SOUTH, Seat.WEST)
RON = Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.SOUTH, value=HanFu(3, 30)),), riichi=frozenset({Seat.SOUTH}))
TSUMO = Tsumo(win=Win(winner=Seat.NORTH, value=Yakuman()))
ALL_KINDS = (Replace(3, RON, SEEN), Insert(1, TSUMO, SEEN), Insert(1, ExhaustiveDraw(), SEEN), Remove(4), Keep(5, SEEN))


def test_edits_come_back_from_their_text_unchanged():
    assert edits_from_text(edits_to_text(ALL_KINDS)) == ALL_KINDS


def test_no_text_is_no_edit():
    assert edits_from_text("") == ()


def test_what_no_form_wrote_is_refused(subtests):
    for text in [
        "{",
        "null",
        "{}",
        "[1]",
        "[[]]",
        '[["erase",1]]',
        '[["remove"]]',
        '[["remove","1"]]',
        '[["remove",true]]',
        '[["remove",0]]',
        '[["remove",1e400]]',
        '[["remove",NaN]]',
        '[["remove",1],["remove",1]]',
        '[["keep",1,"X",0]]',
        '[["keep",1,["E"],0]]',
        '[["keep",1,"E",4]]',
        '[["keep",1,"E",false]]',
        '[["replace",1,"E",0,{"type":"ron"}]]',
        '[["replace",1,"E",0,{"type":"exhaustive_draw","tenpai":[0],"dead_hands":[0]}]]',
        '[["insert",1,"E",0,null]]',
        "[" * 30_000,
        '[["remove",' + "9" * 5_000 + "]]",
        " " * 50_000,
    ]:
        with subtests.test(text=text), pytest.raises(UnreadableEdits):
            edits_from_text(text)


def test_a_second_word_about_a_hand_takes_the_place_of_the_first():
    edits = (Remove(2), Insert(2, TSUMO, SEEN))

    assert add_edit(edits, Keep(2, SEEN)) == (Insert(2, TSUMO, SEEN), Keep(2, SEEN))


def test_two_forgotten_hands_before_one_number_are_both_kept():
    edits = add_edit((Insert(2, TSUMO, SEEN),), Insert(2, RON, SEEN))

    assert edits == (Insert(2, TSUMO, SEEN), Insert(2, RON, SEEN))


def test_a_correction_inserts_no_more_hands_than_its_page_can_show():
    most = (Insert(1, ExhaustiveDraw(), SEEN),) * MOST_INSERTED

    assert edits_from_text(edits_to_text(most)) == most
    with pytest.raises(UnreadableEdits):
        edits_from_text(edits_to_text((*most, most[0])))
