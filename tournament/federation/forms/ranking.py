"""The form of a ranking."""

from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.forms.edit import OnlyEdited
from tournament.core.forms.facts import LineField
from tournament.federation.queries.events import EventSize, played_events, sizes
from tournament.models import Ranking, Tournament

EVENTS_ON_A_PAGE = 400
"""Events on one page of the form; the last page may have twice as many. A request is read with
`DATA_UPLOAD_MAX_NUMBER_FIELDS` at most."""


class RankingForm(OnlyEdited, forms.ModelForm):  # type: ignore[type-arg]
    """A ranking's name and method, and the weight of each event that counts; an empty weight leaves the event out.

    A page of the form shows only the events of `page`, and leaves the others as they are.
    """

    best = forms.IntegerField(
        label=_("Best results that count"),
        required=False,
        min_value=1,
        max_value=999,
        help_text=_(
            "How many results count for each person. Leave empty to count all. The EMA’s method ignores this number."
        ),
    )

    class Meta:
        model = Ranking
        fields = ["name", "method", "best"]
        field_classes = {"name": LineField}
        labels = {"name": pgettext_lazy("of a ranking", "Name"), "method": _("How results count")}

    def __init__(self, *args: Any, page: int = 1, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.page = Paginator(played_events(), EVENTS_ON_A_PAGE, orphans=EVENTS_ON_A_PAGE).get_page(page)
        self.events = list(self.page)
        self._sizes = sizes(self.events)
        chosen = dict(self.instance.events.values_list("tournament", "weight")) if self.instance.pk else {}
        self.weights_before: dict[int, Decimal] = chosen
        for event in self.events:
            self.fields[_weight(event)] = forms.DecimalField(
                label=_("Weight"),
                required=False,
                min_value=Decimal("0.01"),
                max_value=Decimal("99.99"),
                decimal_places=2,
                initial=chosen[event.pk].normalize() if event.pk in chosen else None,
            )

    @property
    def by_event(self) -> Iterator[tuple[Tournament, EventSize, forms.BoundField]]:
        """Yield each event with its size and the form field for its weight."""
        for event in self.events:
            yield event, self._sizes[event.pk], self[_weight(event)]

    @property
    def weights(self) -> dict[int, Decimal]:
        """Return the entered weights by tournament id. An event of another page, or one that is no longer public,
        keeps its earlier weight."""
        entered = {event.pk: self.cleaned_data[_weight(event)] for event in self.events}
        kept = self.weights_before
        chosen = {pk: weight for pk, weight in entered.items() if weight}
        return chosen | {pk: weight for pk, weight in kept.items() if pk not in entered}


def _weight(event: Tournament) -> str:
    return f"weight_{event.pk}"
