"""Takes pictures of a running site at several screen sizes, light and dark, and compares them with earlier runs: `make
sheets`.

The list of pages has one page on each line. "team /t/spring/desk/" opens the page as a member of the team, with the
session cookie in SHEETS_SESSION; "stranger /t/spring/" opens it without a session. The pictures of each run are in a
folder named after the run; index.html in the parent folder shows the runs side by side. Run it as a program; pytest
does not collect it.
"""

import os
import re
import sys
from html import escape
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

from tests.browser.devices import FLAGS, chromium_path

SIZES = {390: 844, 1280: 800, 1920: 1080, 3840: 2160}
"""Height of the screen by its width, in pixels."""
SCHEMES = ("light", "dark")
MOST_SCREENS = 3
"""The most screens of a long page that its picture shows."""
SMALL = 480
"""Width in pixels of the pictures in index.html."""
PICTURES = [f"{width}-{scheme}" for width in SIZES for scheme in SCHEMES]


class Shown(NamedTuple):
    """A page of the list."""

    is_for_team: bool
    path: str

    @property
    def name(self) -> str:
        """Name of the folder with the page's pictures."""
        return "-".join(["team" if self.is_for_team else "stranger", *re.findall(r"\w+", self.path)])


def read_list(text: str) -> list[Shown]:
    """Parse the list of pages; empty lines and lines that begin with # are ignored."""
    pages = []
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        who, _, path = line.partition(" ")
        if who not in ("team", "stranger") or not path.startswith("/"):
            raise SystemExit(f"Line {number} is not like “team /t/spring/desk/”: {line}")
        pages.append(Shown(who == "team", path.strip()))
    return pages


def take(browser: Browser, address: str, pages: list[Shown], folder: Path, session: str) -> None:
    """Take all pictures of these pages. A page that answers with an error is skipped."""
    for width, height in SIZES.items():
        for is_for_team in (False, True):
            options: dict[str, Any] = {"has_touch": True, "is_mobile": True} if width < 600 else {}
            context = browser.new_context(
                base_url=address,
                locale="en-GB",
                viewport={"width": width, "height": height},
                service_workers="block",
                **options,
            )
            if is_for_team:
                context.add_cookies([{"name": "sessionid", "value": session, "url": address}])
            page = context.new_page()
            for shown in pages:
                if shown.is_for_team is is_for_team:
                    answer = page.goto(shown.path)
                    if answer and answer.ok:
                        _take_both(page, width, height, folder / shown.name)
                    else:
                        print(f"{answer and answer.status}: {address}{shown.path}")
            context.close()


def _take_both(page: Page, width: int, height: int, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for scheme in SCHEMES:
        page.emulate_media(color_scheme=scheme)
        whole = page.evaluate("document.documentElement.scrollHeight")
        shown = min(max(whole, height), MOST_SCREENS * height)
        path = folder / f"{width}-{scheme}.jpg"
        clip: Any = {"x": 0, "y": 0, "width": width, "height": shown}
        page.evaluate("document.fonts.ready")
        page.screenshot(path=path, type="jpeg", quality=72, full_page=True, clip=clip, animations="disabled")
        with Image.open(path) as picture:
            picture.thumbnail((min(SMALL, width), 10_000))
            picture.save(folder / f"{width}-{scheme}-small.jpg", quality=72)


STYLE = """
body { margin: 1rem; font: 16px/1.4 system-ui, sans-serif; color-scheme: light dark; }
table { border-collapse: collapse; }
th, td { padding: 0.4rem 0.8rem; text-align: left; vertical-align: top; }
td a { display: block; max-height: 40rem; overflow: hidden; border: 1px solid gray; }
td img { display: block; }
nav { columns: 18rem; }
"""


def index(folder: Path) -> str:
    """Return an HTML page that shows the pictures of each page from all runs side by side. Each picture is a link to
    the picture at full size."""
    runs = sorted((run.name for run in folder.iterdir() if run.is_dir()), key=lambda run: (run != "before", run))
    names = sorted({page.name for run in runs for page in (folder / run).iterdir()})
    links = "".join(f'<li><a href="#{escape(name)}">{escape(name)}</a></li>' for name in names)
    parts = "".join(_part(folder, runs, name) for name in names)
    return (
        f'<!doctype html><meta charset="utf-8"><title>{" and ".join(map(escape, runs))}</title><style>{STYLE}</style>'
        f"<nav><ul>{links}</ul></nav>{parts}"
    )


def _part(folder: Path, runs: list[str], name: str) -> str:
    head = "".join(f"<th>{escape(run)}</th>" for run in runs)
    rows = "".join(
        f"<tr><th>{picture}</th>{''.join(_cell(folder, f'{run}/{name}/{picture}') for run in runs)}</tr>"
        for picture in PICTURES
    )
    return f'<h2 id="{escape(name)}">{escape(name)}</h2><table><tr><th></th>{head}</tr>{rows}</table>'


def _cell(folder: Path, path: str) -> str:
    if not (folder / f"{path}.jpg").exists():
        return "<td>no such page</td>"
    path = escape(path)
    return f'<td><a href="{path}.jpg"><img src="{path}-small.jpg" alt="{path}" loading="lazy"></a></td>'


def main() -> None:
    if len(sys.argv) != 5 or not urlsplit(sys.argv[3]).netloc:
        raise SystemExit("python -m tests.sheets FOLDER NAME-OF-THIS-RUN http://127.0.0.1:8000 LIST-OF-PAGES")
    folder = Path(sys.argv[1])
    pages = read_list(Path(sys.argv[4]).read_text(encoding="utf-8"))
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        take(browser, sys.argv[3], pages, folder / sys.argv[2], os.environ.get("SHEETS_SESSION", ""))
        browser.close()
    (folder / "index.html").write_text(index(folder), encoding="utf-8")


if __name__ == "__main__":
    main()
