"""Form fields for a person's details. Forms and file imports use the same fields, so they accept and refuse the same
values."""

import unicodedata
from typing import Any

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournament.core.forms.edit import KeepsStoredValue
from tournament.core.text import LONGEST_FOLDED, folded, one_line
from tournament.countries import COUNTRIES, Country, country_of
from tournament.mail_addresses import check_mail_address
from tournament.models import Player

LONGEST_NAME = Player._meta.get_field("name").max_length or 0
# Unicode bidi controls, which change the direction of the text: a name could then look like another name.
TURNING = {"RLO", "LRO", "RLE", "LRE", "PDF", "RLI", "LRI", "FSI", "PDI"}
# Unicode categories of invisible characters; a text of these alone is no name.
UNSEEN = {"Cf", "Mn", "Zs", "Zl", "Zp"}
BLANK_LETTERS = "\u115f\u1160\u3164\uffa0\u2800"  # Hangul fillers and the empty Braille cell

NO_COUNTRY = _(
    "Tenbo does not know this country. Write the country’s name or its code of two or three letters:"
    " Germany, DE or GER."
)
NOT_SAVED = _("The text contains a character that cannot be saved.")
NO_EMA_NUMBER = _("An EMA number has 8 digits. Zeros at the start count too.")


class LineField(KeepsStoredValue, forms.CharField):
    """A line of text that may be empty unless it is `required`, without characters that change the direction of the
    text around it. A text of invisible characters alone is read as empty. In a form that edits stored values, a stored
    text that would be refused can stay."""

    unseen_is_empty = True

    def __init__(self, *, required: bool = False, **kwargs: Any) -> None:
        super().__init__(required=required, **kwargs)

    def prepare_value(self, value: Any) -> Any:
        """Return the text in one line, as browsers send it back: otherwise a text that nobody edited would differ from
        the stored text."""
        return one_line(value) if isinstance(value, str) else value

    def to_python(self, value: Any) -> str:
        text = one_line(super().to_python(value) or "")
        return "" if self.unseen_is_empty and _is_unseen(text) and text != self.stored else text

    def validate(self, value: str) -> None:
        """Refuse what turns text. Not `to_python`, which also reads the text that an older page showed."""
        super().validate(value)
        if value != self.stored and _has_control(value):
            raise forms.ValidationError(NOT_SAVED)


class TeamField(LineField):
    """The name of a players' team. A text of accents or invisible characters alone is refused: teams are compared by
    their folded names, and its folded name would be empty. Read as empty, it would remove the player from the team."""

    unseen_is_empty = False

    def validate(self, value: str) -> None:
        super().validate(value)
        if value and value != self.stored and (_is_unseen(value) or not folded(value)):
            raise forms.ValidationError(NOT_SAVED)


class MailField(forms.EmailField):
    """A mail address of at most 254 characters."""

    default_validators = [check_mail_address]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**{"max_length": 254, **kwargs})


class CountryField(forms.CharField):
    """A country. The cleaned value is a `Country`, with an empty code if nothing was entered."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=80, **kwargs)

    def clean(self, value: Any) -> Country:
        text: str = super().clean(value)
        if not text:
            return Country("")
        country = country_of(text)
        if country is None:
            raise forms.ValidationError(NO_COUNTRY)
        return country


class EmaNumberField(forms.CharField):
    """An EMA number: eight digits as text, or nothing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(required=False, max_length=40, **kwargs)

    def clean(self, value: Any) -> str:
        text: str = super().clean(value)
        if text and not (len(text) == 8 and text.isascii() and text.isdecimal()):
            raise forms.ValidationError(NO_EMA_NUMBER)
        return text


def clean_name(text: str) -> str:
    """Return a name as it is stored: in NFC, with single spaces and no spaces at the ends. The end of a very long text
    is cut off."""
    return one_line(unicodedata.normalize("NFC", text[:LONGEST_FOLDED]))


def name_problem(text: str) -> str | Promise | None:
    """Return the reason why this text cannot be a name, or None."""
    inner = text.strip()
    if _is_unseen(inner):
        return _("The name is missing.")
    if _has_control(inner):
        return _("The name contains a tab or another character that names do not have.")
    if len(clean_name(inner)) > LONGEST_NAME:
        return gettext("Shorten this text to %(longest)s characters.") % {"longest": LONGEST_NAME}
    return None


def _is_unseen(text: str) -> bool:
    return all(unicodedata.category(c) in UNSEEN or c in BLANK_LETTERS for c in text)


def _has_control(text: str) -> bool:
    return any(unicodedata.category(c) == "Cc" or unicodedata.bidirectional(c) in TURNING for c in text)


def country_names() -> list[str]:
    """Return the names of countries that the browser suggests while somebody types."""
    return [name for _code, name in COUNTRIES]
