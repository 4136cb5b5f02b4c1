"""Somebody is removed on one side, and only one side knows all the person's names; or both sides remove the person."""

from dataclasses import fields, replace
from fractions import Fraction
from unicodedata import normalize
from uuid import uuid4

import pytest

from tests.archive.laptops import file_for_laptop, go_on, hands_at
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.while_away.people import NAME, is_clean, rename
from tests.factories import EntryFactory, play
from tests.people.test_substitutes_consent import substitute
from tests.standings.results import tournament_with
from tests.table.corrections import A, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.document import envelope
from tournament.models import Announcement, Entry, Mirror, Offence, Player, PlayerTeam, Tournament
from tournament.people.actions.edit_player_teams import edit_player_teams
from tournament.people.actions.give_penalty import give_penalty
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.remove_person import remove_person
from tournament.standings.player_teams import TeamCounts, facts_of_team
from tournament.standings.queries.player_teams import player_teams

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NEW = "Vavřinec Správný"


def penalty(tournament, by, reason):
    about = {"rule": "", "offence": Offence.OTHER, "points": Fraction(5), "minutes": None, "round_number": None}
    entry = tournament.entries.get(number=3)
    give_penalty(tournament_id=tournament.pk, key=uuid4(), entry_id=entry.pk, reason=reason, by=by, **about)


def played_and_back(home, laptop, by, network):
    """Play two hands on the laptop. The mirror sends the first one, and the second returns with the tournament."""
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    assert not Mirror.objects.exclude(problem="").exists()
    play(hanchan_of(laptop), tsumo(A))
    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert (brought.separate_copy, brought.rewritten) == (None, None)
    assert hands_at(home) == 3
    assert is_clean(home)


@pytest.mark.parametrize("text", ["penalty", "substitute"])
def test_a_name_that_only_the_laptop_knew_is_erased_here_too(home, laptop, first, owner, copier, network, text):
    """The person plays elsewhere too, so this site keeps the old name, and the removal does not find the new one."""
    rename(laptop.entries.get(number=1), copier, NEW)
    if text == "penalty":
        penalty(laptop, copier, f"{NEW} saw it")
    else:
        substitute(hanchan_of(laptop), 1, NEW)
    assert go_on(network) == 1
    assert NEW in str(envelope(home))

    remove_person(player_id=first.player_id, by=owner)
    played_and_back(home, laptop, copier, network)

    assert NEW not in str(envelope(home))


@pytest.mark.parametrize("text", ["announcement", "announcement with accents apart", "penalty", "place", "team"])
def test_a_name_that_only_this_site_knew_stops_no_laptop(home, first, owner, copier, network, text):
    """The laptop's texts have the right spelling, which the site enters while the tournament is away."""
    if text.startswith("announcement"):
        form = "NFC" if text == "announcement" else "NFD"
        Announcement.objects.create(tournament=home, text=normalize(form, f"Prosím: ptejte se {NEW} na jídlo"))
    if text == "place":
        Tournament.objects.filter(pk=home.pk).update(place=f"At {NEW}'s")
    if text == "team":
        PlayerTeam.objects.create(tournament=home, name=NEW, short_name="Vavřinec")
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)
    rename(first, owner, NEW)
    if text == "penalty":
        penalty(laptop, copier, f"{NEW} saw it")
        assert go_on(network) == 1

    remove_person(player_id=first.player_id, by=owner)
    played_and_back(home, laptop, copier, network)

    assert NEW not in normalize("NFC", str(envelope(home)))
    assert "Vavřinec" not in str(envelope(home))


def test_a_short_name_that_the_laptop_gave_a_team_stays(home, first, owner, copier, network):
    """The team's name has a removed person's mark by chance, and so on both sides."""
    number = home.entries.get(player=first.player).number
    PlayerTeam.objects.create(tournament=home, name=f"Club #{number}", short_name="Old")
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)
    (team,) = player_teams(laptop)
    counts = TeamCounts(**{field.name: getattr(laptop, field.name) for field in fields(TeamCounts)})
    changed = [replace(facts_of_team(team), short_name="New")]
    edit_player_teams(tournament_id=laptop.pk, teams=changed, counts=counts, by=copier)

    remove_person(player_id=first.player_id, by=owner)
    played_and_back(home, laptop, copier, network)

    assert home.player_teams.get().short_name == "New"


def test_a_namesake_with_a_longer_name_stops_no_laptop(home, first, owner, copier, network):
    second = EntryFactory(tournament__owner=owner.user, player__name=NAME)
    Entry.objects.filter(tournament=home, number=2).update(player=second.player)
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)
    rename(laptop.entries.get(number=2), copier, f"{NAME} ml.")
    penalty(laptop, copier, f"{NAME} ml. saw it")
    assert go_on(network) == 1

    remove_person(player_id=first.player_id, by=owner)
    played_and_back(home, laptop, copier, network)


def test_who_was_removed_on_both_sides_stops_no_second_trip(home, laptop, first, owner, copier, network):
    remove_person(player_id=laptop.entries.get(number=1).player_id, by=copier)
    remove_person(player_id=first.player_id, by=owner)
    assert bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier).separate_copy is None
    take_to_laptop(tournament_id=home.pk, place="day two", by=copier)
    home.refresh_from_db()

    again = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)

    assert again == laptop
    played_and_back(home, again, copier, network)


def test_a_substitute_whose_entry_the_laptop_took_out_is_erased_too(home, first, owner, copier, network):
    reserve = EntryFactory(tournament=home, number=5, player__name=NEW)
    EntryFactory(tournament=first.tournament, number=2, player=reserve.player)
    Player.objects.filter(pk=reserve.player_id).update(home=first.tournament)
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)
    substitute(hanchan_of(laptop), 1, NEW)
    assert go_on(network) == 1
    remove_entry(tournament_id=laptop.pk, entry_id=laptop.entries.get(number=5).pk, by=copier)

    remove_person(player_id=reserve.player_id, by=owner)
    played_and_back(home, laptop, copier, network)

    assert NEW not in str(envelope(home))


def test_an_earlier_name_goes_with_an_entry_that_the_laptop_took_out(copier):
    tournament, _entries, _hanchans = tournament_with(["A", "B", "C", "D"], owner=copier.user, slug="spring")
    rename(EntryFactory(tournament=tournament, number=5, player__name="Old Surname"), copier, NEW)
    take_to_laptop(tournament_id=tournament.pk, place="nowhere", by=copier)
    tournament.refresh_from_db()
    laptop = take_over(file=file_for_laptop(tournament), key=uuid4(), by=copier)
    remove_entry(tournament_id=laptop.pk, entry_id=laptop.entries.get(number=5).pk, by=copier)

    assert bring_back(tournament_id=tournament.pk, file=returned(laptop, copier), by=copier).separate_copy is None

    assert tournament.log.get(kind="player.renamed").data == {"number": 5, "before": "#5"}
    assert is_clean(tournament)
