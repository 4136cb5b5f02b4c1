"""Log entries as sentences: every kind that an action writes has its own in `kinds` or in `sentences`."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from django import template
from django.utils.translation import gettext as _

from scoring.refusal import Refused
from tournament.core.namesakes import told_apart
from tournament.core.words.names import carried_name, departure_name, offence_name, role_name, signers_named, who
from tournament.core.words.scores import decimal
from tournament.games.words.hands import outcome_words
from tournament.log.words.kinds import CLUB_NIGHT_WORDS, KINDS, WARNING_WORDS, WORDS
from tournament.log.words.sentences import CLUB_NIGHT_SENTENCES, SENTENCES, Said
from tournament.models import Appeal, LogEntry
from tournament.models.log import account_or_table
from tournament.people.queries.mentioned import ABOUT_A_PLAYER, Mentioned

register = template.Library()

EXCHANGED = {"round.exchanged", "seating.exchanged"}

FIGURE = re.compile(r"[0-9]{1,6}(\.[0-9]{1,6})?")


def kind_name(kind: str) -> str:
    """Return the name of a kind of entries: "Hands" for `hand`. An unknown kind is shown as it is."""
    return str(KINDS.get(kind, kind))


@register.simple_tag
def entry_words(entry: LogEntry, mentioned: Mentioned, is_club_night: bool = False) -> str:
    """Return a log entry as a sentence, with a club night's own words for one. An unknown kind is shown as it is."""
    sentences = CLUB_NIGHT_SENTENCES if is_club_night else SENTENCES
    try:
        said = _in_words(entry, mentioned)
        if entry.kind in sentences:
            return sentences[entry.kind](said)
        if entry.kind not in WORDS:
            return entry.kind
        words: Any = WORDS[entry.kind]
        if _is_warning(entry):
            words = WARNING_WORDS[entry.kind]
        elif is_club_night:
            words = CLUB_NIGHT_WORDS.get(entry.kind, words)
        return str(words % _Lenient(said))
    except Exception:  # noqa: BLE001 (what an imported document remembers is nothing that any action wrote)
        return entry.kind


def _is_warning(entry: LogEntry) -> bool:
    return entry.kind in WARNING_WORDS and entry.data.get("points") == "0"


def _in_words(entry: LogEntry, mentioned: Mentioned) -> Said:
    said: Said = entry.data | _named(entry, mentioned)
    if entry.kind.startswith("team."):
        said |= {key: role_name(said[key]) for key in ("role", "before", "after") if key in said}
    if entry.kind.startswith("penalty."):
        said |= {key: said_of(said[key]) for key, said_of in PENALTY_PARTS.items() if key in said}
    if entry.kind in {"player.left", "player.came_back"} and "status" in said:
        said["status"] = departure_name(said["status"])
    if entry.kind.startswith("appeal."):
        return said | _appeal_words(said, mentioned.appeals.get(entry.pk))
    if entry.kind.startswith("cut.") and "carried" in said:
        said["carried"] = carried_name(said["carried"])
    if "outcome" in said and entry.hanchan is not None:
        seats = entry.hanchan.seats.all()
        apart = told_apart([seat.entry for seat in seats], for_team=True)
        names = [apart[seat.entry_id] for seat in seats]
        try:
            said["outcome"] = outcome_words(said["outcome"], names)
        except (Refused, IndexError):
            said["outcome"] = "…"
    return said


def _named(entry: LogEntry, mentioned: Mentioned) -> Said:
    """Return the names for the numbers that an entry holds."""
    said, subject = entry.data, entry.kind.split(".")[0]
    named: Said = {}
    if subject in ABOUT_A_PLAYER and "number" in said:
        named["name"] = mentioned.name(said["number"])
    if "numbers" in said:
        named["names"] = [mentioned.name(number) for number in said["numbers"]]
    if entry.kind in EXCHANGED:
        named |= {key: mentioned.name(said[key]) for key in ("first", "second") if key in said}
    if entry.kind == "seats.swapped":
        named |= {key: [mentioned.name(number) for number in said[key]] for key in ("before", "after") if key in said}
    if subject == "substitute":
        named["substitute"] = mentioned.substitutes.get(entry.pk, "…")
    if entry.hanchan and "signed_as" in said:
        named["signed_as"] = signers_named(said["signed_as"], entry.hanchan.table.number)
    if entry.hanchan and "keyed_by" in said:
        named["keyed_by"] = who(account_or_table(said["keyed_by"], entry.hanchan.table.number))
    return named


def _figure(points: Any) -> str:
    """Format a penalty's points for the reader: 5, or 2.5. Other values from an imported document stay as they are."""
    return decimal(Fraction(points)) if FIGURE.fullmatch(str(points)) else str(points)


PENALTY_PARTS: dict[str, Callable[[Any], str]] = {"offence": offence_name, "points": _figure}


def _appeal_words(said: Said, appeal: Appeal | None) -> Said:
    """Return what an appeal is against, and its outcome; a changed penalty with both figures."""
    if said.get("against") == "penalty":
        given, name = said.get("before", said.get("points")), said.get("name", "…")
        if given == "0":
            what = _("the warning of %(name)s") % {"name": name}
        else:
            what = _("the penalty of %(name)s, %(points)s") % {"name": name, "points": _figure(given)}
    else:
        what = _("the ruling at table %(table)s") % {"table": said.get("table", "…")}
    outcomes = {choice.value: str(choice.label) for choice in Appeal.Outcome}
    outcome = outcomes.get(said.get("outcome", ""), "…")
    if "before" in said:
        after = said.get("points")
        outcome = _("there is no penalty at all") if after is None else f"{outcome}: {_figure(after)}"
    words: Said = {"appealed_by": appeal.appealed_by, "text": appeal.text} if appeal else {}
    return words | {"what": what, "outcome": outcome}


class _Unknown(int):
    """A placeholder for a missing value: shown as "…", and usable as the number that chooses singular or plural."""

    def __str__(self) -> str:
        return "…"


class _Lenient(dict[str, Any]):
    """An entry of an older version may lack what its sentence names now; the log is shown all the same."""

    def __missing__(self, key: str) -> _Unknown:
        return _Unknown()
