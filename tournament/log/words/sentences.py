"""Sentences of the log that need more than the entry's data filled in."""

from collections.abc import Callable
from datetime import datetime
from typing import Any

from django.utils import timezone
from django.utils.formats import date_format
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from tournament.core.languages import NAMES
from tournament.core.words.clock import time_change
from tournament.core.words.names import ruleset_name
from tournament.core.words.rules import rule_title
from tournament.core.words.scores import points
from tournament.models import Shown
from tournament.rounds.words.seating import group_name
from tournament.table.edits import UnreadableEdits, edits_from_text

Said = dict[str, Any]


def _players_added(data: Said) -> str:
    names = data.get("names", [])
    said = ngettext("Added %(count)s player: %(names)s", "Added %(count)s players: %(names)s", len(names))
    return said % {"count": len(names), "names": ", ".join(names)}


def _player_edited(data: Said) -> str:
    names = {
        "country": _("country"),
        "club": _("club"),
        "ema_number": _("EMA number"),
        "mail": _("mail"),
        "phone": _("phone"),
        "status": _("status"),
        "team": _("team"),
        "note": _("note"),
        "paid": _("paid"),
        "reserved_table": _("reserved table"),
        "may_publish": _("whether the name is published"),
        "shown_as": _("under which name they are shown"),
    }
    changed = [names[field] for field in data.get("after", {}) if field in names]
    said = _("Changed what is known of %(name)s: %(fields)s")
    return said % {"name": data.get("name", "…"), "fields": get_text_list(changed, _("and")) or _("country")}


def _planned(data: Said) -> str:
    rounds, seed = data.get("rounds", 0), data.get("seed")
    if seed is None:
        said = ngettext(
            "Accepted an imported seating plan for %(rounds)s round",
            "Accepted an imported seating plan for %(rounds)s rounds",
            rounds,
        )
    else:
        said = ngettext(
            "Accepted a seating plan for %(rounds)s round, drawn with %(seed)s",
            "Accepted a seating plan for %(rounds)s rounds, drawn with %(seed)s",
            rounds,
        )
    return said % {"rounds": rounds, "seed": seed}


def _apart(data: Said) -> str:
    names = get_text_list([group_name(kind) for kind in data.get("kinds", [])], _("and"))
    return _("Had the seating keep apart: %(groups)s") % {"groups": names or _("nobody")}


def _tournament_edited(data: Said) -> str:
    fields = {
        "name": pgettext("of a tournament", "name"),
        "place": _("place"),
        "starts_on": _("first day"),
        "is_public": _("visibility"),
        "is_club_night": _("club night"),
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
        changes.append(_("single rules are the rulebook’s again"))
    return _("Changed the settings: %(changes)s") % {"changes": get_text_list(changes, _("and"))}


def _setting(field: str, value: Any) -> str:
    """Return a setting's value in words."""
    if field == "is_public":
        return pgettext("tournament", "public") if value else pgettext("tournament", "private")
    if field == "is_club_night":
        return _("yes") if value else _("no")
    if field == "languages":
        return ", ".join(NAMES.get(code, code) for code in value)
    if field == "ruleset_key":
        return ruleset_name(str(value))
    return "" if value is None else str(value)


def _visibility_edited(data: Said) -> str:
    return _("Changed when rounds are shown: %(changes)s") % {"changes": _shown_changes(data)}


def _round_visibility_edited(data: Said) -> str:
    said = _("Changed when round %(number)s is shown: %(changes)s")
    return said % {"number": data.get("number", "…"), "changes": _shown_changes(data)}


def _timetable_set(data: Said) -> str:
    changes = [
        _("round %(number)s for %(when)s") % {"number": number, "when": _when(at)}
        if at
        else _("round %(number)s for no time") % {"number": number}
        for number, at in sorted(data["after"].items(), key=lambda said: int(said[0]))
    ]
    return _("Planned: %(changes)s") % {"changes": "; ".join(changes)}


def _when(at: str) -> str:
    return date_format(timezone.localtime(datetime.fromisoformat(at)), "SHORT_DATETIME_FORMAT")


def _club_night_visibility_edited(data: Said) -> str:
    said = _("Changed when hanchan %(number)s is shown: %(changes)s")
    return said % {"number": data.get("number", "…"), "changes": _shown_changes(data)}


def _shown_changes(data: Said) -> str:
    before, after = data["before"], data["after"]
    fields = {
        "shown_to_players": _("to players"),
        "shown_in_hall": _("in the hall"),
        "shown_to_everyone": _("to everyone"),
    }
    changes = [
        _("%(whom)s %(when)s") % {"whom": name, "when": Shown(after[field]).label}
        for field, name in fields.items()
        if before[field] != after[field]
    ]
    return "; ".join(changes) or _("as the others")


def _sit_out(data: Said) -> str:
    after = data.get("after", {})
    ways = {
        "nothing": _("Had a round that a player sits out count nothing"),
        "average": _("Had a round that a player sits out count the player’s own average"),
        "fixed": _("Had a round that a player sits out count %(points)s"),
    }
    return ways[after["sit_out"]] % {"points": after["points"]}


def _rules_edited(data: Said) -> str:
    changed = sorted({*data.get("before", {}), *data.get("after", {})})
    named = [rule_title(field) for field in changed if data["before"].get(field) != data["after"].get(field)]
    return _("Changed the rules: %(fields)s") % {"fields": get_text_list(named, _("and"))}


def _rules_corrected(data: Said) -> str:
    named = [rule_title(field) for field in data.get("after", {}) if field != "key"]
    hanchans = data.get("hanchans", 0)
    said = ngettext(
        "Corrected the rules (%(fields)s) and settled %(count)s hanchan again",
        "Corrected the rules (%(fields)s) and settled %(count)s hanchans again",
        hanchans,
    )
    return said % {"fields": get_text_list(named, _("and")) or _("rulebook"), "count": hanchans}


def _round_extended(data: Said) -> str:
    return _("Changed the extra time of round %(round)s by %(time)s") % {
        "round": data.get("round", "…"),
        "time": time_change(data.get("seconds", 0)),
    }


def _club_night_extended(data: Said) -> str:
    return _("Changed the extra time of hanchan %(round)s by %(time)s") % {
        "round": data.get("round", "…"),
        "time": time_change(data.get("seconds", 0)),
    }


def _table_extended(data: Said) -> str:
    return _("Changed the extra time of the table by %(time)s") % {"time": time_change(data.get("seconds", 0))}


def _edited(data: Said) -> str:
    try:
        edits = edits_from_text(data.get("edits", ""))
    except UnreadableEdits:
        edits = ()
    said = {
        "replace": _("hand %(number)s said anew"),
        "insert": _("a forgotten hand inserted before hand %(number)s"),
        "remove": _("hand %(number)s removed"),
        "keep": _("hand %(number)s kept as it was said"),
    }
    changes = [said[edit.kind] % {"number": edit.number} for edit in edits]
    return _("Corrected the hanchan: %(changes)s") % {"changes": ", ".join(changes) or "…"}


def _seats_swapped(data: Said) -> str:
    seats = ("before", "after")
    before, after = (", ".join(data.get(when, [])) or "…" for when in seats)
    return _("Changed the seats, from East to North, from %(before)s to %(after)s") % {
        "before": before,
        "after": after,
    }


def _paper_recorded(data: Said) -> str:
    return _("Entered the points from paper: %(points)s") % {"points": _four(data)}


def _paper_removed(data: Said) -> str:
    return _("Removed the points from paper: %(points)s") % {"points": _four(data)}


def _paper_keyed_again(data: Said) -> str:
    return _("Keyed the points from paper a second time: %(points)s") % {"points": _four(data)}


def _paper_decided(data: Said) -> str:
    said = _("Decided that the points from paper hold which %(name)s keyed: %(points)s")
    return said % {"name": data.get("keyed_by", "…"), "points": _four(data)}


def _four(data: Said) -> str:
    return " · ".join(points(each) for each in data.get("points", [])) or "…"


SENTENCES: dict[str, Callable[[Said], str]] = {
    "clock.extended": _round_extended,
    "clock.table_extended": _table_extended,
    "hand.corrected": _edited,
    "hand.inserted": _edited,
    "hand.removed": _edited,
    "entry.edited": _player_edited,
    "player.edited": _player_edited,
    "paper.recorded": _paper_recorded,
    "paper.removed": _paper_removed,
    "paper.keyed_again": _paper_keyed_again,
    "paper.decided": _paper_decided,
    "players.added": _players_added,
    "rules.corrected": _rules_corrected,
    "rules.edited": _rules_edited,
    "seating.apart": _apart,
    "seating.planned": _planned,
    "seats.swapped": _seats_swapped,
    "timetable.set": _timetable_set,
    "tournament.edited": _tournament_edited,
    "visibility.edited": _visibility_edited,
    "visibility.round_edited": _round_visibility_edited,
    "visibility.round_dropped": _round_visibility_edited,
    "tournament.sit_out": _sit_out,
}
"""Functions that make sentences, by kind."""

CLUB_NIGHT_SENTENCES: dict[str, Callable[[Said], str]] = SENTENCES | {
    "clock.extended": _club_night_extended,
    "visibility.round_edited": _club_night_visibility_edited,
    "visibility.round_dropped": _club_night_visibility_edited,
}
"""Functions that make sentences for a club night, whose rounds are hanchans."""
