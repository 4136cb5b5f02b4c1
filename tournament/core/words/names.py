"""Words for stored keys (rulesets, roles, departures, offences), and for rounds, hanchans and tournaments."""

import re
from collections.abc import Mapping, Sequence
from datetime import timedelta

from django import template
from django.template import Context
from django.utils.functional import Promise
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from scoring.tie_breaks import TieBreak
from tournament.core.languages import NAMES, offered
from tournament.core.queries.visibility import Withheld
from tournament.core.text import folded
from tournament.core.words.kinds import kind_words
from tournament.models import Actor, ActorKind, Departure, Hanchan, LogEntry, Offence, Role, SignedSheet, Tournament
from tournament.models.log import account_or_table

register = template.Library()


@register.simple_tag(takes_context=True)
def languages_offered(context: Context) -> list[tuple[str, str]]:
    """Return the code of each language, and its name in that language. On the pages of an event, the event's languages
    come first."""
    event: list[str] = getattr(context.get("request"), "languages", [])
    return [(code, NAMES[code]) for code in offered(event)]


LONG_WORD = 14
"""Number of letters from which a word does not fit on one line of a phone's heading."""


@register.filter
def has_long_word(name: str) -> bool:
    """Whether a word of this name (split at spaces and hyphens) is too long for a phone's heading."""
    return any(len(word) >= LONG_WORD for word in re.split(r"[\s-]", name))


FEW = 3

# Name and description of each preset. The rules themselves are in `scoring.presets`.
RULESETS: dict[str, tuple[str | Promise, str | Promise]] = {
    "wrc_2015": (
        _("WRC 2015"),
        _(
            "World Riichi Championship 2015: the rules that most clubs know. One winner for each hand, 4 han"
            " 30 fu is a mangan, uma 15, 5, −5, −15 (thousand points)."
        ),
    ),
    "wrc_2022": (
        _("WRC 2022"),
        _(
            "World Riichi Championship 2022: as WRC 2015, but several yakuman add up and a chombo costs 30"
            " score points. Unconfirmed."
        ),
    ),
    "wrc_2025": (
        _("WRC 2025"),
        _(
            "World Riichi Championship 2025: as WRC 2015, but 13 han count as a yakuman, several yakuman add up, and a"
            " chombo costs 30 score points. Unconfirmed: we have not read the rulebook itself."
        ),
    ),
    "wrc_2025_lower": (
        _("WRC 2025, lower penalties"),
        _("WRC 2025, but a chombo costs only 20 score points, as TORI and the Vic League play. Unconfirmed."),
    ),
    "ema_2016": (
        _("EMA 2016"),
        _(
            "European rules of 2016: several players may win on one discard, 4 han 30 fu is not rounded"
            " up, and the winner of the hanchan gets the riichi bets left at the end."
        ),
    ),
    "ema_2025": (
        _("EMA 2025"),
        _(
            "European rules since 2026: as EMA 2016, but 4 han 30 fu is a mangan. Certified EMA events, which"
            " count for the MERS ranking, use these rules today."
        ),
    ),
    "jpml_a": (
        _("JPML A"),
        _(
            "Japan Professional Mahjong League: the uma depends on how many players end with 30,000 points or"
            " more, and 4 han 30 fu is not rounded up. Unconfirmed."
        ),
    ),
    "saikouisen": (
        _("Saikouisen"),
        _("Uma 30, 10, −10, −30, one winner for each hand, no counted yakuman, and no liability (pao). Unconfirmed."),
    ),
    "mleague": (
        _("M.League"),
        _(
            "Players start with 25,000 points and scores count from 30,000; uma and oka together are 50, 10,"
            " −10, −30. Three red fives, one winner for each hand. Unconfirmed."
        ),
    ),
    "rmu_a": (
        _("RMU A"),
        _("RMU: uma 15, 5, −5, −15, one winner for each hand, several yakuman add up, and no liability (pao)."),
    ),
    "rmu_b": (_("RMU B"), _("RMU A without ippatsu, ura dora and kan dora.")),
    "rmu_m": (
        _("RMU M"),
        _("RMU A, but with red fives and 25,000 points at the start; uma and oka together are 50, 10, −10, −30."),
    ),
    "tenhou": (
        _("Tenhou"),
        _(
            "As in the online game Tenhou: 25,000 points to start with, counted yakuman, abortive "
            "draws, and the game ends when a player falls below zero."
        ),
    ),
    "mahjong_soul": (
        _("Mahjong Soul"),
        _(
            "As in the online game Mahjong Soul: 25,000 points, uma 15, 5, −5, −15, two or three winners"
            " on one discard, double yakuman. Unconfirmed: we did not find out whether the West round ends"
            " as soon as a player has 30,000 points."
        ),
    ),
    "czech_club": (
        _("Czech club"),
        _("WRC 2015 with five abortive draws: four winds, nine terminals, four kongs, four riichi, three winners."),
    ),
}


@register.filter
def ruleset_name(key: str) -> str:
    """Return a ruleset's name; its key if this module has no name for it."""
    return str(RULESETS[key][0]) if key in RULESETS else key


@register.filter
def ruleset_sentence(key: str) -> str:
    """Return a sentence that describes a ruleset, for the list from which organizers choose."""
    return str(RULESETS[key][1]) if key in RULESETS else ""


@register.filter
def role_name(role: str) -> str:
    """Return the name of a role."""
    return str(Role(role).label)


def departure_name(kind: str) -> str:
    """Return the words for a kind of departure, which says how the results of a player who leaves are treated."""
    return str(Departure.Kind(kind).label) if kind in Departure.Kind.values else kind


@register.filter
def tie_break_name(criterion: str) -> str:
    """Return a tie-break criterion in words."""
    return {
        TieBreak.LAST_ROUND: gettext("the score in the last round"),
        TieBreak.HEAD_TO_HEAD: gettext("the scores in the hanchans that tied players played together"),
        TieBreak.SEED: gettext("the total before the cut"),
        TieBreak.DRAW: gettext("lots"),
    }[TieBreak(criterion)]


@register.filter
def carried_name(carried: str) -> str:
    """Return the share of a score that is carried over a cut, in words; `carried` is the stored key or fraction."""
    names = {"full": gettext("the whole score"), "half": gettext("half of the score"), "none": gettext("nothing")}
    return names.get(carried) or gettext("%(part)s of the score") % {"part": carried}


def offence_name(offence: str) -> str:
    """Return the name of a penalty's offence."""
    return str(Offence(offence).label) if offence in Offence.values else offence


@register.filter
def who(actor: Actor, names: Mapping[int, str] | None = None) -> str:
    """Return the author of a change, in the reader's language. `names` are the players' names by number. A player who
    is not in `names` is shown by the number: "#4"."""
    match actor.kind:
        case ActorKind.TABLE:
            return gettext("Table %(number)s") % {"number": actor.number}
        case ActorKind.PLAYER:
            return (names or {}).get(actor.number or 0, f"#{actor.number}")
        case ActorKind.ROBOTS:
            return gettext("Robots")
        case ActorKind.NOBODY:
            return gettext("Somebody")
        case ActorKind.ACCOUNT | ActorKind.COMMAND:
            return actor.name


@register.filter
def who_for_players(entry: LogEntry) -> str:
    """Return the author of a change like `who`, for people outside the team. The text is empty for an account without a
    full name, which `who` names by the name that it logs in with, and for one that is deleted or of another site."""
    actor = entry.actor
    if actor.kind is not ActorKind.ACCOUNT:
        return who(actor)
    is_full_name = entry.user is not None and folded(actor.name) != folded(entry.user.get_username())
    return actor.name if is_full_name else ""


@register.filter
def who_with_login(actor: Actor, usernames: Mapping[int, str], names: Mapping[int, str] | None = None) -> str:
    """Return the author of a change like `who`, but an account as in "Anna Vesela (anna)". `usernames` are the names
    that accounts log in with, by the account's id."""
    return with_login(who(actor, names), usernames.get(actor.user_id or 0, ""))


def with_login(name: str, username: str) -> str:
    """Return the full name of an account, which people choose freely, followed by the username if it differs."""
    return name if username in {"", name} else f"{name} ({username})"


@register.filter
def signers(sheet: SignedSheet) -> str:
    return signers_named(sheet.signed_as, sheet.hanchan.table.number)


@register.filter
def signers_for(sheet: SignedSheet, for_team: bool) -> str:
    """Return who signed a sheet as `signers`, but people outside the team read "a referee" for an account: without a
    full name it is named by the name that it logs in with."""
    return signers(sheet) if for_team or not any(sheet.signed_as) else gettext("a referee")


def signers_named(accounts: Sequence[str], table: int) -> str:
    """Return who signed a sheet, in words: the accounts that signed for all four players, or that entered the points
    from paper. Without accounts, it is "the four players". An empty account name stands for the link of this table."""
    return ", ".join(who(account_or_table(name, table)) for name in accounts) or gettext("the four players")


register.simple_tag(kind_words)


def round_word(tournament: Tournament) -> str:
    """Return the word for a round. On a club night, where hanchans are numbered instead of rounds, it is "hanchan"."""
    return kind_words(tournament, "round")


@register.simple_tag
def round_name(tournament: Tournament, number: int) -> str:
    """Return a round's name: "Round 3"; on a club night "Hanchan 3"."""
    return kind_words(tournament, "round_name", number=number)


@register.simple_tag
def hanchan_name(hanchan: Hanchan) -> str:
    """Return a hanchan's name: "Round 2, table 7"."""
    return kind_words(hanchan.tournament, "hanchan_name", round=hanchan.round.number, table=hanchan.table.number)


@register.simple_tag
def shown_later(tournament: Tournament, withheld: Withheld) -> str:
    """Return a sentence about when a withheld round will be shown, or that a cancelled hanchan will not."""
    if withheld.is_cancelled:
        return gettext("Its hands and points are not shown.")
    key = "shown_when_signed" if withheld.until == "signed" else "shown_when_released"
    return kind_words(tournament, key, number=withheld.number)


@register.filter
def tournaments_named(played: Sequence[tuple[str, int]]) -> SafeString:
    """Return a list, as text, of the first `FEW` tournaments in `played`. At the end of the list "…" says that there
    are more."""
    return _first_few(played, [format_html("<em>{}</em>", title) for title, _number in played])


@register.filter
def tournaments_numbered(played: Sequence[tuple[str, int]]) -> SafeString:
    """Return a list of the first `FEW` tournaments in `played`, each with the player's number in it. At the end of the
    list "…" says that there are more."""
    pattern = gettext("<em>{title}</em> (no. {number})")
    return _first_few(played, [format_html(pattern, title=title, number=number) for title, number in played])


def _first_few(played: Sequence[tuple[str, int]], titles: list[SafeString]) -> SafeString:
    shown = format_html_join(", ", "{}", ((title,) for title in titles[:FEW]))
    return format_html("{}, …", shown) if len(played) > FEW else shown


@register.filter
def minutes(duration: timedelta) -> int:
    """Return a duration in whole minutes."""
    return int(duration.total_seconds() // 60)
