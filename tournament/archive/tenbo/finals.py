"""Settings of finals: the announced cuts, the share of the totals that players carry over a cut, and the seating by
rank."""

from dataclasses import asdict
from typing import Annotated, Any

from django.utils.translation import gettext_lazy
from pydantic import AfterValidator, Field
from typing_extensions import TypedDict

from scoring.announced_cuts import AnnouncedCut, CutsOutOfOrder, in_order
from scoring.stages import part_as_text, part_carried
from tournament.archive.tenbo.values import Checked, Number
from tournament.core.limits import MOST_ANNOUNCED_CUTS
from tournament.models import Tournament
from tournament.seating.by_seed import LONGEST_PLAN, BadPattern, read_plan, write_plan


def _check_part(text: str) -> str:
    try:
        stored = part_as_text(part_carried(text))
    except ValueError:
        stored = ""
    if stored != text:
        raise ValueError(gettext_lazy("Write the score carried over as full, half, none or a fraction such as 1/4."))
    return text


def _check_part_or_none(text: str) -> str:
    return _check_part(text) if text else text


def _check_final_seats(text: str) -> str:
    try:
        stored = write_plan(read_plan(text))
    except BadPattern:
        stored = ""
    if stored != text:
        raise ValueError(gettext_lazy("Write the seeds of each table, such as [1,2,7,8] [3,4,5,6]."))
    return text


FinalSeats = Annotated[str, Field(max_length=LONGEST_PLAN), Checked(_check_final_seats, {})]
Part = Annotated[str, Field(max_length=8), AfterValidator(_check_part)]
"""A share of the score as text, as `scoring.stages.part_as_text` writes it."""


class AnnouncedCutRecord(TypedDict):
    """An announced cut: the first `places` of the standings advance.

    `after_round` is null while the round is undecided; `carried`, the carried share of each total, is empty while the
    share is undecided.
    """

    places: Number
    after_round: Number | None
    carried: Annotated[str, Field(max_length=8), AfterValidator(_check_part_or_none)]


def _check_order(records: list[AnnouncedCutRecord]) -> list[AnnouncedCutRecord]:
    cuts = [AnnouncedCut(**record) for record in records]
    try:
        if in_order(cuts) == tuple(cuts):
            return records
    except CutsOutOfOrder:
        pass
    raise ValueError(
        gettext_lazy(
            "Enter the announced cuts in the order of their rounds. At each cut fewer players must"
            " advance than at the cut before."
        )
    )


AnnouncedCuts = Annotated[list[AnnouncedCutRecord], Field(max_length=MOST_ANNOUNCED_CUTS), AfterValidator(_check_order)]


def places_of_first(tournament: Tournament) -> int:
    """Return how many players advance at the first announced cut, 0 if no cut is announced. Older documents have only
    this number."""
    return tournament.cut_plan[0].places if tournament.cut_plan else 0


def announced_in(record: Any) -> list[dict[str, Any]]:
    """Return the announced cuts in a tournament's record, in the format of the database column. Older records have only
    `cut_places`."""
    if "announced_cuts" in record:
        return [asdict(AnnouncedCut(**cut)) for cut in record["announced_cuts"]]
    places = record.get("cut_places", 0)
    return [asdict(AnnouncedCut(places=places))] if places else []
