"""Whether an entry's note is the player's own. The other notes are for the team alone."""

from tournament.models import ActorKind, Entry


def is_own_note(entry: Entry) -> bool:
    """Whether the player may read and change the note: they wrote it last, or there is none.

    The note of an imported or copied event is the team's, unless the log says otherwise.
    """
    if not entry.note:
        return True
    about = entry.tournament.log.filter(data__number=entry.number)
    edited = about.filter(kind="entry.edited", data__after__has_key="note").order_by("-number").first()
    if edited is None:
        return about.filter(kind="entry.applied").exists()
    return edited.actor_kind == ActorKind.PLAYER or edited.data.get("own") is True
