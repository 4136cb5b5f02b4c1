"""Room on the disk of TENBO_VAR for making a backup, without the part that is reserved for hands and results."""

from django.conf import settings

from tournament.core.queries.disk import free_bytes, reserved_bytes

MB = 1_000_000


class NotEnoughRoom(Exception):
    """The rest of a backup does not fit on the disk beside the reserve; the error's text says what to do."""


def check_room(needed: int) -> None:
    """Raise `NotEnoughRoom` unless so many bytes can be written without touching the reserve."""
    reserved = reserved_bytes()
    room = max(0, free_bytes() - reserved)
    if room < needed:
        raise NotEnoughRoom(
            f"The disk of {settings.VAR} has {room // MB} MB left for a backup, which needs {-(-needed // MB)} MB more;"
            f" the last {reserved // MB} MB are for hands and results. Make room there, or move TENBO_VAR to a larger"
            " disk."
        )
