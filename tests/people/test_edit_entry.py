"""What is known of a player: corrected by the organizer, read by the team, and by everybody as far as it is public."""

import pytest
from django.urls import reverse

from scoring.outcome import HanFu, Ron, Win
from scoring.seats import Seat
from tests.factories import (
    STRANGER,
    EntryFactory,
    HanchanFactory,
    LeagueFactory,
    TournamentFactory,
    UserFactory,
    keep_plan,
    play,
    sign,
)
from tests.queries import queries_of
from tests.reading import reading
from tournament.core.actions.journal import log
from tournament.models import Entry, EntryStatus, Player

pytestmark = pytest.mark.django_db

FACTS = {"name": "Jan Novák", "status": "accepted", "may_publish": "on"}


@pytest.fixture
def organizer(client):
    user = UserFactory()
    client.force_login(user)
    return user


@pytest.fixture
def tournament(organizer):
    return TournamentFactory(organizers=[organizer])


@pytest.fixture
def entry(tournament):
    return EntryFactory(tournament=tournament, number=1, player__name="Jan Novák")


def edit(client, tournament, **facts):
    return client.post(reverse("entry-edit", args=[tournament.slug, 1]), FACTS | facts)


def test_everything_is_kept_and_shown_again(client, tournament, entry):
    facts = {
        "country": "ger",
        "club": "Riichi Praha",
        "ema_number": "04990001",
        "mail": "jan@example.org",
        "phone": "+420 600 100 200",
        "team": "The Dragons",
        "note": "comes by train",
        "reserved_table": "1",
        "paid": "on",
    }

    response = edit(client, tournament, **facts)
    again = client.get(reverse("entry-edit", args=[tournament.slug, 1]))

    assert response.url == reverse("players", args=[tournament.slug])
    entry.refresh_from_db()
    player = entry.player
    player.refresh_from_db()
    assert (player.country, player.country_letters, player.ema_number) == ("DE", "GER", "04990001")
    assert (entry.team, entry.reserved_table, entry.paid, entry.may_publish) == ("The Dragons", 1, True, True)
    form = again.context["form"]
    assert {name: form[name].value() for name in facts} == facts | {"country": "GER", "reserved_table": 1, "paid": True}


def test_saving_what_is_there_changes_nothing(client, tournament, entry):
    version = tournament.version

    edit(client, tournament)

    tournament.refresh_from_db()
    assert tournament.version == version


@pytest.mark.parametrize(
    ("field", "wrong", "problem"),
    [
        ("ema_number", "4990001", "has 8 digits"),
        ("ema_number", "٠٤٩٩٠٠٠١", "has 8 digits"),
        ("ema_number", "0499000A", "has 8 digits"),
        ("country", "Atlantis", "Tenbo does not know this country"),
        ("mail", "jan@", "valid email"),
        ("name", "x" * 81, "Shorten this text to 80"),
        ("status", "winner", "valid choice"),
        ("reserved_table", "0", "greater than or equal to 1"),
        ("phone", "1" * 31, "at most 30"),
    ],
)
def test_what_cannot_be_is_told_and_kept_on_the_page(client, tournament, entry, field, wrong, problem):
    response = edit(client, tournament, **{field: wrong})

    assert response.status_code == 422
    assert problem in response.text
    assert wrong in response.text
    assert not tournament.log.exists()


def test_a_name_is_corrected_in_every_tournament_of_the_organizer(client, tournament, organizer):
    other = EntryFactory(tournament__organizers=[organizer], player__name="Jan Nowak")
    EntryFactory(tournament=tournament, player=other.player, number=1)

    response = edit(client, tournament, name=" Jan  Novák")

    assert response.status_code == 302
    assert Player.objects.get().name == "Jan Novák"
    for logged, number in ((tournament, 1), (other.tournament, other.number)):
        assert logged.log.get().data == {"number": number, "before": "Jan Nowak"}


def test_a_person_that_others_show_too_is_not_changed_behind_their_back(client, tournament):
    foreign = EntryFactory(player__name="Jan Novák")
    EntryFactory(tournament=tournament, player=foreign.player, number=1)

    renamed = edit(client, tournament, name="Silly")
    moved = edit(client, tournament, country="FR")
    noted = edit(client, tournament, team="The Dragons")

    assert (renamed.status_code, moved.status_code, noted.status_code) == (409, 409, 302)
    player = Player.objects.get()
    assert (player.name, player.country) == ("Jan Novák", "")
    assert tournament.entries.get().team == "The Dragons"


def test_the_log_keeps_no_mail_no_phone_no_club_and_no_note(client, tournament, entry):
    edit(client, tournament, mail="jan@example.org", phone="600100200", note="ill", club="Praha")

    logged = [line.data for line in tournament.log.all()]
    shown = client.get(reverse("log", args=[tournament.slug])).text
    assert not any(secret in str(logged) for secret in ("example.org", "600100200", "ill'", "Praha", "Jan"))
    assert "Changed the details of Jan Novák: club, mail and phone" in reading(shown)


def test_who_waits_is_shown_to_the_team_alone_and_has_no_seat(client, tournament, entry):
    EntryFactory.create_batch(4, tournament=tournament)
    edit(client, tournament, status="waiting")

    team = client.get(reverse("players", args=[tournament.slug])).text
    seats = client.get(reverse("round-new", args=[tournament.slug]))
    standings = client.get(reverse("leaderboard", args=[tournament.slug])).text
    client.logout()

    assert "Waiting list" in team
    assert "Jan Novák" in team
    assert entry.pk not in [row.pk for row in seats.context["proposal"].entries]
    assert "Jan Novák" not in standings
    assert "Jan Novák" not in client.get(reverse("players", args=[tournament.slug])).text
    assert client.get(reverse("entry", args=[tournament.slug, 1])).status_code == 404


def test_who_has_a_seat_keeps_playing(client, tournament):
    hanchan = HanchanFactory(round__tournament=tournament)
    entry = hanchan.seats.first().entry
    Entry.objects.filter(pk=entry.pk).update(number=1)

    response = edit(client, tournament, name=entry.player.name, status="waiting")

    assert response.status_code == 409
    assert tournament.entries.get(pk=entry.pk).status == EntryStatus.ACCEPTED


def test_country_and_club_are_public_and_the_rest_is_not(client, tournament, entry):
    edit(
        client,
        tournament,
        country="GER",
        club="Praha",
        mail="j@example.org",
        phone="600100",
        note="on crutches",
        paid="on",
    )
    client.logout()

    public = client.get(reverse("players", args=[tournament.slug])).text

    assert '<abbr title="Germany">GER</abbr>' in public
    assert "Praha" in public
    assert not any(secret in public for secret in ("example.org", "600100", "crutches"))


@pytest.mark.slow
def test_who_does_not_consent_has_no_name_for_the_public(client, tournament):
    hanchan = HanchanFactory(round__tournament=tournament)
    entry = hanchan.seats.first().entry
    entry.player.name = "Zuzana Skrytá"
    entry.player.save()
    entry.may_publish = False
    entry.save()
    said = log(tournament, "substitute.named", by=STRANGER)
    substitution = hanchan.substitutions.create(
        entry=entry, name="Somebody Else", may_publish=True, after_hand=1, said_by=said
    )
    play(hanchan, Ron(discarder=Seat.WEST, wins=(Win(winner=Seat.EAST, value=HanFu(13)),)))
    sign(hanchan)
    league = LeagueFactory(tournaments=[tournament])
    slug = tournament.slug
    for_team = client.get(reverse("players", args=[slug])).text
    client.logout()

    public = [
        client.get(url).text
        for url in (
            reverse("tournament", args=[slug]),
            reverse("players", args=[slug]),
            reverse("leaderboard", args=[slug]),
            reverse("leaderboard-csv", args=[slug]),
            reverse("leaderboard-json", args=[slug]),
            reverse("round", args=[slug, 1]),
            reverse("seating", args=[slug]),
            reverse("entry", args=[slug, entry.number]),
            reverse("entry", args=[slug, hanchan.seats.last().entry.number]),
            reverse("hanchan", args=[slug, hanchan.pk]),
            reverse("hanchan-json", args=[slug, hanchan.pk]),
            reverse("league", args=[league.slug]),
        )
    ]

    assert "Zuzana" in for_team
    assert any(substitution.name in text for text in public)
    assert not any("Zuzana" in text or "Skryt" in text for text in public)
    assert sum("a player" in text for text in public) == len(public) - 1


def test_the_team_reads_every_name_on_paper_and_at_the_desk(client, tournament):
    hanchan = HanchanFactory(round__tournament=tournament)
    entries = [seat.entry for seat in hanchan.seats.all()]
    tournament.entries.update(may_publish=False)
    numbers = [entry.number for entry in entries]
    keep_plan(tournament, [numbers], [numbers])
    slug = tournament.slug

    pages = [
        client.get(url).text
        for url in (
            reverse("print-start-list", args=[slug]),
            reverse("print-badges", args=[slug]),
            reverse("print-sheets", args=[slug, 1]),
            reverse("print-seating", args=[slug, 1]),
            reverse("print-schedules", args=[slug]),
            reverse("desk", args=[slug]),
            reverse("round", args=[slug, 1]),
            reverse("table", args=[slug, hanchan.table.number]),
            reverse("round-new", args=[slug]),
            reverse("seating", args=[slug]),
            reverse("check-in", args=[slug]),
        )
    ]

    assert all(entries[0].player.name in text for text in pages)
    assert not any("a player (" in text for text in pages)


def test_nobody_else_may_look(client, tournament, entry):
    client.force_login(UserFactory())

    assert client.get(reverse("entry-edit", args=[tournament.slug, 1])).status_code == 404
    assert edit(client, tournament).status_code == 404


def test_the_page_takes_no_more_queries_for_more_players(client, tournament, entry):
    url = reverse("entry-edit", args=[tournament.slug, 1])
    few = queries_of(client, url)

    EntryFactory.create_batch(8, tournament=tournament)

    assert queries_of(client, url) == few


def test_the_last_name_is_a_part_of_the_name_and_goes_into_the_file_of_the_ema(client, tournament, entry):
    wrong = edit(client, tournament, name="Anna Nagy Szabó", last_name="Szabo")
    edit(client, tournament, name="Anna Nagy Szabó", last_name="Nagy Szabó")

    assert wrong.status_code == 422
    assert "The full name must begin or end with this last name." in wrong.text
    assert Player.objects.get().last_name == "Nagy Szabó"
