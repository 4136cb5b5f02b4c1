"""A laptop mirrors its tournament to its site while either server is killed and started again."""

import time

import pytest

from tests.durability.conftest import fresh_database
from tests.durability.test_two_sites import ALONE, OWNED, PLAYED, Browser, Phone, Way, writable
from tests.running_site import PREPARE, site

pytestmark = [pytest.mark.database, pytest.mark.long]

PATIENCE = 60
"""Seconds within which what was entered is shown, after both servers run."""


def test_what_was_entered_on_the_laptop_is_shown_after_either_side_was_killed(tmp_path):
    with fresh_database() as url, site(tmp_path / "home", url) as home, site(tmp_path / "laptop") as laptop:
        (tmp_path / "home").mkdir()
        (tmp_path / "laptop").mkdir()
        laptop.environment["TENBO_MIRROR_SITES"] = f"http://127.0.0.1:{home.port}"
        home.run(PREPARE, "2")
        session, link = home.run(OWNED)
        laptop.run(PREPARE, "0")
        way = Way(Browser(home, session), Browser(laptop, laptop.run(ALONE)[0]))
        phone = Phone(Browser(laptop), 2)
        home.start()
        laptop.start()
        for _step in range(4):  # until the laptop has it
            way.go(None)
        assert phone.browser.ask("GET", link)[0] == 302

        phone.play(None, begins=True)
        until_shown(home, 1)
        home.kill()
        phone.play(None, begins=True)
        time.sleep(4)  # the laptop finds nobody
        home.start()
        until_shown(home, 2)
        phone.play(None, begins=True)
        laptop.kill()
        laptop.start()
        until_shown(home, 3)
        assert not writable(home)

        while not way.rounds:
            way.go(None)
        assert writable(home)
        assert home.run(PLAYED) == {"1": 0, "2": 3}


def until_shown(home, hands):
    end = time.monotonic() + PATIENCE
    while home.run(PLAYED)["2"] != hands:
        assert time.monotonic() < end, f"{hands} hands are not shown"
        time.sleep(1)
