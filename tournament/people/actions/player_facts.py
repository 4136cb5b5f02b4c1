"""Change a person's details, in every tournament that shows them."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import asdict, fields, replace
from datetime import timedelta
from typing import Any

from django.db.models import Case, Q, When
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import has_room, log, written_while_away
from tournament.core.actions.rates import take
from tournament.core.errors import NotDone, TooOften
from tournament.core.limits import LOGGED_FROM_OUTSIDE
from tournament.core.merge import merged
from tournament.core.rates import Rate
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.games.substitutes import name_key
from tournament.models import Actor, Entry, EntryFacts, Player, PlayerFacts, Seat, ShownAs, Tournament, Visitor
from tournament.people.queries.person import hides_more

UNLOGGED = {
    "last_name", "country", "country_letters", "club", "ema_number", "ara_number", "riichi_canada_number", "legal_name",
    "team", "mail", "phone", "note",
}  # fmt: skip
"""Fields whose changes are logged without the values, so that the log has no personal data that would have to be
erased."""

CHANGES_ELSEWHERE = Rate("changes of a person of others' events", 20, timedelta(days=1))
"""Limit for the changes of one person, by one account or by the person's links, that are also recorded in the logs of
other organizers' events. Those organizers cannot prevent the changes, and a full log takes no hands any more."""

LOGGED_ELSEWHERE = Rate("changes of people logged in one event from outside", 500, timedelta(days=30))
"""Limit for the changes of people that one event's log records although none of its organizers made them. All accounts
share this limit: the owner of a home may make a hundred accounts its owners, each with its own `CHANGES_ELSEWHERE`."""

RENAMED_ELSEWHERE = Rate("new names of a person logged in one event from outside", 3, timedelta(days=30))
"""Limit for the new names of one person that an event's log records although it records no other changes from outside.
Without a log entry, the event's pages and the API would go on showing the old name from their caches."""

IDENTITY = frozenset({"name", "last_name", "country", "country_letters", "ema_number"})
"""The details by which results name a person."""


class PlayedAsNamed(NotDone):
    """The person has had a seat in another public tournament, whose results would show the change."""

    message = _(
        "You have played in another tournament under this name, country and number, so only the organizers can change"
        " them. Nothing was changed."
    )


def change_player(
    player: Player,
    facts: PlayerFacts,
    tournaments: Iterable[Tournament],
    *,
    by: Visitor,
    actor: Actor | None = None,
    here: Tournament | None = None,
    protects: bool = False,
) -> None:
    """Save a person's details, and log the changes in these tournaments, which the caller has locked.

    `here` is the tournament on whose page the change was made. Raises `LogFull` only if the log of this tournament is
    full, and not for a change that `protects` (`log`). The other logs leave out changes for which they have no room
    (`_logging`).

    A new mail address counts as given in `here`, and in the events that `by` organizes, which may be all. The other
    events mail no private link to it (`Entry.is_mail_from_elsewhere`): whoever changed it may not read their links.
    """
    changed = differing(player, facts)
    if not changed:
        return
    before = loggable(player, changed)
    for name in changed:
        setattr(player, name, getattr(facts, name))
    player.save(update_fields=changed)
    if "mail" in changed:
        _mark_entries(player, here, by)
    others = [name for name in changed if name != "name"]
    numbers = dict(player.entries.values_list("tournament_id", "number"))
    tournaments = list(tournaments)
    logging = _logging(tournaments, here, by, changed=changed, numbers=numbers)
    for tournament in tournaments:
        number, is_logged = numbers[tournament.pk], tournament.pk in logging
        known: dict[str, Any] = {"by": by, "actor": actor, "protects": protects and tournament == here}
        if "name" in changed:
            if is_logged:
                log(tournament, "player.renamed", **known, number=number, before=before["name"])
            tournament.changes_names = True
            if name_key(before["name"]) != name_key(player.name):
                hide_substitutes(tournament, [before["name"]])
        if others and is_logged:
            was = {name: before[name] for name in others}
            log(tournament, "player.edited", **known, number=number, before=was, after=loggable(player, others))


def _mark_entries(player: Player, here: Tournament | None, by: Visitor) -> None:
    """Store for each of the person's entries whether the new mail address was given in another event."""
    organized = Tournament.objects.organized_by(by).values("pk")
    is_given_here = Q(tournament=here) | Q(tournament__in=organized)
    Entry.objects.filter(player=player).update(
        is_mail_from_elsewhere=Case(When(is_given_here, then=False), default=True)
    )


def change_shown_name(player: Player, shown_as: str, tournaments: Mapping[int, Tournament], *, by: Visitor) -> None:
    """Change how much of a person's name is shown, and log the change in the person's tournaments, which the caller has
    locked.

    Nothing is logged if the setting does not change. A change that hides more of the name is always logged, because it
    has to reach the open pages. The caller limits the changes that show more (`show_person`).
    """
    if player.shown_as == shown_as:
        return
    before, player.shown_as = player.shown_as, shown_as
    player.save(update_fields=["shown_as"])
    hides = hides_more(shown_as, than=before)
    was, now = {"shown_as": before}, {"shown_as": shown_as}
    entries = list(player.entries.filter(tournament__in=tournaments))
    numbers = {entry.tournament_id: entry.number for entry in entries}
    logging = _logging([tournaments[pk] for pk in numbers], None, by, changed=["shown_as"], numbers=numbers)
    for entry in entries:
        tournament = tournaments[entry.tournament_id]
        if hides or tournament.pk in logging:
            log(tournament, "player.edited", by=by, protects=hides, number=entry.number, before=was, after=now)
        tournament.changes_names = True
        if shown_as != ShownAs.NAME:
            hide_substitutes(tournament, [player.name])


def _logging(
    tournaments: Iterable[Tournament],
    here: Tournament | None,
    by: Visitor,
    *,
    changed: Collection[str],
    numbers: Mapping[int, int],
) -> set[int]:
    """Return the ids of the tournaments whose logs record a change of a person that was made `here`. Another
    tournament's log does so only while it has room, so that its organizers cannot prevent the change by filling their
    log. Changes made by others are recorded within stricter limits, so that they do not fill the log. New names have a
    limit of their own (`RENAMED_ELSEWHERE`). No limit applies if a laptop has to learn of the change
    (`_is_news_to_laptop`).

    `numbers` are the person's entry numbers, by the tournament's id.
    """
    logging, others = {here.pk} if here else set(), [each for each in tournaments if each != here]
    if not others:
        return logging
    organized = set(
        Tournament.objects.organized_by(by).filter(pk__in=[each.pk for each in others]).values_list("pk", flat=True)
    )
    for tournament in others:
        if not has_room(tournament, "player.edited"):
            continue
        event, number = f"event {tournament.pk}", numbers[tournament.pk]
        if (
            tournament.pk in organized
            or (tournament.version < LOGGED_FROM_OUTSIDE and _is_free(LOGGED_ELSEWHERE, event))
            or ("name" in changed and _is_free(RENAMED_ELSEWHERE, f"{event} player {number}"))
            or _is_news_to_laptop(tournament, number, changed)
        ):
            logging.add(tournament.pk)
    return logging


def _is_free(rate: Rate, subject: str) -> bool:
    """Whether the subject has a use of this rate limit left. If so, one use is counted."""
    try:
        take((rate, subject))
    except TooOften:
        return False
    return True


def _is_news_to_laptop(tournament: Tournament, number: int, changed: Collection[str]) -> bool:
    """Whether the tournament is away, and a change of at least one of these details of the player was not logged here
    meanwhile.

    Without such an entry, the laptop's file seems to change the detail silently: the file is kept apart, and the mirror
    ends (`archive.tenbo.rewritten`). One entry is enough for each detail, so this does not fill the log.
    """
    if tournament.away_since is None:
        return False
    told: set[str] = set()
    for entry in written_while_away(tournament):
        if entry.data.get("number") == number and entry.kind == "player.renamed":
            told.add("name")
        elif entry.data.get("number") == number and entry.kind == "player.edited":
            told.update(entry.data["after"])
    return not told.issuperset(changed)


def filled_in(player: Player, facts: PlayerFacts) -> PlayerFacts:
    """Return the player's details. Empty details are filled in from `facts`; the country's code and name are filled in
    together."""
    is_without = not player.country
    return PlayerFacts(
        name=player.name,
        last_name=player.last_name or (facts.last_name if facts.name == player.name else ""),
        country=facts.country if is_without else player.country,
        country_letters=facts.country_letters if is_without else player.country_letters,
        club=player.club or facts.club,
        ema_number=player.ema_number or facts.ema_number,
        ara_number=player.ara_number or facts.ara_number,
        riichi_canada_number=player.riichi_canada_number or facts.riichi_canada_number,
        legal_name=player.legal_name or facts.legal_name,
        mail=player.mail or facts.mail,
        phone=player.phone or facts.phone,
    )


def merged_person(new: PlayerFacts, base: PlayerFacts, player: Player) -> PlayerFacts:
    """Return the person's details to store, merged with those that are stored now (`core.merge`). Country code
    and country name go together."""
    facts = replace(new, **_merged(new, base, player))
    return facts if new.country == base.country else replace(facts, country_letters=new.country_letters)


def merged_entry(new: EntryFacts, base: EntryFacts, entry: Entry) -> EntryFacts:
    """Return the entry's details to store, merged with those that are stored now (`core.merge`)."""
    return replace(new, **_merged(new, base, entry))


def _merged(new: PlayerFacts | EntryFacts, base: PlayerFacts | EntryFacts, row: Player | Entry) -> dict[str, Any]:
    return merged(asdict(new), asdict(base), {field.name: getattr(row, field.name) for field in fields(new)})


def differing(row: Player | Entry, facts: PlayerFacts | EntryFacts) -> list[str]:
    """Return the names of the fields whose values in the row and in the facts differ."""
    return [field.name for field in fields(facts) if getattr(row, field.name) != getattr(facts, field.name)]


def loggable(row: Player | Entry, changed: Iterable[str]) -> dict[str, Any]:
    """Return the values of these fields of the row, for the log. Fields in `UNLOGGED` get an empty value."""
    return {name: "" if name in UNLOGGED else getattr(row, name) for name in changed}


def check_not_played(player: Player, changed: Collection[str]) -> None:
    """Refuse that the person's own link changes how results name the person: those of public tournaments, as the answer
    would tell of a private one. Raises `PlayedAsNamed`."""
    seats = Seat.objects.filter(entry__player=player, hanchan__round__tournament__is_public=True)
    if not IDENTITY.isdisjoint(changed) and seats.exists():
        raise PlayedAsNamed
