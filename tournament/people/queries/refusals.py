"""Finds the players who did not agree to a public name in an earlier tournament."""

from collections.abc import Collection, Set

from django.db.models import QuerySet

from tournament.games.substitutes import NameKey, name_key
from tournament.models import ActorKind, Club, Entry, ShownAs, Tournament


def unpublished(players: Collection[int], tournaments: "QuerySet[Tournament]") -> frozenset[int]:
    """Return those of these players who did not agree to a public name (`Entry.may_publish`) in their latest entry in
    these tournaments. An organizer who enters the players again has not asked them, so their last answer holds."""
    entries = Entry.objects.filter(player__in=players, tournament__in=tournaments.values("pk")).order_by("pk")
    latest = dict(entries.values_list("player", "may_publish"))
    return frozenset(player for player, may_publish in latest.items() if not may_publish)


def has_own_consent(entry: Entry) -> bool:
    """Whether the person, by the link of this entry, was the last to change the consent to a public name."""
    edits = entry.tournament.log.filter(kind="entry.edited", data__number=entry.number)
    edited = edits.filter(data__after__has_key="may_publish").order_by("-number").first()
    return edited is not None and (edited.actor_kind == ActorKind.PLAYER or edited.data.get("own") is True)


def names_not_to_publish(tournament: Tournament) -> Set[NameKey]:
    """Return the names of people who must not be named in public, according to their entries in this tournament. On a
    club's night, their latest entry on the club's nights decides. Somebody who types such a name at a table has not
    asked the person."""
    club = Club.objects.of_night(tournament).first()
    nights = Tournament.objects.filter(club=club) if club else Tournament.objects.none()
    entries = Entry.objects.filter(tournament__in=(nights | Tournament.objects.filter(pk=tournament.pk)).values("pk"))
    columns = ("player", "may_publish", "player__shown_as", "player__name")
    latest = {row[0]: row[1:] for row in entries.order_by("pk").values_list(*columns)}
    return {
        name_key(name) for may_publish, shown_as, name in latest.values() if not may_publish or shown_as != ShownAs.NAME
    }
