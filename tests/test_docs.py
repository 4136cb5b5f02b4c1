"""The guides for the day name what the screens name, and show what is there, in every language."""

import ast
import re
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import polib
import pytest
from django.conf import settings

from scoring.schemas import FILES, schema_text
from tests.conftest import ROOT
from tests.schemas import made

DOCS = ROOT / "docs"
NO_SENTENCES = {"CSV", "JSON", "QR", "bold", "gras", "tučně"}
NAMES = {"en": "English", "fr": "Français", "cs": "Česky"}
OTHER_LANGUAGES = [language for language in NAMES if language != "en"]
EXAMPLES_IN_WORDS = {"`**bold**`", "`- lists`", "`Phone rings: 0, 5, 10`"}  # an organizer types them in any language
QUOTES = {"en": r"\"(.+?)\"", "fr": r"«\s(.+?)\s»", "cs": r"„(.+?)“"}
LINE_ENDS = {"fr": r"«[ \n]|[ \n][;!?:»]", "cs": r"(?i)(?<![\w)<&])[ksvzuoia][ \n]"}  # where no line may end


def translations(*names: str) -> list[Path]:
    """The pages of these names in each language but English."""
    return [ROOT / f"{name}.{language}.md" for name in names for language in OTHER_LANGUAGES]


def page_id(page: Path) -> str:
    return page.name.removesuffix(".md")


def language_of(page: Path) -> str:
    return page_id(page).partition(".")[2] or "en"


def in_english(page: Path) -> Path:
    return page.with_name(page.name.partition(".")[0] + ".md")


GUIDES = [DOCS / "referee.md", DOCS / "organizer.md", *translations("docs/referee", "docs/organizer")]
WITH_PICTURES = [*GUIDES, DOCS / "phones.md", *translations("docs/phones")]
TRANSLATED = [page for page in WITH_PICTURES if language_of(page) != "en"] + translations("CHANGELOG")
SPOKEN_BY = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy"}
each_with_pictures = pytest.mark.parametrize("guide", WITH_PICTURES, ids=page_id)
each_guide = pytest.mark.parametrize("guide", GUIDES, ids=page_id)
each_other_language = pytest.mark.parametrize("language", OTHER_LANGUAGES)
each_translated = pytest.mark.parametrize("page", TRANSLATED, ids=page_id)


def one_line(text: str) -> str:
    return " ".join(text.split())


def said_in_templates() -> set[str]:
    sentences = set()
    for template in (ROOT / "templates").rglob("*.html"):
        text = template.read_text(encoding="utf-8")
        sentences |= {quoted[1:-1] for quoted in re.findall(r"{% translate (\".*?\"|'.*?')", text)}
        for block in re.findall(r"{% blocktranslate.*?%}(.*?){% endblocktranslate %}", text, re.S):
            sentences |= set(block.split("{% plural %}"))
    return sentences


def said_in_modules() -> set[str]:
    calls = [
        node
        for module in (ROOT / "tournament").rglob("*.py")
        for node in ast.walk(ast.parse(module.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") in SPOKEN_BY
    ]
    return {value for call in calls for part in call.args if isinstance(value := getattr(part, "value", None), str)}


@cache
def catalogue(language: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each English sentence of the site, and what stands for it in the language."""
    entries = polib.pofile(str(ROOT / "locale" / language / "LC_MESSAGES" / "django.po"))
    return tuple((entry.msgid, tuple(entry.msgstr_plural.values()) or (entry.msgstr,)) for entry in entries)


@cache
def site(language: str = "en") -> tuple[re.Pattern[str], tuple[str, ...]]:
    """All that the site can say: a pattern with anything in the gaps, and the sentences as they are written."""
    if language == "en":
        texts = said_in_templates() | said_in_modules()
    else:
        texts = {text for _english, texts in catalogue(language) for text in texts}
    sentences = sorted({one_line(re.sub(r"<.*?>", "", text)) for text in texts})
    with_gaps = []
    for sentence in sentences:
        parts = re.split(r"{{.*?}}|%\(\w+\)s", sentence)
        if re.search(r"[^\W\d_]{3}", "".join(parts)):  # a gap alone would say anything at all
            with_gaps.append(".+".join(map(re.escape, parts)))
    return re.compile("|".join(with_gaps)), tuple(sentences)


def is_said(words: str, language: str = "en") -> bool:
    pattern, sentences = site(language)
    return bool(pattern.fullmatch(words)) or any(sentence.startswith(words) for sentence in sentences)


def text_of(guide: Path) -> str:
    return re.sub(r"<img .*?>|`.*?`", "", guide.read_text(encoding="utf-8"))


def labels_in(text: str) -> list[str]:
    return [one_line(label) for label in re.findall(r"\*\*(.+?)\*\*", text, re.S)]


@each_guide
def test_what_is_bold_is_a_label_of_the_site(guide):
    labels = set(labels_in(text_of(guide)))
    pattern, _sentences = site(language_of(guide))

    assert len(labels) > 30
    assert sorted(label for label in labels - NO_SENTENCES if not pattern.fullmatch(label)) == []


@each_guide
def test_what_is_quoted_is_how_the_site_begins_a_sentence(guide):
    language = language_of(guide)
    quotes = {one_line(quote) for quote in re.findall(QUOTES[language], text_of(guide), re.S)}

    assert quotes
    assert sorted(quote for quote in quotes if not is_said(quote, language)) == []


def test_what_no_page_says_is_found():
    assert is_said("Start round 7")
    assert is_said("Not recorded yet.")
    assert not is_said("Start the tournament")
    assert not is_said("Tournament 7")


@each_with_pictures
def test_links_and_pictures_lead_somewhere(guide):
    text = guide.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(\s*(.+?)\)", text, re.S) + re.findall(r"<img src=\"(.+?)\"", text)

    assert sorted(target for target in targets if not leads_somewhere(guide, target)) == []


def leads_somewhere(page: Path, target: str) -> bool:
    path, _hash, anchor = target.partition("#")
    other = page.parent / path if path else page
    return other.is_file() and (not anchor or anchor in anchors(other.read_text(encoding="utf-8")))


def anchors(text: str) -> list[str]:
    """The names of a page's headings, as they are linked to."""
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return [re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings]


@each_with_pictures
def test_every_picture_says_what_it_shows(guide):
    pictures = re.findall(r"<img .*?>", guide.read_text(encoding="utf-8"))

    assert pictures
    assert [picture for picture in pictures if not re.search(r" alt=\"[^\"]{20,}\"", picture)] == []


def links(page: Path) -> list[tuple[str, int]]:
    """Where a page leads, alike in each language: a file's name without its language, and which heading of it.

    A page leads to pages of its own language where there are such.
    """
    targets = []
    for target in re.findall(r"\]\(\s*(.+?)\)", without_languages(page), re.S):
        path, _hash, anchor = target.partition("#")
        other = page.parent / path if path else page
        own = in_english(other).with_suffix("".join(page.suffixes))
        assert other == own or not own.is_file(), f"{page.name} leads to {other.name}"
        heading = anchors(other.read_text(encoding="utf-8")).index(anchor) if anchor else -1
        targets.append((in_english(other).name, heading))
    return sorted(targets)


def without_languages(page: Path) -> str:
    """The text of a page without the line of links to its languages."""
    return page.read_text(encoding="utf-8").replace(language_line(page), "", 1)


def language_line(page: Path) -> str:
    """The line below the title: the page's own language as a word, the others as links."""
    files = {"en": in_english(page).name} | {
        language: in_english(page).with_suffix(f".{language}.md").name for language in OTHER_LANGUAGES
    }
    return " · ".join(
        name if files[language] == page.name else f"[{name}]({files[language]})" for language, name in NAMES.items()
    )


def test_every_language_of_the_site_has_its_guides():
    assert set(NAMES) == {language for language, _name in settings.LANGUAGES}


@pytest.mark.parametrize("page", [*dict.fromkeys(map(in_english, TRANSLATED)), *TRANSLATED], ids=page_id)
def test_a_page_leads_to_its_other_languages(page):
    assert page.read_text(encoding="utf-8").split("\n")[2] == language_line(page)


@each_translated
def test_a_translated_page_has_what_the_english_one_has(page):
    text, english = without_languages(page), without_languages(in_english(page))

    for what in (r"^#+(?= )", r"^(?:\* |- |\d+\. |\|)(?=.)", r"<img src=\".+?\" width=\"\d+\""):
        assert re.findall(what, text, re.M) == re.findall(what, english, re.M)
    code, english_code = (Counter(re.findall(r"`.+?`", each)) for each in (text, english))
    assert set(english_code - code) <= EXAMPLES_IN_WORDS
    assert code.total() == english_code.total()
    assert links(page) == links(in_english(page))


@pytest.mark.parametrize("page", [page for page in GUIDES if language_of(page) != "en"], ids=page_id)
def test_a_translated_guide_names_the_same_buttons(page):
    """In each section; a label that is one of several English ones may be any of their translations."""
    named = re.split(r"^#.*$", text_of(page), flags=re.M)
    in_english_named = re.split(r"^#.*$", text_of(in_english(page)), flags=re.M)

    for section, english in zip(named, in_english_named, strict=True):
        labels = labels_in(section)
        assert len(labels) == len(labels_in(english)), section
        for label in set(labels_in(english)):
            expected = [
                one_line(text) for said, texts in catalogue(language_of(page)) if said == label for text in texts
            ]
            assert not expected or set(expected) & set(labels), (label, expected)


FRAGMENTS = sorted(path.name for path in (ROOT / "changes").glob("+*.md"))
TRANSLATED_FRAGMENTS = sorted((ROOT / "changes").glob("*/+*.md"))


@each_other_language
def test_each_change_is_told_in_each_language(language):
    told = {
        path.name: path.read_text(encoding="utf-8") for path in TRANSLATED_FRAGMENTS if path.parent.name == language
    }

    assert sorted(told) == FRAGMENTS, "changes/README.md says how"
    for name, text in told.items():
        english = (ROOT / "changes" / name).read_text(encoding="utf-8")
        assert sorted(re.findall(r"`.+?`", text)) == sorted(re.findall(r"`.+?`", english)), name
        assert text.count("\n") == 1, name


@each_other_language
def test_no_line_of_a_page_ends_where_the_language_forbids_it(language):
    pages = [page for page in TRANSLATED + translations("docs/rules") if language_of(page) == language]
    pages += [fragment for fragment in TRANSLATED_FRAGMENTS if fragment.parent.name == language]
    texts = {
        page: re.sub(r"`.+?`|^\|[ |:-]+$|^{.+}$", "", page.read_text(encoding="utf-8"), flags=re.M) for page in pages
    }

    assert {page.name for page, text in texts.items() if re.search(LINE_ENDS[language], text)} == set()


@each_other_language
def test_the_changelog_of_a_language_has_the_same_parts(language):
    english = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["towncrier"]
    own = tomllib.loads((ROOT / "changes" / language / "towncrier.toml").read_text())["tool"]["towncrier"]

    assert [part["directory"] for part in own["type"]] == [part["directory"] for part in english["type"]]
    assert own["filename"] == f"../../CHANGELOG.{language}.md"
    assert f"changes/{language}/towncrier.toml" in (ROOT / "Makefile").read_text()
    text = (ROOT / f"CHANGELOG.{language}.md").read_text(encoding="utf-8")
    assert set(re.findall(r"^### (.+)$", text, re.M)) == {part["name"] for part in own["type"]}


# Pages that name files: in backticks, from the top of the repository, `<room>` and its like standing for any name.
SIGNPOSTS = [DOCS / "architecture.md", DOCS / "security.md", ROOT / "CONTRIBUTING.md"]
NO_FILES = {"hanchan/1", "tenbo/1", "var/sbom.json"}  # names of formats, and what `make check` writes


@pytest.mark.parametrize("page", SIGNPOSTS, ids=lambda path: path.stem)
def test_every_file_that_a_page_names_is_there(page):
    paths = set(re.findall(r"`(\w[\w.<>/-]*/[\w.<>/-]*)`", page.read_text(encoding="utf-8"))) - NO_FILES

    assert len(paths) > 20
    assert sorted(path for path in paths if not any(ROOT.glob(re.sub("<.+?>", "*", path)))) == []


PAGES = [*SIGNPOSTS, DOCS / "formats.md", ROOT / "README.md", ROOT / "SECURITY.md", DOCS / "operator.md"]


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.stem)
def test_links_between_pages_lead_somewhere(page):
    targets = re.findall(r"\]\((?!https:)(.+?)\)", page.read_text(encoding="utf-8"))

    assert [target for target in targets if not leads_somewhere(page, target)] == []


@pytest.mark.parametrize("name", FILES)
def test_the_published_schemas_are_those_of_the_code(name):
    """After a shape has changed: `make schemas`."""
    assert FILES[name].read_text(encoding="utf-8") == schema_text(made()[name])


def test_a_commit_is_checked_as_make_check_does():
    """Each command of `make check` is a hook of pre-commit too."""
    check = re.search(r"^check:.*\n((?:\t.*\n)+)", (ROOT / "Makefile").read_text(), re.M)
    assert check
    tools = re.findall(r"\$\(BIN\)/((?:python (?:-m )?)?\S+ ?\w*)", check[1])
    tools += [f"deno {what}" for what in re.findall(r"\$\(DENO\) (\w+)", check[1])]
    hooks = (ROOT / ".pre-commit-config.yaml").read_text()

    assert len(tools) > 7
    assert [tool for tool in tools if f".venv/bin/{tool.strip()}" not in hooks] == []


def test_every_requirement_of_the_asvs_has_one_line():
    """Levels 1 and 2 of version 4.0.3; the numbers that are told above the table are those of its lines."""
    text = (DOCS / "security.md").read_text(encoding="utf-8")
    lines = re.findall(r"^\| (\d+\.\d+\.\d+) \| (.+?) \| (.+?) \| (.+?) \|$", text, re.M)
    numbers = [tuple(map(int, line[0].split("."))) for line in lines]
    counts = {state: sum(line[2] == state for line in lines) for state in ("holds", "partly", "no", "n/a")}

    assert numbers == sorted(set(numbers))
    assert sum(counts.values()) == len(lines) == 259
    told = re.search(r"The (\d+) requirements.+?: (\d+) hold, (\d+) hold in part, (\d+) do not, (\d+) ask", text, re.S)
    assert told
    assert [int(number) for number in told.groups()] == [len(lines), *counts.values()]
