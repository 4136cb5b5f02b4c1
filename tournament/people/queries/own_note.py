"""Whether the note of an entry is the player's own note. Other notes are for the team alone."""

from django.db.models import Q

from tournament.models import ActorKind, Entry


def is_own_note(entry: Entry) -> bool:
    """Whether the player may read and change the note of this entry: the player wrote the note last, or there is no
    note.

    In an imported or copied event a note is the team's, unless the log says that the player wrote it. An edit without
    any detail changed the note too: older versions lost the words of it when an event came back from a laptop.
    """
    if not entry.note:
        return True
    about = entry.tournament.log.filter(data__number=entry.number)
    of_note = Q(data__after__has_key="note") | Q(data__after={})
    edited = about.filter(of_note, kind="entry.edited").order_by("-number").first()
    if edited is None:
        return about.filter(kind="entry.applied").exists()
    return edited.actor_kind == ActorKind.PLAYER or edited.data.get("own") is True
