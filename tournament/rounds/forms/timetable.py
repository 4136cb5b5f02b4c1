"""The form for the planned starts of the rounds to come."""

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import Any
from zoneinfo import available_timezones

from django import forms
from django.conf import settings
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.core.forms.days import check_year
from tournament.core.forms.edit import OnlyEdited
from tournament.models import Tournament
from tournament.rounds.break_lines import LONGEST_BREAKS, BadBreak, Break, read_breaks
from tournament.rounds.queries.timetable import first_too_early


class StartField(forms.DateTimeField):
    """A field for a day and time, in the time zone in which pages are shown."""

    default_validators = [check_year]
    widget = forms.DateTimeInput(format="%Y-%m-%dT%H:%M", attrs={"type": "datetime-local"})


class TimetableForm(OnlyEdited, forms.Form):
    """A field for the planned start of each round to come; the field may be empty.

    With `is_filling`, the fields `first` and `minutes` are required, and `filled` computes the empty times from them.
    If the form is valid, `starts` are the times by round.
    """

    first = StartField(label=gettext_lazy("First start"), required=False)
    minutes = forms.IntegerField(
        label=gettext_lazy("Minutes from one start to the next"), required=False, min_value=1, max_value=1_440
    )
    count = forms.IntegerField(
        label=gettext_lazy("How many rounds"),
        required=False,
        min_value=1,
        max_value=100,
        help_text=gettext_lazy("If empty, Tenbo fills in as many rounds as fit into the day."),
    )

    starts: dict[int, datetime | None]

    def __init__(
        self, rounds: Mapping[int, datetime | None], data: QueryDict | None = None, *, is_filling: bool = False
    ) -> None:
        super().__init__(data)
        self.rounds = rounds
        for number, at in rounds.items():
            label = _("Round %(number)s") % {"number": number}
            self.fields[_field(number)] = StartField(label=label, required=False, initial=at)
        for name in ("first", "minutes") if is_filling else ():
            self.fields[name].required = True

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        self.starts = {number: cleaned.get(_field(number)) for number in self.rounds if _field(number) in self.data}
        too_early = first_too_early({**self.rounds, **self.starts})
        if too_early:
            number, before = too_early
            words = _("Round %(number)s has to start after round %(before)s.")
            self.add_error(_field(number), words % {"number": number, "before": before})
        return cleaned

    def by_round(self) -> list[forms.BoundField]:
        """Return the fields of the rounds, for the page."""
        return [self[_field(number)] for number in self.rounds]

    def filled(self) -> "TimetableForm":
        """Return a preview of this form with empty times filled in. The form must be valid and `is_filling`."""
        pattern = {name: self.cleaned_data[name] for name in ("first", "minutes", "count")}
        starts = {**self.rounds, **self.starts}
        data = QueryDict(mutable=True)
        data["minutes"] = str(pattern["minutes"])
        data.update({_field(number): _written(at) for number, at in (starts | filled_in(starts, **pattern)).items()})
        return TimetableForm(self.rounds, data)


class BreaksForm(OnlyEdited, forms.Form):
    """The breaks of the timetable, one per line, and the event's time zone. If the form is valid, `lines` are the
    breaks."""

    breaks = forms.CharField(
        label=gettext_lazy("Breaks and other items, one per line"),
        required=False,
        max_length=LONGEST_BREAKS,
        help_text=gettext_lazy(
            "Example: 2026-05-02 12:30–13:30 Lunch. If a line has no day, the day of the line before counts."
        ),
        widget=forms.Textarea(attrs={"rows": 6, "autocomplete": "off", "wrap": "off"}),
    )
    time_zone = forms.ChoiceField(label=gettext_lazy("Time zone"), required=False)

    lines: list[Break]

    def __init__(self, tournament: Tournament, data: QueryDict | None = None) -> None:
        super().__init__(data, initial={"breaks": tournament.breaks, "time_zone": tournament.time_zone})
        self.first_day = tournament.starts_on
        zones = sorted(
            zone for zone in available_timezones() if "/" in zone and not zone.startswith(("Etc/", "SystemV/"))
        )
        site = _("%(zone)s (as on this site)") % {"zone": settings.TIME_ZONE}
        self.fields["time_zone"].choices = [("", site), *((zone, zone) for zone in zones)]  # type: ignore[attr-defined]

    def clean_breaks(self) -> str:
        text: str = self.cleaned_data["breaks"]
        try:
            self.lines = read_breaks(text, first_day=self.first_day)
        except BadBreak as bad:
            words = _("Line %(line)s: write the day, the time and a name: 2026-05-02 12:30 Lunch")
            raise forms.ValidationError(words % {"line": bad.number}) from None
        return text


def filled_in(
    starts: Mapping[int, datetime | None], *, first: datetime, minutes: int, count: int | None
) -> dict[int, datetime]:
    """Return planned starts for rounds that have no planned start: for at most `count` rounds, and only on the day of
    `first`.

    The times begin at `first`. Each round starts at least `minutes` after the previous round, even if the previous
    round had a time already.
    """
    filled: dict[int, datetime] = {}
    day, step, at = timezone.localdate(first), timedelta(minutes=minutes), first.astimezone(UTC)
    for number, own in starts.items():
        if own is not None:
            at = max(at, own.astimezone(UTC) + step) if timezone.localdate(own) == day else at
        elif timezone.localdate(at) == day and len(filled) != count:
            filled[number] = at
            at += step
    return filled


def _field(number: int) -> str:
    return f"start-{number}"


def _written(at: datetime | None) -> str:
    return f"{timezone.localtime(at):%Y-%m-%dT%H:%M}" if at else ""
