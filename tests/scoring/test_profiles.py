"""Federations' profiles: their examples are good, and each thing that is missing is one line with its place."""

import copy
import json

import pytest
from jsonschema import Draft202012Validator

from scoring.check import check_file, document_faults
from scoring.profiles import PROFILES, profile_faults, profile_of
from scoring.schemas.validation import KEYWORDS, faults
from tests.conftest import ROOT
from tests.scoring.program import scoring
from tests.scoring.test_check import changed, keywords

EXAMPLES = {
    name: json.loads((ROOT / "docs" / "examples" / f"tournament-{name}.json").read_text(encoding="utf-8"))
    for name in PROFILES
}
OWN_NUMBER = {"ema": "ema_number", "ara": "ara_number", "riichi-canada": "riichi_canada_number"}


def problems(document, profile):
    """The faults by a profile, of a document that the format itself finds good."""
    assert list(document_faults(document)) == []
    return [str(fault) for fault in profile_faults(document, profile_of(profile))]


@pytest.mark.parametrize("name", PROFILES)
def test_each_profile_has_a_good_example_that_no_other_takes(name):
    assert problems(EXAMPLES[name], name) == []
    assert EXAMPLES[name]["entries"][0][OWN_NUMBER[name]]
    assert problems(EXAMPLES["ema" if name != "ema" else "ara"], name)


def test_each_fault_names_its_place(subtests):
    sheet = ["rounds", 1, "hanchans", 0, "sheet"]
    cut = [{"after_round": 1, "carried": "half", "finalists": [1, 2, 3, 4]}]
    for name, path, value, expected in [
        ("ema", ["tournament", "place"], "", "tournament.place is not the event's place"),
        ("ema", ["tournament", "starts_on"], None, "tournament.starts_on is not text"),
        ("ema", ["entries", 1, "ema_number"], "401", "entries[1].ema_number is not an EMA number of 8 digits"),
        ("ema", ["entries", 1, "ema_number"], "08010001", 'entries[1].ema_number "08010001" is that of entries[0] too'),
        ("ema", ["entries", 2, "name"], "Chloé", "entries[2].name is not a first and a last name"),
        ("ema", ["entries", 2, "country"], "fr", "entries[2].country is not a country's three letters"),
        ("ema", ["ruleset", "tie_uma"], "seat", 'ruleset.tie_uma is not "shared"'),
        ("ara", ["entries", 0, "legal_name"], "Wilhelmina", "entries[0].legal_name is not a legal name of two words"),
        ("ara", ["entries", 1, "ara_number"], "0112", 'entries[1].ara_number "0112" is that of entries[0] too'),
        ("ara", ["published", "since"], None, "published.since is not a day before the first round"),
        ("ara", ["published", "since"], "2026-05-03", "published.since is not a day before the first round"),
        ("ara", ["cuts"], cut, "tournament.announced_cuts announces no cut, and one was made"),
        ("ara", sheet, None, "rounds[1].hanchans[0].sheet is not there: this hanchan is not signed"),
        ("riichi-canada", ["rounds"], [], "rounds has 0 values and needs at least 1"),
    ]:  # fmt: skip
        with subtests.test(profile=name, path=path, value=value):
            document = changed(EXAMPLES[name], path, value)

            (found,) = problems(document, name)
            assert found.startswith(expected)


def test_without_any_member_number_it_is_no_event_of_that_federation():
    document = copy.deepcopy(EXAMPLES["ara"])
    for entry in document["entries"]:
        entry["ara_number"] = ""

    assert problems(document, "ara") == ['entries have no "ara_number" at all']


def test_who_was_removed_has_no_name_and_is_no_fault():
    document = copy.deepcopy(EXAMPLES["ema"])
    document["entries"][3] |= {"name": "", "last_name": "", "country": ""}

    assert problems(document, "ema") == []


def test_other_documents_are_told_what_a_profile_needs():
    for name, expected in [
        ("game", 'format is not "tenbo/1", which a profile needs'),
        ("tournament-public", 'form is not "federation", which a profile needs'),
        ("tournament-whole", 'form is not "federation", which a profile needs'),
    ]:
        (checked,) = check_file((ROOT / "docs" / "examples" / f"{name}.json").read_bytes(), profile_of("ema"))
        assert [str(fault) for fault in checked.faults] == [expected]


def test_a_document_that_is_broken_as_tenbo_gets_those_faults_alone():
    broken = json.dumps(changed(EXAMPLES["ema"], ["entries", 0, "ema_number"], 7)).encode()

    (checked,) = check_file(broken, profile_of("ema"))

    assert [str(fault) for fault in checked.faults] == ["entries[0].ema_number is not text"]


def test_a_profile_is_a_schema_that_other_validators_read_alike():
    for name in PROFILES:
        profile = profile_of(name)
        Draft202012Validator.check_schema(profile)
        own = {"x-numbers", "x-signed", "x-announced"}
        assert keywords(profile) - KEYWORDS == {"$schema", "$id", "title", "description"} | own
        assert "Unconfirmed" in profile["description"]
        for other, document in EXAMPLES.items():
            is_good = Draft202012Validator(profile).is_valid(document)
            assert is_good == (not any(faults(document, profile))), (name, other)


def test_the_command_takes_a_profile_and_prints_it(tmp_path):
    broken = tmp_path / "broken.json"
    broken.write_text(json.dumps(changed(EXAMPLES["ema"], ["tournament", "place"], " ")), encoding="utf-8")

    good = scoring("check", "--profile", "ema", "docs/examples/tournament-ema.json")
    bad = scoring("check", "--profile", "ema", str(broken))

    assert (good.returncode, good.stdout.count(b"\n")) == (0, 1)
    assert (bad.returncode, bad.stdout.decode()) == (1, f"{broken}: tournament.place is not the event's place\n")
    assert json.loads(scoring("schema", "ema").stdout) == profile_of("ema")
    assert scoring("check", "--profile", "xyz", str(broken)).returncode == 2
