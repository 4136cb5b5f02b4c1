"""Every word of every page is there in every language, and the compiled files are the ones that were written.

After a string has changed: `make messages`, then fill in what is empty.
"""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings
from django.utils.translation.template import templatize

from tests.conftest import ROOT

LANGUAGES = [code for code, _name in settings.LANGUAGES if code != settings.LANGUAGE_CODE]
CALLS = {"_", "gettext", "gettext_lazy", "gettext_noop", "ngettext", "ngettext_lazy", "pgettext", "pgettext_lazy"}
# How `templatize` writes what a template says: as calls among blanked-out text.
TEMPLATE_CALL = re.compile(r"""(?<!\w)(?:_|n?p?gettext)\((?:[^'"()]*(?:'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*"))+[^)]*\)""")
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]|%%|\{\w*\}|</?[a-z][^>]*>|&\w+;")

Message = tuple[str, str]
"""The context (or ""), and the English: of a plural, its singular."""


@pytest.fixture(params=LANGUAGES)
def messages(request) -> polib.POFile:
    return polib.pofile(str(_po(request.param)))


def test_every_string_of_the_site_is_in_the_file(messages):
    assert marked() - _known(messages) == set()


def test_nothing_is_in_it_that_the_site_does_not_say(messages):
    assert _known(messages) - marked() == set()


def test_everything_is_said_in_the_language(messages):
    assert [entry.msgid for entry in messages if not entry.translated()] == []


def test_make_messages_can_read_it(messages):
    """A file that `polib` saved after a proposal of gettext's was deleted in part is read by polib alone."""
    lines = Path(messages.fpath).read_text().splitlines()[1:]
    assert [line for line in lines if not re.match(r'(#, |msg|"|$)', line)] == []


def test_nothing_that_the_program_fills_in_gets_lost(messages):
    for entry in messages:
        expected = set(PLACEHOLDER.findall(entry.msgid))
        for said in entry.msgstr_plural.values() if entry.msgid_plural else [entry.msgstr]:
            found = set(PLACEHOLDER.findall(said))
            # "One table waits" needs no number; but nobody can fill in what the program does not know.
            allowed = expected | set(PLACEHOLDER.findall(entry.msgid_plural))
            assert found == expected or (entry.msgid_plural and found <= allowed), entry.msgid


@pytest.mark.parametrize(
    ("language", "breakable"),
    [("fr", r"« | [;!?:»]"), ("cs", r"(?i)(?<![\w)<])[ksvzuoia] ")],  # not "%(base)s " nor "<a href"
)
def test_no_line_breaks_where_the_language_forbids_it(language, breakable):
    said = [text for entry in polib.pofile(str(_po(language))) for text in _said(entry)]

    assert [text for text in said if re.search(breakable, text)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_compiled_is_what_is_written(language):
    written, compiled_file = polib.pofile(str(_po(language))), _po(language).with_suffix(".mo")
    assert compiled_file.is_file(), "nothing is compiled yet: make compiles it, as does manage.py compilemessages"
    compiled = polib.mofile(str(compiled_file))

    assert {_key(entry): _said(entry) for entry in compiled} == {_key(entry): _said(entry) for entry in written}


@cache
def marked() -> frozenset[Message]:
    """Every string that the templates and the program mark for translation."""
    messages: set[Message] = set()
    for path in sorted(path for path in (ROOT / "templates").rglob("*") if path.is_file()):
        text = templatize(path.read_text(), origin=str(path))
        for call in TEMPLATE_CALL.findall(text):
            messages.update(_of_calls(ast.parse(call.strip(), mode="eval")))
    for path in sorted([*(ROOT / "tournament").rglob("*.py"), *(ROOT / "scoring").rglob("*.py")]):
        if path.parts[-2] != "migrations":
            messages.update(_of_calls(ast.parse(path.read_text())))
    return frozenset(messages)


def _of_calls(tree: ast.AST) -> Iterator[Message]:
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in CALLS:
            continue
        said = [argument.value for argument in node.args if isinstance(argument, ast.Constant)]
        if said and isinstance(said[0], str):
            yield (said[0], said[1]) if node.func.id.startswith("pgettext") else ("", said[0])


def _po(language: str) -> Path:
    return ROOT / "locale" / language / "LC_MESSAGES" / "django.po"


def _known(messages: polib.POFile) -> set[Message]:
    return {_key(entry) for entry in messages if not entry.obsolete}


def _key(entry: polib.POEntry | polib.MOEntry) -> Message:
    return entry.msgctxt or "", entry.msgid


def _said(entry: polib.POEntry | polib.MOEntry) -> list[str]:
    return list(entry.msgstr_plural.values()) if entry.msgid_plural else [entry.msgstr]
