"""A round entered from paper: a line for each table, by one person and then unseen by another."""

from copy import deepcopy
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.outcome import ExhaustiveDraw
from tests.factories import HanchanFactory, RoundFactory, TableFactory, TournamentFactory, UserFactory, play, visitor
from tests.queries import queries_of
from tests.table.phones import HTMX
from tournament.games.queries.game import load_game
from tournament.models import SignedBy
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.sign_sheet import sign_sheet

pytestmark = pytest.mark.django_db

RIGHT = ("417", "33.1", "28,9", "15300")
"""With one riichi bet left: 41,700, 33,100, 28,900 and 15,300. No page shows these numbers for another reason."""

POINTS = (41_700, 33_100, 28_900, 15_300)
SWAPPED = ("417", "33.1", "153", "289")


@pytest.fixture(scope="module")
def world(once):
    people = [UserFactory(username=name) for name in ("anna", "boris", "cyril")]
    round_ = RoundFactory(tournament=TournamentFactory(organizers=people[:1], referees=people[1:]))
    tables = [TableFactory(tournament=round_.tournament, number=number) for number in (1, 2, 3)]
    return people, round_, [HanchanFactory(round=round_, table=table) for table in tables]


@pytest.fixture
def people(db, world):
    return deepcopy(world[0])


@pytest.fixture
def round_(db, world):
    return deepcopy(world[1])


@pytest.fixture
def hanchans(db, world):
    return deepcopy(world[2])


def address(round_, name="paper-round"):
    return reverse(name, args=[round_.tournament.slug, round_.number])


def line_of(hanchan):
    return reverse("paper-line", args=[hanchan.tournament.slug, hanchan.pk])


def line(hanchan, texts=RIGHT, bets="1", chombo="", *, keys="first", revision=None):
    """One line of the grid, as the page of this moment sends it."""
    hanchan.refresh_from_db()
    values = {f"points_{seat}": text for seat, text in enumerate(texts)} | {"bets": bets, "chombo": chombo}
    values |= {"keys": keys, "revision": hanchan.revision if revision is None else revision}
    return {f"t{hanchan.pk}-{name}": value for name, value in values.items()}


def save(client, person, round_, *lines, key=None, headers=None, **more):
    client.force_login(person)
    data = {"key": key or str(uuid4())} | more
    for one in lines:
        data |= one
    return client.post(address(round_), data, headers=headers or {})


def words(response):
    return " ".join(response.text.split())


def points_at(hanchan):
    paper = load_game(hanchan).paper
    return paper and paper.points


@pytest.mark.parametrize("headers", [{}, HTMX], ids=["page", "htmx"])
def test_what_is_right_is_saved_and_the_rest_stays_as_typed(client, people, round_, hanchans, headers):
    wrong = line(hanchans[1], ("417", "33.1", "28,9", "25300"))
    unfinished = line(hanchans[2], ("300", "30,1", "", ""), bets="")

    response = save(client, people[0], round_, line(hanchans[0]), wrong, unfinished, headers=headers)

    assert response.status_code == 422
    assert [points_at(hanchan) for hanchan in hanchans] == [POINTS, None, None]
    text = words(response)
    assert "1 table is saved." in text
    assert "2 tables are not saved" in text
    assert "must add up to 119,000 points, not 129,000" in text
    assert "points are missing" in text
    for typed in ("25300", "30,1"):
        assert f'value="{typed}"' in text


def test_all_right_without_htmx_is_a_redirect_with_a_message(client, people, round_, hanchans):
    response = save(client, people[0], round_, *[line(hanchan) for hanchan in hanchans])

    assert response["Location"] == address(round_)
    assert "3 tables are saved." in client.get(address(round_)).text


def test_chombo_is_recorded_by_wind_or_column(client, people, round_, hanchans):
    save(client, people[0], round_, line(hanchans[0], chombo="W"), line(hanchans[1], chombo="33"))

    assert [load_game(hanchan).penalties for hanchan in hanchans[:2]] == [(0, 0, 20, 0), (0, 0, 40, 0)]


def test_the_same_submission_twice_is_saved_once(client, people, round_, hanchans):
    lines, key = [line(hanchan) for hanchan in hanchans], str(uuid4())

    statuses = [save(client, people[0], round_, *lines, key=key, headers=HTMX).status_code for _twice in range(2)]

    assert statuses == [200, 200]
    assert [hanchan.paper_results.count() for hanchan in hanchans] == [1, 1, 1]


def test_a_saved_line_sent_again_unchanged_changes_nothing(client, people, round_, hanchans):
    save(client, people[0], round_, line(hanchans[0]))
    save(client, people[0], round_, line(hanchans[0], ("41,700", "33,100", "28,900", "15,300")))

    assert hanchans[0].paper_results.count() == 1


def test_another_person_enters_it_unseen_and_signs(client, people, round_, hanchans):
    save(client, people[0], round_, *[line(hanchan) for hanchan in hanchans[:2]])
    client.force_login(people[1])
    page = client.get(address(round_)).text
    assert "anna already entered this sheet. Your entry will be compared with theirs." in page
    assert not any(f"{point:,}" in page for point in POINTS)

    response = save(client, people[1], round_, *[line(hanchan, keys="second") for hanchan in hanchans[:2]])

    assert response.status_code == 302
    assert "2 tables: both entries agree" in client.get(address(round_)).text
    sheet = load_game(hanchans[0]).sheet
    assert (sheet.method, sheet.signed_as) == (SignedBy.KEYED_TWICE, ["anna", "boris"])


def test_what_differs_is_shown_after_both_are_entered_and_then_corrected(client, people, round_, hanchans):
    save(client, people[0], round_, line(hanchans[0]))

    response = save(client, people[1], round_, line(hanchans[0], SWAPPED, keys="second"), headers=HTMX)

    assert response.status_code == 200
    assert "28,900 ≠ 15,300" in words(response)
    assert load_game(hanchans[0]).sheet is None
    response = save(client, people[1], round_, line(hanchans[0], keys="second"), headers=HTMX)
    assert load_game(hanchans[0]).sheet.method == SignedBy.KEYED_TWICE


def test_a_third_person_replaces_neither_of_two(client, people, round_, hanchans):
    save(client, people[0], round_, line(hanchans[0]))
    late = line(hanchans[0], ("300", "300", "300", "300"), bets="", keys="second")
    save(client, people[1], round_, line(hanchans[0], SWAPPED, keys="second"))

    response = save(client, people[2], round_, late)

    assert response.status_code == 409
    assert "You typed: 300 · 300 · 300 · 300" in words(response)
    assert load_game(hanchans[0]).second.recorded_as == "boris"


def test_two_people_at_once_do_not_overwrite_each_other(client, people, round_, hanchans):
    late = line(hanchans[0], ("300", "300", "300", "30.0"), bets="")
    save(client, people[0], round_, line(hanchans[0]))

    response = save(client, people[1], round_, late, headers=HTMX)

    assert response.status_code == 409
    assert "anna has entered this table meanwhile" in words(response)
    assert not any(f"{point:,}" in response.text for point in POINTS)
    assert points_at(hanchans[0]) == POINTS
    assert 'value="30.0"' in response.text
    assert f'name="t{hanchans[0].pk}-keys" value="second"' in response.text


def test_a_line_says_what_it_means_before_it_is_saved(client, people, round_, hanchans):
    client.force_login(people[0])
    one = line_of(hanchans[0])

    unfinished = words(client.get(one, line(hanchans[0], ("417", "33.1", "", ""))))
    right = words(client.get(one, line(hanchans[0], chombo="4"), headers=HTMX))
    doubtful = words(client.get(one, line(hanchans[0], ("300", "300", "44700", "45000"), bets="")))

    assert "Sum 74,800" in unfinished
    assert "missing" not in unfinished
    assert "Sum 119,000" in right
    assert "1. +26.7" in right
    assert "−20.0" in right
    assert "Does 300 mean 30,000 or 300 points?" in doubtful
    assert points_at(hanchans[0]) is None


def test_check_answers_without_saving(client, people, round_, hanchans):
    response = save(client, people[0], round_, line(hanchans[0]), check="1")

    assert response.status_code == 200
    assert "1. +26.7" in words(response)
    assert 'value="33.1"' in response.text
    assert points_at(hanchans[0]) is None


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"texts": ("many", "33.1", "28,9", "15300")}, "“many” cannot be read as points"),
        ({"texts": ("30", "30", "30", "30")}, "If 30 means 30,000 points, write 30.0."),
        ({"texts": ("9" * 30, "33.1", "28,9", "15300")}, "at most 24 characters"),
        ({"bets": "x"}, "whole number"),
        ({"chombo": "X"}, "Chombo: write the starting wind"),
        ({"keys": "third"}, "third"),
        ({"revision": "none"}, "whole number"),
    ],
)
def test_what_cannot_be_is_refused_in_words(client, people, round_, hanchans, changes, problem):
    response = save(client, people[0], round_, line(hanchans[0], **changes))

    assert response.status_code == 422
    assert problem in words(response)
    assert points_at(hanchans[0]) is None


def test_a_submission_without_a_key_saves_nothing(client, people, round_, hanchans):
    response = save(client, people[0], round_, line(hanchans[0]), key="no")

    assert "Nothing was saved" in response.text
    assert points_at(hanchans[0]) is None


def test_a_table_changed_meanwhile_is_refused_and_its_line_kept(client, people, round_, hanchans):
    before = line(hanchans[0])
    play(hanchans[0], ExhaustiveDraw())

    response = save(client, people[0], round_, before)

    assert response.status_code == 409
    assert "1 hand entered at the table" in words(response)
    assert 'value="33.1"' in response.text


def test_the_line_of_a_printed_sheet_is_where_typing_begins(client, people, round_, hanchans):
    client.force_login(people[0])

    assert f'data-first="id_t{hanchans[0].pk}-points_0"' in client.get(address(round_)).text
    assert f'data-first="id_t{hanchans[2].pk}-points_0"' in client.get(address(round_), {"table": 3}).text


def test_a_referee_signs_all_that_were_entered_once(client, people, round_, hanchans):
    save(client, people[0], round_, *[line(hanchan) for hanchan in hanchans[:2]])
    shown = [f"{hanchan.pk}-{hanchan.revision + 1}" for hanchan in hanchans[:2]]
    save(client, people[0], round_, line(hanchans[1], SWAPPED))  # after the page was shown

    response = client.post(address(round_, "paper-sign"), {"sheet": [*shown, "7", "x-y"]}, follow=True)

    assert "1 sheet is signed." in response.text
    assert "were changed meanwhile" in response.text
    assert [bool(load_game(hanchan).sheet) for hanchan in hanchans] == [True, False, False]


def test_a_sheet_of_another_round_is_not_signed(client, people, round_, hanchans):
    other = HanchanFactory(round=RoundFactory(tournament=round_.tournament, number=2), table=hanchans[0].table)
    record_paper_result(
        hanchan_id=other.pk, revision=0, key=uuid4(), points=POINTS, riichi_sticks=1, chombo=(0, 0, 0, 0),
        by=visitor(people[0]),
    )  # fmt: skip
    client.force_login(people[0])

    client.post(address(round_, "paper-sign"), {"sheet": f"{other.pk}-1"})

    assert load_game(other).sheet is None


def test_signed_sheets_are_shown_and_take_no_points(client, people, round_, hanchans):
    save(client, people[0], round_, *[line(hanchan, chombo="N") for hanchan in hanchans])
    for hanchan in hanchans:
        hanchan.refresh_from_db()
        sign_sheet(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(people[1]))

    page = words(client.get(address(round_)))

    assert "3 of 3 tables signed" in page
    assert "1. +26.7" in page
    assert "−20.0" in page
    assert "Save" not in page
    response = save(client, people[0], round_, line(hanchans[0], SWAPPED))
    assert response.status_code == 409
    assert "Please give a reason" in response.text


def test_strangers_find_nothing(client, round_, hanchans):
    client.force_login(UserFactory())

    for page in (address(round_), line_of(hanchans[0])):
        assert client.get(page).status_code == 404
    for name in ("paper-round", "paper-sign"):
        assert client.post(address(round_, name), line(hanchans[0])).status_code == 404
    assert points_at(hanchans[0]) is None


def test_a_line_that_is_not_of_the_round_has_no_answer(client, people, round_):
    other = HanchanFactory()
    client.force_login(people[0])

    assert client.get(reverse("paper-line", args=[round_.tournament.slug, other.pk])).status_code == 404


def test_a_line_that_was_signed_meanwhile_keeps_its_answer(client, people, round_, hanchans):
    save(client, people[0], round_, line(hanchans[0]))
    asked = line(hanchans[0])
    sign_sheet(hanchan_id=hanchans[0].pk, revision=hanchans[0].revision, by=visitor(people[1]))

    answer = client.get(line_of(hanchans[0]), asked, headers=HTMX)

    assert (answer.status_code, answer.content) == (204, b"")


def test_the_page_takes_as_many_queries_for_three_tables_as_for_one(client, people, round_, hanchans):
    single = RoundFactory(tournament=round_.tournament, number=2)
    HanchanFactory(round=single, table=hanchans[0].table)
    client.force_login(people[0])
    client.get(address(round_))

    assert queries_of(client, address(single)) == queries_of(client, address(round_))
