"""The pages of a correction: choose, decide, accept; by the table's link and by a referee."""

import re
from copy import deepcopy
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring.outcome import Chombo
from scoring.presets import TENHOU
from scoring.rules import ruleset_to_json
from scoring.seats import Wind
from tests.factories import HanchanFactory, PlayerFactory, RoundFactory, TournamentFactory, UserFactory, play
from tests.table.corrections import A, B, C, D, accept, current, draft, page, ron, tsumo
from tests.table.phones import open_table
from tournament.core.words.names import who
from tournament.models import Role, SignedSheet
from tournament.table.edits import Insert, Keep, Remove, Replace, Seen, edits_to_text

pytestmark = pytest.mark.django_db

EAST_1, EAST_2 = Seen(Wind.EAST, A), Seen(Wind.EAST, B)


@pytest.fixture(scope="module")
def world(once):
    referee = UserFactory()
    return referee, HanchanFactory(round__tournament=TournamentFactory(referees=[referee]))


@pytest.fixture
def referee(db, world):
    return deepcopy(world[0])


@pytest.fixture
def hanchan(db, world):
    return deepcopy(world[1])


@pytest.fixture
def phone(client, hanchan):
    """The phone at the table, opened by its link."""
    open_table(client, hanchan.table)
    return client


def sign(hanchan):
    return SignedSheet.objects.create(hanchan=hanchan, riichi_sticks=0, signed_at=timezone.now())


def hidden(response, name):
    """The value of a hidden field on a page."""
    return re.search(rf'name="{name}" value="([^"]*)"', response.text)[1].replace("&quot;", '"')


# --- Choosing ---


def test_the_first_page_lists_the_hands_to_choose_from(phone, hanchan):
    play(hanchan, tsumo(A), ron(B, C))

    response = phone.get(page("correction", hanchan))

    assert response.status_code == 200
    assert re.findall("Insert a hand (.*?)<", response.text) == [
        "after the last hand",
        "before East 1, 1 counter",
        "before East 1",
    ]
    assert "East 1, 1 counter" in response.text
    assert "Accept the correction" not in response.text
    assert "Move to another table" not in response.text
    newest, oldest = (response.text.index(words) for words in ("by ron", "by self-draw"))
    assert newest < oldest
    assert response.text.count("hand-changes") == 2


def test_a_referee_may_also_move_a_hand(client, hanchan, referee):
    client.force_login(referee)
    play(hanchan, tsumo(A))

    assert "Move to another table" in client.get(page("correction", hanchan)).text


@pytest.mark.parametrize("name", ["correction", "correction-hand", "seats"])
def test_other_tables_and_strangers_find_nothing(client, hanchan, name):
    assert client.get(page(name, hanchan)).status_code == 404
    open_table(client, HanchanFactory().table)
    assert client.get(page(name, hanchan)).status_code == 404
    assert client.post(page("correction", hanchan)).status_code == 404


@pytest.mark.parametrize("role", Role.values)
def test_everybody_who_runs_the_tournament_may_correct(client, role):
    someone = UserFactory()
    people = {"owner": someone} if role == Role.OWNER else {f"{role}s": [someone]}
    hanchan = HanchanFactory(round__tournament=TournamentFactory(**people))
    client.force_login(someone)

    assert client.get(page("correction", hanchan)).status_code == 200


# --- The dry run ---


def test_every_difference_is_shown_before_anything_counts(phone, hanchan):
    play(hanchan, ron(B, C), ron(C, D), tsumo(D))

    response = phone.get(page("correction", hanchan), draft(hanchan, Replace(1, ron(B, C, 4, 40), EAST_1)))

    assert response.status_code == 200
    assert "+3,900" in response.text
    assert "+8,000" in response.text
    assert "2 more hands: the payments stay the same," in response.text
    assert "After the change" in response.text
    assert current(hanchan) == [ron(B, C), ron(C, D), tsumo(D)]


def test_a_hand_of_another_dealer_is_asked_about_and_kept(phone, hanchan):
    play(hanchan, tsumo(A), ron(D, C))
    edits = [Replace(1, tsumo(B), EAST_1)]
    names = [seat.entry.player.name for seat in hanchan.seats.all()]

    response = phone.get(page("correction", hanchan), draft(hanchan, *edits))

    assert f"recorded as East 1, 1 counter with {names[0]} as East." in response.text
    assert f"After the correction it is East 2 with {names[1]} as East." in response.text
    assert "Accept the correction" not in response.text
    response = phone.get(page("correction", hanchan), {**draft(hanchan, *edits), "keep": 1})
    assert hidden(response, "edits") == edits_to_text([*edits, Keep(2, EAST_2)])
    assert "Accept the correction" in response.text


def test_all_hands_of_another_dealer_are_kept_at_once(phone, hanchan):
    play(hanchan, tsumo(A), tsumo(A), tsumo(A))
    edits = [Replace(1, tsumo(B), EAST_1)]
    assert "Keep all these hands" in phone.get(page("correction", hanchan), draft(hanchan, *edits)).text

    response = phone.get(page("correction", hanchan), {**draft(hanchan, *edits), "keep": "all"})

    assert hidden(response, "edits") == edits_to_text([*edits, Keep(2, EAST_2), Keep(3, Seen(Wind.EAST, C))])
    assert "Accept the correction" in response.text
    assert "Keep all these hands" not in response.text


def test_the_result_says_what_a_chombo_leaves_for_the_total(phone, hanchan):
    play(hanchan, tsumo(A))
    edits = [Replace(1, Chombo(offenders=frozenset({B})), EAST_1)]

    text = " ".join(phone.get(page("correction", hanchan), draft(hanchan, *edits)).text.split())

    assert "chombo <del>0</del> −20.0<br> −20.0 in the standings" in text
    assert text.count("in the standings") == 1


def test_a_hand_can_be_taken_out_and_put_back(phone, hanchan):
    play(hanchan, tsumo(A), tsumo(A))

    response = phone.get(page("correction", hanchan), {**draft(hanchan), "remove": 0})
    assert hidden(response, "edits") == edits_to_text([Remove(1)])

    response = phone.get(page("correction", hanchan), {**draft(hanchan, Remove(1)), "restore": 0})
    assert hidden(response, "edits") == ""


def test_what_the_rules_refuse_is_explained_and_what_follows_waits(phone, hanchan):
    tournament = hanchan.tournament
    tournament.rules = ruleset_to_json(TENHOU.changed(bust="off"))
    tournament.save()
    play(hanchan, ron(B, A, 11), ron(C, D, riichi=[A]), tsumo(D))

    response = phone.get(page("correction", hanchan), draft(hanchan, Replace(1, ron(B, A, 13), EAST_1)))

    assert (
        'Under these rules a player needs at least 1,000 points to declare riichi. (<a href="/rules/in-words/#R14.7"'
        in response.text
    )
    assert "The payments are calculated once you have decided on the hand above." in response.text
    assert "After the change" not in response.text


def test_a_hand_after_the_end_can_only_go(phone, hanchan):
    play(hanchan, *[ron(dealer.after(), dealer) for dealer in (A, B, C, D) * 2])
    end = Seen(Wind.SOUTH, D)

    response = phone.get(page("correction", hanchan), draft(hanchan, Insert(8, ron(A, D), end)))

    assert "With this correction the hanchan ends before this hand." in response.text
    assert "Keep this hand" not in response.text


# --- Accepting ---


def test_an_accepted_correction_counts(phone, hanchan):
    play(hanchan, tsumo(A), tsumo(A))

    response = accept(phone, hanchan, Replace(1, tsumo(A, 4, 40), EAST_1), reason="Fu counted again")

    assert response.status_code == 302
    assert current(hanchan) == [tsumo(A, 4, 40), tsumo(A)]
    entry = hanchan.log.last()
    assert (entry.kind, who(entry.actor), entry.reason) == ("hand.corrected", "Table 1", "Fu counted again")


def test_the_same_submission_again_leads_to_the_same_place(phone, hanchan):
    play(hanchan, tsumo(A), tsumo(A))
    key = str(uuid4())

    first = accept(phone, hanchan, Remove(1), key=key)
    again = accept(phone, hanchan, Remove(1), key=key)

    assert (first.status_code, again.status_code) == (302, 302)
    assert current(hanchan) == [tsumo(A)]


def test_of_two_phones_one_corrects_and_the_other_is_told(phone, hanchan):
    play(hanchan, tsumo(A), tsumo(A))
    accept(phone, hanchan, Remove(1))

    response = accept(phone, hanchan, Replace(2, tsumo(A, 4), EAST_1))

    assert response.status_code == 409
    assert "were changed meanwhile" in response.text
    assert "The changes you wanted to make" in response.text
    assert "4 han 30 fu" in response.text
    assert current(hanchan) == [tsumo(A)]


def test_an_outdated_dry_run_is_refused_too(phone, hanchan):
    play(hanchan, tsumo(A), tsumo(A))
    stale = draft(hanchan, Remove(1))
    accept(phone, hanchan, Remove(2))

    assert phone.get(page("correction", hanchan), stale).status_code == 409
    assert phone.get(page("correction-hand", hanchan), {**stale, "replace": 1}).status_code == 409


def test_an_undecided_correction_comes_back_as_it_was(phone, hanchan):
    play(hanchan, tsumo(A), ron(D, C))
    edits = [Replace(1, tsumo(B), EAST_1)]

    response = accept(phone, hanchan, *edits)

    assert response.status_code == 409
    assert "Decide on the affected hands first" in response.text
    assert hidden(response, "edits") == edits_to_text(edits)
    assert current(hanchan) == [tsumo(A), ron(D, C)]


@pytest.mark.parametrize("edits", ["{", "[[]]", '[["remove",9]]', '[["remove",1],["remove",1]]', "[" * 9_000])
@pytest.mark.parametrize("method", ["get", "post"])
def test_edits_that_no_page_wrote_change_nothing(phone, hanchan, edits, method):
    play(hanchan, tsumo(A))
    data = {"revision": hanchan.revision, "edits": edits, "key": str(uuid4()), "reason": ""}

    response = getattr(phone, method)(page("correction", hanchan), data)

    assert response.status_code == 422
    assert "This correction could not be read." in response.text
    assert current(hanchan) == [tsumo(A)]


@pytest.mark.parametrize("query", [{"keep": 9}, {"remove": "x"}, {"restore": 99}, {"revision": "-1"}])
def test_buttons_that_no_page_has_change_nothing(phone, hanchan, query):
    play(hanchan, tsumo(A))

    response = phone.get(page("correction", hanchan), {**draft(hanchan), **query})

    assert response.status_code == 422
    assert "This correction could not be read." in response.text
    assert current(hanchan) == [tsumo(A)]


def test_a_form_without_its_key_keeps_the_correction(phone, hanchan):
    play(hanchan, tsumo(A))

    response = accept(phone, hanchan, Remove(1), key="")

    assert response.status_code == 422
    assert hidden(response, "edits") == edits_to_text([Remove(1)])


def test_the_table_does_not_correct_what_was_signed(phone, hanchan):
    play(hanchan, tsumo(A))
    sign(hanchan)

    assert phone.get(page("correction", hanchan)).status_code == 409
    response = accept(phone, hanchan, Remove(1), reason="We agree")

    assert response.status_code == 409
    assert "Only a referee can correct the hanchan now" in response.text
    assert current(hanchan) == [tsumo(A)]


def test_a_referee_corrects_what_was_signed_and_says_why(client, hanchan, referee):
    client.force_login(referee)
    play(hanchan, tsumo(A), tsumo(A))
    sheet = sign(hanchan)
    response = client.get(page("correction", hanchan), draft(hanchan, Remove(1)))
    assert "A correction removes the signatures" in response.text

    assert accept(client, hanchan, Remove(1)).status_code == 409
    assert accept(client, hanchan, Remove(1), reason="Entered twice").status_code == 302

    sheet.refresh_from_db()
    assert sheet.withdrawn_by.reason == "Entered twice"


def test_names_are_escaped(phone, hanchan):
    seat = hanchan.seats.first()
    seat.entry.player = PlayerFactory(name="<script>Adam</script>")
    seat.entry.save()
    play(hanchan, tsumo(A))

    assert "<script>Adam" not in phone.get(page("correction", hanchan), draft(hanchan, Remove(1))).text


def test_a_long_hanchan_takes_no_more_queries(phone):
    counts = []
    for length in (2, 12):
        hanchan = HanchanFactory()
        open_table(phone, hanchan.table)
        play(hanchan, *[tsumo(A)] * length)
        with CaptureQueriesContext(connection) as listed:
            phone.get(page("correction", hanchan))
        with CaptureQueriesContext(connection) as tried:
            phone.get(page("correction", hanchan), draft(hanchan, Remove(1)))
        with CaptureQueriesContext(connection) as queries_of_hand:
            phone.get(page("correction-hand", hanchan), {**draft(hanchan), "replace": 1})
        counts.append((len(listed), len(tried), len(queries_of_hand)))

    assert counts[0] == counts[1]


def test_the_table_says_that_its_signatures_were_taken_back_until_it_is_signed_again(client, hanchan, referee):
    client.force_login(referee)
    play(hanchan, tsumo(A), tsumo(A))
    sign(hanchan)
    accept(client, hanchan, Remove(1), reason="Entered twice")

    page = client.get(hanchan.table.get_absolute_url()).text
    assert "The signatures were removed." in page
    assert "Reason: Entered twice." in page

    sign(hanchan)
    assert "The signatures were removed." not in client.get(hanchan.table.get_absolute_url()).text


def test_a_hanchan_of_an_earlier_round_leads_back_to_its_own_screen(client, hanchan, referee):
    client.force_login(referee)
    play(hanchan, tsumo(A))
    RoundFactory(tournament=hanchan.tournament, number=2)
    HanchanFactory(round=hanchan.tournament.rounds.get(number=2), table=hanchan.table)

    assert f'href="{page("correction", hanchan)}"' in client.get(hanchan.get_absolute_url()).text
    response = accept(client, hanchan, Remove(1))

    assert response.url == hanchan.get_screen_url()
