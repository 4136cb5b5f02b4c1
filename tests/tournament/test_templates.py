"""Every template keeps to our content security policy, and writes only answer a POST."""

import re

import pytest

from tests.conftest import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.html"))
FORBIDDEN = {
    "a style attribute": re.compile(r"<[^>{%]*\sstyle\s*=", re.I),
    "an inline style": re.compile(r"<style\b", re.I),
    "an inline script": re.compile(r"<script(?![^>]*\ssrc=)", re.I),
    "an inline handler": re.compile(r"<[^>]*\son[a-z]+\s*=", re.I),
    "an htmx handler": re.compile(r"\shx-on\b", re.I),
    "a javascript: address": re.compile(r"javascript:", re.I),
    "another site's file": re.compile(r"(?:src|href)\s*=\s*[\"'](?:https?:)?//", re.I),
}


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_template_has_nothing_that_the_policy_forbids(template):
    text = template.read_text(encoding="utf-8")

    assert [name for name, pattern in FORBIDDEN.items() if pattern.search(text)] == []


def test_the_patterns_find_what_they_are_for():
    wrong = """<p style="color: red"><style></style><script>1</script><a onclick="x()"><b hx-on:click="y">
    <a href="javascript:1"><img src="https://elsewhere.example/x.png">"""

    assert all(pattern.search(wrong) for pattern in FORBIDDEN.values())


@pytest.mark.parametrize("template", TEMPLATES, ids=lambda path: str(path.relative_to(ROOT / "templates")))
def test_a_form_that_writes_carries_the_token(template):
    text = template.read_text(encoding="utf-8")
    forms = re.findall(r"<form[^>]*method=\"post\".*?</form>", text, re.S | re.I)

    assert all("csrf_token" in form for form in forms)
