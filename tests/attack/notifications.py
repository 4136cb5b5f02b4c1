"""A stranger subscribes hundreds of phones whose push service does not exist."""

import time

from tests.attack.arena import PREPARE, arena

PHONES = 1_000
"""What one network may subscribe in four hours."""

SERVICE = "https://127.0.0.1:9"
"""A push service where nothing listens, so that each message fails at once and is tried again."""

SECONDS = 20

# An event of its own, whose first round starts before the server does, so that all phones get a message at once.
SUBSCRIBED = PREPARE.replace(
    "print(",
    """
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from py_vapid.utils import b64urlencode
from tests.factories import EntryFactory, TableFactory, TournamentFactory, STRANGER, enter
from tournament.models import PushSubscription
from tournament.push.keys import server_key
from tournament.rounds.actions.start_round import start_round
phone = ec.generate_private_key(ec.SECP256R1()).public_key()
keys = {
    "p256dh": b64urlencode(phone.public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)),
    "auth": b64urlencode(bytes(16)),
    "server_key": server_key(),
}
crowd = TournamentFactory()
entries = enter([EntryFactory.build(tournament=crowd, number=number) for number in range(1, 101)])
for number in range(1, 26):
    TableFactory(tournament=crowd, number=number)
for number in range(PHONES):
    entry = entries[number % 100]
    address = f"SERVICE/{number}"
    PushSubscription.objects.create(entry=entry, link_nonce=entry.link_nonce, endpoint=address, language="en", **keys)
seats = [[entry.pk for entry in entries[four : four + 4]] for four in range(0, 100, 4)]
start_round(tournament_id=crowd.pk, number=1, tables=seats, seed=None, by=STRANGER)
print(""",
)

TRIED = """
import json
import django; django.setup()
from tournament.models import PushMessage
print(json.dumps(PushMessage.objects.filter(attempts__gt=0).count()))
"""


def phones_of_no_push_service() -> bool:
    """Have a thousand messages fail, again and again, while a table of another event plays."""
    prepare = SUBSCRIBED.replace("PHONES", str(PHONES)).replace("SERVICE", SERVICE)
    with arena(f"{PHONES} phones of no push service", prepare=prepare, TENBO_PUSH_SERVICES=SERVICE) as field:
        with field.hands_meanwhile():
            time.sleep(SECONDS)
        tried = field.site.run(TRIED)
        field.figures = {"tried": tried}
        field.check(tried == PHONES, f"{tried} of {PHONES} messages were tried")
    return not field.wrong


ATTACKS = [phones_of_no_push_service]
