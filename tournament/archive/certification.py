"""The federations that certify events, and their conditions: for the results, for every option of the rules, and for
the cut that was announced.

ARA's conditions are in its minutes and on its page about certification (nariichi.org). The layout of its files is not
published, and no conditions of Riichi Canada were found, so the pages mark the layout and these conditions as
unconfirmed.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

NumberField = Literal["ara_number", "riichi_canada_number"]


class Federation(StrEnum):
    """A federation that certifies events. The values are used in query strings and forms."""

    ARA = "ara"
    RIICHI_CANADA = "riichi_canada"


@dataclass(frozen=True, kw_only=True)
class Conditions:
    """The conditions of a federation. `number_field` is the field of `Player` with the member number in this
    federation. `same_entry_everywhere` says that the tables must be entered either all on phones or all from paper."""

    name: str
    number_field: NumberField
    same_entry_everywhere: bool


CONDITIONS = {
    Federation.ARA: Conditions(name="ARA", number_field="ara_number", same_entry_everywhere=True),
    Federation.RIICHI_CANADA: Conditions(
        name="Riichi Canada", number_field="riichi_canada_number", same_entry_everywhere=False
    ),
}
