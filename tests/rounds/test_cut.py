"""Drawing the line: who goes on, who is level at it, and back again."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TournamentFactory,
    UserFactory,
    cut_to,
    play,
    sign,
)
from tests.queries import queries_of
from tests.standings.results import MANGAN, tournament_with
from tournament.models import Cut, Departure
from tournament.people.actions.depart import depart
from tournament.rounds.actions.make_cut import LineMoved, PlayedOn, SheetsUnsigned, make_cut, take_back_cut
from tournament.rounds.queries.cut import DrawnBy, cut_after_latest

pytestmark = pytest.mark.django_db

EIGHT = ["Adam", "Břetislav", "Claire", "Dóra", "Eva", "Filip", "Gréta", "Hugo"]


@pytest.fixture(scope="module")
def world(once):
    """Their organizer, then the hanchans: without and with the signatures of the second."""
    organizer = UserFactory()
    _tournament, _entries, hanchans = tournament_with(EIGHT, organizers=[organizer])
    for hanchan in hanchans:
        play(hanchan, MANGAN)
    sign(hanchans[0])
    return organizer, hanchans


@pytest.fixture
def hanchans(organizer, world):
    """Břetislav and Filip lead, Claire and Gréta are last, the other four are level. The second is not signed."""
    return deepcopy(world[1])


@pytest.fixture
def tournament(hanchans):
    sign(hanchans[1])
    return hanchans[0].tournament


def url(tournament, query=""):
    return reverse("cut", args=[tournament.slug]) + query


def numbers(tournament, *entered):
    return [tournament.entries.get(number=number).pk for number in entered]


def fields(page):
    """What the page sends when nothing is touched."""
    form = page.context["form"]
    data = {bound.html_name: "" if bound.value() is None else str(bound.value()) for bound in form}
    return data | {"go": [str(pk) for pk in form.ticked], "count": page.context["where"]["count"].value() or ""}


def cut(tournament, *entered, after=1, key=None, carried=Cut.Carried.HALF):
    make_cut(
        tournament_id=tournament.pk,
        key=key or uuid4(),
        after_round=after,
        finalists=numbers(tournament, *entered),
        carried=carried,
        seed=None,
        reason="",
        by=STRANGER,
    )


def who_goes_on(tournament):
    return sorted(tournament.cuts.get(taken_back_by=None).finalists.values_list("number", flat=True))


def test_the_line_is_shown_and_accepted(client, tournament):
    page = client.get(url(tournament, "?count=2"))

    assert "2 advance" in page.text
    assert "6 do not advance" in page.text
    assert "tied for the last" not in page.text
    data = fields(page) | {"carried": "half", "reason": "As announced"}
    assert client.post(url(tournament), data).url == url(tournament)

    made = tournament.cuts.get()
    assert (made.after_round, made.carried, who_goes_on(tournament)) == (1, "half", [2, 6])
    assert (made.decided_by.reason, made.decided_by.data["numbers"]) == ("As announced", [2, 6])
    again = client.post(url(tournament), data)
    assert again.status_code == 302
    assert Cut.objects.count() == 1
    assert "2 players advance, carrying half of the score" in client.get(url(tournament)).text


def test_organizers_read_names_that_are_not_published(client, tournament):
    tournament.entries.filter(number=2).update(may_publish=False)

    assert "Břetislav" in client.get(url(tournament)).text
    assert "Břetislav" not in client.get(reverse("leaderboard", args=[tournament.slug])).text


def test_a_tie_at_the_line_is_the_organizers_to_decide(client, tournament):
    page = client.get(url(tournament, "?count=4"))

    assert "4 players are tied for the last 2 places." in page.text
    data = fields(page)
    assert data["go"] == []  # nobody is preferred
    assert client.post(url(tournament), data).status_code == 422
    refused = client.post(url(tournament), data | {"go": numbers(tournament, 1, 4, 5)})
    assert refused.status_code == 422
    assert "Choose 2 of the 4 tied players, or all of them" in refused.text
    assert refused.text.count(" checked") == 3
    assert client.post(url(tournament), data | {"go": numbers(tournament, 3, 7)}).status_code == 422  # not level
    assert client.post(url(tournament), data | {"go": "1" * 5_000}).status_code == 422
    assert not Cut.objects.exists()

    assert client.post(url(tournament), data | {"go": numbers(tournament, 1, 5)}).status_code == 302
    assert who_goes_on(tournament) == [1, 2, 5, 6]


def test_more_may_go_on(client, tournament):
    page = client.get(url(tournament, "?count=4"))

    assert client.post(url(tournament), fields(page) | {"go": numbers(tournament, 1, 4, 5, 8)}).status_code == 302
    assert who_goes_on(tournament) == [1, 2, 4, 5, 6, 8]


def test_a_draw_can_be_repeated_and_is_in_the_log(client, tournament):
    first, again = (client.get(url(tournament, "?count=4&seed=31")) for _ in range(2))

    assert "Drawn with the number" in first.text
    assert len(fields(first)["go"]) == 2
    assert fields(first)["go"] == fields(again)["go"]
    assert client.post(url(tournament), fields(first)).status_code == 302
    assert tournament.cuts.get().decided_by.data["seed"] == 31
    assert "broken by a draw with the number 31" in client.get(url(tournament)).text


def test_a_choice_by_hand_is_not_called_a_draw(client, tournament):
    page = client.get(url(tournament, "?count=4&seed=31"))
    drawn = set(map(int, fields(page)["go"]))
    others = set(numbers(tournament, 1, 4, 5, 8)) - drawn

    client.post(url(tournament), fields(page) | {"go": sorted(others)})

    assert tournament.cuts.get().decided_by.data["seed"] is None


def test_no_line_before_every_sheet_is_signed(client, hanchans):
    tournament = hanchans[0].tournament

    assert "One table has no signed sheet yet" in client.get(url(tournament)).text
    with pytest.raises(SheetsUnsigned):
        cut(tournament, 2, 6)
    sign(hanchans[1])
    assert "no signed sheet" not in client.get(url(tournament)).text


def test_no_line_before_the_first_round(client, organizer):
    tournament = TournamentFactory(organizers=[organizer])
    EntryFactory(tournament=tournament)

    page = client.get(url(tournament))

    assert "no round has been played yet" in page.text
    assert client.post(url(tournament), fields(page)).status_code == 422


@pytest.mark.parametrize("entered", [(), (2, 6, 3), (1, 2), tuple(range(1, 9))])
def test_only_a_line_can_be_cut(tournament, entered):
    """Not: nobody; the last before those above; somebody before a leader; everybody."""
    with pytest.raises(LineMoved):
        cut(tournament, *entered)


def test_a_cut_is_made_once_and_for_the_round_that_was_shown(tournament):
    with pytest.raises(LineMoved):
        cut(tournament, 2, 6, after=2)
    key = uuid4()
    cut(tournament, 2, 6, key=key)
    cut(tournament, 2, 6, key=key)
    with pytest.raises(LineMoved):
        cut(tournament, 2, 6)

    assert Cut.objects.count() == 1


def test_a_withdrawn_player_does_not_go_on_and_the_next_does(client, tournament):
    (leader,) = numbers(tournament, 2)
    assert "play no further" not in client.get(url(tournament)).text
    depart(entry_id=leader, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=2, reason="Train", by=STRANGER)

    assert [row.entry.number for row in cut_after_latest(tournament).rows][:2] == [6, 1]
    assert "because they no longer play: Břetislav (place 1)" in " ".join(client.get(url(tournament)).text.split())
    cut(tournament, 6, 1, 4, 5, 8)
    assert who_goes_on(tournament) == [1, 4, 5, 6, 8]


def test_a_second_cut_is_among_those_who_went_on(tournament, hanchans):
    entries = list(tournament.entries.order_by("number"))
    cut(tournament, 2, 6, 1, 4, 5, 8)
    seated = [entries[2], entries[0], entries[3], entries[4]]  # Claire, who stayed behind, Adam, Dóra and Eva
    hanchan = HanchanFactory(
        round=RoundFactory(tournament=tournament, number=2), table=hanchans[0].table, entries=seated
    )
    play(hanchan, MANGAN)
    sign(hanchan)

    assert {row.entry.number for row in cut_after_latest(tournament).rows} == {1, 2, 4, 5, 6, 8}
    with pytest.raises(LineMoved):
        cut(tournament, 1, 3, after=2)


def test_it_is_taken_back_with_a_reason_until_the_next_round(client, tournament):
    cut(tournament, 2, 6)
    back = reverse("cut-take-back", args=[tournament.slug])

    assert client.post(back, {"after": "1", "reason": ""}).status_code == 422
    assert client.post(back, {"after": "x", "reason": "No"}).status_code == 422
    assert client.post(back, {"after": "1", "reason": "Too early"}).url == url(tournament)
    take_back_cut(tournament_id=tournament.pk, after_round=1, reason="Again", by=STRANGER)
    assert tournament.cuts.get().taken_back_by.reason == "Too early"
    assert "Accept the cut" in client.get(url(tournament)).text

    cut(tournament, 2, 6)
    RoundFactory(tournament=tournament, number=2)
    refused = client.post(back, {"after": "1", "reason": "Too late"})
    assert refused.status_code == 409
    assert "The next round has started" in refused.text
    with pytest.raises(PlayedOn):
        take_back_cut(tournament_id=tournament.pk, after_round=1, reason="Too late", by=STRANGER)


def test_a_stale_page_decides_nothing(client, tournament):
    data = fields(client.get(url(tournament, "?count=2")))
    (leader,) = numbers(tournament, 2)
    depart(entry_id=leader, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=2, reason="Train", by=STRANGER)

    refused = client.post(url(tournament), data)

    assert refused.status_code == 422
    assert "The cut has changed since you saw it" in refused.text
    assert not Cut.objects.exists()


def test_a_number_that_was_typed_is_seen_before_it_is_accepted(client, tournament):
    data = fields(client.get(url(tournament))) | {"count": "2", "carried": "half", "reason": "As planned"}

    page = client.post(url(tournament), data)

    assert page.status_code == 422
    assert "The cut has changed since you saw it" in page.text
    assert "2 advance" in page.text
    assert (page.context["form"]["carried"].value(), page.context["form"]["reason"].value()) == ("half", "As planned")
    assert not Cut.objects.exists()
    assert client.post(url(tournament), fields(page)).status_code == 302
    assert who_goes_on(tournament) == [2, 6]


def test_the_line_is_shown_for_a_number_that_was_typed(client, tournament):
    data = fields(client.get(url(tournament))) | {"look": "1", "reason": "As planned"}

    page = client.post(url(tournament), data | {"count": "2"})

    assert page.status_code == 200
    assert "2 advance" in page.text
    assert page.context["form"]["reason"].value() == "As planned"
    assert client.post(url(tournament), data | {"count": "many"}).status_code == 422
    assert not Cut.objects.exists()


def test_a_page_from_before_another_cut_says_so(client, tournament):
    data = fields(client.get(url(tournament, "?count=2")))
    cut(tournament, 2)

    refused = client.post(url(tournament), data)

    assert refused.status_code == 409
    assert "changed meanwhile" in refused.text
    assert Cut.objects.count() == 1


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

    assert "the better in the qualification advances" in page.text
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

    assert "2 players are tied for the last place." in page.text
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

    assert "2 players are tied for the last place." in page.text
    assert client.post(url(tournament), fields(page)).status_code == 422
    drawn = client.get(url(tournament, "?by=tables&seed=4"))
    assert len(fields(drawn)["go"]) == 1
    assert client.post(url(tournament), fields(drawn)).status_code == 302
    assert tournament.cuts.get(after_round=2).finalists.count() == 2


def test_a_knock_out_needs_a_qualification_and_its_own_lines(client, tournament):
    refused = client.get(url(tournament, "?by=tables"))
    assert refused.status_code == 422
    assert "A knock-out needs" in refused.text
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
            carried=Cut.Carried.NONE,
            seed=None,
            reason="",
            by=STRANGER,
            drawn_by=DrawnBy.TABLES,
        )


@pytest.mark.parametrize("count", ["0", "8", "-4", "x", "99999999999999"])
def test_invalid_forms_are_refused(client, tournament, count):
    assert client.get(url(tournament, f"?count={count}")).status_code == 422


@pytest.mark.parametrize("wrong", [{"carried": "x"}, {"key": ""}, {"after": "2"}, {"shown": "1;2"}, {"count": "9"}])
def test_a_form_that_was_tampered_with_is_refused(client, tournament, wrong):
    data = fields(client.get(url(tournament, "?count=2")))

    assert client.post(url(tournament), data | wrong).status_code == 422
    assert not Cut.objects.exists()


def test_a_referee_and_a_stranger_find_nothing(client, tournament):
    referee = UserFactory()
    tournament.memberships.create(user=referee, role="referee")
    for person in (referee, UserFactory()):
        client.force_login(person)
        assert client.get(url(tournament)).status_code == 404
        assert client.post(url(tournament), {}).status_code == 404
        assert client.post(reverse("cut-take-back", args=[tournament.slug]), {}).status_code == 404
    client.logout()
    assert client.get(url(tournament)).status_code == 302


@pytest.mark.parametrize("made", [True, False])
def test_the_number_of_queries_does_not_grow(client, organizer, made):
    def queries(count):
        tournament, entries, hanchans = tournament_with(
            [f"Player {number}" for number in range(count)], organizers=[organizer]
        )
        for hanchan in hanchans:
            play(hanchan, MANGAN)
            sign(hanchan)
        if made:
            cut_to(*entries[: count // 2])
        return queries_of(client, url(tournament))

    assert queries(4) == queries(12)


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
