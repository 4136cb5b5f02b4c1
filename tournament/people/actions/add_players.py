"""Enter players in a tournament."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, replace
from typing import Any
from uuid import UUID

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import lock_players, locked_tournaments
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.core.queries.contacts import PRIVATE, read_by_others
from tournament.core.queries.disk import check_free_space
from tournament.models import Entry, Player, PlayerFacts, Tournament, Visitor
from tournament.people.actions.entry_numbers import next_entry_number
from tournament.people.actions.player_facts import change_player, differing, filled_in
from tournament.people.queries.known_players import agreed_to_organize, known_here, known_players
from tournament.people.queries.person import decided_by_other_clubs
from tournament.people.queries.players import PastedName
from tournament.people.queries.refusals import earlier_answer, unasked, unpublished

LOGGED_AT_ONCE = 100
"""The most log entries that are written in one transaction: one for each tournament of each player whose details are
filled in. A single player may be in more tournaments. On SQLite no table of the site can record a hand during a
transaction."""


class PreviewOutdated(NotDone):
    """The preview is stale: after it was shown, a known player with one of these names was entered, changed or
    removed."""

    message = _("The players were changed meanwhile. No one was added; check the names again.")


@once_per_key
def add_players(*, tournament_id: int, key: UUID, names: Sequence[PastedName], by: Visitor) -> int:
    """Enter these players in their order, and return how many were entered. `key` is the idempotency key: a retry
    enters nobody.

    Empty details of a known player are filled in (`_completed`), if `by` organizes all tournaments of that player. A
    known player gets no public name in this tournament if the player refused it in the latest of the tournaments that
    `by` organizes. Raises `PreviewOutdated`, `DiskNearlyFull`, `TooManyPlayers`, `NumbersUsedUp` and `Archived`.
    """
    _check_preview(tournament_id, key, names, by)
    new_facts = {name.choice: name.player for name in names if isinstance(name.choice, int)}
    tournament = Tournament.objects.get(pk=tournament_id)
    added = _add(tournament_id, key, names, next(_lacking(new_facts, tournament, by), {}), by)
    # Details that were too many for one transaction, or that a killed process left over.
    for some in _lacking(new_facts, tournament, by):
        with suppress(Tournament.DoesNotExist), locked_tournaments(*_all_events(some)) as locked:
            _fill_in(some, tournament, locked, by)
    return added


def _add(
    tournament_id: int, key: UUID, names: Sequence[PastedName], new_facts: dict[int, PlayerFacts], by: Visitor
) -> int:
    known = [name.choice for name in names if isinstance(name.choice, int)]
    with locked_tournaments(tournament_id, *_all_events(new_facts), here=tournament_id) as locked:
        tournament = locked[tournament_id]
        repeated = logged_before(key, "players.added", tournament=tournament)
        if repeated is not None:
            return len(repeated.data["numbers"])
        check_free_space()
        _check_here(tournament, names)

        added = [name for name in names if name.choice != "skip"]
        first = next_entry_number(tournament, people=len(added))
        _fill_in(new_facts, tournament, locked, by)
        organized = Tournament.objects.organized_by(by)
        refused = unpublished(known, organized, agreed=agreed_to_organize(by))
        not_asked = unasked(known, organized)
        Entry.objects.bulk_create(
            Entry(
                tournament=tournament,
                player_id=player,
                number=number,
                **_entry_columns(name, refused, not_asked),
            )
            for number, (name, player) in enumerate(zip(added, _player_ids(added, tournament), strict=True), first)
        )
        if added:
            log(tournament, "players.added", by=by, key=key, numbers=list(range(first, first + len(added))))
        return len(added)


def _entry_columns(name: PastedName, refused: Collection[int], not_asked: Collection[int]) -> dict[str, Any]:
    known = name.choice if isinstance(name.choice, int) else None
    agrees = name.entry.may_publish
    return asdict(name.entry) | earlier_answer(known, refused=refused, unasked=not_asked, agrees=agrees)


def _player_ids(names: Sequence[PastedName], tournament: Tournament) -> list[int]:
    """Return the ids of the players on these lines, in the order of the lines. New players are created."""
    facts = [name.player for name in names if not isinstance(name.choice, int)]
    new = iter(Player.objects.bulk_create(Player(**asdict(each), home=tournament) for each in facts))
    return [name.choice if isinstance(name.choice, int) else next(new).pk for name in names]


def _lacking(
    new_facts: Mapping[int, PlayerFacts], tournament: Tournament, by: Visitor
) -> Iterator[dict[int, PlayerFacts]]:
    """Yield the details that fill in empty fields of known players, by the player's id. Players in a tournament that
    `by` does not organize are left out, and players of somebody else's club (`decided_by_other_clubs`). Each yielded
    part leads to at most `LOGGED_AT_ONCE` log entries, or is about a single player."""
    organized = set(Tournament.objects.organized_by(by).values_list("pk", flat=True))
    events, exposed = _events_of(new_facts), _exposed(new_facts, tournament)
    part: dict[int, PlayerFacts] = {}
    logged = 0
    for player in Player.objects.filter(~decided_by_other_clubs(by), pk__in=new_facts).order_by("pk"):
        facts, theirs = new_facts[player.pk], events[player.pk]
        if not theirs <= organized or not differing(player, _completed(player, facts, exposed)):
            continue
        if part and logged + len(theirs) > LOGGED_AT_ONCE:
            yield part
            part, logged = {}, 0
        part[player.pk] = facts
        logged += len(theirs)
    if part:
        yield part


def _fill_in(
    new_facts: Mapping[int, PlayerFacts], tournament: Tournament, locked: Mapping[int, Tournament], by: Visitor
) -> None:
    events, exposed = _events_of(new_facts), _exposed(new_facts, tournament)
    for player in Player.objects.filter(pk__in=new_facts, removed_at=None):
        if events[player.pk] <= locked.keys():
            facts = _completed(player, new_facts[player.pk], exposed)
            change_player(player, facts, [locked[pk] for pk in sorted(events[player.pk])], by=by)


def _completed(player: Player, facts: PlayerFacts, exposed: Collection[int]) -> PlayerFacts:
    """Return the player's details, with empty ones filled in from `facts`. For a player in `exposed`, the contacts
    (`PRIVATE`) stay as they are."""
    completed = filled_in(player, facts)
    if player.pk not in exposed:
        return completed
    return replace(completed, **{name: getattr(player, name) for name in PRIVATE})


def _exposed(players: Collection[int], tournament: Tournament) -> set[int]:
    """Return the ids of those `players` whose contacts people outside of this tournament's team could read.

    A player is included for one of two reasons. The player has an entry from the public form, whose sender may have
    used the name of a known person. Or an outsider is in the team of one of the player's events (`read_by_others`), for
    example somebody who copied an event with its team and was removed from it later.
    """
    by_form = Entry.objects.by_form().filter(player__in=players)
    return set(by_form.values_list("player", flat=True)) | read_by_others(players, tournament)


def _events_of(players: Collection[int]) -> dict[int, set[int]]:
    """Return the ids of each player's tournaments, by the player's id."""
    events: dict[int, set[int]] = {pk: set() for pk in players}
    for player, tournament in Entry.objects.filter(player__in=players).values_list("player", "tournament"):
        events[player].add(tournament)
    return events


def _all_events(players: Collection[int]) -> set[int]:
    return {event for events in _events_of(players).values() for event in events}


def _check_preview(tournament_id: int, key: UUID, names: Sequence[PastedName], by: Visitor) -> None:
    """Raise `PreviewOutdated` if the form offered other known players for a name than it would offer now. A form that
    was already sent is accepted.

    The check runs without a lock, because an organizer may know tens of thousands of players.
    """
    tournament = Tournament.objects.get(pk=tournament_id)
    known = known_players(tournament, by)
    differs = any({player.player for player in known.like(name.player)} != name.known for name in names)
    # Check the log only now, because the same form may be sent twice at once.
    if differs and logged_before(key, "players.added", tournament=tournament) is None:
        raise PreviewOutdated


def _check_here(tournament: Tournament, names: Sequence[PastedName]) -> None:
    """Raise `PreviewOutdated` if, since `_check_preview`, somebody with one of these names was entered in this locked
    tournament, or a chosen player was entered in it, merged or removed."""
    known = known_here(tournament)
    chosen = {name.choice for name in names if isinstance(name.choice, int)}
    if Player.objects.filter(pk__in=lock_players(chosen), removed_at=None).count() != len(chosen):
        raise PreviewOutdated
    if tournament.entries.filter(player__in=chosen).exists():
        raise PreviewOutdated  # also under another name: who was chosen may have been renamed
    for name in names:
        if not {player.player for player in known.like(name.player)} <= name.known:
            raise PreviewOutdated
        if isinstance(name.choice, int) and name.choice not in name.known:
            raise PreviewOutdated
