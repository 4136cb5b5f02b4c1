"""Finds the players who did not agree to a public name in an earlier tournament."""

from collections.abc import Collection, Set
from typing import Any

from django.db.models import BooleanField, ExpressionWrapper, F, Q, QuerySet
from django.utils import timezone

from tournament.games.substitutes import NameKey, name_key
from tournament.models import ActorKind, Club, Entry, Player, ShownAs, Tournament
from tournament.models.clubs.club import club_nights


def unpublished(
    players: Collection[int], tournaments: "QuerySet[Tournament]", *, agreed: "QuerySet[Tournament] | None" = None
) -> frozenset[int]:
    """Return the given players who did not agree to a public name (`Entry.may_publish`) in their latest answer in these
    tournaments. An organizer who enters the players again has not asked them, so their last answer holds. If a club's
    night is among the tournaments, a refusal of the club's people whose entry is gone (`Player.refused_at`) counts.

    In a tournament that is not one of `agreed` only a refusal counts: its owner may have made the visitor an organizer
    unasked (`Membership.has_agreed`), and cannot agree for the visitor's people. Without `agreed` all count alike."""
    entries = Entry.objects.filter(player__in=players, tournament__in=tournaments.values("pk"))
    clubs = club_nights().filter(pk__in=tournaments.values("pk")).values("club")
    of_clubs = Q(clubs__in=clubs) | Q(entries__tournament__club__in=clubs)
    people = Player.objects.filter(of_clubs, pk__in=players, refused_at__isnull=False).distinct()
    answers = _answers(entries, tournaments if agreed is None else agreed, people)
    return frozenset(player for player, may_publish in answers.items() if not may_publish)


def unpublished_in_club(players: Collection[int], club: "QuerySet[Club]") -> frozenset[int]:
    """Return the given players who did not agree to a public name in their latest answer on the club's nights, also on
    a night whose entry is gone (`Player.refused_at`)."""
    entries = Entry.objects.filter(player__in=players, tournament__club__in=club.values("pk"))
    answers = _answers(entries, _nights(club), Player.objects.filter(pk__in=players))
    return frozenset(player for player, agreed in answers.items() if not agreed)


def unasked(players: Collection[int], tournaments: "QuerySet[Tournament]") -> frozenset[int]:
    """Return the given players whose names were only typed in these tournaments (`answered`): whoever enters
    them again has not asked them either."""
    entries = Entry.objects.filter(player__in=players, tournament__in=tournaments.values("pk"))
    typed = entries.exclude(player__in=answered(entries).values("player"))
    return frozenset(typed.values_list("player", flat=True))


def earlier_answer(
    player: int | None, *, refused: Collection[int], unasked: Collection[int], agrees: bool = True
) -> dict[str, Any]:
    """Return the columns `may_publish` and `answered_at` of an entry of this player, who now `agrees` to a public name
    or not. A known player's earlier refusal holds (`unpublished`), and a player whom nobody has asked stays hidden
    (`unasked`)."""
    if player in refused:
        return {"may_publish": False, "answered_at": timezone.now()}
    if player in unasked:
        return {"may_publish": False, "answered_at": None}
    return {"may_publish": agrees, "answered_at": timezone.now()}


def _nights(club: "QuerySet[Club]") -> "QuerySet[Tournament]":
    return club_nights().filter(club__in=club.values("pk"))


def answered(entries: "QuerySet[Entry]") -> "QuerySet[Entry]":
    """Return these entries without those whose names somebody typed at a table of a club's night, as long as nobody has
    asked the people: they are hidden, and no refusal."""
    return entries.exclude(may_publish=False, answered_at=None)


def _answers(entries: "QuerySet[Entry]", own: "QuerySet[Tournament]", people: "QuerySet[Player]") -> dict[int, bool]:
    """Return for each player whether the latest answer in these entries (`Entry.answered_at`) agrees to a public name.
    Refusals of these `people` whose entries are gone (`Player.refused_at`) count too.
    In an event that is not one of `own`, such as a night whose owner left the club (`club_nights`), only a refusal
    counts: its owner cannot agree on behalf of others."""
    answers: dict[int, bool] = {}
    is_own = ExpressionWrapper(Q(tournament__in=own.values("pk")), output_field=BooleanField())
    latest_last = answered(entries).annotate(is_own=is_own).order_by(F("answered_at").asc(nulls_first=True), "pk")
    gone = {pk: at for pk, at in people.values_list("pk", "refused_at") if at is not None}
    answers.update(dict.fromkeys(gone, False))
    for player, at, may_publish, counts in latest_last.values_list("player", "answered_at", "may_publish", "is_own"):
        if player in gone and (at is None or at <= gone[player]):
            continue
        if counts or not may_publish:
            answers[player] = may_publish
        else:
            answers.setdefault(player, False)
    return answers


def has_own_consent(entry: Entry) -> bool:
    """Whether the person, by the link of this entry, was the last to change the consent to a public name."""
    edits = entry.tournament.log.filter(kind="entry.edited", data__number=entry.number)
    edited = edits.filter(data__after__has_key="may_publish").order_by("-number").first()
    return edited is not None and (edited.actor_kind == ActorKind.PLAYER or edited.data.get("own") is True)


def names_not_to_publish(tournament: Tournament) -> Set[NameKey]:
    """Return the names of people who must not be named in public, according to their entries in this tournament. On a
    club's night, their latest answer on the club's nights decides, and people on the club's list count too. Somebody
    who types such a name at a table has not asked the person."""
    club, here = Club.objects.of_night(tournament), Tournament.objects.filter(pk=tournament.pk)
    entries = Entry.objects.filter(Q(tournament=tournament) | Q(tournament__club__in=club.values("pk")))
    people = Player.objects.filter(Q(pk__in=entries.values("player")) | Q(clubs__in=club.values("pk"))).distinct()
    answers = _answers(entries, here | _nights(club), people)
    names = people.order_by().values_list("pk", "shown_as", "name")
    return {name_key(name) for pk, shown_as, name in names if not answers.get(pk, True) or shown_as != ShownAs.NAME}
