"""An event played by robots, as a dress rehearsal, or to find mistakes."""

import logging
import secrets
import time
from argparse import ArgumentParser
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import StringIO
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


class Command(BaseCommand):
    help = (
        "Rehearse an event: invented players, robots that enter hands, err, correct and sign, all through the site's"
        " own pages. Afterwards nothing of it is left, unless it is kept. Not for a server with an event going on:"
        " others wait meanwhile."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--players", type=int, default=16, help="16 if nothing is said")
        parser.add_argument("--rounds", type=int, default=3, help="3 if nothing is said")
        parser.add_argument("--seed", type=int, default=1, help="another number, another event")
        parser.add_argument(
            "--ruleset", default="wrc_2015", help="a rulebook with a clock; wrc_2015 if nothing is said"
        )
        parser.add_argument("--hands", type=int, default=12, help="the most hands of a table in a round")
        parser.add_argument("--keep", action="store_true", help="leave the event in place, to look at")
        parser.add_argument("--within", help="the address of a rehearsal that was opened on its page; it stays")
        parser.add_argument("--pace", type=float, default=0, help="within one: seconds that a table takes for a hand")

    def handle(self, *args: Any, **options: Any) -> None:
        sizes = ("players", "rounds", "ruleset", "hands")
        try:
            wanted = Wanted(seed=options["seed"], **{name: options[name] for name in sizes})
        except ValueError as error:
            raise CommandError(str(error)) from error
        if options["within"]:
            rehearse_within(options["within"], wanted, pace=options["pace"])
            return
        began = time.monotonic()
        try:
            with rehearsing(keep=options["keep"]) as organizer:
                report = play_event(wanted, organizer)
                call_command("verify", stdout=StringIO())
        except Stuck as stuck:
            raise CommandError(f"Seed {wanted.seed}: {stuck}") from stuck
        self._tell(wanted.seed, report, time.monotonic() - began, kept=options["keep"])

    def _tell(self, seed: int, report: Report, seconds: float, *, kept: bool) -> None:
        self.stdout.write(
            f"Seed {seed}: {report.hands} hands, {report.sheets} signed sheets, {report.requests} requests"
            f" in {seconds:.1f} s. Standings and verify agree with what was played."
        )
        for mishap, count in sorted(report.mishaps.items()):
            self.stdout.write(f"  {count} × {mishap}")
        if kept:
            self.stdout.write(f"  Look at it: {reverse('tournament', args=[report.slug])}")


def rehearse_within(slug: str, wanted: Wanted, *, pace: float) -> None:
    """Play in a tournament that is there for it, for everybody of its team to see while it goes on. Its log says how it
    ended, whatever happens; where it was wiped meanwhile, nothing does.
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
    except Exception as error:
        with suppress(Tournament.DoesNotExist):
            break_off_rehearsal(tournament_id=tournament.pk, said=f"{error}" or type(error).__name__)
        raise CommandError(str(error)) from error
    finally:
        user.delete()


def _account(*, may_open: bool) -> tuple[User, str]:
    """Of the robots, with its password."""
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
    """The browser of an organizer with an account of its own; what is not kept is rolled back."""
    logging.getLogger("django.request").setLevel(logging.ERROR)  # conflicts are what it is about
    with transaction.atomic():
        user, password = _account(may_open=True)
        yield _logged_in(user, password)
        if keep:
            user.is_active = False
            user.save(update_fields=["is_active"])
        else:
            transaction.set_rollback(True)
