"""A tournament goes to a laptop and comes back: one side writes, and nothing is lost or doubled.

Both sides lie in one database here; tests/durability/test_two_sites.py has two.
"""

import json
from uuid import uuid4

import pytest

from scoring.outcome import ExhaustiveDraw
from tests.archive.envelopes import busy_tournament
from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory, at_table, play, visitor
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions.bring_back import WrongTournament, bring_back
from tournament.archive.actions.hand_over import call_back, return_from_laptop, take_to_laptop
from tournament.archive.actions.import_tournament import import_tournament
from tournament.archive.actions.take_over import FileUsedUp, take_over
from tournament.archive.exports.hand_over import hand_over_file
from tournament.archive.queries.hand_over import hand_overs_of
from tournament.archive.tenbo.document import envelope, envelope_json, read_envelope
from tournament.archive.tenbo.hand_over import BACK, TO_LAPTOP, checked_hand_over
from tournament.core.errors import Away, SameHandRecorded
from tournament.games.queries.game import load_game
from tournament.models import EntryTerms, Hanchan, Player, PlayerFacts, Role, Tournament
from tournament.models.keys import former_desk_token
from tournament.people.actions.add_players import add_players
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.enter import enter
from tournament.people.actions.remove_entry import remove_entry
from tournament.people.actions.renew_links import renew_player_link
from tournament.people.queries.players import PastedName
from tournament.table.actions.record_hand import record_hand

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def file_of(tournament, way):
    tournament.refresh_from_db()
    content = hand_over_file(tournament, hand_overs_of(tournament).in_file, place="tenbo.example", hidden=frozenset())
    return checked_hand_over(json.loads(content), way)


def taken(tournament, by, place="Laptop"):
    """What the laptop makes of the file."""
    take_to_laptop(tournament_id=tournament.pk, place=place, by=by)
    return take_over(file=file_of(tournament, TO_LAPTOP), key=uuid4(), by=by)


def returned(laptop, by):
    return_from_laptop(tournament_id=laptop.pk, by=by)
    return file_of(laptop, BACK)


def is_writable(tournament):
    tournament.refresh_from_db()
    return tournament.away_since is None


@pytest.fixture
def by():
    return visitor(UserFactory())


@pytest.fixture
def begun(by):
    """Four players at one table, one hand played."""
    tournament, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=by.user, slug="spring")
    play(hanchan, ron(A, B))
    tournament.refresh_from_db()
    return tournament, hanchan


def hanchan_of(tournament):
    return Hanchan.objects.select_related("table", "round__tournament").get(round__tournament=tournament)


def test_what_is_away_takes_no_write_until_it_is_back(by, begun):
    home, hanchan = begun

    laptop = taken(home, by)

    with pytest.raises(Away, match="has been at Laptop since"):
        play(hanchan, tsumo(A))
    play(hanchan_of(laptop), tsumo(A), ExhaustiveDraw())
    file = returned(laptop, by)
    with pytest.raises(Away, match=r"has been at tenbo\.example since"):
        play(hanchan_of(laptop), tsumo(A))
    assert not is_writable(home)
    brought = bring_back(tournament_id=home.pk, file=file, by=by)
    assert (brought.changes, brought.separate_copy) == (3, None)  # two hands and the return
    assert is_writable(home)
    assert len(load_game(hanchan_of(home)).hands) == 3
    play(hanchan_of(home), tsumo(B))


def test_everything_comes_back_and_what_is_here_alone_stays(by):
    home = busy_tournament(owner=by.user)
    ids = {
        model: set(getattr(home, model).values_list("number", "pk")) for model in ("entries", "tables", "log", "rounds")
    }
    hanchans = list(Hanchan.objects.filter(round__tournament=home).order_by("pk").values_list("pk", flat=True))
    keys = list(home.log.exclude(key=None).values_list("number", "key", "user"))
    nonces = list(home.tables.values_list("number", "link_nonce"))
    laptop = taken(home, by)
    assert envelope(laptop)["log"] == envelope(home)["log"]

    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    home.refresh_from_db()
    laptops, homes = envelope(laptop), envelope(home)
    assert homes["log"][:-1] == laptops["log"]
    assert homes["log"][-1]["kind"] == "tournament.brought_back"
    assert homes | {"log": []} == laptops | {"log": []}
    for model in ("entries", "tables"):
        assert set(getattr(home, model).values_list("number", "pk")) == ids[model]
    assert set(home.log.values_list("number", "pk")) >= ids["log"]
    assert list(Hanchan.objects.filter(round__tournament=home).order_by("pk").values_list("pk", flat=True)) == hanchans
    assert list(home.log.exclude(key=None).values_list("number", "key", "user")) == keys
    assert list(home.tables.values_list("number", "link_nonce")) == nonces
    assert home.memberships.get().role == Role.OWNER


def test_links_open_both_sides_and_those_of_the_laptop_stay_valid(by, begun):
    home, hanchan = begun
    token, entry = hanchan.table._token(), home.entries.first()

    laptop = taken(home, by)

    there, player = laptop.tables.get(), laptop.entries.get(number=entry.number)
    assert there.accepts(token)
    assert player.accepts(entry._token())
    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    assert home.tables.get().accepts(token)
    assert home.tables.get().accepts(there._token())
    assert home.entries.get(pk=entry.pk).accepts(entry._token())
    assert home.entries.get(pk=entry.pk).accepts_desk(player._token())
    again = taken(home, by, place="Another laptop")
    assert again.entries.get(number=entry.number).accepts(entry._token())
    assert again.entries.get(number=entry.number).accepts_desk(player._token())


def desk_token_of(entry):
    entry.is_at_desk = True
    return entry._token()


def test_codes_shown_at_the_desk_open_both_sides_and_no_other_kind_of_link(by, begun):
    home, _hanchan = begun
    entry = home.entries.first()
    token = desk_token_of(home.entries.first())

    laptop = taken(home, by)

    player = laptop.entries.get(number=entry.number)
    there = desk_token_of(laptop.entries.get(number=entry.number))
    assert (player.accepts_desk(token), player.accepts(token)) == (True, False)
    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    entry = home.entries.get(pk=entry.pk)
    assert [entry.accepts_desk(known) for known in (token, there)] == [True, True]
    assert [entry.accepts(known) for known in (token, there)] == [False, False]
    again = taken(home, by, place="Another laptop").entries.get(number=entry.number)
    assert [again.accepts_desk(known) for known in (token, there)] == [True, True]


@pytest.mark.parametrize("side", [TO_LAPTOP, BACK])
def test_nobody_makes_a_code_for_the_desk_out_of_the_file(by, begun, side):
    home, _hanchan = begun
    laptop = taken(home, by)
    file = file_of(home, side) if side == TO_LAPTOP else returned(laptop, by)
    if side == BACK:
        bring_back(tournament_id=home.pk, file=file, by=by)
    else:
        call_back(tournament_id=home.pk, by=by)

    for entry, record in zip(home.entries.order_by("number"), file["entries"], strict=True):
        made = [former_desk_token(hashed) for hashed in (*record["links"], *record["desk"])]
        assert len(made) == (2 if side == TO_LAPTOP else 4)
        assert not [token for token in made if entry.accepts(token) or entry.accepts_desk(token)]


def test_a_file_of_a_laptop_with_an_earlier_version_names_no_codes(by, begun):
    home, _hanchan = begun
    token = desk_token_of(home.entries.first())
    laptop = taken(home, by)
    file = returned(laptop, by)
    for record in file["entries"]:
        del record["desk"]

    bring_back(tournament_id=home.pk, file=checked_hand_over(json.loads(json.dumps(file)), BACK), by=by)

    assert home.entries.first().accepts_desk(token)


def test_a_link_withdrawn_at_the_hall_ends_the_code_of_the_desk_here(by, begun):
    home, _hanchan = begun
    token = desk_token_of(home.entries.get(number=1))
    laptop = taken(home, by)
    renew_player_link(tournament_id=laptop.pk, number=1, by=by)

    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    entry = home.entries.get(number=1)
    assert not entry.accepts_desk(token)
    assert entry.accepts_desk(desk_token_of(laptop.entries.get(number=1)))


def test_a_link_withdrawn_at_the_hall_is_withdrawn_here(by, begun):
    home, hanchan = begun
    token = hanchan.table._token()
    laptop = taken(home, by)
    there = laptop.tables.get()
    there.renew_link()
    there.save()

    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert not home.tables.get().accepts(token)
    assert home.tables.get().accepts(there._token())


def test_a_phone_that_sends_its_hand_again_counts_once(by, begun):
    home, hanchan = begun
    sent = {"hanchan_id": hanchan.pk, "number": 2, "key": uuid4(), "outcome": tsumo(A), "by": at_table(hanchan.table)}
    hanchan.refresh_from_db()
    recorded = record_hand(revision=hanchan.revision, **sent)  # the answer is lost
    laptop = taken(home, by)
    with pytest.raises(Away):
        record_hand(revision=1, **sent)
    play(hanchan_of(laptop), tsumo(B))

    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert record_hand(revision=1, **sent).recorded_at == recorded.recorded_at
    late = {**sent, "number": 3, "key": uuid4(), "outcome": tsumo(B)}  # entered here while it was away
    with pytest.raises(SameHandRecorded):
        record_hand(revision=2, **late)
    assert len(load_game(hanchan_of(home)).hands) == 3


def test_who_is_new_or_gone_at_the_hall_is_so_here(by, begun):
    home, _hanchan = begun
    gone = EntryFactory(tournament=home, number=5, player__name="Never came")
    EntryFactory(player=home.entries.get(number=1).player, tournament=TournamentFactory())
    laptop = taken(home, by)
    remove_entry(tournament_id=laptop.pk, entry_id=laptop.entries.get(number=5).pk, by=by)
    new = PastedName(player=PlayerFacts(name="New"), choice="new", known=frozenset())
    add_players(tournament_id=laptop.pk, key=uuid4(), names=[new], by=by)
    for number in (1, 2):
        entry = laptop.entries.select_related("player").get(number=number)
        facts = PlayerFacts(name=entry.player.name, club="Kyōto")
        edit_entry(entry_id=entry.pk, player=facts, entry=entry_facts_of(entry), by=by)

    brought = bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)

    assert not home.entries.filter(pk=gone.pk).exists()
    assert home.entries.get(number=6).player.name == "New"
    assert home.entries.get(number=2).player.club == "Kyōto"
    assert brought.unchanged == [1]  # plays in another tournament too
    assert home.entries.get(number=1).player.club == ""


@pytest.mark.parametrize("is_at_hall", [True, False])
def test_whoever_used_the_entry_form_is_so_on_the_other_computer_too(by, is_at_hall):
    """Else a list would fill in the contacts of the person as whom they entered, and their link would show these."""
    home = TournamentFactory(owner=by.user)
    EntryTerms.objects.create(tournament=home)
    names = [PastedName(player=PlayerFacts(name="Jan"), choice="new", known=frozenset())]
    add_players(tournament_id=home.pk, key=uuid4(), names=names, by=by)
    form = {"player": PlayerFacts(name="Eva"), "note": "", "may_publish": True, "language": "fr", "by": STRANGER}
    if is_at_hall:
        laptop = taken(home, by)
        enter(tournament_id=laptop.pk, key=uuid4(), **form)
        laptop.refresh_from_db()
        bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
        arrived = home
    else:
        enter(tournament_id=home.pk, key=uuid4(), **form)
        home.refresh_from_db()
        arrived = taken(home, by)
    assert [entry.language for entry in arrived.entries.order_by("number")] == ["", "und"]

    eva = arrived.entries.get(number=2).player_id
    pasted = PlayerFacts(name="Eva", club="Praha", mail="eva@private.example")
    names = [PastedName(player=pasted, choice=eva, known=frozenset({eva}))]
    other = TournamentFactory(owner=by.user)
    Tournament.objects.exclude(pk__in=[arrived.pk, other.pk]).delete()  # another computer's
    add_players(tournament_id=other.pk, key=uuid4(), names=names, by=by)

    assert Player.objects.values_list("club", "mail").get(pk=eva) == ("Praha", "")


def test_a_laptop_in_the_lake_is_called_back_and_its_file_comes_beside(by, begun):
    home, hanchan = begun
    laptop = taken(home, by)
    play(hanchan_of(laptop), tsumo(A))

    call_back(tournament_id=home.pk, by=by)

    play(hanchan, tsumo(B))
    file = returned(laptop, by)
    first = bring_back(tournament_id=home.pk, file=file, by=by)
    again = bring_back(tournament_id=home.pk, file=file, by=by)
    assert first.changes == 2
    assert first.separate_copy == again.separate_copy
    assert first.separate_copy.name == f"{home.name} (from Laptop)"
    assert not first.separate_copy.is_public
    assert len(load_game(hanchan_of(first.separate_copy)).hands) == 2
    assert hand_overs_of(home).late[0].late_copy == first.separate_copy
    assert load_game(hanchan_of(home)).outcomes[1] == tsumo(B)


def test_each_step_may_be_repeated(by, begun):
    home, _hanchan = begun
    out = take_to_laptop(tournament_id=home.pk, place="Laptop", by=by)
    assert take_to_laptop(tournament_id=home.pk, place="Laptop", by=by) == out
    there = file_of(home, TO_LAPTOP)
    assert there == file_of(home, TO_LAPTOP)
    laptop = take_over(file=there, key=uuid4(), by=by)
    assert take_over(file=there, key=uuid4(), by=by) == laptop
    back = returned(laptop, by)
    assert back == returned(laptop, by)
    bring_back(tournament_id=home.pk, file=back, by=by)

    assert bring_back(tournament_id=home.pk, file=back, by=by).changes == 0
    with pytest.raises(FileUsedUp):
        take_over(file=there, key=uuid4(), by=by)
    assert Tournament.objects.count() == 2


def test_a_second_trip_goes_on_in_the_tournament_of_the_first(by, begun):
    home, hanchan = begun
    laptop = taken(home, by)
    play(hanchan_of(laptop), tsumo(A))
    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    play(hanchan, tsumo(B))

    again = taken(home, by)

    assert again == laptop
    assert is_writable(laptop)
    assert len(load_game(hanchan_of(laptop)).hands) == 3
    assert laptop.tables.get().accepts(hanchan.table._token())


def test_a_second_trip_that_rewrites_the_past_goes_on_nowhere(by, begun):
    """The site may be an account's own "laptop", whose owner changed the file."""
    home, _hanchan = begun
    laptop = taken(home, by)
    bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by)
    take_to_laptop(tournament_id=home.pk, place="Another laptop", by=by)
    file = file_of(home, TO_LAPTOP)
    (hand,) = file["document"]["rounds"][0]["hanchans"][0]["game"]["hands"]
    hand["discarder"] = 3
    counted = []

    other = take_over(file=file, key=uuid4(), by=by, take_seconds=counted.append)

    assert other != laptop
    assert not is_writable(laptop)
    assert not counted


def test_a_file_of_another_tournament_changes_nothing(by, begun):
    home, _hanchan = begun
    other, _entries, _hanchans = tournament_with(["E", "F", "G", "H"], owner=by.user)
    taken(home, by)
    file = returned(taken(other, by), by)

    with pytest.raises(WrongTournament):
        bring_back(tournament_id=home.pk, file=file, by=by)
    assert not is_writable(home)


def test_a_site_restored_from_before_the_trip_takes_the_safety_copy_of_the_laptop(by, begun):
    """The restored site knows of no laptop, so it refuses the file to bring back and says what to do instead."""
    home, _hanchan = begun
    laptop = taken(home, by)
    play(hanchan_of(laptop), tsumo(A))
    file = returned(laptop, by)
    home.hand_overs.all().delete()
    Tournament.objects.filter(pk=home.pk).update(away_since=None)

    with pytest.raises(WrongTournament, match="take a safety copy on the laptop"):
        bring_back(tournament_id=home.pk, file=file, by=by)
    safety_copy = read_envelope(envelope_json(envelope(laptop)))
    beside = import_tournament(document=safety_copy, key=uuid4(), by=by)

    assert len(load_game(hanchan_of(beside)).hands) == 2
    assert is_writable(beside)
    assert is_writable(home)
