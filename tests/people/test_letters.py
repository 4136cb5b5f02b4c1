"""A name is found however the letters of a text are stored, in a bounded time, and the rest of the text stays."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.factories import EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.past.erased import without_person
from tournament.core.actions.journal import log
from tournament.people.actions.remove_person import remove_person
from tournament.people.erased_texts import ErasedNames
from tournament.people.letters import MOST_MARKS, compared, letters_of

NAME = "Mậu Nováková"
STORED = {
    "composed": NAME,
    "decomposed": unicodedata.normalize("NFD", NAME),
    "marks in another order": "Ma\u0302\u0323u Nova\u0301kova\u0301",
    "some marks composed": "M\u00e2\u0323u Nova\u0301ková",
    "capitals": unicodedata.normalize("NFD", NAME.upper()),
    "no-break space": NAME.replace(" ", "\u00a0"),
}
OTHERS = st.text("ab Á\u0301\u0323\u0302\u0958\u09c7\u09be\u1100\u1161\ufb1d\u00ad\u200b\r\n#4(){}İß") | st.text()


@pytest.mark.parametrize("stored", STORED.values(), ids=STORED)
@pytest.mark.parametrize("entered", [NAME, unicodedata.normalize("NFD", NAME)], ids=["composed", "decomposed"])
def test_a_name_is_found_in_each_form(entered, stored):
    assert ErasedNames([entered], ["Mậu"], 4).in_text(f"Winner: {stored}.") == "Winner: #4."


@pytest.mark.parametrize("name", ["김민수 박지성", "ক্ষো বড়ো", "Zoë Straße"])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_a_name_in_another_script_is_found(name, form):
    assert ErasedNames([name], [], 4).in_text(unicodedata.normalize(form, f"({name})")) == "(#4)"


@pytest.mark.parametrize(
    "stored",
    [
        "Jean-Luc O\u2019Brien",
        "Jean\u2011Luc O'Brien",
        "Jean-Luc O'Bri\u00aden",
        "Jean-Luc\u200b O'Brien",
        "Jean-Luc\u200e O'Brien",
    ],
    ids=["apostrophe", "no-break hyphen", "soft hyphen", "zero-width space", "mark of direction"],
)
def test_a_name_is_found_as_programs_print_it(stored):
    text = "\u200eDon\u2019t ask\u00ad \u200e{}\u200e!"
    for entered, written in (("Jean-Luc O'Brien", stored), (stored, "Jean-Luc O'Brien")):
        assert ErasedNames([entered], [], 4).in_text(text.format(written)) == text.format("#4")


def test_a_name_ends_where_a_letter_ends():
    """A vowel sign that follows makes another name."""
    erased = ErasedNames(["राम काल"], [], 4)

    assert erased.in_text("राम काल, राम काला") == "#4, राम काला"


def test_no_text_becomes_longer_if_its_name_is_stored_in_fewer_characters():
    text = "\u0958 \u0959"  # compared as five characters

    assert ErasedNames([text], [], 1000).in_text(text) == text


@pytest.mark.slow
@given(st.lists(OTHERS, min_size=1), st.sampled_from([*STORED.values()]))
def test_all_that_is_no_name_stays_character_by_character(others, stored):
    text = f", {stored}, ".join(others)

    assert ErasedNames([NAME], [], 4).in_text(text) == ", #4, ".join(others)


@pytest.mark.slow
@given(OTHERS)
def test_letters_are_the_text(text):
    assert "".join(letters_of(text)) == text


MANY_MARKS = "a" + "\u0301" * 20_000 + "\u0323" * 20_000


@pytest.fixture
def composed(monkeypatch):
    """The numbers of characters that were composed at once: the time for many marks grows with their square, and other
    threads wait meanwhile."""
    compared.cache_clear()
    lengths, normalize = [], unicodedata.normalize
    monkeypatch.setattr(
        unicodedata, "normalize", lambda form, text: lengths.append(len(text)) or normalize(form, text[:99])
    )
    return lengths


def test_many_marks_are_composed_in_short_pieces(composed):
    erased = ErasedNames(["Anna Nováková"], [], 4)

    left = erased.in_text(f"{MANY_MARKS} Anna Nováková")

    assert max(composed) <= 1 + MOST_MARKS
    assert left == f"{MANY_MARKS} #4"


@pytest.mark.django_db
def test_a_removal_composes_no_long_text_of_an_imported_log(composed):
    owner = visitor(UserFactory())
    entry = EntryFactory(tournament=TournamentFactory(owner=owner.user), player__name="Anna Nováková", number=4)
    log(entry.tournament, "team_penalty.given", by=owner, team="Reds", points="1", round=None, rule=MANY_MARKS)
    document = envelope(entry.tournament)
    composed.clear()

    without_person(document, 4, leaves_team=True, removed_at="2026-11-27T09:30:00.000000Z")
    remove_person(player_id=entry.player_id, by=owner)

    assert max(composed) <= 1_000
