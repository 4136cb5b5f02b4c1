"""The list of penalties in a rulebook, in words."""

from fractions import Fraction

from django.utils.translation import gettext as _

from scoring.penalty_catalogue import ListedPenalty, proposed_points
from scoring.rules import Ruleset
from tournament.core.words.scores import penalty as penalty_points


def listed_choice(listed: ListedPenalty) -> tuple[str, str]:
    """Return the key and the label of a listed penalty, for a select: "Minor fault: warning, then −5.0"."""
    title, steps = _(listed.title), [_step(points) for points in listed.steps]
    if listed.most:
        words = _("%(offence)s: %(least)s to %(most)s")
        return listed.key, words % {"offence": title, "least": steps[0], "most": _step(listed.most)}
    if len(steps) == 2:
        words = _("%(offence)s: %(first)s, then %(next)s")
        return listed.key, words % {"offence": title, "first": steps[0], "next": steps[-1]}
    return listed.key, ": ".join([title, ", ".join(steps)] if steps else [title])


def proposal_words(listed: ListedPenalty, earlier: int, rules: Ruleset) -> str:
    """Describe what the list sets after `earlier` penalties for the same offence: "For offence number 2 of this kind,
    this player gets: −5.0 (WRC 2025, unconfirmed)."."""
    points = proposed_points(listed, earlier=earlier, rules=rules)
    rule = listed.rule if listed.confirmed else _("%(rule)s, unconfirmed") % {"rule": listed.rule}
    amount = _("1.0 subtracted from the total for each minute") if points is None else _step(points)
    if listed.most:
        words = _(
            "This is the player’s offence number %(time)s of this kind. It costs %(points)s to %(most)s"
            " (%(rule)s), as the referee decides. If you leave the points empty, it costs %(points)s."
        )
        return words % {"time": earlier + 1, "points": amount, "most": _step(listed.most), "rule": rule}
    words = _(
        "This is the player’s offence number %(time)s of this kind. The penalty for it: %(points)s"
        " (%(rule)s). To give this penalty, leave the points empty."
    )
    return words % {"time": earlier + 1, "points": amount, "rule": rule}


def _step(points: Fraction | int) -> str:
    return penalty_points(points) if points else _("warning")
