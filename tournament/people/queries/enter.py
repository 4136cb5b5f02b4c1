"""Whether the entry form of a tournament is open, and the counts that its page shows."""

from dataclasses import dataclass
from enum import StrEnum

from django.db.models import Count, Q
from django.utils import timezone

from tournament.core.limits import LOGGED_FROM_OUTSIDE
from tournament.models import Entry, EntryStatus, EntryTerms, Tournament
from tournament.standings.queries.finished import progress_of

MANY_BY_FORM = 400
"""The number of entries by the public form from which each network may send only a few more."""


class EntryFormState(StrEnum):
    """The state of the entry form today."""

    NONE = "none"  # only the organizers enter people
    LATER = "later"
    OPEN = "open"
    CLOSED = "closed"
    FINISHED = "finished"  # the tournament is over


@dataclass(frozen=True, kw_only=True)
class EnterPage:
    """The data of the entry page: the form's state, the terms if there are any, how many people play, and how many wait
    for a place. `is_decided` says whether an organizer decides about each new entry."""

    form_state: EntryFormState
    terms: EntryTerms | None
    is_decided: bool
    playing: int
    waiting: int

    @property
    def is_open(self) -> bool:
        return self.form_state is EntryFormState.OPEN

    @property
    def places_left(self) -> int | None:
        """How many places are left; None if the number of places has no limit."""
        if self.terms is None or self.terms.limit is None:
            return None
        return max(self.terms.limit - self.playing, 0)


def is_crowded(tournament: Tournament) -> bool:
    """Whether the public form has made so many entries of people who were never seated that most may be invented,
    whatever their status: an event may accept everybody, and anybody may cancel an entry."""
    return tournament.entries.by_form().filter(seats=None).count() >= MANY_BY_FORM


def terms_of(tournament: Tournament) -> EntryTerms | None:
    """Return the tournament's entry terms, or None if nobody set any."""
    return EntryTerms.objects.filter(tournament=tournament).first()


def entry_form_state(tournament: Tournament, terms: EntryTerms | None) -> EntryFormState:
    """Return whether the entry form is open today, in the event's time zone. The form is never open after the
    tournament is over, or when its log has only room for the team and for hands."""
    today = timezone.localdate()
    if terms is None or not terms.is_on:
        return EntryFormState.NONE
    if progress_of(tournament).is_finished:
        return EntryFormState.FINISHED
    if terms.opens_on and today < terms.opens_on:
        return EntryFormState.LATER
    is_closed = (terms.closes_on and today > terms.closes_on) or tournament.version >= LOGGED_FROM_OUTSIDE
    return EntryFormState.CLOSED if is_closed else EntryFormState.OPEN


def has_begun(tournament: Tournament) -> bool:
    """Whether the event has begun, so that places that become free stay empty: a round was started, the first day is
    over, or the event is archived."""
    is_past = tournament.starts_on is not None and tournament.starts_on < timezone.localdate()
    return is_past or tournament.archived_at is not None or tournament.rounds.exists()


def is_each_entry_decided(tournament: Tournament, terms: EntryTerms) -> bool:
    """Whether an organizer decides about each new entry. During a tournament that is always so: another player would
    make the accepted seating plan unfit, or count as sitting out. A club night has neither."""
    return terms.is_moderated or (tournament.kind.has_rounds and has_begun(tournament))


def are_teams_fixed(tournament: Tournament) -> bool:
    """Whether only organizers may change anybody's team. A team's players are fixed from the first round on: a player
    who sat on the bench before a cut must not bring the place in the final to a team that is out."""
    return tournament.rounds.exists()


def enter_page(tournament: Tournament) -> EnterPage:
    """Load the data that the page shows above the entry form, in a fixed number of queries."""
    terms = terms_of(tournament)
    counts = tournament.entries.aggregate(
        playing=Count("pk", filter=Q(status=EntryStatus.ACCEPTED)),
        waiting=Count("pk", filter=Q(status=EntryStatus.WAITING)),
    )
    return EnterPage(
        form_state=entry_form_state(tournament, terms),
        terms=terms,
        is_decided=terms is not None and is_each_entry_decided(tournament, terms),
        playing=counts["playing"],
        waiting=counts["waiting"],
    )


def place_in_line(entry: Entry) -> int:
    """Return an entry's position on the waiting list; the entry at position 1 gets the next free place."""
    line = Entry.objects.filter(tournament=entry.tournament_id, status=EntryStatus.WAITING)
    return line.filter(number__lte=entry.number).count()


def may_change_itself(entry: Entry) -> bool:
    """Whether the person may change or cancel this entry by its private link. The person may do so until the person has
    a seat, or sits out a round."""
    if entry.status in {EntryStatus.NO_SHOW, EntryStatus.CANCELLED} or entry.player.removed_at is not None:
        return False
    if entry.tournament.archived_at or entry.seats.exists() or entry.departures.exists():
        return False
    return not entry.tournament.rounds.filter(resting=entry).exists()


def is_team_fixed(entry: Entry) -> bool:
    """Whether only organizers may change this entry's team. A player whom a team has named for a match must not play
    it for another team."""
    return entry.team_seats.exists() or are_teams_fixed(entry.tournament)


def is_name_decided(entry: Entry) -> bool:
    """Whether organizers accepted this person as named, in this tournament or a public one in which they accept each
    entry. Then the private links can no longer change the name. Somebody on the waiting list there is accepted too, and
    may move up automatically. Private copies of others tell nothing, and hold nobody's name.

    Once this tournament has begun, they accept each later entry too (`is_each_entry_decided`), so nobody who is
    accepted by then changes the name."""
    decided, terms = [EntryStatus.ACCEPTED, EntryStatus.WAITING], terms_of(entry.tournament)
    if entry.status in decided and terms is not None and is_each_entry_decided(entry.tournament, terms):
        return True
    entries = Entry.objects.filter(player=entry.player_id, status__in=decided, tournament__deleted_at=None)
    here_or_public = Q(tournament=entry.tournament_id) | Q(tournament__is_public=True)
    return entries.filter(here_or_public, tournament__terms__is_moderated=True).exists()
