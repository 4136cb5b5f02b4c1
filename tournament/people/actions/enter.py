"""Enter oneself in a tournament with the public form, without an account."""

from collections.abc import Sequence
from dataclasses import asdict
from uuid import UUID

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log, logged_before
from tournament.core.actions.locking import locked_tournament
from tournament.core.actions.rates import Use
from tournament.core.actions.submissions import once_per_key
from tournament.core.errors import NotDone
from tournament.core.queries.contacts import hidden_from_an_organizer
from tournament.core.text import folded
from tournament.mail.actions.write_mail import write_mail
from tournament.mail_addresses import mail_key, may_be_at
from tournament.models import Entry, EntryStatus, EntryTerms, MailKind, Player, PlayerFacts, Tournament, Visitor
from tournament.people.actions.entry_numbers import next_entry_number
from tournament.people.queries.enter import (
    EntryFormState,
    are_teams_fixed,
    entry_form_state,
    is_each_entry_decided,
    place_in_line,
    terms_of,
)
from tournament.people.queries.free_places import free_places

MOST_ENTERED = 1_000
"""The number of entries at which the public form closes, which keeps it from filling the database. Organizers may add
more players."""


class EntryClosed(NotDone):
    """The public form was closed since it was shown, or the waiting list is full."""

    message = _("This tournament does not accept entries now. Nothing was sent.")


class TournamentOver(EntryClosed):
    """The tournament is over: its last round was played, or the tournament is archived."""

    message = _("This tournament is over and accepts no more entries. Nothing was sent.")


class NumberTaken(NotDone):
    """A player whom everybody sees on the list has this EMA number, and is most likely the same person."""

    message = _(
        "A player with this EMA number is already entered, so nothing was sent. If that player is not"
        " you, ask the organizers."
    )


class AlreadyEntered(NotDone):
    """A player whom everybody sees on the list has this name and mail address, and is most likely the same person."""

    message = _("You are already entered. The link to your entry is on its way to your mail address.")


class AlreadyEnteredNoMail(NotDone):
    """The person is already entered, but no mail with the link can be sent now."""

    message = _(
        "You are already entered, but no mail with the link to your entry can be sent now. Ask the organizers for the"
        " link."
    )


class LinkReplaced(NotDone):
    """The form was sent again, but the private link of its entry was replaced meanwhile. The sender may be a person who
    must not get the new link."""

    message = _(
        "Your entry has arrived. Its first private link was replaced and no longer works: use the newest link, or ask"
        " the organizers."
    )


@once_per_key
def enter(
    *,
    tournament_id: int,
    key: UUID,
    player: PlayerFacts,
    note: str,
    may_publish: bool,
    by: Visitor,
    team: str = "",
    language: str = "",
    uses: Sequence[Use] = (),
) -> Entry:
    """Enter a new person. The entry terms decide whether the entry's status is accepted, waiting or applied; once the
    tournament has begun, nobody is accepted. Once teams are fixed, the entry has no team. A retry returns the same
    entry, unless its private link was replaced meanwhile (`LinkReplaced`).

    The person is always new, because a known name does not prove who sent the form. A confirmation mail in `language`
    is written for the person; it is sent only within the rate limits of the sender (`uses`).

    A person who seems to be entered already is refused only if everybody may see the earlier entry: a refusal must not
    reveal a hidden entry to a stranger. Otherwise organizers see both entries on the page of players
    (`people.queries.duplicates`). Raises `EntryClosed`, `TournamentOver`, `AlreadyEntered`, `NumberTaken`,
    `LinkReplaced`, `TooManyPlayers` and `NumbersUsedUp`.
    """
    with locked_tournament(tournament_id) as tournament:
        repeated = logged_before(key, "entry.applied", tournament=tournament)
        if repeated is not None:
            earlier = tournament.entries.filter(number=repeated.data["number"]).first()
            if earlier is None:
                raise EntryClosed
            if earlier.link_made_at > repeated.at:
                raise LinkReplaced
            return earlier
        terms = terms_of(tournament)
        form_state = entry_form_state(tournament, terms)
        if form_state is EntryFormState.FINISHED:
            raise TournamentOver
        if terms is None or form_state is not EntryFormState.OPEN:
            raise EntryClosed
        if tournament.entries.count() >= MOST_ENTERED:
            raise EntryClosed
        if entries_like(tournament, player):
            raise AlreadyEntered
        if player.ema_number and tournament.entries.named().filter(player__ema_number=player.ema_number).exists():
            raise NumberTaken

        entry = tournament.entries.create(
            player=Player.objects.create(**asdict(player), home=tournament),
            number=next_entry_number(tournament),
            status=_status(tournament, terms),
            team="" if are_teams_fixed(tournament) else team,
            note=note,
            may_publish=may_publish,
            language=language,
            link_made_at=timezone.now(),  # set before the log entry is written: a retry compares both times
        )
        log(tournament, "entry.applied", by=by, key=key, number=entry.number, status=entry.status)
        place = place_in_line(entry) if entry.status == EntryStatus.WAITING else None
        write_mail(entry, MailKind.RECEIVED, tournament, place=place, batch=key, uses=uses)
        return entry


def entries_like(tournament: Tournament, player: PlayerFacts) -> list[Entry]:
    """Return the entries that everybody sees and that have the same name and mail address as `player`. An address that
    an organizer may not read is like none: the answer of the form would confirm a guess."""
    if not player.mail:
        return []
    like = (mail_key(player.mail), folded(player.name))
    entries = tournament.entries.named().filter(may_be_at("player__mail", player.mail)).select_related("player")
    alike = [entry for entry in entries if (mail_key(entry.player.mail), folded(entry.player.name)) == like]
    return [entry for entry in alike if not hidden_from_an_organizer(tournament, entry=entry)]


def mail_link_again(*, tournament_id: int, player: PlayerFacts, uses: Sequence[Use]) -> None:
    """Write the confirmation mail with the private link again, for a person who entered twice. The mail is sent only
    within `uses`. It goes to the mail address in the first entry, because the sender of the form may be another
    person, who must not get the link. Raises `AlreadyEnteredNoMail` if nothing can be sent."""
    is_sent = False
    with locked_tournament(tournament_id) as tournament:
        for entry in entries_like(tournament, player):
            place = place_in_line(entry) if entry.status == EntryStatus.WAITING else None
            is_sent |= write_mail(entry, MailKind.RECEIVED, tournament, place=place, uses=uses)
    if not is_sent:
        raise AlreadyEnteredNoMail


def _status(tournament: Tournament, terms: EntryTerms) -> EntryStatus:
    if terms.is_moderated:
        return EntryStatus.APPLIED
    # New entries go behind the waiting list, even if a place is free.
    if tournament.entries.filter(status=EntryStatus.WAITING).exists():
        return EntryStatus.WAITING
    if terms.limit is not None and free_places(tournament, terms.limit) == 0:
        return EntryStatus.WAITING
    return EntryStatus.APPLIED if is_each_entry_decided(tournament, terms) else EntryStatus.ACCEPTED
