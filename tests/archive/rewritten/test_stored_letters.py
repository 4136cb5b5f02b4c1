"""A text whose accents are stored apart comes back from a laptop that erased a name in it."""

from unicodedata import normalize
from uuid import uuid4

import pytest

from tests.archive.laptops import file_for_laptop
from tests.archive.rewritten.test_renamed import renamed
from tests.archive.test_hand_over import returned
from tests.archive.while_away.people import is_clean
from tests.standings.results import tournament_with
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.models import Announcement
from tournament.people.actions.remove_person import remove_person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.parametrize("form", ["NFC", "NFD"])
@pytest.mark.parametrize("is_known_here", [True, False])
def test_a_removal_on_a_laptop_changes_only_the_name(by, form, is_known_here):
    home, _entries, _hanchans = tournament_with(["A", "B", "C", "D"], owner=by.user)
    text = normalize(form, "Příští rok hraje {}, vítězka.")
    Announcement.objects.create(tournament=home, text=text.format(normalize(form, "Eva Malá")))
    if is_known_here:
        renamed(home, by, 2, "Eva Malá")
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    if not is_known_here:
        renamed(laptop, by, 2, "Eva Malá")

    remove_person(player_id=laptop.entries.get(number=2).player_id, by=by)

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert (brought.separate_copy, brought.rewritten) == (None, None)
    assert Announcement.objects.get(tournament=home).text == text.format("#2")
    assert is_clean(home)
