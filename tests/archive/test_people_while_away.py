"""People who play in a tournament that is away at a laptop, and elsewhere: nobody's copy keeps them as they were."""

from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.archive.laptops import Network, compressed, file_for_laptop, go_on, hands_at, post
from tests.archive.test_hand_over import hanchan_of, returned
from tests.factories import EntryFactory, TournamentFactory, UserFactory, play, visitor
from tests.in_turn import in_turn
from tests.people.test_substitutes_consent import substitute
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions.bring_back import bring_back, take_over
from tournament.archive.actions.delete_tournament import delete_tournament
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.archive.queries.differences import differences_in
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.values import moment_text
from tournament.core.actions.journal import WHILE_AWAY
from tournament.core.errors import Away
from tournament.core.text import folded
from tournament.models import (
    Announcement,
    AnnouncementPicture,
    Entry,
    EntryStatus,
    LogEntry,
    MailWording,
    Offence,
    Player,
    PlayerFacts,
    ShownAs,
    TeamPenalty,
)
from tournament.people.actions import player_facts
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.give_team_penalty import give_team_penalty, take_back_team_penalty
from tournament.people.actions.merge_players import merge_players
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of

pytestmark = pytest.mark.django_db

NAME = "Wawrzyniec Brzęczyszczykiewicz"


@pytest.fixture
def owner():
    return visitor(UserFactory())


@pytest.fixture
def copier():
    return visitor(UserFactory())


@pytest.fixture
def first(owner):
    """The person's home."""
    return EntryFactory(tournament__owner=owner.user, player__name=NAME)


@pytest.fixture
def home(first, copier):
    """Somebody else's private tournament with the same person, taken to a laptop with one hand played."""
    tournament, _entries, (hanchan,) = tournament_with([NAME, "B", "C", "D"], owner=copier.user, slug="spring")
    entry = tournament.entries.get(player__name=NAME)
    own = entry.player
    entry.player, entry.note = first.player, f"{NAME} comes late"
    entry.save()
    own.delete()
    play(hanchan, ron(A, B))
    take_to_laptop(tournament_id=tournament.pk, place="nowhere", by=copier)
    tournament.refresh_from_db()
    return tournament


@pytest.fixture
def laptop(home, copier):
    return take_over(file=file_for_laptop(home), key=uuid4(), by=copier)


@pytest.fixture
def network():
    return Network()


def rename(entry, by, name="Renamed"):
    entry.refresh_from_db()
    edit_entry(entry_id=entry.pk, player=PlayerFacts(name=name), entry=entry_facts_of(entry), by=by)


def is_clean(tournament):
    tournament.refresh_from_db()
    return not list(differences_in(tournament))


def kinds(tournament):
    return list(tournament.log.order_by("number").values_list("kind", flat=True))


def test_the_owner_of_their_home_corrects_them(first, home, owner):
    rename(first, owner)

    assert home.entries.get(player=first.player_id).player.name == "Renamed"
    assert kinds(home)[-1] == "player.renamed"
    assert is_clean(home)


def test_on_the_page_of_what_is_away_nobody_changes_them(home, first, copier):
    with pytest.raises(Away, match=home.name):
        rename(home.entries.get(player=first.player_id), copier)


@pytest.mark.slow
def test_what_the_laptop_brings_stands_before_what_was_written_here(home, laptop, first, owner, copier):
    rename(first, owner)
    play(hanchan_of(laptop), tsumo(A))

    assert bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier).separate_copy is None

    home.refresh_from_db()
    assert kinds(home)[-4:] == ["hand.recorded", "tournament.returned", "player.renamed", "tournament.brought_back"]
    assert home.entries.get(player=first.player_id).player.name == "Renamed"
    assert hands_at(home) == 2
    assert is_clean(home)
    assert list(home.log.values_list("number", flat=True)) == list(range(1, home.version + 1))


@pytest.mark.slow
def test_the_mirror_goes_on_and_every_version_is_a_new_one(home, laptop, first, owner, network):
    play(hanchan_of(laptop), tsumo(A))
    go_on(network)
    versions = []
    for name in ("One", "Two"):
        rename(first, owner, name)
        home.refresh_from_db()
        versions.append(home.version)
        play(hanchan_of(laptop), tsumo(A))
        assert go_on(network) == 1
        home.refresh_from_db()
        versions.append(home.version)

    assert versions == sorted(set(versions))
    assert hands_at(home) == 4
    assert kinds(home)[-2:] == ["player.renamed"] * 2
    assert home.entries.get(player=first.player_id).player.name == "Two"
    assert is_clean(home)


def test_the_laptop_still_confirms_its_version(home, laptop, first, owner):
    rename(first, owner)
    file = file_for_laptop(home)
    known = home.version

    answers = [post(file["mirror"]["address"], key=file["mirror"]["key"], version=each) for each in (known, known + 1)]

    assert [answer.status_code for answer in answers] == [200, 412]


def test_a_document_received_twice_changes_nothing(home, laptop, first, owner):
    rename(first, owner)
    file = file_for_laptop(home)
    document = compressed(envelope(laptop))
    before = kinds(home)

    answers = [post(file["mirror"]["address"], document, key=file["mirror"]["key"]) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert kinds(home) == before


@pytest.mark.slow
def test_play_goes_on_here_behind_what_was_written(home, laptop, first, owner, copier):
    rename(first, owner)
    call_back(tournament_id=home.pk, by=copier)
    home.refresh_from_db()
    play(hanchan_of(home), tsumo(A))
    take_to_laptop(tournament_id=home.pk, place="again", by=copier)
    home.refresh_from_db()
    again = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)

    assert bring_back(tournament_id=home.pk, file=returned(again, copier), by=copier).separate_copy is None

    assert kinds(home).count("player.renamed") == 1
    assert is_clean(home)


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


def name_everywhere(tournament, by):
    """Write the person's name into everything that an organizer types, besides rules and reasons of players."""
    tournament.entries.update(team=NAME)
    texts = {"text": NAME, "programme": NAME, "address": NAME, "fee": f"20 € to {NAME}", "payment": NAME}
    Announcement.objects.create(tournament=tournament, contact=NAME, **texts)
    MailWording.objects.create(
        tournament=tournament, kind="received", language="en", subject=f"Ask {NAME}", body=f"Ask {NAME}: {{link}}"
    )
    tournament.breaks = f"2026-05-02 12:30–13:30 Lunch with {NAME}"
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
    tournament.refresh_from_db()
    name_everywhere(tournament, owner)
    AnnouncementPicture.objects.create(
        tournament=tournament, content=b"", width=1, height=1, digest="", words=f"{NAME} at the table"
    )
    take_to_laptop(tournament_id=tournament.pk, place="nowhere", by=owner)
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
    assert {entry.team for entry in tournament.entries.all()} == {tournament.player_teams.get().name} == {"#1"}
    if side == "here":
        assert tournament.picture.words == "#1 at the table"
    assert is_clean(tournament)


@pytest.mark.slow
def test_two_of_them_become_one(home, laptop, first, owner, copier):
    double = EntryFactory(player__name="W. Brzęczyszczykiewicz", tournament=TournamentFactory(owner=owner.user))

    merge_players(player_id=double.player_id, into_id=first.player_id, by=owner)
    bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier)

    assert Player.objects.get(entries=double).pk == first.player_id
    assert home.entries.filter(player=first.player_id).exists()
    assert is_clean(home)


@pytest.mark.slow
@pytest.mark.parametrize("is_into_entered", [False, True])
@pytest.mark.parametrize("is_mirrored", [False, True])
def test_a_link_that_a_merge_ended_does_not_come_back_from_the_laptop(owner, network, is_mirrored, is_into_entered):
    """It would show the contacts of the other person to whoever entered under that name."""
    tournament, _entries, (hanchan,) = tournament_with(["Anna Novak", "B", "C", "D"], owner=owner.user, slug="spring")
    entered = tournament.entries.get(player__name="Anna Novak")
    elsewhere = TournamentFactory(owner=owner.user)
    anna = EntryFactory(tournament=elsewhere, player__name="Anna Nowak", player__mail="anna@example.org").player
    Entry.objects.filter(pk=entered.pk).update(language="en")
    play(hanchan, ron(A, B))
    take_to_laptop(tournament_id=tournament.pk, place="nowhere", by=owner)
    tournament.refresh_from_db()
    laptop = take_over(file=file_for_laptop(tournament), key=uuid4(), by=owner)
    old, others = entered.get_link(), tournament.entries.exclude(pk=entered.pk)
    of_laptop = [entry.get_link() for entry in laptop.entries.exclude(number=entered.number)]

    one, other = (anna.pk, entered.player_id) if is_into_entered else (entered.player_id, anna.pk)
    merge_players(player_id=one, into_id=other, by=owner)
    entered.refresh_from_db()
    new = entered.get_link()
    play(hanchan_of(laptop), tsumo(A))
    if is_mirrored:
        assert go_on(network) == 1
    bring_back(tournament_id=tournament.pk, file=returned(laptop, owner), by=owner)

    assert Client().get(old).status_code == 404
    assert Client().get(new).status_code == 200
    tokens = [link.removesuffix("/").rpartition("/")[2] for link in of_laptop]
    assert all(entry.accepts_desk(token) for entry, token in zip(others.order_by("number"), tokens, strict=True))


def public_file(tournament):
    return Client().get(reverse("tournament-json", args=[tournament.slug])).text


def come_back(way, home, laptop, network, by):
    """Play a hand on the laptop, which the site gets by the mirror or when the tournament returns."""
    play(hanchan_of(laptop), tsumo(A))
    if way == "mirror":
        assert go_on(network) == 1
    else:
        assert bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy is None
    home.refresh_from_db()
    assert hands_at(home) == 2
    assert is_clean(home)


HIDDEN = [
    (ShownAs.NOBODY, None, ShownAs.NOBODY),
    (ShownAs.INITIALS, ShownAs.NOBODY, ShownAs.NOBODY),
    (ShownAs.NOBODY, ShownAs.INITIALS, ShownAs.NOBODY),
]


@pytest.mark.slow
@pytest.mark.parametrize(("here", "there", "after", "way"), in_turn(HIDDEN, [("mirror",), ("return",)]))
def test_who_is_hidden_here_stays_hidden(home, laptop, copier, network, way, here, there, after):
    player = home.entries.get(number=2).player
    show_person(player_id=player.pk, shown_as=here, by=copier)
    if there is not None:
        show_person(player_id=laptop.entries.get(number=2).player_id, shown_as=there, by=copier)

    come_back(way, home, laptop, network, copier)

    player.refresh_from_db()
    assert player.shown_as == after
    assert '"B"' not in public_file(home)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_the_refusal_of_a_substitute_holds_and_stops_no_laptop(home, copier, network, way):
    reserve = {"number": 13, "player__name": "Zoe Nowak", "player__home": home, "status": EntryStatus.WAITING}
    call_back(tournament_id=home.pk, by=copier)
    entry = EntryFactory(tournament=home, **reserve)
    substitute(hanchan_of(home), 0, "Zoe Nowak")
    take_to_laptop(tournament_id=home.pk, place="nowhere", by=copier)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)
    assert "Zoe Nowak" in public_file(home)

    show_person(player_id=entry.player_id, shown_as=ShownAs.NOBODY, by=copier)
    come_back(way, home, laptop, network, copier)

    assert "Zoe Nowak" not in public_file(home)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_a_substitute_may_be_hidden_on_the_laptop(home, copier, network, way):
    reserve = {"number": 13, "player__name": "Zoe Nowak", "player__home": home, "status": EntryStatus.WAITING}
    call_back(tournament_id=home.pk, by=copier)
    EntryFactory(tournament=home, **reserve)
    substitute(hanchan_of(home), 0, "Zoe Nowak")
    take_to_laptop(tournament_id=home.pk, place="nowhere", by=copier)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)

    show_person(player_id=laptop.entries.get(number=13).player_id, shown_as=ShownAs.NOBODY, by=copier)
    come_back(way, home, laptop, network, copier)

    assert "Zoe Nowak" not in public_file(home)


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_the_deletion_of_their_home_stops_no_laptop(first, home, owner, copier, network, way):
    player = first.player
    player.home, player.legal_name, player.ara_number = first.tournament, "Wawrzyniec", "77"
    player.save()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)

    delete_tournament(tournament_id=first.tournament_id, name=first.tournament.name, by=owner)
    come_back(way, home, laptop, network, copier)

    player.refresh_from_db()
    assert (player.home, player.legal_name, player.ara_number) == (None, "", "")


@pytest.mark.slow
def test_a_link_that_a_merge_made_invalid_stays_so(home, laptop, copier, network):
    elsewhere = TournamentFactory(owner=copier.user)
    real = EntryFactory(tournament=elsewhere, player__name="B", player__mail="b@example.org", player__home=elsewhere)
    entry = home.entries.get(number=2)
    others_link, links = home.entries.get(number=3).get_link(), [entry.get_link()]

    merge_players(player_id=entry.player_id, into_id=real.player_id, by=copier)
    links.append(laptop.entries.get(number=2).get_link())
    come_back("return", home, laptop, network, copier)

    assert "b@example.org" in Client().get(home.entries.get(number=2).get_link()).text
    assert Client().get(others_link).status_code == 200
    for link in links:
        assert Client().get(link.replace(laptop.slug, home.slug)).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_a_file_that_was_downloaded_after_a_change_here_comes_back(home, first, owner, copier, network, way):
    rename(first, owner, "One")
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=copier)
    rename(first, owner, "Two")

    come_back(way, home, laptop, network, copier)

    assert kinds(home).count("player.renamed") == 2
    assert home.entries.get(player=first.player_id).player.name == "Two"


@pytest.mark.slow
def test_the_laptop_takes_no_entry_from_the_log_here(home, laptop, first, owner, copier):
    rename(first, owner)
    written = home.log.get(kind="player.renamed")
    play(hanchan_of(laptop), tsumo(A))
    file = returned(laptop, copier)
    log = file["document"]["log"]
    log.append({**log[-1], "number": len(log) + 1, "kind": written.kind, "data": {}, "at": moment_text(written.at)})

    bring_back(tournament_id=home.pk, file=file, by=copier)

    assert home.log.filter(kind=written.kind, data=written.data, actor_name=written.actor_name).count() == 1


def test_the_mirror_takes_no_entry_that_pretends_to_be_of_here(home, laptop, first, owner, network):
    rename(first, owner)
    play(hanchan_of(laptop), tsumo(A))
    LogEntry.objects.filter(tournament=laptop, kind="hand.recorded").update(data={"number": 2, WHILE_AWAY: True})

    go_on(network)

    assert hands_at(home) == 1


@pytest.mark.slow
@pytest.mark.parametrize("way", ["mirror", "return"])
def test_a_change_that_the_log_has_no_room_for_stops_no_laptop(
    home, laptop, first, owner, copier, network, way, monkeypatch
):
    monkeypatch.setattr(player_facts, "LOGGED_FROM_OUTSIDE", 0)
    for name in ("One", "Two", "Three"):
        rename(first, owner, name)
    first.refresh_from_db()
    for country in ("CZ", "FR"):
        facts = replace(facts_of(first.player), country=country)
        edit_entry(entry_id=first.pk, player=facts, entry=entry_facts_of(first), by=owner)
        first.refresh_from_db()

    come_back(way, home, laptop, network, copier)

    person = home.entries.get(player=first.player_id).player
    assert (person.name, person.country) == ("Three", "FR")
    assert [kinds(home).count(kind) for kind in ("player.renamed", "player.edited")] == [1, 1], "one for each detail"


def test_at_home_the_log_keeps_its_room_for_the_hands(home, first, owner, copier, monkeypatch):
    monkeypatch.setattr(player_facts, "LOGGED_FROM_OUTSIDE", 0)
    call_back(tournament_id=home.pk, by=copier)

    rename(first, owner)

    assert home.entries.get(player=first.player_id).player.name == "Renamed"
    assert "player.renamed" not in kinds(home)
