"""Whatever people write for a country is understood, and three letters are kept."""

from django.utils.translation import override

from tests.rows import every_row
from tournament.core.forms.facts import country_names
from tournament.countries import COUNTRIES, FEDERATION_LETTERS, OTHER_NAMES, Country, country_of


@every_row(
    ("written", "country"),
    [
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
        ("Atlantis", None),
        ("XX", None),
        ("", None),
        ("D-E", None),
    ],
)
def test_a_country_is_read_however_it_is_written(written, country):
    assert country_of(written) == country


def test_every_country_is_found_by_each_of_its_names():
    for code, (letters, name) in COUNTRIES.items():
        assert country_of(code) == country_of(str(name)) == Country(code)
        assert country_of(letters) == Country(code, letters)


def test_the_letters_of_sport_are_none_of_iso():
    iso = {letters for letters, _name in COUNTRIES.values()}

    assert not iso & FEDERATION_LETTERS.keys()
    assert {*FEDERATION_LETTERS.values(), *OTHER_NAMES.values()} <= COUNTRIES.keys()


def test_countries_are_where_a_reader_looks_for_them():
    with override("fr"):
        names = country_names()
    assert names.index("Espagne") < names.index("États-Unis") < names.index("Finlande")
