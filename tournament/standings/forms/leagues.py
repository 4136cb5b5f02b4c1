"""The form of a league."""

from collections.abc import Collection, Iterator, Mapping
from decimal import Decimal
from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.db.models import Q
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.edit import OnlyEdited, Shown
from tournament.core.forms.facts import LineField
from tournament.core.forms.rows import RowField, RowsField
from tournament.core.text import whole_number
from tournament.models import Club, League, LeaguePeriod, TonpuusenCounts, Tournament, Visitor
from tournament.standings.league_rows import By
from tournament.standings.queries.league_events import choosable_tournaments, owned_by_others, seen_first
from tournament.standings.words.ladders import ladder_problem

EVENTS_ON_A_PAGE = 400
"""Tournaments on one page of the form; the last page may have twice as many. Each may send two values, and a request is
read with `DATA_UPLOAD_MAX_NUMBER_FIELDS` at most."""


class TournamentsField(RowsField):
    """A choice of tournaments by id. `seen` are the ids of the tournaments whose names the visitor may see."""

    seen: Collection[int] = ()

    def label_from_instance(self, obj: Any) -> str:
        return str(obj) if obj.pk in self.seen else gettext("A private tournament that you may not see")


class LeagueField(RowField):
    """A choice of a league. `seen` are the ids of the leagues whose names the visitor may see."""

    seen: Collection[int] = ()

    def label_from_instance(self, obj: Any) -> str:
        return str(obj) if obj.pk in self.seen else gettext("A private league that you may not see")


class RowTick(forms.CheckboxInput):
    """A checkbox that sends the id of the row which its label names: another row may take the row's place before the
    page is sent."""

    def __init__(self, pk: int) -> None:
        super().__init__(check_test=lambda value: str(value) == str(pk))
        self._pk = pk

    def format_value(self, value: Any) -> str:
        return str(self._pk)

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> Any:
        return data.get(name)


def read_by(query: Mapping[str, str]) -> By:
    """Read from the query string (`?by=club`) whether the rows of the ranking are persons, clubs, teams or countries;
    `By.PERSON` for a missing or unknown value."""
    value = query.get("by", "")
    return By(value) if value in set(By) else By.PERSON


def read_period(league: League, query: Mapping[str, str]) -> LeaguePeriod | None:
    """Read a period from the query string (`?period=`); None for a missing or unknown id. All leagues of a ladder
    (leagues with promotion between them) have the periods of the top league, so the period is looked up there."""
    pk = whole_number(query.get("period", ""))
    return None if pk is None else league.ladder_periods.filter(pk=pk).first()


def _number(label: Any, help_text: Any, *, least: int = 0) -> forms.IntegerField:
    return forms.IntegerField(label=label, help_text=help_text, required=False, min_value=least, max_value=999)


class LeagueForm(OnlyEdited, forms.ModelForm):  # type: ignore[type-arg]
    """A league's name, visibility, weighted tournaments and counting rules; the action `save_league` saves them.

    A page of the form shows only the tournaments of `page`, and leaves the others as they are.
    """

    tournaments = TournamentsField(
        queryset=Tournament.objects.none(),
        required=False,
        label=_("tournaments"),
        widget=forms.CheckboxSelectMultiple,
    )
    best = _number(
        _("Best results that count"),
        _("How many hanchans or tournaments count for each player. If empty, all count."),
        least=1,
    )
    least_hanchans = _number(
        _("Hanchans needed for a place"),
        _("Players with fewer hanchans than this number are listed below the other players, without a place."),
    )
    group_best = _number(
        _("Members who count"),
        _(
            "How many of the best members of a club, team or country count. A group with fewer members has no place."
            " If empty, all count."
        ),
        least=1,
    )
    promoted = _number(
        _("Places for promotion"),
        _(
            "How many of the first players are promoted. A line in the ranking marks their places. Leave"
            " empty for none."
        ),
    )
    relegated = _number(
        _("Places for relegation"),
        _(
            "How many of the last players are relegated. A line in the ranking marks their places. Leave"
            " empty for none."
        ),
    )
    above = LeagueField(
        queryset=League.objects.none(),
        required=False,
        label=_("The league above"),
        help_text=_(
            "The best players of this league are promoted to the league above. The last players of the league"
            " above are relegated to this league."
        ),
    )

    class Meta:
        model = League
        fields = [
            *("name", "club", "is_public", "counted", "ranked_by"),
            *("tonpuusen", "best", "least_hanchans", "group_best", "promoted", "relegated", "above"),
        ]
        field_classes = {"name": LineField}
        labels = {
            "club": pgettext_lazy("of a league", "Club"),
            "is_public": pgettext_lazy("league", "Public"),
            "counted": _("What is counted"),
            "ranked_by": _("Ranked by"),
            "tonpuusen": _("How a tonpuusen (East only) counts"),
        }
        help_texts = {
            "club": _(
                "The club’s organizers can change the league. When they open a club night, they can choose the"
                " league in the form."
            )
        }

    def __init__(self, *args: Any, visitor: Visitor, page: int = 1, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        league = self.instance if self.instance.pk else None
        self._choose_club(visitor)
        self.fields["tonpuusen"].required = False
        field = self.fields["above"]
        assert isinstance(field, LeagueField)  # noqa: S101 (for mypy)
        owned = League.objects.owned_by(visitor)
        choosable_above = (owned | League.objects.filter(below=self.instance.pk or 0)).exclude(pk=self.instance.pk)
        field.queryset = seen_first(choosable_above, League.objects.seen_by(visitor), "name", ("known", "pk"))
        field.seen = set(League.objects.seen_by(visitor).filter(pk__in=field.queryset).values_list("pk", flat=True))
        self._offer_to_detach(visitor)
        field = self.fields["tournaments"]
        assert isinstance(field, TournamentsField)  # noqa: S101 (for mypy)
        field.queryset = choosable_tournaments(visitor, league)
        seen = Tournament.objects.seen_by(visitor).filter(pk__in=field.queryset.values("pk"))
        field.seen = set(seen.values_list("pk", flat=True))
        choosable = list(field.queryset.values_list("pk", flat=True))
        self.page = Paginator(choosable, EVENTS_ON_A_PAGE, orphans=EVENTS_ON_A_PAGE).get_page(page)
        weights = dict(league.events.values_list("tournament", "weight")) if league else {}
        self.weights_before: dict[int, Decimal] = weights
        self.owned_by_others = owned_by_others(league) if league else frozenset()
        self.initial["tournaments"] = list(weights)
        for name in MAY_BE_ZERO:
            self.initial[name] = self.initial[name] or None
        for tournament in field.queryset:
            self.fields[_weight(tournament.pk)] = forms.DecimalField(
                label=_("Weight"),
                required=False,
                min_value=Decimal("0.01"),
                max_value=Decimal("99.99"),
                decimal_places=2,
                initial=weights.get(tournament.pk, Decimal(1)).normalize(),
            )

    def _offer_to_detach(self, visitor: Visitor) -> None:
        """Offer to take the league directly below out of the ladder: it may be one that the visitor may not change."""
        leagues = League.objects.filter(above=self.instance.pk or 0)
        below = leagues.first()
        if below is None:
            return
        is_seen = League.objects.seen_by(visitor).filter(pk=below.pk).exists()
        name = below.name if is_seen else gettext("A private league that you may not see")
        self.fields["detaches_below"] = RowField(
            queryset=leagues,
            required=False,
            widget=RowTick(below.pk),
            error_messages={"invalid_choice": _("Another league is now below this one. Tick the box to detach it.")},
            label=gettext("Detach the league below: %(name)s") % {"name": name},
            help_text=_(
                "There is then no promotion between the two leagues. You can put another league below this one."
            ),
        )

    def _choose_club(self, visitor: Visitor) -> None:
        """Offer the league's owner the clubs that the owner organizes, and the league's present club.

        The field is removed if there is no club to offer. Only the owner gets the field, because anybody else could use
        it to take the league away from its club.
        """
        if self.instance.owner != visitor.account:
            del self.fields["club"]
            return
        clubs = Club.objects.filter(
            Q(pk__in=Club.objects.organized_by(visitor).values("pk")) | Q(pk=self.instance.club_id)
        )
        if not clubs:
            del self.fields["club"]
            return
        self.fields["club"] = RowField(
            queryset=clubs, required=False, label=self.fields["club"].label, help_text=self.fields["club"].help_text
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        if above := cleaned.get("above"):
            problem = ladder_problem(self.instance, above)
            if problem:
                self.add_error("above", problem)
        cleaned["tonpuusen"] = cleaned.get("tonpuusen") or TonpuusenCounts.WHOLE
        return cleaned | {name: cleaned.get(name) or 0 for name in MAY_BE_ZERO}

    @property
    def choices(self) -> Iterator[tuple[Any, forms.BoundField, bool]]:
        """Yield the page's tournaments, which can be ticked, each with the form field for its weight. The third value
        says whether the tournament has an owner who may not change the league (`owned_by_others`)."""
        pks = set(self.page)
        for choice in self["tournaments"]:
            pk = choice.data["value"].value
            if pk in pks:
                yield choice, self[_weight(pk)], pk in self.owned_by_others

    def on_page(self, shown: dict[str, Shown]) -> dict[str, Shown]:
        """Leave out the tournaments of other pages: what a page does not show is not changed by saving it."""
        pks = {str(pk) for pk in self.page}
        elsewhere = {_weight(pk) for pk in self.page.paginator.object_list} - {_weight(pk) for pk in pks}
        return {
            name: [pk for pk in value if pk in pks] if name == "tournaments" else value
            for name, value in shown.items()
            if name not in elsewhere
        }

    @property
    def weights(self) -> dict[int, Decimal]:
        """Return the weights that were entered, by tournament id."""
        weights = {chosen.pk: self.cleaned_data[_weight(chosen.pk)] for chosen in self.cleaned_data["tournaments"]}
        return {pk: weight for pk, weight in weights.items() if weight}


MAY_BE_ZERO = ("least_hanchans", "promoted", "relegated")
"""Number fields that may be empty; an empty field means 0."""


def _weight(tournament: Any) -> str:
    return f"weight_{tournament}"
