"""A federation: the same EMA number is asked about, and rankings count many organizers' events by person."""

import csv
import io
import re
from datetime import date, timedelta
from decimal import Decimal
from fractions import Fraction

import openpyxl
import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.db.models.sql.compiler import SQLCompiler
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone

from tests.factories import (
    EntryFactory,
    HanchanFactory,
    PlayerFactory,
    TournamentFactory,
    UserFactory,
    one_person,
    play,
    sign,
    visitor,
)
from tests.queries import queries_of, steps_of
from tests.standings.results import MANGAN, show, tournament_with
from tournament.federation.queries import ranking as ranking_queries
from tournament.federation.queries.ranking import TABLES, cached_ranking, ranking_table
from tournament.federation.views import federation as federation_views
from tournament.models import (
    SHOWN_TO,
    Entry,
    LogEntry,
    Player,
    PlayerFacts,
    Ranking,
    RankingEvent,
    Role,
    SamePerson,
    SignedSheet,
)
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.same_person import answer_same_person
from tournament.people.queries import same_person
from tournament.people.queries.same_person import decided_pairs, pair_keys, pairs_of
from tournament.people.views import same_person as same_person_views
from tournament.site.actions.edit_visibility import edit_visibility

pytestmark = pytest.mark.django_db

BRNO = ["Anna", "Boris", "Claire", "Dóra"]
LYON = ["Émile", "Anna N.", "Gitta", "Hugo"]


def event(names, **options):
    """An event of one signed hanchan: the second player is first, the third last, the others share second place."""
    tournament, entries, (hanchan,) = tournament_with(names, **options)
    play(hanchan, MANGAN)
    sign(hanchan)
    return tournament, entries


def number(entry, text="04010078", **more):
    Player.objects.filter(pk=entry.player_id).update(ema_number=text, **more)


@pytest.fixture
def staff(client):
    user = UserFactory(is_federation=True)
    client.force_login(user)
    return user


@pytest.fixture
def two():
    """Two organizers' events; Anna, second in Brno, and Anna N., first in Lyon, have the same number."""
    brno, lyon = UserFactory(), UserFactory()
    here, hers = event(BRNO, name="Brno Open", owner=brno, starts_on=timezone.localdate())
    there, others = event(LYON, name="Lyon Open", owner=lyon, starts_on=timezone.localdate() - timedelta(days=400))
    number(hers[0], country="CZ", mail="anna@example.org", phone="+420 1")
    number(others[1], country="FR")
    return brno, here, hers, lyon, there, others


def answer(client, name, *at, same="yes"):
    (pair,) = pairs_of(pair_keys())
    return client.post(reverse(name, args=at), {"pair": pair.key, "same": same})


def ranking(*events, **options):
    made = Ranking.objects.create(name="Cup", slug="cup", **options)
    for tournament, weight in events:
        RankingEvent.objects.create(ranking=made, tournament=tournament, weight=Decimal(weight))
    return made


def totals(made):
    return {row.name: row.total for row in ranking_table(made).rows}


def test_only_the_federations_staff_open_its_pages(client, two):
    client.force_login(two[0])
    names = ("federation", "federation-people", "federation-results", "federation-events", "ranking-new")

    assert [client.get(reverse(name)).status_code for name in names] == [404] * 5
    call_command("federation_staff", two[0].username)
    assert [client.get(reverse(name)).status_code for name in names] == [200] * 5
    call_command("federation_staff", two[0].username, remove=True)
    assert client.get(reverse("federation")).status_code == 404
    with pytest.raises(CommandError):
        call_command("federation_staff", "nobody of this name")


def test_an_organizer_is_asked_and_the_federation_decides(client, staff, two):
    brno, here, hers, _lyon, there, others = two
    cup = ranking((here, "1"), (there, "2"))
    assert totals(cup) == {"Anna N.": 2000, "Boris": 1000, "Émile": 1334, "Hugo": 1334, "Anna": 667, "Dóra": 667} | {
        "Claire": 0,
        "Gitta": 0,
    }

    client.force_login(brno)
    players = client.get(reverse("players", args=[here.slug]))
    question = client.get(reverse("same-person", args=[here.slug]))
    answer(client, "same-person", here.slug)
    assert "One player has the same EMA number" in players.text
    assert "Lyon Open" in question.text
    assert "One player has the same EMA number" not in client.get(reverse("players", args=[here.slug])).text
    assert "Anna N." in totals(cup)  # advice alone merges nobody

    client.force_login(staff)
    page = client.get(reverse("federation-people"))
    assert "An organizer answered: the same person." in page.text
    answer(client, "federation-people")

    merged = totals(cup)
    assert merged["Anna"] == 2667
    assert "Anna N." not in merged
    assert hers[0].player_id != others[1].player_id  # the records stay two
    answer(client, "federation-people", same="no")
    assert totals(cup)["Anna N."] == 2000


def test_advice_of_the_same_account_leaves_the_federations_decision(client, staff, two):
    """A member of the federation's staff also organizes an event, and answers there too."""
    _brno, here, *_rest = two
    here.memberships.create(user=staff, role=Role.ORGANIZER)
    answer(client, "federation-people")
    (pair,) = pairs_of(pair_keys())

    asked = client.get(reverse("same-person", args=[here.slug]))
    for same in ("yes", "no"):
        answer(client, "same-person", here.slug, same=same)
        answer_same_person(pair=pair, is_same=same == "yes", by_federation=False, by=visitor(staff))

    assert "No question waits for your answer." in asked.text
    assert list(decided_pairs().values()) == [True]
    answer(client, "federation-people", same="no")
    assert list(decided_pairs().values()) == [False]


def test_thousands_of_pairs_come_in_pages_those_without_a_decision_first(client, staff, two, monkeypatch):
    monkeypatch.setattr(federation_views, "PAIRS_ON_A_PAGE", 1)
    _brno, _here, hers, _lyon, _there, others = two
    for player in (hers[1], others[2]):
        number(player, "04000002")
    client.force_login(staff)
    first, second = pairs_of(pair_keys())
    client.post(reverse("federation-people"), {"pair": first.key, "same": "no"})

    pages = [client.get(reverse("federation-people"), {"page": page}) for page in (1, 2)]

    assert [second.key in page.text for page in pages] == [True, False]
    assert [first.key in page.text for page in pages] == [False, True]
    assert not any("No pair of players needs" in page.text for page in pages)


def test_nothing_private_is_told(client, staff, two):
    brno, _here, hers, _lyon, there, _others = two
    pages = ("federation", "federation-people", "federation-results")

    texts = "".join(client.get(reverse(name)).text for name in pages)
    assert "Anna N." in texts
    assert "anna@example.org" not in texts
    assert "+420" not in texts

    there.is_public = False
    there.save()
    texts = "".join(client.get(reverse(name)).text for name in pages)
    assert "Lyon" not in texts
    assert "Anna N." not in texts
    client.force_login(brno)
    assert "Lyon" not in client.get(reverse("same-person", args=[hers[0].tournament.slug])).text


@pytest.mark.parametrize("change", ["no consent", "initials", "removed", "the same event"])
def test_who_is_not_to_be_named_or_played_beside_the_other_is_in_no_pair(two, change):
    _brno, here, _hers, _lyon, _there, others = two
    if change == "no consent":
        others[1].may_publish = False
        others[1].save()
    elif change == "the same event":
        EntryFactory(tournament=here, player=others[1].player, number=9)
    elif change == "initials":
        number(others[1], shown_as="initials")
    else:
        remove_person(player_id=others[1].player_id, by=visitor(two[3]))

    assert pairs_of(pair_keys()) == []


def test_a_number_that_many_have_is_listed_once_and_its_pairs_on_a_page_of_their_own(client, staff, two, monkeypatch):
    (pair,) = pairs_of(pair_keys())
    monkeypatch.setattr(same_person, "MOST_WITH_A_NUMBER", 1)
    assert pairs_of(pair_keys()) == []

    page = client.get(reverse("federation-people"))
    own = client.get(reverse("federation-people"), {"number": "04010078"})

    assert "shared by 2 players" in page.text
    assert "?number=04010078" in page.text
    assert (pair.key in page.text, pair.key in own.text) == (False, True)
    client.post(reverse("federation-people"), {"pair": pair.key, "same": "yes"})
    assert SamePerson.objects.get().is_same


def test_numbers_that_nobody_played_with_hide_no_pair(two):
    fake = TournamentFactory()
    for place in range(same_person.MOST_WITH_A_NUMBER + 1):
        entry = EntryFactory(tournament=TournamentFactory() if place % 2 else fake, number=place + 1)
        number(entry)

    assert len(pairs_of(pair_keys())) == 1


def test_a_withdrawn_sheet_is_no_evidence(two):
    sheet = SignedSheet.objects.get(hanchan__round__tournament=two[1])
    sheet.withdrawn_by = LogEntry.objects.filter(tournament=two[1]).first()
    sheet.save()

    assert pairs_of(pair_keys()) == []


def test_a_page_loads_no_pair_that_it_does_not_show(client, staff, two, monkeypatch):
    _brno, _here, hers, _lyon, _there, others = two
    for place in (1, 2, 3):
        text = f"0400000{place}"
        number(hers[place], text)
        number(others[(place + 1) % 4], text)
    monkeypatch.setattr(federation_views, "PAIRS_ON_A_PAGE", 1)
    loaded = []
    monkeypatch.setattr(federation_views, "pairs_of", lambda keys: loaded.append(len(keys)) or [])

    client.get(reverse("federation-people"))

    assert loaded == [1]


def rows_read(client, url, monkeypatch):
    """Return the number of rows that a page reads from the database."""
    rows = []
    with monkeypatch.context() as patch:
        read = SQLCompiler.results_iter
        patch.setattr(SQLCompiler, "results_iter", lambda *args, **more: map(counted(rows), read(*args, **more)))
        assert client.get(url).status_code == 200
    return len(rows)


def counted(rows):
    def count(row):
        rows.append(row)
        return row

    return count


def test_an_organizers_list_of_players_reads_no_more_if_others_play_often(client, two, monkeypatch):
    """Somebody enters players with others' numbers in many public events."""
    brno, here, _hers, lyon, _there, others = two
    client.force_login(brno)
    players = reverse("players", args=[here.slug])
    client.get(players)
    before = rows_read(client, players, monkeypatch)

    for _each in range(5):
        _again, entries = event(LYON, owner=lyon)
        Entry.objects.filter(pk=entries[1].pk).update(player=others[1].player)

    assert "One player has the same EMA number" in client.get(players).text
    assert rows_read(client, players, monkeypatch) == before


@pytest.mark.skipif(connection.vendor != "sqlite", reason="counts the steps of SQLite")
def test_entries_of_players_who_never_sat_cost_an_organizers_list_little(two):
    """Somebody enters false players with others' numbers in many public events, where nobody plays."""
    brno, here, *_others = two
    false = PlayerFactory.create_batch(5, ema_number="04010078")
    before = steps_of(lambda: same_person.question_keys(here, visitor(brno)))

    for _each in range(20):
        elsewhere = TournamentFactory(is_public=True)
        for player in false:
            EntryFactory(tournament=elsewhere, player=player, may_publish=True)

    entries = 5 * 20
    assert steps_of(lambda: same_person.question_keys(here, visitor(brno))) - before < entries * 50


def test_an_organizer_is_asked_about_nobody_who_played_beside_the_other_in_a_third_event(two):
    brno, here, hers, _lyon, _there, others = two
    key = tuple(sorted([hers[0].player_id, others[1].player_id]))
    asked = same_person.question_keys(here, visitor(brno))

    third = TournamentFactory(is_public=True)
    EntryFactory(tournament=third, player=hers[0].player, number=1, may_publish=True)
    assert same_person.question_keys(here, visitor(brno)) == asked == [key]
    EntryFactory(tournament=third, player=others[1].player, number=2, may_publish=True)

    assert same_person.question_keys(here, visitor(brno)) == []


def test_an_organizer_is_asked_in_pages_that_load_no_other_pair(client, two, monkeypatch):
    brno, here, hers, _lyon, _there, others = two
    for player in (hers[1], others[2]):
        number(player, "04000002")
    client.force_login(brno)
    monkeypatch.setattr(same_person_views, "PAIRS_ON_A_PAGE", 1)
    loaded = []
    monkeypatch.setattr(same_person_views, "pairs_of", lambda keys: loaded.append(list(keys)) or pairs_of(keys))
    first, second = pairs_of(pair_keys())
    question = reverse("same-person", args=[here.slug])

    pages = [client.get(question, {"page": page}).text for page in (1, 2)]
    client.post(question, {"pair": second.key, "same": "yes"})
    client.post(question, {"pair": first.key, "same": "yes"})

    assert [[pair.key in page for pair in (first, second)] for page in pages] == [[True, False], [False, True]]
    assert "Page 1 of 2" in pages[0]
    assert [len(keys) for keys in loaded] == [1, 1, 1, 1]
    assert SamePerson.objects.count() == 2


def test_pairs_without_an_answer_are_asked_about_first(client, two, monkeypatch):
    brno, here, hers, _lyon, _there, others = two
    for player in (hers[1], others[2]):
        number(player, "04000002")
    client.force_login(brno)
    monkeypatch.setattr(same_person_views, "PAIRS_ON_A_PAGE", 1)
    first, second = pairs_of(pair_keys())
    question = reverse("same-person", args=[here.slug])

    client.post(question, {"pair": first.key, "same": "yes"})

    assert second.key in client.get(question).text
    assert first.key in client.get(question, {"page": 2}).text
    assert "One player has the same EMA number" in client.get(reverse("players", args=[here.slug])).text


@pytest.mark.parametrize("pair", ["", "7", "-", "9-9", "x-y", "1-" + "9" * 30])
def test_what_is_no_pair_is_refused(client, staff, two, pair):
    answer = client.post(reverse("federation-people"), {"pair": pair, "same": "yes"}, follow=True)

    assert "Choose “Same person” or “Two people”." in answer.text


def test_an_organizer_answers_about_their_own_players_alone(client, two):
    stranger = UserFactory()
    other = TournamentFactory(owner=stranger)
    client.force_login(stranger)
    (pair,) = pairs_of(pair_keys())

    foreign = client.post(reverse("same-person", args=[other.slug]), {"pair": pair.key, "same": "yes"}, follow=True)
    assert "Choose “Same person” or “Two people”." in foreign.text
    assert client.get(reverse("same-person", args=[two[1].slug])).status_code == 404
    client.force_login(two[0])
    wrong = client.post(reverse("same-person", args=[two[1].slug]), {"pair": pair.key, "same": "perhaps"}, follow=True)
    assert "Choose “Same person” or “Two people”." in wrong.text
    assert not SamePerson.objects.exists()


def test_answers_go_with_a_merged_player_and_with_a_removed_one(client, staff, two):
    brno, _here, hers, *_rest, others = two
    answer(client, "federation-people")
    twin = EntryFactory(tournament=TournamentFactory(owner=brno), player__name="Anna", number=1).player

    merge_players(player_id=hers[0].player_id, into_id=twin.pk, by=visitor(brno))
    kept = SamePerson.objects.get()
    assert {kept.first_id, kept.second_id} == {twin.pk, others[1].player_id}

    remove_person(player_id=twin.pk, by=visitor(brno))
    assert not SamePerson.objects.exists()


def test_a_decision_that_goes_with_a_merged_player_replaces_the_advice_of_its_account(client, staff, two):
    brno, _here, hers, *_rest, others = two
    answer(client, "federation-people")
    twin = EntryFactory(tournament=TournamentFactory(owner=brno), player__name="Anna", number=1).player
    first, second = sorted([twin.pk, others[1].player_id])
    advice = {"is_same": False, "decided_by": staff, "decided_at": timezone.now()}
    SamePerson.objects.create(first_id=first, second_id=second, **advice)

    merge_players(player_id=hers[0].player_id, into_id=twin.pk, by=visitor(brno))

    kept = SamePerson.objects.get()
    assert (kept.first_id, kept.second_id, kept.is_same, kept.by_federation) == (first, second, True, True)


@pytest.mark.parametrize("change", ["name", "number", "merge"])
def test_an_answer_ends_with_what_was_asked(client, staff, two, change):
    """An organizer gives the federation's player another name, and takes the results of the other with them."""
    brno, here, hers, _lyon, there, _others = two
    cup = ranking((here, "1"), (there, "2"))
    answer(client, "federation-people")
    assert totals(cup)["Anna"] == 2667

    if change == "merge":
        thief = EntryFactory(tournament=TournamentFactory(owner=brno), player__name="Mal Lory", number=1).player
        merge_players(player_id=hers[0].player_id, into_id=thief.pk, by=visitor(brno))
    else:
        facts = {"name": "Mal Lory", "ema_number": "04010078"} if change == "name" else {"name": "Anna"}
        edit_entry(entry_id=hers[0].pk, player=PlayerFacts(**facts), entry=entry_facts_of(hers[0]), by=visitor(brno))

    assert totals(cup)["Anna N."] == 2000
    assert 2667 not in totals(cup).values()
    assert decided_pairs() == {}


def test_after_a_change_the_federation_is_asked_again(client, staff, two):
    _brno, _here, hers, *_rest = two
    answer(client, "federation-people")
    page = reverse("federation-people")
    assert "No pair of players needs" in client.get(page).text

    Player.objects.filter(pk=hers[0].player_id).update(name="Anna Nová")

    asked = client.get(page).text
    assert "No pair of players needs" not in asked
    assert "You answered “same person”. After your answer, a name or number was changed." in asked
    answer(client, "federation-people")
    assert "No pair of players needs" in client.get(page).text
    assert "After your answer, a name" not in client.get(page).text


@pytest.mark.parametrize("change", ["another", "none", "merge"])
def test_an_answer_whose_number_was_changed_is_shown_until_it_is_given_anew(client, staff, two, change):
    brno, _here, hers, *_rest = two
    answer(client, "federation-people")
    page = reverse("federation-people")
    if change == "merge":
        thief = EntryFactory(tournament=TournamentFactory(owner=brno), player__name="Mal Lory", number=1).player
        merge_players(player_id=hers[0].player_id, into_id=thief.pk, by=visitor(brno))
        Player.objects.filter(pk=thief.pk).update(ema_number="")
    else:
        number(hers[0], "04019999" if change == "another" else "")

    shown = client.get(page).text
    count = client.get(reverse("federation")).context["undecided"]
    kept = SamePerson.objects.get()
    client.post(page, {"pair": f"{kept.first_id}-{kept.second_id}", "same": "no"})

    assert "Pairs whose EMA numbers now differ" in shown
    assert "Anna N." in shown
    assert count == 1
    assert "Pairs whose EMA numbers now differ" not in client.get(page).text
    assert client.get(reverse("federation")).context["undecided"] == 0


def test_an_answer_about_somebody_who_is_no_longer_public_is_not_shown(client, staff, two):
    _brno, _here, hers, *_rest = two
    answer(client, "federation-people")
    number(hers[0], "", shown_as="nobody")

    assert "Pairs whose EMA numbers now differ" not in client.get(reverse("federation-people")).text
    assert client.get(reverse("federation")).context["undecided"] == 0


def test_only_the_best_results_count(two):
    _brno, here, hers, _lyon, there, others = two
    one_person(hers[0].player, others[1].player)

    row = next(row for row in ranking_table(ranking((here, "1"), (there, "0.5"), best=1)).rows if row.name == "Anna")

    assert row.total == 667
    assert [result.counts for result in row.results] == [True, False]


def test_the_emas_method_wants_two_results_and_halves_old_ones(two):
    _brno, here, hers, _lyon, there, others = two
    cup = ranking((here, "1"), (there, "2"), method="mers")
    assert ranking_table(cup).rows == ()
    assert ranking_table(cup).too_few == 8

    one_person(hers[0].player, others[1].player)

    (row,) = ranking_table(cup).rows
    assert [result.weight for result in row.results] == [1, 1]  # 400 days ago: half of 2
    assert row.total == (Fraction(1667, 5) + Fraction(1667, 4)) / 2


def test_what_is_withheld_private_or_unnamed_counts_for_nobody(client, two):
    _brno, here, hers, _lyon, there, _others = two
    cup = ranking((here, "1"), (there, "1"))
    show(there, everyone="held")
    hers[1].may_publish = False
    hers[1].save()

    page = client.get(cup.get_absolute_url())

    assert totals(cup) == {"Anna": 667, "Dóra": 667, "Claire": 0}
    assert "Lyon Open does not count yet" in page.text
    assert "Boris" not in page.text
    here.is_public = False
    here.save()
    assert totals(cup) == {}


def test_a_ranking_is_worked_out_once_until_something_changes(client, two):
    _brno, here, hers, lyon, there, others = two
    cup = ranking((here, "1"), (there, "1"))
    address = cup.get_absolute_url()

    assert queries_of(client, address) > queries_of(client, address)
    assert len(cached_ranking(cup).rows) == 8
    one_person(hers[0].player, others[1].player)
    assert len(cached_ranking(cup).rows) == 7
    edit_visibility(tournament_id=there.pk, number=None, **dict.fromkeys(SHOWN_TO, "held"), by=visitor(lyon))
    assert len(cached_ranking(cup).rows) == 4


def test_a_ranking_has_pages_and_is_searched_by_name(client, two, monkeypatch):
    cup = ranking((two[1], "1"))
    monkeypatch.setattr(ranking_queries, "ROWS_ON_A_PAGE", 3)

    def names(**query):
        page = client.get(cup.get_absolute_url(), query).text
        return {name for name in BRNO if f">{name}</a>" in page}

    assert names() == {"Anna", "Boris", "Dóra"}
    assert names(page="2") == names(page="9") == names(q="clai") == {"Claire"}
    assert "No one found." in client.get(cup.get_absolute_url(), {"q": "Hugo"}).text


def test_a_ranking_is_made_and_changed(client, staff, two):
    _brno, here, _hers, _lyon, there, _others = two
    fields = {"name": "Český žebříček", "method": "best", "best": "3", f"weight_{here.pk}": "1.5"}

    page = client.get(reverse("ranking-new"))
    made = client.post(reverse("ranking-new"), fields)
    again = client.post(reverse("ranking-new"), fields)
    wrong = client.post(reverse("ranking-new"), fields | {"name": "X", f"weight_{there.pk}": "-1"})

    assert "EMA 1.0" in page.text
    assert (made.status_code, made.url) == (302, "/rankings/cesky-zebricek/")
    assert again.status_code == 409
    assert wrong.status_code == 422
    edit = reverse("ranking-edit", args=["cesky-zebricek"])
    there.is_public = False
    there.save()
    client.post(edit, {"name": "Cup", "method": "mers", f"weight_{here.pk}": "2"})
    cup = Ranking.objects.get()
    assert (cup.name, cup.method, cup.best, cup.slug) == ("Cup", "mers", None, "cesky-zebricek")
    assert list(cup.events.values_list("tournament", "weight")) == [(here.pk, Decimal(2))]


def test_a_ranking_of_more_events_than_a_page_keeps_the_others(client, staff, two, monkeypatch):
    monkeypatch.setattr("tournament.federation.forms.ranking.EVENTS_ON_A_PAGE", 1)
    later = TournamentFactory(is_public=True, starts_on=date(2030, 1, 1))
    sign(HanchanFactory(round__tournament=later))
    cup = ranking((two[1], "1"), (two[4], "2"))
    edit = reverse("ranking-edit", args=[cup.slug])

    page = client.get(edit)
    fields = {"name": "Cup", "method": "mers", f"weight_{later.pk}": "3", f"weight_{two[1].pk}": "9"}
    client.post(edit, fields)

    assert re.findall(r'name="weight_(\d+)"', page.text) == [str(later.pk)]
    assert "Page 1 of 2" in page.text
    weights = dict(cup.events.values_list("tournament", "weight"))
    assert weights == {two[1].pk: Decimal(1), two[4].pk: Decimal(2), later.pk: Decimal(3)}


def test_the_files_have_every_public_result(client, staff, two):
    hidden = PlayerFactory(name="Ivana", ema_number="12345678", shown_as="initials")
    EntryFactory(tournament=two[1], player=hidden, number=9)

    rows = list(csv.reader(io.StringIO(client.get(reverse("federation-results")).content.decode("utf-8-sig"))))
    book = openpyxl.load_workbook(io.BytesIO(client.get(reverse("federation-events")).content))

    assert [row[2:7] for row in rows[1:3]] == [["1", "4", "Boris", "", ""], ["2", "4", "Anna", "04010078", "CZE"]]
    assert len(rows) == 1 + 4 + 4
    assert [[cell.value for cell in row][:1] for row in book["Events"].iter_rows(min_row=2)] == [
        ["Brno Open"],
        ["Lyon Open"],
    ]
    assert book["Results"].max_row == 9


def test_pages_ask_no_more_for_more_events(client, staff, two):
    cup = ranking((two[1], "1"), (two[4], "1"))
    pages = [cup.get_absolute_url(), reverse("federation"), reverse("federation-people"), reverse("ranking-new")]

    def queries():
        counts = []
        TABLES.clear()
        for page in pages:
            with CaptureQueriesContext(connection) as context:
                client.get(page)
            counts.append(len(context))
        return counts

    queries()
    few = queries()
    for _more in range(2):
        more, entries = event(LYON)
        RankingEvent.objects.create(ranking=cup, tournament=more)
        number(entries[0])

    assert queries() == few


def test_a_ranking_tells_nobody_who_is_behind_initials(client, two):
    """One row of both was called "A. N.", led to the page of Anna and named her event and place."""
    _brno, here, hers, _lyon, there, others = two
    one_person(hers[0].player, others[1].player)
    cup = ranking((here, "1"), (there, "1"))
    together = ranking_table(cup).rows
    Player.objects.filter(pk=others[1].player_id).update(shown_as="initials")

    rows = [row for row in ranking_table(cup).rows if row.player in {hers[0].player_id, others[1].player_id}]

    assert [len(row.results) for row in together if row.player == hers[0].player_id] == [2]
    assert {(row.name, row.player, row.country, *(result.event for result in row.results)) for row in rows} == {
        ("Anna", hers[0].player_id, "CZE", here),
        ("A. N.", others[1].player_id, "", there),
    }
