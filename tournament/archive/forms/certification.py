"""The choice of a federation for the certification package."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.archive.certification import CONDITIONS, Federation


class CertificationForm(forms.Form):
    """The federation that is chosen in the query string of the page or of the file; ARA if none is chosen."""

    federation = forms.ChoiceField(
        label=_("Federation"),
        choices=[(federation.value, conditions.name) for federation, conditions in CONDITIONS.items()],
        initial=Federation.ARA.value,
        required=False,
    )

    @property
    def chosen(self) -> Federation:
        self.is_valid()
        return Federation(self.cleaned_data.get("federation") or Federation.ARA)
