"""Creates docs/performance.md and its charts from docs/performance.json: `make performance`."""

import json
from pathlib import Path
from typing import Any

from tests.benchmarks.charts import Bar, Row, chart

ROOT = Path(__file__).resolve().parents[2]
FILE = ROOT / "docs" / "performance.json"
PARTS = {
    "viewers": "Viewers",
    "growth": "Pages as the site grows",
    "standings": "A very large event",
    "hands": "Recording a hand",
    "scoring": "Scoring",
    "seating": "Seating",
}
"""The titles of the parts, in the order of the page."""

NOTES = {
    "viewers": (
        "One process on SQLite serves all of them; their browsers are another process on the same machine. A public"
        " page is drawn and compressed once for each version, and every stream sends the same bytes. What is left is"
        " the work of the event loop for each stream: waking its task, one write. It wakes 25 of them in a"
        " turn, so a table's request waits two milliseconds for each of its own turns, not for the last stream; but it"
        " shares the interpreter with them, and both cores with the browsers. Past a few thousand viewers take a second"
        " process, which has half of them."
    ),
    "growth": (
        "Twenty hanchans an event, and people growing along. Part of the growth is that there is more to show: with 100"
        " hanchans there are 31 people and five events, so no list fills its page: the league by name has 23 kB then,"
        " and 133 kB with 10,000 hanchans, fifty people with twelve events each. With 1,000 hanchans lists are full,"
        " and from there to 10,000 they grow by a third at most. The best hands and the yakuman are remembered by the"
        " versions of the tournaments, a page of tournaments is read by an index, and a player's entries are found by"
        " the player. What the profile shows of the rest: the league by name spends two thirds of its time on drawing"
        " rows, fifty with twelve columns instead of eleven with five; the archive and a home on cards of tournaments,"
        " about 665 calls each; the list of players two thirds on its rows, fifty instead of 29. Only the page of a"
        " regular player works more for the same picture: 500 sheets instead of five are grouped by opponent, a tenth"
        " of its time, and added up."
    ),
    "standings": (
        "Cold is the first request after a change: all results are read, added up and ranked, twice, since the page"
        " shows places gained; more than half of the time. The rest draws two hundred rows. What was"
        " drawn of a result is remembered, and a hand changes"
        " four of 2,400. Then the page is kept for all strangers. Of a Swiss round half of the time is the search for"
        " seats, in plain Python; the rest reads and ranks, and draws a field for each of a thousand seats."
    ),
    "hands": (
        "On SQLite the statements take a small part of a request. Half of its work is Django's with the database: it"
        " makes nine queries and four writes into SQL, most of it names of columns, and rows into objects. Of its CPU,"
        " the lock with the commit takes 29 %, the hanchan of the page 19 %, the hands so far 15 %, the new hand with"
        " its log 14 %, their replay by the rules 4 % and the session 3 %; finding the view took 4 % and takes next to"
        " nothing since the tables' addresses are compared first. Each request has a thread that stays, with its"
        " connection. Both databases wait for the disk."
    ),
    "scoring": (
        "The library finds one reading of the tiles with its own price. Tenbo asks it for every reading, prices each by"
        " the rulebook and explains the winner."
    ),
    "seating": (
        "Everybody meets three people in a round, so more than (players − 1) / 3 rounds without a rematch cannot be."
    ),
}


def drawn(measured: dict[str, Any]) -> dict[str, str]:
    """Return the page and the charts, by their file names in docs/, from the data of a run."""
    figures = measured["figures"]
    return {
        "performance.md": _page(measured),
        "pictures/performance-goals.svg": _goals(figures),
        "pictures/performance-viewers.svg": _viewers(figures),
        "pictures/performance-growth.svg": _growth(figures),
    }


def _page(measured: dict[str, Any]) -> str:
    figures = measured["figures"]
    with_goal = [line for line in figures if line["held"] is not None]
    held = sum(line["held"] for line in with_goal)
    about = (
        f"Measured on a machine with {measured['cores']} cores, browsers and database included, with Python"
        f" {measured['python']}, in {measured['seconds'] / 60:.0f} minutes. Load of the machine before:"
        f" {measured['load_before']}. Each figure stands beside an anchor of the same run, so that the ratio says more"
        " than the machine."
    )
    if measured["load_before"] > measured["cores"]:
        about += (
            " **The machine was busy with other work**: times by the clock are longer than on a quiet one, and goals in"
            " seconds may be missed that it would hold. CPU times and ratios tell more."
        )
    made_by = (
        "Drawn from [performance.json](performance.json) by `make performance`; do not edit."
        " `make bench WRITE=docs/performance.json` measures anew."
    )
    goals = "![Each figure's share of its goal; what is longer than the line misses it](pictures/performance-goals.svg)"
    text = ["# How fast it is", "", made_by, "", about, "", f"Of {len(with_goal)} goals {held} hold.", "", goals]
    for part, title in PARTS.items():
        lines = [line for line in figures if line["part"] == part]
        if not lines:
            continue
        text += ["", f"## {title}", "", NOTES[part], ""]
        if part in {"viewers", "growth"}:
            text += [f"![{title}, beside the anchors](pictures/performance-{part}.svg)", ""]
        text += ["| | measured | compared with | ratio | goal |", "| --- | ---: | --- | ---: | --- |"]
        text += [_row(line) for line in lines]
    return "\n".join(text) + "\n"


def _row(line: dict[str, Any]) -> str:
    anchor = f"{line['anchor']}: {_amount(line['anchor_value'], line['unit'])}"
    value = _amount(line["value"], line["unit"])
    return f"| {line['figure']} | {value} | {anchor} | {_number(line['ratio'])} | {_verdict(line)} |"


def _verdict(line: dict[str, Any]) -> str:
    """Say whether the goal is met, or by which factor it is missed."""
    if line["held"] is None:
        return "none"
    unit = f" {line['unit']}" if line["goal_of"] == "value" else " × the anchor"
    goal = f"{line['bound']} {_number(line['goal'])}{unit}"
    return f"{goal}: held" if line["held"] else f"{goal}: **missed by a factor of {share(line):.2f}**"


def share(line: dict[str, Any]) -> float:
    """Return the ratio of a figure to its goal, so that more than 1 means that the goal is missed."""
    reached: float = line["value"] if line["goal_of"] == "value" else line["ratio"]
    goal: float = line["goal"]
    return reached / goal if line["bound"] == "at most" else goal / reached


def _number(value: float) -> str:
    """Format a number with three significant digits: 0.0125, 1.25, 12.5, 1,250."""
    digits = f"{value:.3g}"
    return f"{value:,.0f}" if "e" in digits or abs(value) >= 100 else digits


def _amount(value: float, unit: str) -> str:
    return f"{_number(value)}{unit}" if unit == "/s" else f"{_number(value)} {unit}"


def _goals(figures: list[dict[str, Any]]) -> str:
    lines = sorted((line for line in figures if line["held"] is not None), key=share)
    rows = [
        Row(line["figure"], (Bar(share(line), "good" if line["held"] else "bad", f"{share(line):.2f} × goal"),))
        for line in lines
    ]
    return chart("Each figure's share of its goal", rows, line=1.0)


def _viewers(figures: list[dict[str, Any]]) -> str:
    lines = [line for line in figures if line["part"] == "viewers" and line["unit"] == "s"]
    return chart("Seconds until a hand is shown, and what a bare server takes (grey)", _beside(lines))


def _growth(figures: list[dict[str, Any]]) -> str:
    lines = [line for line in figures if line["part"] == "growth"]
    return chart("Milliseconds of a page with 10,000 hanchans, and with 100 (grey)", _beside(lines))


def _beside(lines: list[dict[str, Any]]) -> list[Row]:
    return [
        Row(
            line["figure"],
            (
                Bar(line["value"], "bad" if line["held"] is False else "good", _amount(line["value"], line["unit"])),
                Bar(line["anchor_value"], "anchor", _amount(line["anchor_value"], line["unit"])),
            ),
        )
        for line in lines
    ]


def main() -> None:
    for name, text in drawn(json.loads(FILE.read_text(encoding="utf-8"))).items():
        (ROOT / "docs" / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
