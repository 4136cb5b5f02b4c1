"""The form that chooses which links to renew."""

from typing import Any

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy


class RenewLinksForm(forms.Form):
    """The links to renew: the links of all tables, of all players, and the hall link if there is one."""

    tables = forms.BooleanField(label=gettext_lazy("New links for all tables"), required=False)
    players = forms.BooleanField(label=gettext_lazy("New links for all players"), required=False)

    hall = forms.BooleanField(label=gettext_lazy("New hall link"), required=False)

    def __init__(self, *args: Any, has_hall: bool, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not has_hall:
            del self.fields["hall"]

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors and not any(cleaned.values()):
            raise forms.ValidationError(_("Choose whose links to replace."))
        return cleaned
