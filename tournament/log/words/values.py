"""Words for the values of log entries: names for players' numbers, labels for keys, lists of changes."""

from collections.abc import Callable
from fractions import Fraction
from re import fullmatch
from typing import Any

from django.utils.translation import gettext as _

from scoring.refusal import Refused
from tournament.core.languages import NAMES
from tournament.core.namesakes import distinct_names
from tournament.core.words.clock import time_change
from tournament.core.words.kinds import kind_words
from tournament.core.words.names import carried_name, departure_name, offence_name, role_name, signers_named, who
from tournament.core.words.scores import decimal, points
from tournament.games.words.hands import outcome_words, wind_letters
from tournament.log.words import settings
from tournament.log.words.settings import listed
from tournament.models import Appeal, Hanchan, LogEntry, MailKind, Tournament
from tournament.models.log import account_or_table
from tournament.people.queries.mentioned import ABOUT_A_PLAYER, Mentioned
from tournament.table.edits import edits_from_text

Data = dict[str, Any]

MOST_NAMED = 400
"""The most players that one entry names. An imported entry may have 300,000 numbers, each of the longest name."""


def entry_values(entry: LogEntry, mentioned: Mentioned, tournament: Tournament) -> Data:
    """Return the values for an entry's sentence: the entry's data, in words if possible."""
    subject = entry.kind.split(".")[0]
    data: Data = entry.data | _player_names(entry.data, subject, mentioned)
    if subject in {"round", "clock", "visibility"}:
        number = data.get("round", data.get("number", "…"))
        data["round_name"] = kind_words(tournament, "round_name", number=number)
    if subject == "substitute":
        data["substitute"] = mentioned.substitutes.get(entry.pk, "…")
    if subject == "appeal":
        data |= _appeal(data, mentioned.appeals.get(entry.pk))
    elif entry.hanchan:
        data |= _hanchan(data, entry.hanchan)
    words = WORDS.get(entry.kind) or WORDS.get(subject)
    return data | words(data) if words else data


def _player_names(data: Data, subject: str, mentioned: Mentioned) -> Data:
    """Return the names of the players whose numbers are in an entry's data."""
    names: Data = {}
    if subject in ABOUT_A_PLAYER and "number" in data:
        names["name"] = mentioned.name(data["number"])
    if "numbers" in data:
        names["names"] = _names(data["numbers"], mentioned)
    if subject == "cut" and "left_number" in data:
        names |= {"name": mentioned.name(data["number"]), "left": mentioned.name(data["left_number"])}
    if subject in {"round", "seating"}:
        names |= {key: mentioned.name(data[key]) for key in ("first", "second") if key in data}
    if subject == "seats":
        names |= {key: ", ".join(_names(data[key], mentioned)) for key in ("before", "after") if key in data}
    return names


def _names(numbers: list[Any], mentioned: Mentioned) -> list[str]:
    """Return the names of players with these numbers, with "…" for those beyond `MOST_NAMED`."""
    named = [mentioned.name(number) for number in numbers[:MOST_NAMED]]
    return [*named, "…"] if len(numbers) > MOST_NAMED else named


def _hanchan(data: Data, hanchan: Hanchan) -> Data:
    """Return the values of an entry about a hanchan, with the players' names: the hand, who signed the sheet, and who
    entered the points."""
    words: Data = {}
    if "outcome" in data:
        seats = hanchan.seats.all()
        names = distinct_names([seat.entry for seat in seats], for_team=True)
        try:
            words["outcome"] = outcome_words(data["outcome"], [names[seat.entry_id] for seat in seats])
        except (Refused, IndexError):
            words["outcome"] = "…"
    if "signed_as" in data:
        words["signed_as"] = signers_named(data["signed_as"], hanchan.table.number)
    if "keyed_by" in data:
        words["keyed_by"] = who(account_or_table(data["keyed_by"], hanchan.table.number))
    return words


def _appeal(data: Data, appeal: Appeal | None) -> Data:
    """Return in words what an appeal is against, and its outcome; for a changed penalty also the points before and
    after."""
    if data.get("against") == "penalty":
        penalty, name = data.get("before", data.get("points")), data.get("name", "…")
        if penalty == "0":
            ruling = _("the warning of %(name)s") % {"name": name}
        else:
            ruling = _("the penalty of %(name)s, %(points)s") % {"name": name, "points": _figure(penalty)}
    else:
        ruling = _("the ruling at table %(table)s") % {"table": data.get("table", "…")}
    outcomes = {choice.value: str(choice.label) for choice in Appeal.Outcome}
    outcome = outcomes.get(data.get("outcome", ""), "…")
    if "before" in data:
        after = data.get("points")
        outcome = _("the penalty was removed") if after is None else f"{outcome}: {_figure(after)}"
    words: Data = {"appealed_by": appeal.appealed_by, "text": appeal.text} if appeal else {}
    return words | {"ruling": ruling, "outcome": outcome}


def _figure(amount: Any) -> str:
    """Format a penalty's points for the reader: 5, or 2.5. Other values, which an imported document may have, are
    returned unchanged."""
    is_number = fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", str(amount))
    return decimal(Fraction(amount)) if is_number else str(amount)


def _team(data: Data) -> Data:
    return {key: role_name(data[key]) for key in ("role", "before", "after") if key in data}


def _penalty(data: Data) -> Data:
    return {"offence": offence_name(data["offence"]), "points": _figure(data["points"])}


def _departure(data: Data) -> Data:
    return {"status": departure_name(data["status"])}


def _cut(data: Data) -> Data:
    return {"carried": carried_name(data["carried"])} if "carried" in data else {}


def _extra_time(data: Data) -> Data:
    return {"time": time_change(data["seconds"])}


def _players_added(data: Data) -> Data:
    return {"count": len(data["numbers"]), "names": ", ".join(data["names"])}


def _player_edited(data: Data) -> Data:
    fields = {
        "country": _("country"),
        "club": _("club"),
        "ema_number": _("EMA number"),
        "ara_number": _("ARA number"),
        "riichi_canada_number": _("Riichi Canada number"),
        "legal_name": _("legal name"),
        "mail": _("mail"),
        "phone": _("phone"),
        "status": _("status"),
        "team": _("team"),
        "note": _("note"),
        "paid": _("paid"),
        "reserved_table": _("reserved table"),
        "may_publish": _("whether the name is published"),
        "shown_as": _("the name that others see"),
    }
    changed = [fields[field] for field in data.get("after", {}) if field in fields]
    return {"fields": listed(changed) or _("country")}


def _wording(data: Data) -> Data:
    return {"letter": MailKind(data["letter"]).label, "language": NAMES.get(data["language"], data["language"])}


def _hands_corrected(data: Data) -> Data:
    edits = {
        "replace": _("hand %(number)s entered again"),
        "insert": _("a forgotten hand inserted before hand %(number)s"),
        "remove": _("hand %(number)s removed"),
        "keep": _("hand %(number)s kept as entered"),
    }
    changes = [edits[edit.kind] % {"number": edit.number} for edit in edits_from_text(data["edits"])]
    return {"changes": ", ".join(changes)}


def _extras(data: Data) -> Data:
    start, chips = data["start_points"], data["chips"]
    at_start = " · ".join(points(amount) for amount in start) or _("as the rules say")
    changes = [_("points at the start: %(points)s") % {"points": at_start}]
    if chips:
        changes.append(_("chips: %(chips)s") % {"chips": " · ".join(map(str, chips))})
    if data["winless"]:
        winds = ", ".join(wind_letters()[seat] for seat in data["winless"])
        changes.append(_("no hand won: %(winds)s") % {"winds": winds})
    return {"changes": "; ".join(changes)}


def _paper(data: Data) -> Data:
    return {"points": " · ".join(points(seat_points) for seat_points in data["points"])}


WORDS: dict[str, Callable[[Data], Data]] = {
    "clock.extended": _extra_time,
    "clock.table_extended": _extra_time,
    "cut": _cut,
    "entry.edited": _player_edited,
    "mail.written": _players_added,
    "mail.worded": _wording,
    "mail.standard": _wording,
    "hand.corrected": _hands_corrected,
    "hand.inserted": _hands_corrected,
    "hand.removed": _hands_corrected,
    "hanchan.extras": _extras,
    "paper": _paper,
    "penalty": _penalty,
    "team_penalty": _penalty,
    "player.came_back": _departure,
    "player.edited": _player_edited,
    "player.left": _departure,
    "players.added": _players_added,
    "rules.corrected": settings.rules_corrected,
    "rules.edited": settings.rules_edited,
    "seating.apart": settings.kept_apart,
    "team": _team,
    "timetable": settings.timetable,
    "tournament.edited": settings.tournament_edited,
    "tournament.finals": settings.finals,
    "tournament.sit_out": settings.sit_out,
    "visibility": settings.visibility,
}
"""Functions that return words for an entry's data, by its kind or the kind's first part."""
