"""Forms that edit stored values: a page that was opened before somebody else's change undoes nothing of it."""

import datetime
import json

import pytest
from django import forms
from django.http import QueryDict

from tests.forms_on_page import as_sent, pressed
from tournament.core.forms.days import DayField
from tournament.core.forms.edit import OnlyEdited

CHOICES = [("a", "A"), ("b", "B"), ("c", "C"), ("d", "D")]


class Event(OnlyEdited, forms.Form):
    name = forms.CharField()
    is_public = forms.BooleanField(required=False)
    day = DayField(required=False)
    places = forms.IntegerField(required=False)
    one = forms.ChoiceField(choices=CHOICES)
    text = forms.CharField(required=False, widget=forms.Textarea)
    several = forms.MultipleChoiceField(choices=CHOICES, required=False, widget=forms.CheckboxSelectMultiple)
    key = forms.CharField(required=False, widget=forms.HiddenInput)


STORED = {
    "name": "Open",
    "is_public": True,
    "day": datetime.date(2026, 5, 2),
    "places": None,
    "one": "a",
    "text": "first\nsecond",
    "several": ["a", "b"],
}


def sent(page: Event, **edits: list[str]) -> QueryDict:
    """What the browser sends for this form, after these fields were edited."""
    html = f'<form method="post" action="">{page.shown_values()}{page}</form>'
    data = QueryDict(mutable=True)
    for name, values in as_sent(pressed(html, "") | edits).items():
        data.setlist(name, values)
    return data


def read(data: QueryDict, stored: dict[str, object]) -> dict[str, object]:
    form = Event(data, initial=stored)
    assert form.is_valid(), form.errors
    return form.cleaned_data


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_nothing_was_edited_and_nothing_changed(newline):
    stored = STORED | {"text": f"first{newline}second"}
    assert read(sent(Event(initial=stored)), stored) == stored | {"key": ""}


@pytest.mark.parametrize(
    ("field", "now"),
    [
        ("name", "Closed"),
        ("is_public", False),
        ("day", None),
        ("day", datetime.date(2027, 1, 31)),
        ("places", 40),
        ("one", "d"),
        ("text", "first\nthird"),
        ("text", ""),
        ("several", []),
        ("several", ["c"]),
        ("several", ["a", "b", "d"]),
    ],
)
def test_what_was_changed_elsewhere_stays(field, now):
    """Another field is edited on a page that was opened before."""
    data = sent(Event(initial=STORED), key=["1"])
    assert read(data, STORED | {field: now}) == STORED | {field: now, "key": "1"}


@pytest.mark.parametrize(
    ("edits", "cleaned"),
    [
        ({"name": ["Mine"]}, {"name": "Mine"}),
        ({"is_public": []}, {"is_public": False}),
        ({"day": [""]}, {"day": None}),
        ({"places": ["16"]}, {"places": 16}),
        ({"one": ["b"]}, {"one": "b"}),
        ({"text": ["first second"]}, {"text": "first second"}),
    ],
)
def test_what_was_edited_is_saved(edits, cleaned):
    stored = STORED | {"name": "Closed", "day": datetime.date(2027, 1, 31), "places": 40, "one": "d"}
    stored["text"] = "third"
    assert read(sent(Event(initial=STORED), **edits), stored) == stored | cleaned | {"key": ""}


@pytest.mark.parametrize(
    ("ticked", "now", "saved"),
    [
        (["a", "b", "c"], ["a", "b", "d"], ["a", "b", "d", "c"]),
        (["a"], ["a", "b", "d"], ["a", "d"]),
        ([], ["a", "b", "d"], ["d"]),
        (["a", "b", "d"], ["a", "d"], ["a", "d"]),
    ],
)
def test_ticks_are_added_and_removed_one_by_one(ticked, now, saved):
    assert read(sent(Event(initial=STORED), several=ticked), STORED | {"several": now})["several"] == saved


def test_a_refused_form_shows_what_is_stored_now_and_what_was_edited():
    form = Event(sent(Event(initial=STORED), one=["x"], places=["16"]), initial=STORED | {"name": "Closed"})
    assert list(form.errors) == ["one"]
    again = sent(form, one=["b"])
    assert read(again, STORED | {"name": "Third"}) == STORED | {"name": "Third", "one": "b", "places": 16, "key": ""}


def test_data_without_shown_values_is_read_as_it_is():
    data = QueryDict("name=Open&one=a")
    assert read(data, STORED | {"name": "Closed"}) == {
        "name": "Open", "is_public": False, "day": None, "places": None, "one": "a", "text": "", "several": [],
        "key": "",
    }  # fmt: skip


def test_what_cannot_be_read_was_edited():
    data = sent(Event(initial=STORED))
    data["shown_values"] = json.dumps(json.loads(data["shown_values"]) | {"day": "never"})
    assert read(data, STORED | {"day": None})["day"] == STORED["day"]


@pytest.mark.parametrize("shown", ["", "[]", "{", "7", '"name"', "[" * 100_000, '{"name":' * 50_000])
def test_shown_values_that_cannot_be_read_are_no_values(shown):
    data = sent(Event(initial=STORED))
    data["shown_values"] = shown
    assert read(data, STORED | {"name": "Closed"})["name"] == "Open"


def test_a_field_that_was_not_on_the_page_keeps_what_is_stored():
    data = sent(Event(initial=STORED))
    data["shown_values"] = json.dumps({"name": "Open"})
    assert read(data, STORED | {"one": "d"})["one"] == "d"


@pytest.mark.parametrize("odd", [None, 5, 1e300, True, {"a": []}, [[]], [1], ["a", None]])
def test_shown_values_of_a_kind_that_no_page_has_count_as_not_shown(odd):
    """A visitor may send anything."""
    data = sent(Event(initial=STORED), name=["Mine"], day=["2027-01-31"], several=["a", "b", "c"])
    data["shown_values"] = json.dumps(dict.fromkeys(STORED, odd))

    assert read(data, STORED) == STORED | {"key": "", "several": ["a", "b", "c"]}


@pytest.mark.parametrize("shown", [5, True, None, {"a": 1}, [1], ["a"], [["a"]], float("nan")])
@pytest.mark.parametrize("name", ["name", "is_public", "day", "places", "one", "text"])
def test_a_shown_value_that_is_no_text_was_not_on_the_page(name, shown):
    data = sent(Event(initial=STORED))
    data["shown_values"] = json.dumps(json.loads(data["shown_values"]) | {name: shown})
    now = {"name": "Closed", "is_public": False, "day": None, "places": 40, "one": "d", "text": "third"}
    assert read(data, STORED | {name: now[name]})[name] == now[name]


@pytest.mark.parametrize("shown", [5, "a", {"a": 1}, [1], [["a"]]])
def test_shown_choices_that_are_no_texts_were_not_on_the_page(shown):
    data = sent(Event(initial=STORED), several=["a"])
    data["shown_values"] = json.dumps(json.loads(data["shown_values"]) | {"several": shown})
    assert read(data, STORED)["several"] == ["a", "b"]
