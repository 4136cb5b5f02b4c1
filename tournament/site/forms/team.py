"""The form to create an invitation to the team."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.words.kinds import kind_words
from tournament.models import Role, Tournament


class InviteForm(forms.Form):
    """The role that an invitation's link gives."""

    role = forms.TypedChoiceField(
        label=_("Role"),
        coerce=Role,
        choices=[(Role.REFEREE.value, _("Referee: enters, corrects and signs hands at every table"))],
        initial=Role.REFEREE.value,
    )

    def __init__(self, tournament: Tournament, *args: Any) -> None:
        super().__init__(*args)
        organizer = (Role.ORGANIZER.value, kind_words(tournament, "organizer_role"))
        self.fields["role"].choices = [*self.fields["role"].choices, organizer]  # type: ignore[attr-defined]
