"""Records of a tournament and of the site: the best hands, hanchans and runs, and every yakuman."""

import re
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from scoring.outcome import HanFu, Limit, Ron, Tsumo, Win, Yakuman
from scoring.seats import Seat
from tests.factories import STRANGER, HanchanFactory, RoundFactory, UserFactory, play, sign, visitor
from tests.queries import queries_of
from tests.standings.results import MANGAN, show
from tests.standings.test_statistics import signed_event
from tournament.core.cache import clear_all
from tournament.core.queries.visibility import EVERYTHING, hidden_rounds, partial_sights
from tournament.games.queries.game import load_games
from tournament.models import Departure, Player, SheetLine, Tournament
from tournament.people.actions.depart import depart
from tournament.standings.queries import records
from tournament.standings.queries.records import site_records, tournament_records
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db

A, B, C, D = Seat
KOKUSHI = Ron(discarder=A, wins=(Win(winner=C, value=Yakuman(), yaku=("kokushi",)),))
BAIMAN = Tsumo(win=Win(winner=C, value=HanFu(9)))


def of(tournament):
    return tournament_records(tournament, EVERYTHING)


def hands(records):
    return [(record.entry.player.name, record.won.worth.base, record.won.points) for record in records]


def another_hanchan(tournament, entries, *outcomes, number=2):
    table = tournament.tables.get()
    hanchan = HanchanFactory(round=RoundFactory(tournament=tournament, number=number), table=table, entries=entries)
    play(hanchan, *outcomes)
    sign(hanchan)
    return hanchan


def test_the_best_of_a_tournament(client):
    tournament, entries, first = signed_event(MANGAN, KOKUSHI, BAIMAN)
    last = another_hanchan(tournament, entries, Tsumo(win=Win(winner=C, value=Limit.YAKUMAN)))

    records = of(tournament)

    assert hands(records.hands) == [
        ("Claire", 8_000, 32_000),
        ("Claire", 8_000, 32_000),
        ("Claire", 4_000, 24_000),
        ("Břetislav", 2_000, 8_000),
    ]
    assert [record.hanchan for record in records.yakuman] == [last, first]
    assert [(record.points, record.entry.player.name) for record in records.hanchans[:2]] == [
        (78_000, "Claire"),
        (62_000, "Claire"),
    ]
    (run,) = records.runs
    assert (run.length, run.entry.player.name, run.first, run.last) == (2, "Claire", first, last)
    text = client.get(reverse("tournament-records", args=[tournament.slug])).text
    assert "kokushi" in text
    assert reverse("player-page", args=[entries[2].player_id]) in text


def test_of_the_site_runs_go_over_events(client):
    """By the day of the event, whenever it was entered here."""
    _late, entries, last = signed_event(MANGAN, starts_on="2026-06-01")
    _early, _, first = signed_event(MANGAN, entries=entries, starts_on="2026-05-01")
    signed_event(KOKUSHI, names=list("WXYZ"), is_public=False)

    records = site_records(STRANGER)

    assert [(run.length, run.first, run.last) for run in records.runs] == [(2, first, last)]
    assert hands(records.hands) == [("Břetislav", 2_000, 8_000)] * 2
    assert [record.hanchan for record in records.hands] == [first, last]
    assert records.yakuman == ()
    text = client.get(reverse("records")).text
    assert "Břetislav" in text
    assert "kokushi" not in text


def test_what_is_withheld_is_no_record(client):
    tournament, entries, _ = signed_event(MANGAN)
    another_hanchan(tournament, entries, KOKUSHI)
    show(tournament, players="held", hall="held", everyone="held", number=2)

    for page in (reverse("records"), reverse("tournament-records", args=[tournament.slug])):
        text = client.get(page).text
        assert "62,000" not in text
        assert "kokushi" not in text
        assert "38,000" in text
        assert "The results of some rounds are not shown yet." in text
    client.force_login(owner := UserFactory())
    tournament.memberships.create(user=owner, role="owner")
    assert "kokushi" in client.get(page).text


def test_a_withheld_round_without_a_hanchan_is_none_to_leave_out(client):
    """The id of each such round was sent to the database by every request."""
    tournament, entries, _ = signed_event(MANGAN)
    show(tournament, players="held", hall="held", everyone="held")
    rounds = [RoundFactory(tournament=tournament, number=number) for number in range(5, 9)]
    HanchanFactory(round=rounds[0], table=tournament.tables.get(), entries=entries)

    hidden = hidden_rounds(partial_sights(Tournament.objects.all(), STRANGER))

    assert set(hidden) == {rounds[0].pk, tournament.rounds.get(number=1).pk}
    assert "The results of some rounds are not shown yet." in client.get(reverse("records")).text


@pytest.mark.slow
def test_bumped_claims_paper_and_substitutes_are_none():
    """Under the rulebook only the claim closest to the discarder counts."""
    both = Ron(discarder=A, wins=(Win(winner=B, value=HanFu(3, 30)), Win(winner=D, value=Yakuman())))
    tournament, entries, hanchan = signed_event(both, owner=UserFactory())
    owner = visitor(tournament.memberships.get().user)
    assert hands(of(tournament).hands) == [("Břetislav", 960, 3_900)]

    replaced = HanchanFactory(round=RoundFactory(tournament=tournament, number=2), table=hanchan.table, entries=entries)
    play(replaced, MANGAN, KOKUSHI)
    name_substitute(
        hanchan_id=replaced.pk, revision=2, entry_id=entries[2].pk, name="Wendy", after_hand=1, key=uuid4(),
        reason="Ill", by=owner,
    )  # fmt: skip
    sign(replaced)
    on_paper = HanchanFactory(round=RoundFactory(tournament=tournament, number=3), table=hanchan.table, entries=entries)
    play(on_paper, KOKUSHI)
    paper = {"points": (20_000, 49_000, 31_000, 20_000), "riichi_sticks": 0, "chombo": (0, 0, 0, 0), "by": STRANGER}
    record_paper_result(hanchan_id=on_paper.pk, revision=1, key=uuid4(), **paper)
    sign(on_paper)

    records = of(tournament)
    assert hands(records.hands) == [("Břetislav", 2_000, 8_000), ("Břetislav", 960, 3_900)]
    assert "Claire" not in [record.entry.player.name for record in records.hanchans if record.hanchan == replaced]
    assert records.hanchans[0].points == 49_000

    out = {"entry_id": entries[1].pk, "kind": Departure.Kind.STRUCK, "from_round": 3, "reason": "x", "key": uuid4()}
    depart(**out, by=owner)
    assert of(tournament).hands == ()


def test_who_did_not_consent_is_a_player(client):
    tournament, entries, _ = signed_event(KOKUSHI)
    again, *_ = signed_event(KOKUSHI, entries=entries)
    for record in (tournament, again):
        record.entries.filter(number=3).update(may_publish=False)

    text = client.get(reverse("records")).text

    assert "Claire" not in text
    assert "a player" in text
    assert site_records(STRANGER).runs == ()  # nobody is followed from one event to the other


def test_query_counts_do_not_grow(client):
    tournament, entries, _ = signed_event(MANGAN)
    pages = [reverse("records"), reverse("tournament-records", args=[tournament.slug])]
    another_hanchan(tournament, entries, KOKUSHI)
    another_hanchan(tournament, entries, KOKUSHI, number=4)

    def counts():
        for page in pages:
            clear_all()  # with one event the records of the site are those of the event
            yield queries_of(client, page)

    few = list(counts())
    another_hanchan(tournament, entries, KOKUSHI, BAIMAN, number=3)
    for _event in range(3):
        signed_event(MANGAN, BAIMAN, entries=entries)
    assert list(counts()) == few


@pytest.mark.slow
@pytest.mark.parametrize("most_read", [1, 4, 1_000])
def test_the_best_are_those_of_a_plain_comparison_however_many_cannot_be_seen(monkeypatch, most_read):
    monkeypatch.setattr(records, "MOST", 3)
    monkeypatch.setattr(records, "MOST_READ", most_read)
    tournament, entries, _hanchan = signed_event(MANGAN, starts_on="2026-05-01")
    another_hanchan(tournament, entries, BAIMAN)
    signed_event(MANGAN, BAIMAN, starts_on="2026-04-01")
    for _event in range(2):
        signed_event(KOKUSHI, KOKUSHI, is_public=False)
    lines = list(SheetLine.objects.select_related("figures", "entry__tournament"))

    def plain(value):
        own = [line for line in lines if value(line) and line.entry.tournament.is_public]
        own.sort(key=lambda line: (-value(line), line.entry.tournament.starts_on, line.pk))
        return [line.pk for line in own[:3]]

    for of_site in (True, False):
        seen = SheetLine.objects.filter(entry__tournament__is_public=True)
        points = records._highest(seen, "points", of_site=of_site)
        hands = records._highest(seen, records.BEST_HAND, of_site=of_site)

        assert list(points) == plain(lambda line: line.points)
        assert list(hands) == plain(lambda line: line.figures.best)


@pytest.mark.slow
def test_lines_that_cannot_be_seen_cost_no_queries_and_no_values(client, monkeypatch):
    """One imported file of a private event made every request read all its lines; 660,000 were more ids than a query
    may have."""
    monkeypatch.setattr(records, "MOST_READ", 4)
    signed_event(MANGAN)
    tournament, entries, _hanchan = signed_event(KOKUSHI, is_public=False)

    def queries():
        clear_all()
        with CaptureQueriesContext(connection) as captured:
            client.get(reverse("records"))
        return [len(re.findall(r"\d+", query["sql"])) for query in captured]

    few = queries()
    for number in range(2, 6):
        another_hanchan(tournament, entries, KOKUSHI, number=number)
    more = queries()

    assert len(few) == len(more)
    assert max(few) == max(more)


@pytest.mark.slow
@pytest.mark.parametrize("of_site", [True, False])
def test_of_equal_records_no_more_are_read_than_can_matter(monkeypatch, django_assert_max_num_queries, of_site):
    """Invented events can have any number of equal results."""
    monkeypatch.setattr(records, "MOST", 1)
    monkeypatch.setattr(records, "MOST_READ", 2)
    monkeypatch.setattr(records, "MOST_EQUAL", 2)
    tournament, entries, _hanchan = signed_event()
    for number in range(2, 6):
        another_hanchan(tournament, entries, number=number)
    equal = SheetLine.objects.filter(points=30_000)
    assert equal.count() > 10

    with django_assert_max_num_queries(3):
        highest = records._highest(equal, "points", of_site=of_site)

    assert list(highest) == [equal.order_by("pk").first().pk]


def test_hanchans_are_replayed_once_until_another_sheet_is_signed(client, monkeypatch):
    tournament, entries, _ = signed_event(MANGAN, KOKUSHI)
    replayed = []
    monkeypatch.setattr(records, "load_games", lambda hanchans: replayed.append(len(hanchans)) or load_games(hanchans))

    first, second = client.get(reverse("records")), client.get(reverse("records"))
    assert "16,000" not in second.text
    assert second.content == first.content
    assert replayed == [1, 1]  # for the best hands, and for the yakuman

    another_hanchan(tournament, entries, BAIMAN)
    assert "16,000" in client.get(reverse("records")).text
    assert replayed == [1, 1, 2, 1]


def test_names_are_those_of_now_and_not_of_the_first_request(client):
    _tournament, entries, _ = signed_event(MANGAN)
    assert "Břetislav" in client.get(reverse("records")).text

    Player.objects.filter(pk=entries[1].player_id).update(name="Bohumil")

    assert "Bohumil" in client.get(reverse("records")).text


def test_without_a_hanchan_there_is_none(client):
    assert "No signed hanchan yet." in client.get(reverse("records")).text


def test_the_records_of_one_year(client):
    this, _entries, _hanchan = signed_event(MANGAN)
    other, _entries, _hanchan = signed_event(MANGAN)
    Tournament.objects.filter(pk=this.pk).update(starts_on="2026-05-01")
    Tournament.objects.filter(pk=other.pk).update(starts_on="2024-05-01")

    everything, of_2024, nonsense = (
        client.get(reverse("records"), query).text for query in ({}, {"year": "2024"}, {"year": "1999'"})
    )

    assert 'href="?year=2026"' in everything
    assert this.get_absolute_url() not in of_2024
    assert other.get_absolute_url() in of_2024
    for text in (everything, nonsense):
        assert this.get_absolute_url() in text
        assert other.get_absolute_url() in text
