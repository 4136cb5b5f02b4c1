"""The forms of a club, its nights and its people."""

from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from tournament.clubs.evenings import evening_of
from tournament.clubs.queries.club import latest_league
from tournament.core.forms.days import DayField
from tournament.core.forms.edit import OnlyEdited
from tournament.core.forms.facts import LineField, clean_name, name_problem
from tournament.core.limits import MOST_TABLES
from tournament.core.words.rules import ruleset_choices
from tournament.models import Club, League

MOST_NAMES = 200
"""The most names that can be added at once."""


class ClubForm(OnlyEdited, forms.ModelForm):  # type: ignore[type-arg]
    """A club's name, place, and the rules of its nights."""

    ruleset_key = forms.ChoiceField(
        label=gettext_lazy("Rules of a new night"),
        choices=ruleset_choices,
        help_text=gettext_lazy("The rules of a single night can be changed until the first hand of that night."),
    )

    class Meta:
        model = Club
        fields = ["name", "place", "ruleset_key"]
        field_classes = {"name": LineField, "place": LineField}
        labels = {
            "name": pgettext_lazy("of a club", "Name"),
            "place": pgettext_lazy("of a tournament", "Place"),
        }


class OpenNightForm(forms.Form):
    """A new night: its name, day and league. `key` is the idempotency key."""

    key = forms.UUIDField(widget=forms.HiddenInput)
    name = LineField(label=pgettext_lazy("of a tournament", "Name"), max_length=100, required=True)
    starts_on = DayField(label=gettext_lazy("Day"))
    league_id = forms.TypedChoiceField(
        label=gettext_lazy("Counts for the league"), required=False, coerce=int, empty_value=None
    )
    is_club_night = forms.BooleanField(
        label=gettext_lazy("Club night"),
        required=False,
        help_text=gettext_lazy("No rounds: any four players sit down at a free table and start a hanchan."),
    )
    is_public = forms.BooleanField(
        label=pgettext_lazy("tournament", "Public"),
        required=False,
        help_text=gettext_lazy(
            "If ticked, everyone may follow the standings. If not, only your team sees the tournament."
        ),
    )

    def __init__(self, club: Club, data: Any = None, **kwargs: Any) -> None:
        super().__init__(data, **kwargs)
        league = self.fields["league_id"]
        assert isinstance(league, forms.TypedChoiceField)  # noqa: S101 (for mypy)
        league.choices = [("", _("none")), *League.objects.filter(club=club).values_list("pk", "name")]

    @classmethod
    def of(cls, club: Club, data: Any, key: Any) -> "OpenNightForm":
        """Return the form with defaults: a public club night tonight, for the league of the last night."""
        day = evening_of(timezone.localtime())
        league = latest_league(club)
        first = {"key": key, "name": _("Club night"), "starts_on": day, "is_club_night": True, "is_public": True}
        return cls(club, data, initial=first | {"league_id": league.pk if league else ""})


class AddPeopleForm(forms.Form):
    """Names of new people, one on each line. `names` are the cleaned names when the form is valid."""

    text = forms.CharField(
        label=gettext_lazy("Names, one on each line"),
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 4, "autocomplete": "off", "spellcheck": "false"}),
    )

    names: tuple[str, ...]

    def clean_text(self) -> str:
        text: str = self.cleaned_data["text"]
        lines = [(number, line) for number, line in enumerate(text.splitlines(), 1) if line.strip()]
        for number, line in lines:
            if problem := name_problem(line):
                raise forms.ValidationError(
                    _("Line %(number)s: %(problem)s") % {"number": number, "problem": str(problem)}
                )
        if len(lines) > MOST_NAMES:
            raise forms.ValidationError(_("Add at most %(most)s names at once.") % {"most": MOST_NAMES})
        self.names = tuple(clean_name(line) for _number, line in lines)
        return text


class ClubTablesForm(forms.Form):
    """The number of the club's tables, which are numbered from 1."""

    count = forms.IntegerField(label=gettext_lazy("Tables of the club"), min_value=1, max_value=MOST_TABLES)
