"""Every stored constant, expanded and counted: a slip in one digit would be dozens of rematches."""

import json
from random import Random

from tests.seating.counting import meetings, rematches, table_repeats
from tournament.seating import designs
from tournament.seating.constants import FOUND, SHIFTS, STARTERS, XOR_32


def holds_everybody(rounds, players):
    return all(sorted(place for table in groups for place in table) == list(range(players)) for groups in rounds)


def test_a_stored_shift_design_has_no_rematch_and_no_table_twice(subtests):
    for tables in SHIFTS:
        with subtests.test(tables=tables):
            rounds = designs.shift_design(tables, 99, random=Random(1))

            assert len(rounds) == len(SHIFTS[tables].words.split())
            assert holds_everybody(rounds, 4 * tables)
            assert (rematches(rounds), table_repeats(rounds)) == (0, 0)


def test_other_shift_designs_have_none_either(subtests):
    for tables in [5, 7, 11, 13, 20, 21, 22, 24, 37]:
        with subtests.test(tables=tables):
            rounds = designs.shift_design(tables, min(tables, 15), random=Random(1))

            assert len(rounds) == min(tables, 15)
            assert holds_everybody(rounds, 4 * tables)
            assert (rematches(rounds), table_repeats(rounds)) == (0, 0)


def test_a_starter_reaches_the_bound_without_a_rematch(subtests):
    for players in STARTERS:
        with subtests.test(players=players):
            rounds = designs.starter_design(players)

            assert len(rounds) == (players - 1) // 3
            assert holds_everybody(rounds, players)
            assert rematches(rounds) == 0


def test_thirty_two_players_have_ten_rounds():
    rounds = designs.xor_design()

    assert (len(rounds), len(XOR_32)) == (10, 7)
    assert holds_everybody(rounds, 32)
    assert rematches(rounds) == 0


def test_a_rotation_lets_every_pair_meet_three_times(subtests):
    for players in designs.ROTATIONS:
        with subtests.test(players=players):
            rounds = designs.rotation(players)

            assert len(rounds) == players - 1
            assert holds_everybody(rounds, players)
            assert set(meetings(rounds).values()) == {3}


def test_a_found_plan_has_as_few_rematches_as_we_say(subtests):
    for size, fewest in list(zip(FOUND, [8, 15, 27, 42, 20, 140], strict=True)):
        with subtests.test(size=size, fewest=fewest):
            rounds = designs.found_plan(*size)

            assert len(rounds) == size[1]
            assert holds_everybody(rounds, size[0])
            assert rematches(rounds) == fewest


def test_rounds_that_are_known_to_have_no_rematch(subtests):
    for players, rounds in [(8, 1), (12, 1), (16, 5), (20, 5), (32, 10), (40, 13), (60, 19), (92, 23), (120, 15)]:
        with subtests.test(players=players, rounds=rounds):
            assert designs.rounds_without_rematch(players) == rounds


def test_the_constants_are_those_that_were_found(data_folder):
    source = json.loads((data_folder / "seating-designs.json").read_text(encoding="utf-8"))

    assert {str(m): (list(s.group), s.words.split()) for m, s in SHIFTS.items()} == {
        m: (entry["group"], entry["rounds"]) for m, entry in source["shifts"].items()
    }
    assert {str(n): ([list(b) for b in s.blocks], s.multiplier, s.cycles_fixed) for n, s in STARTERS.items()} == {
        n: (entry["blocks"], entry["mu"], bool(entry["fixed_cycle"])) for n, entry in source["starters"].items()
    }
    assert [("".join(map(str, group)), [list(b) for b in blocks]) for group, blocks in XOR_32] == [
        (entry["subgroup"], entry["blocks"]) for entry in source["xor32"]
    ]
