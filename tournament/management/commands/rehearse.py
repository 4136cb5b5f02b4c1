"""Let robots play an event, as a rehearsal before a real event or to find bugs."""

import logging
import os
import secrets
import signal
import sys
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
from threading import Thread
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.urls import reverse

from tournament.models import Membership, Role, Tournament, User
from tournament.rehearsal.browser import Browser
from tournament.rehearsal.day import play_event
from tournament.rehearsal.html_forms import Stuck
from tournament.rehearsal.wanted import Report, Wanted
from tournament.site.actions.rehearse import break_off_rehearsal, end_rehearsal

SECONDS_TO_END = 15
"""Seconds that a rehearsal may take to stop after its server ended, before the process is killed."""


class Command(BaseCommand):
    help = (
        "Rehearse an event with invented players: robots enter hands, make mistakes, correct and sign, through the"
        " pages of the site. Nothing of it is left afterwards, unless it is kept. Do not run it on a server during an"
        " event: other requests wait."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=16, help="default: 16")
        parser.add_argument("--rounds", type=int, default=3, help="default: 3")
        parser.add_argument("--seed", type=int, default=1, help="number that the event is drawn from")
        parser.add_argument("--ruleset", default="wrc_2015", help="a rulebook with a clock; default: wrc_2015")
        parser.add_argument("--hands", type=int, default=12, help="the most hands of a table in a round")
        parser.add_argument("--keep", action="store_true", help="keep the event in the database")
        parser.add_argument("--owner", help="keep the event, and make this account one of its owners")
        parser.add_argument("--within", help="the slug of a rehearsal opened on its page; it is kept")
        parser.add_argument("--until-stdin-ends", action="store_true", help="end with the process that started it")
        parser.add_argument("--pace", type=float, default=0, help="seconds per hand of a table, with --within")

    def handle(self, *args: Any, **options: Any) -> None:
        sizes = ("players", "rounds", "ruleset", "hands")
        try:
            wanted = Wanted(seed=options["seed"], **{name: options[name] for name in sizes})
        except ValueError as error:
            raise CommandError(str(error)) from error
        if options["until_stdin_ends"]:
            end_with_stdin()
        if options["within"]:
            rehearse_within(options["within"], wanted, pace=options["pace"])
            return
        owner = _owner(options["owner"]) if options["owner"] else None
        is_kept = options["keep"] or owner is not None
        began = time.monotonic()
        try:
            with rehearsing(keep=is_kept) as organizer:
                report = play_event(wanted, organizer)
                call_command("verify", stdout=StringIO())
                if owner:
                    event = Tournament.objects.get(slug=report.slug)
                    Membership.objects.create(tournament=event, user=owner, role=Role.OWNER)
        except Stuck as stuck:
            raise CommandError(f"Seed {wanted.seed}: {stuck}") from stuck
        self._report(wanted.seed, report, time.monotonic() - began)
        if is_kept:
            self._say_who_sees(reverse("tournament", args=[report.slug]), owner)

    def _report(self, seed: int, report: Report, seconds: float) -> None:
        self.stdout.write(
            f"Seed {seed}: {report.hands} hands, {report.sheets} signed sheets, {report.requests} requests"
            f" in {seconds:.1f} s. Standings and verify agree with what was played."
        )
        for mishap, count in sorted(report.mishaps.items()):
            self.stdout.write(f"  {count} × {mishap}")

    def _say_who_sees(self, address: str, owner: User | None) -> None:
        if owner:
            self.stdout.write(f"  Look at it, logged in as {owner.username}: {address}")
            return
        self.stdout.write(f"  Kept: {address}")
        self.stdout.write(
            "  It is private, and its owner is an account of the robots with which nobody can log in. To look at an"
            " event, rehearse one with --owner and the name of your account."
        )


def _owner(username: str) -> User:
    """Return the account that will own the event if the event is kept. Raises CommandError."""
    owner = User.objects.filter(username=username, is_active=True).first()
    if owner is None:
        raise CommandError(f"There is no account {username}, or it is not active.")
    return owner


def rehearse_within(slug: str, wanted: Wanted, *, pace: float) -> None:
    """Play in an existing rehearsal tournament, so that its team can watch. Raises CommandError if it is no rehearsal.

    The end of the rehearsal is written to the tournament's log, unless the tournament was deleted meanwhile.
    """
    tournament = Tournament.objects.filter(slug=slug).exclude(rehearsal_of=None).first()
    if tournament is None:
        raise CommandError(f"{slug} is no rehearsal.")
    logging.getLogger("django.request").setLevel(logging.ERROR)
    user, password = _account(may_open=False)
    try:
        Membership.objects.create(tournament=tournament, user=user, role=Role.ORGANIZER)
        organizer = _logged_in(user, password)
        report = play_event(wanted, organizer, within=(slug, tournament.ruleset), pace=pace)
        mishaps = sum(report.mishaps.values())
        end_rehearsal(tournament_id=tournament.pk, hands=report.hands, sheets=report.sheets, mishaps=mishaps)
    except KeyboardInterrupt:
        with suppress(Tournament.DoesNotExist):
            break_off_rehearsal(tournament_id=tournament.pk, said="The server was stopped.")
    except Exception as error:
        with suppress(Tournament.DoesNotExist):
            break_off_rehearsal(tournament_id=tournament.pk, said=f"{error}" or type(error).__name__)
        raise CommandError(str(error)) from error
    finally:
        user.delete()


def end_with_stdin() -> None:
    """Interrupt this process when its standard input ends, because this means that the server which started the process
    has stopped."""
    # A server that a shell started in the background ignores SIGINT, and so do the processes that it starts.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    Thread(target=_interrupt_after_stdin, daemon=True).start()


def _interrupt_after_stdin() -> None:
    sys.stdin.read()
    os.kill(os.getpid(), signal.SIGINT)
    # The interrupt is lost if it arrives where Python ignores exceptions, such as in a callback.
    time.sleep(SECONDS_TO_END)
    os._exit(1)


def _account(*, may_open: bool) -> tuple[User, str]:
    """Create an account for the robots, and return it with its password."""
    password = secrets.token_urlsafe(12)
    name = f"rehearsal-{secrets.token_hex(4)}"
    return User.objects.create_user(name, password=password, is_staff=may_open), password


def _logged_in(user: User, password: str) -> Browser:
    browser = Browser()
    form = browser.open(reverse("login")).form(ending="/login/")
    browser.send(form.filled(username=user.username, password=password))
    return browser


@contextmanager
def rehearsing(*, keep: bool = False) -> Iterator[Browser]:
    """Yield a browser in which a new organizer is logged in. After the block everything is rolled back, unless `keep`
    is set."""
    logging.getLogger("django.request").setLevel(logging.ERROR)  # conflicts (409) are expected in a rehearsal
    with transaction.atomic():
        user, password = _account(may_open=True)
        yield _logged_in(user, password)
        if keep:
            user.is_active = False
            user.save(update_fields=["is_active"])
        else:
            transaction.set_rollback(True)
