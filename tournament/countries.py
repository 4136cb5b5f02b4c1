"""Countries: their names and codes from django-countries, and the other names and codes that people write for them."""

import unicodedata
from dataclasses import dataclass
from functools import cache
from gettext import translation
from pathlib import Path

import django_countries
from django.conf import settings
from django.utils.translation import get_language, override
from django.utils.translation import gettext_lazy as _
from django_countries import Countries
from django_countries.ioc_data import IOC_TO_ISO

SPORT_LETTERS = IOC_TO_ISO | {"ENG": "GB", "NIR": "GB", "SCO": "GB", "WAL": "GB", "LIB": "LB", "KOS": "XK"}
"""Three-letter codes of sports federations. If ISO has the same letters for another country (BRN), ISO wins."""

OTHER_NAMES = {
    "UK": "GB", "EL": "GR", "Great Britain": "GB", "England": "GB", "Scotland": "GB", "Wales": "GB",
    "Northern Ireland": "GB", "Holland": "NL", "The Netherlands": "NL", "Republic of Korea": "KR", "Korea": "KR",
    "United States of America": "US", "US Virgin Islands": "VI", "British Virgin Islands": "VG", "Macau": "MO",
    "Chinese Taipei": "TW", "Ivory Coast": "CI", "Cape Verde": "CV", "Falkland Islands": "FK", "Saint-Martin": "MF",
    "Sint Maarten": "SX", "Tchéquie": "CZ", "Macédoine du Nord": "MK", "Trinité-et-Tobago": "TT", "Vatican": "VA",
    "Congo-Kinshasa": "CD", "Congo-Brazzaville": "CG", "Kongo (Kinshasa)": "CD", "Jihoafrická republika": "ZA",
    "Deutschland": "DE", "Österreich": "AT", "Schweiz": "CH", "España": "ES", "Italia": "IT", "Polska": "PL",
    "Magyarország": "HU", "Danmark": "DK", "Sverige": "SE", "Norge": "NO", "Suomi": "FI", "België": "BE",
    "Nederland": "NL",
}  # fmt: skip
"""Names and codes that are recognised in addition to the names in django-countries in the languages of the site."""


LANGUAGES_OF_LISTS = (
    "ru", "uk", "ja", "ro", "hr", "sl", "fi", "nb", "sv", "da", "pt_PT", "es", "it", "nl", "hu", "sk", "pl", "de",
)  # fmt: skip
"""Languages, besides those of the site, in which names of countries are recognised. If a name has several meanings,
the last language wins."""


class _Countries(Countries):
    """The countries of ISO 3166, and Kosovo. `override` has the names that are missing or wrong in the package
    django-countries in one of the site's languages."""

    override = {
        "BS": _("Bahamas"),
        "GY": _("Guyana"),
        "PS": _("Palestine"),
        "RE": _("Réunion"),
        "TW": _("Taiwan"),
        "US": _("United States"),
        "XK": {"name": _("Kosovo"), "alpha3": "XKX"},
    }


COUNTRIES = _Countries()


@dataclass(frozen=True)
class Country:
    """A country's ISO code of two letters, and the code of three letters that somebody wrote for it, unchanged; "" if
    nobody wrote such a code."""

    code: str
    letters: str = ""


def country_of(text: str) -> Country | None:
    """Find the country that a text means, by its name or code; None if the text means no country.

    >>> country_of("GER"), country_of("deutschland")
    (Country(code='DE', letters='GER'), Country(code='DE', letters=''))
    """
    wanted = _plain(text)
    code = _by_letters().get(wanted)
    if code:
        return Country(code, wanted.upper() if len(wanted) == 3 else "")
    code = _by_name().get(wanted)
    return Country(code) if code else None


def is_code(text: str) -> bool:
    """Whether a text may be stored as the code of a country: two letters, even of a country that is now unknown.

    >>> is_code("CZ"), is_code("XX"), is_code("²²"), is_code("")
    (True, True, False, False)
    """
    return len(text) == 2 and text.isascii() and text.isalpha()


def country_name(code: str) -> str:
    """Return the name of a country in the reader's language, or the code itself if it is unknown."""
    return _names(get_language() or settings.LANGUAGE_CODE).get(code, code)


def sport_letters(code: str) -> str:
    """Return the code of three letters that sports federations such as the EMA use for a country: the IOC's, or ISO's
    if the IOC has none.

    >>> sport_letters("DE"), sport_letters("XK"), sport_letters("")
    ('GER', 'XKX', '')
    """
    if code not in COUNTRIES.countries:  # the package converts digits such as "²" to a number, and fails
        return ""
    return COUNTRIES.ioc_code(code) or COUNTRIES.alpha3(code)


def letters_shown(code: str, written: str = "") -> str:
    """Return the code of three letters that pages show for a country: usually the code of sports federations
    (`sport_letters`), so GER even if somebody has `written` DEU. The United Kingdom is an exception: the `written` code
    is shown, because its nations, such as Scotland, have no ISO codes.

    >>> letters_shown("CZ"), letters_shown("DE", "DEU"), letters_shown("GB", "SCO"), letters_shown("")
    ('CZE', 'GER', 'SCO', '')
    """
    return written if code == "GB" and written else sport_letters(code) or code


@cache
def _names(language: str) -> dict[str, str]:
    with override(language):
        return dict(COUNTRIES)


@cache
def _by_letters() -> dict[str, str]:
    codes = SPORT_LETTERS | {COUNTRIES.alpha3(code): code for code in COUNTRIES.countries}
    codes |= {code: code for code in COUNTRIES.countries}
    return {letters.casefold(): code for letters, code in codes.items()}


@cache
def _by_name() -> dict[str, str]:
    """Return the codes of countries by name, for the names in all languages of the site and in `LANGUAGES_OF_LISTS`,
    including former names."""
    codes: dict[str, str] = {}
    for language, _language_name in settings.LANGUAGES:
        with override(language):
            for code, names in COUNTRIES.shadowed_names.items():
                codes |= {_plain(str(name)): code for name in names}
        codes |= {_plain(name): code for code, name in _names(language).items()}
    codes = _by_name_elsewhere() | codes
    return codes | {_plain(name): code for name, code in OTHER_NAMES.items()}


def _by_name_elsewhere() -> dict[str, str]:
    """Return the codes of countries by their names in `LANGUAGES_OF_LISTS`. The names are read from the package's
    files, because Django would keep the whole catalogue of each language in memory."""
    codes: dict[str, str] = {}
    with override("en"):
        english = {code: COUNTRIES.name(code) for code in COUNTRIES.countries}
    folder = Path(django_countries.__file__).parent / "locale"
    for language in LANGUAGES_OF_LISTS:
        names = translation("django", folder, [language], fallback=True)
        codes |= {_plain(names.gettext(name)): code for code, name in english.items()}
    return codes


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text[:200])  # many marks on one letter take quadratic time
    plain = "".join(c if c.isalnum() else " " for c in apart if not unicodedata.combining(c))
    return " ".join(plain.casefold().split())
