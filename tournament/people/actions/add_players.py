"""Enter players in a tournament."""

from collections.abc import Collection, Sequence
from dataclasses import asdict
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournaments
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.core.queries.disk import check_free_space
from tournament.models import Entry, Player, PlayerFacts, Tournament, Visitor
from tournament.people.actions.entry_numbers import next_entry_number
from tournament.people.actions.player_facts import change_player, filled_in
from tournament.people.queries.players import PastedName, known_players
from tournament.people.queries.refusals import unpublished


class PreviewOutdated(NotDone):
    """The preview is stale: since it was shown, a known player with one of these names was entered, changed or
    removed."""

    message = _("The players were changed meanwhile. No one was added; check the names again.")


@once_per_key
def add_players(*, tournament_id: int, key: UUID, names: Sequence[PastedName], by: Visitor) -> int:
    """Enter these players in their order, and return how many were entered. `key` is the idempotency key: a retry
    enters nobody.

    For a known player, empty details are filled in, if `by` organizes all tournaments of that player. A known player
    who did not agree to a public name in the latest of the tournaments that `by` organizes is not named here either.
    Raises `PreviewOutdated`, `DiskNearlyFull`, `NumbersUsedUp` and `Archived`.
    """
    known = [name.choice for name in names if isinstance(name.choice, int)]
    elsewhere = Tournament.objects.organized_by(by).filter(entries__player__in=known).values_list("pk", flat=True)
    with locked_tournaments(tournament_id, *elsewhere, here=tournament_id) as locked:
        tournament = locked[tournament_id]
        repeated = logged_before(key, "players.added", tournament=tournament)
        if repeated is not None:
            return len(repeated.data["numbers"])
        check_free_space()
        _check_preview(tournament, names, by)

        added = [name for name in names if name.choice != "skip"]
        first = next_entry_number(tournament, people=len(added))
        _fill_in({name.choice: name.player for name in added if isinstance(name.choice, int)}, locked, by)
        refused = unpublished(known, Tournament.objects.organized_by(by))
        Entry.objects.bulk_create(
            Entry(
                tournament=tournament,
                player_id=_player_id(name, tournament),
                number=number,
                **_entry_columns(name, refused),
            )
            for number, name in enumerate(added, first)
        )
        if added:
            log(tournament, "players.added", by=by, key=key, numbers=list(range(first, first + len(added))))
        return len(added)


def _entry_columns(name: PastedName, refused: Collection[int]) -> dict[str, Any]:
    return asdict(name.entry) | {"may_publish": name.entry.may_publish and name.choice not in refused}


def _player_id(name: PastedName, tournament: Tournament) -> int:
    if isinstance(name.choice, int):
        return name.choice
    return Player.objects.create(**asdict(name.player), home=tournament).pk


def _fill_in(new_facts: dict[int, PlayerFacts], locked: dict[int, Tournament], by: Visitor) -> None:
    played: dict[int, set[int]] = {}
    for entry in Entry.objects.filter(player__in=new_facts):
        played.setdefault(entry.player_id, set()).add(entry.tournament_id)
    for player in Player.objects.filter(pk__in=new_facts):
        tournament_ids = played.get(player.pk, set())
        if tournament_ids <= locked.keys():
            change_player(
                player, filled_in(player, new_facts[player.pk]), [locked[pk] for pk in sorted(tournament_ids)], by=by
            )


def _check_preview(tournament: Tournament, names: Sequence[PastedName], by: Visitor) -> None:
    known = known_players(tournament, by)
    for name in names:
        matches = known.like(name.player)
        chosen_is_here = any(player.is_here for player in matches if player.player == name.choice)
        if {player.player for player in matches} != name.known or chosen_is_here:
            raise PreviewOutdated
        if isinstance(name.choice, int) and name.choice not in name.known:
            raise PreviewOutdated
