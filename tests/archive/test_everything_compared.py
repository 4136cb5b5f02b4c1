"""Each field of a document that comes back from a laptop is compared: a difference in any is found, or it is listed."""

from copy import deepcopy
from types import UnionType
from typing import Annotated, NotRequired, Required, Union, get_args, get_origin, get_type_hints
from uuid import uuid4

import pytest
from typing_extensions import is_typeddict

from tests.archive.envelopes import busy_tournament
from tests.archive.laptops import file_for_laptop
from tests.archive.stories import give_to_team
from tests.factories import UserFactory, visitor
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo import about, hanchans, people, rounds
from tournament.archive.tenbo.continuation import known_version
from tournament.archive.tenbo.document import Document, envelope
from tournament.archive.tenbo.past.kinds import CLOCK, ENTRY, FREE, HANCHAN, ROWS, TEAM, TOURNAMENT
from tournament.archive.tenbo.rewritten import rewritten_part

pytestmark = pytest.mark.slow


def parts_of(hint):
    """The types in a field's type: without marks, lists and alternatives."""
    if get_origin(hint) in {Annotated, NotRequired, Required}:
        return parts_of(get_args(hint)[0])
    if get_origin(hint) in {list, Union, UnionType}:
        return {part for each in get_args(hint) for part in parts_of(each)}
    return {hint}


def shapes_in(shape):
    """This record's shape and the shapes of the records in it, each with the types of its fields."""
    fields = get_type_hints(shape, include_extras=True)
    found = {shape: fields}
    for part in {part for hint in fields.values() for part in parts_of(hint) if is_typeddict(part)}:
        found |= shapes_in(part)
    return found


SHAPES = shapes_in(Document)
FIELDS = {f"{shape.__name__}.{name}" for shape, fields in SHAPES.items() for name in fields}


def records_in(value, shape, path=()):
    """Each record in a document with its shape and the way to it."""
    yield shape, path
    for name, hint in SHAPES[shape].items():
        inner = next((part for part in parts_of(hint) if is_typeddict(part)), None)
        if inner is None or not value.get(name):
            continue
        below = enumerate(value[name]) if isinstance(value[name], list) else [(None, value[name])]
        for place, each in below:
            yield from records_in(each, inner, (*path, name) if place is None else (*path, name, place))


def other_than(value):
    """A value of the same kind, and different."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return value + "1"
        case None:
            return 1
        case [*_, dict()]:
            return value[:-1]
        case list():
            return [*value, 77]
        case dict():
            return {**value, "more": 1}


def differing(document):
    """Copies of a document in which one field of one record differs, each with the field: in the first and the last
    record of its shape, and in the first that has a value there."""
    ways = {}
    for shape, path in records_in(document, Document):
        ways.setdefault(shape, []).append(path)
    for shape, paths in ways.items():
        for name, hint in SHAPES[shape].items():
            filled = [path for path in paths if at(document, path).get(name)]
            may_be_empty = [] if any(map(is_typeddict, parts_of(hint))) else [paths[0], paths[-1]]
            for path in dict.fromkeys([*filled[:1], *filled[-1:], *may_be_empty]):
                copy = deepcopy(document)
                record = at(copy, path)
                if name in record:
                    record[name] = other_than(record[name])
                    yield f"{shape.__name__}.{name}", copy


def at(document, path):
    for step in path:
        document = document[step]
    return document


def is_found(own, document, known):
    try:
        return rewritten_part(own, document, known=known) is not None
    except ValueError:
        return True  # no document: hands and their authors are as many, else the check before finds it


@pytest.fixture
def both():
    """A tournament of every kind of row that is at a laptop, and the laptop's document."""
    by = visitor(UserFactory())
    home = busy_tournament(owner=by.user)
    give_to_team(home, by, team_key="red <1>")
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    return home, envelope(laptop)


@pytest.mark.django_db
def test_a_difference_in_any_field_is_found_or_listed(both):
    home, document = both
    own, known = envelope(home), known_version(home)
    assert rewritten_part(own, document, known=known) is None

    tried, silent = set(), set()
    for field, copy in differing(document):
        tried.add(field)
        if not is_found(own, copy, known):
            silent.add(field)

    assert silent - FREE.keys() == set()
    assert FIELDS - tried == set()


def test_the_tables_name_fields_of_records():
    assert FREE.keys() <= FIELDS
    for table, shape in (
        (TOURNAMENT, about.TournamentRecord),
        (ENTRY, people.EntryRecord),
        (TEAM, people.TeamRecord),
        (CLOCK, rounds.ClockRecord),
        (HANCHAN, hanchans.HanchanRecord),
        (ROWS, hanchans.HanchanRecord),
    ):
        assert table.keys() <= SHAPES[shape].keys()
