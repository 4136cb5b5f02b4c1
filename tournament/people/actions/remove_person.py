"""Remove a person: the personal data is erased, and the results stay under the name "a player"."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Set
from functools import partial

from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import lock_players
from tournament.core.errors import NotDone
from tournament.core.queries.accountable import accountable
from tournament.models import Club, Entry, EntryStatus, LogEntry, Mail, Player, PushSubscription, Tournament, Visitor
from tournament.models.clubs.club import club_nights
from tournament.people.actions.edit_entry import OfOtherClub
from tournament.people.actions.erase_person import (
    RENAMED,
    erase_mentions,
    erase_person,
    former_name,
    names_of,
)
from tournament.people.actions.forget_uploads import forget_uploads
from tournament.people.actions.late_copies import forget_player, in_late_copies, locked_with_late_copies
from tournament.people.actions.move_up import move_up
from tournament.people.erased_texts import ErasedNames
from tournament.people.queries.person import (
    entries_of,
    is_decided_by_other_club,
    log_about,
    owned_among,
    removable_by,
    tournaments_of,
)
from tournament.people.queries.related_events import (
    copying_entries,
    events_that_may_name,
    nights_that_may_name,
    organized_by_same_people,
)
from tournament.people.queries.typed_texts import TypedTexts
from tournament.people.teams_of_events import ComputedSets


class EnteredElsewhere(NotDone):
    """The person's home (`Player.home`) is a tournament that the visitor does not own. Or the person has no home, and
    plays in such a tournament. This may have become so after the page was shown."""

    message = _(
        "This person was first entered in a tournament that you do not own, or plays in one. Nothing was changed; ask"
        " the owner of that tournament or the staff of the site."
    )


class CopiedMeanwhile(NotDone):
    """While a removal waited for its locks, a tournament came to those that may name the person (`_related`): usually a
    copy. The removal would have missed it."""

    message = _("One of the tournaments was copied at the same moment. Nothing was changed; please try again.")


def remove_person(*, player_id: int, by: Visitor) -> None:
    """Erase a person's details and the texts about the person in every tournament. This cannot be undone.

    Erased are name, country, club, numbers, mail, phone, notes and push addresses. "Every tournament" includes archived
    tournaments, other organizers' copies, tournaments that are at a laptop now (`Tournament.away_since`), and late
    copies (`HandOver.late_copy`). The names are also erased from texts of related events (`events_that_may_name`). Who
    may remove a person is said in `removable_by`: an owner of the person's home (`Player.home`), the organizers of the
    club that decides about a person without a home, and staff.

    Seats, hands, results, and penalties with their points stay; the log keeps only the player's number. In typed texts
    "#12" replaces the name of player 12. Each tournament loses the names that its own log has; if `by` owns it
    (`owned_among`), also those in the logs of events of the same organizers (`organized_by_same_people`). Anybody can
    invent a former name in a log of their own, even that of the home, and it may be a word of others. For the same
    reason related events of others lose names only in some places (`erase_mentions`), and copies those of their
    original (`_names_before_copies`). The places of clubs that `by` organizes lose names too (`_clubs_of`).

    Removing somebody again changes nothing. Raises `OfOtherClub` if a club that `by` does not organize decides about
    the person, otherwise `EnteredElsewhere` if `by` may not remove the person; `LateFileCame`, `CopiedMeanwhile`, and
    `Tournament.DoesNotExist` if one of the person's tournaments was deleted meanwhile. Tournaments that are being
    deleted are not changed here, because their deletion removes the person too.
    """
    ids = set(tournaments_of(player_id).values_list("pk", flat=True))
    if not ids and Entry.objects.filter(player=player_id).exists():
        raise Tournament.DoesNotExist  # they are being deleted together with their only tournaments
    with locked_with_late_copies(*ids, *_related(ids, player_id, _names(ids, player_id), by)) as tournaments:
        lock_players([player_id])
        player, entries = _removable(player_id, ids, by)
        if player.removed_at is not None:
            return
        clubs = set(_clubs_of(player_id, by, nights=ids).values_list("pk", flat=True))
        names_in = {entry.tournament_id: names_of(entry) for entry in entries}
        related = _related(ids, player_id, {player.name}.union(*names_in.values()), by, among=tournaments.keys())
        copied = in_late_copies({entry: names_in[entry.tournament_id] for entry in entries})
        for copy, original in copied.items():
            names_in[copy.tournament_id] = names_of(copy) | names_in[original.tournament_id]
        of_home = {player.name, *names_in.get(player.home_id or 0, ())}
        everywhere, texts = [*entries, *copied], TypedTexts(tournaments.keys())
        owned, shared = owned_among(tournaments.keys(), by), organized_by_same_people(ids)
        before = _names_before_copies(entries)
        for entry in everywhere:
            tournament = tournaments[entry.tournament_id]
            known_in = {tournament.pk, *(shared.get(tournament.pk, ()) if tournament.pk in owned else ())}
            names = set().union(*(names_in[event] for event in known_in))
            erase_person(tournament, entry, names, texts, before.get(tournament.pk, ()))
            log(tournament, "person.removed", by=by, number=entry.number)
        for pk in sorted(related.keys() - {entry.tournament_id for entry in everywhere}):
            names = set().union(*(names_in[event] for event in related[pk]))
            if erase_mentions(tournaments[pk], names, texts, is_owned=pk in owned, of_home=of_home):
                log(tournaments[pk], "person.mentions_erased", by=by)
        known = {player.name}.union(*(names_in[event] for event in names_in.keys() & owned))
        transaction.on_commit(partial(_forget_in_clubs, known, clubs))
        transaction.on_commit(partial(forget_uploads, of_home.union(*names_in.values()), tournaments.keys()))
        PushSubscription.objects.filter(entry__in=everywhere).delete()
        Mail.objects.filter(entry__in=everywhere).delete()
        for each in {player, *(entry.player for entry in everywhere)}:
            forget_player(each)
        _fill_places(entries, tournaments, by)


def _removable(player_id: int, events: Set[int], by: Visitor) -> tuple[Player, list[Entry]]:
    """Return the person, whom `by` may remove, and the person's entries, which are in these events. Raises
    `OfOtherClub` and `EnteredElsewhere`."""
    player = removable_by(by).filter(pk=player_id).first()
    entries = list(entries_of(player).select_related("player")) if player else []
    if player is None or {entry.tournament_id for entry in entries} != events:
        raise OfOtherClub if is_decided_by_other_club(player_id, by) else EnteredElsewhere
    return player, entries


def _fill_places(entries: Iterable[Entry], tournaments: Mapping[int, Tournament], by: Visitor) -> None:
    """Give the places of these entries to the waiting lists of their tournaments."""
    for entry in sorted(entries, key=_whose_mails_are_counted):
        tournament = tournaments[entry.tournament_id]
        if tournament.away_since is None:
            move_up(tournament, by, freed=int(entry.status == EntryStatus.ACCEPTED))


def _whose_mails_are_counted(entry: Entry) -> str:
    """Return the account whose limit counts the mails of this entry's event. The rows of limits stay locked until the
    end: two removals that went through these accounts in different orders would wait for each other."""
    return str(accountable(entry.tournament.memberships.all()))


def _names(events: Collection[int], player_id: int) -> set[str]:
    """Return all names that the person has or had in these events."""
    entries = Entry.objects.filter(player=player_id, tournament__in=events).select_related("player", "tournament")
    names = {name for entry in entries for name in names_of(entry)}
    return names.union(Player.objects.filter(pk=player_id).values_list("name", flat=True))


def _related(
    events: Collection[int],
    player_id: int,
    names: Collection[str],
    by: Visitor,
    *,
    among: Set[int] | None = None,
) -> Mapping[int, set[int]]:
    """Return the events in which the person, who has these names, has no entry, but may be named, as
    `events_that_may_name` does. Nights of the clubs that have the person on their list are among them, if `by`
    organizes the club or is staff. Raises `CopiedMeanwhile` if one of them is not `among` the locked tournaments."""
    related = events_that_may_name(events, names)
    nights = nights_that_may_name(_clubs_of(player_id, by), names).difference(events)
    if among is not None and not among >= {*nights, *related}:
        raise CopiedMeanwhile
    return ComputedSets({*nights, *related}, lambda pk: related.get(pk, set()))


def _forget_in_clubs(names: Collection[str], clubs: Collection[int]) -> None:
    """Replace these names by "…" in the places of these clubs (`Club.place`), which each new night takes over. Names of
    people on a club's list stay.

    For after the removal, without its locks: who changes a club locks it before its nights. A place that is changed
    meanwhile stays as it was changed.
    """
    for club in Club.objects.filter(pk__in=clubs).exclude(place=""):
        others = club.people.exclude(name__in=names).values_list("name", flat=True)
        place = ErasedNames(names, others, None).in_text(club.place)
        if place != club.place:
            Club.objects.filter(pk=club.pk, place=club.place).update(place=place)


def _clubs_of(player_id: int, by: Visitor, *, nights: Collection[int] = ()) -> "QuerySet[Club]":
    """Return the clubs that have the person on their list, to which the person belongs, or whose `nights` these are, if
    `by` organizes the club or is staff."""
    home_club = Player.objects.filter(pk=player_id).values("home_club")
    of_nights = club_nights().filter(pk__in=nights).values("club")
    clubs = Club.objects.filter(Q(people=player_id) | Q(pk__in=home_club) | Q(pk__in=of_nights))
    if by.account is not None and by.account.is_staff:
        return clubs
    return clubs.filter(pk__in=Club.objects.organized_by(by).values("pk"))


def _names_before_copies(entries: Iterable[Entry]) -> Mapping[int, set[str]]:
    """Return for each copied tournament among those of a person's entries, by its id, the former names that the log of
    its original had when the copy was made. The log of the copy does not have them, but its texts may.

    Of a copy of a copy they are also those of the first original. A name of later is left out: whoever owns the
    original could invent it, to take words out of the copy.
    """
    entry_in = {entry.tournament_id: entry for entry in entries}
    copies = copying_entries(Tournament.objects.filter(pk__in=entry_in)).exclude(user=None)
    names = defaultdict[int, set[str]](set)
    for copied in copies.order_by("at", "pk"):
        origin = copied.data.get("origin_id")
        if type(origin) is int and origin in entry_in and origin != copied.tournament_id:
            names[copied.tournament_id] |= names[origin] | _names_until(copied, entry_in[origin])
    return names


def _names_until(copied: LogEntry, entry: Entry) -> set[str]:
    """Return the person's former names in the log of the original before it was copied. Not only the time decides: a
    laptop whose clock is wrong may add entries with an earlier time."""
    renamed = log_about(entry, RENAMED)
    if not renamed:
        return set()
    later = LogEntry.objects.filter(tournament=entry.tournament_id, at__gt=copied.at).order_by("number").first()
    until = later.number if later else renamed[-1].number + 1
    return {former_name(each) for each in renamed if each.number < until and each.at <= copied.at} - {""}
