"""Metrics that are computed when Prometheus reads them: database connections and the age of the newest backup."""

from collections.abc import Iterator

from django.conf import settings
from django.db import connection
from django.utils import timezone
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector

from tournament.operation.queries.site import backup_age, upload_record


class SiteMetrics(Collector):
    """Prometheus collector of the metrics about connections and backups."""

    def describe(self) -> list[GaugeMetricFamily]:
        """Return nothing, because otherwise the registry would call `collect` at registration, when there is no
        database yet."""
        return []

    def collect(self) -> Iterator[GaugeMetricFamily]:
        age = backup_age()
        if age is not None:
            yield GaugeMetricFamily(
                "tenbo_backup_age_seconds", "Time since the newest backup.", value=age.total_seconds()
            )
        if settings.TENBO_BACKUP_STORE:
            yield from _of_store()
        pool = getattr(connection, "pool", None)
        if pool is not None:
            figures = GaugeMetricFamily("tenbo_database_pool", "Connections of this process.", labels=["figure"])
            for name, value in pool.get_stats().items():
                figures.add_metric([name], value)
            yield figures


def _of_store() -> Iterator[GaugeMetricFamily]:
    uploads, now = upload_record(), timezone.now()
    age = uploads.age(now)
    if age is not None:
        yield GaugeMetricFamily(
            "tenbo_stored_backup_age_seconds",
            "Time since the newest backup that is in the store was made.",
            value=age.total_seconds(),
        )
    yield GaugeMetricFamily(
        "tenbo_backup_upload_failed", "1 if the last upload of a backup failed.", value=bool(uploads.problem_at(now))
    )
