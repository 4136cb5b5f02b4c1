"""Forms to choose a person's shown name, and to confirm their removal."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import ShownAs


class ShowPersonForm(forms.Form):
    """The choice of the name under which people outside the team see a person."""

    shown_as = forms.ChoiceField(label=_("Others see"), choices=ShownAs.choices)

    @property
    def chosen(self) -> ShownAs:
        return ShownAs(self.cleaned_data["shown_as"])


class RemovePersonForm(forms.Form):
    """A box to tick that confirms the removal, so that a single touch cannot remove a person."""

    understood = forms.BooleanField(label=_("I have read this page. The removal cannot be undone."))
