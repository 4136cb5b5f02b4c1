"""The form with the seats of a new round, drawn or given, and its query string."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.seats import SEATS, STARTING_WINDS
from tournament.core.limits import MOST_TABLES
from tournament.core.text import whole_number
from tournament.games.words.hands import wind
from tournament.rounds.forms.seat_select import SeatOptions, SeatSelect
from tournament.rounds.forms.seating import LARGEST_SEED
from tournament.rounds.forms.typed_seats import TYPED_FROM, TypedPlayers, TypedSeatField
from tournament.rounds.queries.new_seats import SeatingMethod
from tournament.rounds.queries.start_round import Proposal, SeatingRequest, Side
from tournament.seating.by_seed import LONGEST_TEXT

METHODS: dict[str, SeatingMethod] = {
    "swiss": "swiss",
    "standings": "standings",
    "seeds": "seeds",
    "named": "seeds",
    "lives": "lives",
}
LARGEST_STEP = 100


def seed_in(data: QueryDict) -> int | None:
    """Return the seed for a draw from the query. If the query has no seed and only changes the seats on the page,
    return the seed with which these seats were computed."""
    text = data.get("seed", "") or (data.get("drawn", "") if _changes_shown_seats(data) else "")
    return whole_number(text, digits=len(str(LARGEST_SEED)))


def absent_in(data: QueryDict) -> set[int]:
    """Return the ids of the entries that are ticked as sitting out."""
    return {entry for text in data.getlist("out") if (entry := whole_number(text)) is not None}


def seating_request_in(data: QueryDict) -> SeatingRequest:
    """Return the method of seating from the query. If the query has no method and only changes the seats on the page,
    return the method with which these seats were computed, else a draw."""
    name = data.get("way", "") or (data.get("found", "") if _changes_shown_seats(data) else "")
    step = whole_number(data.get("step", ""), digits=3) or 1
    is_named = name == "named"
    return SeatingRequest(
        method=METHODS.get(name, "random"),
        step=min(max(step, 1), LARGEST_STEP),
        pattern="" if is_named else data.get("pattern", "")[:LONGEST_TEXT],
        named=data.get("named", "") if is_named else "",
    )


def leaves_method_open(data: QueryDict) -> bool:
    """Whether the query names no method of seating, so that the announced seats are proposed."""
    return not data.keys() & {"seed", "way", "seats", "found"}


def wants_plan(data: QueryDict) -> bool:
    """Whether to use the seats of the seating plan, if there is one.

    The plan is not used if the query names a seed or a method of seating, or changes seats that came from a seed or a
    method.
    """
    others = {"seed", "way"} | ({"drawn", "found"} if _changes_shown_seats(data) else set())
    return others.isdisjoint(data.keys()) and data.get("seats") != "empty"


def _changes_shown_seats(data: QueryDict) -> bool:
    """Whether the query asks to change the seats on the page, or to compute them again without the players who sit
    out."""
    return "seats" in data or "apply" in data


def side_in(data: QueryDict) -> Side:
    """Return whether the players who did not advance at a cut play (the default) or rest."""
    return "rest" if data.get("side") == "rest" else "play"


class SeatField(forms.TypedChoiceField):
    """The field of one seat; its value is an entry id. `names` are players' names by entry id; these ids are text, as
    browsers send them.

    Django would compare the value with every choice in turn: half a million comparisons for a thousand players.
    """

    def __init__(self, names: Mapping[str, str], **kwargs: Any) -> None:
        super().__init__(coerce=int, **kwargs)
        self._names = names

    def valid_value(self, value: Any) -> bool:
        return str(value) in self._names


class RoundSeatsForm(forms.Form):
    """One field for each seat of each table: a hidden field. If the seats are changed `by_hand`, the field is a select,
    or for many players an input into which a player's number is `typed`.

    If the form is valid, `seats` are the entry ids, four for each table. `ranks` are those from which the seats were
    computed (`ranks_behind`), and `asked` is the page's query, by which seats are computed again.
    """

    number = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=30_000)
    seed = forms.IntegerField(widget=forms.HiddenInput, required=False, min_value=0, max_value=LARGEST_SEED)
    tables = forms.IntegerField(widget=forms.HiddenInput, min_value=1, max_value=MOST_TABLES)
    ranks = forms.CharField(widget=forms.HiddenInput, required=False)
    asked = forms.CharField(widget=forms.HiddenInput, required=False)

    seats: tuple[tuple[int, ...], ...]
    new_seats = ""

    def __init__(self, proposal: Proposal, tables: int, data: Any = None, *, by_hand: bool, **kwargs: Any) -> None:
        self.names = proposal.names
        self.table_count = tables
        self._names_by_value = {str(pk): name for pk, name in proposal.names_with_seeds.items()}
        # The number of players may have passed TYPED_FROM since the page was shown.
        was_typed = bool(data and data.get("typed"))
        self.players: TypedPlayers | None = None
        if by_hand and (was_typed or len(self.names) >= TYPED_FROM):
            self.players = TypedPlayers(proposal.entries, self.names, proposal.seeds)
            data = self.players.typed(data, self._seat_fields()) if data is not None and not was_typed else data
        super().__init__(data, **kwargs)
        if self.players:
            self.fields["typed"] = forms.CharField(widget=forms.HiddenInput, initial="1", required=False)
        choices = [("", "–"), *self._names_by_value.items()]
        select = SeatSelect(SeatOptions(choices))
        for table in range(1, tables + 1):
            for seat in SEATS:
                label = _("Table %(table)s, %(wind)s") % {"table": table, "wind": wind(STARTING_WINDS[seat])}
                self.fields[seat_field(table, seat)] = self._seat(label, choices, select if by_hand else None)

    def _seat(self, label: str, choices: Sequence[tuple[str, str]], select: SeatSelect | None) -> forms.Field:
        required = gettext_lazy("This seat has no player.")
        if self.players:
            return TypedSeatField(self.players, label=label, error_messages={"required": required})
        return SeatField(
            self._names_by_value,
            label=label,
            choices=lambda: choices,  # a list would be copied for every seat
            widget=select or forms.HiddenInput,
            error_messages={"required": required, "invalid_choice": gettext_lazy("This player is not entered.")},
        )

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or {}
        first: dict[int, str] = {}
        for field in self._seat_fields():
            entry = cleaned.get(field)
            if entry is None:
                continue
            if entry in first:
                self.add_error(
                    field,
                    _("%(name)s already sits at %(where)s.") % {"name": self.names[entry], "where": first[entry]},
                )
            else:
                first[entry] = str(self.fields[field].label)
        if not self.errors:
            flat = [cleaned[field] for field in self._seat_fields()]
            self.seats = tuple(tuple(flat[i : i + 4]) for i in range(0, len(flat), 4))
        return cleaned

    def keep_seats(self, ranks: str) -> None:
        """Let the form start the round with its seats when it is sent again, although the ranks are `ranks` now. The
        page then links to seats by these ranks."""
        self.data = dict(self.data.items()) | {"ranks": ranks}
        self.new_seats = f"?{QueryDict(self.cleaned_data['asked']).urlencode()}"

    def by_table(self) -> list[tuple[int, list[tuple[Any, forms.BoundField, str]]]]:
        """Return each table's number with its four seats (wind, field, player's name), for the page."""
        return [
            (
                table,
                [
                    (STARTING_WINDS[seat], self[seat_field(table, seat)], self._name_at(seat_field(table, seat)))
                    for seat in SEATS
                ],
            )
            for table in range(1, self.table_count + 1)
        ]

    def wrong(self) -> list[str]:
        """Return the HTML ids of the seat fields with errors, in their order."""
        return [self[field].auto_id for field in self._seat_fields() if field in self.errors]

    def seated(self) -> list[int]:
        """Return the ids of the entries that have a seat in the form, in the order of names."""
        values = [self[field].value() for field in self._seat_fields()]
        seated = {self.players.find(value or "")[0] if self.players else whole_number(str(value)) for value in values}
        return [pk for pk in self.names if pk in seated]

    def without_seat(self) -> list[str]:
        """Return the names of the players without a seat in the form."""
        seated = set(self.seated())
        return [name for pk, name in self.names.items() if pk not in seated]

    def _name_at(self, field: str) -> str:
        return self._names_by_value.get(str(self[field].value()), "")

    def _seat_fields(self) -> list[str]:
        return [seat_field(table, seat) for table in range(1, self.table_count + 1) for seat in SEATS]


def seat_field(table: int, seat: int) -> str:
    return f"seat-{table}-{int(seat)}"


def seats_as_initial(tables: Sequence[Sequence[int]]) -> dict[str, int]:
    """Return the initial values of the form's fields for these seats."""
    return {seat_field(table, seat): entry for table, four in enumerate(tables, 1) for seat, entry in enumerate(four)}
