"""A refused action becomes an error of the form or a message, and the status of its page follows."""

import pytest
from django import forms
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.test import RequestFactory

from scoring.refusal import Refused
from tournament.core.errors import NotDone, TableTaken
from tournament.core.views.answers import form_status, posted, refusal_as_message, refusal_on


class NameForm(forms.Form):
    name = forms.CharField()


def filled(name: str = "Anna") -> NameForm:
    form = NameForm({"name": name})
    form.full_clean()
    return form


def test_a_form_that_is_only_shown_is_fine():
    assert form_status(NameForm()) == 200
    assert form_status(filled()) == 200


def test_wrong_input_cannot_be_processed():
    assert form_status(filled("")) == 422


@pytest.mark.parametrize("field", [None, "name"])
def test_a_refused_action_is_a_conflict_that_the_form_tells(field):
    form = filled()

    with refusal_on(form, field):
        raise TableTaken

    assert form_status(form) == 409
    assert form.errors[field or "__all__"] == [str(TableTaken.message)]


def test_what_the_rules_refuse_is_wrong_input():
    form = filled()

    with refusal_on(form):
        raise Refused("illegal_han", han=0)

    assert form_status(form) == 422
    assert form.non_field_errors()


def test_another_error_is_not_hidden():
    with pytest.raises(KeyError), refusal_on(filled()):
        raise KeyError

    with pytest.raises(KeyError), refusal_as_message(RequestFactory().post("/")):
        raise KeyError


def test_a_refused_action_is_told_on_the_next_page():
    request = RequestFactory().post("/")
    request._messages = CookieStorage(request)  # type: ignore[attr-defined]

    with refusal_as_message(request):
        raise NotDone("Too late.")

    assert [(message.level_tag, message.message) for message in get_messages(request)] == [("error", "Too late.")]


def test_a_post_without_data_is_a_filled_form():
    assert posted(RequestFactory().get("/?name=Anna")) is None
    assert NameForm(posted(RequestFactory().post("/"))).is_bound
