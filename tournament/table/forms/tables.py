"""How many tables the hall has."""

from django import forms
from django.utils.translation import gettext_lazy as _

MOST_TABLES = 250
"""Most tables in a hall. A round of them is started by a form of four fields each (`DATA_UPLOAD_MAX_NUMBER_FIELDS`)."""


class PrepareTablesForm(forms.Form):
    """Tables 1 to this number."""

    count = forms.IntegerField(label=_("Tables in the hall"), min_value=1, max_value=MOST_TABLES)
