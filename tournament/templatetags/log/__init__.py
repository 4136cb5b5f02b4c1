"""What a log entry says, in words: every kind that an action writes has its own in `kinds` or in `sentences`."""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from scoring.refusal import Refused
from tournament.models import Appeal, LogEntry
from tournament.queries.names import told_apart
from tournament.templatetags.hands import outcome_words
from tournament.templatetags.log.kinds import KINDS, WORDS
from tournament.templatetags.log.sentences import SENTENCES, Said
from tournament.templatetags.words import carried_name, departure_name, offence_name, role_name, who

register = template.Library()


def kind_name(kind: str) -> str:
    """What entries of this kind are about: Hands, of `hand`. A word that has no name here is shown as it is."""
    return str(KINDS.get(kind, kind))


@register.filter
def entry_words(entry: LogEntry) -> str:
    """What was done. A kind that has no words here is shown as it is."""
    try:
        if entry.kind in SENTENCES:
            return SENTENCES[entry.kind](entry.data)
        if entry.kind not in WORDS:
            return entry.kind
        words: Any = WORDS[entry.kind]
        return str(words % _Lenient(_in_words(entry)))
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        # What an imported document remembers of it is nothing that any action wrote.
        return entry.kind


def _in_words(entry: LogEntry) -> Said:
    said: Said = dict(entry.data)
    if entry.kind.startswith("team."):
        said |= {key: role_name(said[key]) for key in ("role", "before", "after") if key in said}
    if entry.kind.startswith("penalty.") and "offence" in said:
        said["offence"] = offence_name(said["offence"])
    if entry.kind in {"player.left", "player.came_back"} and "status" in said:
        said["status"] = departure_name(said["status"])
    if entry.kind.startswith("appeal."):
        return said | _appeal_words(said)
    if entry.kind.startswith("cut.") and "carried" in said:
        said["carried"] = carried_name(said["carried"])
    if "signed_as" in said:
        said["signed_as"] = who(said["signed_as"])
    if "outcome" in said and entry.hanchan is not None:
        seats = entry.hanchan.seats.all()
        apart = told_apart([seat.entry for seat in seats], for_team=True)
        names = [apart[seat.entry_id] for seat in seats]
        try:
            said["outcome"] = outcome_words(said["outcome"], names)
        except (Refused, IndexError):
            said["outcome"] = "…"
    return said


def _appeal_words(said: Said) -> Said:
    """Against what, and how it was decided; a changed penalty with both figures."""
    if said.get("against") == "penalty":
        given = said.get("before", said.get("points"))
        what = _("the penalty of %(name)s, %(points)s") % {"name": said.get("name", "…"), "points": given}
    else:
        what = _("the ruling at table %(table)s") % {"table": said.get("table", "…")}
    outcomes = {choice.value: str(choice.label) for choice in Appeal.Outcome}
    outcome = outcomes.get(said.get("outcome", ""), "…")
    if "before" in said:
        outcome = f"{outcome}: {said['points']}" if said.get("points") is not None else _("there is no penalty at all")
    return {"what": what, "outcome": outcome}


class _Unknown(int):
    """What is not known: a word like any other, and a number where one is asked for to choose singular or plural."""

    def __str__(self) -> str:
        return "…"


class _Lenient(dict[str, Any]):
    """An entry of an older version may lack what its sentence names now; the log is shown all the same."""

    def __missing__(self, key: str) -> _Unknown:
        return _Unknown()
