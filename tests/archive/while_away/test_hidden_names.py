"""A name that is hidden while a tournament is away stays hidden when the laptop sends or returns it."""

from uuid import uuid4

import pytest

from tests.archive.laptops import file_for_laptop
from tests.archive.test_hand_over import hanchan_of
from tests.archive.while_away.people import come_back, public_file
from tests.factories import EntryFactory
from tests.in_turn import in_turn
from tests.people.test_substitutes_consent import substitute
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.models import EntryStatus, ShownAs
from tournament.people.actions.show_person import show_person

pytestmark = pytest.mark.django_db


HIDDEN = [
    (ShownAs.NOBODY, None, ShownAs.NOBODY),
    (ShownAs.INITIALS, ShownAs.NOBODY, ShownAs.NOBODY),
    (ShownAs.NOBODY, ShownAs.INITIALS, ShownAs.NOBODY),
]


@pytest.mark.slow
@pytest.mark.parametrize(("here", "there", "after", "way"), in_turn(HIDDEN, [("mirror",), ("return",)]))
def test_who_is_hidden_here_stays_hidden(home, laptop, copier, network, way, here, there, after):
    player = home.entries.get(number=2).player
    show_person(player_id=player.pk, shown_as=here, by=copier)
    if there is not None:
        show_person(player_id=laptop.entries.get(number=2).player_id, shown_as=there, by=copier)

    come_back(way, home, laptop, network, copier)

    player.refresh_from_db()
    assert player.shown_as == after
    assert '"B"' not in public_file(home)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_the_refusal_of_a_substitute_holds_and_stops_no_laptop(home, copier, network, way):
    reserve = {"number": 13, "player__name": "Zoe Nowak", "player__home": home, "status": EntryStatus.WAITING}
    call_back(tournament_id=home.pk, by=copier)
    entry = EntryFactory(tournament=home, **reserve)
    substitute(hanchan_of(home), 0, "Zoe Nowak")
    take_to_laptop(tournament_id=home.pk, place="nowhere", by=copier)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)
    assert "Zoe Nowak" in public_file(home)

    show_person(player_id=entry.player_id, shown_as=ShownAs.NOBODY, by=copier)
    come_back(way, home, laptop, network, copier)

    assert "Zoe Nowak" not in public_file(home)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_a_substitute_may_be_hidden_on_the_laptop(home, copier, network, way):
    reserve = {"number": 13, "player__name": "Zoe Nowak", "player__home": home, "status": EntryStatus.WAITING}
    call_back(tournament_id=home.pk, by=copier)
    EntryFactory(tournament=home, **reserve)
    substitute(hanchan_of(home), 0, "Zoe Nowak")
    take_to_laptop(tournament_id=home.pk, place="nowhere", by=copier)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)

    show_person(player_id=laptop.entries.get(number=13).player_id, shown_as=ShownAs.NOBODY, by=copier)
    come_back(way, home, laptop, network, copier)

    assert "Zoe Nowak" not in public_file(home)
