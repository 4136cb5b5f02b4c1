"""Names pasted one a line: looked at, asked about, and entered once."""

import re
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, HanchanFactory, PlayerFactory, TournamentFactory, UserFactory, visitor
from tests.queries import queries_of
from tournament.core.queries import long_lists
from tournament.models import Entry, Player
from tournament.people.actions.add_players import PreviewOutdated, add_players
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.players import PastedName

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(client):
    user = UserFactory()
    client.force_login(user)
    return user


@pytest.fixture
def tournament(organizer):
    return TournamentFactory(organizers=[organizer])


def names_of(tournament):
    return list(tournament.entries.order_by("number").values_list("number", "player__name"))


def look(client, tournament, names):
    return client.post(reverse("players-add", args=[tournament.slug]), {"names": names})


def shown(response):
    """Return what the preview sends if nothing is changed."""
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', response.text)
    ticked = re.findall(r'name="(choice-\d+)" value="([^"]*)" checked', response.text)
    return {name: value for name, value in [*hidden, *ticked] if name != "csrfmiddlewaretoken"}


def confirm(client, tournament, response, **choices):
    choices = {name.replace("_", "-"): value for name, value in choices.items()}
    data = shown(response) | {"names": response.context["form"]["names"].value()} | choices
    return client.post(reverse("players-add", args=[tournament.slug]), data)


def test_pasted_names_are_looked_at_and_then_entered(client, tournament):
    preview = look(client, tournament, "  Jan   Novák \r\n\r\nZoë Żółć\r\n")
    nothing_yet = tournament.entries.count()

    response = confirm(client, tournament, preview)

    assert nothing_yet == 0
    assert response.url == reverse("players", args=[tournament.slug])
    assert names_of(tournament) == [(1, "Jan Novák"), (2, "Zoë Żółć")]
    assert tournament.log.get().data == {"numbers": [1, 2]}


def test_letters_of_all_scripts_survive(client, tournament):
    names = ["麻雀 太郎", "Łucja Đorđević", "Жанна Ёлкина", "Αθηνά Ψ", "محمد علي", "नेहा शर्मा", "𠮷田 O’Brien"]

    confirm(client, tournament, look(client, tournament, "\n".join(names)))

    assert [name for _number, name in names_of(tournament)] == names
    page = client.get(reverse("players", args=[tournament.slug])).text
    assert [name for name in names if name not in page] == []


def test_submitting_the_preview_twice_enters_nobody_twice(client, tournament):
    preview = look(client, tournament, "Jan Novák\nZoë Żółć")

    confirm(client, tournament, preview)
    again = confirm(client, tournament, preview)

    assert again.status_code == 302
    assert tournament.entries.count() == Player.objects.count() == 2


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        ("", "The name is missing."),
        ("\n  \n", "The name is missing."),
        ("Jan\n\nJan\x0bNovák", "Line 3: "),
        ("Jan\n" + "x" * 81, "Line 2: Shorten this text to 80 characters."),
        ("Jan \u202eNovák", "Line 1: "),
        ("Jan\x00", "Null characters"),
        ("Jan\n" * 401, "at most 400"),
    ],
)
def test_what_is_no_name_is_told_with_its_line_and_kept(client, tournament, names, problem):
    response = look(client, tournament, names)

    assert response.status_code == 422
    assert problem in response.text
    assert not Player.objects.exists()


def test_a_name_of_80_letters_is_one(client, tournament):
    confirm(client, tournament, look(client, tournament, "x" * 80))

    assert names_of(tournament) == [(1, "x" * 80)]


def test_a_known_name_may_be_the_same_person(client, tournament, organizer):
    before = EntryFactory(tournament__organizers=[organizer], tournament__name="Winter Cup", player__name="Jan Novák")
    preview = look(client, tournament, "jan  NOVÁK")

    confirm(client, tournament, preview)

    assert "Winter Cup" in preview.text
    assert tournament.entries.get().player == before.player


def test_who_is_not_to_be_named_is_not_named_where_they_are_entered_again(client, tournament, organizer):
    last_year, earlier = TournamentFactory(owner=organizer), TournamentFactory(owner=organizer)
    jan = EntryFactory(tournament=earlier, player__name="Jan Novák").player
    EntryFactory(tournament=last_year, player=jan, may_publish=False)
    eva = EntryFactory(tournament=earlier, player__name="Eva Malá", may_publish=False).player
    EntryFactory(tournament=last_year, player=eva)
    EntryFactory(player=eva, may_publish=False)  # of another organizer

    names = "Jan Novák\nEva Malá\nNora Nová"
    confirm(client, tournament, look(client, tournament, names), choice_1=str(jan.pk), choice_2=str(eva.pk))

    assert list(tournament.entries.order_by("number").values_list("may_publish", flat=True)) == [False, True, True]


def test_a_known_name_may_be_a_new_person(client, tournament, organizer):
    before = EntryFactory(tournament__organizers=[organizer], player__name="Jan Novák")

    confirm(client, tournament, look(client, tournament, "Jan Novák"), choice_1="new")

    assert tournament.entries.get().player != before.player


def test_one_of_two_who_share_a_name_is_asked_for(client, tournament, organizer):
    other = TournamentFactory(organizers=[organizer])
    _first, second = (EntryFactory(tournament=other, number=n, player=PlayerFactory(name="Jan Novák")) for n in (1, 2))
    preview = look(client, tournament, "Jan Novák")

    unasked = confirm(client, tournament, preview)
    asked = confirm(client, tournament, preview, choice_1=str(second.player_id))

    assert unasked.status_code == 422
    assert "Choose who this player is." in unasked.text
    assert asked.status_code == 302
    assert tournament.entries.get().player == second.player


def test_players_of_other_organizers_are_not_shown(client, tournament):
    EntryFactory(tournament__name="Secret Cup", player__name="Jan Novák")

    assert "Secret Cup" not in look(client, tournament, "Jan Novák").text


def test_a_foreign_player_cannot_be_entered_by_number(client, tournament, organizer):
    EntryFactory(tournament__organizers=[organizer], player__name="Jan Novák")
    foreign = PlayerFactory(name="Jan Novák")
    preview = look(client, tournament, "Jan Novák")

    unknown = confirm(client, tournament, preview, choice_1=str(foreign.pk))
    forged = confirm(client, tournament, preview, choice_1=str(foreign.pk), known_1=str(foreign.pk))

    assert (unknown.status_code, forged.status_code) == (422, 409)
    assert not tournament.entries.exists()


def test_who_is_entered_already_is_left_out_unless_said_otherwise(client, tournament):
    EntryFactory(tournament=tournament, number=1, player__name="Jan Novák")
    preview = look(client, tournament, "Jan Novák\nBo Li")

    confirm(client, tournament, preview)

    assert "already entered here" in preview.text
    assert names_of(tournament) == [(1, "Jan Novák"), (2, "Bo Li")]


@pytest.mark.parametrize(
    ("status", "mail", "is_asked"),
    [
        ("accepted", "anna@example.org", False),
        ("accepted", "ANNA@example.org", False),
        ("accepted", "", False),
        ("accepted", "mallory@example.org", True),
        ("applied", "anna@example.org", True),
        ("waiting", "", True),
        ("cancelled", "", True),
    ],
)
def test_who_sent_the_entry_form_under_a_name_keeps_nobody_out(client, tournament, status, mail, is_asked):
    """Anybody may have: the real person would be left out, and their contacts dropped."""
    EntryFactory(
        tournament=tournament, number=1, player__name="Anna Li", player__mail=mail, language="en", status=status
    )

    preview = look(client, tournament, "Anna Li;anna@example.org")

    assert ("for you to decide: 1." in preview.text) == is_asked
    assert ("already entered here: " in preview.text) == (status != "accepted")
    assert confirm(client, tournament, preview).status_code == (422 if is_asked else 302)


def test_two_lines_of_one_name_are_asked_about(client, tournament):
    preview = look(client, tournament, "Jan Novák\nBo Li\njan novák")

    unasked = confirm(client, tournament, preview)
    two = confirm(client, tournament, preview, choice_3="new")

    assert "the same name as line 1" in " ".join(preview.text.split())
    assert unasked.status_code == 422
    assert two.status_code == 302
    assert [name for _number, name in names_of(tournament)] == ["Jan Novák", "Bo Li", "jan novák"]


def test_two_lines_cannot_be_one_person(client, tournament, organizer):
    before = EntryFactory(tournament__organizers=[organizer], player__name="Jan Novák")
    preview = look(client, tournament, "Jan Novák\nJan Novák")
    same = str(before.player_id)

    response = confirm(client, tournament, preview, choice_1=same, choice_2=same)

    assert response.status_code == 422
    assert "the same person as in line 1" in response.text


def test_somebody_entered_meanwhile_is_asked_about(client, tournament):
    preview = look(client, tournament, "Jan Novák")
    EntryFactory(tournament=tournament, number=1, player__name="Jan Novák")

    response = confirm(client, tournament, preview)

    assert response.status_code == 409
    assert "already entered here" in response.text
    assert tournament.entries.count() == 1


def test_the_names_can_be_changed_from_the_preview(client, tournament):
    preview = look(client, tournament, "Jan Novák")

    response = client.post(
        reverse("players-add", args=[tournament.slug]), shown(preview) | {"names": "Jan Novák", "change": "1"}
    )

    assert response.status_code == 200
    assert "Jan Novák</textarea>" in response.text


def test_a_broken_preview_is_shown_as_names(client, tournament):
    response = client.post(
        reverse("players-add", args=[tournament.slug]), {"preview": "1", "names": "Jan", "key": "no key"}
    )

    assert response.status_code == 422
    assert "Jan</textarea>" in response.text


def test_the_action_refuses_who_came_here_meanwhile(tournament, organizer):
    player = EntryFactory(tournament=tournament, number=1).player
    pasted = PastedName(player=facts_of(player), choice=player.pk, known=frozenset({player.pk}))

    with pytest.raises(PreviewOutdated):
        add_players(tournament_id=tournament.pk, key=uuid4(), names=[pasted], by=visitor(organizer))


def test_who_has_no_seat_can_be_removed(client, tournament):
    EntryFactory(tournament=tournament, number=1)
    url = reverse("entry-remove", args=[tournament.slug, 1])

    first = client.post(url)
    again = client.post(url)

    assert (first.status_code, again.status_code) == (302, 404)
    assert not Player.objects.exists()
    assert tournament.log.get().kind == "player.removed"


def test_who_plays_elsewhere_stays_a_player(client, tournament, organizer):
    elsewhere = EntryFactory(tournament__organizers=[organizer])
    EntryFactory(tournament=tournament, player=elsewhere.player, number=1)

    client.post(reverse("entry-remove", args=[tournament.slug, 1]))

    assert Entry.objects.get() == elsewhere


def test_the_top_of_the_page_says_how_many_names_need_an_answer(client, tournament, organizer):
    for name in ("Jan Novák", "Eva Malá"):
        EntryFactory(tournament__organizers=[organizer], player__name=name)

    preview = look(client, tournament, "Zoë Żółć\nNovák Jan\nMalá Eva\nAda Nowa")
    refused = confirm(client, tournament, preview, choice_2="new")
    done = confirm(client, tournament, preview, choice_2="new", choice_3="new")

    assert "2 fields below need your answer." in preview.text
    assert 'role="alert"' not in preview.text
    assert "One field below needs your answer." in refused.text
    assert '<a href="#line-3">' in refused.text
    assert refused.text.index('role="alert"') < refused.text.index('id="line-3"')
    assert done.status_code == 302
    assert "below" not in look(client, tournament, "Only New").text


def test_everybody_known_is_said_to_be_the_same_in_one_touch(client, tournament, organizer):
    jan, eva, _ada = (
        EntryFactory(tournament__organizers=[organizer], player__name=name).player
        for name in ("Jan Novák", "Eva Malá", "Ada Nowa")
    )
    here = EntryFactory(tournament=tournament, player__name="Ida Tady")
    twins = [EntryFactory(tournament__organizers=[organizer], player__name="Petr Dvojí") for _ in range(2)]
    names = "Novák Jan\nMalá Eva\nNowa Ada\nTady Ida\nPetr Dvojí\nZoë Żółć"

    preview = look(client, tournament, names)
    all_same = confirm(client, tournament, preview, choice_3="new", same="1")
    choices = {name: value for name, value in shown(all_same).items() if name.startswith("choice")}
    added_by_it = tournament.entries.count() - 1
    confirm(client, tournament, all_same, choice_5=twins[1].player_id)

    assert choices == {"choice-1": f"{jan.pk}", "choice-2": f"{eva.pk}", "choice-3": "new", "choice-4": "skip"}
    assert "One field below" in all_same.text
    assert added_by_it == 0
    known_here = {jan.pk, eva.pk, here.player_id, twins[1].player_id}
    assert known_here <= set(tournament.entries.values_list("player", flat=True))
    assert tournament.entries.count() == 6
    assert "for all known names" not in look(client, tournament, "Jan Novák\nOnly New").text


def test_before_somebody_is_removed_the_page_says_what_is_deleted(client, tournament, organizer):
    elsewhere = EntryFactory(tournament__organizers=[organizer])
    EntryFactory(tournament=tournament, player=elsewhere.player, number=1)
    EntryFactory(tournament=tournament, number=2)

    both, only_here = (client.get(reverse("entry-edit", args=[tournament.slug, number])).text for number in (1, 2))

    assert "Data in other tournaments stays." in both
    assert "name, mail, phone, note, payment and the private link are all deleted" in only_here
    for page in (both, only_here):
        asked, button = page.index("<summary>Remove from the tournament"), page.index("button-danger")
        assert asked < page.index("The removal cannot be undone.") < button < page.index("</details>", asked)


def test_who_has_a_seat_cannot_be_removed(client, tournament):
    hanchan = HanchanFactory(round__tournament=tournament)
    entry = hanchan.seats.first().entry

    response = client.post(reverse("entry-remove", args=[tournament.slug, entry.number]), follow=True)

    assert "can no longer be removed" in response.text
    assert tournament.entries.count() == 4


def test_the_list_takes_no_more_queries_for_more_players(client, tournament):
    EntryFactory(tournament=tournament, number=1)
    url = reverse("players", args=[tournament.slug])
    few = queries_of(client, url)

    EntryFactory.create_batch(8, tournament=tournament)

    assert queries_of(client, url) == few


def test_the_list_counts_searches_sorts_and_filters(client, tournament):
    for number, (name, country, paid) in enumerate(
        [("Žofie", "CZ", True), ("Adam", "FR", False), ("Béla", "HU", False)], start=1
    ):
        EntryFactory(
            tournament=tournament, number=number, paid=paid, player__name=name, player__country=country,
            player__ema_number=f"0401000{number}",
        )  # fmt: skip
    address = reverse("players", args=[tournament.slug])

    def names(query):
        return re.findall(r'players/\d+/">([^<]+)<', client.get(address + query).text)

    page = " ".join(client.get(address).text.split())
    assert '<span class="muted">3</span>' in page
    assert "1 of 3 paid" in page
    assert "04010002" in page
    assert names("?sort=name") == ["Adam", "Béla", "Žofie"]
    assert names("?sort=country") == ["Žofie", "Adam", "Béla"]
    assert names("?without=paid") == names("?without=paid&sort=nonsense") == ["Adam", "Béla"]
    assert names("?q=bela") == ["Béla"]
    assert "No player matches." in client.get(address + "?q=nobody").text
    assert names("?without=arrived") == ["Žofie", "Adam", "Béla"]


def test_a_long_list_and_a_search_are_shown_in_pages(client, tournament, monkeypatch):
    monkeypatch.setattr(long_lists, "ROWS", 1)
    monkeypatch.setattr(long_lists, "FOUND_ROWS", 1)
    for number, name in enumerate(["Adam", "Béla", "Claire"], start=1):
        EntryFactory(tournament=tournament, number=number, player__name=name)
    address = reverse("players", args=[tournament.slug])

    def names(query):
        return re.findall(r'players/\d+/">([^<]+)<', client.get(address + query).text)

    assert names("") == ["Adam"]
    assert names("?page=2") == names("?page=9") == ["Béla", "Claire"]
    assert names("?q=a&page=2") == ["Béla"]
    assert '<span class="muted">3</span>' in client.get(address + "?q=a&page=2").text
    assert "?page=2&amp;all=1" in client.get(address + "?page=2").text  # ticks this page
    assert "?without=paid" in client.get(address + "?page=2").text


def test_nobody_is_found_by_what_is_not_shown(client, tournament):
    hidden = EntryFactory(
        tournament=tournament, number=1, player__name="Žofie", player__country="CZ", may_publish=False
    )
    EntryFactory(tournament=tournament, number=2, player__name="Adam", player__country="FR")
    address = reverse("players", args=[tournament.slug])
    client.logout()

    assert reverse("entry", args=[tournament.slug, hidden.number]) not in client.get(address + "?q=zofie").text
    text = client.get(address + "?sort=country&without=paid").text
    assert text.index("Adam") < text.index(">a player<")
    assert "EMA number" not in text
    assert "not paid" not in text
