"""Documents that a laptop returns, with changes that its log allows or does not allow."""

from copy import deepcopy
from uuid import uuid4

from django.db import transaction

from tests.archive.laptops import file_for_laptop
from tests.factories import play
from tests.standings.results import tournament_with
from tests.table.corrections import A, ron
from tournament.archive.actions.hand_over import take_to_laptop
from tournament.archive.actions.take_over import take_over
from tournament.archive.tenbo.continuation import known_version
from tournament.archive.tenbo.document import envelope
from tournament.archive.tenbo.rewritten import rewritten_part
from tournament.models import Hanchan
from tournament.people.actions.remove_person import remove_person


def in_play(tournament):
    """Return the last hanchan of the document that is neither cancelled nor signed."""
    hanchans = Hanchan.objects.filter(round__tournament=tournament, cancelled_by=None).select_related(
        "table", "round__tournament"
    )
    return [hanchan for hanchan in hanchans.order_by("pk") if not hanchan.sheets.filter(withdrawn_by=None).exists()][-1]


def signed(document):
    """Return the last signed hanchan of the document whose hands were recorded."""
    hanchans = [hanchan for round_ in document["rounds"] for hanchan in round_["hanchans"]]
    return [hanchan for hanchan in hanchans if hanchan["recorded"] and hanchan["sheets"]][-1]


def part_of(home, document):
    home.refresh_from_db()
    return rewritten_part(envelope(home), document, known=known_version(home))


def forged(laptop, change):
    document = deepcopy(envelope(laptop))
    change(document)
    return document


def swap_two_places(document):
    hanchan = signed(document)
    first, second = hanchan["seats"][:2]
    hanchan["seats"][:2] = [second, first]
    players = hanchan["game"]["players"]
    players[:2] = [players[1], players[0]]
    other = {first: second, second: first}
    for line in hanchan["sheets"][-1]["lines"]:
        line["entry"] = other.get(line["entry"], line["entry"])


def with_entry(document, kind, *, hanchan=None, **data):
    """Add an entry of this kind to the document's log, and return the entry's number."""
    number = len(document["log"]) + 1
    last = document["log"][-1]
    document["log"].append(last | {"number": number, "kind": kind, "hanchan": hanchan, "data": data, "reason": "x"})
    return number


def one_hand_before(by):
    home, _entries, (hanchan,) = tournament_with(["A", "B", "C", "D"], owner=by.user)
    play(hanchan, ron(A, 1))
    take_to_laptop(tournament_id=home.pk, place="the hall", by=by)
    home.refresh_from_db()
    return home, take_over(file=file_for_laptop(home), key=uuid4(), by=by)


def without_everybody(laptop, by):
    """Return the document of a laptop that has removed everybody; the laptop's tournament stays as it is."""
    with transaction.atomic():
        for entry in laptop.entries.all():
            remove_person(player_id=entry.player_id, by=by)
        document = envelope(laptop)
        transaction.set_rollback(True)
    return document
