"""M.League's season of 2019–20, played through the site by its forms, from the entries to the result files.

The season as announced (https://mj-news.net/news/mleague/20190930133802): eight teams; 90 matches for each, of which
the first six carry half of their points into 16 more, and of these the first four again half into a final of 12. Each
team sends one player to a match, nobody to fewer than 10 of the regular season and nobody to more than 45. The rules of
play are the preset `mleague` (scoring/sources says where it is from). Points at the tables are invented; what follows
from them is reckoned here a second time, from the announced rules and not by Tenbo's code.
"""

import json
import re
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random

import pytest
from django.urls import reverse

from scoring.check import document_faults
from scoring.tournament_format import read_tournament
from scoring.tournament_results import results
from tests.whole_event.paper_labels import player_at
from tournament.rehearsal.browser import Browser

PHASES = ((8, 90, 2), (6, 24, 1), (4, 12, 1))
"""Teams, rounds and tables in a round: six teams play 16 matches each in 24 rounds at one table."""

SHORT = ((8, 4, 2), (6, 3, 1), (4, 2, 1))
"""A season with the same phases that takes seconds."""

Phases = tuple[tuple[int, int, int], ...]

TEAMS = {
    "Drivens": "red", "Furinkazan": "orange", "Sakura Knights": "pink", "Fight Club": "purple",
    "ABEMAS": "yellow", "Phoenix": "cyan", "Raiden": "grey", "Pirates": "blue",
}  # fmt: skip
MEMBERS = 4
LEAST, MOST = 10, 45
UMA = (50, 10, -10, -30)  # with the bonus of the first
CHOMBO = 20
WINDS = "ESWN"


@dataclass
class Reckoning:
    """What the announced rules make of the points: by team the stages, by player the sum without chombo, and the same
    as `scored` with nothing carried."""

    stage: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    scored: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    players: dict[str, Fraction] = field(default_factory=lambda: defaultdict(Fraction))
    matches: Counter[str] = field(default_factory=Counter)
    of_player: Counter[str] = field(default_factory=Counter)

    def add(self, seats: list[tuple[str, str]], points: list[int], offender: int | None) -> None:
        """Add a match: the team and the player of each seat, four final points, and who had a chombo."""
        order = sorted(points, reverse=True)
        for seat, (team, player) in enumerate(seats):
            score = Fraction(points[seat] - 30_000, 1_000) + UMA[order.index(points[seat])]
            self.players[player] += score
            self.scored[player] += score
            self.stage[team] += score - CHOMBO * (seat == offender)
            self.matches[team] += 1
            self.of_player[player] += 1

    def first(self, count: int) -> list[str]:
        return sorted(self.stage, key=lambda team: -self.stage[team])[:count]

    def carry_half(self, advancing: list[str]) -> None:
        self.stage = defaultdict(Fraction, {team: self.stage[team] / 2 for team in advancing})
        for player in self.players:
            if player.rsplit(" ", 1)[0] in advancing:
                self.players[player] /= 2


class Season:
    def __init__(self, phases: Phases, seed: int) -> None:
        self.phases = phases
        self.random = Random(seed)
        self.browser = Browser()
        self.reckoning = Reckoning()
        self.at = ""
        self.out: dict[str, Fraction] = {}
        self.regular: Counter[str] = Counter()

    def play(self) -> None:
        self._sign_up()
        self._enter()
        for phase, (teams, rounds, tables) in enumerate(self.phases):
            if phase:
                self._cut(teams)
            self._plan(rounds, tables)
            for _round in range(rounds):
                self._play_round()
            self.regular = self.regular or Counter(self.reckoning.of_player)

    def _sign_up(self) -> None:
        secret = "thirty-four tiles"
        form = self.browser.open(reverse("signup")).form("username", "password1", "password2")
        self.browser.change(form.filled(username="secretary", password1=secret, password2=secret))
        form = self.browser.open(reverse("tournament-new")).form("ruleset_key")
        made = form.filled(name="Season of 2019", ruleset_key="mleague", is_public="on", is_on_paper="on")
        self.at = "/".join(self.browser.change(made, follow=True).address.split("/")[:3]) + "/"

    def _enter(self) -> None:
        """Paste the players with their teams; short names, colours, and that a chombo is the team's alone."""
        lines = ["name;team", *(f"{team} {number};{team}" for team in TEAMS for number in range(1, MEMBERS + 1))]
        form = self.browser.open(f"{self.at}players/new/").form("names")
        preview = self.browser.send(form.filled(names="\n".join(lines)))
        self.browser.change(preview.form(ending="/players/new/"))
        page = self.browser.open(f"{self.at}players/teams/")
        assert "usually has" not in page.text
        form = page.form("team_best")
        names = {key.removeprefix("name-"): value[0] for key, value in form.fields.items() if key.startswith("name-")}
        colours: dict[str, str] = {f"colour-{place}": TEAMS[name] for place, name in names.items()}
        shorts: dict[str, str] = {f"short-{place}": name[:3].upper() for place, name in names.items()}
        self.browser.change(form.filled(team_chombo="on", **colours, **shorts))

    def _plan(self, rounds: int, tables: int) -> None:
        """Plan a phase; the page proposes the teams that are left."""
        form = self.browser.open(f"{self.at}matches/").form("rounds", "tables")
        self.browser.change(form.filled(rounds=rounds, tables=tables))

    def _cut(self, teams: int) -> None:
        advancing = self.reckoning.first(teams)
        page = self.browser.open(f"{self.at}cut/teams/?count={teams}")
        self.browser.change(page.form("carried").filled(carried="half"))
        self.out |= {team: total for team, total in self.reckoning.stage.items() if team not in advancing}
        self.reckoning.carry_half(advancing)

    def _play_round(self) -> None:
        number = self._name_players()
        page = self.browser.open(f"{self.at}rounds/new/")
        assert "line-ups</a>" in page.text
        self.browser.change(page.form("number", "tables"))
        page = self.browser.open(f"{self.at}rounds/{number}/paper/")
        form = page.form("key", ending="/paper/")
        typed: dict[str, str] = {}
        for points_field in [name for name in form.fields if name.endswith("-points_0")]:
            typed |= self._match(page.text, points_field.removesuffix("points_0"))
        page = self.browser.send(form.filled(**typed), follow=True)
        self.browser.change(page.form("sheet"))

    def _name_players(self) -> int:
        """Name one player of each team for the next round: one who has played little, at the least often enough."""
        page = self.browser.open(f"{self.at}matches/")
        form, number = next(
            (form, int(found[1])) for form in page.forms if (found := re.search(r"/matches/(\d+)/", form.action))
        )
        chosen: dict[str, str] = {}
        for name, options in form.options.items():
            names = {value: label for value, label in options.items() if value}
            played = self.reckoning.of_player
            fewest = sorted(names, key=lambda value: (played[names[value]], value))
            chosen[name] = self.random.choice(fewest[:3])
        self.browser.change(form.filled(**chosen))
        if self.random.random() < 0.05:  # a team sends a substitute instead
            name = next(iter(chosen))
            chosen[name] = next(value for value in form.options[name] if value not in ("", chosen[name]))
            self.browser.change(form.filled(**chosen))
        return number

    def _match(self, text: str, prefix: str) -> dict[str, str]:
        """Invent what a table's sheet says, without ties, and count it; the fields of its line."""
        players = [player_at(text, f"{prefix}points_{seat}") for seat in range(4)]
        while True:
            won = [100 * self.random.randint(-200, 250) for _seat in range(3)]
            points = [25_000 + change for change in (*won, -sum(won))]
            if len(set(points)) == 4:
                break
        offender = self.random.randrange(4) if self.random.random() < 0.05 else None
        self.reckoning.add([(player.rsplit(" ", 1)[0], player) for player in players], points, offender)
        line = {f"{prefix}points_{seat}": str(points[seat]) for seat in range(4)}
        return line | {f"{prefix}bets": "0", f"{prefix}chombo": "" if offender is None else WINDS[offender]}


@pytest.mark.django_db
@pytest.mark.parametrize(
    "phases", [pytest.param(SHORT, marks=pytest.mark.long), pytest.param(PHASES, marks=pytest.mark.soak)]
)
def test_a_season_of_eight_teams_ends_as_the_announced_rules_say(phases: Phases) -> None:
    season = Season(phases, seed=2019)

    season.play()

    standings = json.loads(season.browser.read(f"{season.at}standings/teams.json"))["teams"]
    totals = {team["name"]: Fraction(team["total"]) for team in standings}
    assert totals == dict(season.reckoning.stage) | season.out
    assert [team["name"] for team in standings[:4]] == season.reckoning.first(4)
    cuts = [phases[0][1], phases[0][1] + phases[1][1]]
    assert [team["passed"] for team in standings] == [cuts] * 4 + [cuts[:1]] * 2 + [[]] * 2
    _compare_the_files(season, [team["name"] for team in standings])
    _compare_the_matches(season)


def _compare_the_files(season: Season, places: list[str]) -> None:
    """The players' totals, which no chombo lowers, the table for a spreadsheet, and the whole season as `tenbo/1`, in
    the form for a federation too."""
    players = json.loads(season.browser.read(f"{season.at}standings.json"))["players"]
    totals = {player["name"]: Fraction(player["total"]) for player in players if player["total"] is not None}
    assert totals == dict(season.reckoning.players)
    csv = season.browser.read(f"{season.at}standings/teams.csv").decode("utf-8-sig")
    assert [line.split(",")[1] for line in csv.splitlines()[1:]] == places
    document = json.loads(season.browser.read(f"{season.at}tournament.json"))
    assert {team["name"]: team["colour"] for team in document["teams"]} == TEAMS
    assert [cut["carried"] for cut in document["cuts"]] == ["half", "half"]
    assert len(document["team_seats"]) == 4 * sum(rounds * tables for _teams, rounds, tables in season.phases)
    content = season.browser.read(f"{season.at}federation.json")
    assert list(document_faults(json.loads(content))) == []
    names = {entry["number"]: entry["name"] for entry in json.loads(content)["entries"]}
    scored: dict[str, Fraction] = defaultdict(Fraction)
    for result in results(read_tournament(content)):
        scored[names[result.entry]] += result.line.score
    assert scored == season.reckoning.scored


def _compare_the_matches(season: Season) -> None:
    """Each team has played what was announced, and everybody as often as allowed."""
    regular, semifinal, final = (4 * tables * rounds // teams for teams, rounds, tables in season.phases)
    expected = [regular] * 2 + [regular + semifinal] * 2 + [regular + semifinal + final] * 4
    assert sorted(season.reckoning.matches.values()) == expected
    if season.phases is not PHASES:
        return
    assert len(season.regular) == MEMBERS * len(TEAMS)
    assert all(LEAST <= count <= MOST for count in season.regular.values())
