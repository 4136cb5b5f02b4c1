"""The form of a tournament's rules: a field with an explanation for each rule."""

import re
from collections.abc import Callable, Iterator
from decimal import Decimal
from fractions import Fraction
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from django import forms
from django.forms.boundfield import BoundField
from django.utils.functional import Promise
from django.utils.translation import gettext as _

from scoring.presets import RULESETS
from scoring.refusal import Refused
from scoring.rules import Ruleset
from scoring.uma import FloatingUma, Tenths, tenths, tenths_to_json
from tournament.core.forms.edit import OnlyEdited
from tournament.core.rules import GROUPS
from tournament.core.words.refusals import refusal_words
from tournament.core.words.rule_choices import CHOICES
from tournament.core.words.rule_fields import FIELDS
from tournament.core.words.rules import YAKU_CHOICES, rule_title, rule_yaku

BELOW_ZERO = {"missed_points", "missed_uma"}
"""The fields of a ruleset that may be negative."""

HINTS = get_type_hints(Ruleset)
NUMBER = re.compile(r"[-\N{MINUS SIGN}]?[0-9]{1,7}(?:[.,][0-9])?(?![0-9])")


class UmaField(forms.CharField):
    """Uma, in thousands: one line of four numbers, from the first to the last place; or five lines, for 0, 1, 2, 3 and
    4 players at or above the return points."""

    widget = forms.Textarea(attrs={"rows": 2})

    def prepare_value(self, value: Any) -> Any:
        if isinstance(value, FloatingUma):
            return "\n".join(_row(row) for row in value.rows)
        return _row(value) if isinstance(value, tuple) else value

    def clean(self, value: Any) -> Any:
        rows = [_numbers(line) for line in super().clean(value).splitlines() if line.strip()]
        if any(len(row) != 4 for row in rows) or len(rows) not in (1, 5):
            raise forms.ValidationError(
                _("Enter the uma on one line of four numbers, or on five lines with four numbers each.")
            )
        return FloatingUma(tuple(rows)) if len(rows) == 5 else rows[0]  # type: ignore[arg-type]


class YakuField(forms.MultipleChoiceField):
    """A set of yaku, chosen by name."""

    widget = forms.CheckboxSelectMultiple

    def prepare_value(self, value: Any) -> Any:
        return sorted(value) if isinstance(value, frozenset) else value

    def clean(self, value: Any) -> frozenset[str]:
        return frozenset(super().clean(value))


class TenthsField(forms.DecimalField):
    """A score in thousands with at most one decimal, exact."""

    def __init__(self, **about: Any) -> None:
        super().__init__(max_digits=8, decimal_places=1, localize=True, **about)
        self.widget = forms.TextInput(attrs={"inputmode": "decimal"})

    def prepare_value(self, value: Any) -> Any:
        return Decimal(str(tenths_to_json(value))) if isinstance(value, Fraction) else value

    def clean(self, value: Any) -> Any:
        return tenths(f"{super().clean(value):.1f}")  # not str(), which would keep the exponent of "0e999999999"


def _row(row: tuple[Tenths, ...]) -> str:
    return " ".join(str(tenths_to_json(number)) for number in row)


def _numbers(line: str) -> tuple[Tenths, ...]:
    return tuple(tenths(number.replace("\N{MINUS SIGN}", "-").replace(",", ".")) for number in NUMBER.findall(line))


class RulesForm(OnlyEdited, forms.Form):
    """Every field of a ruleset, filled in from `rules`. `cleaned_rules` are the rules of a valid form.

    `ruleset_key` is the preset that the form was shown for.
    """

    ruleset_key = forms.CharField(widget=forms.HiddenInput)

    def __init__(self, rules: Ruleset, data: Any = None) -> None:
        self.rules = rules
        super().__init__(data, initial={"ruleset_key": rules.key})
        for _title, names in GROUPS:
            for name in names:
                self.fields[name] = _field(name, getattr(rules, name))

    @property
    def groups(self) -> Iterator[tuple[str | Promise, list[BoundField]]]:
        """Yield the fields, grouped as on the pages about rules."""
        for title, names in GROUPS:
            yield title, [self[name] for name in names]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if self.errors:
            return cleaned
        if cleaned["ruleset_key"] not in RULESETS:
            raise forms.ValidationError(_("Tenbo does not know this rulebook."))
        values = {name: cleaned[name] for _title, names in GROUPS for name in names}
        try:
            self.cleaned_rules = self.rules.changed(key=cleaned["ruleset_key"], **values)
        except Refused as refused:
            raise forms.ValidationError(_with_titles(refusal_words(refused))) from refused
        return cleaned


def _field(name: str, value: Any) -> forms.Field:
    """Return the form field for a field of a ruleset, by its type."""
    label, sentence = FIELDS[name]
    about: dict[str, Any] = {"label": label, "help_text": sentence, "initial": value}
    hint = HINTS[name]
    origin, arguments = get_origin(hint), get_args(hint)
    if hint is bool:
        return forms.BooleanField(required=False, **about)
    if hint == Tenths:
        return TenthsField(min_value=None if name in BELOW_ZERO else 0, **about)
    if hint is int:
        return forms.IntegerField(min_value=None if name in BELOW_ZERO else 0, **about)
    if origin is Literal:
        choices = [(choice, CHOICES.get((name, choice), choice)) for choice in arguments]
        return forms.TypedChoiceField(choices=choices, coerce=_coerce(type(arguments[0])), **about)
    if origin is frozenset:
        return YakuField(choices=[(yaku, rule_yaku(yaku)) for yaku in YAKU_CHOICES[name]], required=False, **about)
    if origin in (Union, UnionType) and int in arguments:
        return forms.IntegerField(min_value=0, required=False, **about)
    return UmaField(**about)


def _coerce(kind: type) -> Callable[[Any], Any]:
    return lambda value: kind(value)


def _with_titles(sentence: str) -> str:
    """Return the sentence with each field name replaced by the field's label in the form."""
    return re.sub(
        r"\b[a-z]+(?:_[a-z]+)*\b", lambda word: f"“{rule_title(word[0])}”" if word[0] in FIELDS else word[0], sentence
    )
