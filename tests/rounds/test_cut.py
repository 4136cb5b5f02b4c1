"""Drawing the line: who goes on, who is level at it, and back again."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.test import Client
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
from tests.reading import reading
from tests.rounds.cuts import cut, eight_after_a_round, fields, numbers, url
from tests.standings.results import MANGAN, tournament_with
from tournament.archive.queries.differences import differences_in
from tournament.models import Cut, Departure
from tournament.people.actions.depart import depart
from tournament.rounds.actions.make_cut import (
    LineMoved,
    PlayedOn,
    SheetsUnsigned,
    TooManyCuts,
    follow_at_cut,
    take_back_cut,
)
from tournament.rounds.queries.cut import cut_after_latest

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
    assert "2 players advance, carrying over half of the score" in client.get(url(tournament)).text


@pytest.mark.parametrize(
    ("typed", "stored", "words"),
    [
        ({"carried": "1/4"}, "1/4", "carrying over 1/4 of the score"),
        ({"carried": "other", "part": "30 %"}, "3/10", "carrying over 3/10 of the score"),
        ({"carried": "other", "part": "2/4"}, "half", "carrying over half of the score"),
    ],
)
def test_any_part_is_carried(client, tournament, typed, stored, words):
    data = fields(client.get(url(tournament, "?count=2")))

    assert client.post(url(tournament), data | typed).status_code == 302

    assert tournament.cuts.get().carried == stored
    assert words in client.get(url(tournament)).text
    assert words in client.get(reverse("leaderboard", args=[tournament.slug])).text


@pytest.mark.parametrize("part", ["", "2", "1/0", "x", "1/1000"])
def test_a_part_that_is_none_is_refused(client, tournament, part):
    data = fields(client.get(url(tournament, "?count=2")))

    refused = client.post(url(tournament), data | {"carried": "other", "part": part})

    assert refused.status_code == 422
    assert "Enter a part from 0 to 1" in refused.text
    assert client.post(url(tournament), data | {"carried": "half", "part": "1/4"}).status_code == 422
    assert not Cut.objects.exists()


def test_organizers_read_names_that_are_not_published(client, tournament):
    tournament.entries.filter(number=2).update(may_publish=False)

    assert "Břetislav" in client.get(url(tournament)).text
    assert "Břetislav" not in Client().get(reverse("leaderboard", args=[tournament.slug])).text


def test_a_tie_at_the_line_is_the_organizers_to_decide(client, tournament):
    page = client.get(url(tournament, "?count=4"))

    assert "4 players are tied for the last 2 places that advance." in page.text
    data = fields(page)
    assert data["go"] == []  # nobody is preferred
    assert client.post(url(tournament), data).status_code == 422
    refused = client.post(url(tournament), data | {"go": numbers(tournament, 1, 4, 5)})
    assert refused.status_code == 422
    assert "Tick 2 of the 4 tied players, or all of them" in refused.text
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

    assert "with draw number" in first.text
    assert len(fields(first)["go"]) == 2
    assert fields(first)["go"] == fields(again)["go"]
    assert client.post(url(tournament), fields(first)).status_code == 302
    assert tournament.cuts.get().decided_by.data["seed"] == 31
    assert "broken by lot (draw number 31)" in client.get(url(tournament)).text


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
    assert "because they no longer play: Břetislav (place 1)" in reading(client.get(url(tournament)).text)
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


def follow(client, tournament, leaver, next_in, **others):
    form = client.get(url(tournament)).context["follow"]
    data = {"key": form.initial["key"], "after": 1, "left": leaver, "follower": next_in, "reason": "Ill"}
    return client.post(reverse("cut-follow", args=[tournament.slug]), data | others), data


def test_the_next_in_follows_a_finalist_who_left(client, tournament):
    cut(tournament, 2, 6)
    assert "has left" not in client.get(url(tournament)).text
    leader, third, last = numbers(tournament, 2, 1, 3)
    assert follow(client, tournament, leader, third)[0].status_code == 409  # still plays
    depart(entry_id=leader, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=2, reason="Train", by=STRANGER)

    page = client.get(url(tournament))
    assert "A player who advanced has left" in page.text
    assert "Adam (place 3)" in page.text
    assert page.context["follow"].fields["follower"].widget.choices[0][0] == third
    answer, data = follow(client, tournament, leader, third)
    assert answer.url == url(tournament)
    assert client.post(reverse("cut-follow", args=[tournament.slug]), data).status_code == 302  # the same again

    assert who_goes_on(tournament) == [1, 6]
    made = tournament.cuts.get()
    assert (made.changed_by.reason, made.changed_by.data["numbers"]) == ("Ill", [1, 6])
    assert not {"Adam", "Břetislav"} & set(map(str, made.changed_by.data.values()))  # a removal would not find them
    tournament.refresh_from_db()
    assert list(differences_in(tournament)) == []
    assert "Adam takes the place of Břetislav, who left" in reading(
        client.get(reverse("log", args=[tournament.slug])).text
    )
    places = {row.entry.number: row.place for row in cut_after_latest(tournament).board.rows}
    assert (places[6], places[1], places[2]) == (1, 2, 3)
    assert follow(client, tournament, leader, last)[0].status_code == 409


@pytest.mark.parametrize("wrong", [{"left": "x"}, {"follower": "9" * 20}, {"after": "7"}, {"key": ""}])
def test_a_wrong_follower_is_refused(client, tournament, wrong):
    cut(tournament, 2, 6)
    leader, third = numbers(tournament, 2, 1)
    depart(entry_id=leader, key=uuid4(), kind=Departure.Kind.REMOVED, from_round=2, reason="Train", by=STRANGER)

    assert follow(client, tournament, leader, third, **wrong)[0].status_code in {409, 422}
    RoundFactory(tournament=tournament, number=2)
    with pytest.raises(PlayedOn):
        follow_at_cut(
            tournament_id=tournament.pk,
            key=uuid4(),
            after_round=1,
            left=leader,
            follower=third,
            reason="",
            by=STRANGER,
        )
    assert who_goes_on(tournament) == [2, 6]


def test_a_stale_page_decides_nothing(client, tournament):
    data = fields(client.get(url(tournament, "?count=2")))
    (leader,) = numbers(tournament, 2)
    depart(entry_id=leader, key=uuid4(), kind=Departure.Kind.WITHDRAWN, from_round=2, reason="Train", by=STRANGER)

    refused = client.post(url(tournament), data)

    assert refused.status_code == 422
    assert "have changed since you opened this page" in refused.text
    assert not Cut.objects.exists()


def test_a_number_that_was_typed_is_seen_before_it_is_accepted(client, tournament):
    data = fields(client.get(url(tournament))) | {"count": "2", "carried": "half", "reason": "As planned"}

    page = client.post(url(tournament), data)

    assert page.status_code == 422
    assert "have changed since you opened this page" in page.text
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


def test_an_event_has_no_more_cuts_than_its_file_may_have(tournament, monkeypatch):
    monkeypatch.setattr("tournament.rounds.actions.make_cut.MOST_CUTS", 1)
    cut(tournament, 2, 6)
    take_back_cut(tournament_id=tournament.pk, after_round=1, reason="Wrong", by=STRANGER)
    cut(tournament, 2, 6)  # what was taken back does not count

    monkeypatch.setattr("tournament.rounds.actions.make_cut.MOST_CUTS", 0)
    take_back_cut(tournament_id=tournament.pk, after_round=1, reason="Wrong", by=STRANGER)
    with pytest.raises(TooManyCuts):
        cut(tournament, 2, 6)

    assert tournament.cuts.count() == 2
