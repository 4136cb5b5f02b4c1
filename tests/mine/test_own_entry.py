"""A person changes or cancels their own entry by its private link."""

from dataclasses import replace

import pytest
from django.urls import reverse

from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TournamentFactory,
    UserFactory,
    visitor,
)
from tests.whole_site.test_rates import use_up
from tournament.core.actions.journal import log
from tournament.core.views.rates import CONFIRMATIONS
from tournament.mail.actions.write_mail import OF_ENTRY
from tournament.models import Announcement, Entry, EntryTerms, Mail, Membership, Player, PlayerTeam, RateUse, Role
from tournament.models.mail import TOO_MANY
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.queries.known_players import facts_of

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("noon")]


@pytest.fixture
def tournament():
    tournament = TournamentFactory()
    EntryTerms.objects.create(tournament=tournament, is_moderated=False, limit=2)
    return tournament


@pytest.fixture
def entries(tournament):
    return [
        EntryFactory(
            tournament=tournament, number=number, status=status, player__name=f"Person {number}",
            player__mail=f"{number}@example.org",
        )
        for number, status in ((1, "accepted"), (2, "accepted"), (3, "waiting"), (4, "waiting"))
    ]  # fmt: skip


FORM = {"name": "Jana Nová", "country": "CZ", "mail": "1@example.org", "note": "vegan", "may_publish": "on"}


def statuses(tournament):
    return list(tournament.entries.order_by("number").values_list("status", flat=True))


def test_the_own_page_tells_the_state_and_the_fee(client, tournament, entries):
    Announcement.objects.create(tournament=tournament, fee="20 €", pay_until="2027-01-31", is_published=True)

    assert "To be paid by 31 January 2027: 20 €." in client.get(entries[0].get_link()).text
    assert "in place 2" in client.get(entries[3].get_link()).text
    entries[0].paid = True
    entries[0].save()
    assert "Your fee has arrived." in client.get(entries[0].get_link()).text


def test_a_person_changes_what_they_said(client, tournament, entries):
    form = client.get(entries[0].get_change_link())
    changed = client.post(entries[0].get_change_link(), FORM)

    entry = tournament.entries.select_related("player").get(number=1)
    assert 'value="Person 1"' in form.text
    assert changed.url == entries[0].get_link()
    assert (entry.player.name, entry.player.country, entry.note) == ("Jana Nová", "CZ", "vegan")
    assert {line.kind for line in tournament.log.all()} == {"player.renamed", "player.edited", "entry.edited"}
    assert {(line.actor_kind, line.actor_number) for line in tournament.log.all()} == {("player", 1)}
    assert not Mail.objects.exists()


def test_nobody_takes_the_number_of_another_player(client, tournament, entries):
    """Nor does the entry form let them."""
    EntryFactory(tournament=tournament, number=7, player__ema_number="09010001", may_publish=True)
    link = entries[0].get_change_link()

    taken = client.post(link, FORM | {"ema_number": "09010001"})
    own = client.post(link, FORM | {"ema_number": "09010002"})
    again = client.post(link, FORM | {"ema_number": "09010002", "note": "fish"})

    assert taken.status_code == 409
    assert "A player with this EMA number is already entered" in taken.text
    assert (own.status_code, again.status_code) == (302, 302)
    entry = tournament.entries.select_related("player").get(number=1)
    assert (entry.player.ema_number, entry.note) == ("09010002", "fish")


@pytest.mark.parametrize("is_named", [True, False], ids=["for a match", "after the start"])
def test_a_player_brings_no_other_team_a_match_or_a_place_in_the_final(client, tournament, entries, is_named):
    tournament.entries.filter(number=1).update(team="Ants")
    tournament.entries.filter(number=2).update(team="Dogs")
    link = entries[0].get_change_link()
    assert client.post(link, FORM | {"team": "Ants"}).status_code == 302
    if is_named:
        ants = PlayerTeam.objects.create(tournament=tournament, name="Ants")
        ants.seats.create(tournament=tournament, round=1, table=1, seat=0, entry=entries[0])
    else:
        RoundFactory(tournament=tournament)

    page = client.get(link)
    moved = client.post(link, FORM | {"team": "Dogs"})
    stayed = client.post(link, FORM | {"team": "Ants", "note": "fish"})

    assert "The teams are fixed now. Ask the organizers to change yours." in page.text
    assert moved.status_code == 409
    assert "so you cannot change your team here" in moved.text
    assert stayed.status_code == 302
    assert tournament.entries.values_list("team", "note").get(number=1) == ("Ants", "fish")


def test_a_fixed_team_with_other_spaces_hinders_no_change(client, tournament, entries):
    """A file may have brought it. The browser sends it back in one line."""
    tournament.entries.filter(number=1).update(team="Red  Ants ", may_publish=True)
    RoundFactory(tournament=tournament)

    saved = client.post(
        entries[0].get_change_link(), {**FORM, "name": "Person 1", "team": "Red Ants", "may_publish": ""}
    )

    assert saved.status_code == 302
    assert tournament.entries.values_list("team", "may_publish").get(number=1) == ("Red  Ants ", False)


def organizer_of(tournament):
    user = UserFactory()
    Membership.objects.create(tournament=tournament, user=user, role=Role.ORGANIZER)
    return visitor(user)


def say(entry, note, by):
    entry.refresh_from_db()
    facts = replace(entry_facts_of(entry), note=note)
    edit_entry(entry_id=entry.pk, player=facts_of(entry.player), entry=facts, by=by)


def test_a_note_of_the_team_is_shown_to_the_team_alone(client, tournament, entries):
    """The form of the organizers says: "Only your team sees this note."."""
    entry = entries[0]
    say(entry, "Was disqualified in Lyon", organizer_of(tournament))

    page, form = client.get(entry.get_link()), client.get(entry.get_change_link())
    changed = client.post(entry.get_change_link(), FORM)

    assert "Lyon" not in page.text + form.text
    assert 'name="note"' not in form.text
    assert changed.status_code == 302
    entry.refresh_from_db()
    assert (entry.player.name, entry.note) == ("Jana Nová", "Was disqualified in Lyon")


@pytest.mark.parametrize("has_account", [True, False])
def test_a_note_of_the_players_is_shown_to_them_till_the_team_changes_it(client, tournament, entries, has_account):
    entry = entries[0]
    if has_account:
        client.force_login(UserFactory())
    client.post(entry.get_change_link(), FORM)

    assert "vegan" in client.get(entry.get_link()).text
    assert "vegan" in client.get(entry.get_change_link()).text
    say(entry, "vegan, or so she says", organizer_of(tournament))
    assert "vegan" not in client.get(entry.get_link()).text


def test_a_note_of_the_entry_form_is_the_players(client, tournament, entries):
    Entry.objects.filter(pk=entries[0].pk).update(note="vegan")
    assert "vegan" not in client.get(entries[0].get_link()).text, "somebody of the team pasted it with the list"

    log(tournament, "entry.applied", by=STRANGER, number=entries[0].number, status="accepted")

    assert "vegan" in client.get(entries[0].get_link()).text


def test_a_new_address_gets_the_link(client, tournament, entries):
    client.post(entries[0].get_change_link(), FORM | {"mail": "new@example.org"})

    mail = Mail.objects.get()
    assert (mail.entry.player.mail, mail.kind) == ("new@example.org", "received")


def test_who_waits_and_has_a_new_address_reads_in_which_place(client, tournament, entries):
    client.post(entries[3].get_change_link(), FORM | {"mail": "new@example.org"})

    assert "in place 2" in Mail.objects.get().body


def due():
    """How many mails will be sent."""
    return Mail.objects.filter(done_at=None).count()


def test_one_entry_does_not_use_up_the_confirmations_of_the_event(client, tournament, entries):
    for n in range(OF_ENTRY.burst + 2):
        assert client.post(entries[0].get_change_link(), FORM | {"mail": f"{n}@new.example"}).status_code == 302
    assert due() == OF_ENTRY.burst

    client.post(entries[1].get_change_link(), FORM | {"name": "Person 2", "mail": "other@example.org"})
    assert due() == OF_ENTRY.burst + 1


def test_who_changes_addresses_sends_no_more_confirmations_than_by_the_entry_form(client, tournament, entries):
    use_up(CONFIRMATIONS, f"network 127.0.0.1 {tournament.pk}")

    changed = client.post(entries[0].get_change_link(), FORM | {"mail": "new@example.org"})

    assert changed.status_code == 302
    assert (due(), Mail.objects.get().result) == (0, TOO_MANY)


def test_other_changes_use_up_no_confirmation(client, tournament, entries):
    used = RateUse.objects.filter(key=CONFIRMATIONS.key(f"network 127.0.0.1 {tournament.pk}"))

    client.post(entries[0].get_change_link(), FORM)
    assert not used.exists()
    client.post(entries[0].get_change_link(), FORM | {"mail": "new@example.org"})
    assert used.exists()


def test_a_person_of_other_tournaments_changes_only_this_entry(client, tournament, entries):
    home = EntryFactory(player=entries[0].player).tournament
    Player.objects.filter(pk=entries[0].player_id).update(home=home)

    refused = client.post(entries[0].get_change_link(), FORM)
    allowed = client.post(entries[0].get_change_link(), FORM | {"name": "Person 1", "country": ""})

    assert refused.status_code == 409
    assert "only the organizers" in refused.text
    assert allowed.status_code == 302
    assert tournament.entries.get(number=1).note == "vegan"


def test_a_bad_change_is_shown_again(client, tournament, entries):
    response = client.post(entries[0].get_change_link(), FORM | {"mail": "x"})

    assert response.status_code == 422
    assert "vegan" in response.text
    assert tournament.entries.get(number=1).note == ""


def test_a_cancelled_place_goes_to_the_next_in_line(client, tournament, entries):
    asked = client.get(entries[0].get_cancel_link())
    for _time in range(2):
        cancelled = client.post(entries[0].get_cancel_link(), follow=True)

    assert "will not play" in asked.text
    assert statuses(tournament) == ["cancelled", "accepted", "accepted", "waiting"]
    assert "This entry is cancelled." in cancelled.text
    assert entries[0].get_change_link() not in cancelled.text
    mails = list(Mail.objects.order_by("pk").values_list("entry__number", "kind"))
    assert mails == [(1, "cancelled"), (3, "moved_up")]
    assert [line.kind for line in tournament.log.order_by("number")] == ["entry.cancelled", "entry.moved_up"]


def test_where_organizers_accept_each_entry_nobody_moves_up_by_itself(client, tournament, entries):
    EntryTerms.objects.update(is_moderated=True)

    client.post(entries[0].get_cancel_link())

    assert statuses(tournament) == ["cancelled", "accepted", "waiting", "waiting"]


def test_who_has_a_seat_tells_the_organizers(client, tournament, entries):
    HanchanFactory(round__tournament=tournament, entries=entries)

    cancelled = client.post(entries[0].get_cancel_link(), follow=True)
    changed = client.post(entries[0].get_change_link(), FORM)

    assert "Tell the organizers" in cancelled.text
    assert changed.status_code == 409
    assert statuses(tournament)[0] == "accepted"


def test_who_sat_out_tells_the_organizers(client, tournament, entries):
    """A plan may have a seat for them in the next round, and the organizers know them by this name."""
    RoundFactory(tournament=tournament).resting.add(entries[0])

    page = client.get(entries[0].get_link()).text
    cancelled = client.post(entries[0].get_cancel_link(), follow=True)
    changed = client.post(entries[0].get_change_link(), FORM)

    assert entries[0].get_change_link() not in page
    assert "Tell the organizers" in cancelled.text
    assert changed.status_code == 409
    entry = tournament.entries.select_related("player").get(number=1)
    assert (entry.player.name, entry.status) == ("Person 1", "accepted")


@pytest.mark.parametrize("name", ["own-change", "own-cancel"])
def test_another_token_opens_nothing(client, tournament, entries, name):
    address = reverse(name, args=[tournament.slug, 1, "x"])

    assert (client.get(address).status_code, client.post(address).status_code) == (404, 404)


def test_who_cancelled_may_enter_again(client, tournament, entries):
    client.post(entries[0].get_cancel_link())

    again = client.post(
        reverse("enter", args=[tournament.slug]),
        {"name": "Person 1", "mail": "1@example.org", "key": "7b0ff5a3-4d1e-4f0a-8a53-27df0d12a111"},
    )

    assert again.status_code == 302
    assert statuses(tournament)[-1] == "waiting"


def test_a_referee_who_has_a_players_own_link_neither_changes_nor_cancels_by_it(client, tournament, entries):
    referee = Membership.objects.create(tournament=tournament, user=UserFactory(), role=Role.REFEREE).user
    client.force_login(referee)

    changed = client.post(entries[0].get_change_link(), FORM | {"mail": "referee@example.org"})
    cancelled = client.post(entries[0].get_cancel_link(), follow=True)

    assert changed.status_code == 409
    assert "logged in as a referee" in changed.text
    assert "logged in as a referee" in cancelled.text
    entry = tournament.entries.select_related("player").get(number=1)
    assert (entry.player.name, entry.player.mail, entry.status) == ("Person 1", "1@example.org", "accepted")


def test_an_organizer_who_uses_a_players_link_is_named_in_the_log(client, tournament, entries):
    organizer = Membership.objects.create(tournament=tournament, user=UserFactory(), role=Role.ORGANIZER).user
    client.force_login(organizer)

    client.post(entries[0].get_cancel_link())

    line = tournament.log.get(kind="entry.cancelled")
    assert (line.actor_kind, line.user) == ("account", organizer)


@pytest.mark.parametrize("name", ["¨", "\u0301", "\u200b"])
def test_an_accent_or_nothing_that_is_seen_is_no_name_of_a_team(client, tournament, entries, name):
    Entry.objects.update(team="Lions")

    response = client.post(entries[0].get_change_link(), FORM | {"team": name})

    assert response.status_code == 422
    assert "The text contains a character that cannot be saved." in response.text
    assert set(tournament.entries.values_list("team", flat=True)) == {"Lions"}
