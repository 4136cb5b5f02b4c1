"""Four who sat down wrongly: what was said stays with the seats."""

from uuid import uuid4

import pytest
from django.utils import timezone

from tests.factories import STRANGER, EntryFactory, HanchanFactory, at_table, play
from tests.table.corrections import B, C, ron
from tournament.core.errors import FormOutdated, NothingToCorrect, SheetSigned
from tournament.core.words.names import who
from tournament.games.queries.game import load_game
from tournament.models import SignedSheet
from tournament.table.actions.swap_seats import swap_seats

pytestmark = pytest.mark.django_db


def swap(hanchan, entries, *, revision=None, key=None, by=STRANGER):
    hanchan.refresh_from_db()
    swap_seats(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision if revision is None else revision,
        entries=entries,
        key=key or uuid4(),
        reason="",
        by=by,
    )
    hanchan.refresh_from_db()


def seated(hanchan):
    return list(hanchan.seats.values_list("entry", flat=True))


def test_players_change_places_and_the_points_stay_with_the_seats():
    hanchan = HanchanFactory()
    play(hanchan, ron(B, C))
    a, b, c, d = seated(hanchan)
    numbers = dict(hanchan.seats.values_list("entry", "entry__number"))

    swap(hanchan, [a, c, b, d], by=at_table(hanchan.table))

    game = load_game(hanchan)
    assert [seat.entry_id for seat in game.seats] == [a, c, b, d]
    assert game.final_points == (30_000, 33_900, 26_100, 30_000)
    entry = hanchan.log.last()
    assert (entry.kind, who(entry.actor), hanchan.revision) == ("seats.swapped", "Table 1", 2)
    assert entry.data["before"] == [numbers[pk] for pk in (a, b, c, d)]
    assert entry.data["after"] == [numbers[pk] for pk in (a, c, b, d)]


def test_all_four_may_change_places():
    hanchan = HanchanFactory()
    a, b, c, d = seated(hanchan)

    swap(hanchan, [d, a, b, c])

    assert seated(hanchan) == [d, a, b, c]


def test_the_same_submission_twice_swaps_once():
    hanchan = HanchanFactory()
    a, b, c, d = seated(hanchan)
    key = uuid4()

    swap(hanchan, [b, a, c, d], key=key, revision=0)
    swap(hanchan, [b, a, c, d], key=key, revision=0)

    assert hanchan.log.count() == 1


def test_a_form_drawn_before_a_change_is_refused():
    hanchan = HanchanFactory()
    a, b, c, d = seated(hanchan)
    swap(hanchan, [b, a, c, d])

    with pytest.raises(FormOutdated):
        swap(hanchan, [a, b, d, c], revision=0)


def test_only_the_four_of_the_table_can_be_seated():
    hanchan = HanchanFactory()
    a, b, c, d = seated(hanchan)

    for entries in ([a, b, c, EntryFactory().pk], [a, a, b, c], [a, b, c], [a, b, c, d, d]):
        with pytest.raises(FormOutdated):
            swap(hanchan, entries)


def test_as_they_sit_is_no_change():
    hanchan = HanchanFactory()

    with pytest.raises(NothingToCorrect):
        swap(hanchan, seated(hanchan))


def test_the_table_does_not_change_who_signed():
    hanchan = HanchanFactory()
    a, b, c, d = seated(hanchan)
    SignedSheet.objects.create(hanchan=hanchan, riichi_sticks=0, signed_at=timezone.now())

    with pytest.raises(SheetSigned):
        swap(hanchan, [b, a, c, d], by=at_table(hanchan.table))
