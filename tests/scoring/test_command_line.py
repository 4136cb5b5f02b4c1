"""`python -m scoring`: one answer a line, in order, whatever the line holds."""

import json
import subprocess
import sys
from io import BytesIO, StringIO
from signal import SIGINT, default_int_handler, signal

import pytest

from scoring.__main__ import count_line, main, settle_line
from scoring.presets import RULESETS
from scoring.refusal import SENTENCES
from scoring.rules import ruleset_from_json
from tests.scoring.program import PYTHON, ROOT, answers, lines, scoring

RON = {"type": "ron", "discarder": 2, "wins": [{"winner": 1, "han": 3, "fu": 30}], "riichi": [1]}
DRAW = {"type": "exhaustive_draw", "tenpai": [0, 3], "riichi": [3]}
GAME = {"format": "hanchan/1", "ruleset": "wrc_2015", "hands": []}
LAST = {"scores": [30_000] * 4, "round_wind": "S", "dealer": 3, "honba": 0, "riichi_sticks": 0}


def game(*hands, **changes):
    return GAME | {"hands": list(hands)} | changes


def error(data):
    answer = settle_line(data if isinstance(data, bytes) else json.dumps(data).encode())
    assert list(answer) == ["error"]
    assert sorted(answer["error"]) == ["code", "hand", "message"]
    return answer["error"]


def test_a_game_is_settled_to_the_last_figure():
    example = game(
        RON,
        {"type": "tsumo", "wins": [{"winner": 1, "limit": "mangan"}]},
        DRAW,
        {"type": "chombo", "offenders": [2]},
        {"type": "ron", "discarder": 0, "wins": [{"winner": 3, "yakuman": 1, "liable": 2}]},
    )

    finished = scoring("settle", given=lines(example))

    assert (finished.returncode, finished.stderr) == (0, b"")
    assert answers(finished) == [
        {
            "line": 1,
            "hands": [
                hand([0, 3_900, -3_900, 0], [30_000, 33_900, 26_100, 30_000], "E", 1, 0, 0),
                hand([-4_000, 12_000, -4_000, -4_000], [26_000, 45_900, 22_100, 26_000], "E", 1, 1, 0),
                hand([1_500, -1_500, -1_500, 500], [27_500, 44_400, 20_600, 26_500], "E", 2, 2, 1),
                hand([0, 0, 0, 0], [27_500, 44_400, 20_600, 26_500], "E", 2, 2, 1),
                hand([-16_600, 0, -16_000, 33_600], [10_900, 44_400, 4_600, 60_100], "E", 3, 0, 0),
            ],
            "finished": False,
            "result": [
                {"points": 10_900, "place": 3, "uma": "-5", "score": "-24.1"},
                {"points": 44_400, "place": 2, "uma": "5", "score": "19.4"},
                {"points": 4_600, "place": 4, "uma": "-15", "score": "-40.4"},
                {"points": 60_100, "place": 1, "uma": "15", "score": "45.1"},
            ],
            "penalties": ["0", "0", "20", "0"],
        }
    ]


def hand(deltas, scores, wind, dealer, honba, sticks):
    following = {"round_wind": wind, "dealer": dealer, "honba": honba, "riichi_sticks": sticks}
    return {"deltas": deltas, "scores": scores, "next": following}


def test_after_the_last_hand_nothing_is_next():
    answer = settle_line(json.dumps(game(DRAW, start=LAST | {"dealer": 2}, ruleset="wrc_2015")).encode())
    over = settle_line(json.dumps(game({"type": "exhaustive_draw"}, start=LAST)).encode())

    assert answer["hands"][0]["next"]
    assert not answer["finished"]
    assert over["hands"][0]["next"] is None
    assert over["finished"]


def test_a_game_without_hands_stands_as_it_starts():
    tied = settle_line(json.dumps(game(start=LAST | {"scores": [34_000, 34_000, 34_000, 18_000]})).encode())

    assert tied["hands"] == []
    assert not tied["finished"]
    assert [seat["score"] for seat in tied["result"]] == ["9", "9", "9", "-27"]


def test_what_no_decimal_says_exactly_is_a_fraction():
    ruleset = {"base": "wrc_2015", "uma": [50, 10, -10, -30]}
    tied = settle_line(
        json.dumps(game(ruleset=ruleset, start=LAST | {"scores": [34_000, 34_000, 34_000, 18_000]})).encode()
    )

    assert [seat["uma"] for seat in tied["result"]] == ["50/3", "50/3", "50/3", "-30"]
    assert [seat["score"] for seat in tied["result"]] == ["62/3", "62/3", "62/3", "-42"]


def test_each_line_has_its_answer_in_order_and_a_bad_one_stops_nothing():
    given = lines(game(RON), b"", b"   \t", b"nonsense", game(ruleset="nowhere"), b"\xff\xfe", game(DRAW)) + b"{}"

    finished = scoring("settle", given=given)

    assert finished.returncode == 1
    assert finished.stderr == b""
    assert [answer.get("error", {}).get("code", "good") for answer in answers(finished)] == [
        "good", "not_json", "unknown_ruleset", "not_json", "good", "malformed",
    ]  # fmt: skip
    assert [answer["line"] for answer in answers(finished)] == [1, 4, 5, 6, 7, 8]  # 2 and 3 are empty


def test_the_exit_status_is_0_when_every_game_was_good(subtests):
    for given, status in [(b"", 0), (b"\n\r\n", 0), (lines(GAME, GAME), 0), (lines(GAME, 1, GAME), 1)]:
        with subtests.test(given=given, status=status):
            assert main(["settle"], BytesIO(given), StringIO()) == status


def test_the_hand_that_cannot_be_is_named_by_its_index():
    too_poor = game(RON, RON | {"wins": [{"winner": 1, "han": 1, "fu": 20}]}, {"type": "nonsense"})

    assert error(too_poor) == {
        "hand": 1,
        "code": "illegal_fu",
        "message": "A win by ron cannot have 1 han and 20 fu. (R14.1)",
    }


def test_what_is_at_fault_is_the_game_or_a_hand(subtests):
    for data, hand, code in [
        (game(ruleset="nowhere"), None, "unknown_ruleset"),
        (game(DRAW, {"type": "nonsense"}), 1, "malformed"),
        (game(DRAW, None), 1, "malformed"),
        (game({"type": "exhaustive_draw"}, DRAW, start=LAST), 1, "game_over"),
        (game({"type": "nagashi_mangan", "winners": [0]}), 0, "no_nagashi"),
    ]:
        with subtests.test(data=data, hand=hand, code=code):
            assert (error(data)["hand"], error(data)["code"]) == (hand, code)


def test_what_is_not_json_is_a_bad_game(subtests):
    for line in [
        b"{", b"nonsense", b"{'format': 'hanchan/1'}", b"\xff\xfe\x00", b'{"format": "\xe9"}', b"[" * 100_000,
        b'{"a":' * 100_000, b"9" * 10_000, b"1 2", b"\x00", b'"\\ud8"', b"\xef\xbb\xbf{", b"-", b"[1,]",
    ]:  # fmt: skip
        with subtests.test(line=line):
            assert error(line)["code"] == "not_json"
            assert error(line)["hand"] is None
            assert error(line)["message"].startswith("This line is not JSON: ")


def test_what_only_some_parsers_read_is_no_game_either(subtests):
    for line in [b"NaN", b'{"format": Infinity}', b'{"format": "hanchan/1", "format": 1}', b'"\\ud800"']:
        with subtests.test(line=line):
            assert error(line)["code"] in SENTENCES


def test_a_message_with_half_a_character_still_prints():
    finished = scoring("settle", given=b'{"format": "hanchan/1", "ruleset": "\\ud800", "hands": []}\n')

    assert answers(finished)[0]["error"]["code"] == "unknown_ruleset"
    assert finished.stderr == b""


def test_a_key_twice_in_one_object_is_an_error_wherever_it_is(subtests):
    for line, key in [
        (b'{"format": "hanchan/1", "ruleset": "wrc_2015", "hands": [], "hands": []}', "hands"),
        (b'{"format": "hanchan/1", "ruleset": {"base": "tenhou", "kazoe": true, "kazoe": true}, "hands": []}', "kazoe"),
        (b'{"format": "hanchan/1", "ruleset": "tenhou", "hands": [{"type": "redeal", "type": "redeal"}]}', "type"),
        (b'{"%b": 1, "%b": 2}' % (b"x" * 50, b"x" * 50), "x" * 40),
    ]:
        with subtests.test(key=key):
            assert error(line)["message"] == f"An object has the key '{key}' twice. (hanchan/1)"
    assert count_line(b'{"win": "ron", "win": "ron"}')["error"]["code"] == "malformed"


def test_time_ends_only_a_game_with_a_clock():
    assert error(game(RON, ruleset="tenhou", ended="time"))["code"] == "no_clock"
    assert "hands" in settle_line(json.dumps(game(RON, ruleset="ema_2025", ended="time")).encode())


def test_a_start_adds_up_to_the_points_of_the_table():
    off = LAST | {"scores": [30_000, 30_000, 30_000, 29_000]}

    assert error(game(start=off))["message"] == (
        "The four starting points and the riichi bets on the table must add up to 120000, not 119000. (R14.5)"
    )
    assert "hands" in settle_line(json.dumps(game(start=off | {"riichi_sticks": 1})).encode())


def in_shell(command, given=b""):
    """The program in a shell, whose redirections it has to bear."""
    program = " ".join([*PYTHON, "-m", "scoring"])
    return subprocess.run(
        ["bash", "-c", command.format(program=program)],
        input=given, cwd=ROOT, capture_output=True, timeout=60, check=False,
    )  # fmt: skip


def test_streams_that_fail_end_in_one_sentence_and_a_status(subtests):
    many = lines(*[game(RON, DRAW)] * 2_000)
    for command, problem in [
        ("{program} settle <&-", b"there is no standard input to read from"),
        ("{program} settle >&-", b"there is no standard output to write to"),
        ("{program} rulesets >&-", b"there is no standard output to write to"),
        ("{program} settle >/dev/full", b"the answers cannot be written: No space left on device"),
        ("{program} rulesets >/dev/full", b"the answers cannot be written: No space left on device"),
        (
            "{program} settle | head -c 1 >/dev/null; exit ${{PIPESTATUS[0]}}",
            b"the answers cannot be written: Broken pipe",
        ),
    ]:
        with subtests.test(command):
            finished = in_shell(command, given=many)

            assert finished.returncode == 2
            assert finished.stderr == b"python -m scoring: " + problem + b".\n"


@pytest.fixture
def interruptible():
    """Programs started here can be interrupted, even if the tests run in the background of a script, which cannot."""
    before = signal(SIGINT, default_int_handler)
    yield
    signal(SIGINT, before)


@pytest.mark.usefixtures("interruptible")
def test_an_interrupt_ends_in_one_sentence():
    # A worker of pytest-xdist may ignore interrupts, and a program that it starts would, too.
    with subprocess.Popen(
        ["env", "--default-signal=INT", *PYTHON, "-m", "scoring", "settle"],
        cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    ) as program:  # fmt: skip
        program.stdin.write(lines(GAME))
        program.stdin.flush()
        answer = program.stdout.readline()  # from here on it waits for the next line
        program.send_signal(SIGINT)
        program.wait(timeout=60)  # before its input ends, which would end it, too
        problem = program.stderr.read()

    assert json.loads(answer)["line"] == 1
    assert (program.returncode, problem) == (2, b"python -m scoring: interrupted.\n")


def test_the_rulesets_are_printed_with_all_their_fields():
    finished = scoring("rulesets")

    presets = json.loads(finished.stdout)
    assert finished.returncode == 0
    assert finished.stdout.startswith(b'{\n  "wrc_2015": {\n    "base": "wrc_2015",\n')
    assert {key: ruleset_from_json(fields, RULESETS) for key, fields in presets.items()} == RULESETS
    assert all(fields.keys() == presets["wrc_2015"].keys() for fields in presets.values())


def test_a_command_it_does_not_know_is_an_error_of_usage(subtests, capsys):
    for arguments in [[], ["settel"], ["settle", "games.jsonl"]]:
        with subtests.test(arguments=arguments):
            with pytest.raises(SystemExit) as ended:
                main(arguments, BytesIO(), StringIO())

            assert ended.value.code == 2
            assert "usage: python -m scoring" in capsys.readouterr().err


def test_the_help_says_what_each_command_does(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["--help"], BytesIO(), StringIO())

    said = " ".join(capsys.readouterr().out.split())
    assert ended.value.code == 0
    assert said.startswith(
        "usage: python -m scoring [-h] {settle,hand,rulesets,check,schema} ... The command line: `python -m"
    )
    assert said.endswith(
        " settle settle games in hanchan/1, one a line, from standard input"
        " hand count winning hands of tiles, one a line, from standard input"
        " rulesets print every preset with all its fields"
        " check name the faults of files in hanchan/1 or tenbo/1; - is standard input"
        " schema print the JSON Schema of a format or of a federation's profile"
        " options: -h, --help show this help message and exit"
    )


def test_nothing_but_the_standard_library_is_needed():
    code = "import sys, scoring.__main__, scoring.card, scoring.clock, scoring.standings; print(*sys.modules)"

    finished = subprocess.run([*PYTHON, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True)

    loaded = {module.split(".")[0] for module in finished.stdout.split()}
    assert loaded - set(sys.stdlib_module_names) - {"__main__"} == {"scoring"}


def test_time_may_be_up_before_the_first_hand():
    assert settle_line(json.dumps(game(ended="time")).encode()) == settle_line(json.dumps(game()).encode())


def test_no_hand_follows_the_one_after_which_time_was_up():
    in_play = settle_line(json.dumps(game(RON, RON, DRAW)).encode())
    ended = settle_line(json.dumps(game(RON, RON, DRAW, ended="time")).encode())

    assert in_play["hands"][-1]["next"] is not None
    assert ended["hands"][-1]["next"] is None
    assert ended["hands"][:-1] == in_play["hands"][:-1]
    assert (ended["finished"], ended["result"]) == (False, in_play["result"])
