"""The guides for the day name what the screens name, and show what is there."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from scoring.schemas import FILES, schema_text
from tests.conftest import ROOT
from tests.schemas import made

DOCS = ROOT / "docs"
NO_SENTENCES = {"CSV", "JSON", "QR", "bold"}
GUIDES = [DOCS / "referee.md", DOCS / "organizer.md"]
SPOKEN_BY = {"_", "gettext", "gettext_lazy", "ngettext", "ngettext_lazy"}
each_with_pictures = pytest.mark.parametrize("guide", [*GUIDES, DOCS / "phones.md"], ids=lambda path: path.stem)
each_guide = pytest.mark.parametrize("guide", GUIDES, ids=lambda path: path.stem)


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
def site() -> tuple[re.Pattern[str], tuple[str, ...]]:
    """All that the site can say: a pattern with anything in the gaps, and the sentences as they are written."""
    sentences = sorted(
        {one_line(re.sub(r"<.*?>", "", sentence)) for sentence in said_in_templates() | said_in_modules()}
    )
    with_gaps = []
    for sentence in sentences:
        parts = re.split(r"{{.*?}}|%\(\w+\)s", sentence)
        if re.search(r"[A-Za-z]{3}", "".join(parts)):  # a gap alone would say anything at all
            with_gaps.append(".+".join(map(re.escape, parts)))
    return re.compile("|".join(with_gaps)), tuple(sentences)


def is_said(words: str) -> bool:
    pattern, sentences = site()
    return bool(pattern.fullmatch(words)) or any(sentence.startswith(words) for sentence in sentences)


def text_of(guide: Path) -> str:
    return re.sub(r"<img .*?>|`.*?`", "", guide.read_text(encoding="utf-8"))


@each_guide
def test_what_is_bold_is_a_label_of_the_site(guide):
    labels = {one_line(label) for label in re.findall(r"\*\*(.+?)\*\*", text_of(guide), re.S)}

    assert len(labels) > 30
    assert sorted(label for label in labels - NO_SENTENCES if not site()[0].fullmatch(label)) == []


@each_guide
def test_what_is_quoted_is_how_the_site_begins_a_sentence(guide):
    quotes = {one_line(quote) for quote in re.findall(r"\"(.+?)\"", text_of(guide), re.S)}

    assert sorted(quote for quote in quotes if not is_said(quote)) == []


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


def anchors(text: str) -> set[str]:
    """The names of a page's headings, as they are linked to."""
    headings = re.findall(r"^#+ (.+)$", text, re.M)
    return {re.sub(r"[^\w -]", "", heading).lower().replace(" ", "-") for heading in headings}


@each_with_pictures
def test_every_picture_says_what_it_shows(guide):
    pictures = re.findall(r"<img .*?>", guide.read_text(encoding="utf-8"))

    assert pictures
    assert [picture for picture in pictures if not re.search(r" alt=\"[^\"]{20,}\"", picture)] == []


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
