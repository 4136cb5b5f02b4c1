"""Appeals against penalties and rulings: noted, shown, decided; what counts follows from the penalties."""

from fractions import Fraction
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, TableFactory, TournamentFactory, UserFactory, penalize, visitor
from tests.queries import queries_of
from tests.reading import reading
from tournament.archive.queries.differences import differences_in
from tournament.games.queries.penalties import deductions
from tournament.models import Appeal, Penalty, Tournament
from tournament.people.actions import appeals, penalty_rows
from tournament.people.actions.appeals import AppealDecided, appeal_penalty, decide_appeal
from tournament.people.actions.give_penalty import take_back_penalty
from tournament.table.actions.calls import answer_call, call_referee

pytestmark = pytest.mark.django_db


@pytest.fixture
def referee():
    return UserFactory(username="rita")


@pytest.fixture
def tournament(referee):
    return TournamentFactory(referees=[referee])


@pytest.fixture
def entry(tournament):
    return EntryFactory(tournament=tournament, player__name="Anna")


@pytest.fixture
def penalty(entry, referee):
    penalize(entry, "12", by=visitor(referee))
    return entry.penalties.get()


def address(name, penalty, pk=None):
    return reverse(name, args=[penalty.entry.tournament.slug, pk or penalty.pk])


def note(client, penalty, **changes):
    fields = {"key": str(uuid4()), "appealed_by": "Anna", "text": "It was the tram"}
    return client.post(address("penalty-appeal", penalty), fields | changes, follow=True)


def decide(client, penalty, **fields):
    appeal = Appeal.objects.latest("pk")
    data = {"key": str(uuid4()), "reason": "The jury"} | fields
    return client.post(address("appeal-decide", penalty, appeal.pk), data, follow=True)


def off(entry):
    penalties = deductions(Tournament.objects.filter(pk=entry.tournament_id))
    return sum((penalty.points for penalty in penalties[entry.pk]), Fraction(0))


def test_an_appeal_is_shown_with_its_penalty_which_counts_until_then(client, referee, penalty):
    client.force_login(referee)

    response = note(client, penalty)

    assert "It was the tram" in response.text
    assert "Decide the appeal" in response.text
    assert off(penalty.entry) == 12
    shown = client.get(reverse("entry", args=[penalty.entry.tournament.slug, penalty.entry.number])).text
    assert "appealed" in shown
    assert "the tram" not in shown
    log = client.get(reverse("log", args=[penalty.entry.tournament.slug])).text
    assert "Recorded an appeal by Anna against the penalty of Anna, 12" in reading(log)


@pytest.mark.parametrize(
    ("decision", "counts", "shows"),
    [
        ({"outcome": "upheld", "points": "3"}, 12, "The decision stands."),
        ({"outcome": "withdrawn"}, 12, "The appeal was withdrawn."),
        ({"outcome": "changed", "points": "2.5"}, Fraction("2.5"), "The penalty was changed to −2.5."),
        ({"outcome": "changed", "points": "0"}, 0, "The penalty was changed to a warning."),
        ({"outcome": "changed", "points": ""}, 0, "The penalty no longer counts."),
    ],
)
def test_what_counts_follows_from_the_decision(client, referee, penalty, decision, counts, shows):
    client.force_login(referee)
    note(client, penalty)

    response = decide(client, penalty, **decision)

    assert shows in response.text
    assert "The jury" in response.text
    assert off(penalty.entry) == counts
    assert list(differences_in(Tournament.objects.get(pk=penalty.entry.tournament_id))) == []
    assert "Decided the appeal by Anna" in reading(
        client.get(reverse("log", args=[penalty.entry.tournament.slug])).text
    )


@pytest.mark.parametrize(
    ("decision", "status"),
    [
        ({"outcome": "changed", "points": "12"}, 409),
        ({"outcome": "upheld", "reason": ""}, 422),
        ({"outcome": "perhaps"}, 422),
        ({"outcome": "changed", "points": "-3"}, 422),
    ],
)
def test_what_cannot_be_decided_changes_nothing(client, referee, penalty, decision, status):
    client.force_login(referee)
    note(client, penalty)

    assert decide(client, penalty, **decision).status_code == status
    assert Appeal.objects.get().decided_by is None
    assert off(penalty.entry) == 12


def test_one_appeal_waits_at_a_time_and_none_against_what_was_taken_back(client, referee, penalty):
    client.force_login(referee)
    note(client, penalty)
    assert note(client, penalty).status_code == 409
    take_back_penalty(penalty_id=penalty.pk, reason="Wrong player", by=visitor(referee))

    assert decide(client, penalty, outcome="changed", points="3").status_code == 409
    decide(client, penalty, outcome="withdrawn")
    assert note(client, penalty).status_code == 409
    assert Appeal.objects.count() == 1


def test_an_appeal_sent_twice_is_one(client, referee, penalty):
    client.force_login(referee)
    key = str(uuid4())

    answers = [note(client, penalty, key=key).status_code for _twice in range(2)]

    assert answers == [200, 200]
    assert Appeal.objects.count() == 1


def test_a_decision_sent_twice_is_one_and_another_is_refused(referee, penalty):
    by = visitor(referee)
    appeal = {"appealed_by": "Anna", "text": "Tram", "by": by}
    appeal_penalty(tournament_id=penalty.entry.tournament_id, penalty_id=penalty.pk, key=uuid4(), **appeal)
    change = {"appeal_id": Appeal.objects.get().pk, "outcome": Appeal.Outcome.CHANGED, "reason": "Jury", "by": by}
    key = uuid4()

    for _twice in range(2):
        decide_appeal(key=key, points=Fraction(3), **change)

    assert [str(one.points) for one in Penalty.objects.order_by("pk")] == ["12", "3"]
    with pytest.raises(AppealDecided):
        decide_appeal(key=uuid4(), points=Fraction(4), **change)


def test_a_ruling_is_appealed_and_another_holds_instead(client, tournament, referee):
    client.force_login(referee)
    call = call_referee(table_id=TableFactory(tournament=tournament).pk, word="", by=visitor(referee))
    appeal_at = reverse("ruling-appeal", args=[tournament.slug, call.pk])
    assert client.get(appeal_at).status_code == 404  # nobody was there yet
    answer_call(call_id=call.pk, situation="Five tiles", decision="Dead hand", rule="R11", by=visitor(referee))

    client.post(appeal_at, {"key": str(uuid4()), "appealed_by": "South", "text": "Four"})
    decide_at = reverse("appeal-decide", args=[tournament.slug, Appeal.objects.get().pk])
    fields = {"key": str(uuid4()), "outcome": "changed", "reason": "Counted again"}
    assert client.post(decide_at, fields).status_code == 422
    response = client.post(decide_at, fields | {"decision": "Play on"}, follow=True)

    text = " ".join(response.text.split())
    assert "Dead hand" in text
    assert "The decision is changed.</strong> Play on Counted again" in text


def test_an_event_has_so_many_appeals_and_penalties_given_by_appeals(client, referee, penalty, monkeypatch):
    client.force_login(referee)
    note(client, penalty)
    monkeypatch.setattr(penalty_rows, "MOST_PENALTIES", 1)
    refused = decide(client, penalty, outcome="changed", points="4")
    monkeypatch.setattr(appeals, "MOST_PENALTIES", 1)
    decide(client, penalty, outcome="upheld")

    assert "at most 2,000 penalties" in refused.text
    assert "at most 2,000 appeals" in note(client, penalty).text
    assert Appeal.objects.get().outcome == "upheld"
    assert Penalty.objects.get() == penalty


def test_the_number_of_queries_does_not_grow(client, referee, entry):
    client.force_login(referee)
    counts = []
    for points in ("2", "3", "4"):
        penalize(entry, points, by=visitor(referee))
        note(client, entry.penalties.latest("pk"))
        decide(client, entry.penalties.latest("pk"), outcome="upheld")
        counts.append(queries_of(client, reverse("penalties", args=[entry.tournament.slug])))

    assert counts[0] == counts[-1]


def test_a_stranger_finds_nothing(client, penalty):
    client.force_login(UserFactory())

    assert client.get(address("penalty-appeal", penalty)).status_code == 404
