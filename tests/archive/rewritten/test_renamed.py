"""People and teams who were renamed on a laptop, and removed after that."""

from uuid import uuid4

import pytest

from tests.archive.laptops import file_for_laptop
from tests.archive.rewritten.documents import forged, part_of, with_entry
from tests.archive.test_hand_over import returned
from tests.archive.while_away.people import is_clean
from tests.standings.results import tournament_with
from tournament.archive.actions.bring_back import bring_back
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.continuation import known_version
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.rewritten import rewritten_part
from tournament.models import Call, PlayerFacts, PlayerTeam
from tournament.people.actions.edit_entry import edit_entry, entry_facts_of
from tournament.people.actions.edit_player_teams import edit_player_teams
from tournament.people.actions.remove_person import remove_person
from tournament.standings.player_teams import TeamCounts, TeamFacts
from tournament.table.actions.calls import answer_call, call_referee

pytestmark = pytest.mark.django_db

RULINGS = [
    ("Insulted the referee and threw a tile at him", "Dead hand"),
    ("Dead Hand", "Rule four: Abusive Words"),
    ("Jan was not late", "No penalty: he did not see it"),
    ("審判 侮辱 退場", "Dragons won (2)"),
    ("Jan van Zed was late", "Jan van Zed"),
]
BLANKED = [
    ("#2", "#2"),
    ("#2", "#2: Abusive Words"),
    ("Jan #2 late", "No penalty: #2 it"),
    ("#2 退場", "#2 won (2)"),
    ("#2 was late", "#2"),
]
"""The rulings with a removed person's number for words; only those of the last one look like a name in a sentence."""

TEAMS = ["Dragons", "", "Red Dragons", "dragons"]


def renamed(laptop, by, number, *names):
    for name in names:
        entry = laptop.entries.select_related("player").get(number=number)
        edit_entry(entry_id=entry.pk, player=PlayerFacts(name=name), entry=entry_facts_of(entry), by=by)


@pytest.mark.parametrize("has_details", [True, False])
def test_a_renamed_team_takes_its_players_along(by, has_details):
    home, _entries, _hanchans = tournament_with(["A", "B", "C", "D"], owner=by.user)
    home.entries.update(team="Red")
    counts = TeamCounts(team_best=None, team_best_of="event", team_chombo=False)
    if has_details:
        facts = TeamFacts(key="red", name="Red", short_name="R", colour="")
        edit_player_teams(tournament_id=home.pk, teams=[facts], counts=counts, by=by)
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    facts = TeamFacts(key="red", name="Navy", short_name="", colour="")
    edit_player_teams(tournament_id=laptop.pk, teams=[facts], counts=counts, by=by)
    document = envelope(laptop)
    assert part_of(home, document) is None

    document["entries"][0]["team"] = "Red"

    assert part_of(home, document) == "the players"
    with_entry(document, "entry.edited", number=document["entries"][0]["number"], after={"team": ""})
    assert part_of(home, document) is None


def rulings(tournament):
    calls = Call.objects.filter(table__tournament=tournament).order_by("pk")
    return list(calls.values_list("situation", "decision"))


@pytest.fixture
def removed(by):
    """A tournament with rulings; and the laptop's, which has renamed somebody and then removed this person."""
    home, _entries, hanchans = tournament_with(["A", "B", "C", "D"], owner=by.user)
    for number, team in enumerate(TEAMS, start=1):
        home.entries.filter(number=number).update(team=team)
    for situation, decision in RULINGS:
        call = call_referee(table_id=hanchans[0].table_id, word="", by=by)
        answer_call(call_id=call.pk, situation=situation, decision=decision, rule="", by=by)
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    renamed(laptop, by, 2, "Zed")
    remove_person(player_id=laptop.entries.get(number=2).player_id, by=by)
    assert part_of(home, envelope(laptop)) is None
    return home, laptop


@pytest.mark.slow
@pytest.mark.parametrize("times", [1, 3, 9])
def test_a_removal_after_invented_renamings_erases_no_words_of_others(by, removed, times):
    """A file that says so comes back, as the laptop may have erased a name, but the site keeps its words."""
    home, laptop = removed
    document = forged(laptop, lambda document: None)
    for _more in range(times - 1):
        with_entry(document, "player.renamed", number=2, before="#2")
    for call, (situation, decision) in zip(document["calls"], BLANKED, strict=True):
        call.update(situation=situation, decision=decision)
    for entry in document["entries"]:
        entry["team"] = entry["team"] and "#2"

    file = returned(laptop, by) | {"document": document}
    assert bring_back(tournament_id=home.pk, file=file, by=by).separate_copy is None

    assert rulings(home) == [*RULINGS[:-1], BLANKED[-1]]
    assert list(home.entries.order_by("number").values_list("team", flat=True)) == TEAMS
    assert is_clean(home)


def more_than_a_name(document):
    document["calls"][0]["decision"] = "#2 is right"


def other_number(document):
    document["calls"][0]["decision"] = "#3"


@pytest.mark.slow
@pytest.mark.parametrize("change", [more_than_a_name, other_number])
def test_a_removal_erases_no_more_than_words_and_of_nobody_else(removed, change):
    home, laptop = removed

    assert str(part_of(home, forged(laptop, change))) == "the calls for a referee"


@pytest.mark.parametrize("is_older", [True, False])
def test_a_side_with_an_older_tenbo_has_the_names_of_who_followed_a_finalist(home, laptop, is_older):
    names = {"name": "Anna", "left": "Jan"}
    here, there = envelope(home), envelope(laptop)
    logged = {"after": 1, "number": 1, "left_number": 2}
    for document, has_names in ((here, not is_older), (there, is_older)):
        document["log"][0] |= {"kind": "cut.followed", "data": logged | (names if has_names else {})}

    assert rewritten_part(here, there, known=known_version(home)) is None
    there["log"][0]["data"]["number"] = 3
    assert rewritten_part(here, there, known=known_version(home)) == "the log"


@pytest.mark.slow
def test_a_team_keeps_the_name_that_only_the_laptop_gave_to_a_removed_person(by):
    home, _entries, _hanchans = tournament_with(["A", "B", "C", "D"], owner=by.user)
    home.entries.filter(number__lte=2).update(team="Zed")
    PlayerTeam.objects.create(tournament=home, name="Zed", short_name="Z")
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    laptop = take_over(file=file_for_laptop(home), key=uuid4(), by=by)
    renamed(laptop, by, 2, "Zed")
    remove_person(player_id=laptop.entries.get(number=2).player_id, by=by)
    assert laptop.entries.get(number=1).team == "#2"
    assert laptop.player_teams.get().short_name == ""

    assert bring_back(tournament_id=home.pk, file=returned(laptop, by), by=by).separate_copy is None

    assert home.entries.get(number=1).team == "Zed"
    assert list(home.player_teams.values_list("name", "short_name")) == [("Zed", "Z")]
    assert is_clean(home)
