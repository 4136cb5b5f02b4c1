"""Two hundred mails through a real mail server that goes away, from a site that is killed: each arrives once."""

import signal
import time

import pytest

from tests.mail.smtp_server import SmtpServer

PEOPLE = 200
KILLED_AFTER = (37, 120)  # mails
DOWN_AFTER = 30  # mails after the first kill

# Writes a message to so many people.
WRITE = """
import json, sys
import django; django.setup()
from uuid import uuid4
from tests.factories import EntryFactory, enter
from tournament.mail.actions.write_message import write_message
from tournament.mail.placeholders import Letter
from tournament.models import STRANGER, MailKind, Tournament
tournament = Tournament.objects.get()
numbers = range(1001, 1001 + int(sys.argv[1]))
entries = [EntryFactory.build(tournament=tournament, number=n, player__mail=f"{n}@example.org") for n in numbers]
enter(entries)
text = {"en": Letter("Lunch", "Hello {name}"), "fr": Letter("Midi", "Bonjour"), "cs": Letter("Oběd", "Ahoj")}
print(json.dumps(write_message(
    tournament_id=tournament.pk, key=uuid4(), kind=MailKind.MESSAGE, numbers=list(numbers), texts=text, by=STRANGER)))
"""

# Counts the states of the mails, after what a dead process had claimed is free again: a minute passes.
LATER = """
import json
import django; django.setup()
from collections import Counter
from datetime import timedelta
from django.db.models import F
from tournament.models import Mail
Mail.objects.filter(done_at=None).update(next_try_at=F("next_try_at") - timedelta(minutes=11))
print(json.dumps([Counter(mail.state for mail in Mail.objects.all()),
    list(Mail.objects.filter(done_at=None).exclude(handed_over_at=None).values_list("pk", "to"))]))
"""

# An organizer decides about a doubtful mail.
DECIDE = """
import json, sys
import django; django.setup()
from tournament.mail.actions.write_message import decide_mail
from tournament.models import STRANGER, Tournament
tournament, (mail, decision) = Tournament.objects.get(), sys.argv[1:]
decide_mail(tournament_id=tournament.pk, mail_id=int(mail), again=decision == "again", by=STRANGER)
print(json.dumps(None))
"""


@pytest.fixture
def smtp():
    server = SmtpServer()
    yield server
    server.close()


def wait_until(is_so):
    deadline = time.monotonic() + 120
    while not is_so():
        assert time.monotonic() < deadline, "it does not happen"
        time.sleep(0.05)


def mails_to(site, smtp):
    site.environment |= {
        "TENBO_MAIL_HOST": "127.0.0.1",
        "TENBO_MAIL_PORT": str(smtp.port),
        "TENBO_MAIL_SECURITY": "none",
        "TENBO_ADDRESS": "http://tenbo.example.org",
        "TENBO_MAIL_FROM": "tenbo@example.org",
    }


@pytest.mark.slow
def test_a_server_that_is_stopped_waits_for_the_answer_to_its_mail(own_site, smtp):
    smtp.thinks = 2
    with own_site() as site:
        mails_to(site, smtp)
        assert site.run(WRITE, "2") == 2
        site.start()
        smtp.wait_for(1)
        site.process.send_signal(signal.SIGTERM)

        assert site.process.wait(30) in {0, -signal.SIGTERM}
        assert site.run(LATER) == [{"sent": 1, "waiting": 1}, []]


@pytest.mark.long
def test_each_of_two_hundred_gets_a_message_once(own_site, smtp):
    with own_site() as site:
        mails_to(site, smtp)
        assert site.run(WRITE, str(PEOPLE)) == PEOPLE
        site.start()
        smtp.wait_for(KILLED_AFTER[0])
        site.kill()
        site.run(LATER)

        smtp.lives = DOWN_AFTER
        site.start()
        wait_until(lambda: smtp.is_down)
        down_at = len(smtp.mails)
        time.sleep(6)  # the sender looks again, and finds nobody
        assert len(smtp.mails) == down_at < PEOPLE
        smtp.lives, smtp.is_down = None, False
        smtp.wait_for(KILLED_AFTER[1])
        site.kill()

        _counts, doubtful = site.run(LATER)
        arrived = smtp.received()
        assert len(doubtful) <= len(KILLED_AFTER), "a kill leaves one mail in doubt at most"
        for mail, to in doubtful:
            site.run(DECIDE, str(mail), "arrived" if to in arrived else "again")
        site.start()
        smtp.wait_for(PEOPLE)
        wait_until(lambda: site.run(LATER)[0] == {"sent": PEOPLE})
        site.kill()

    assert smtp.received() == {f"{number}@example.org": 1 for number in range(1001, 1001 + PEOPLE)}
    assert len({mail["Message-ID"] for mail in smtp.mails}) == PEOPLE
