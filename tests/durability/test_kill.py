"""A server that is killed loses no hand that it answered, and counts none twice that is sent again."""

import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from random import Random
from threading import Event, Lock
from uuid import uuid4

import pytest

from tests.durability.conftest import TABLES
from tests.phone import NO_ANSWER
from tests.running_site import REPLAY

pytestmark = [pytest.mark.database, pytest.mark.slow]

EACH = 50
KILLS = 3

# East wins, or is tenpai, or nothing changes: so fifty hands fit into one hanchan.
SAID = [
    {"winner": "0", "discarder": "2", "value": "1-30"},
    {"winner": "0", "discarder": "self", "value": "2-40"},
    {"mode": "draw", "tenpai": "0"},
    {"mode": "chombo", "offender": "3"},
    {"winner": "0", "discarder": "1", "value": "mangan"},
]


class Hall:
    """What the phones know together. All of them play until the server dies, and wait until it is back."""

    def __init__(self, phones):
        self.phones = phones
        self.server_is_up = Event()
        self.server_is_up.set()
        self.changing = Lock()
        self.answered = []  # keys
        self.unanswered = set()  # keys that were sent and not answered, at one time or another
        self.waiting = 0

    def play(self, phone):
        form = phone.draw(**SAID[0])
        for number in range(1, EACH + 1):
            # What the next page's form would carry, without the time it takes to draw that page.
            key = str(uuid4())
            drawn_for = {"number": number, "revision": number - 1, "key": key}
            hand = SAID[number % len(SAID)]
            fields = {"csrfmiddlewaretoken": form["csrfmiddlewaretoken"]} | drawn_for | hand
            status, page = self.until_answered(partial(phone.submit, fields), key)
            assert status == 302, page
            with self.changing:
                self.answered.append(key)
        with self.changing:
            self.waiting += 1

    def until_answered(self, submit, key):
        while True:
            try:
                return submit()
            except NO_ANSWER:
                with self.changing:
                    self.waiting += 1
                    self.unanswered.add(key)
                assert self.server_is_up.wait(60)
                with self.changing:
                    self.waiting -= 1

    def wait_for(self, answers):
        self.wait_until(lambda: len(self.answered) >= answers)

    def wait_until_everybody_waits(self):
        self.wait_until(lambda: self.waiting == len(self.phones))

    def wait_until(self, condition):
        deadline = time.monotonic() + 60
        while not condition():
            assert time.monotonic() < deadline, "a phone has stopped"
            time.sleep(0.001)


@pytest.mark.long
def test_a_server_killed_again_and_again_has_every_hand_once(own_site, phones, recorded):
    random = Random(20_261)
    moments = sorted(random.sample(range(10, TABLES * EACH - 20), KILLS))

    with own_site() as site, ThreadPoolExecutor(TABLES) as threads:
        site.start()
        hall = Hall(phones(site))
        plays = [threads.submit(hall.play, phone) for phone in hall.phones]
        for moment in moments:
            hall.wait_for(moment)
            time.sleep(random.uniform(0, 0.03))
            hall.server_is_up.clear()
            site.kill()
            hall.wait_until_everybody_waits()

            there = recorded(site)
            assert len(set(there)) == len(there)
            assert set(hall.answered) <= set(there) <= set(hall.answered) | hall.unanswered

            site.start()
            hall.server_is_up.set()
        for play in plays:
            play.result(60)
        site.kill()
        keys, wrong = site.run(REPLAY)

    assert hall.unanswered, "no kill came while a hand was on its way"
    assert len(keys) == len(hall.phones) * EACH
    assert sorted(keys) == sorted(hall.answered)
    assert wrong == []


def test_a_hand_without_an_answer_is_recorded_once_when_it_is_sent_again(own_site, phones, recorded):
    """The server dies before it commits a hand, and, once it runs again, before it answers it."""
    with own_site("tests.durability.fatal:application") as site:
        site.start(FATAL="before the commit")
        phone = phones(site)[0]
        fields = phone.draw(**SAID[0])
        there = []
        for moment in ("before the answer", ""):
            with pytest.raises(NO_ANSWER):
                phone.submit(fields)
            site.died()
            there.append(recorded(site))
            site.start(FATAL=moment)

        answers = [phone.submit(fields), phone.submit(fields)]
        keys, wrong = site.run(REPLAY)

    assert there == [[], fields["key"]]
    assert [status for status, _page in answers] == [302, 302]
    assert keys == fields["key"]
    assert wrong == []
