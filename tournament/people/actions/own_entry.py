"""Change or cancel an entry by its private link, which the caller has verified."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import actor_of, log
from tournament.core.actions.locking import locked_tournament, locked_tournaments
from tournament.core.actions.rates import Use, take
from tournament.core.errors import NobodyLeft, NotDone, TooOften
from tournament.core.limits import LOGGED_FROM_OUTSIDE
from tournament.core.queries.belonging import is_decided_by_club
from tournament.core.queries.contacts import hidden_from_links, with_older_links
from tournament.core.rates import Rate
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.mail.actions.write_mail import write_mail
from tournament.mail.queries.mails import mails_own_links
from tournament.models import Entry, EntryFacts, EntryStatus, MailKind, PlayerFacts, Role, Tournament, Visitor
from tournament.models.links import LINK_COLUMNS
from tournament.people.actions.move_up import move_up
from tournament.people.actions.player_facts import (
    CHANGES_ELSEWHERE,
    change_player,
    check_not_played,
    differing,
    loggable,
    merged_entry,
    merged_person,
)
from tournament.people.queries.enter import is_name_decided, is_team_fixed, may_change_itself, place_in_line
from tournament.people.queries.own_note import is_own_note
from tournament.people.queries.person import tournaments_of

CHANGES_BY_LINK = Rate("changes of one entry by its link", 5, timedelta(days=90))
"""Limit for the changes of one entry by its private link, whoever uses the link. Anybody gets such links by the entry
form, and each change adds up to a kilobyte to the event's log, which is part of its file (`reading.MOST_BYTES`)."""

FURTHER_CHANGES = Rate("further changes of an event's entries by their links", 1_000, timedelta(days=90))
"""Limit for the changes beyond `CHANGES_BY_LINK` of all entries of an event together."""


class ChangedTooOften(NotDone):
    """Entries were changed too often by their links (`CHANGES_BY_LINK`, `FURTHER_CHANGES`), or the room left in the
    event's log is reserved for the team and for hands (`limits.LOGGED_FROM_OUTSIDE`)."""

    message = _(
        "There were too many changes, so you can no longer change your details here. Nothing was changed; ask the"
        " organizers."
    )


class HasBegun(NotDone):
    """The person has a seat, has sat out a round, has left, or did not come, so only the organizers can change or
    cancel the entry."""

    message = _(
        "You have already had a seat or sat out a round, so you cannot change your entry here. Tell the organizers;"
        " nothing was changed."
    )


class NotAnOrganizer(NotDone):
    """A referee sees the private links of all players, to show them at the desk, but may not use a link to change or
    cancel an entry."""

    message = _(
        "Nothing was changed. You are logged in as a referee, and referees cannot change or cancel"
        " entries. Ask an organizer, or let the player do it on their own phone."
    )


class NameDecided(NotDone):
    """Organizers accepted the entry under another name than the form has (`is_name_decided`)."""

    message = _(
        "The organizers have accepted your entry under this name, so only they can change it. Nothing was changed."
    )


class NumberOfAnother(NotDone):
    """A player whom everybody sees on the list has this EMA number. The entry form refuses it too (`NumberTaken`)."""

    message = _(
        "A player with this EMA number is already entered, so nothing was changed. If that player is not you, ask the"
        " organizers."
    )


class TeamIsFixed(NotDone):
    """The tournament has begun, or the team has named this player for a match (`is_team_fixed`)."""

    message = _(
        "The teams of the tournament are fixed now, so you cannot change your team here. Nothing was changed; ask the"
        " organizers."
    )


class LinkNotMailed(NotDone):
    """The new address would get a new private link, but no mail can be sent to it now."""

    message = _(
        "No mail with your new link can be sent to this address now, so nothing was changed. Try again tomorrow, or ask"
        " the organizers."
    )


class PlaysInOtherEvents(NotDone):
    """The person also plays in other tournaments, which would show the change too."""

    message = _(
        "You also play in other tournaments, so only the organizers can change your name, country, club, number, mail "
        "and phone. Nothing was changed."
    )


class LinkTooOld(NotDone):
    """The tournament became the person's home after the link was made (`Player.home_since`). Somebody who may
    never have been allowed to change the details may have kept the link."""

    message = _(
        "With this link you cannot change your name, country, club, number, mail and phone. Ask the organizers for a"
        " new link. Nothing was changed."
    )


class ClubDecides(PlaysInOtherEvents):
    """The person belongs to a club (`Player.home_club`), or is on its list without a home (`is_decided_by_club`). So
    the club's organizers decide about the details."""

    message = _(
        "You belong to a club, so only its organizers can change your name, country, club, number, mail and phone. "
        "Nothing was changed."
    )


def edit_own_entry(
    *,
    entry_id: int,
    player: PlayerFacts,
    team: str,
    note: str,
    may_publish: bool,
    by: Visitor,
    uses: Sequence[Use] = (),
    base: tuple[PlayerFacts, EntryFacts] | None = None,
) -> Entry:
    """Change the person's details and the entry. A retry changes nothing. A note that the team wrote stays
    (`is_own_note`). `base` has the details that the form was filled in with (see `core.merge`).

    A new mail address gets a confirmation within `uses`. If people get their links by mail, the confirmation has a new
    link, and the present one ends: whoever holds it may have entered another person. The change is then refused if no
    mail can be sent. Return the entry, with the link for the desk (`Entry.is_at_desk`) if its own link was replaced.

    If the person has several entries, or a club decides about the person, only the link of the entry in the home
    (`Player.home`) can change the details, and never a link that is older than the home (`Player.home_since`).
    Withdrawing the consent to a public name is never refused for too many changes. Raises `HasBegun`, `NotAnOrganizer`,
    `NameDecided`, `PlayedAsNamed`, `NumberOfAnother`, `TeamIsFixed`, `PlaysInOtherEvents`, `ClubDecides`, `LinkTooOld`,
    `NobodyLeft`, `ChangedTooOften`, `TooOften`, `LinkNotMailed`, `Archived` and `Entry.DoesNotExist`.
    """
    before = Entry.objects.get(pk=entry_id)
    everywhere = tournaments_of(before.player_id).values_list("pk", flat=True)
    with locked_tournaments(*everywhere, here=before.tournament_id) as locked:
        tournament, entry = locked[before.tournament_id], _open_entry(entry_id, by)
        if locked.keys() != set(tournaments_of(entry.player_id).values_list("pk", flat=True)):
            raise NobodyLeft  # the person was merged, entered elsewhere or taken out, before the locks were taken
        facts = replace(EntryFacts(), team=team, note=note, may_publish=may_publish)
        if base is not None:
            player, facts = merged_person(player, base[0], entry.player), merged_entry(facts, base[1], entry)
        if not is_own_note(entry):
            facts = replace(facts, note=entry.note)
        actor = actor_of(by, player=entry.number)
        before_mail, changes_person = entry.player.mail, bool(differing(entry.player, player))
        changed = [name for name in differing(entry, facts) if name in {"team", "note", "may_publish"}]
        known: dict[str, Any] = {"by": by, "actor": actor, "protects": entry.may_publish and not facts.may_publish}
        if (changed or changes_person) and not known["protects"]:
            _check_number_of_changes(entry, tournament)
        _check_changes(entry, changed, player, locked.values())
        if changes_person:
            _check_changes_person(entry, is_elsewhere=len(locked) > 1)
            check_not_played(entry.player, differing(entry.player, player))
            if len(locked) > 1:
                take((CHANGES_ELSEWHERE, f"links of person {entry.player_id}"))
            change_player(entry.player, player, list(locked.values()), here=tournament, **known)
        if changed:
            _change_entry(entry, tournament, changed, facts, known)
        if known["protects"]:
            hide_substitutes(tournament, [entry.player.name])
        if player.mail and player.mail != before_mail:
            _confirm_address(entry, tournament, known, uses=uses)
        return entry


def _change_entry(
    entry: Entry, tournament: Tournament, changed: Collection[str], facts: EntryFacts, known: Mapping[str, Any]
) -> None:
    was = loggable(entry, changed)
    for name in changed:
        setattr(entry, name, getattr(facts, name))
    if "may_publish" in changed:
        entry.answered_at = timezone.now()
    entry.save(update_fields=[*changed, "answered_at"])
    after = loggable(entry, changed)
    # `own` is needed, because the author in the log may be the person's account.
    log(tournament, "entry.edited", **known, number=entry.number, before=was, after=after, own=True)


def _confirm_address(entry: Entry, tournament: Tournament, known: Mapping[str, Any], *, uses: Sequence[Use]) -> None:
    """Write the confirmation to the entry's new mail address, with a new link if people get their links by mail."""
    entry.is_mail_from_elsewhere = False  # as `change_player` has stored
    place = place_in_line(entry) if entry.status == EntryStatus.WAITING else None
    is_sent = write_mail(entry, MailKind.RECEIVED, tournament, place=place, uses=uses)
    if not mails_own_links(tournament):
        return
    if not is_sent:
        raise LinkNotMailed
    entry.renew_link()
    entry.save(update_fields=LINK_COLUMNS)
    log(tournament, "player.link_renewed", **known, number=entry.number)
    entry.is_at_desk = True


def _check_changes(entry: Entry, changed: Collection[str], player: PlayerFacts, events: Iterable[Tournament]) -> None:
    """Check changes that may harm others. `events` are all events that show the person; of those that are private, only
    the entry's own one is looked at, as the answer tells who plays there."""
    differs = differing(entry.player, player)
    if "name" in differs and is_name_decided(entry):
        raise NameDecided
    if "team" in changed and is_team_fixed(entry):
        raise TeamIsFixed
    if not player.ema_number or "ema_number" not in differs:
        return
    seen = [event for event in events if event.is_public or event.pk == entry.tournament_id]
    others = [event.entries.named().exclude(player=entry.player_id) for event in seen]
    if any(each.filter(player__ema_number=player.ema_number).exists() for each in others):
        raise NumberOfAnother


def _check_changes_person(entry: Entry, *, is_elsewhere: bool) -> None:
    """Check that the entry's link can change the person's details. `is_elsewhere` says whether the person has entries
    in other tournaments too."""
    if entry.pk not in hidden_from_links(entry.tournament):
        return
    if with_older_links(entry.tournament).filter(pk=entry.pk).exists():
        raise LinkTooOld
    if entry.player.home_club_id is not None or is_decided_by_club(entry.player_id):
        raise ClubDecides
    if is_elsewhere:
        raise PlaysInOtherEvents


def cancel_own_entry(*, entry_id: int, by: Visitor) -> None:
    """Cancel the entry; organizers still see the entry and its payment. A retry changes nothing.

    The first person on the waiting list gets the place, if the entry terms say so. Raises `HasBegun`, `NotAnOrganizer`,
    `Archived` and `Entry.DoesNotExist`.
    """
    owner = Entry.objects.values("tournament_id").get(pk=entry_id)
    with locked_tournament(owner["tournament_id"]) as tournament:
        if Entry.objects.get(pk=entry_id).status == EntryStatus.CANCELLED:
            return
        entry = _open_entry(entry_id, by)
        had_place = entry.status == EntryStatus.ACCEPTED
        entry.status, entry.checked_in_at, entry.arrived_by_link = EntryStatus.CANCELLED, None, False
        entry.save(update_fields=["status", "checked_in_at", "arrived_by_link"])
        log(
            tournament,
            "entry.cancelled",
            by=by,
            actor=actor_of(by, player=entry.number),
            number=entry.number,
        )
        write_mail(entry, MailKind.CANCELLED, tournament)
        move_up(tournament, by, freed=int(had_place))


def _check_number_of_changes(entry: Entry, tournament: Tournament) -> None:
    if tournament.version >= LOGGED_FROM_OUTSIDE:
        raise ChangedTooOften
    for use in ((CHANGES_BY_LINK, f"entry {entry.pk}"), (FURTHER_CHANGES, f"event {tournament.pk}")):
        with suppress(TooOften):
            take(use)
            return
    raise ChangedTooOften


def _open_entry(entry_id: int, by: Visitor) -> Entry:
    entry = Entry.objects.select_related("player", "tournament").get(pk=entry_id)
    if by.role_in(entry.tournament) == Role.REFEREE:
        raise NotAnOrganizer
    if not may_change_itself(entry):
        raise HasBegun
    return entry
