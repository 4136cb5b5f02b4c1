"""Whoever is removed while a tournament is away stays removed from it, and is gone from all of its texts."""

from datetime import timedelta
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from tests.archive.laptops import file_for_laptop, go_on, hands_at
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.while_away.people import NAME, is_clean
from tests.factories import play
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.document import envelope
from tournament.core.text import folded
from tournament.models import Announcement, AnnouncementPicture, LogEntry, MailWording, Offence, Player, TeamPenalty
from tournament.people.actions.give_team_penalty import give_team_penalty, take_back_team_penalty
from tournament.people.actions.remove_person import remove_person
from tournament.people.erased_records import WITH_SETTINGS
from tournament.site.actions.edit_tournament import edit_tournament

pytestmark = pytest.mark.django_db


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_who_was_removed_stays_removed(home, laptop, first, owner, copier, network, way):
    remove_person(player_id=first.player_id, by=owner)
    assert NAME not in str(envelope(home))
    play(hanchan_of(laptop), tsumo(A))

    if way == "mirror":
        assert go_on(network) == 1
    else:
        bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier)

    home.refresh_from_db()
    assert hands_at(home) == 2
    assert NAME not in str(envelope(home))
    assert NAME not in Client().get(home.get_absolute_url()).text
    entry = home.entries.get(player=first.player_id)
    assert (entry.player.name, entry.note, entry.carried_links) == ("a player", "", "")
    assert LogEntry.objects.filter(tournament=home, kind="person.removed").count() == 1
    assert is_clean(home)


@pytest.mark.slow
def test_a_removal_by_a_clock_that_is_ahead_is_not_in_the_future(home, laptop, copier):
    entry = laptop.entries.get(player__name=NAME)
    remove_person(player_id=entry.player_id, by=copier)
    Player.objects.filter(pk=entry.player_id).update(removed_at=timezone.now() + timedelta(days=3))

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier)

    assert brought.separate_copy is None
    assert home.entries.get(number=entry.number).player.removed_at <= timezone.now()


def name_everywhere(tournament, by):
    """Write the person's name into everything that an organizer types, besides rules and reasons of players."""
    tournament.refresh_from_db()
    tournament.entries.update(team=NAME)
    texts = {"text": NAME, "programme": NAME, "address": NAME, "fee": f"20 € to {NAME}", "payment": NAME}
    Announcement.objects.create(tournament=tournament, contact=NAME, **texts)
    MailWording.objects.create(
        tournament=tournament, kind="received", language="en", subject=f"Ask {NAME}", body=f"Ask {NAME}: {{link}}"
    )
    tournament.breaks = f"2026-05-02 12:30–13:30 Lunch with {NAME}"
    tournament.save()
    for place in (f"{NAME}'s garden", f"With {NAME}"):
        edit_tournament(
            tournament_id=tournament.pk, name=f"{place}: Cup", place=place, starts_on=None, is_public=True,
            ruleset_key=tournament.ruleset_key, own_penalties=f"Insult to {place}: 5", by=by,
        )  # fmt: skip
    tournament.refresh_from_db()
    tournament.name = "Cup"
    tournament.save()
    about = {"offence": Offence.OTHER, "points": Fraction(5), "round_number": None, "reason": f"{NAME} was late"}
    give_team_penalty(
        tournament_id=tournament.pk, key=uuid4(), team_key=folded(NAME), rule=f"as to {NAME}"[:60], by=by, **about
    )
    tournament.player_teams.update(short_name="Wawrzek")
    take_back_team_penalty(penalty_id=TeamPenalty.objects.get().pk, reason="No", by=by)


@pytest.mark.slow
@pytest.mark.parametrize("side", ["here", "laptop"])
def test_who_is_removed_is_gone_from_all_texts_and_the_file_comes_back(owner, side):
    tournament, _entries, (hanchan,) = tournament_with([NAME, "B", "C", "D"], owner=owner.user, slug="spring")
    play(hanchan, ron(A, B))
    name_everywhere(tournament, owner)
    AnnouncementPicture.objects.create(
        tournament=tournament, content=b"", width=1, height=1, digest="", words=f"{NAME} at the table"
    )
    take_to_laptop(tournament_id=tournament.pk, place=f"{NAME}'s laptop", by=owner)
    tournament.refresh_from_db()
    laptop = take_over(file=file_for_laptop(tournament), key=uuid4(), by=owner)
    removed_at = tournament if side == "here" else laptop

    remove_person(player_id=removed_at.entries.get(player__name=NAME).player_id, by=owner)
    play(hanchan_of(laptop), tsumo(A))
    brought = bring_back(tournament_id=tournament.pk, file=returned(laptop, owner), by=owner)

    assert brought.separate_copy is None
    tournament.refresh_from_db()
    assert NAME not in str(envelope(tournament))
    assert "Lunch with #1" in tournament.breaks
    assert (tournament.place, tournament.own_penalties) == ("With #1", "Insult to With #1: 5")
    assert tournament.log.filter(kind="tournament.edited").last().data["before"]["place"] == "#1's garden"
    assert tournament.hand_overs.get().place == "#1's laptop"
    assert tournament.player_teams.get().short_name == ""
    assert {entry.team for entry in tournament.entries.all()} == {tournament.player_teams.get().name} == {"#1"}
    if side == "here":
        assert tournament.picture.words == "#1 at the table"
    assert is_clean(tournament)


@pytest.mark.slow
def test_what_an_older_laptop_does_not_erase_stops_it_not(owner):
    """It empties no short name of a team, and leaves the name in the place and in the log's entries about it."""
    tournament, _entries, (hanchan,) = tournament_with([NAME, "B", "C", "D"], owner=owner.user, slug="spring")
    play(hanchan, ron(A, B))
    name_everywhere(tournament, owner)
    take_to_laptop(tournament_id=tournament.pk, place=f"{NAME}'s laptop", by=owner)
    tournament.refresh_from_db()
    laptop = take_over(file=file_for_laptop(tournament), key=uuid4(), by=owner)
    before = envelope(laptop)
    remove_person(player_id=laptop.entries.get(player__name=NAME).player_id, by=owner)
    file = returned(laptop, owner)
    document = file["document"]
    document["tournament"] = before["tournament"] | {"breaks": document["tournament"]["breaks"]}
    document["teams"][0]["short_name"] = before["teams"][0]["short_name"]
    for old, new in zip(before["log"], document["log"], strict=False):
        if old["kind"] in WITH_SETTINGS:
            new["data"] = old["data"]

    assert bring_back(tournament_id=tournament.pk, file=file, by=owner).separate_copy is None

    tournament.refresh_from_db()
    assert NAME not in str(envelope(tournament))
    assert is_clean(tournament)
