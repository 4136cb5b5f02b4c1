"""What a log entry says, in words: one place for every kind that an action writes."""

from collections.abc import Callable
from typing import Any

from django import template
from django.utils.functional import Promise
from django.utils.text import get_text_list
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, ngettext_lazy, pgettext

from scoring.refusal import Refused
from tournament.languages import NAMES
from tournament.models import Appeal, LogEntry, Shown
from tournament.queries.edits import UnreadableEdits, edits_from_text
from tournament.queries.names import told_apart
from tournament.templatetags.clock import time_change
from tournament.templatetags.hands import outcome_words
from tournament.templatetags.rules import rule_title
from tournament.templatetags.scores import points
from tournament.templatetags.seating import group_name
from tournament.templatetags.words import carried_name, departure_name, offence_name, role_name, ruleset_name, who

register = template.Library()

Said = dict[str, Any]

KINDS: dict[str, str | Promise] = {
    "tournament": gettext_lazy("The tournament"),
    "rehearsal": gettext_lazy("Rehearsal"),
    "team": gettext_lazy("Team"),
    "player": gettext_lazy("A player"),
    "players": gettext_lazy("Players added"),
    "table": gettext_lazy("Links of tables"),
    "tables": gettext_lazy("Tables"),
    "seating": gettext_lazy("Seating plan"),
    "round": gettext_lazy("Rounds"),
    "clock": gettext_lazy("Clock"),
    "entry": gettext_lazy("Entries"),
    "cut": gettext_lazy("Cuts"),
    "call": gettext_lazy("Calls for a referee"),
    "person": gettext_lazy("People removed"),
    "penalty": gettext_lazy("Penalties"),
    "appeal": gettext_lazy("Appeals"),
    "substitute": gettext_lazy("Substitutes"),
    "hand": gettext_lazy("Hands"),
    "hands": gettext_lazy("Hands settled again"),
    "seats": gettext_lazy("Seats"),
    "hanchan": gettext_lazy("Hanchans"),
    "time": gettext_lazy("Time up"),
    "paper": gettext_lazy("Points from paper"),
    "sheet": gettext_lazy("Score sheets"),
    "sticks": gettext_lazy("Sticks counted"),
    "rules": gettext_lazy("Rules"),
    "visibility": gettext_lazy("What is shown when"),
    "hall": gettext_lazy("Hall link"),
    "ceremony": gettext_lazy("Ceremony"),
}
"""What a kind's first word is about."""

WORDS: dict[str, str | Promise] = {
    # The tournament and its team
    "tournament.created": gettext_lazy("Opened the tournament"),
    "tournament.copied": gettext_lazy("Opened the tournament as a copy of %(origin)s"),
    "rehearsal.stuck": gettext_lazy("Could not go on with the rehearsal: %(said)s"),
    "rehearsal.played": gettext_lazy("Played the rehearsal to its end"),
    "tournament.archived": gettext_lazy("Archived the tournament"),
    "tournament.unarchived": gettext_lazy("Took the tournament out of the archive"),
    "hall.link_made": gettext_lazy("Made a new hall link"),
    "hall.link_revoked": gettext_lazy("Took the hall link back"),
    "ceremony.started": gettext_lazy("Began the ceremony, one by one from place %(place)s"),
    "ceremony.revealed": gettext_lazy("Revealed place %(place)s"),
    "ceremony.reveal_taken_back": gettext_lazy("Took place %(place)s back in the ceremony"),
    "ceremony.ended": gettext_lazy("Ended the ceremony"),
    "team.invited": gettext_lazy("Made an invitation link for the role: %(role)s"),
    "team.invitation_revoked": gettext_lazy("Took back an invitation link for the role: %(role)s"),
    "team.joined": gettext_lazy("Joined by an invitation, as: %(role)s"),
    "team.role_changed": gettext_lazy("Changed the role of %(name)s from %(before)s to %(after)s"),
    "team.removed": gettext_lazy("Removed %(name)s (%(role)s) from the team"),
    "team.left": gettext_lazy("Left the team (%(role)s)"),
    # Players, rounds and tables
    "player.renamed": gettext_lazy("Changed a player's name from %(before)s to %(after)s"),
    "players.merged": gettext_lazy("Said that %(before)s, number %(number)s, is the same person as %(after)s"),
    "player.removed": gettext_lazy("Removed the player %(name)s, number %(number)s"),
    "person.removed": gettext_lazy("Removed the person of number %(number)s; the results stay"),
    "entry.applied": gettext_lazy("Entered by themselves: %(name)s, number %(number)s"),
    "entry.terms_changed": gettext_lazy("Changed how people may enter themselves"),
    "entry.arrived": gettext_lazy("Checked in %(name)s, number %(number)s"),
    "entry.arrived_by_link": gettext_lazy("Said by their own link that they are here: %(name)s, number %(number)s"),
    "entry.arrival_undone": gettext_lazy("Took back the check-in of %(name)s, number %(number)s"),
    "tables.prepared": gettext_lazy("Made the tables 1 to %(count)s"),
    "table.link_revoked": gettext_lazy("Gave table %(number)s a new link"),
    "player.left": gettext_lazy("%(name)s plays no further from round %(from_round)s on: %(status)s"),
    "player.came_back": gettext_lazy("%(name)s plays on after all, was: %(status)s"),
    "penalty.given": gettext_lazy("Gave %(name)s a penalty of %(points)s: %(offence)s"),
    "penalty.taken_back": gettext_lazy("Took back the penalty of %(name)s, %(points)s: %(offence)s"),
    "appeal.made": gettext_lazy("Noted an appeal by %(appealed_by)s against %(what)s: %(text)s"),
    "appeal.decided": gettext_lazy("Decided the appeal by %(appealed_by)s against %(what)s: %(outcome)s"),
    "cut.made": ngettext_lazy(
        "Let %(count)s player go on after round %(after)s, carrying %(carried)s",
        "Let %(count)s players go on after round %(after)s, carrying %(carried)s",
        "count",
    ),
    "cut.taken_back": gettext_lazy("Took back the cut after round %(after)s"),
    "seating.repaired": ngettext_lazy(
        "Changed the seating plan's %(rounds)s round to come",
        "Changed the seating plan's %(rounds)s rounds to come",
        "rounds",
    ),
    "seating.repair_taken_back": gettext_lazy("Took back the change of the seating plan"),
    "seating.exchanged": gettext_lazy("Exchanged %(first)s and %(second)s in the plan of round %(number)s"),
    "seating.dropped": gettext_lazy("Took the seating plan back"),
    "round.approved": gettext_lazy("Approved the results of round %(number)s"),
    "round.approval_withdrawn": gettext_lazy("Took back the approval of round %(number)s"),
    "round.started": ngettext_lazy(
        "Started round %(number)s at %(tables)s table",
        "Started round %(number)s at %(tables)s tables",
        "tables",
    ),
    "round.exchanged": gettext_lazy("Let %(first)s and %(second)s change places in round %(number)s"),
    "round.released": gettext_lazy("Released round %(number)s"),
    "round.release_taken_back": gettext_lazy("Took back the release of round %(number)s"),
    "round.taken_back": gettext_lazy("Took back the start of round %(number)s"),
    # The clock
    "clock.started": gettext_lazy("Started the clock of round %(round)s"),
    "clock.start_withdrawn": gettext_lazy("Took back the start of the clock of round %(round)s"),
    "clock.start_restored": gettext_lazy("Let the clock of round %(round)s run as if it had not been taken back"),
    "clock.paused": gettext_lazy("Paused the clock of round %(round)s"),
    "clock.resumed": gettext_lazy("Let the clock of round %(round)s go on"),
    "clock.minutes_set": ngettext_lazy(
        "Changed the time of round %(round)s from %(before)s to %(minutes)s minute",
        "Changed the time of round %(round)s from %(before)s to %(minutes)s minutes",
        "minutes",
    ),
    # Calls
    "call.made": gettext_lazy("Table %(table)s called a referee"),
    "call.withdrawn": gettext_lazy("Table %(table)s took its call back"),
    "call.taken": gettext_lazy("Goes to table %(table)s, which had called"),
    "call.answered": gettext_lazy("Answered the call of table %(table)s"),
    # Hands
    "hand.recorded": gettext_lazy("Recorded hand %(number)s: %(outcome)s"),
    "hand.undone": gettext_lazy("Took back hand %(number)s: %(outcome)s"),
    "hand.moved_away": gettext_lazy("Moved hand %(number)s to table %(to_table)s"),
    "hand.moved_here": gettext_lazy("Moved a hand here from table %(from_table)s, as hand %(number)s: %(outcome)s"),
    "hands.rebuilt": gettext_lazy("Settled hands again that were kept wrongly: %(hands)s"),
    # The hanchan
    "substitute.named": gettext_lazy("%(name)s plays as a substitute for %(player)s"),
    "substitute.removed": gettext_lazy("%(name)s does not play for %(player)s after all"),
    "hanchan.started": gettext_lazy("Started hanchan %(number)s at table %(table)s"),
    "hanchan.cancelled": gettext_lazy("Cancelled the hanchan"),
    "hanchan.restarted": gettext_lazy("Started the cancelled hanchan again"),
    "hanchan.resettled": gettext_lazy("Settled the hanchan by the corrected rules"),
    "time.called": gettext_lazy("Called that time is up after hand %(after)s"),
    "time.withdrawn": gettext_lazy("Took back that time is up"),
    "sticks.counted": gettext_lazy("Counted the sticks"),
    "sheet.confirmed": gettext_lazy("Confirmed the score sheet: %(player)s"),
    "sheet.confirmed_by_link": gettext_lazy("Confirmed the score sheet by their own link: %(player)s"),
    "sheet.signed": gettext_lazy("Made the score sheet official, signed by %(signed_as)s"),
}
"""Sentences that need nothing but the entry's data; `%(outcome)s` is the hand in words."""


def _players_added(data: Said) -> str:
    names = data.get("players", [])
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
    """A setting's value for people; what is not set is shown as nothing."""
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
    before, after = (", ".join(str(one["name"]) for one in data.get(when, [])) or "…" for when in seats)
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
    "tournament.edited": _tournament_edited,
    "visibility.edited": _visibility_edited,
    "visibility.round_edited": _round_visibility_edited,
    "visibility.round_dropped": _round_visibility_edited,
    "tournament.sit_out": _sit_out,
}
"""Sentences that take more than the data put in."""


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
