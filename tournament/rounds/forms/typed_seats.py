"""The seats of a large round, into which organizers type players' numbers. A select for each seat would list everybody
again: a million options for a thousand players."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.utils.translation import gettext as _

from tournament.core.text import whole_number
from tournament.models import Entry
from tournament.rounds.forms.seating_rows import PlayerIndex

TYPED_FROM = 200
"""The number of players from which seats are typed."""


class TypedPlayers:
    """The players who can have a seat. `texts` has number and name by entry id, sorted by number: "12 Anna Nowak";
    `names` are display names by entry id, and `seeds` are ranks that are added to a text: "12 Anna Nowak (3.)"."""

    def __init__(self, entries: Iterable[Entry], names: Mapping[int, str], seeds: Mapping[int, int]) -> None:
        entries = sorted(entries, key=lambda entry: entry.number)
        self.texts = {
            entry.pk: f"{entry.number} {entry.player.name}" + (f" ({seeds[entry.pk]}.)" if entry.pk in seeds else "")
            for entry in entries
        }
        self._pks = {entry.number: entry.pk for entry in entries}
        self._names = {entry.number: names[entry.pk] for entry in entries}
        self._index = PlayerIndex(self._names, {number: number for number in self._names})

    def find(self, text: str) -> tuple[int | None, str]:
        """Return two values: the id of the entry that a text names by its number or by its whole name, and an error
        text. One of the two is always missing: None, or empty. A number with another player's name is an error."""
        first, _space, name = text.strip().partition(" ")
        if not name or whole_number(first) is None:
            number, problem = self._index.find(text.strip())
            return (self._pks[number] if number else None), problem
        number, problem = self._index.find(first)
        if number is None:
            return None, problem
        if self._index.find(name.strip())[0] not in {number, None}:
            problem = _("The number %(number)s belongs to %(name)s.")
            return None, problem % {"number": number, "name": self._names[number]}
        return self._pks[number], ""

    def typed(self, sent: Mapping[str, Any], fields: Iterable[str]) -> dict[str, Any]:
        """Return a submitted form with texts in place of the entry ids that hidden fields and selects send. The seat of
        an entry that no longer plays becomes empty, because its id could be another player's number."""
        texts = {str(pk): text for pk, text in self.texts.items()}
        return dict(sent.items()) | {field: texts.get(str(sent.get(field)), "") for field in fields} | {"typed": "1"}


class TypedSeatField(forms.CharField):
    """The field of one seat, into which a player's number is typed; its value is an entry id."""

    def __init__(self, players: TypedPlayers, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._players = players

    def prepare_value(self, value: Any) -> Any:
        return self._players.texts.get(value, "") if isinstance(value, int) else value

    def clean(self, value: Any) -> Any:
        text = super().clean(value)
        entry, problem = self._players.find(text)
        if problem:
            raise forms.ValidationError(problem)
        return entry
