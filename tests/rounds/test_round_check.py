"""The double-check of a round: who entered and signed what, and what somebody should look at again."""

from uuid import uuid4

import pytest
from django.db.models.signals import post_init
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import (
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    at_table,
    play,
    sign,
    visitor,
)
from tests.queries import queries_of
from tests.table.corrections import A, B, C, D, ron
from tests.table.phones import phone_at
from tournament.core.words.scores import points, score
from tournament.games.queries.game import load_game
from tournament.games.queries.results import results_of
from tournament.models import LogEntry, Role, User
from tournament.rounds.queries import round_check as queries
from tournament.table.actions.correct_hanchan import correct_hanchan
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.record_stick_count import record_stick_count
from tournament.table.actions.sign_sheet import sign_sheet
from tournament.table.edits import Remove

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee():
    return UserFactory(username="rita")


@pytest.fixture
def round_(referee):
    return RoundFactory(tournament=TournamentFactory(referees=[referee]))


def hanchan_at(round_, number):
    return HanchanFactory(round=round_, table=TableFactory(tournament=round_.tournament, number=number))


def page(client, round_, referee, **query):
    client.force_login(referee)
    return client.get(reverse("round-check", args=[round_.tournament.slug, round_.number]), query).text


def on_paper(hanchan, result, by=None):
    record_paper_result(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        key=uuid4(),
        points=result,
        riichi_sticks=0,
        chombo=(0, 0, 0, 0),
        by=by or at_table(hanchan.table),
    )


def keep_count(client, hanchan, points, **changes):
    hanchan.refresh_from_db()
    data = {f"points_{seat}": point for seat, point in enumerate(points)} | {"revision": hanchan.revision} | changes
    return client.post(reverse("stick-count-keep", args=[hanchan.tournament.slug, hanchan.pk]), data, follow=True)


def test_the_page_names_who_entered_and_who_signed(client, round_, referee):
    one, two = hanchan_at(round_, 1), hanchan_at(round_, 2)
    play(one, ron(B, C), by=at_table(one.table))
    play(one, ron(A, C), by=visitor(referee))
    sign(one)
    play(two, *[ExhaustiveDraw()] * 8, by=visitor(referee))
    two.refresh_from_db()
    sign_sheet(hanchan_id=two.pk, revision=two.revision, by=visitor(referee))

    text = " ".join(page(client, round_, referee).split())

    assert "On the table’s phone: 1 hand" in text
    assert "rita: 1 hand" in text
    assert "rita: 8 hands" in text
    assert "the four players" in text
    assert "a referee for all four players" in text
    assert "The hanchan ended after only 2 hands." in text
    assert "All four players still have their starting points." in text


def test_accounts_of_one_full_name_are_told_apart_by_what_they_log_in_with(client, round_, referee):
    """Anybody may take a colleague's full name."""
    other = UserFactory(username="olga", first_name="Rita")
    round_.tournament.memberships.create(user=other, role=Role.REFEREE)
    User.objects.filter(pk=referee.pk).update(first_name="Rita")
    referee.refresh_from_db()
    one, two = hanchan_at(round_, 1), hanchan_at(round_, 2)
    play(one, *[ExhaustiveDraw()] * 8, by=visitor(referee))
    on_paper(two, (30_000,) * 4, by=visitor(other))
    for hanchan, by in ((one, other), (two, referee)):
        hanchan.refresh_from_db()
        sign_sheet(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(by))

    text = " ".join(page(client, round_, referee).split())

    assert "Rita (rita): 8 hands" in text
    assert "Rita (olga), points from the paper sheet" in text
    assert all(f"<span>Rita ({name})</span>" in text for name in ("rita", "olga"))
    assert [text.count(f"Rita ({name})</option>") for name in ("rita", "olga")] == [1, 1]


def test_a_count_reads_only_the_last_one_before(round_, referee):
    hanchan = hanchan_at(round_, 1)
    play(hanchan, ron(B, C))
    hanchan.refresh_from_db()
    about = {"hanchan_id": hanchan.pk, "revision": hanchan.revision, "by": visitor(referee)}
    for more in range(0, 1_000, 100):
        record_stick_count(points=(30_000 - more, 30_000 + more, 30_000, 30_000), **about)
    read = []

    def add(sender, instance, **about):
        read.append(instance)

    post_init.connect(add, sender=LogEntry)
    try:
        record_stick_count(points=(29_100, 30_900, 30_000, 30_000), **about)  # once more
    finally:
        post_init.disconnect(add, sender=LogEntry)

    assert [entry.data["points"][0] for entry in read] == [29_100]
    assert hanchan.log.filter(kind="sticks.counted").count() == 10


def test_a_table_saves_only_so_many_counts(client, round_, referee, monkeypatch):
    monkeypatch.setattr("tournament.table.actions.record_stick_count.MOST_COUNTS", 2)
    hanchan = hanchan_at(round_, 1)
    play(hanchan, ron(B, C))
    phone = phone_at(hanchan.table)
    counts = [(30_000,) * 4, (29_000, 31_000, 30_000, 30_000), (30_000,) * 4]

    for count in counts:
        keep_count(phone, hanchan, count)
    assert hanchan.log.filter(kind="sticks.counted").count() == 2
    client.force_login(referee)
    keep_count(client, hanchan, (30_000,) * 4)

    assert hanchan.log.filter(kind="sticks.counted").count() == 3


def test_it_is_filtered_by_person(client, round_, referee):
    one, two = hanchan_at(round_, 1), hanchan_at(round_, 2)
    play(one, ron(B, C), by=at_table(one.table))
    play(two, ron(B, C), by=visitor(referee))

    text = page(client, round_, referee, person=f"user-{referee.pk}")

    assert two.get_screen_url() in text
    assert one.get_screen_url() not in text


def test_each_table_stands_as_on_its_paper_and_only_the_unusual_is_marked(client, round_, referee):
    usual, shared = hanchan_at(round_, 1), hanchan_at(round_, 2)
    play(usual, ron(B, C), ron(A, C), ron(A, B), ron(A, D))
    sign(usual)
    play(shared, *[ExhaustiveDraw()] * 4, ron(B, C))
    sign(shared)

    text = page(client, round_, referee)
    only = page(client, round_, referee, only="unusual")

    for result in results_of(load_game(usual)):
        assert points(result.points) in text
        assert score(result.score) in text
    assert "1 table has something unusual." in " ".join(text.split())
    assert text.count("Places shared: ") == only.count("Places shared: ") == 1
    assert usual.get_screen_url() in text
    assert usual.get_screen_url() not in only
    assert shared.get_screen_url() in only


def test_a_round_that_is_all_on_paper_has_nothing_unusual(client, round_, referee):
    for number in (1, 2):
        hanchan = hanchan_at(round_, number)
        on_paper(hanchan, (41_700, 33_100, 28_900, 16_300))
        hanchan.refresh_from_db()
        sign_sheet(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(referee))

    text = " ".join(page(client, round_, referee).split())

    assert "Nothing unusual." in text
    assert "2 results were entered from the paper sheets only once." in text
    assert "The points were entered from the paper sheet only once." not in text
    assert "41,700" in text


def test_sticks_that_were_counted_and_differ_are_explained(client, round_, referee):
    hanchan = hanchan_at(round_, 1)
    hands = [ron(B, C), ron(A, B)]
    play(hanchan, *hands)
    right = hanchan_at(round_, 2)
    play(right, hands[0], ron(A, B, riichi=(B,)))

    counted = load_game(right).final_points
    assert "in the double-check" in keep_count(phone_at(hanchan.table), hanchan, counted).text

    text = " ".join(page(client, round_, referee).split())

    assert "1 table needs to be checked." in text
    assert "The points from the paper sheet would agree with the hands if this had happened in hand 2:" in text
    assert hanchan.log.filter(kind="sticks.counted").count() == 1
    keep_count(phone_at(hanchan.table), hanchan, counted)
    assert hanchan.log.filter(kind="sticks.counted").count() == 1


def test_a_count_says_nothing_once_more_hands_are_played(client, round_, referee):
    hanchan = hanchan_at(round_, 1)
    play(hanchan, ron(B, C))
    keep_count(phone_at(hanchan.table), hanchan, (30_000,) * 4)
    assert "The counted sticks do not agree with the hands." in page(client, round_, referee)

    play(hanchan, ron(A, B))

    assert "The counted sticks" not in page(client, round_, referee)


def test_a_count_of_an_older_state_is_refused(round_):
    hanchan = hanchan_at(round_, 1)
    play(hanchan, ron(B, C))

    response = keep_count(phone_at(hanchan.table), hanchan, (30_000,) * 4, revision=0)

    assert "changed meanwhile" in response.text
    assert not hanchan.log.filter(kind="sticks.counted").exists()


def test_paper_keyed_once_is_listed_without_its_points(client, round_, referee):
    hanchan = hanchan_at(round_, 1)
    play(hanchan, *[ExhaustiveDraw()] * 8)
    hanchan.refresh_from_db()
    on_paper(hanchan, (41_700, 33_100, 28_900, 16_300))

    text = page(client, round_, referee)

    assert "The points were entered from the paper sheet only once." in text
    assert "The points from the paper sheet do not agree with the hands." in text
    assert reverse("second-keying", args=[round_.tournament.slug, hanchan.pk]) in text
    assert not any(shown in text for shown in ("41,700", "11,700", "33,100", "3,100"))


def test_of_many_corrections_after_signatures_the_last_are_listed(client, round_, referee, monkeypatch):
    monkeypatch.setattr(queries, "MOST_CHANGES", 2)
    hanchan = hanchan_at(round_, 1)
    play(hanchan, ron(B, C), *[ron(A, B)] * 3)
    for last, reason in ((4, "First"), (3, "Second"), (2, "Third")):
        sign(hanchan)
        hanchan.refresh_from_db()
        change = {"edits": (Remove(last),), "key": uuid4(), "reason": reason, "by": visitor(referee)}
        correct_hanchan(hanchan_id=hanchan.pk, revision=hanchan.revision, **change)

    text = page(client, round_, referee)

    assert "“First”" not in text
    assert text.index("“Second”") < text.index("“Third”")
    (changed,) = [table.changed for table in queries.round_check(round_).tables if table.changed]
    assert all("data" in entry.get_deferred_fields() for entry in changed)  # all hands of a hanchan, or a megabyte


def test_a_correction_after_the_signatures_is_listed(client, round_, referee):
    hanchan = hanchan_at(round_, 1)
    play(hanchan, ron(B, C), ron(A, B))
    sign(hanchan)
    hanchan.refresh_from_db()
    correct_hanchan(
        hanchan_id=hanchan.pk,
        revision=hanchan.revision,
        edits=(Remove(2),),
        key=uuid4(),
        reason="Never finished",
        by=visitor(referee),
    )

    text = page(client, round_, referee)

    assert "The sheet was changed after it was signed." in text
    assert "Never finished" in text


def test_the_number_of_queries_does_not_grow(client, round_, referee):
    client.force_login(referee)
    address = reverse("round-check", args=[round_.tournament.slug, 1])
    counts = []
    for number in range(1, 4):
        hanchan = hanchan_at(round_, number)
        play(hanchan, ron(B, C), by=visitor(referee))
        keep_count(client, hanchan, (30_000,) * 4)
        sign(hanchan)
        counts.append(queries_of(client, address))

    assert counts[0] == counts[-1] <= 19


def test_a_stranger_finds_nothing(client, round_):
    client.force_login(UserFactory())

    assert client.get(reverse("round-check", args=[round_.tournament.slug, 1])).status_code == 404
