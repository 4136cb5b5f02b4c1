"""The form to invite with a role."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.models import Role


class InviteForm(forms.Form):
    """The role that an invitation's link gives."""

    role = forms.TypedChoiceField(
        label=_("Role"),
        coerce=Role,
        choices=[
            (Role.REFEREE.value, _("Referee: enters, corrects and signs hands at every table")),
            (Role.ORGANIZER.value, _("Organizer: also players, rounds, tables and settings")),
        ],
        initial=Role.REFEREE.value,
    )
