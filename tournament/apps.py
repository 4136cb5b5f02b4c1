"""The project's only Django app."""

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Tenbo"

    def ready(self) -> None:
        from django.conf import settings

        from tournament.core.telemetry.sentry import report_errors_to
        from tournament.core.telemetry.slow_queries import watch_queries

        report_errors_to(settings.TENBO_SENTRY_DSN)
        connection_created.connect(watch_queries)
