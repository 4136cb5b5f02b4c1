"""Whole hanchans, entered hand by hand on a phone, end with the exact points."""

import json

import pytest

from scoring.game_format import outcome_from_json
from scoring.outcome import Chombo, ExhaustiveDraw, HanFu, Limit, Ron, Tsumo, Win
from scoring.seats import Seat
from tests.browser.fingers import Fingers, allowed_touches
from tournament.games.queries.game import load_game

A, B, C, D = Seat


def ron(winner, discarder, value, riichi=()):
    return Ron(discarder=discarder, wins=(Win(winner=winner, value=value),), riichi=frozenset(riichi))


def tsumo(winner, value, riichi=()):
    return Tsumo(win=Win(winner=winner, value=value), riichi=frozenset(riichi))


def draw(tenpai=(), riichi=()):
    return ExhaustiveDraw(tenpai=frozenset(tenpai), riichi=frozenset(riichi))


WRC_HANCHAN = [  # worked by hand; A sits East first
    (ron(B, C, HanFu(3, 30), [B]), (30_000, 33_900, 26_100, 30_000)),
    (draw([B, D], [D]), (28_500, 35_400, 24_600, 30_500)),
    (Chombo(offenders=frozenset({A})), (28_500, 35_400, 24_600, 30_500)),
    (tsumo(A, Limit.MANGAN), (37_800, 31_300, 22_500, 28_400)),
    (ron(C, D, HanFu(4, 30)), (37_800, 31_300, 34_500, 16_400)),
    (tsumo(D, HanFu(2, 20)), (37_300, 30_800, 33_700, 18_200)),
    (draw(), (37_300, 30_800, 33_700, 18_200)),
    (ron(B, A, HanFu(1, 40)), (35_700, 32_400, 33_700, 18_200)),
    (ron(C, B, HanFu(2, 25)), (35_700, 30_800, 35_300, 18_200)),
    (draw([A], [A]), (37_700, 29_800, 34_300, 17_200)),
    (ron(D, A, Limit.BAIMAN, [D]), (13_400, 29_800, 34_300, 42_500)),
    (tsumo(C, Limit.YAKUMAN), (5_200, 21_600, 66_900, 26_300)),
]


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["htmx", "plain HTML"])
def test_a_hanchan_of_wrc_2015(open_table, javascript):
    hanchan, page = open_table(javascript=javascript)
    fingers = Fingers(page, javascript=javascript)

    for outcome, points in WRC_HANCHAN:
        touches = fingers.enter(outcome)

        assert load_game(hanchan).situation.points == points
        if javascript:
            assert touches <= allowed_touches(outcome), outcome
    for _player in range(4):
        fingers.touch("text=confirms >> nth=0")

    sheet = load_game(hanchan).sheet
    assert [line.points for line in sheet.lines.all()] == [5_200, 21_600, 66_900, 26_300]
    assert [line.score for line in sheet.lines.all()] == ["-39.8", "-13.4", "51.9", "1.3"]
    assert [line.penalty for line in sheet.lines.all()] == ["20", "0", "0", "0"]
    assert "Signed by the four players" in page.inner_text(".sheet")


@pytest.mark.long
@pytest.mark.parametrize("javascript", [True, False], ids=["htmx", "plain HTML"])
def test_a_real_game(open_table, data_folder, javascript):
    outcomes, final_points = _real_game(data_folder)
    hanchan, page = open_table(ruleset="tenhou", javascript=javascript)
    fingers = Fingers(page, javascript=javascript)

    for outcome in outcomes:
        touches = fingers.enter(outcome)

        if javascript:
            assert touches <= allowed_touches(outcome), outcome

    game = load_game(hanchan)
    assert game.ending
    assert [placement.points for placement in game.result] == final_points
    shown = page.inner_text(".sheet-lines")
    assert all(f"{points:,}".replace("-", "\N{MINUS SIGN}") in shown for points in final_points)


def _real_game(data_folder):
    """The shortest game with each of ron, self-draw and exhaustive draw, and nothing else."""
    with (data_folder / "real-games.jsonl").open() as lines:
        games = [json.loads(line) for line in lines]

    def is_ordinary(hand):
        wins = hand.get("wins", [])
        counted = len(wins) <= 1 and all("han" in win for win in wins)
        return hand["type"] in {"ron", "tsumo", "exhaustive_draw"} and counted

    def is_varied(hands):
        return len({hand["type"] for hand in hands}) == 3 and any(hand["riichi"] for hand in hands)

    hands_of = [(game["input"]["hands"], game) for game in games]
    fitting = [(hands, game) for hands, game in hands_of if is_varied(hands) and all(map(is_ordinary, hands))]
    hands, game = min(fitting, key=lambda found: len(found[0]))
    return [outcome_from_json(hand) for hand in hands], game["expected"]["final_scores"]
