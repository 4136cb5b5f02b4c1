"""Every numbered edge case of the rules page that is the engine's has its test in this folder.

X65 leaves it nothing to settle (the hand goes on). A case is
tested under every ruleset that the rules page names with it.
"""

import re
from pathlib import Path

NUMBERS = {*range(1, 65), *range(66, 88)}


def test_every_number_is_there():
    others = [file for file in Path(__file__).parent.glob("test_*.py") if file != Path(__file__)]

    numbers = {
        int(number) for file in others for number in re.findall(r'(?:"|_)[xX](\d\d)(?:"|_| )', file.read_text("utf-8"))
    }

    assert sorted(NUMBERS - numbers) == []
