"""Room on the disk for a document that comes from a laptop, if only the reserve for hands and results is left.

A laptop's document is mostly hands, but its sender may write anything into it. So it may use the first half of the
reserve if it adds about as much as a day of play. The other half is for hands that are recorded on this site.
"""

from django.utils.translation import gettext_lazy as _

from tournament.archive.tenbo.document import Document, envelope
from tournament.archive.tenbo.hand_over import HandOverFile
from tournament.core.exports.json_parts import json_length
from tournament.core.queries.disk import DiskNearlyFull, is_nearly_full, is_reserve_half_used
from tournament.models import Tournament

MOST_ADDED = 1_000_000
"""The most bytes by which a document may be larger than its tournament on this site while the disk is nearly full. A
day of 64 players with 1,200 hands adds somewhat less."""


class NoRoomForFile(DiskNearlyFull):
    """The disk is nearly full, and the file of a laptop would add much."""

    message = _(
        "The disk of this site is nearly full, so nothing was changed. Keep the laptop’s file, and upload it again when"
        " the operator has freed space."
    )


def check_room_for_copy() -> None:
    """Raise `NoRoomForFile` if the disk has no room for a laptop's file as a separate tournament."""
    if is_nearly_full():
        raise NoRoomForFile


def check_room_to_replace(tournament_id: int, received: Document | HandOverFile) -> None:
    """Raise `NoRoomForFile` if the disk has no room for what a laptop sent: a document, or a whole file."""
    if is_nearly_full() and (is_reserve_half_used() or adds_much(tournament_id, received)):
        raise NoRoomForFile


def adds_much(tournament_id: int, received: Document | HandOverFile) -> bool:
    """Whether what a laptop sent is larger than its tournament on this site by more than a day of play."""
    own = envelope(Tournament.objects.get(pk=tournament_id))
    return json_length(received) - json_length(own) > MOST_ADDED
