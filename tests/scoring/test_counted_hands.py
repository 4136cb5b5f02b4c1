"""What a counted hand has as a value, and how much text its tiles may be."""

import pytest

from scoring.outcome import HanFu, Limit, Yakuman
from scoring.presets import WRC_2015
from scoring.refusal import Refused
from scoring.tiles.format import hand_from_json
from scoring.tiles.notation import parse_tiles
from tests.scoring.test_tiles import counted


def test_a_counted_hand_has_the_value_that_a_table_enters():
    adding = WRC_2015.changed(multiple_yakuman=True)

    assert counted("555666777z99m45s6s").value is Limit.YAKUMAN
    assert counted("5556667771144z1z", rules=adding).value == Yakuman(2)
    assert counted("234m678p567s88s44m4m").value == HanFu(1, 40)


def test_text_of_two_hundred_characters_is_read():
    data = {"ruleset": "wrc_2015", "round_wind": "E", "seat_wind": "S", "win": "ron", "win_tile": "5s"}
    tiles = "234m456p678s22s34s5s"

    assert hand_from_json(data | {"concealed": tiles.ljust(200)})[0].concealed == parse_tiles(tiles)
    with pytest.raises(Refused) as refused:
        hand_from_json(data | {"concealed": tiles.ljust(201)})
    assert refused.value.code == "malformed"
