"""What a page shows is freed with the page."""

import gc
import weakref

import pytest
from django.template import TemplateDoesNotExist, engines
from django.test import RequestFactory


class Large:
    """Something that a page shows."""


def test_what_a_page_shows_is_freed_without_a_garbage_collection():
    large = Large()
    reference = weakref.ref(large)
    gc.collect()
    gc.disable()
    try:
        shown = engines["django"].from_string("{{ large }}").render({"large": large}, RequestFactory().get("/"))
        del large
        assert "Large object" in shown
        assert reference() is None
    finally:
        gc.enable()


def test_a_template_of_text_and_one_that_is_missing_are_treated_as_by_django():
    django = engines["django"]

    assert django.from_string("{{ name }}").render({"name": "<A>"}) == "&lt;A&gt;"
    with pytest.raises(TemplateDoesNotExist):
        django.from_string("{% include 'nowhere.html' %}").render()
