"""Correct what is known of a player, and of their place in a tournament."""

from dataclasses import asdict, dataclass, fields
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from tournament.actions.errors import NotDone
from tournament.actions.journal import log
from tournament.actions.remove_entry import HasSeat
from tournament.models import Entry, EntryStatus, Player, Tournament, Visitor

UNLOGGED = {"mail", "phone", "note"}
"""The log says that these changed and not what they were: it cannot be made to forget."""


class PlaysElsewhere(NotDone):
    """What would change is also shown in a tournament of somebody else."""

    message = _(
        "This person also plays in a tournament that you do not organize, and what you changed would change there too."
        " An organizer of all their tournaments can change it."
    )


@dataclass(frozen=True, kw_only=True)
class PlayerFacts:
    """What is known of a person wherever they play; the fields of `Player`."""

    name: str
    country: str = ""
    country_letters: str = ""
    club: str = ""
    ema_number: str = ""
    mail: str = ""
    phone: str = ""


@dataclass(frozen=True, kw_only=True)
class EntryFacts:
    """What is known of their place in one tournament; the fields of `Entry`."""

    status: str = EntryStatus.ACCEPTED
    team: str = ""
    note: str = ""
    paid: bool = False
    reserved_table: int | None = None
    may_publish: bool = True


def edit_entry(*, entry_id: int, player: PlayerFacts, entry: EntryFacts, by: Visitor) -> None:
    """A person changes wherever they play, and every one of those tournaments logs it; an entry changes here.

    Raises `PlaysElsewhere`, `HasSeat` where somebody with a seat is to play no more, and `Entry.DoesNotExist`.
    """
    with transaction.atomic():
        found = Entry.objects.select_related("player").get(pk=entry_id)
        theirs = Tournament.objects.filter(entries__player=found.player)
        # Locked in one order everywhere, or two changes could wait for each other.
        tournaments = list(Tournament.objects.select_for_update().filter(pk__in=theirs.values("pk")).order_by("pk"))
        found = Entry.objects.select_related("player").get(pk=entry_id)
        if _differing(found.player, player):
            organized = set(Tournament.objects.organized_by(by).values_list("pk", flat=True))
            if not organized.issuperset(tournament.pk for tournament in tournaments):
                raise PlaysElsewhere
        if entry.status != EntryStatus.ACCEPTED and found.seats.exists():
            raise HasSeat
        _edit_player(found.player, player, tournaments, by)
        (here,) = (tournament for tournament in tournaments if tournament.pk == found.tournament_id)
        _edit_here(found, entry, here, by)


def _edit_player(player: Player, facts: PlayerFacts, tournaments: list[Tournament], by: Visitor) -> None:
    changed = _differing(player, facts)
    if not changed:
        return
    before = _kept(player, changed)
    for name in changed:
        setattr(player, name, getattr(facts, name))
    player.save(update_fields=changed)
    for tournament in tournaments:
        if "name" in changed:
            log(tournament, "player.renamed", by=by, before=before["name"], after=facts.name)
        if changed != ["name"]:
            log(tournament, "player.edited", by=by, name=player.name, before=before, after=_kept(player, changed))


def _edit_here(entry: Entry, facts: EntryFacts, tournament: Tournament, by: Visitor) -> None:
    changed = _differing(entry, facts)
    if not changed:
        return
    before = _kept(entry, changed)
    for name in changed:
        setattr(entry, name, getattr(facts, name))
    if entry.status != EntryStatus.ACCEPTED and entry.checked_in_at is not None:
        entry.checked_in_at = None
        entry.save(update_fields=[*changed, "checked_in_at"])
    else:
        entry.save(update_fields=changed)
    log(
        tournament,
        "entry.edited",
        by=by,
        name=entry.player.name,
        number=entry.number,
        before=before,
        after=_kept(entry, changed),
    )


def _differing(row: Player | Entry, facts: PlayerFacts | EntryFacts) -> list[str]:
    return [field.name for field in fields(facts) if getattr(row, field.name) != asdict(facts)[field.name]]


def _kept(row: Player | Entry, changed: list[str]) -> dict[str, Any]:
    return {name: "" if name in UNLOGGED else getattr(row, name) for name in changed}
