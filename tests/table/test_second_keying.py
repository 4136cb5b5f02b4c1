"""Points from paper keyed a second time by somebody who does not see the first."""

from copy import deepcopy
from dataclasses import replace
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.seats import SEATS
from tests.factories import HanchanFactory, TournamentFactory, UserFactory, at_table, visitor
from tests.standings.results import cancel
from tests.table.phones import phone_at
from tournament.core.errors import ReasonMissing
from tournament.games.actions.signatures import outdate
from tournament.games.queries.game import load_game
from tournament.models import PaperResult, SignedBy, Tournament
from tournament.rounds.queries.round_check import round_check
from tournament.site.actions.correct_rules import correct_rules
from tournament.site.queries.rules_correction import plan_rules
from tournament.table.actions.edit_extras import edit_extras
from tournament.table.actions.paper_result import record_paper_result, remove_paper_result
from tournament.table.actions.sign_sheet import KeyedDifferently, confirm_seat, sign_sheet
from tournament.table.actions.substitute import name_substitute, remove_substitute
from tournament.table.actions.swap_seats import swap_seats

pytestmark = pytest.mark.django_db

FIRST = (41_700, 33_100, 28_900, 15_300)
"""With one riichi bet left. No page shows these numbers for another reason."""

OTHER = (41_700, 33_100, 15_300, 28_900)


@pytest.fixture(scope="module")
def world(once):
    people = [UserFactory(username=name) for name in ("anna", "boris", "cyril")]
    return people, HanchanFactory(round__tournament=TournamentFactory(organizers=people))


@pytest.fixture
def people(db, world):
    return deepcopy(world[0])


@pytest.fixture
def hanchan(db, world):
    return deepcopy(world[1])


def first(hanchan, by, points=FIRST, **options):
    hanchan.refresh_from_db()
    fields = {"points": points, "riichi_sticks": 1, "chombo": (0, 0, 1, 0), "key": uuid4()}
    record_paper_result(hanchan_id=hanchan.pk, revision=hanchan.revision, by=by, **fields | options)


def address(hanchan, name="second-keying"):
    return reverse(name, args=[hanchan.tournament.slug, hanchan.pk])


def key_again(client, hanchan, points=FIRST, *, follow=False, **changes):
    hanchan.refresh_from_db()
    data = {f"points_{seat}": point for seat, point in enumerate(points)} | {"chombo_2": 1, "riichi_sticks": 1}
    data |= {"revision": hanchan.revision, "key": str(uuid4())} | changes
    return client.post(address(hanchan), data, follow=follow)


def shows_first(response):
    return any(shown in response.text for point in FIRST for shown in (str(point), f"{point:,}"))


def test_the_same_keyed_by_somebody_else_signs_the_sheet(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])

    response = key_again(client, hanchan, follow=True)

    assert "Both entries agree" in response.text
    sheet = load_game(hanchan).sheet
    assert (sheet.method, sheet.signed_as) == (SignedBy.KEYED_TWICE, ["anna", "boris"])
    assert [signature.user for signature in hanchan.signatures.order_by("pk")] == people[:2]
    assert [line.points for line in sheet.lines.all()] == list(FIRST)


@pytest.mark.parametrize(
    ("changes", "status"),
    [
        ({"points_0": ""}, 422),
        ({"points_0": "9900"}, 422),  # the sum is off
        ({"points_0": "41750"}, 422),
        ({"revision": 77}, 409),
        ({"key": "no"}, 422),
    ],
)
@pytest.mark.parametrize("headers", [{}, {"HX-Request": "true"}], ids=["page", "fragment"])
def test_nothing_shows_the_first_keying(client, hanchan, people, changes, status, headers):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])
    blank = client.get(address(hanchan), headers=headers)
    data = {f"points_{seat}": 30_000 for seat in SEATS} | {"riichi_sticks": 0}

    refused = client.post(address(hanchan), data | {"revision": 1, "key": str(uuid4())} | changes, headers=headers)

    assert refused.status_code == status
    assert not shows_first(blank)
    assert not shows_first(refused)
    assert 'value="30000"' in refused.text


def test_one_account_cannot_be_both(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    client.force_login(people[0])

    response = key_again(client, hanchan)

    assert response.status_code == 409
    assert "someone else must make the second entry" in response.text
    assert load_game(hanchan).second is None


def test_what_differs_is_shown_side_by_side_and_cannot_be_signed(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])

    response = key_again(client, hanchan, OTHER, follow=True)

    assert "The two entries differ" in response.text
    assert response.text.count("badge") == 2
    assert "28,900" in response.text
    hanchan.refresh_from_db()
    with pytest.raises(KeyedDifferently):
        sign_sheet(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(people[2]))
    with pytest.raises(KeyedDifferently):
        confirm_seat(hanchan_id=hanchan.pk, revision=hanchan.revision, seat=0, by=at_table(hanchan.table))
    assert "See both" in client.get(hanchan.get_screen_url()).text


def test_whoever_misread_it_keys_it_anew(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])
    key_again(client, hanchan, OTHER)

    first(hanchan, visitor(people[0]), OTHER)

    sheet = load_game(hanchan).sheet
    assert sheet.method == SignedBy.KEYED_TWICE
    assert [line.points for line in sheet.lines.all()] == list(OTHER)


def test_the_second_corrects_their_own(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])
    assert 'value="15300"' in key_again(client, hanchan, OTHER, follow=True).text

    key_again(client, hanchan)

    assert load_game(hanchan).sheet.method == SignedBy.KEYED_TWICE


def test_who_takes_over_the_first_keying_cannot_stay_the_second(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])
    key_again(client, hanchan, OTHER)

    first(hanchan, visitor(people[1]), OTHER)

    game = load_game(hanchan)
    assert (game.sheet, game.second) == (None, None)


@pytest.mark.parametrize("is_logged_in", [False, True])
def test_a_table_s_link_that_takes_over_the_first_keying_is_no_second_person(client, hanchan, people, is_logged_in):
    """The second referee may have opened it in another window, or with an account of nobody."""
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])
    key_again(client, hanchan, OTHER)

    at_the_table = at_table(hanchan.table)
    first(hanchan, replace(at_the_table, user=UserFactory()) if is_logged_in else at_the_table, OTHER)

    game = load_game(hanchan)
    assert (game.sheet, game.second) == (None, None)
    key_again(client, hanchan, OTHER)
    sheet = load_game(hanchan).sheet
    assert (sheet.method, sheet.signed_as) == (SignedBy.REFEREE, ["boris"])


def test_a_table_that_has_taken_over_signs_nothing_by_trying_points(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    first(hanchan, at_table(hanchan.table))
    client.force_login(people[1])
    key_again(client, hanchan, OTHER)

    first(hanchan, at_table(hanchan.table), OTHER)

    game = load_game(hanchan)
    assert (game.sheet, game.second) == (None, None)


def test_a_table_corrects_its_own_first_keying(client, hanchan, people):
    first(hanchan, at_table(hanchan.table))
    client.force_login(people[1])
    key_again(client, hanchan, OTHER)

    first(hanchan, at_table(hanchan.table), OTHER)

    assert load_game(hanchan).sheet.method == SignedBy.KEYED_TWICE


def remove(hanchan, by):
    hanchan.refresh_from_db()
    remove_paper_result(hanchan_id=hanchan.pk, revision=hanchan.revision, by=by)


def sheet_signed_by_boris(client, hanchan, people, points=FIRST):
    client.force_login(people[1])
    key_again(client, hanchan, points)
    sheet = load_game(hanchan).sheet
    return sheet.method, sheet.signed_as


def test_an_account_that_corrects_itself_and_is_deleted_counts(client, hanchan, people):
    first(hanchan, visitor(people[0]), OTHER)
    first(hanchan, visitor(people[0]))
    people[0].delete()

    assert sheet_signed_by_boris(client, hanchan, people) == (SignedBy.KEYED_TWICE, ["anna", "boris"])


@pytest.mark.parametrize("who", [0, 1])
def test_an_entry_that_a_laptop_brought_may_be_by_the_account_of_its_name(client, hanchan, people, who):
    """A file names the account without an id, so the same account may make the second entry here."""
    first(hanchan, visitor(people[0]))
    PaperResult.objects.update(recorded_user=None, recorded_as="Anna")

    client.force_login(people[who])
    key_again(client, hanchan)

    sheet = load_game(hanchan).sheet
    signed = (SignedBy.REFEREE, ["anna"]) if who == 0 else (SignedBy.KEYED_TWICE, ["Anna", "boris"])
    assert (sheet.method, sheet.signed_as) == signed


def test_a_table_counts_after_an_account_has_removed_its_own_entry(client, hanchan, people):
    first(hanchan, visitor(people[0]), OTHER)
    first(hanchan, visitor(people[0]))
    remove(hanchan, visitor(people[0]))
    first(hanchan, at_table(hanchan.table))

    assert sheet_signed_by_boris(client, hanchan, people) == (SignedBy.KEYED_TWICE, ["", "boris"])


def test_a_deleted_account_s_removed_entry_is_not_known_to_be_its_own(client, hanchan, people):
    """Anybody may have taken its name, removed the entry by the table's link and deleted that account too."""
    first(hanchan, visitor(people[0]), OTHER)
    remove(hanchan, visitor(people[0]))
    people[0].delete()
    first(hanchan, at_table(hanchan.table))

    assert sheet_signed_by_boris(client, hanchan, people) == (SignedBy.REFEREE, ["boris"])


@pytest.mark.parametrize("is_logged_in", [True, False])
def test_a_table_is_no_second_person_after_somebody_removed_an_account_s_entry(client, hanchan, people, is_logged_in):
    first(hanchan, visitor(people[0]), OTHER)
    remove(hanchan, visitor(people[1]) if is_logged_in else at_table(hanchan.table))
    first(hanchan, at_table(hanchan.table))

    assert sheet_signed_by_boris(client, hanchan, people) == (SignedBy.REFEREE, ["boris"])


def test_a_table_is_no_second_person_after_it_removed_another_second_entry(client, hanchan, people):
    first(hanchan, at_table(hanchan.table))
    client.force_login(people[0])
    key_again(client, hanchan, OTHER)
    remove(hanchan, at_table(hanchan.table))
    first(hanchan, at_table(hanchan.table))

    assert sheet_signed_by_boris(client, hanchan, people) == (SignedBy.REFEREE, ["boris"])


def test_a_table_that_starts_anew_keeps_its_second_person(client, hanchan, people):
    first(hanchan, at_table(hanchan.table))
    client.force_login(people[1])
    key_again(client, hanchan, OTHER)
    remove(hanchan, at_table(hanchan.table))
    first(hanchan, at_table(hanchan.table))

    assert sheet_signed_by_boris(client, hanchan, people) == (SignedBy.KEYED_TWICE, ["", "boris"])


def test_who_has_left_the_team_is_still_a_person_whose_entry_the_table_displaced(client, hanchan, people):
    first(hanchan, visitor(people[0]), OTHER)
    hanchan.tournament.memberships.filter(user=people[0]).delete()
    first(hanchan, at_table(hanchan.table))

    assert sheet_signed_by_boris(client, hanchan, people) == (SignedBy.REFEREE, ["boris"])


def test_a_player_s_account_without_a_role_counts_as_the_table(client, hanchan, people):
    first(hanchan, replace(at_table(hanchan.table), user=UserFactory(username="player")))
    client.force_login(people[1])
    key_again(client, hanchan, OTHER)

    first(hanchan, at_table(hanchan.table), OTHER)

    sheet = load_game(hanchan).sheet
    assert (sheet.method, sheet.signed_as) == (SignedBy.KEYED_TWICE, ["", "boris"])


def test_a_player_s_account_that_joins_the_team_cannot_be_both(client, hanchan):
    player = UserFactory(username="player")
    first(hanchan, replace(at_table(hanchan.table), user=player))
    hanchan.tournament.memberships.create(user=player, role="referee")
    client.force_login(player)

    assert key_again(client, hanchan).status_code == 409


@pytest.mark.parametrize(("holds", "points"), [("first", FIRST), ("second", OTHER)])
def test_a_referee_decides_with_a_reason(client, hanchan, people, holds, points):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])
    key_again(client, hanchan, OTHER)
    client.force_login(people[2])
    game = load_game(hanchan)
    fields = {"first": game.paper.pk, "second": game.second.pk, "holds": holds, "key": str(uuid4())}
    fields["revision"] = game.hanchan.revision

    without = client.post(address(hanchan, "paper-decide"), fields)
    assert without.status_code == 422
    assert load_game(hanchan).sheet is None
    client.post(address(hanchan, "paper-decide"), fields | {"reason": "West says so"})

    game = load_game(hanchan)
    assert (game.sheet.method, game.sheet.signed_as) == (SignedBy.DECIDED, ["cyril"])
    assert [line.points for line in game.sheet.lines.all()] == list(points)
    assert hanchan.log.get(kind="paper.decided").reason == "West says so"


def test_what_was_keyed_anew_meanwhile_is_not_decided(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])
    key_again(client, hanchan, OTHER)
    game = load_game(hanchan)
    fields = {"first": game.paper.pk, "second": game.second.pk, "holds": "first", "reason": "So", "key": str(uuid4())}
    fields["revision"] = game.hanchan.revision
    key_again(client, hanchan, (28_900, 41_700, 33_100, 15_300))

    response = client.post(address(hanchan, "paper-decide"), fields)

    assert response.status_code == 409
    assert load_game(hanchan).sheet is None


def test_signed_points_are_replaced_and_removed_with_a_reason_only(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])
    key_again(client, hanchan)
    assert client.get(address(hanchan, "paper")).context["form"].fields["reason"].required

    with pytest.raises(ReasonMissing):
        first(hanchan, visitor(people[1]), OTHER)
    hanchan.refresh_from_db()
    with pytest.raises(ReasonMissing):
        remove_paper_result(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(people[1]))
    first(hanchan, visitor(people[1]), OTHER, reason="Misread together")

    game = load_game(hanchan)
    assert (game.sheet, game.second, game.paper.points) == (None, None, OTHER)
    assert hanchan.log.filter(kind="paper.recorded").latest("number").reason == "Misread together"


def test_a_keying_and_a_decision_sent_twice_are_one_each(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])
    key = str(uuid4())
    keyed = [key_again(client, hanchan, points, key=key).status_code for points in (OTHER, OTHER, FIRST)]
    game = load_game(hanchan)
    fields = {"first": game.paper.pk, "second": game.second.pk, "holds": "second", "reason": "So", "key": str(uuid4())}
    fields["revision"] = game.hanchan.revision
    client.force_login(people[2])

    decided = [client.post(address(hanchan, "paper-decide"), fields).status_code for _twice in range(2)]

    assert (keyed, decided) == ([302, 302, 409], [302, 302])
    assert list(hanchan.log.values_list("kind", flat=True)).count("paper.keyed_again") == 1
    assert hanchan.log.filter(kind="paper.decided").count() == hanchan.sheets.count() == 1


@pytest.mark.parametrize("name", ["cancelled", "removed", "signed"])
def test_what_is_not_there_to_be_keyed_again_is_not(client, hanchan, people, name):
    first(hanchan, visitor(people[0]))
    hanchan.refresh_from_db()
    if name == "cancelled":
        cancel(hanchan)
    elif name == "removed":
        remove_paper_result(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(people[0]))
    else:
        sign_sheet(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(people[2]))
    client.force_login(people[1])

    response = key_again(client, hanchan)

    assert response.status_code == 409
    assert not hanchan.paper_results.filter(is_second=True).exists()


def swap(hanchan, by):
    hanchan.refresh_from_db()
    entries = list(hanchan.seats.order_by("seat").values_list("entry", flat=True))
    about = {"hanchan_id": hanchan.pk, "revision": hanchan.revision}
    swap_seats(**about, key=uuid4(), entries=entries[::-1], reason="Sat down wrong", by=by)


def change_extras(hanchan, by):
    hanchan.refresh_from_db()
    about = {"hanchan_id": hanchan.pk, "revision": hanchan.revision}
    edit_extras(**about, key=uuid4(), start_points=None, chips=(0, 0, 0, 0), winless={3}, reason="Forgotten", by=by)


def substitute(hanchan, by):
    hanchan.refresh_from_db()
    about = {"hanchan_id": hanchan.pk, "revision": hanchan.revision}
    entry = hanchan.seats.get(seat=1).entry_id
    name_substitute(**about, key=uuid4(), entry_id=entry, name="Friend", after_hand=None, reason="Ill", by=by)


def substitute_again(hanchan, by):
    hanchan.refresh_from_db()
    about = {"hanchan_id": hanchan.pk, "revision": hanchan.revision}
    remove_substitute(**about, substitution_id=hanchan.substitutions.get().pk, reason="Well again", by=by)


def correct_the_rules(hanchan, by):
    tournament = Tournament.objects.get(pk=hanchan.tournament.pk)
    rules = replace(tournament.ruleset, uma=(30, 10, -10, -30))
    digest = plan_rules(tournament, rules).digest
    correct_rules(tournament_id=tournament.pk, rules=rules, digest=digest, key=uuid4(), reason="Wrong book", by=by)


CHANGES = {
    "seats": swap,
    "extras": change_extras,
    "substitute": substitute,
    "substitute removed": substitute_again,
    "rules": correct_the_rules,
}


@pytest.mark.parametrize("change", CHANGES)
@pytest.mark.parametrize("points", [FIRST, OTHER], ids=["signed", "disputed"])
def test_a_second_keying_ends_when_what_it_was_about_changes(client, hanchan, people, change, points):
    """Otherwise the table's phone would sign with a referee's name what the referee never saw."""
    if change == "substitute removed":
        substitute(hanchan, visitor(people[2]))
    first(hanchan, at_table(hanchan.table), points)
    client.force_login(people[1])
    key_again(client, hanchan)
    assert bool(load_game(hanchan).sheet) == (points == FIRST)

    CHANGES[change](hanchan, visitor(people[2]))

    game = load_game(hanchan)
    assert (game.paper.points, game.second) == (points, None)
    hanchan.sheets.current().update(withdrawn_by=hanchan.log.latest("number"))  # new rules are signed at once
    first(hanchan, at_table(hanchan.table), reason="Read again")
    assert load_game(hanchan).sheet is None
    key_again(client, hanchan)
    assert load_game(hanchan).sheet.signed_as == ["", "boris"]


@pytest.mark.parametrize(
    ("who", "names", "method"),
    [("anna", ["anna", "boris"], SignedBy.KEYED_TWICE)]
    + [(who, ["boris"], SignedBy.REFEREE) for who in ("cyril", "boris", "table")],
)
@pytest.mark.parametrize("change", [change_extras, swap])
def test_who_keyed_first_does_not_sign_what_others_changed_later(client, hanchan, people, change, who, names, method):
    by = dict(zip(("anna", "boris", "cyril"), map(visitor, people), strict=True)) | {"table": at_table(hanchan.table)}
    first(hanchan, by["anna"])
    change(hanchan, by[who])
    client.force_login(people[1])

    page = " ".join(key_again(client, hanchan, follow=True).text.split())

    assert (load_game(hanchan).sheet.method, load_game(hanchan).sheet.signed_as) == (method, names)
    assert round_check(hanchan.round).tables[0].keyed_once == (method == SignedBy.REFEREE)
    assert [signature.user.username for signature in hanchan.signatures.order_by("pk")] == names
    assert f"Signed by {', '.join(names)}," in page


@pytest.mark.parametrize("is_deleted", [True, False])
@pytest.mark.parametrize(("who", "names"), [("cyril", ["boris"]), ("table", ["boris"]), ("anna", ["anna", "boris"])])
def test_a_deleted_account_does_not_sign_what_others_changed_later(client, hanchan, people, who, names, is_deleted):
    by = {"anna": visitor(people[0]), "cyril": visitor(people[2]), "table": at_table(hanchan.table)}
    first(hanchan, by["anna"])
    change_extras(hanchan, by[who])
    if is_deleted:
        people[0].delete()
        people[2].delete()
    client.force_login(people[1])

    key_again(client, hanchan)

    assert load_game(hanchan).sheet.signed_as == names


@pytest.mark.parametrize("is_logged_in", [True, False])
def test_a_table_signs_what_it_changed_later_with_or_without_an_account(client, hanchan, people, is_logged_in):
    table = at_table(hanchan.table)
    first(hanchan, replace(table, user=UserFactory(username="player")) if is_logged_in else table)
    change_extras(hanchan, table)

    assert sheet_signed_by_boris(client, hanchan, people) == (SignedBy.KEYED_TWICE, ["", "boris"])


@pytest.mark.parametrize(("who", "names"), [("cyril", ["boris"]), ("table", ["", "boris"])])
def test_a_table_does_not_sign_what_a_deleted_account_changed_later(client, hanchan, people, who, names):
    first(hanchan, at_table(hanchan.table))
    change_extras(hanchan, {"cyril": visitor(people[2]), "table": at_table(hanchan.table)}[who])
    people[2].delete()
    client.force_login(people[1])

    key_again(client, hanchan)

    assert load_game(hanchan).sheet.signed_as == names


def test_who_keys_first_again_signs_it(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    change_extras(hanchan, visitor(people[2]))
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])

    key_again(client, hanchan)

    assert load_game(hanchan).sheet.signed_as == ["anna", "boris"]


def test_the_page_shows_what_else_two_equal_keyings_sign(client, hanchan, people):
    changed = {"chip_value": 2, "yakitori": 10}
    Tournament.objects.filter(pk=hanchan.tournament.pk).update(rule_changes=changed)
    first(hanchan, visitor(people[0]))
    hanchan.refresh_from_db()
    more = {"start_points": None, "chips": (-3, 0, 0, 3), "winless": {2}}
    edit_extras(hanchan_id=hanchan.pk, revision=hanchan.revision, key=uuid4(), by=at_table(hanchan.table), **more)
    substitute(hanchan, visitor(people[0]))
    client.force_login(people[1])

    page = client.get(address(hanchan))
    text = " ".join(page.text.split())

    names = load_game(hanchan).names
    assert f"{names[0]} · Chips −3 </li>" in text
    assert f"{names[2]} · Won no hand (yakitori) </li>" in text
    assert f"{names[3]} · Chips +3 </li>" in text
    assert f"<strong>Friend</strong> plays for {names[1]}" in text
    assert not shows_first(page)
    key_again(client, hanchan, OTHER)
    assert f"{names[0]} · Chips −3 </li>" in " ".join(client.get(address(hanchan)).text.split())


def test_a_decision_about_an_older_page_signs_nothing(client, hanchan, people):
    first(hanchan, visitor(people[0]))
    client.force_login(people[1])
    key_again(client, hanchan, OTHER)
    client.force_login(people[2])
    form = client.get(address(hanchan)).context["decision"]
    fields = {name: form[name].value() for name in ("first", "second", "revision", "key")}
    hanchan.refresh_from_db()
    outdate(hanchan)

    response = client.post(address(hanchan, "paper-decide"), fields | {"holds": "first", "reason": "So"})

    assert response.status_code == 409
    assert load_game(hanchan).sheet is None


def test_a_stranger_and_the_tables_phone_find_nothing(client, hanchan):
    client.force_login(UserFactory())

    for name in ("second-keying", "paper-decide"):
        assert client.post(address(hanchan, name)).status_code == 404
        assert phone_at(hanchan.table).post(address(hanchan, name))["Location"].startswith(reverse("login"))
    assert client.get(address(hanchan)).status_code == 404
