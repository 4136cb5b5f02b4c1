"""Forms to take a tournament to a laptop, and to continue without the laptop."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.facts import LineField


class LaptopForm(forms.Form):
    """The name by which people know the laptop."""

    place = LineField(
        label=_("Where the tournament goes"),
        max_length=60,
        help_text=_(
            "A name that everyone understands, such as “Marie’s laptop” or “the hall”. All readers of this"
            " tournament’s pages see this name."
        ),
        required=True,
    )


class CallBackForm(forms.Form):
    """The confirmation that play continues on the site without the laptop's changes."""

    is_sure = forms.BooleanField(label=_("The laptop will not come back, or we can do without it for now"))


class MirrorForm(forms.Form):
    """Whether the laptop sends its changes to the tournament's own site; a missing field means no."""

    is_on = forms.BooleanField(required=False)
