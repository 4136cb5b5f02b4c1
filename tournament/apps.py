"""The project's only Django app."""

import warnings

from django.apps import AppConfig
from django.db.backends.signals import connection_created


class TournamentConfig(AppConfig):
    name = "tournament"
    verbose_name = "Tenbo"

    def ready(self) -> None:
        from django.conf import settings

        from tournament.core.telemetry.sentry import report_errors_to
        from tournament.core.telemetry.slow_queries import watch_queries

        # These libraries quote an uploaded file in each warning. Python would keep every different text for ever, and
        # print it past the limits of the log. The filter is set once, because `catch_warnings` changes all threads.
        warnings.filterwarnings("ignore", module=r"(openpyxl|PIL)(\.|$)")
        report_errors_to(settings.TENBO_SENTRY_DSN)
        connection_created.connect(watch_queries)
