"""A note of the team about a player stays the team's when the tournament has been at a laptop."""

from dataclasses import replace
from uuid import uuid4

import pytest

from tests.archive.laptops import Network, file_for_laptop
from tests.archive.while_away.people import come_back
from tests.factories import STRANGER, UserFactory, play, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.models import EntryTerms, PlayerFacts
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.enter import enter
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.own_note import is_own_note

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


@pytest.mark.parametrize("way", ["mirror", "file"])
def test_a_note_of_the_team_is_not_shown_to_the_player(way):
    """The log says who wrote a note, and a document has no words about notes in its log."""
    by = visitor(UserFactory())
    home, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=by.user)
    play(hanchan, ron(A, B))
    EntryTerms.objects.create(tournament=home)
    jana = PlayerFacts(name="Jana Nová", mail="jana@example.org")
    enter(tournament_id=home.pk, key=uuid4(), player=jana, note="No meat", may_publish=True, by=STRANGER)
    entry = home.entries.select_related("player").get(player__name="Jana Nová")
    edit_entry(
        entry_id=entry.pk, player=facts_of(entry.player), entry=replace(entry_facts_of(entry), note="Cheats?"), by=by
    )
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)

    come_back(way, home, laptop, Network(), by)

    entry.refresh_from_db()
    assert entry.note == "Cheats?"
    assert not is_own_note(entry)
    home.log.filter(kind="entry.edited").update(data={"number": entry.number, "before": {}, "after": {}})
    assert not is_own_note(entry)
