"""Change a tournament's announcement and its picture."""

from collections.abc import Mapping
from typing import Any

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournament
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
) -> None:
    """Change the announcement's fields (`facts`) and its picture. Without a new `picture` the old picture stays, unless
    `remove_picture` is set. `words` is the picture's alternative text. Nothing is logged if nothing changes. Raises
    `Archived` and, for a new picture, `DiskNearlyFull`."""
    if picture is not None:
        check_free_space()
    with locked_tournament(tournament_id) as tournament:
        before = Announcement.objects.filter(tournament=tournament).first() or Announcement(tournament=tournament)
        changed = [name for name, value in facts.items() if getattr(before, name) != value]
        if before._state.adding or changed:
            Announcement.objects.update_or_create(tournament=tournament, defaults=dict(facts))
        pictures = AnnouncementPicture.objects.filter(tournament=tournament)
        if picture is not None:
            AnnouncementPicture.objects.update_or_create(tournament=tournament, defaults=vars(picture))
            changed.append("picture")
        elif remove_picture and pictures.delete()[0]:
            changed.append("picture")
        if pictures.exclude(words=words).update(words=words) and "picture" not in changed:
            changed.append("picture")
        if changed:
            log(tournament, "announcement.edited", by=by, fields=changed)
