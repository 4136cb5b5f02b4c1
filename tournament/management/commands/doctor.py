"""Report the mistakes in the configuration that `tournament.operation.diagnosis` finds."""

from dataclasses import replace
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from tournament.operation.diagnosis import problems
from tournament.operation.queries.connections import (
    address_of_replica,
    database_problem,
    mail_problem,
    replica_problem,
    role_logged_with_values,
    store_problem,
)
from tournament.operation.queries.site import findings, folder_problem


class Command(BaseCommand):
    help = "Name what is wrong in this site's configuration, and how to mend it. Exit status 1 if anything is."
    requires_system_checks = []

    def handle(self, *args: Any, **options: Any) -> None:
        site = findings()
        reason = database_problem() if site.read_problem else ""
        follows = False
        site = replace(site, read_problem=reason or site.read_problem, mail_problem=mail_problem())
        site = replace(site, backups_problem=folder_problem(settings.TENBO_BACKUPS))
        if not site.read_problem and not site.write_problem:
            site = replace(site, replica_problem=replica_problem(), role_logged_with_values=role_logged_with_values())
            follows = not site.replica_problem
        if site.store:
            not_listed, age = store_problem()
            site = replace(site, store_problem=not_listed, store_age=age)
        found = problems(site)
        for problem in found:
            self.stdout.write(f"{'hint:' if problem.is_hint else 'wrong:'} {problem.what}")
            self.stdout.write(f"       {problem.remedy}")
        if follows and address_of_replica():
            self.stdout.write(f"The replica {address_of_replica()} follows.")
        mistakes = [problem for problem in found if not problem.is_hint]
        if mistakes:
            raise CommandError(f"{len(mistakes)} to mend.", returncode=1)
        self.stdout.write("Nothing is wrong.")
