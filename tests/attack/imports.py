"""Files are uploaded while a table plays: large documents, for which nobody may wait longer than for one batch of rows,
and workbooks that are small as files and dear to read."""

import re
import time
from collections import Counter
from io import BytesIO
from itertools import chain
from pathlib import Path
from tempfile import NamedTemporaryFile
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook

from tests.attack.accounts import create, fresh_account
from tests.attack.arena import Browser, arena, at_once
from tests.attack.passwords import PASSWORD

# 200 players who have played twelve rounds, as a document of some megabytes; and two accounts.
DOCUMENT = """
import json, sys
import django; django.setup()
from pathlib import Path
from tests.benchmarks.many_events import fill_event
from tests.factories import TournamentFactory, UserFactory
from tournament.archive.tenbo.document import envelope, envelope_json
tournament = TournamentFactory(name="Large", slug="large", owner=UserFactory(username="owner"))
UserFactory(username="another")
fill_event(tournament, players=200, rounds=12)
tournament.freeze_rules()
tournament.save()
Path(sys.argv[1]).write_bytes(envelope_json(envelope(tournament)))
print(json.dumps(None))
"""

# An event without a hanchan, whose log has the largest data that a file may have.
LARGE_LOG = """
import json, sys
import django; django.setup()
from pathlib import Path
from django.utils import timezone
from tests.factories import TournamentFactory, UserFactory
from tournament.archive.tenbo.document import envelope
from tournament.models import LogEntry
tournament = TournamentFactory(name="Log", slug="log", owner=UserFactory(username="owner"), version=20)
strings, letters = {"x": ["ab"] * 140_000, "y": chr(0x1F600) * 10_000}, {"y": chr(0x1F600) * 83_000}
LogEntry.objects.bulk_create(
    LogEntry(
        tournament=tournament, number=number, kind="clock.resumed", data=strings if number <= 11 else letters,
        actor_kind="command", actor_name="x", at=timezone.now(),
    )
    for number in range(1, 21)
)
Path(sys.argv[1]).write_text(json.dumps(envelope(tournament), ensure_ascii=False))
print(json.dumps(None))
"""

# An event of 20 tables with 90 hands each, in which three players win by 40 yaku with names of 80 letters. Python keeps
# four bytes for each of these letters.
LONG_NAMES = """
import json, sys
import django; django.setup()
from itertools import count
from pathlib import Path
from scoring.outcome import HanFu, Ron, Win
from scoring.seats import SEATS
from tests.factories import UserFactory, play
from tests.standings.results import tournament_with
from tournament.archive.tenbo.document import envelope
players, numbers = [f"P{n}" for n in range(80)], count()
tournament, _, hanchans = tournament_with(players, name="Yaku", slug="yaku", owner=UserFactory(username="owner"))
wins = tuple(Win(winner=seat, value=HanFu(1, 30), yaku=("x",)) for seat in SEATS[:3])
play(hanchans[0], *[Ron(discarder=SEATS[3], wins=wins)] * 90)
document = envelope(tournament)
hanchans = document["rounds"][0]["hanchans"]
played = json.dumps(hanchans[0]["game"]["hands"])
for hanchan in hanchans:
    hanchan["recorded"] = hanchans[0]["recorded"]
    hanchan["game"]["hands"] = json.loads(played)
    for win in (win for hand in hanchan["game"]["hands"] for win in hand["wins"]):
        win["yaku"] = [chr(0x1F004) + f"{next(numbers):079}" for _ in range(40)]
document["log"] = []
Path(sys.argv[1]).write_text(json.dumps(document, ensure_ascii=False))
print(json.dumps(None))
"""

IMPORTED = """
import json
import django; django.setup()
from tournament.models import Import, LineFigures, Tournament
print(json.dumps([
    Import.objects.filter(is_finished=True).count(),
    Import.objects.filter(is_finished=False).count(),
    LineFigures.objects.count(),
]))
"""

PATH = "/tournaments/import/"


def large_imports() -> bool:
    """Two accounts import 600 hanchans each."""
    with NamedTemporaryFile() as file, arena("imports of 600 hanchans") as field:
        field.site.run(DOCUMENT, file.name)
        content = Path(file.name).read_bytes()
        browsers = [_logged_in(field.site.port, name) for name in ("owner", "another")]
        with field.hands_meanwhile():
            began = time.monotonic()
            answers = Counter(at_once(2, lambda n: _import(browsers[n], content)))
            seconds = time.monotonic() - began
        finished, unfinished, figures = field.site.run(IMPORTED)
        field.figures = {
            "answers": dict(answers),
            "document_mb": round(len(content) / 1_000_000, 1),
            "seconds": round(seconds),
        }
        field.check(set(answers) <= {302, 503} and answers[302] > 0, f"answers: {dict(answers)}")
        field.check(finished == answers[302] and not unfinished, f"{finished} imports, {unfinished} unfinished")
        field.check(figures == 2_400 * (1 + finished), f"{figures} figures of sheets")
    return not field.wrong


def _logged_in(port: int, name: str) -> Browser:
    browser = Browser(port, patience=300)
    assert browser.post("/accounts/login/", {"username": name, "password": PASSWORD})[0] == 302
    return browser


def _import(browser: Browser, content: bytes) -> int:
    status, page = browser.upload(PATH, "file", "large.json", content)
    key = re.search(r'name="key" value="([^"]+)"', page)
    return browser.post(PATH, {"key": key[1]})[0] if key else status


def large_logs() -> bool:
    """An account imports an event with a log of 20 MB, and asks for its pages again and again."""
    with NamedTemporaryFile() as file, arena("pages of a log of 20 MB") as field:
        field.site.run(LARGE_LOG, file.name)
        owner = _logged_in(field.site.port, "owner")
        with field.hands_meanwhile():
            imported = _import(owner, Path(file.name).read_bytes())
            slug = re.search(r"/t/(log-[^/]+)/", owner.get("/")[1])
            until = time.monotonic() + 15
            answers = Counter(chain.from_iterable(at_once(6, lambda n: _asked(owner, f"/t/{slug[1]}/log/", n, until))))
        field.figures = {"answers": dict(answers)}
        field.check(imported == 302, f"the import was answered with {imported}")
        field.check(set(answers) == {200}, f"answers: {dict(answers)}")
    return not field.wrong


def _asked(owner: Browser, path: str, number: int, until: float) -> list[int]:
    """Ask for a page until then, with odd numbers as a page does that refreshes itself. Return the statuses."""
    browser = Browser(owner.port)
    browser.cookies = dict(owner.cookies)
    headers = {"Tenbo-Shown": "1:1"} if number % 2 else {}
    statuses = []
    while time.monotonic() < until:
        statuses.append(browser.get(path, **headers)[0])
    return statuses


def small_workbooks() -> bool:
    """A new account uploads three workbooks as lists of players. Each names one sheet 1,000 times."""
    with arena("workbooks that name one sheet 1,000 times") as field:
        stranger = fresh_account(field)
        stranger.patience = 300
        create(stranger, 1)
        content = _workbook()
        with field.hands_meanwhile():
            began = time.monotonic()
            answers = at_once(3, lambda _n: stranger.upload("/t/club-1/players/new/", "file", "list.xlsx", content)[0])
            seconds = time.monotonic() - began
        field.figures = {"answers": dict(Counter(answers)), "file_kb": len(content) // 1000, "seconds": round(seconds)}
        field.check(set(answers) <= {200, 503} and 200 in answers, f"answers: {answers}")
        field.check(seconds < 20, f"the uploads took {seconds:.0f} s")
    return not field.wrong


def _workbook() -> bytes:
    """Return a workbook with a sheet of 60,000 tags that its list of sheets names 1,000 times."""
    book, plain, content = Workbook(), BytesIO(), BytesIO()
    book.active.append(["Anna"])
    book.save(plain)
    with ZipFile(plain) as before, ZipFile(content, "w", ZIP_DEFLATED) as after:
        for name in before.namelist():
            part = before.read(name)
            part = re.sub(rb"<sheet [^>]*/>", lambda sheet: sheet[0] * 1_000, part)
            after.writestr(name, part.replace(b"</sheetData>", b"<a/>" * 60_000 + b"</sheetData>"))
    return content.getvalue()


def long_names() -> bool:
    """A new account imports ten files with long names of yaku, and a stranger opens a page of each event."""
    with NamedTemporaryFile() as file, arena("pages of events with long names of yaku") as field:
        field.site.run(LONG_NAMES, file.name)
        content = Path(file.name).read_bytes()
        account = fresh_account(field)
        account.patience = 300
        stranger = Browser(field.site.port, host="127.0.7.7", patience=60)
        with field.hands_meanwhile():
            imports = Counter(_import(account, content) for _ in range(10))
            slugs = set(re.findall(r"/t/(yaku-[^/\"]+)/", account.get("/")[1]))
            pages = Counter(stranger.get(f"/t/{slug}/rounds/1/")[0] for slug in slugs)
        field.figures = {"imports": dict(imports), "pages": dict(pages), "file_mb": len(content) // 1_000_000}
        field.check(imports == {302: 10}, f"imports: {dict(imports)}")
        field.check(pages == {200: 10}, f"pages: {dict(pages)}")
    return not field.wrong


ATTACKS = [large_imports, large_logs, long_names, small_workbooks]
