"""A removal takes a person's name from the settings of an event, from the log of their changes, and from teams."""

from uuid import uuid4

import pytest

from scoring.penalty_catalogue import LONGEST_TITLE, own_penalties
from tests.factories import EntryFactory, UserFactory, visitor
from tests.people.test_person import columns_with
from tournament.archive.actions.copy_tournament import copy_tournament
from tournament.archive.actions.hand_over import call_back, take_to_laptop
from tournament.archive.tenbo.document import envelope, envelope_json, read_envelope
from tournament.models import PlayerTeam, Tournament
from tournament.people import erased_records
from tournament.people.actions.remove_person import remove_person
from tournament.people.erased_records import logged_without, settings_without
from tournament.people.erased_texts import ErasedNames
from tournament.site.actions.edit_tournament import edit_tournament

NAME = "Zoe Quill"


@pytest.fixture
def by():
    return visitor(UserFactory())


@pytest.fixture
def zoe(by):
    """A person whose event is called after them: first with its name, then with its place and penalties."""
    entry = EntryFactory(tournament__owner=by.user, number=4, player__name=NAME)
    edit(entry.tournament, by, name=f"{NAME} Cup", place=f"At {NAME}'s, Brno", own_penalties=f"Insult to {NAME}: 5")
    edit(entry.tournament, by, name="Cup", place=f"{NAME}, Main Street 5", own_penalties=f"Insult to {NAME}: 5, 10")
    return entry


def edit(tournament, by, **settings):
    tournament.refresh_from_db()
    others = {"starts_on": None, "is_public": True, "ruleset_key": tournament.ruleset_key}
    edit_tournament(tournament_id=tournament.pk, by=by, **others, **settings)
    tournament.refresh_from_db()


@pytest.mark.django_db
def test_no_setting_keeps_the_name(by, zoe):
    take_to_laptop(tournament_id=zoe.tournament_id, place=f"{NAME}'s laptop", by=by)
    call_back(tournament_id=zoe.tournament_id, by=by)
    take_to_laptop(tournament_id=zoe.tournament_id, place=f"{NAME}'s laptop", by=by)

    remove_person(player_id=zoe.player_id, by=by)

    event = Tournament.objects.get()
    assert (event.place, event.own_penalties) == ("#4, Main Street 5", "Insult to #4: 5, 10")
    assert event.log.filter(kind="tournament.edited").order_by("number").last().data == {
        "before": {"name": "#4 Cup", "place": "At #4's, Brno", "own_penalties": "Insult to #4: 5"},
        "after": {"name": "Cup", "place": "#4, Main Street 5", "own_penalties": "Insult to #4: 5, 10"},
    }
    assert (event.away_at, event.hand_overs.first().place) == ("#4's laptop", "#4's laptop")
    assert event.log.get(kind="tournament.called_back").data["place"] == "#4's laptop"
    assert columns_with("quill") == set()
    assert read_envelope(envelope_json(envelope(event)))


@pytest.mark.django_db
@pytest.mark.parametrize("with_entries", [True, False])
def test_a_copy_loses_the_name_from_what_it_took_over(by, zoe, with_entries):
    PlayerTeam.objects.create(tournament=zoe.tournament, name=NAME, short_name="Quill")
    copied = {"name": "Next year", "starts_on": None, "with_team": False, "with_entries": with_entries}
    copy = copy_tournament(origin_id=zoe.tournament_id, key=uuid4(), by=by, **copied)

    remove_person(player_id=zoe.player_id, by=by)

    copy.refresh_from_db()
    mark = f"#{copy.entries.get().number}" if with_entries else "…"
    assert (copy.place, copy.own_penalties) == (f"{mark}, Main Street 5", f"Insult to {mark}: 5, 10")
    assert columns_with("quill") == set()


@pytest.mark.django_db
def test_a_team_whose_name_changes_loses_its_short_name(by, zoe):
    teams = {"Zoe Quill": "Quill", "Fans of zoe quill": "Fans", "Eagles": "Quill", "Owls": "zoe quill", "Bears": "BE"}
    for name, short_name in teams.items():
        PlayerTeam.objects.create(tournament=zoe.tournament, name=name, short_name=short_name)

    remove_person(player_id=zoe.player_id, by=by)

    assert dict(PlayerTeam.objects.values_list("name", "short_name")) == {
        "#4": "", "Fans of #4": "", "Eagles": "Quill", "Owls": "#4", "Bears": "BE",
    }  # fmt: skip


def test_two_penalties_stay_two():
    names = ["Bo Li", "Bo Ly", "Phone rings: 5"]
    insult = f"Insult to {'x' * 17}, a friend of"
    text = f"{insult} Bo Li: 5\n{insult} Bo Ly: 0, 9\nPhone rings: 5, 10\nLate: 1"
    assert all(len(own.title) <= LONGEST_TITLE for own in own_penalties(text))

    erased = settings_without({"own_penalties": text}, ErasedNames(names, [], 1004).in_text)["own_penalties"]

    titles = [own.title for own in own_penalties(erased)]
    assert titles == [f"{insult} #1004", f"{insult} (2)", "Phone rings", "Late"]
    assert [own.steps for own in own_penalties(erased)] == [(5,), (0, 9), (5, 10), (1,)]


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"before": NAME, "after": [NAME]},
        {"before": {"place": None, "name": 4, "own_penalties": [NAME]}, "after": {"colour": NAME}},
        {"place": NAME, "name": NAME},
    ],
)
def test_whatever_an_imported_log_says_of_settings(data):
    assert logged_without("tournament.edited", data, ErasedNames([NAME], [], 4).in_text) == {}


@pytest.mark.parametrize("line", ["shouting at {} = 5", "Shouting at {}: 5"])
def test_a_logged_list_of_penalties_loses_the_name_as_any_text(monkeypatch, line):
    """35,000 lists of an imported log took 14 s when each was read as a list."""
    monkeypatch.setattr(erased_records, "own_penalties", None)
    data = {"before": {"own_penalties": line.format(NAME)}}

    erased = logged_without("tournament.edited", data, ErasedNames([NAME], [], 4).in_text)

    assert erased == {"before": {"own_penalties": line.format("#4")}}
