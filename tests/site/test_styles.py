"""The visual system: its page for developers, and the letters that pages load."""

import re

import pytest

from tests.conftest import ROOT

CSS = ROOT / "static" / "css"
FACE = re.compile(r'url\("\.\./vendor/(?P<file>[^"]+)"\).*?unicode-range: (?P<ranges>[^;]+);', re.DOTALL)
NAMES = "Łukasz, Božena Příhodová, Ștefan Țepeș, Gülşah Yıldırım, Đuro, Γιώργος, Олександр Ґ, Ђорђе, Ñuño, Þór"
LIMIT = 120_000
"""Bytes of letters that a page may load, whoever plays."""


@pytest.mark.django_db
@pytest.mark.parametrize("debug", [True, False])
def test_the_page_of_styles_is_for_developers(client, settings, debug):
    settings.DEBUG = debug

    assert client.get("/styles/").status_code == (200 if debug else 404)


@pytest.mark.django_db
def test_the_page_shows_every_token(client, settings):
    settings.DEBUG = True
    tokens = re.findall(r"^  (--[a-z0-9-]+):", (CSS / "tokens.css").read_text(), re.MULTILINE)

    shown = re.findall(r"<code>(--[a-z0-9-]+)</code>", client.get("/styles/").text)

    assert len(tokens) > 50
    assert sorted(shown) == sorted(tokens)


def test_letters_of_european_names_are_the_sites_own_and_weigh_little():
    # Of the pieces that have a letter, a browser loads the last one.
    faces = list(FACE.finditer((CSS / "fonts.css").read_text()))[::-1]
    loaded = {next(face["file"] for face in faces if _is_in(ord(letter), face["ranges"])) for letter in NAMES}

    assert len(loaded) == 4  # Latin, its extension, Greek, Cyrillic
    assert sum((ROOT / "static" / "vendor" / file).stat().st_size for file in loaded) < LIMIT


def test_east_asian_names_keep_the_systems_letters():
    ranges = [face["ranges"] for face in FACE.finditer((CSS / "fonts.css").read_text())]

    assert not any(_is_in(ord(letter), each) for letter in "田中李娜김민" for each in ranges)


def _is_in(code, ranges):
    bounds = (each.strip().removeprefix("U+").split("-") for each in ranges.split(","))
    return any(int(first, 16) <= code <= int((rest or [first])[0], 16) for first, *rest in bounds)
