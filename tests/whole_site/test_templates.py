"""Every template keeps to our content security policy, guards its forms, and marks every word for translation."""

import re

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


def test_a_template_has_nothing_that_the_policy_forbids(subtests):
    for template in TEMPLATES:
        with subtests.test(str(template.relative_to(ROOT / "templates"))):
            text = template.read_text(encoding="utf-8")

            assert [name for name, pattern in FORBIDDEN.items() if pattern.search(text)] == []


def test_the_patterns_find_what_they_are_for():
    wrong = """<p style="color: red"><style></style><script>1</script><a onclick="x()"><b hx-on:click="y">
    <a href="javascript:1"><img src="https://elsewhere.example/x.png">"""

    assert all(pattern.search(wrong) for pattern in FORBIDDEN.values())


def test_a_form_that_writes_carries_the_token(subtests):
    for template in TEMPLATES:
        with subtests.test(str(template.relative_to(ROOT / "templates"))):
            text = template.read_text(encoding="utf-8")
            forms = re.findall(r"<form[^>]*method=\"post\".*?</form>", text, re.S | re.I)

            # Choosing a language writes a cookie of this browser and nothing else.
            assert all("csrf_token" in form or "{% url 'set_language' %}" in form for form in forms)


def unmarked(text):
    """The words of a template that no language but this one would show."""
    text = re.sub(r"{% comment %}.*?{% endcomment %}|{#.*?#}", "", text, flags=re.S)
    text = re.sub(r"{% block (page_class|body_attributes|at_settings) %}.*?{% endblock", "{%", text, flags=re.S)
    text = re.sub(r"{% blocktranslate.*?{% endblocktranslate %}", "", text, flags=re.S)
    spoken = re.findall(r"\s(?:aria-label|title|placeholder|alt)=\"([^\"{]+)\"", text)
    shown = re.sub(r"<[^>]*>", " ", re.sub(r"{%.*?%}|{{.*?}}", "", text, flags=re.S), flags=re.S)
    return [word for word in re.findall(r"[A-Za-z]{2,}", " ".join([shown, *spoken])) if word not in SAME_EVERYWHERE]


FOR_DEVELOPERS = ROOT / "templates" / "site" / "styles" / "page.html"
SAME_EVERYWHERE = {"Tenbo", "Android", "iPhone", "iPad", "CSV", "JSON", "PDF", "manage", "py", "changepassword", "NAME"}


def test_every_word_is_marked_for_translation(subtests):
    for template in TEMPLATES:
        if template == FOR_DEVELOPERS:
            continue
        with subtests.test(str(template.relative_to(ROOT / "templates"))):
            assert unmarked(template.read_text(encoding="utf-8")) == []


def test_a_word_that_is_not_marked_is_found():
    assert unmarked('<p title="Seat">{% translate "Winner" %} {{ name }} wins</p>') == ["wins", "Seat"]
