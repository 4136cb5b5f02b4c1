"""A cut by teams fits the other data of the tournament, whatever happens to its players later."""

from fractions import Fraction
from uuid import uuid4

import pytest

from tests.archive.stories import hanchan_at
from tests.factories import EntryFactory, UserFactory, play, sign, visitor
from tests.standings.results import MANGAN, tournament_with
from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.queries.differences import check_everything
from tournament.archive.tenbo.document import envelope
from tournament.models import Tournament
from tournament.people.actions.change_several import NotAllChanged, change_several
from tournament.people.actions.remove_entry import OnRecord, remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.people.several_change import SeveralChange
from tournament.rounds.actions.start_round import start_round
from tournament.rounds.actions.team_cut import make_team_cut
from tournament.rounds.queries.team_cut import team_cut_preview

pytestmark = pytest.mark.django_db

TEAMS = ["Red", "Blue", "Green", "Gold"] * 2


@pytest.fixture
def by():
    return visitor(UserFactory())


@pytest.fixture
def tournament(by):
    """Four teams of two after a signed round, and a third player of Blue who has not sat."""
    tournament, entries, hanchans = tournament_with([*"ABCDEFGH"], owner=by.user)
    for entry, team in zip(entries, TEAMS, strict=True):
        entry.team = team
        entry.save()
    for hanchan in hanchans:
        play(hanchan, MANGAN)
        sign(hanchan)
    return tournament


def new_player(tournament):
    return EntryFactory(tournament=tournament, number=9, player__name="Nina", team="Blue")


def cut(tournament, by, *, after, count):
    preview = team_cut_preview(Tournament.objects.get(pk=tournament.pk))
    make_team_cut(
        tournament_id=tournament.pk, key=uuid4(), after_round=after, count=count, shown=preview.shown(count),
        carry=Fraction(1), reason="", by=by,
    )  # fmt: skip
    return [*tournament.cuts.get(after_round=after).finalists.order_by("number").values_list("number", flat=True)]


def check_is_whole(tournament, by):
    assert check_everything().differences == []
    tournament.refresh_from_db()
    imported = import_tournament(document=envelope(tournament), key=uuid4(), by=by)
    assert [cut.finalists.count() for cut in imported.cuts.all()] == [
        cut.finalists.count() for cut in tournament.cuts.all()
    ]


def test_who_advanced_without_a_seat_stays_entered(tournament, by):
    entry = new_player(tournament)
    assert cut(tournament, by, after=1, count=1) == [2, 6, 9]

    with pytest.raises(OnRecord):
        remove_entry(tournament_id=tournament.pk, entry_id=entry.pk, by=by)
    with pytest.raises(NotAllChanged):
        change_several(tournament_id=tournament.pk, numbers=[9], change=SeveralChange.REMOVED, by=by)
    check_is_whole(tournament, by)

    remove_person(player_id=entry.player_id, by=by)
    check_is_whole(tournament, by)
    assert tournament.entries.get(number=9).player.name != "Nina"


def test_a_team_advances_with_a_player_who_joined_it_after_the_cut_before(tournament, by):
    assert cut(tournament, by, after=1, count=3) == [1, 2, 4, 5, 6, 8]
    new_player(tournament)
    seated = [tournament.entries.get(number=number).pk for number in (2, 6, 1, 9)]
    start_round(tournament_id=tournament.pk, number=2, tables=[seated], seed=7, by=by)
    hanchan = hanchan_at(tournament, 2, 1)
    play(hanchan, MANGAN)
    sign(hanchan)

    finalists = cut(tournament, by, after=2, count=1)

    assert finalists in ([2, 6, 9], [1, 5], [4, 8])
    check_is_whole(tournament, by)
