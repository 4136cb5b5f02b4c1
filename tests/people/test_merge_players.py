"""Two players turn out to be one person."""

import pytest
from django.urls import reverse

from tests.factories import EntryFactory, HanchanFactory, LeagueFactory, TournamentFactory, UserFactory, sign, visitor
from tests.reading import reading
from tournament.core.actions.journal import log
from tournament.models import Entry, Player
from tournament.people.actions.merge_players import merge_players
from tournament.people.queries.person import removable_by
from tournament.standings.queries.league_table import league_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def organizer(client):
    user = UserFactory()
    client.force_login(user)
    return user


@pytest.fixture
def before(organizer):
    """Somebody who played last year."""
    return EntryFactory(
        tournament__owner=organizer,
        tournament__name="Winter Cup",
        player__name="Jan Novák",
        player__club="Praha",
    )


@pytest.fixture
def entry(organizer):
    """Perhaps the same person, who entered this year."""
    tournament = TournamentFactory(owner=organizer)
    return EntryFactory(
        tournament=tournament, number=1, status="applied", player__name="Novak Jan", player__ema_number="09010001"
    )


def merge(client, entry, player):
    url = reverse("entry-merge", args=[entry.tournament.slug, entry.number])
    return client.post(url, {"player": str(player.pk)}, follow=True)


def test_who_is_perhaps_known_is_said_and_becomes_one(client, before, entry):
    listed = client.get(reverse("players", args=[entry.tournament.slug])).text
    asked = client.get(reverse("entry-edit", args=[entry.tournament.slug, 1])).text

    response = merge(client, entry, before.player)

    entry.refresh_from_db()
    player = Player.objects.get()
    assert "Possibly a known player" in listed
    assert "Winter Cup" in asked
    assert "The two records are now one person: Jan Novák." in response.text
    assert entry.player == before.player == player
    assert (player.name, player.club, player.ema_number) == ("Jan Novák", "Praha", "09010001")
    assert entry.tournament.log.get().data == {"number": 1, "before": "Novak Jan"}
    assert "with Jan Novák: the same person" in reading(client.get(reverse("log", args=[entry.tournament.slug])).text)


def test_a_link_shows_nobody_the_phone_of_somebody_else(client, before, entry):
    Player.objects.filter(pk=before.player_id).update(phone="+420 600")
    link = entry.get_link()

    merge(client, entry, before.player)

    entry.refresh_from_db()
    assert client.get(link).status_code == 404
    assert "+420 600" not in client.get(entry.get_link()).text  # it is shown where the person was entered first
    before.refresh_from_db()
    assert "+420 600" in client.get(before.get_link()).text


def test_a_link_stays_where_it_shows_what_its_owner_said(client, before, entry):
    Player.objects.filter(pk=entry.player_id).update(phone="+420 600")

    merge(client, entry, before.player)

    assert client.get(entry.get_link()).status_code == 200
    before.refresh_from_db()
    assert "+420 600" in client.get(before.get_link()).text


def test_no_result_is_lost(client, organizer, before):
    first = HanchanFactory(round__tournament=before.tournament)
    second = HanchanFactory(round__tournament=TournamentFactory(organizers=[organizer]))
    one, other = (hanchan.seats.first().entry for hanchan in (first, second))
    Player.objects.filter(pk__in=[one.player_id, other.player_id]).update(name="Zoë Żółć")
    for hanchan in (first, second):
        sign(hanchan)
    league = LeagueFactory(owner=organizer, tournaments=[first.tournament, second.tournament])

    merge(client, other, one.player)

    rows = league_table(league, visitor(organizer)).rows
    assert [row.season.hanchans for row in rows if row.name == "Zoë Żółć"] == [2]
    assert sum(row.season.hanchans for row in rows) == 8


def test_two_in_one_tournament_stay_two(client, organizer, before, entry):
    other = EntryFactory(tournament=before.tournament, player__name="Novák, Jan")
    EntryFactory(tournament=entry.tournament, number=2, player=other.player)

    response = merge(client, before, other.player)

    assert "Choose who this player is." in response.text
    assert Player.objects.filter(pk=before.player_id).exists()


def test_both_in_another_tournament_are_refused(client, organizer, before, entry):
    EntryFactory(tournament=before.tournament, player=entry.player)

    response = merge(client, entry, before.player)

    assert "same tournament" in response.text


def test_somebody_who_plays_elsewhere_too_is_not_taken_away(client, before, entry):
    EntryFactory(player=entry.player)

    assert "tournament of another organizer" in merge(client, entry, before.player).text


@pytest.mark.parametrize("player", ["", "x", "999999"])
def test_only_somebody_who_is_likely_the_same_can_be_chosen(client, before, entry, player):
    stranger = EntryFactory(player__name="Novak Jan").player
    url = reverse("entry-merge", args=[entry.tournament.slug, 1])

    for chosen in (player, str(stranger.pk)):
        assert "Choose who this player is." in client.post(url, {"player": chosen}, follow=True).text


@pytest.mark.parametrize("is_into_own", [True, False])
def test_an_organizer_gets_nobody_of_the_owners_by_merging(organizer, is_into_own):
    """Who owns where a person was first entered may remove them everywhere."""
    own = EntryFactory(tournament=TournamentFactory(owner=organizer))
    theirs = EntryFactory(tournament=TournamentFactory(owner=UserFactory(), organizers=[organizer]))
    merged, into = (theirs, own) if is_into_own else (own, theirs)

    merge_players(player_id=merged.player_id, into_id=into.player_id, by=visitor(organizer))

    assert not removable_by(visitor(organizer)).filter(pk=into.player_id).exists()


def test_nobody_else_merges(client, before, entry):
    client.force_login(UserFactory())

    assert merge(client, entry, before.player).status_code == 404
    assert Player.objects.count() == 2


def test_merging_in_the_other_direction_gives_the_stranger_nothing_either(client, organizer, before, entry):
    """The page of last year's entry offers the merge into this year's, which anybody may have made with the form."""
    Player.objects.filter(pk=before.player_id).update(phone="+420 600", mail="jan@private.example")
    Player.objects.filter(pk=entry.player_id).update(mail="mallory@evil.example")
    entry.language = "en"
    entry.save()
    link, known_link = entry.get_link(), before.get_link()

    merge(client, before, entry.player)

    for each in (before, entry):
        each.refresh_from_db()
    merged = Player.objects.get()
    assert entry.player == before.player == merged
    assert (merged.mail, merged.phone, merged.home) == ("jan@private.example", "+420 600", before.tournament)
    assert client.get(link).status_code == 404
    assert "+420 600" not in client.get(entry.get_link()).text
    assert "+420 600" in client.get(known_link).text, "it shows what it showed before"


@pytest.mark.parametrize("by_form", [True, False])
def test_who_keeps_the_say_was_entered_by_an_organizer_or_earlier(client, organizer, before, entry, by_form):
    """The link of the entry in the home can change the person in all events."""
    if by_form:
        before.language = "en"
        before.save()

    merge(client, entry, before.player)

    home = entry.tournament if by_form else before.tournament
    assert Player.objects.get().home == home


def test_an_earlier_link_stays_where_nothing_is_filled_in(client, before, entry):
    Player.objects.update(phone="+420 600")

    merge(client, before, entry.player)

    for each in (before, entry):
        assert client.get(each.get_link()).status_code == 200


@pytest.mark.parametrize("by_form", [True, False])
@pytest.mark.parametrize("into_known", [True, False])
def test_whoever_refused_a_public_name_is_not_named_by_a_merge(client, before, entry, into_known, by_form):
    """The name was pasted as new, with consent unless said otherwise, and nobody was asked."""
    before.may_publish = False
    before.save()
    Entry.objects.filter(pk=entry.pk).update(status="accepted", language="en" if by_form else "")

    merge(client, *((entry, before.player) if into_known else (before, entry.player)))

    entry.refresh_from_db()
    assert entry.player == Player.objects.get()
    assert entry.may_publish == by_form
    assert entry.tournament.log.filter(kind="entry.edited").exists() != by_form


def test_a_refusal_takes_no_consent_of_before(client, before, entry):
    entry.may_publish = False
    entry.save()

    merge(client, entry, before.player)

    before.refresh_from_db()
    assert before.may_publish


@pytest.mark.parametrize("into_known", [True, False])
def test_a_refusal_ends_where_the_person_agreed_later(client, organizer, before, entry, into_known):
    """After the refusal the person was pasted as new, and then agreed in an entry of the known record."""
    Entry.objects.filter(pk=before.pk).update(may_publish=False)
    Entry.objects.filter(pk=entry.pk).update(status="accepted")
    agreed = EntryFactory(tournament__owner=organizer, player=before.player)
    later = EntryFactory(tournament__owner=organizer, player=entry.player)

    merge(client, *((entry, before.player) if into_known else (before, entry.player)))

    consents = [Entry.objects.get(pk=each.pk).may_publish for each in (before, entry, agreed, later)]
    assert consents == [False, False, True, True]


@pytest.mark.parametrize("is_own", [True, False])
def test_a_refusal_takes_no_consent_that_the_person_gave_by_the_link(client, organizer, before, entry, is_own):
    Entry.objects.filter(pk=before.pk).update(may_publish=False)
    Entry.objects.filter(pk=entry.pk).update(status="accepted", may_publish=False)
    later = EntryFactory(tournament__owner=organizer, player=entry.player)
    merged = EntryFactory(tournament__owner=organizer, player=before.player)
    Entry.objects.filter(pk=entry.pk).update(may_publish=True)
    consent = {"number": 1, "before": {"may_publish": False}, "after": {"may_publish": True}}
    log(entry.tournament, "entry.edited", by=visitor(organizer), **consent, **({"own": True} if is_own else {}))

    merge(client, before, entry.player)

    consents = [Entry.objects.get(pk=each.pk).may_publish for each in (before, entry, later, merged)]
    assert consents == [False, is_own, is_own, True]


def test_a_refusal_holds_for_all_later_entries_of_the_other(client, organizer, before, entry):
    Entry.objects.filter(pk=before.pk).update(may_publish=False)
    Entry.objects.filter(pk=entry.pk).update(status="accepted")
    later = EntryFactory(tournament__owner=organizer, player=entry.player)

    merge(client, entry, before.player)

    assert not Entry.objects.filter(pk__in=[before.pk, entry.pk, later.pk], may_publish=True).exists()
