"""Keep the decisions about people that this site made while their tournament was away at a laptop. The laptop's
document does not contain these decisions."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from django.utils import timezone

from tournament.archive.tenbo.document import Document
from tournament.archive.tenbo.past.kinds import PERSON, RENAMED
from tournament.archive.tenbo.values import moment_of
from tournament.core.queries.contacts import OF_FEDERATIONS
from tournament.games.substitutes import name_key
from tournament.models import Entry, Hanchan, LogEntry, Player, ShownAs, Substitution, Tournament
from tournament.people.queries.refusals import names_not_to_publish

Times = Mapping[int, datetime]
"""Times by a player's number."""


@dataclass(frozen=True)
class DecidedDetails:
    """The details of players that log entries changed. `details` has the names of the changed details by the player's
    number, and `former` the player's earlier names that the entries tell. `merged` are the numbers of players who were
    merged, which may change all details. `new_links` are the numbers of players who were merged or got a new link; a
    merge gives a new link to the player who stays."""

    details: Mapping[int, set[str]]
    merged: frozenset[int]
    new_links: frozenset[int]
    former: Mapping[int, set[str]] = field(default_factory=dict)

    def edits(self, number: int, detail: str) -> bool:
        """Whether a log entry says that it changed this detail of the player."""
        return detail in self.details.get(number, ())

    def changes(self, number: int, detail: str) -> bool:
        return number in self.merged or self.edits(number, detail)


NOTHING = DecidedDetails({}, frozenset(), frozenset())


@dataclass(frozen=True, kw_only=True)
class Decided:
    """The decisions of both sides about people's details, which are merged when a document replaces a tournament's
    facts.

    `here` was decided on this site while the tournament was away. `there` was decided on the laptop since the
    hand-over, and `new_there` is the part of it that this site does not know yet.
    """

    here: DecidedDetails
    there: DecidedDetails
    new_there: DecidedDetails


def decided_here(written_here: Iterable[LogEntry]) -> DecidedDetails:
    """The decisions that are recorded in log entries of this site, written while the tournament was away."""
    return _decisions((entry.kind, entry.data) for entry in written_here)


def decided_there(document: Document, known: int) -> DecidedDetails:
    """The decisions that are recorded in the document's log after entry number `known`."""
    return _decisions((entry["kind"], entry["data"]) for entry in document["log"][known:])


def _decisions(log: Iterable[tuple[str, Any]]) -> DecidedDetails:
    details, former = defaultdict[int, set[str]](set), defaultdict[int, set[str]](set)
    merged, new_links = set(), set()
    for kind, data in log:
        number, after = data.get("number"), data.get("after")
        if type(number) is not int:
            continue
        if kind in RENAMED and isinstance(before := data.get("before"), str):
            former[number].add(before)
        if kind == "player.renamed":
            details[number].add("name")
        elif kind == "player.edited" and isinstance(after, dict):
            details[number] |= after.keys()
        elif kind == "players.merged":
            merged.add(number)
        elif kind == "player.link_renewed":
            new_links.add(number)
    return DecidedDetails(details, frozenset(merged), frozenset(merged | new_links), former)


def keep_details(player: Player, fresh: Player, number: int, decided: Decided) -> None:
    """Copy to `fresh` the details of `player` that must stay as they are on this site. `fresh` is the same player with
    the details of the document.

    A detail is taken from the document only if a log entry of the laptop since the hand-over records its change. Even
    then, the detail stays if this site decided about it meanwhile. So nobody changes a detail silently, and details
    that the file lacks, because its downloader could not read them, are not lost. If both sides changed how the name is
    shown, the choice that shows less stays.
    """
    for detail in PERSON:
        is_told = decided.there.changes(number, detail)
        if detail in OF_FEDERATIONS and not getattr(fresh, detail):
            is_told = decided.there.edits(number, detail)  # a merge never empties a detail
        is_decided_here = decided.here.changes(number, detail)
        if (
            detail == "shown_as"
            and decided.new_there.changes(number, detail)
            and shows_less(fresh.shown_as, player.shown_as)
        ):
            is_decided_here = False
        if is_decided_here or not is_told:
            setattr(fresh, detail, getattr(player, detail))


def shows_less(one: str, other: str) -> bool:
    """Whether less of a name is shown by `one` than by `other`; both are values of `ShownAs`."""
    return ShownAs.values.index(one) > ShownAs.values.index(other)


def refused_substitutes(tournament: Tournament) -> dict[int, list[bool]]:
    """Return the refusals of a public name by substitutes, by the hanchan's id. For each substitution of the hanchan,
    in order, the list has True if the substitute's name may not be public."""
    rows = Substitution.objects.filter(hanchan__round__tournament=tournament).order_by("pk")
    refused = defaultdict[int, list[bool]](list)
    for hanchan, may_publish in rows.values_list("hanchan", "may_publish"):
        refused[hanchan].append(not may_publish)
    return refused


def keep_refusals(before: Mapping[int, list[bool]], known: Iterable[Hanchan]) -> None:
    """Withdraw the consent of substitutes to a public name again, after the document has replaced the substitutions.
    Only consent that had been withdrawn on this site before is withdrawn.

    `before` are the earlier refusals (`refused_substitutes`), and `known` are the hanchans that were on this site
    before.
    """
    seen = defaultdict[int, int](int)
    hidden = []
    for row in Substitution.objects.filter(hanchan__in=[hanchan.pk for hanchan in known]).order_by("pk"):
        place, refused = seen[row.hanchan_id], before.get(row.hanchan_id, [])
        seen[row.hanchan_id] += 1
        if row.may_publish and place < len(refused) and refused[place]:
            row.may_publish = False
            hidden.append(row)
    Substitution.objects.bulk_update(hidden, ["may_publish"], batch_size=200)


def consents_by_number(tournament: Tournament) -> dict[int, bool]:
    """Return the consent of each player to a public name, by the player's number."""
    return dict(tournament.entries.values_list("number", "may_publish"))


def consented_there(
    tournament: Tournament, document: Document, since: int, known: int, written_here: Iterable[LogEntry]
) -> dict[int, datetime]:
    """Return the time of each player's last consent in the document's log after entry number `since`, by the player's
    number, if it is later than the answer that this site has.

    The laptop's clock may be slow. So a consent after a refusal that the mirror has told, up to entry number `known`,
    is later than this refusal. If `written_here` is about the player too, the site may have another refusal, from a
    merge, and only the times count.
    """
    consented: dict[int, datetime] = {}
    told_refusals: set[int] = set()
    later = set()
    for entry in document["log"][since:]:
        number, after = entry["data"].get("number"), entry["data"].get("after")
        if entry["kind"] != "entry.edited" or type(number) is not int or not isinstance(after, dict):
            continue
        if after.get("may_publish") is True:
            consented[number] = moment_of(entry["at"])
            if number in told_refusals:
                later.add(number)
        elif after.get("may_publish") is False and entry["number"] <= known:
            told_refusals.add(number)
    later -= {entry.data.get("number") for entry in written_here if type(entry.data.get("number")) is int}
    now = timezone.now()
    earliest = tournament.away_since or now
    answered = dict(tournament.entries.values_list("number", "answered_at"))
    return {
        number: at
        for number, at in consented.items()
        if number in later or (last := answered.get(number)) is None or max(at, earliest) > last
    }


def keep_refused_names(tournament: Tournament, before: Mapping[int, bool], consented: Collection[int]) -> None:
    """Withdraw the consent to a public name from two kinds of players, except those who `consented` on the laptop.

    The first kind are players who had no consent on this site before the document (`before` has the consent by the
    player's number). The second kind are new players of a club night, if somebody of the same name refused at another
    night of the club. The laptop does not know of this refusal.
    """
    hidden = names_not_to_publish(tournament) if tournament.club_id is not None else ()
    refused = [
        entry
        for entry in tournament.entries.filter(may_publish=True).exclude(number__in=consented).select_related("player")
        if (name_key(entry.player.name) in hidden if entry.number not in before else not before[entry.number])
    ]
    for entry in refused:
        entry.may_publish = False
    Entry.objects.bulk_update(refused, ["may_publish"], batch_size=200)


def date_answers(
    tournament: Tournament,
    before: Mapping[int, bool],
    consented: Mapping[int, datetime],
    entered: Mapping[int, datetime],
) -> None:
    """Store when players gave the answers about a public name that came with the document (`Entry.answered_at`).

    A consent gets the time at which the laptop logged it (`consented`), or at which it logged a new player's entry
    (`entered`). A refusal elsewhere may be later than this consent, although both are earlier than the laptop's return.
    The time is never before the hand-over, and never in the future, because the laptop's clock may be wrong. A refusal
    gets the present time, so that no earlier consent overrules it. `before` has the players' consent before the
    document. All are by the player's number.
    """
    now = timezone.now()
    earliest = tournament.away_since or now
    at_laptop = {**entered, **consented}
    answered = []
    for entry in tournament.entries.only("number", "may_publish", "tournament"):  # without it, a query for each entry
        if entry.may_publish != before.get(entry.number) or entry.number in consented:
            at = at_laptop.get(entry.number, now) if entry.may_publish else now
            entry.answered_at = min(max(at, earliest), now)
            answered.append(entry)
    Entry.objects.bulk_update(answered, ["answered_at"], batch_size=200)


def entered_there(document: Document, known: int) -> dict[int, datetime]:
    """Return when the players were entered according to the document's log after entry number `known`, by the player's
    number."""
    times: dict[int, datetime] = {}
    for entry in document["log"][known:]:
        if entry["kind"] not in {"players.added", "entry.applied"}:
            continue
        numbers = entry["data"].get("numbers", [entry["data"].get("number")])
        if isinstance(numbers, list):  # the file may contain any JSON here
            times |= dict.fromkeys((number for number in numbers if type(number) is int), moment_of(entry["at"]))
    return times
