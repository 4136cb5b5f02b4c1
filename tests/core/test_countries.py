"""Whatever people write for a country is understood, and three letters are kept."""

from django.utils.translation import override

from tournament.core.forms.facts import country_names
from tournament.countries import (
    COUNTRIES,
    OTHER_NAMES,
    SPORT_LETTERS,
    Country,
    country_name,
    country_of,
    letters_shown,
    sport_letters,
)


def test_a_country_is_read_however_it_is_written(subtests):
    for written, country in [
        ("DE", Country("DE")),
        ("ger", Country("DE", "GER")),
        ("DEU", Country("DE", "DEU")),
        (" Germany ", Country("DE")),
        ("czech republic", Country("CZ")),
        ("Turkiye", Country("TR")),
        ("COTE D’IVOIRE", Country("CI")),
        ("SUI", Country("CH", "SUI")),
        ("UK", Country("GB")),
        ("TPE", Country("TW", "TPE")),
        ("BRN", Country("BN", "BRN")),  # Brunei's in ISO; Bahrain's in sport
        ("Turkey", Country("TR")),
        ("Viet Nam", Country("VN")),
        ("Allemagne", Country("DE")),  # in every language of the site, whatever is in use
        ("Atlantis", None),
        ("XX", None),
        ("", None),
        ("D-E", None),
    ]:
        with subtests.test(written=written, country=country):
            assert country_of(written) == country


def test_every_country_is_found_by_each_of_its_names(subtests):
    for language in ["en", "fr", "cs"]:
        with subtests.test(language=language):
            with override(language):
                names = dict(COUNTRIES)

            assert len(names) == 250
            for code, name in names.items():
                letters = COUNTRIES.alpha3(code)
                assert country_of(code) == country_of(name) == Country(code)
                assert country_of(letters) == Country(code, letters)


def test_other_letters_and_names_are_of_countries():
    assert {*SPORT_LETTERS.values(), *OTHER_NAMES.values()} <= COUNTRIES.countries.keys()


def test_federations_write_other_letters_than_iso():
    assert [sport_letters(code) for code in ("DE", "NL", "CH", "CZ", "XK", "")] == [
        "GER",
        "NED",
        "SUI",
        "CZE",
        "XKX",
        "",
    ]


def test_a_country_has_its_name_in_every_language(subtests):
    for code, english, french, czech in [
        ("CZ", "Czechia", "République tchèque", "Česko"),
        ("GB", "United Kingdom", "Royaume-Uni", "Spojené království"),
        ("GY", "Guyana", "Guyana", "Guyana"),
        ("TW", "Taiwan", "Taïwan", "Tchaj-wan"),
        ("US", "United States", "États-Unis", "Spojené státy americké"),
        ("XK", "Kosovo", "Kosovo", "Kosovo"),
        ("XX", "XX", "XX", "XX"),
    ]:
        with subtests.test(code=code, english=english, french=french, czech=czech):
            for language, name in (("en", english), ("fr", french), ("cs", czech)):
                with override(language):
                    assert country_name(code) == name


def test_any_stored_text_is_shown_as_it_is(subtests):
    """A file that was imported earlier may have stored any text. `isdigit` is true for most of these, and `int` fails
    for some."""
    for text in ("²", "²²", "①", "٣", "1", "40", "XX", "cz", " ", "😀"):
        with subtests.test(text=text):
            assert sport_letters(text) == ""
            assert letters_shown(text) == country_name(text) == text


def test_countries_are_where_a_reader_looks_for_them():
    with override("fr"):
        names = country_names()
    assert names.index("Espagne") < names.index("États-Unis") < names.index("Finlande")
