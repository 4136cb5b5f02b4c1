"""Threads of low priority."""

import os
import sys
from threading import get_native_id

import pytest
from django.contrib.auth.hashers import Argon2PasswordHasher

from tournament.core.logins.hashers import QueuedArgon2PasswordHasher
from tournament.core.threads.low_priority import NICENESS, low_priority_threads

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has a priority for each thread")

LOWEST = 19


def priority():
    return os.getpriority(os.PRIO_PROCESS, get_native_id())


def test_the_thread_has_a_low_priority_and_its_creator_keeps_its_own():
    before = priority()
    with low_priority_threads(1, "slow") as threads:
        assert threads.submit(priority).result() == min(before + NICENESS, LOWEST)
    assert priority() == before


def test_a_forbidden_priority_is_no_error(monkeypatch):
    def forbidden(*_arguments):
        raise PermissionError

    monkeypatch.setattr("tournament.core.threads.low_priority.os.setpriority", forbidden)
    with low_priority_threads(1, "slow") as threads:
        assert threads.submit(lambda: "computed").result() == "computed"


@pytest.mark.parametrize("work", ["encode", "verify"])
def test_passwords_are_hashed_in_such_threads(work, monkeypatch):
    priorities = []
    monkeypatch.setattr(Argon2PasswordHasher, work, lambda *_arguments: priorities.append(priority()))
    getattr(QueuedArgon2PasswordHasher(), work)("riichi", "salt")
    assert priorities == [min(priority() + NICENESS, LOWEST)]
