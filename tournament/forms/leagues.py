"""A league as its keeper fills it in."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.models import League, Tournament, Visitor
from tournament.queries.leagues import choosable_tournaments


class TournamentsField(forms.ModelMultipleChoiceField):  # type: ignore[type-arg]
    """Tournaments by their ids; a number that no database holds is no tournament, as any other that is not there."""

    def clean(self, value: Any) -> Any:
        for pk in value or ():
            if not (str(pk).isascii() and str(pk).isdecimal() and len(str(pk)) < 18):
                raise forms.ValidationError(self.error_messages["invalid_pk_value"], "invalid_pk_value", {"pk": pk})
        return super().clean(value)


class LeagueForm(forms.ModelForm):  # type: ignore[type-arg]
    """Name, who may read it, and which tournaments it adds up. What to do with it is for `actions.keep_league`."""

    tournaments = TournamentsField(
        queryset=Tournament.objects.none(),
        required=False,
        label=_("tournaments"),
        widget=forms.CheckboxSelectMultiple,
    )

    class Meta:
        model = League
        fields = ["name", "is_public"]
        labels = {"is_public": pgettext_lazy("league", "Public")}

    def __init__(self, *args: Any, visitor: Visitor, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        league = self.instance if self.instance.pk else None
        field = self.fields["tournaments"]
        assert isinstance(field, forms.ModelMultipleChoiceField)  # noqa: S101 (for mypy)
        field.queryset = choosable_tournaments(visitor, league)
        if league:
            self.initial["tournaments"] = list(league.tournaments.values_list("pk", flat=True))
