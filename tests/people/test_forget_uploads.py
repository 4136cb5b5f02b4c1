"""A removal deletes uploads that name the person, wherever the name stands, and leaves the others."""

import json
import zlib

import pytest
from django.utils import timezone

from tests.factories import STRANGER, EntryFactory, TournamentFactory, UserFactory, visitor
from tournament.core.actions.journal import log
from tournament.models import Role, Upload
from tournament.people.actions import forget_uploads as module
from tournament.people.actions.erase_person import names_of
from tournament.people.actions.forget_uploads import forget_uploads
from tournament.people.actions.remove_person import remove_person

pytestmark = pytest.mark.django_db


@pytest.fixture
def event():
    """An event, whose owner and their referee upload files."""
    return TournamentFactory(owner=UserFactory(), referees=[UserFactory()])


def uploaded(content, user):
    return Upload.objects.create(user=user, content=zlib.compress(content), at=timezone.now())


def owner_of(event):
    return event.memberships.get(role=Role.OWNER).user


def referee_of(event):
    return event.memberships.get(role=Role.REFEREE).user


@pytest.mark.parametrize("after", [0, 20])
@pytest.mark.parametrize("before", range(16))
def test_a_name_is_found_where_two_pieces_meet(monkeypatch, event, before, after):
    monkeypatch.setattr(module, "PIECE", 7)
    uploaded(b"-" * before + "ZOÉ Nowák".encode() + b"-" * after, owner_of(event))
    other = uploaded(b"-" * before + "ZOÉ Novák".encode() + b"-" * after, referee_of(event))

    forget_uploads({"Zoé Nowák"}, {event.pk})

    assert list(Upload.objects.all()) == [other]


@pytest.mark.parametrize("before", ["x", "é"])
@pytest.mark.parametrize("number", range(12))
def test_a_part_of_a_word_is_no_name(monkeypatch, event, before, number):
    """ "Li" is in "public" too; a word may begin or end where two pieces meet."""
    monkeypatch.setattr(module, "PIECE", 7)
    uploaded((" " * number + f"{before}Li and at last Li{before}").encode(), owner_of(event))

    forget_uploads({"Li"}, {event.pk})

    assert Upload.objects.exists()


@pytest.mark.parametrize(
    "text", [rb'"Zo\u00e9 Now\u00E1k"', rb'"Hello!\nZo\u00e9 Now\u00E1k"', rb'"\u201eZo\u00e9 Now\u00E1k"']
)
def test_a_name_is_found_in_escapes(event, text):
    uploaded(b'{"name": ' + text + b"}", owner_of(event))

    forget_uploads({"Zoé Nowák"}, {event.pk})

    assert not Upload.objects.exists()


def test_nobody_deletes_the_upload_of_who_is_in_no_team_of_theirs(event):
    """Anybody may add a person called "Zoé Nowák" to an event of their own and remove them."""
    content = '{"name": "Zoé Nowák"}'.encode()
    own, other = uploaded(content, owner_of(event)), uploaded(content, UserFactory())

    forget_uploads({"Zoé Nowák"}, {event.pk})

    assert not Upload.objects.filter(pk=own.pk).exists()
    assert Upload.objects.filter(pk=other.pk).exists()


@pytest.mark.parametrize(
    "word", ["format", "tenbo", "tenbo/1", "name", "log", "player.renamed", "accepted", "Lunch", "20"]
)
def test_a_word_of_the_file_itself_is_no_name(event, word):
    """Each file of a colleague has them: a person of this name would delete any."""
    document = {
        "format": "tenbo/1", "tournament": {"name": "Open", "breaks": "12:30 Lunch"}, "entries": [{"name": "Eva"}],
        "log": [{"kind": "player.renamed", "data": {"after": {"status": "accepted"}, "before": 20}}, "log", "name"],
    }  # fmt: skip
    for indent, user in ((None, owner_of(event)), (1, referee_of(event))):
        uploaded(json.dumps(document, indent=indent).encode(), user)

    forget_uploads({word}, {event.pk})

    assert Upload.objects.count() == 2


@pytest.mark.parametrize("size", [7, 16 * 1024])
@pytest.mark.parametrize("separator", [":", ": "])
@pytest.mark.parametrize("field", ["name", "before", "substitute", "appealed_by", "team"])
def test_a_name_of_one_word_is_found_where_it_is_all_of_a_name(monkeypatch, event, field, separator, size):
    monkeypatch.setattr(module, "PIECE", size)
    uploaded(f'{{"number": 1, "{field}"{separator}"Zo\\u00e9"}}'.encode(), owner_of(event))
    uploaded(f'{{"number": 1, "{field}"{separator}"ZOÉ"}}'.encode(), referee_of(event))

    forget_uploads({"Zoé"}, {event.pk})

    assert not Upload.objects.exists()


def test_one_of_many_names_with_the_same_first_word_is_found(event):
    names = {f"Zoé {'b' * number}" for number in range(1, 60)}
    other = uploaded(f"Zoé {'b' * 60} Zoé bbbx xZoé bb".encode(), owner_of(event))
    uploaded(f"xZoé b Zoé {'b' * 60}, Zoé {'b' * 30}.".encode(), referee_of(event))

    forget_uploads(names, {event.pk})

    assert list(Upload.objects.all()) == [other]


def test_a_text_of_a_log_that_is_longer_than_any_name_is_no_name(event):
    """An imported log may have texts of any length."""
    entry = EntryFactory(tournament=event, number=1, player__name="Zoé Nowák")
    for before in ("x-" * 41, "x-" * 40):
        log(event, "player.renamed", by=STRANGER, number=1, before=before)

    assert names_of(entry) == {"Zoé Nowák", "x-" * 40}


def test_what_is_no_text_stays(event):
    uploaded(b"tenbo-encrypted/1\n" + b"\xff" * 100_000, owner_of(event))

    forget_uploads({"Zoé Nowák"}, {event.pk})

    assert Upload.objects.count() == 1


def test_uploads_are_read_after_the_locks_are_gone(monkeypatch, django_capture_on_commit_callbacks):
    """Each takes up to half a second to read, in which nobody could record a hand on SQLite."""
    owner = UserFactory()
    entry = EntryFactory(tournament__owner=owner, player__name="Zoé Nowák")
    uploaded("Zoé Nowák".encode(), owner)
    with django_capture_on_commit_callbacks() as callbacks:
        remove_person(player_id=entry.player_id, by=visitor(owner))
    assert Upload.objects.exists()

    for callback in callbacks:
        callback()

    assert not Upload.objects.exists()
