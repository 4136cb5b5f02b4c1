"""A laptop's file whose log does not tell of a changed detail of a person: the detail stays as it is on the site, and
the day's hands come back."""

from dataclasses import replace

import pytest
from django.utils import timezone

from tests.archive.laptops import compressed, file_for_laptop, go_on, hands_at, post
from tests.archive.rewritten.documents import with_entry
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.while_away.people import NAME, is_clean
from tests.factories import play
from tests.table.corrections import A, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.tenbo.document import checked_document, envelope
from tournament.archive.tenbo.past.kinds import PERSON
from tournament.models import Entry, Player, ShownAs
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of

pytestmark = pytest.mark.django_db

FORGED = {
    "name": "Mallory", "last_name": "Mallory", "country": "FR", "country_letters": "FRA", "club": "Forgers",
    "ema_number": "04019999", "ara_number": "9", "riichi_canada_number": "9", "legal_name": "Mallory",
    "shown_as": "nobody",
}  # fmt: skip


def details(tournament, number=2):
    return tournament.entries.filter(number=number).values(*(f"player__{detail}" for detail in PERSON)).get()


def test_every_detail_is_tried():
    assert FORGED.keys() == set(PERSON)


@pytest.mark.parametrize("way", ["mirror", "return"])
@pytest.mark.parametrize(
    "entries",
    [
        [],
        [("player.edited", {"number": 1, "after": FORGED}), ("player.renamed", {"number": 1, "before": NAME})],
        [("player.edited", {"number": 2, "after": ["may_publish"]}), ("entry.edited", {"number": 2, "after": FORGED})],
        [("entry.arrived", {"number": 2})],
    ],
)
def test_a_detail_that_the_log_does_not_tell_of_stays_as_it_is(home, laptop, copier, way, entries):
    before = details(home)
    play(hanchan_of(laptop), tsumo(A))
    Player.objects.filter(entries__tournament=laptop, entries__number=2).update(**FORGED)
    document = envelope(laptop)
    for kind, data in entries:
        with_entry(document, kind, **data)

    if way == "mirror":
        key = file_for_laptop(home)["mirror"]["key"]
        assert post(file_for_laptop(home)["mirror"]["address"], compressed(document), key=key).status_code == 200
    else:
        file = returned(laptop, copier) | {"document": checked_document(document)}
        assert bring_back(tournament_id=home.pk, file=file, by=copier).separate_copy is None

    assert hands_at(home) == 2
    assert details(home) == before


@pytest.mark.slow
@pytest.mark.parametrize("before", ["dead hand", "", None, ["a"], "#2"])
def test_a_renaming_from_a_name_that_nobody_had_comes_back(home, laptop, copier, before):
    entry = laptop.entries.select_related("player").get(number=2)
    edit_entry(
        entry_id=entry.pk, player=replace(facts_of(entry.player), name="New"), entry=entry_facts_of(entry), by=copier
    )
    file = returned(laptop, copier)
    document = envelope(laptop)
    next(each for each in document["log"] if each["kind"] == "player.renamed")["data"]["before"] = before
    file["document"] = checked_document(document)

    assert bring_back(tournament_id=home.pk, file=file, by=copier).separate_copy is None
    assert home.entries.get(number=2).player.name == "New"


def correct_name(laptop, by):
    entry = laptop.entries.select_related("player").get(player__name=NAME)
    facts = replace(facts_of(entry.player), name="Wawrzyniec B")
    edit_entry(entry_id=entry.pk, player=facts, entry=entry_facts_of(entry), by=by)


def choose_initials(laptop, by):
    show_person(player_id=laptop.entries.get(player__name=NAME).player_id, shown_as=ShownAs.INITIALS, by=by)


@pytest.mark.slow
@pytest.mark.parametrize("change", [correct_name, choose_initials])
@pytest.mark.parametrize("is_removed_first", [True, False])
@pytest.mark.parametrize("has_mirror", [True, False])
def test_who_is_removed_here_and_corrected_there_stops_no_laptop(
    home, laptop, first, owner, copier, network, change, is_removed_first, has_mirror
):
    if is_removed_first:
        remove_person(player_id=first.player_id, by=owner)
    change(laptop, copier)
    play(hanchan_of(laptop), tsumo(A))
    if has_mirror:
        assert go_on(network) == 1
    if not is_removed_first:
        remove_person(player_id=first.player_id, by=owner)
    play(hanchan_of(laptop), tsumo(A))
    if has_mirror:
        assert go_on(network) == 1

    back = bring_back(tournament_id=home.pk, file=returned(laptop, copier), by=copier)

    assert (back.separate_copy, back.rewritten) == (None, None)
    assert hands_at(home) == 3
    assert is_clean(home)
    for name in (NAME, "Wawrzyniec B"):
        assert name not in str(envelope(home))


def test_who_is_removed_on_the_laptop_has_no_name_left(home, laptop, copier):
    """The file says that it removed somebody, but still has a name."""
    entry = laptop.entries.get(number=2)
    Entry.objects.filter(pk=entry.pk).update(may_publish=False)
    Player.objects.filter(pk=entry.player_id).update(**FORGED | {"shown_as": "name"}, removed_at=timezone.now())
    document = envelope(laptop)
    with_entry(document, "person.removed", number=2)
    file = returned(laptop, copier) | {"document": checked_document(document)}

    assert bring_back(tournament_id=home.pk, file=file, by=copier).separate_copy is None
    assert set(details(home).values()) == {"", "a player", "name"}
