"""A cut of a knock-out: of each table the first two go on."""

from copy import deepcopy
from fractions import Fraction
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import STRANGER, HanchanFactory, RoundFactory, cut_to, play, sign
from tests.queries import queries_of
from tests.rounds.cuts import cut, eight_after_a_round, fields, numbers, url
from tests.standings.results import MANGAN, tournament_with
from tournament.rounds.actions.make_cut import LineMoved, make_cut
from tournament.rounds.queries.cut import DrawnBy, cut_after_latest

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def world(once):
    return eight_after_a_round()


@pytest.fixture
def hanchans(organizer, world):
    return deepcopy(world[1])


@pytest.fixture
def tournament(hanchans):
    sign(hanchans[1])
    return hanchans[0].tournament


@pytest.fixture
def knock_out(tournament, hanchans):
    """All eight but one pair went on and met at two tables: Filip beat Adam, Dóra and Břetislav; Eva and Hugo are level
    with two who stayed behind."""
    cut(tournament, 1, 2, 4, 5, 6, 8)
    by_number = {entry.number: entry for entry in tournament.entries.all()}
    round_ = RoundFactory(tournament=tournament, number=2)
    for old, seats in zip(hanchans, ((1, 6, 4, 2), (5, 3, 7, 8)), strict=True):
        hanchan = HanchanFactory(round=round_, table=old.table, entries=[by_number[number] for number in seats])
        play(hanchan, MANGAN)
        sign(hanchan)
    return tournament


def test_of_each_table_two_go_on_and_the_qualification_parts_equals(client, knock_out):
    """Adam and Břetislav share second place; Břetislav had 23.0 in the qualification, Adam nothing."""
    assert "Knock-out" in client.get(url(knock_out)).text

    page = client.get(url(knock_out, "?by=tables"))

    assert "the one who was better in the qualification advances" in page.text
    assert page.text.count("advances</span>") == 4
    assert fields(page)["carried"] == "none"
    assert client.post(url(knock_out), fields(page)).status_code == 302
    made = knock_out.cuts.get(after_round=2)
    assert sorted(made.finalists.values_list("number", flat=True)) == [2, 5, 6, 8]
    assert made.decided_by.data["by_tables"] is True


def test_the_organizer_can_decide_between_equals_at_a_table_instead(client, knock_out):
    """Adam and Břetislav share the second place; this organizer does not let the qualification decide."""
    assert "?by=level" in client.get(url(knock_out, "?by=tables")).text

    page = client.get(url(knock_out, "?by=level"))

    assert "2 players are tied for the last place that advances." in page.text
    adam = knock_out.entries.get(number=1)
    assert client.post(url(knock_out), fields(page) | {"go": str(adam.pk)}).status_code == 302
    made = knock_out.cuts.get(after_round=2)
    assert sorted(made.finalists.values_list("number", flat=True)) == [1, 5, 6, 8]


def test_a_table_where_the_qualification_was_level_too_is_decided(client, tournament, hanchans):
    cut(tournament, 1, 2, 4, 5, 6, 8)
    by_number = {entry.number: entry for entry in tournament.entries.all()}
    hanchan = HanchanFactory(
        round=RoundFactory(tournament=tournament, number=2),
        table=hanchans[0].table,
        entries=[by_number[number] for number in (1, 6, 2, 4)],
    )
    play(hanchan, MANGAN)
    sign(hanchan)

    page = client.get(url(tournament, "?by=tables"))

    assert "2 players are tied for the last place that advances." in page.text
    assert client.post(url(tournament), fields(page)).status_code == 422
    drawn = client.get(url(tournament, "?by=tables&seed=4"))
    assert len(fields(drawn)["go"]) == 1
    assert client.post(url(tournament), fields(drawn)).status_code == 302
    assert tournament.cuts.get(after_round=2).finalists.count() == 2


def test_a_knock_out_needs_a_qualification_and_its_own_lines(client, tournament):
    refused = client.get(url(tournament, "?by=tables"))
    assert refused.status_code == 422
    assert "A knock-out needs an earlier cut" in refused.text
    assert "Knock-out" not in client.get(url(tournament)).text
    assert client.get(url(tournament, "?by=moon&count=2")).status_code == 422
    assert client.get(url(tournament, "?by=")).status_code == 422


def test_a_knock_out_cut_is_checked_under_the_lock(knock_out):
    with pytest.raises(LineMoved):
        make_cut(
            tournament_id=knock_out.pk,
            key=uuid4(),
            after_round=2,
            finalists=numbers(knock_out, 1, 6, 5, 8),  # Adam before Břetislav
            carry=Fraction(),
            seed=None,
            reason="",
            by=STRANGER,
            drawn_by=DrawnBy.TABLES,
        )


def test_with_two_lives_only_who_lost_twice_is_out(client, tournament, hanchans):
    """In each round the third seat loses; of the two who share second place the qualification may decide."""
    entries = {entry.number: entry for entry in tournament.entries.all()}
    cut_to(*entries.values(), carried="none")

    def play_round(number, *tables):
        round_ = RoundFactory(tournament=tournament, number=number)
        for old, four in zip(hanchans, tables, strict=True):
            hanchan = HanchanFactory(round=round_, table=old.table, entries=[entries[seat] for seat in four])
            play(hanchan, MANGAN)
            sign(hanchan)
        lives = cut_after_latest(tournament).lives
        return {seat: lives[entry.pk] for seat, entry in entries.items()}

    assert play_round(2, (1, 2, 3, 4), (5, 6, 7, 8)) == {1: 2, 2: 2, 3: 1, 4: 2, 5: 2, 6: 2, 7: 1, 8: 2}
    page = client.get(url(tournament, "?by=lives"))
    assert page.status_code == 422
    assert "Nobody has lost twice yet" in page.text
    proposal = client.get(reverse("round-new", args=[tournament.slug]), {"way": "lives"}).context["proposal"]
    assert [sorted(proposal.lives[entry] for entry in table) for table in proposal.tables] == [[2] * 4, [1, 1, 2, 2]]

    assert play_round(3, (1, 2, 4, 5), (6, 3, 7, 8)) == {1: 2, 2: 2, 3: 1, 4: 1, 5: 2, 6: 2, 7: 0, 8: 1}
    page = client.get(url(tournament, "?by=lives"))
    assert "7 advance" in page.text
    assert client.post(url(tournament), fields(page)).status_code == 302
    made = tournament.cuts.get(after_round=3)
    assert sorted(made.finalists.values_list("number", flat=True)) == [1, 2, 3, 4, 5, 6, 8]


def test_a_knock_out_takes_no_more_queries_for_more_tables(client, organizer):
    def queries(count):
        tournament, entries, hanchans = tournament_with(
            [f"Player {number}" for number in range(count)], organizers=[organizer], rounds=2
        )
        cut_to(*entries)
        for hanchan in hanchans:
            play(hanchan, MANGAN)
            sign(hanchan)
        return queries_of(client, url(tournament, "?by=tables"))

    assert queries(4) == queries(12)
