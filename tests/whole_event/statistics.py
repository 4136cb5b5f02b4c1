"""Computes the figures of every player's page from the event's exported JSON (`tenbo/1`), without the site's code.

Written from what the page says under "What is counted". `told` computes the exact figures, `shown` reads those on a
page, and `differences` compares both.
"""

import re
from collections import Counter, defaultdict
from fractions import Fraction
from html import unescape

from tests.whole_event.recompute import absences, counts, dealt, results, standings

FATES = ("won", "dealt in", "drawn", "lost")
ROWS = (
    "Won",
    "by ron",
    "by self-draw",
    "Dealt in",
    "Riichi",
    *FATES,
    "Exhaustive draws",
    "tenpai at the draw",
    "Chombo",
)
LIMITS = {"mangan": 2_000, "haneman": 3_000, "baiman": 4_000, "sanbaiman": 6_000, "yakuman": 8_000}


def told(document):
    """Return the figures, by entry number, of each entry that has a page and a signed hanchan."""
    entries = {entry["number"]: entry for entry in document["entries"] if entry["status"] == "accepted"}
    gone = {one["entry"] for one in document["departures"] if not one["taken_back_by"] and one["kind"] in OUT}
    official = standings(document)
    hanchans = [hanchan for round_ in document["rounds"] for hanchan in round_["hanchans"] if counts(hanchan)]
    return {
        number: _figures(number, [one for one in hanchans if number in one["seats"]], entries, official[number])
        for number, entry in entries.items()
        if entry["may_publish"] and number not in gone and any(number in one["seats"] for one in hanchans)
    }


OUT = {"struck", "removed"}


def _figures(number, hanchans, entries, official):
    own = [results(hanchan)[number] for hanchan in hanchans]
    played = [result for result in own if not result.substituted]
    hands = [hand for hanchan in hanchans for hand in _hands(hanchan, number)]
    found = Counter()
    values, paid, best = [], [], []
    for hand in hands:
        _count(hand, found, values, paid, best)
    found["Chombo"] = sum(result.chombo for result in own)
    points = [result.points for result in played]
    score = sum((result.score for result in own), Fraction())
    figures = {
        "Hanchans": len(own),
        "Average place": _mean([result.place for result in played]),
        "Average score": score / len(own),
        "Sum of scores": score,
        "Average points": _mean(points),
        "Most points": max(points, default=None),
    }
    if found["hands"]:
        figures |= {"Average win": _mean(values), "Average deal-in": _mean(paid)}
    places = Counter(result.place for result in played)
    known = sum(1 for hanchan in hanchans if _is_known(hanchan, number))
    place, total = official
    return {
        "figures": figures,
        "places": [(str(n), places[n], _percent(places[n], len(played))) for n in range(1, 5)],
        "known": (found["hands"], known, len(own)),
        "hands": _rows(found),
        "best": [points for _rank, points in sorted(best, key=lambda one: one[0], reverse=True)[:5]],
        "opponents": _met(number, hanchans, entries),
        "events": [(len(own), place, total)],
    }


def _is_known(hanchan, number):
    """Whether the hanchan's hands were recorded, and the player played at least one of them."""
    on_paper = any(paper["superseded_by"] is None for paper in hanchan["paper"])
    return not on_paper and absences(hanchan).get(number, 1) not in {None, 0}


def _hands(hanchan, number):
    """Yield the hands of one hanchan that the player played, each with the player's seat."""
    if _is_known(hanchan, number):
        seat, until = hanchan["seats"].index(number), absences(hanchan).get(number)
        for hand in list(dealt(hanchan["game"]["hands"]))[:until]:
            if hand.said["type"] not in {"chombo", "redeal"}:
                yield seat, hand


def _count(seated, found, values, paid, best):
    seat, hand = seated
    said, kind = hand.said, hand.said["type"]
    found["hands"] += 1
    own = [win for win in said.get("wins", []) if win["winner"] == seat]
    dealt_in = kind == "ron" and said["discarder"] == seat
    if own:
        value = sum(points for (_payer, winner), points in hand.values.items() if winner == seat)
        found["by ron" if kind == "ron" else "by self-draw"] += 1
        values.append(value)
        best.append(((*_rank(own[0]), seat == hand.dealer), value))
    if dealt_in:
        found["Dealt in"] += 1
        paid.append(sum(points for (payer, _winner), points in hand.values.items() if payer == seat))
    if kind == "exhaustive_draw":
        found["Exhaustive draws"] += 1
        found["tenpai at the draw"] += seat in said["tenpai"]
    if seat in said["riichi"]:
        fate = "won" if own else "dealt in" if dealt_in else "drawn" if kind == "exhaustive_draw" else "lost"
        found[fate] += 1


def _rank(win):
    """Return base points, han and fu, by which won hands are compared; between equal hands a hand of East is better."""
    if "limit" in win or "yakuman" in win:
        return (LIMITS[win.get("limit", "yakuman")], 0, 0)
    han, fu = win["han"], win.get("fu") or 0
    if han >= 5:
        return (2_000 if han == 5 else 3_000 if han <= 7 else 4_000 if han <= 10 else 6_000, han, 0)
    fu = fu if fu == 25 else -(-fu // 10) * 10
    base = fu * 2 ** (2 + han)
    return (2_000 if base >= 1_920 else base, han, fu)


def _met(number, hanchans, entries):
    """Return how often each other player was at the same table, by name. A player who was replaced from the start met
    nobody; players who may not be named are counted together."""
    met = defaultdict(int)
    for hanchan in hanchans:
        away = {entry for entry, since in absences(hanchan).items() if since is None}
        if number not in away:
            for other in set(hanchan["seats"]) - away - {number}:
                met[other if entries[other]["may_publish"] else None] += 1
    return sorted(
        (entries[other]["name"] if other else "players whose name is hidden", often) for other, often in met.items()
    )


def _rows(found):
    found["Won"] = found["by ron"] + found["by self-draw"]
    found["Riichi"] = sum(found[fate] for fate in FATES)
    of = dict.fromkeys(FATES, "Riichi") | {"tenpai at the draw": "Exhaustive draws"}
    if not found["hands"] and not found["Chombo"]:
        return []
    rows = [(row, found[row], _percent(found[row], found[of.get(row, "hands")])) for row in ROWS[:-1]]
    return [*rows, ("Chombo", found["Chombo"], "")]


def _mean(numbers):
    return Fraction(sum(numbers), len(numbers)) if numbers else None


def _percent(part, whole):
    return Fraction(100 * part, whole) if whole else None


def shown(page):
    """Return the figures in a page's HTML, as English texts."""
    parts = dict(re.findall(r'<section[^>]*aria-labelledby="(\w+)">(.*?)</section>', page, re.S))
    known = re.search(r"(\S+) hands?\. Hanchans entered hand by hand: (\d+) of (\d+)\.", _plain(parts["hands"]))
    return {
        "figures": {_plain(word): _plain(figure) for word, figure in re.findall(r"<dt>(.*?)</dt><dd>(.*?)</dd>", page)},
        "places": _table(parts["places"]),
        "known": known.groups(),
        "hands": _table(parts["hands"]),
        "best": re.findall(r'<span class="number">([\d,]+)</span>', parts.get("best", "")),
        "opponents": sorted(_table(parts["opponents"])),
        "events": [row[1:] for row in _table(parts["events"])],
    }


CELL = r'<t[hd](?! class="chart-bar")[^>]*>(.*?)</t[hd]>'
"""Pattern for a cell of a table. Cells with a bar are left out, because a bar only repeats the number beside it."""


def _table(part):
    rows = re.findall(r"<tr[^>]*>(.*?)</tr>", part.split("<tbody>")[1], re.S) if "<tbody>" in part else []
    return [tuple(_plain(cell) for cell in re.findall(CELL, row, re.S)) for row in rows]


def _plain(html):
    return unescape(" ".join(re.sub(r"<[^>]*>", " ", html).split()))


def differences(figures, page):
    """Return where a player's page differs from the figures of `told`."""
    said = shown(page)
    return [(part, figures[part], said[part]) for part in figures if not _agree(figures[part], said[part])]


def _agree(exact, text):
    """Whether a text is this number, rounded to the text's decimals. Lists and dictionaries are compared element by
    element."""
    if isinstance(exact, dict):
        return exact.keys() == text.keys() and all(_agree(exact[key], text[key]) for key in exact)
    if isinstance(exact, list | tuple):
        return len(exact) == len(text) and all(map(_agree, exact, text))
    if exact is None or isinstance(exact, str):
        return text == (exact if exact is not None else "–")
    written = text.replace(",", "").replace("\N{MINUS SIGN}", "-").rstrip("%")
    decimals = len(written.partition(".")[2])
    return Fraction(round(exact * 10**decimals), 10**decimals) == Fraction(written)
