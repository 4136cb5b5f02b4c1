"""Since when the hands of a hanchan have kept their numbers."""

from django.db.models import Q

from tournament.models import Hanchan
from tournament.models.log import RECORDED


def numbered_since(hanchan: Hanchan) -> int:
    """Return the revision since which all that was done to the hanchan's hands and seats is that more hands were
    recorded. A number in a form of before may now be the number of another hand, because one was inserted, removed or
    undone, and its seats may be other people's.

    Other changes raise the revision too, so the answer may be too high, but it is never too low.
    """
    changes = hanchan.log.filter(Q(kind__startswith="hand.") | Q(kind="seats.swapped")).exclude(kind=RECORDED)
    last = changes.order_by("-number").values_list("number", flat=True).first()
    if last is None:
        return 0
    return hanchan.revision - hanchan.log.filter(kind=RECORDED, number__gt=last).count()
