"""What the finder of the file for a laptop invents and sends as its mirror can be undone: texts, names and refusals
stay on the site."""

from dataclasses import replace
from fractions import Fraction
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.archive.laptops import compressed, file_for_laptop, go_on, mirror_of, post
from tests.archive.rewritten.documents import with_entry, without_everybody
from tests.archive.test_hand_over import hanchan_of, returned
from tests.archive.while_away.people import is_clean, rename
from tests.factories import play
from tests.people.test_substitutes_consent import substitute
from tests.standings.results import tournament_with
from tests.table.corrections import A, B, ron, tsumo
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.continuation import with_own_marks
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.past.texts import texts_of
from tournament.core.actions.journal import WHILE_AWAY, log
from tournament.models import Announcement, Entry, Offence, Penalty, Player, ShownAs, Tournament
from tournament.people.actions.appeals import appeal_penalty
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.give_penalty import give_penalty
from tournament.people.actions.remove_person import remove_person
from tournament.people.actions.show_person import show_person
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.own_note import is_own_note

pytestmark = [pytest.mark.django_db, pytest.mark.slow]

NAMES = ["Anna Alfa", "Bela Beta", "Cyril Gamma", "Dana Delta"]


def penalize(tournament, number, rule, by):
    give_penalty(
        tournament_id=tournament.pk, key=uuid4(), entry_id=tournament.entries.get(number=number).pk, rule=rule,
        reason=f"{rule}, said {NAMES[0]}", by=by, offence=Offence.OTHER, points=Fraction(20), minutes=None,
        round_number=None,
    )  # fmt: skip


@pytest.fixture
def away(by):
    """A tournament whose texts name its people, at a laptop; the laptop's tournament; and the file for the laptop."""
    home, _entries, (hanchan,) = tournament_with(NAMES, owner=by.user, slug="texts")
    play(hanchan, ron(A, B))
    rename(home.entries.get(number=3), by, "Cyril Nový")
    penalize(home, 2, "3.4 abusive words", by)
    penalty, text = Penalty.objects.get(entry__tournament=home), f"It was {NAMES[0]}"
    appeal_penalty(tournament_id=home.pk, penalty_id=penalty.pk, key=uuid4(), appealed_by=NAMES[1], text=text, by=by)
    substitute(hanchan, 0, NAMES[3])
    Announcement.objects.create(tournament=home, text=f"Ask {NAMES[0]}.", payment="123/0100")
    home.entries.filter(number__in=(1, 2)).update(team=NAMES[0])
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    file = file_for_laptop(home)
    return home, take_over(file=file, key=uuid4(), by=by), file


def texts(tournament):
    return texts_of(envelope(tournament))


def send(file, document):
    return post(file["mirror"]["address"], compressed(document), key=file["mirror"]["key"]).status_code


def people(tournament):
    rows = tournament.entries.order_by("number")
    return list(rows.values_list("player__name", "may_publish", "player__shown_as", "player__last_name"))


def test_removals_erase_no_text(away, by):
    home, laptop, file = away
    before = texts(home)
    forged = without_everybody(laptop, by)
    assert not before.items() <= texts_of(forged).items()

    assert send(file, forged) == 200

    assert before.items() <= texts(home).items()
    call_back(tournament_id=home.pk, by=by)
    assert before.items() <= texts(home).items()
    assert is_clean(home)


def test_a_removal_that_the_mirror_told_comes_with_the_file(away, by, network):
    home, laptop, _file = away
    remove_person(player_id=laptop.entries.get(number=1).player_id, by=by)
    go_on(network)
    # Typed after the removal: the laptop does not erase it.
    penalize(laptop, 4, "3.5 to be late", by)
    penalize(laptop, 1, "3.6 chombo", by)
    for _hand in range(2):
        play(hanchan_of(laptop), tsumo(A))
        go_on(network)
    assert mirror_of(laptop).problem == ""
    assert Announcement.objects.get(tournament=home).text == "Ask Anna Alfa."

    assert bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy is None

    assert Announcement.objects.get(tournament=home).text == "Ask #1."
    assert NAMES[0] not in str(texts(home).values())
    assert is_clean(home)


@pytest.mark.parametrize("is_told", [True, False])
def test_a_name_changes_only_if_the_log_tells_the_one_of_before(away, by, is_told):
    home, _laptop, file = away
    Player.objects.filter(entries__tournament=home, entries__number=1).update(last_name="Alfa")
    document = file["document"]
    for entry in document["entries"]:
        with_entry(document, "player.edited", number=entry["number"], before={}, after={"last_name": ""})
        with_entry(document, "player.renamed", number=entry["number"], before=entry["name"] if is_told else "Nobody")
        entry["name"], entry["last_name"] = f"Pig {entry['number']}", "Pig"
    hanchan = document["rounds"][0]["hanchans"][0]
    hanchan["game"]["players"] = [f"Pig {number}" for number in hanchan["seats"]]
    before = people(home)

    assert send(file, document) == 200

    assert (people(home) == before) == (not is_told)
    assert [last_name for *_more, last_name in people(home)] == [last_name for *_more, last_name in before]
    call_back(tournament_id=home.pk, by=by)
    former = {entry.data["before"] for entry in home.log.filter(kind="player.renamed")}
    assert {name for name, *_more in before} <= former | {name for name, *_more in people(home)}


def answer(tournament, number, by, *, may_publish, shown_as):
    entry = Entry.objects.select_related("player").get(tournament=tournament, number=number)
    facts = replace(entry_facts_of(entry), may_publish=may_publish)
    edit_entry(entry_id=entry.pk, player=facts_of(entry.player), entry=facts, by=by)
    show_person(player_id=entry.player_id, shown_as=shown_as, by=by)


@pytest.fixture
def refused(away, by):
    """What `away` returns. On both sides one person has refused a public name, and one is shown by initials."""
    for tournament in away[:2]:
        tournament.entries.filter(number=1).update(may_publish=False, answered_at=tournament.created_at)
        Player.objects.filter(entries__tournament=tournament, entries__number=2).update(shown_as=ShownAs.INITIALS)
    return away


def test_a_mirror_publishes_nobody_until_the_file_comes(refused, by, network):
    home, laptop, _file = refused
    answer(laptop, 1, by, may_publish=True, shown_as=ShownAs.NAME)
    answer(laptop, 2, by, may_publish=True, shown_as=ShownAs.NAME)
    answer(laptop, 3, by, may_publish=False, shown_as=ShownAs.NAME)
    answer(laptop, 4, by, may_publish=True, shown_as=ShownAs.INITIALS)
    for _hand in range(2):
        play(hanchan_of(laptop), tsumo(A))
        go_on(network)

    assert mirror_of(laptop).problem == ""
    hidden = [(False, "name"), (True, "initials"), (False, "name"), (True, "initials")]
    assert [tuple(row) for _name, *row, _last_name in people(home)] == hidden

    assert bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy is None
    shown = [(True, "name"), (True, "name"), (False, "name"), (True, "initials")]
    assert [tuple(row) for _name, *row, _last_name in people(home)] == shown
    assert is_clean(home)


def test_a_refusal_after_the_consent_that_the_mirror_told_stays(refused, by, network):
    home, laptop, _file = refused
    answer(laptop, 1, by, may_publish=True, shown_as=ShownAs.NAME)
    go_on(network)
    home.entries.filter(number=1).update(answered_at=laptop.log.latest("number").at.replace(year=2099))

    assert bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy is None

    assert not home.entries.get(number=1).may_publish


def test_a_mirror_makes_no_tournament_public(away, by):
    home, laptop, file = away
    Tournament.objects.filter(pk__in=[home.pk, laptop.pk]).update(is_public=False)
    document = envelope(laptop) | {}
    with_entry(document, "tournament.edited", before={"is_public": False}, after={"is_public": True})
    document["tournament"]["is_public"] = True

    assert send(file, document) == 200
    assert Client().get(home.get_absolute_url()).status_code == 404
    with_entry(document, "tournament.edited", before={}, after={})
    assert send(file, document) == 200
    home.refresh_from_db()
    assert not home.is_public


def test_an_odd_number_in_the_log_breaks_no_page(away, by, client):
    home, laptop, file = away
    document = envelope(laptop) | {}
    for number in ("abc", [1], {"a": 1}, None, -1):
        with_entry(document, "person.removed", number=number)
    assert send(file, document) == 200
    call_back(tournament_id=home.pk, by=by)
    client.force_login(by.user)

    assert client.get(reverse("laptop", args=[home.slug])).status_code == 200


@pytest.mark.parametrize("data", [{}, {"is_over": True, "points": [1]}, {"is_over": True, "points": ["a", {}, 1.5, 2]}])
def test_an_odd_ceremony_or_stick_count_in_the_log_breaks_no_page(away, by, client, data):
    home, laptop, file = away
    Tournament.objects.filter(pk=home.pk).update(is_public=True)
    document = envelope(laptop) | {}
    with_entry(document, "sticks.counted", hanchan=document["rounds"][0]["hanchans"][0]["id"], **data)
    with_entry(document, "ceremony.revealed", **data)
    with_entry(document, "ceremony.ended", **data)
    assert send(file, document) == 200
    pages = [reverse("tournament", args=[home.slug])]
    assert client.get(pages[0]).status_code == 200
    call_back(tournament_id=home.pk, by=by)
    client.force_login(by.user)

    pages += [reverse("desk", args=[home.slug]), reverse("round-check", args=[home.slug, 1])]
    assert [client.get(page).status_code for page in pages] == [200] * len(pages)


@pytest.mark.parametrize("is_applied", [True, False])
def test_a_laptop_log_shows_no_player_a_note_of_the_team(away, by, is_applied):
    """A document has no notes, so its log does not say who wrote the site's."""
    home, laptop, file = away
    home.entries.filter(number=2).update(note="Cheats?")
    document = envelope(laptop) | {}
    with_entry(document, "tournament.called_back", place="nowhere")
    applied, edited = ("entry.applied", {}), ("entry.edited", {"before": {}, "after": {}})
    kind, data = applied if is_applied else edited
    with_entry(document, kind, number=2, **data)
    document["log"][-1]["by"] = {"kind": "player", "number": 2, "name": ""}

    assert send(file, document) == 200

    entry = home.entries.get(number=2)
    assert not is_own_note(entry)
    call_back(tournament_id=home.pk, by=by)
    assert not is_own_note(entry)
    note = replace(entry_facts_of(entry), note="No meat")
    edit_entry(entry_id=entry.pk, player=facts_of(entry.player), entry=note, by=by)
    assert not is_own_note(entry)
    logged = home.log.latest("number")
    logged.data["own"] = True  # as of an edit by the player's link
    logged.save()
    assert is_own_note(entry)


def test_a_returned_file_marks_no_entry_as_written_on_the_site(away, by):
    """A file may claim that the site wrote its entries while the tournament was away."""
    home, laptop, _file = away
    home.entries.filter(number=2).update(note="Cheats?")
    file = returned(laptop, by)
    forged = {"number": 2, "before": {}, "after": {}, "own": True, WHILE_AWAY: True}
    with_entry(file["document"], "entry.edited", **forged)
    file["document"]["log"][0]["data"][WHILE_AWAY] = True

    assert bring_back(tournament_id=home.pk, file=file, by=by).separate_copy is None

    assert not home.log.filter(data__has_key=WHILE_AWAY).exists()
    assert not is_own_note(home.entries.get(number=2))


def test_a_file_keeps_the_order_of_what_the_site_wrote(away, by):
    """The player edited the note, then the team. The file of the laptop has both, and may lack or repeat one."""
    home, _laptop, _file = away
    home.entries.filter(number=2).update(note="Cheats?")
    edits = [log(home, "entry.edited", by=by, number=2, before={}, after={}, **more) for more in ({"own": True}, {})]
    document = envelope(home)
    first, second = document["log"][-2:]

    def marked(*records):
        log_ = [*document["log"][:-2], *records]
        own = with_own_marks({**document, "log": log_}, home, edits)
        return [WHILE_AWAY in record["data"] for record in own["log"][-len(records) :]]

    assert marked(first, second) == [True, True]
    assert marked(first, second, first) == [True, True, False]
    assert marked(second, first) == [False, True]
    assert marked(second) == [False]
