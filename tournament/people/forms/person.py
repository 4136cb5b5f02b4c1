"""How a person is shown, and that they are removed."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import ShownAs


class ShowPersonForm(forms.Form):
    """What others than the team read of them."""

    shown_as = forms.ChoiceField(label=_("Others see"), choices=ShownAs.choices)

    @property
    def chosen(self) -> ShownAs:
        return ShownAs(self.cleaned_data["shown_as"])


class RemovePersonForm(forms.Form):
    """One tick: a touch alone does not do it."""

    understood = forms.BooleanField(label=_("I have read this. It cannot be undone."))
