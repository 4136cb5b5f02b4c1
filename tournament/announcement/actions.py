"""Change a tournament's announcement and its picture."""

from collections.abc import Mapping
from typing import Any

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
from tournament.core.merge import merged
from tournament.core.pictures import Picture
from tournament.core.queries.disk import check_free_space
from tournament.models import Announcement, AnnouncementPicture, Visitor


def edit_announcement(
    *,
    tournament_id: int,
    facts: Mapping[str, Any],
    words: str,
    picture: Picture | None,
    remove_picture: bool,
    by: Visitor,
    base: Mapping[str, Any] | None = None,
) -> None:
    """Change the announcement's fields (`facts`) and its picture. Without a new `picture` the old picture stays, unless
    `remove_picture` is set. `words` is the picture's alternative text. `base` has the fields and `words` that the form
    was filled in with (see `merged`). Nothing is logged if nothing changes. Raises `Archived` and, for a new picture,
    `DiskNearlyFull`."""
    if picture is not None:
        check_free_space()
    with locked_tournament(tournament_id) as tournament:
        before = Announcement.objects.filter(tournament=tournament).first() or Announcement(tournament=tournament)
        stored = {name: getattr(before, name) for name in facts}
        facts = merged(facts, base, stored)
        changed = [name for name, value in facts.items() if value != stored[name]]
        if before._state.adding or changed:
            Announcement.objects.update_or_create(tournament=tournament, defaults=dict(facts))
        pictures = AnnouncementPicture.objects.filter(tournament=tournament)
        if picture is not None:
            AnnouncementPicture.objects.update_or_create(tournament=tournament, defaults=vars(picture))
            changed.append("picture")
        elif remove_picture and pictures.delete()[0]:
            changed.append("picture")
        is_edited = base is None or words != base["words"]
        if is_edited and pictures.exclude(words=words).update(words=words) and "picture" not in changed:
            changed.append("picture")
        if changed:
            log(tournament, "announcement.edited", by=by, fields=changed)
