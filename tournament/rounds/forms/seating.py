"""The form to plan the seats of a whole event: the number of rounds and the seed."""

import secrets
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.limits import MOST_PLANNED_ROUNDS

LARGEST_SEED = 999_999
USUAL_ROUNDS = 5


class PlanForm(forms.Form):
    """The rounds and the seed of a plan. For the same players, rounds and seed the plan is always the same."""

    rounds = forms.IntegerField(label=_("Rounds"), min_value=1, max_value=MOST_PLANNED_ROUNDS)
    seed = forms.IntegerField(
        label=_("Draw number"),
        min_value=0,
        max_value=LARGEST_SEED,
        help_text=_("Use any number. Anyone can repeat the draw: the same draw number always gives the same plan."),
    )

    @classmethod
    def read(cls, data: Any) -> "PlanForm":
        """Read the form from the query string; if the query string is empty, use a new seed and the default number of
        rounds."""
        if "rounds" in data:
            return cls(data)
        return cls(initial={"rounds": USUAL_ROUNDS, "seed": new_seed()})


def new_seed() -> int:
    return secrets.randbelow(LARGEST_SEED + 1)
