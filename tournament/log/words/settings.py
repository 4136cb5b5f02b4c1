"""Words for log entries about the settings of a tournament: the changed settings with old and new values."""

from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from scoring.announced_cuts import AnnouncedCut
from tournament.core.languages import NAMES
from tournament.core.words.cuts import announced_cut
from tournament.core.words.names import ruleset_name, tie_break_name
from tournament.core.words.rules import rule_title
from tournament.models import Colour, Shown
from tournament.rounds.words.seating import group_name

Data = dict[str, Any]


def kept_apart(data: Data) -> Data:
    return {"groups": listed([group_name(kind) for kind in data.get("kinds", [])]) or _("nobody")}


def tournament_edited(data: Data) -> Data:
    fields = {
        "name": pgettext("of a tournament", "name"),
        "place": _("place"),
        "starts_on": _("first day"),
        "is_public": _("visibility"),
        "is_club_night": _("club night"),
        "is_on_paper": _("on paper"),
        "cut_places": _("announced cut"),
        "own_penalties": _("own penalties"),
        "colour": _("colour"),
        "languages": _("languages"),
        "ruleset_key": _("rules"),
    }
    changes = [
        _("%(field)s from “%(before)s” to “%(after)s”")
        % {
            "field": fields.get(field, field),
            "before": _setting(field, data["before"][field]),
            "after": _setting(field, data["after"][field]),
        }
        for field in data.get("before", {})
        if field != "rule_changes"
    ]
    if "rule_changes" in data.get("before", {}):
        changes.append(_("changed rules reset to the rulebook"))
    return {"changes": listed(changes)}


def finals(data: Data) -> Data:
    after = data["after"]
    changes = []
    if "tie_breaks" in after:
        order = ", ".join(tie_break_name(criterion) for criterion in after["tie_breaks"])
        changes.append(_("equal totals are separated by: %(order)s") % {"order": order or _("nothing")})
    if "final_seats" in after:
        seats = " · ".join(after["final_seats"].splitlines())
        changes.append(_("seats by seed: %(seats)s") % {"seats": seats or _("none")})
    if "announced_cuts" in after:
        cuts = " · ".join(announced_cut(AnnouncedCut(**cut)) for cut in after["announced_cuts"])
        changes.append(_("announced cuts: %(cuts)s") % {"cuts": cuts or _("none")})
    return {"changes": "; ".join(changes)}


def _setting(field: str, value: Any) -> str:
    """Return a setting's value in words."""
    if field == "is_public":
        return pgettext("tournament", "public") if value else pgettext("tournament", "private")
    if field == "colour":
        return str(dict(Colour.choices).get(value, value))
    if field in {"is_club_night", "is_on_paper"}:
        return _("yes") if value else _("no")
    if field == "languages":
        return ", ".join(NAMES.get(code, code) for code in value)
    if field == "ruleset_key":
        return ruleset_name(str(value))
    return "" if value is None else " · ".join(str(value).splitlines())


def visibility(data: Data) -> Data:
    before, after = data["before"], data["after"]
    fields = {
        "shown_to_players": _("to players"),
        "shown_in_hall": _("in the hall"),
        "shown_to_everyone": _("to everyone"),
    }
    changes = [
        _("%(whom)s %(when)s") % {"whom": audience, "when": Shown(after[field]).label}
        for field, audience in fields.items()
        if before[field] != after[field]
    ]
    return {"changes": "; ".join(changes) or _("like all other results")}


def timetable(data: Data) -> Data:
    changes = [
        _("round %(number)s for %(when)s") % {"number": number, "when": _time_shown(at)}
        if at
        else _("round %(number)s without a time") % {"number": number}
        for number, at in sorted(data["after"].items(), key=lambda time: int(time[0]))
    ]
    return {"changes": "; ".join(changes)}


def _time_shown(at: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(at)), "SHORT_DATETIME_FORMAT")


def sit_out(data: Data) -> Data:
    after = data["after"]
    counted = {"nothing": _("nothing"), "average": _("the player’s own average"), "fixed": after["points"]}
    return {"points": counted[after["sit_out"]]}


def rules_edited(data: Data) -> Data:
    before, after = data.get("before", {}), data.get("after", {})
    changed = sorted(field for field in {*before, *after} if before.get(field) != after.get(field))
    return {"fields": listed([rule_title(field) for field in changed])}


def rules_corrected(data: Data) -> Data:
    titles = [rule_title(field) for field in data.get("after", {}) if field != "key"]
    return {"fields": listed(titles) or _("rulebook")}


def listed(words: list[str]) -> str:
    return get_text_list(words, _("and"))
