"""The penalties that rulebooks list: the points that an offence subtracts from a total, and those for a repeated
offence.

Only amounts that a rulebook names are listed. An offence for which the rulebook leaves the amount to the referee is not
listed. A penalty is `confirmed` only if the rulebook itself was read, not a copy or a text about it.
"""

import re
from dataclasses import dataclass, replace
from fractions import Fraction
from hashlib import sha256

from scoring.rules import Ruleset


def _(text: str) -> str:
    """Mark a text for translation; the page that shows it translates it."""
    return text


@dataclass(frozen=True, slots=True, kw_only=True)
class ListedPenalty:
    """One penalty of a rulebook's list.

    `offence` is the kind of penalty, such as "late". `rule` names the source, and no two penalties have the same
    `rule`. `steps` are the points, in thousands, for the first offence, the second and so on; each further offence
    costs as much as the last step, and 0 is a warning. If there are no steps, the points are computed from the minutes
    or taken from the ruleset. If the referee chooses the amount, `most` is the highest.
    """

    key: str
    offence: str
    title: str
    rule: str
    steps: tuple[int, ...] = ()
    most: int | None = None
    confirmed: bool = True


def proposed_points(listed: ListedPenalty, *, earlier: int, rules: Ruleset) -> Fraction | None:
    """Return the points, in thousands, that this penalty subtracts from a player who got it `earlier` times before;
    None if the points depend on the minutes of delay. In the example the first penalty is a warning, and each further
    penalty costs 5.

    >>> from scoring.presets import WRC_2025
    >>> minor = listed_penalties("wrc_2025")[2]
    >>> [str(proposed_points(minor, earlier=times, rules=WRC_2025)) for times in (0, 1, 2)]
    ['0', '5', '5']
    """
    if listed.steps:
        return Fraction(listed.steps[min(earlier, len(listed.steps) - 1)])
    return max(-rules.missed_score, Fraction(0)) if listed.offence == "missed" else None


EMA_2016 = (
    ListedPenalty(
        key="late",
        offence="late",
        title=_("Late: 1.0 subtracted from the total for each minute"),
        rule="EMA 2016, 5.5 to 5.8: late",
    ),
    ListedPenalty(
        key="missed", offence="missed", title=_("Missed hanchan"), rule="EMA 2016, 5.5 to 5.8: missed hanchan"
    ),
    ListedPenalty(
        key="obstruction",
        offence="obstruction",
        title=_("Obstruction"),
        rule="EMA 2016, 5.5 to 5.8: obstruction",
        steps=(8,),
        most=12,
    ),
    ListedPenalty(
        key="serious_obstruction",
        offence="obstruction",
        title=_("Serious or repeated obstruction"),
        rule="EMA 2016, 5.5 to 5.8: serious obstruction",
        steps=(12,),
        most=48,
    ),
)

EMA_2025 = tuple(replace(listed, rule=listed.rule.replace("2016", "2025"), confirmed=False) for listed in EMA_2016)

WRC_2025 = (
    ListedPenalty(
        key="late",
        offence="late",
        title=_("Late: 1.0 subtracted from the total for each minute"),
        rule="WRC 2025: late",
        confirmed=False,
    ),
    ListedPenalty(
        key="missed", offence="missed", title=_("Missed hanchan"), rule="WRC 2025: missed hanchan", confirmed=False
    ),
    ListedPenalty(
        key="minor",
        offence="procedure",
        title=_("Minor fault"),
        rule="WRC 2025: minor fault",
        steps=(0, 5),
        confirmed=False,
    ),
    ListedPenalty(
        key="dead_hand",
        offence="procedure",
        title=_("Call with a dead hand, without knowing that it is dead"),
        rule="WRC 2025: call with a dead hand",
        steps=(0,),
        confirmed=False,
    ),
    ListedPenalty(
        key="all_last",
        offence="procedure",
        title=_("Wrong score sheet in the last hand, with an effect on the result"),
        rule="WRC 2025: sheet of the last hand",
        steps=(8,),
        confirmed=False,
    ),
    ListedPenalty(
        key="report",
        offence="procedure",
        title=_("Wrong result reported after the sticks were reset (each of the four players)"),
        rule="WRC 2025: report sheet",
        steps=(2,),
        confirmed=False,
    ),
)

# No list was found for the other rulebooks. What WRC 2015 leaves open is taken from EMA 2016, as for the rules.
_CATALOGUES = {
    "wrc_2015": EMA_2016[:2],
    "czech_club": EMA_2016[:2],
    "wrc_2025": WRC_2025,
    "wrc_2025_lower": WRC_2025,
    "ema_2016": EMA_2016,
    "ema_2025": EMA_2025,
}


def listed_penalties(key: str) -> tuple[ListedPenalty, ...]:
    """Return the penalties in the rulebook of a preset, by the preset's key; empty if Tenbo has no list for it."""
    return _CATALOGUES.get(key, ())


MOST_OWN = 30
LONGEST_TITLE = 50
MOST_STEPS = 5
HIGHEST_STEP = 1_000
POINTS = re.compile(r"[0-9]{1,4}")
LONGEST_OWN = 2_500
"""The most characters of an organizer's own list of penalties."""


class BadLine(ValueError):
    """A line of an organizer's own list that cannot be read; `line` is the text of the line."""

    def __init__(self, line: str) -> None:
        super().__init__(line)
        self.line = line


def own_penalties(text: str) -> tuple[ListedPenalty, ...]:
    """Read an organizer's own list, a line for each penalty: its title, and the points for the first time, the second
    and so on, in thousands.

    Raises `BadLine` if a line has no title or no points, or if two lines have the same title.

    >>> [(listed.title, listed.steps) for listed in own_penalties("Phone rings: 0, 5, 10")]
    [('Phone rings', (0, 5, 10))]
    """
    listed: list[ListedPenalty] = []
    for line in filter(None, map(str.strip, text.splitlines())):
        title, colon, steps = line.rpartition(":")
        title, parts = " ".join(title.split()), [part.strip() for part in steps.split(",")]
        is_known = any(title.casefold() == other.title.casefold() for other in listed)
        if not (colon and title) or len(title) > LONGEST_TITLE or is_known or len(listed) == MOST_OWN:
            raise BadLine(line)
        if len(parts) > MOST_STEPS or not all(map(POINTS.fullmatch, parts)):
            raise BadLine(line)
        points = tuple(map(int, parts))
        if max(points) > HIGHEST_STEP:
            raise BadLine(line)
        listed.append(
            ListedPenalty(key=_own_key(title, points), offence="other", title=title, rule=title, steps=points)
        )
    return tuple(listed)


def _own_key(title: str, steps: tuple[int, ...]) -> str:
    """Return a key that changes with the title and the points. So a form that was opened before the list was edited
    cannot choose a penalty or points that its page did not show."""
    return f"own-{sha256(repr((title, steps)).encode(errors='replace')).hexdigest()[:16]}"


def own_as_text(listed: tuple[ListedPenalty, ...]) -> str:
    """Write an organizer's own list as it is stored, in a form that `own_penalties` reads.

    >>> own_as_text(own_penalties(" Phone  rings :0,5 "))
    'Phone rings: 0, 5'
    """
    return "\n".join(f"{own.title}: {', '.join(map(str, own.steps))}" for own in listed)
