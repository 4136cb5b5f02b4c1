"""The filter form of the log."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournament.core.words.kinds import kind_words
from tournament.core.words.names import round_word, who
from tournament.log.queries import LogChoices, LogFilter
from tournament.log.words import kind_name


class LogForm(forms.Form):
    """The fields of the filter. Their choices are the values that occur in the log; other values are ignored."""

    person = forms.ChoiceField(label=_("Who"), required=False)
    kind = forms.ChoiceField(label=_("What"), required=False)
    round = forms.ChoiceField(label=_("Round"), required=False)
    table = forms.ChoiceField(label=_("Table"), required=False)

    def __init__(self, data: Any, choices: LogChoices) -> None:
        super().__init__(data)
        self.people = choices.people
        self.fields["round"].label = round_word(choices.tournament)
        kinds = sorted(((kind, kind_name(kind)) for kind in choices.kinds), key=lambda kind: kind[1])
        self._offer(
            "person",
            _("everybody"),
            ((key, who(actor, choices.mentioned.names)) for key, actor in choices.people.items()),
        )
        self._offer("kind", _("everything"), kinds)
        every = kind_words(choices.tournament, "all_rounds")
        self._offer("round", every, ((str(number), str(number)) for number in choices.rounds))
        self._offer("table", pgettext_lazy("tables", "all"), ((str(number), str(number)) for number in choices.tables))

    def _offer(self, name: str, everything: Any, choices: Iterable[tuple[str, str]]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 (for the type check)
        field.choices = [("", everything), *choices]

    @property
    def filter(self) -> LogFilter:
        """The filter that the valid fields describe; invalid fields are ignored."""
        self.is_valid()
        cleaned = self.cleaned_data
        return LogFilter(
            person=self.people.get(cleaned.get("person", "")),
            kind=cleaned.get("kind", ""),
            round=int(cleaned["round"]) if cleaned.get("round") else None,
            table=int(cleaned["table"]) if cleaned.get("table") else None,
        )
