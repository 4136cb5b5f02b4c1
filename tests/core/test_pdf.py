"""Results on paper: a poster of the standings, and a booklet of a round."""

from copy import deepcopy
from io import BytesIO
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from pypdf import PdfReader

from tests.factories import STRANGER, RoundFactory, cut_to, penalize, play, sign
from tests.pdf import fonts_of, pages_of
from tests.standings.results import MANGAN, show, tournament_with
from tournament.core.exports import pdf
from tournament.models import Entry, Player, Tournament
from tournament.standings import latest_rounds
from tournament.standings.exports import results_pdf
from tournament.table.actions.substitute import name_substitute

pytestmark = pytest.mark.django_db

FOUR = ["Jiří Dvořák", "Žofie Růžičková", "François Lefèvre", "Wawrzyniec Brzęczyszczykiewicz-Kowalski"]


@pytest.fixture(scope="module")
def made(once):
    """South won a mangan, then the sheet was signed. Places are 1, 2, 2, 4."""
    tournament, entries, (hanchan,) = tournament_with(FOUR, name="Château d’Été", place="Kroměříž")
    play(hanchan, MANGAN)
    sign(hanchan)
    return tournament, entries, hanchan


@pytest.fixture
def signed(db, made):
    return deepcopy(made)


def poster_of(tournament, client=None, query=""):
    response = (client or Client()).get(reverse("results-pdf", args=[tournament.slug]) + query)
    assert response.headers["Content-Type"] == "application/pdf"
    assert response.content.startswith(b"%PDF-1.")
    return pages_of(response.content)


def booklet_of(tournament, number=1, client=None):
    response = (client or Client()).get(reverse("round-pdf", args=[tournament.slug, number]))
    assert response.headers["Content-Disposition"] == f'attachment; filename="{tournament.slug}-round-{number}.pdf"'
    return pages_of(response.content)


def test_a_poster_has_every_letter_of_every_name(signed):
    tournament, entries, _hanchan = signed
    Player.objects.filter(pk=entries[0].player_id).update(country="CZ", club="Praha Říčany")

    (page,) = poster_of(tournament)

    assert page.startswith("Château d’Été")
    assert all(name in page for name in FOUR)
    assert "Kroměříž · WRC 2015 Standings after round 1" in page
    assert "CZE Praha Říčany" in page
    assert "+23.0 1 +23.0" in page
    assert "−23.0 4 −23.0" in page
    assert "2 = Jiří Dvořák" in page
    assert "= the player shares this place" in page
    assert "Penalties" not in page
    assert "Page 1 of 1" in page


def test_the_winners_name_is_the_largest_text_once_all_is_over(signed):
    tournament, *_rest = signed
    assert "Winner" not in poster_of(tournament)[0]
    Tournament.objects.filter(pk=tournament.pk).update(archived_at=timezone.now())
    content = Client().get(reverse("results-pdf", args=[tournament.slug])).content
    texts = []

    PdfReader(BytesIO(content)).pages[0].extract_text(
        visitor_text=lambda text, _cm, _tm, _font, size: texts.append((size, text.strip()))
    )

    assert max(texts, key=lambda text: (bool(text[1]), text[0]))[1] == "Žofie Růžičková"


def test_names_from_east_asia_are_set_in_the_readers_fonts(signed):
    tournament, entries, _hanchan = signed
    names = ["山田 太郎 (タロウ)", "张伟 Zhang Wei", "김철수", "𠮷野"]
    for entry, name in zip(entries, names, strict=True):
        Player.objects.filter(pk=entry.player_id).update(name=name)

    content = Client().get(reverse("results-pdf", args=[tournament.slug])).content

    # Nobody's font has the last name's first letter: it is a box, and the rest of the poster is as it should be.
    assert all(name in pages_of(content)[0] for name in [*names[:3], "野"])
    assert fonts_of(content) >= {"HeiseiKakuGo-W5", "STSong-Light", "HYGothic-Medium"}


@pytest.mark.parametrize(
    ("language", "title", "points"),
    [("cs", "Pořadí po kole 1", "38 000"), ("fr", "Classement après la ronde 1", "38 000")],
)
def test_they_speak_the_visitors_language(signed, language, title, points):
    tournament, _entries, _hanchan = signed
    client = Client(headers={"accept-language": language})

    assert title in poster_of(tournament, client)[0]
    tables, standings = booklet_of(tournament, client=client)
    assert points in tables
    assert title in standings


def test_what_came_off_and_what_is_provisional(signed):
    tournament, entries, _hanchan = signed
    penalize(entries[1], "2.5")
    second = RoundFactory(tournament=tournament, number=2)
    again = signed[2].table.hanchans.create(round=second)
    for seat, entry in enumerate(entries):
        again.seats.create(seat=seat, entry=entry)
    play(again, MANGAN)

    (now,) = poster_of(tournament)
    (official,) = poster_of(tournament, query="?show=official")
    (before,) = poster_of(tournament, query="?after=1")

    assert "Standings during round 2" in now
    assert "+43.5*" in now
    assert "* provisional" in now
    assert "−2.5" in now
    assert "Standings after round 1 · Signed sheets only." in official
    assert "Round 2" not in official
    assert "Standings after round 1" in before
    assert "*" not in before


def test_a_poster_of_many_rounds_has_the_latest_ones_and_says_so(monkeypatch):
    tournament, entries, hanchans = tournament_with(FOUR, rounds=4)
    for hanchan in hanchans:
        play(hanchan, MANGAN)
        sign(hanchan)
    assert all(text in poster_of(tournament)[0] for text in ("Round 1", "Round 4", "+92.0"))
    assert "latest rounds" not in poster_of(tournament)[0]
    monkeypatch.setattr(latest_rounds, "MOST_CELLS", 2 * len(entries))
    drawn, cell = [], results_pdf._result
    monkeypatch.setattr(results_pdf, "_result", lambda result: drawn.append(1) or cell(result))

    (page,) = poster_of(tournament)

    assert len(drawn) == 2 * len(entries)
    assert "Standings after round 4" in page
    assert [number for number in range(1, 5) if f"Round {number}" in page] == [3, 4]
    assert "+92.0" in page
    assert "Only the latest rounds are shown here." in page


def test_a_booklet_has_the_tables_and_the_standings_after_the_round(signed):
    tournament, _entries, _hanchan = signed

    tables, standings = booklet_of(tournament)

    assert tables.startswith("Château d’Été Round 1 Table 1 signed")
    assert "38,000 +15.0 +23.0" in tables
    assert "22,000 −15.0 −23.0" in tables
    assert "Page 2 of 2" in standings
    assert "1 Žofie Růžičková +23.0" in standings


def test_substitutes_and_cuts(signed):
    tournament, entries, hanchan = signed
    cut_to(*entries[:2])
    second = RoundFactory(tournament=tournament, number=2)
    again = hanchan.table.hanchans.create(round=second)
    for seat, entry in enumerate(entries):
        again.seats.create(seat=seat, entry=entry)
    name_substitute(
        hanchan_id=again.pk,
        revision=0,
        key=uuid4(),
        entry_id=entries[0].pk,
        name="Émile",
        may_publish=True,
        after_hand=None,
        reason="Late",
        by=STRANGER,
    )
    again.refresh_from_db()
    play(again, MANGAN)

    tables, standings = booklet_of(tournament, 2)

    assert "(substitute: Émile)" in tables
    assert "Advanced after round 1, carrying over" in standings
    assert "The others" in standings
    assert "S A substitute played" in standings


def test_what_is_withheld_is_not_on_paper(signed):
    tournament, _entries, hanchan = signed
    show(tournament, everyone="held")

    (poster,) = poster_of(tournament)
    (booklet,) = booklet_of(tournament)

    for page in (poster, booklet):
        assert "The results of round 1 are hidden until the organizers release them." in page
        assert "38,000" not in page
        assert "23.0" not in page
        assert FOUR[0] in page
    assert hanchan.sheets.exists()


def test_who_did_not_consent_has_no_name_and_no_club(signed):
    tournament, entries, _hanchan = signed
    Player.objects.filter(pk=entries[0].player_id).update(country="CZ", club="Praha")
    Entry.objects.filter(pk=entries[0].pk).update(may_publish=False)

    text = " ".join([*poster_of(tournament), *booklet_of(tournament)])

    assert "a player" in text
    assert not {word for word in ("Jiří", "CZ", "Praha") if word in text}


def test_before_the_first_round():
    tournament, _entries, _hanchans = tournament_with([], rounds=0)

    (page,) = poster_of(tournament)

    assert page.startswith(tournament.name)
    assert Client().get(reverse("round-pdf", args=[tournament.slug, 1])).status_code == 404


def test_a_long_name_is_set_smaller_and_nothing_is_cut():
    drawn = pdf.drawn(pdf.A4, "Long", lambda paper: paper.text(40, 60, "Brzęczyszczykiewicz " * 4, 10, width=120))

    assert pages_of(drawn)[0].count("Brzęczyszczykiewicz") == 4


def test_the_same_results_are_the_same_bytes(signed):
    url = reverse("results-pdf", args=[signed[0].slug])

    assert Client().get(url).content == Client().get(url).content


def in_play(players):
    """One table has signed, one plays."""
    tournament, _entries, hanchans = tournament_with([f"Player {n}" for n in range(players)], rounds=2)
    play(hanchans[0], MANGAN)
    sign(hanchans[0])
    play(hanchans[1], MANGAN)
    return tournament


def test_a_large_field_takes_more_pages_and_no_more_queries():
    few, many = in_play(8), in_play(64)

    for paper_of, pages in ((poster_of, 2), (booklet_of, 4)):
        with CaptureQueriesContext(connection) as of_few:
            paper_of(few)
        with CaptureQueriesContext(connection) as of_many:
            paper = paper_of(many)
        assert len(of_few) == len(of_many) <= 30, paper_of
        assert len(paper) == pages
        assert all(f"Player {n} " in " ".join(paper) for n in range(64))
