"""A person is removed whose log has thousands of earlier names, while a large upload waits to be searched for them."""

import re
import time
from pathlib import Path
from tempfile import NamedTemporaryFile

from tests.attack.arena import Browser, arena
from tests.attack.passwords import PASSWORD

# An event with a player of 2,300 earlier names, 300 of which are longer than any name; and a file of 5 MB of words that
# names begin with.
EVENT = """
import json, sys
import django; django.setup()
from pathlib import Path
from django.utils import timezone
from tests.factories import EntryFactory, TournamentFactory, UserFactory
from tournament.archive.tenbo.document import envelope
from tournament.models import LogEntry

def log(tournament, kind, data):
    LogEntry.objects.bulk_create(
        LogEntry(
            tournament=tournament, number=number, kind=kind, data=each,
            actor_kind="command", actor_name="x", at=timezone.now(),
        )
        for number, each in enumerate(data, 1)
    )
    tournament.version = tournament.official_version = len(data)
    tournament.save()

owner = UserFactory(username="owner")
event = TournamentFactory(name="Names", slug="names", owner=owner)
entry = EntryFactory(tournament=event, number=1, player__name="Xa Xa", player__home=event)
names = [f"Xa {'b' * (n % 70)} {n}" for n in range(2_000)] + ["x-" * 1_500 + str(n) for n in range(300)]
log(event, "player.renamed", [{"number": 1, "before": name} for name in names])
words = TournamentFactory(name="Words", slug="words", owner=owner)
log(words, "clock.resumed", [{"x": ["xa x-"] * 90_000}] * 6)
Path(sys.argv[1]).write_text(json.dumps(envelope(words)))
words.delete()
print(json.dumps(entry.player_id))
"""

LEFT = """
import json
import django; django.setup()
from tournament.models import LogEntry
renamed = LogEntry.objects.filter(tournament__slug="names", kind="player.renamed")
print(json.dumps(sum(entry.data["before"] != "#1" for entry in renamed)))
"""


def many_names() -> bool:
    """An account removes such a person while its upload waits."""
    with NamedTemporaryFile() as file, arena("a removal of 2,300 names", tables=1) as field:
        player = field.site.run(EVENT, file.name)
        owner = Browser(field.site.port, patience=300)
        owner.post("/accounts/login/", {"username": "owner", "password": PASSWORD})
        status, page = owner.upload("/tournaments/import/", "file", "words.json", Path(file.name).read_bytes())
        field.check(status == 200 and 'name="key" value=' in page, f"the upload was answered with {status}")
        path = f"/people/{player}/removal/"
        fields = re.findall(r'<input type="(?:hidden|checkbox)" name="(\w+)"(?: value="([^"]*)")?', owner.get(path)[1])
        with field.hands_meanwhile():
            began = time.monotonic()
            status = owner.post(path, {name: value or "on" for name, value in fields})[0]
            seconds = time.monotonic() - began
        field.figures = {"status": status, "seconds": round(seconds, 1)}
        field.check(status == 302, f"the removal was answered with {status}")
        left = field.site.run(LEFT)
        field.check(not left, f"{left} names are left")
    return not field.wrong


ATTACKS = [many_names]
