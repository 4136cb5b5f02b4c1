"""The federations that certify an event by its results, its rules in full and its announced cut.

What ARA asks for is in its minutes and on its page about certification (nariichi.org). How its files are laid out is
not published, and of Riichi Canada nothing was found: both are marked as unconfirmed wherever people read of them.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

NumberField = Literal["ara_number", "riichi_canada_number"]


class Federation(StrEnum):
    """A federation in an address and in a form."""

    ARA = "ara"
    RIICHI_CANADA = "riichi_canada"


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """What a federation asks for. `number_field` is the field of `Player` with its member number; `one_way_of_entry`:
    all tables are entered on phones, or none."""

    name: str
    number_field: NumberField
    one_way_of_entry: bool


CONDITIONS = {
    Federation.ARA: Conditions(name="ARA", number_field="ara_number", one_way_of_entry=True),
    Federation.RIICHI_CANADA: Conditions(
        name="Riichi Canada", number_field="riichi_canada_number", one_way_of_entry=False
    ),
}
