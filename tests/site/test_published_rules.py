"""The rules page says what was announced, since when everybody may read it, and what changed since."""

from datetime import UTC, datetime
from fractions import Fraction

import pytest
from django.urls import reverse

from scoring.announced_cuts import AnnouncedCut
from scoring.tie_breaks import TieBreak
from tests.factories import TournamentFactory, UserFactory, visitor
from tests.queries import queries_of
from tournament.models import LogEntry
from tournament.models.tournament import SitOut
from tournament.rounds.actions.edit_finals import edit_finals
from tournament.rounds.actions.edit_sit_out import edit_sit_out
from tournament.site.actions.edit_rules import edit_rules
from tournament.site.actions.edit_tournament import edit_tournament
from tournament.standings.queries import publication

pytestmark = pytest.mark.django_db


def change(tournament, by, **fields):
    kept = {"name": tournament.name, "place": "", "starts_on": None, "is_public": True, "ruleset_key": "wrc_2015"}
    edit_tournament(tournament_id=tournament.pk, by=by, **kept | fields)


def on(day, kind):
    """Move the latest entry of this kind to noon of a day in May."""
    entry = LogEntry.objects.filter(kind=kind).latest("number")
    LogEntry.objects.filter(pk=entry.pk).update(at=datetime(2026, 5, day, 12, tzinfo=UTC))


def test_strangers_read_the_cut_the_day_and_each_later_change(client):
    owner = UserFactory()
    by, tournament = visitor(owner), TournamentFactory(owner=owner, is_public=False, ruleset_key="wrc_2015")
    settings = {"tournament_id": tournament.pk, "final_seats": [((1, 4, 5, 8), (2, 3, 6, 7))], "by": by}
    eight, sixteen = [AnnouncedCut(places=8)], [AnnouncedCut(places=16)]
    change(tournament, by)
    on(1, "tournament.edited")
    edit_finals(tie_breaks=[], announced_cuts=eight, **settings)
    on(1, "tournament.finals")
    edit_finals(tie_breaks=[TieBreak.DRAW], announced_cuts=eight, **settings)
    on(2, "tournament.finals")
    edit_finals(tie_breaks=[TieBreak.DRAW], announced_cuts=sixteen, **settings)
    on(3, "tournament.finals")
    tournament.refresh_from_db()
    edit_rules(tournament_id=tournament.pk, rules=tournament.ruleset.changed(kiriage=False), by=by)
    on(4, "rules.edited")
    edit_sit_out(tournament_id=tournament.pk, sit_out=SitOut.AVERAGE, points=Fraction(), by=by)
    on(5, "tournament.sit_out")

    page = client.get(reverse("rules", args=[tournament.slug])).text

    assert "public since 1 May 2026" in page
    sixteen, eight = "At the next cut the first 16 players advance", "At the next cut the first 8 players advance"
    assert f"Announced cuts: <strong>{sixteen}</strong> instead of {eight}" in page
    assert "Equal totals: <strong>lots</strong> instead of a shared place" in page
    assert "<strong>no</strong> instead of yes" in page
    assert "<strong>counts the player’s own average</strong> instead of counts nothing" in page
    assert page.count('<time datetime="2026-05-0') == 4
    assert f"{sixteen}." in client.get(tournament.get_absolute_url()).text


def test_a_private_event_is_not_public_yet_and_one_without_changes_says_so(client):
    tournament = TournamentFactory(is_public=False, referees=[referee := UserFactory()])
    client.force_login(referee)
    assert "not public yet" in client.get(reverse("rules", args=[tournament.slug])).text

    public = client.get(reverse("rules", args=[TournamentFactory().slug])).text
    assert "No rule was changed after publication." in public
    assert "no cut announced" in public


def test_a_club_night_announces_no_cut(client):
    night = TournamentFactory(is_club_night=True)

    assert "no cut announced" not in client.get(reverse("rules", args=[night.slug])).text


def test_it_takes_no_more_queries_however_long_the_log(client):
    owner = UserFactory()
    tournament = TournamentFactory(owner=owner)
    address = reverse("rules", args=[tournament.slug])
    change(tournament, visitor(owner), place="Brno 1")
    once = queries_of(client, address)

    for number in (2, 3, 4):
        change(tournament, visitor(owner), place=f"Brno {number}")

    assert queries_of(client, address) == once


def test_of_too_many_changes_only_the_latest_are_undone(client, monkeypatch):
    """A log of tens of thousands, as an import may bring, kept every page of the site waiting for half a minute."""
    owner = UserFactory()
    tournament = TournamentFactory(owner=owner, ruleset_key="wrc_2015")
    address = reverse("rules", args=[tournament.slug])
    for day, red_fives in ((1, 3), (2, 0), (3, 3), (4, 4)):
        tournament.refresh_from_db()
        rules = tournament.ruleset.changed(red_fives=red_fives)
        edit_rules(tournament_id=tournament.pk, rules=rules, by=visitor(owner))
        on(day, "rules.edited")
    whole = client.get(address).text
    monkeypatch.setattr(publication, "MOST_CHANGES", 2)

    page = client.get(address).text

    assert whole.count('<time datetime="2026-05-0') >= page.count('<time datetime="2026-05-0') == 2
    assert "public since 2 May 2026" in page
    assert "Some earlier changes are not shown" in page
    assert "Some earlier changes are not shown" not in whole


def test_it_says_that_nothing_was_changed_only_if_the_whole_log_says_so(client, monkeypatch):
    owner = UserFactory()
    tournament = TournamentFactory(owner=owner, ruleset_key="wrc_2015")
    edit_rules(tournament_id=tournament.pk, rules=tournament.ruleset.changed(red_fives=3), by=visitor(owner))
    on(1, "rules.edited")
    for place in ("Brno", "Prague"):
        change(tournament, visitor(owner), place=place)
    address = reverse("rules", args=[tournament.slug])
    monkeypatch.setattr(publication, "MOST_CHANGES", 1)

    page = client.get(address).text

    assert "Some earlier changes are not shown" in page
    assert "No rule was changed after publication" not in page
