"""A person who is removed on a laptop, and whose name the site corrects meanwhile to one that texts have."""

from uuid import uuid4

import pytest

from tests.archive.laptops import Network, file_for_laptop, mirror_of
from tests.archive.while_away.people import come_back, rename
from tests.factories import EntryFactory, TournamentFactory, UserFactory, play, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.models import Announcement
from tournament.people.actions.remove_person import remove_person

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.parametrize("way", ["mirror", "file"])
@pytest.mark.parametrize("is_renamed_first", [True, False])
def test_the_event_comes_back(way, is_renamed_first):
    by = visitor(UserFactory())
    home, _entries, (hanchan,) = tournament_with(["Anna Novakova", "B", "C", "D"], owner=by.user)
    elsewhere = EntryFactory(tournament=TournamentFactory(owner=by.user), player=home.entries.get(number=1).player)
    Announcement.objects.create(tournament=home, text="Ask Anna Nováková")
    play(hanchan, ron(A, B))
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    if is_renamed_first:
        rename(elsewhere, by, "Anna Nováková")
    remove_person(player_id=laptop.entries.get(number=1).player_id, by=by)
    if not is_renamed_first:
        rename(elsewhere, by, "Anna Nováková")

    come_back(way, home, laptop, Network(), by)

    if way == "mirror":
        assert mirror_of(laptop).problem == ""
    assert Announcement.objects.get(tournament=home).text == ("Ask #1" if way == "file" else "Ask Anna Nováková")
