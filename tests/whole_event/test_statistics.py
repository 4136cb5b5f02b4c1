"""Players' pages of an event with everything in it say what a second reckoning from its exported JSON says."""

import json
from random import Random
from uuid import uuid4

import pytest
from django.urls import reverse

from scoring.game_format import outcome_from_json
from scoring.hanchan import next_hand
from scoring.presets import EMA_2025, WRC_2015
from scoring.refusal import Refused
from tests.factories import STRANGER, UserFactory, play, sign, visitor
from tests.standings.results import cancel, tournament_with
from tests.whole_event.statistics import differences, told
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.models import Departure, Hand, Tournament
from tournament.people.actions.depart import depart
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.substitute import name_substitute

VALUES = (
    {"han": 1, "fu": 30}, {"han": 2, "fu": 25}, {"han": 3, "fu": 60}, {"han": 4, "fu": 32}, {"han": 5}, {"han": 9},
    {"han": 13}, {"limit": "mangan"}, {"limit": "sanbaiman"}, {"yakuman": 1},
)  # fmt: skip


def some_hand(random):
    """One that a referee could say, as `hanchan/1`."""
    one, two, three, four = random.sample(range(4), 4)
    riichi = random.choice([[], [one], [two, three], [one, two, four]])
    wins = [{"winner": one, **random.choice(VALUES)}]
    kind = random.choice(["ron"] * 4 + ["tsumo"] * 3 + ["exhaustive_draw"] * 3 + ["both", "fed", "chombo", "redeal"])
    match kind:
        case "exhaustive_draw":
            return {"type": kind, "tenpai": sorted({*riichi, *random.choice([[], [one]])}), "riichi": riichi}
        case "chombo":
            return {"type": kind, "offenders": [one], "riichi": riichi}
        case "redeal":
            return {"type": kind, "riichi": riichi}
        case "both":
            wins.append({"winner": two, **random.choice(VALUES)})
            return {"type": "ron", "discarder": three, "wins": wins, "riichi": riichi}
        case "fed":
            wins = [{"winner": one, "yakuman": 1, "liable": two}]
            kind = random.choice(["ron", "tsumo"])
    return {"type": kind, "wins": wins, "riichi": riichi} | ({"discarder": three} if kind == "ron" else {})


def some_hands(random, count):
    """So many, one after the other, as far as the rules allow them."""
    played = ()
    while len(played) < count and not (played and played[-1].ending):
        outcome = outcome_from_json(some_hand(random))
        try:
            played = (*played, next_hand(outcome, played, rules=EMA_2025, start=None))
        except Refused:
            continue
        yield outcome


@pytest.fixture
def event(db):
    """Three rounds at two tables under EMA 2025, where time ends a hanchan at once. One is from paper, one cancelled,
    one not signed; there are two substitutes, one player was struck, and one did not consent to the name."""
    random, owner = Random(20), UserFactory()
    names = ["Anna Nowak", "Anna Nowak", "Břetislav", "Claire", "Dóra", "Émile", "Félicité & Zoë", "Gábor"]
    rules = {"ruleset_key": "ema_2025", "rule_changes": {"time_policy": WRC_2015.time_policy}}
    tournament, entries, hanchans = tournament_with(names, rounds=3, owner=owner, **rules)
    for hanchan in hanchans[1:]:
        play(hanchan, *some_hands(random, 9))
    said = {"points": (20_000, 49_000, 30_000, 20_000), "riichi_sticks": 1, "chombo": (0, 2, 0, 0), "key": uuid4()}
    record_paper_result(hanchan_id=hanchans[0].pk, revision=0, by=STRANGER, **said)
    for hanchan, entry, after in ((hanchans[1], entries[4], None), (hanchans[2], entries[1], 4)):
        said = {"entry_id": entry.pk, "name": "Wendy", "after_hand": after, "key": uuid4(), "reason": "Ill"}
        hanchan.refresh_from_db()
        name_substitute(hanchan_id=hanchan.pk, revision=hanchan.revision, by=visitor(owner), **said)
    for hanchan in hanchans[:5]:
        sign(hanchan)
    cancel(hanchans[4])
    said = {"kind": Departure.Kind.STRUCK, "from_round": 3, "reason": "x", "by": STRANGER, "key": uuid4()}
    depart(entry_id=entries[7].pk, **said)
    tournament.entries.filter(number=7).update(may_publish=False)
    return Tournament.objects.get(pk=tournament.pk)


@pytest.mark.slow
def test_every_figure_of_every_player_is_worked_out_twice(client, event):
    document = json.loads(envelope_json(envelope(event)))
    figures = told(document)

    assert {"ron", "tsumo", "exhaustive_draw", "chombo"} <= set(Hand.objects.values_list("outcome__type", flat=True))
    assert sorted(figures) == [1, 2, 3, 4, 5, 6]
    for number, exact in figures.items():
        address = reverse("player-page", args=[event.entries.get(number=number).player_id])
        assert differences(exact, client.get(address).text) == []

    # The comparison can fail.
    hands = document["rounds"][1]["hanchans"][0]["game"]["hands"]
    hands[0]["riichi"] = [] if 0 in hands[0]["riichi"] else [0]
    seated = document["rounds"][1]["hanchans"][0]["seats"][0]
    page = client.get(reverse("player-page", args=[event.entries.get(number=seated).player_id])).text
    assert {part for part, *_ in differences(told(document)[seated], page)} >= {"figures", "hands"}
