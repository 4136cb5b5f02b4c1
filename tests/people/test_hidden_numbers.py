"""Legal names and member numbers are hidden like mail and phone: from who left, in each file and form of their copy."""

import io
import zipfile
from contextlib import suppress
from functools import partial

import openpyxl
import pytest
from django.http import HttpResponse
from django.urls import NoReverseMatch, reverse

from tests.factories import TournamentFactory, UserFactory, sign, visitor
from tests.pdf import pages_of
from tests.standings.results import tournament_with
from tests.whole_site.audiences import ROWS
from tournament.archive.actions.decided_here import NOTHING, Decided, DecidedDetails
from tournament.archive.actions.replace_people import _Changes, _replace_player
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.people import entry_record
from tournament.core.queries.contacts import PRIVATE, hidden_contacts
from tournament.models import Entry, Hanchan, Membership, Player, Role, User

pytestmark = pytest.mark.django_db

SECRETS = {
    "ara_number": "ARA-0112", "riichi_canada_number": "RC-0713", "legal_name": "Wilhelmina Featherstonehaugh",
    "mail": "billie@example.org", "phone": "+1 600 100 200",
}  # fmt: skip
FORM = {"name": "Billie Feather", "status": "accepted", "may_publish": "on"}


@pytest.fixture
def copied():
    """The entry of a person in an event of somebody who left the person's first event; its results are signed."""
    home = TournamentFactory(owner=UserFactory(username="owner"))
    copy, entries, (hanchan,) = tournament_with(
        ["Billie Feather", "Cas", "Dee", "Eve"], owner=UserFactory(username="former")
    )
    sign(hanchan)
    entry = entries[0]
    Entry.objects.create(tournament=home, number=1, player=entry.player)
    Player.objects.filter(pk=entry.player_id).update(**SECRETS, ema_number="04000001", home=home)
    return copy.entries.get(number=1)


def files(client, tournament):
    """Everything that an organizer downloads or opens where such facts could stand, as text."""
    slug = tournament.slug
    texts = {
        address: client.get(address)
        for address in (
            reverse("entry-edit", args=[slug, 1]),
            reverse("players", args=[slug]),
            reverse("certification", args=[slug]),
            reverse("federation-json", args=[slug]),
            reverse("tournament-json", args=[slug]),
            reverse("takeaway-csv", args=[slug, "federations"]),
            tournament.entries.get(number=1).get_link(),
        )
    }
    assert {answer.status_code for answer in texts.values()} == {200}
    shown = {address: answer.content.decode() for address, answer in texts.items()}
    book = client.get(reverse("takeaway-xlsx", args=[slug])).content
    shown["xlsx"] = repr([[*sheet.values] for sheet in openpyxl.load_workbook(io.BytesIO(book))])
    packed = zipfile.ZipFile(io.BytesIO(client.get(reverse("certification-zip", args=[slug])).content))
    for name in packed.namelist():
        content = packed.read(name)
        if name.endswith(".xlsx"):
            content = repr([[*sheet.values] for sheet in openpyxl.load_workbook(io.BytesIO(content))]).encode()
        shown[name] = content.decode()
    return shown


def test_no_file_or_form_of_a_copy_has_them(client, copied):
    client.force_login(copied.tournament.memberships.get().user)

    shown = files(client, copied.tournament)

    assert not [(name, secret) for name, text in shown.items() for secret in SECRETS.values() if secret in text]
    assert "04000001" in shown["results.csv"]
    assert "Some legal names" in shown[reverse("certification", args=[copied.tournament.slug])]


def addresses(tournament):
    """Every address of the site that takes nothing, the copy's name, or that and the number 1 or its hanchan."""
    hanchan = Hanchan.objects.get(round__tournament=tournament)
    for name in ROWS:
        for args in ([], [tournament.slug], [tournament.slug, 1], [tournament.slug, hanchan.pk]):
            with suppress(NoReverseMatch):
                yield reverse(name, args=args)


def text_of(answer):
    """What a page or file says, unpacked."""
    content = b"".join(answer.streaming_content) if answer.streaming else answer.content
    if content.startswith(b"%PDF"):
        return repr(pages_of(content))
    if not content.startswith(b"PK"):
        return content.decode(errors="replace")
    packed = zipfile.ZipFile(io.BytesIO(content))
    parts = [packed.read(name) for name in packed.namelist()]
    return "".join(
        text_of(HttpResponse(part)) if part.startswith(b"PK") else part.decode(errors="replace") for part in parts
    )


@pytest.mark.slow
def test_no_address_of_the_site_says_them_to_who_left(client, copied):
    """Also with a copy that is public, and with its log, its printed sheets and the API."""
    client.force_login(copied.tournament.memberships.get().user)
    texts = {}

    for address in addresses(copied.tournament):
        answer = client.get(address)
        if answer.status_code == 200 and "event-stream" not in answer.headers["Content-Type"]:
            texts[address] = text_of(answer)
    found = [(address, secret) for address, text in texts.items() for secret in SECRETS.values() if secret in text]

    assert found == []
    assert len(texts) > 80
    assert any("api" in address for address in texts)
    assert "Billie Feather" in texts[reverse("takeaway-xlsx", args=[copied.tournament.slug])]
    client.force_login(User.objects.get(username="owner"))
    safety_copy = text_of(client.get(reverse("tournament-json", args=[copied.player.home.slug])))
    assert SECRETS["legal_name"] in safety_copy


def test_who_organizes_the_first_event_too_has_them(client, copied):
    former = copied.tournament.memberships.get().user
    home = Entry.objects.exclude(pk=copied.pk).get(player=copied.player_id).tournament
    Membership.objects.create(tournament=home, user=former, role=Role.ORGANIZER)
    client.force_login(former)

    shown = files(client, copied.tournament)

    for name in ("results.csv", "tournament.json", "xlsx", reverse("tournament-json", args=[copied.tournament.slug])):
        assert SECRETS["legal_name"] in shown[name]
    assert "Some legal names" not in shown[reverse("certification", args=[copied.tournament.slug])]


def test_saving_an_entry_takes_away_nothing_that_its_form_does_not_show(client, copied):
    client.force_login(copied.tournament.memberships.get().user)
    address = reverse("entry-edit", args=[copied.tournament.slug, 1])

    sent = client.post(address, FORM | {"ema_number": "04000001", "note": "late"} | dict.fromkeys(PRIVATE, ""))
    forged = client.post(address, FORM | {"ema_number": "04000001"} | dict.fromkeys(PRIVATE, "1"))

    assert (sent.status_code, forged.status_code) == (302, 302)
    assert Player.objects.filter(pk=copied.player_id).values(*PRIVATE).get() == SECRETS


def test_a_file_without_them_takes_none_away_when_it_comes_back(copied):
    former = copied.tournament.memberships.get().user
    hidden = hidden_contacts(copied.tournament, visitor(former))
    (record, *_others) = envelope(copied.tournament, hidden=hidden)["entries"]
    told = DecidedDetails({1: {"club"}}, frozenset({1}), frozenset())
    replaced = partial(
        _replace_player,
        copied,
        decided=Decided(here=NOTHING, there=told, new_there=NOTHING),
        changes=_Changes(copied.tournament),
    )

    assert not record.keys() & set(PRIVATE)
    assert replaced(record)
    emptied = entry_record(copied, is_hidden=False) | dict.fromkeys(("ara_number", "legal_name"), "")
    assert replaced(emptied)
    assert not replaced(emptied | {"club": "Other"})
    assert Player.objects.filter(pk=copied.player_id).values(*PRIVATE).get() == SECRETS


def test_referees_have_no_table_for_federations(client, copied):
    home = Entry.objects.exclude(pk=copied.pk).get(player=copied.player_id).tournament
    Membership.objects.create(tournament=home, user=(referee := UserFactory()), role=Role.REFEREE)
    client.force_login(referee)

    assert client.get(reverse("takeaway-csv", args=[home.slug, "federations"])).status_code == 404
    assert "federations" not in client.get(reverse("takeaway", args=[home.slug])).text
    Membership.objects.create(tournament=copied.tournament, user=referee, role=Role.REFEREE)
    book = client.get(reverse("takeaway-xlsx", args=[copied.tournament.slug])).content
    assert "Federations" not in openpyxl.load_workbook(io.BytesIO(book)).sheetnames


def test_a_person_who_corrects_their_phone_keeps_legal_name_and_numbers(client):
    home = TournamentFactory()
    person = Player.objects.create(name="Billie von Feather", last_name="von Feather", home=home, **SECRETS)
    entry = Entry.objects.create(tournament=home, number=1, player=person)
    shown = client.get(entry.get_change_link()).context["form"].initial

    form = {name: value for name, value in shown.items() if isinstance(value, str)}
    assert client.post(entry.get_change_link(), form | {"phone": "+1 1", "may_publish": "on"}).status_code == 302

    person.refresh_from_db()
    assert (person.phone, person.legal_name, person.ara_number) == ("+1 1", SECRETS["legal_name"], "ARA-0112")
    assert person.last_name == "von Feather"
