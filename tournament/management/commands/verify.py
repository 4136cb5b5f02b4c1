"""Check that the stored results agree with the stored hands and points, by `tournament.archive.queries.differences`."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.db import Error

from tournament.archive.actions.rebuild_figures import rebuild_figures
from tournament.archive.actions.rebuild_hands import rebuild_hands
from tournament.archive.queries.acknowledged import missing_changes
from tournament.archive.queries.differences import check_everything
from tournament.core.queries.health import reading_problem
from tournament.models import Hanchan, Tournament


class Command(BaseCommand):
    help = (
        "Replay every hanchan and compare it with the stored results; compare signed sheets, penalties, departures,"
        " cuts, substitutes, approvals and seating plans with the log. Exit status 1 if anything differs."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--rebuild",
            action="store_true",
            help="first recompute the cached results of hands and the figures of sheets; recorded outcomes and"
            " signatures are never changed",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            self._verify(**options)
        except Error as error:
            problem = reading_problem()
            if not problem:
                raise
            raise CommandError(f"Nothing was verified: {problem}. `manage.py doctor` says how to mend it.") from error

    def _verify(self, **options: Any) -> None:
        if options["rebuild"]:
            hanchans = (
                Hanchan.objects.filter(round__tournament__in=Tournament.objects.complete().filter(away_since=None))
                .order_by("pk")
                .values_list("pk", flat=True)
            )
            rebuilt = sum(rebuild_hands(hanchan_id=pk) for pk in list(hanchans))
            tournaments = Tournament.objects.complete().order_by("pk").values_list("pk", flat=True)
            figures = sum(rebuild_figures(tournament_id=pk) for pk in list(tournaments))
            self.stdout.write(f"Rebuilt {rebuilt} hands. Rebuilt the figures of {figures} lines of sheets.")
        checked = check_everything()
        missing = missing_changes()
        if missing is None:
            self.stdout.write(
                "Nothing was recorded at this place yet, so the database was compared with itself only. It is so after"
                " `manage.py restore`. A copy of an SQLite file may lack its newest changes; a backup lacks none."
            )
        checked.differences += missing or []
        for line in checked.differences:
            self.stdout.write(line)
        counts = (
            f"{_counted(checked.tournaments, 'tournament')}, {_counted(checked.hanchans, 'hanchan')},"
            f" {_counted(checked.hands, 'hand')}, {_counted(checked.sheets, 'signed sheet')}"
        )
        if checked.differences:
            raise CommandError(f"{_counted(len(checked.differences), 'difference')} in {counts}.", returncode=1)
        self.stdout.write(f"No differences in {counts}.")


def _counted(count: int, noun: str) -> str:
    """Return the count and its noun: "1 hand", "2 hands"."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
