"""The form for the number of tables in the hall."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournament.core.limits import MOST_TABLES


class PrepareTablesForm(forms.Form):
    """How many tables the hall has; they are numbered from 1."""

    count = forms.IntegerField(label=_("Tables in the hall"), min_value=1, max_value=MOST_TABLES)
