"""Printed to PDF: a page for each table, nothing cut, codes that scan."""

import io

import pytest
import zxingcpp
from pypdf import PdfReader

from scoring.outcome import ExhaustiveDraw
from tests.factories import (
    EntryFactory,
    HanchanFactory,
    RoundFactory,
    TableFactory,
    TournamentFactory,
    UserFactory,
    keep_plan,
    play,
)

FORTY = "Maximiliana von Hohenzollern-Sigmaringen"
WIDE = "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"
TABLES = 6

DOTS = """svg => new Promise(done => {
    const image = new Image();
    image.onload = () => {
        const canvas = Object.assign(document.createElement("canvas"), {width: 200, height: 200});
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0, 200, 200);
        const pixels = context.getImageData(0, 0, 200, 200).data;
        done(Array.from({length: 40000}, (_, at) => pixels[4 * at] > 127 ? "1" : "0").join(""));
    };
    image.src = "data:image/svg+xml," + encodeURIComponent(new XMLSerializer().serializeToString(svg));
})"""


@pytest.fixture
def tournament(db):
    referee = UserFactory()
    tournament = TournamentFactory(name=f"Turnaj {FORTY}", referees=[referee])
    round_ = RoundFactory(tournament=tournament)
    for number in range(1, TABLES + 1):
        names = (FORTY, WIDE, "Wojciech Brzęczyszczykiewicz", "Li Na")
        entries = [
            EntryFactory(tournament=tournament, player__name=name, number=4 * number + seat)
            for seat, name in enumerate(names)
        ]
        HanchanFactory(round=round_, table=TableFactory(tournament=tournament, number=number), entries=entries)
    forwards = [[4 * number + seat for seat in range(4)] for number in range(1, TABLES + 1)]
    keep_plan(tournament, *[forwards, forwards[::-1]] * 2)
    tournament.referee = referee
    return tournament


@pytest.fixture
def printed(laptop, log_in, tournament):
    log_in(laptop, tournament.referee)

    def open_and_print(path, paper="A4"):
        laptop.goto(f"/t/{tournament.slug}/print/{path}")
        return PdfReader(io.BytesIO(laptop.pdf(format=paper)))

    return open_and_print


@pytest.mark.slow
@pytest.mark.parametrize(("paper", "size"), [("A4", (595, 842)), ("Letter", (612, 792))])
def test_each_score_sheet_is_one_page_and_its_code_scans(laptop, printed, tournament, live_server, paper, size):
    pages = printed("rounds/1/sheets/", paper).pages

    assert len(pages) == TABLES
    for number, page in enumerate(pages, start=1):
        text = " ".join(page.extract_text().split())
        assert f"Round 1 · Table {number}" in text
        assert "Signatures" in text
        assert (page.mediabox.width, page.mediabox.height) == pytest.approx(size, abs=2)
    codes = [read(code) for code in laptop.query_selector_all("svg.qr")]
    links = [hanchan.get_sheet_link() for hanchan in tournament.rounds.get().hanchans.order_by("table__number")]
    assert codes == [live_server.url + link for link in links]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "pages"), [("rounds/1/seating/", 2), ("sheet/", 1), ("start-list/", 2), ("badges/", 3), ("schedules/", 6)]
)
def test_nothing_is_cut_from_what_else_is_printed(laptop, printed, path, pages):
    assert len(printed(path).pages) == pages

    laptop.emulate_media(media="print")
    laptop.set_viewport_size({"width": 703, "height": 1000})  # the 186 mm between the margins
    wider = laptop.evaluate(
        "[...document.querySelectorAll('.paper-page, .paper-page *')].filter(e => e.scrollWidth > e.clientWidth + 1"
        " && getComputedStyle(e).display !== 'inline' && !e.closest('svg')).map(e => e.outerHTML.slice(0, 80))"
    )
    assert wider == []


CONTROLS = "button, input, select, textarea, .button, .button-quiet, nav"
PAGES = (
    *("", "standings/", "players/", "seating/", "rounds/1/", "rounds/1/check/", "rounds/1/paper/", "tables/", "log/"),
    *("calls/", "penalties/", "timetable/", "records/", "ema/report/", "print/start-list/", "print/badges/"),
)


@pytest.mark.slow
def test_nobody_finds_a_button_or_a_field_on_paper(laptop, log_in, tournament):
    log_in(laptop, tournament.referee)
    laptop.emulate_media(media="print")
    for path in PAGES:
        laptop.goto(f"/t/{tournament.slug}/{path}")
        shown = laptop.locator(CONTROLS).evaluate_all(
            "all => all.filter(one => one.checkVisibility()).map(one => one.outerHTML.slice(0, 80))"
        )
        assert shown == [], path


def test_the_longest_name_stays_on_its_badge(laptop, printed, tournament):
    EntryFactory(
        tournament=tournament,
        player__name=2 * WIDE,
        player__country="BA",
        player__club=" ".join(["Klub"] * 16),
        number=90,
    )
    printed("badges/")

    laptop.emulate_media(media="print")
    higher = "[...document.querySelectorAll('.badges li')].filter(e => e.scrollHeight > e.clientHeight + 1).length"
    assert laptop.evaluate(higher) == 0


@pytest.mark.slow
@pytest.mark.parametrize("path", ["print/badges/", "print/schedules/", "tables/"])
def test_no_line_is_drawn_beside_what_is_cut_out(laptop, log_in, tournament, path):
    """Of the first row of a page it would stand at the foot of the page before."""
    log_in(laptop, tournament.referee)
    laptop.goto(f"/t/{tournament.slug}/{path}")
    laptop.emulate_media(media="print")

    outside = laptop.evaluate(
        "[...document.querySelectorAll('.badges li, .slips li, .table-card')].map(e => getComputedStyle(e))"
        ".map(style => parseFloat(style.outlineWidth) + parseFloat(style.outlineOffset))"
    )
    assert outside
    assert max(outside) <= 0


@pytest.mark.slow
def test_the_standings_of_forty_after_four_rounds_are_one_page(laptop, log_in):
    referee = UserFactory()
    tournament = TournamentFactory(referees=[referee])
    names = [FORTY, "Wojciech Brzęczyszczykiewicz", *(f"Jan Novák {number}" for number in range(38))]
    entries = [EntryFactory(tournament=tournament, player__name=name) for name in names]
    table = TableFactory(tournament=tournament)
    for number in range(1, 5):
        round_ = RoundFactory(tournament=tournament, number=number)
        play(HanchanFactory(round=round_, table=table, entries=entries[:4]), ExhaustiveDraw())
    log_in(laptop, referee)

    laptop.goto(f"/t/{tournament.slug}/standings/")
    (page,) = PdfReader(io.BytesIO(laptop.pdf(format="A4"))).pages

    # pypdf reads a gap where a letter comes from another piece of the font: "Brz ę czyszczykiewicz".
    lines = ["".join(line.split()) for line in page.extract_text().splitlines()]
    assert [name for name in names if not any("".join(name.split()) in line for line in lines)] == []
    assert "After round" not in page.extract_text()


def read(code):
    """What a phone's camera makes of a code."""
    dots = bytes(255 * int(dot) for dot in code.evaluate(DOTS))
    return zxingcpp.read_barcode(memoryview(dots).cast("B", shape=[200, 200])).text
