"""Profiles of federations: what a federation requires of a `tenbo/1` document in the form "federation", in addition to
the rules of the format.

A profile is a JSON Schema with three additional keywords, for rules that JSON Schema cannot express:

`x-numbers` lists the fields of an entry for member numbers: at least one entry must have a number, and no two entries
may have the same number. `x-signed` requires a signed sheet of each hanchan. `x-announced` requires that rules and
format were public on the day of the first round, and that each cut was announced before it was made.
"""

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

from scoring.schemas import FOLDER
from scoring.schemas.validation import Fault, Json, faults, place_of, quoted

PROFILES = {name: FOLDER / f"profile-{name}.json" for name in ("ema", "ara", "riichi-canada")}
"""The file of each profile."""


@cache
def profile_of(name: str) -> Json:
    """Return a federation's profile, by its name in `PROFILES`."""
    profile: Json = json.loads(PROFILES[name].read_text(encoding="utf-8"))
    return profile


def profile_faults(document: Json, profile: Json) -> Iterator[Fault]:
    """Yield the requirements of a federation's profile that a valid `tenbo/1` document does not meet, as faults."""
    if document["format"] != "tenbo/1":
        yield Fault("format", 'is not "tenbo/1", which a profile needs')
        return
    if document["form"] != "federation":
        yield Fault("form", 'is not "federation", which a profile needs')
        return
    yield from faults(document, profile)
    for name in profile["x-numbers"]:
        yield from _faults_of_numbers(document["entries"], name)
    if profile["x-signed"]:
        yield from _unsigned(document)
    if profile["x-announced"]:
        yield from _not_announced(document)


def _faults_of_numbers(entries: list[Json], name: str) -> Iterator[Fault]:
    values = [entry[name] for entry in entries]
    if not any(values):
        yield Fault("entries", f"have no {quoted(name)} at all")
    for number, value in enumerate(values):
        if value and value in values[:number]:
            earlier = place_of("entries", values.index(value))
            yield Fault(place_of(place_of("entries", number), name), f"{quoted(value)} is that of {earlier} too")


def _unsigned(document: Json) -> Iterator[Fault]:
    hanchans: Any = [
        (place_of(place_of(place_of("rounds", number), "hanchans"), index), hanchan)
        for number, round_ in enumerate(document["rounds"])
        for index, hanchan in enumerate(round_["hanchans"])
    ]
    for place, hanchan in hanchans:
        if hanchan["sheet"] is None:
            yield Fault(place_of(place, "sheet"), "is not there: this hanchan is not signed")


def _not_announced(document: Json) -> Iterator[Fault]:
    since = document["published"]["since"]
    days = [round_["started_at"][:10] for round_ in document["rounds"]]
    if since is None or (days and since > min(days)):
        yield Fault("published.since", "is not a day before the first round, or its day")
    if document["cuts"] and not document["tournament"].get("announced_cuts"):
        yield Fault("tournament.announced_cuts", "announces no cut, and one was made")
