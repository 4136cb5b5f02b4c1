"""What a laptop is called, and that somebody really goes on without it."""

from django import forms
from django.utils.translation import gettext_lazy as _


class LaptopForm(forms.Form):
    """The name by which people know the laptop."""

    place = forms.CharField(
        label=_("Where it goes"),
        max_length=60,
        help_text=_(
            "A name that everybody understands: “Marie’s laptop” or “the hall”. Everyone who opens a page reads it."
        ),
    )


class CallBackForm(forms.Form):
    """That the person has read what is lost."""

    is_sure = forms.BooleanField(label=_("The laptop will not come back, or what is on it may be left out for now"))
