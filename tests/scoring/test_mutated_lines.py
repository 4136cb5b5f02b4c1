"""Five thousand damaged lines: each gets one answer with its number, and nothing fails."""

import json
import re
from io import BytesIO, StringIO
from random import Random

from scoring.__main__ import main
from scoring.refusal import SENTENCES

START = {"scores": [30_000, 29_000, 30_000, 30_000], "round_wind": "S", "dealer": 3, "honba": 2, "riichi_sticks": 1}
GAME = {
    "format": "hanchan/1",
    "ruleset": {"base": "ema_2025", "uma": [30, 10, -10, -30], "pao_yaku": ["daisangen"], "minutes": 60},
    "players": ["Ada", "Béla", "Čeněk", "D"],
    "start": START,
    "hands": [
        {"type": "ron", "discarder": 2, "wins": [{"winner": 3, "han": 3, "fu": 30, "yaku": ["riichi"]}], "riichi": [3]},
        {"type": "chombo", "offenders": [1, 2]},
        {"type": "exhaustive_draw", "tenpai": [3], "dead_hands": [1], "riichi": [1, 3]},
        {"type": "tsumo", "wins": [{"winner": 1, "yakuman": 1, "liable": 0, "yaku": ["daisangen"]}]},
    ],
    "ended": "time",
}
HAND = {
    "ruleset": "mahjong_soul", "round_wind": "E", "seat_wind": "S", "win": "ron", "win_tile": "8p",
    "concealed": "45679p340s8p99m", "melds": [{"type": "ankan", "tiles": "1111z"}], "flags": ["riichi", "ippatsu"],
    "dora_indicators": ["3s", "1m"], "ura_indicators": ["9p", "6z"],
}  # fmt: skip
PIECES = (
    b'"', b"{", b"}", b"[", b"]", b",", b":", b"-", b"9" * 30, b"1e9", b"\\", b"\\ud800", b"\xff", b"\0", b"[[[[",
)  # fmt: skip
VALUES = (
    b"0", b"1", b"3", b"-1", b"30", b"1e400", b"9" * 5_000, b"null", b"true", b"NaN", b"[]", b"{}", b"[0]", b'"yaku"',
    b'"E"', b'"tenhou"', b'"riichi"', b'"han"', b'"\\ud800"', b'"11m"', b'"0p"', b'"ron"',
)  # fmt: skip
VALUE = re.compile(rb'"[^"]*"|-?\d+')


def with_other_bytes(line, random):
    """The line with one to four pieces deleted, inserted, doubled or exchanged."""
    for _change in range(random.randint(1, 4)):
        at = random.randrange(len(line))
        to = at + random.choice([0, 1, 2, 8, 40])
        piece = random.choice([b"", line[at:to] * 2, random.choice(PIECES)])
        line = line[:at] + piece + line[to:]
    return line


def with_other_values(line, random):
    """The line with one or two texts, names of fields among them, or numbers exchanged: still JSON."""
    for _change in range(random.randint(1, 2)):
        value = random.choice(list(VALUE.finditer(line)))
        line = line[: value.start()] + random.choice(VALUES) + line[value.end() :]
    return line


def test_every_mutated_line_gets_its_answer(subtests):
    for command, good in [("settle", GAME), ("hand", HAND)]:
        with subtests.test(command):
            random = Random(command)
            line = json.dumps(good, ensure_ascii=False).encode()
            mutate = (with_other_bytes, with_other_values)
            given = [line, *(random.choice(mutate)(line, random) for _number in range(2_500))]
            written = StringIO()

            assert main([command], BytesIO(b"\n".join(given)), written) == 1

            answers = [json.loads(answer) for answer in written.getvalue().splitlines()]
            assert [answer["line"] for answer in answers] == [n for n, line in enumerate(given, 1) if line.strip()]
            assert "error" not in answers[0]
            codes = {answer["error"]["code"] for answer in answers if "error" in answer}
            assert {"not_json", "malformed", "illegal_ruleset" if command == "settle" else "bad_tiles"} < codes
            assert codes <= SENTENCES.keys()
