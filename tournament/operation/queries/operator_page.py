"""The data of the operator's page: problems, the current load, and the last hour of this process."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from django.db import connection
from django.utils import timezone
from prometheus_client import REGISTRY

from tournament.core.charts import Bar, bars
from tournament.core.telemetry.last_hour import last_hour
from tournament.models import Queued
from tournament.operation.diagnosis import Findings, Problem, problems
from tournament.operation.queries.site import findings


@dataclass(frozen=True, kw_only=True)
class Pool:
    """This process's connections to PostgreSQL; `waiting` is the number of requests that wait for a connection."""

    open: int
    idle: int
    waiting: int


@dataclass(frozen=True, kw_only=True)
class OverAnHour:
    """The values of one measure in the last sixty minutes as bars of a chart, and the largest value."""

    bars: tuple[Bar, ...]
    most: int


@dataclass(frozen=True, kw_only=True)
class OperatorPage:
    """The operator's page. Times are in milliseconds, None if nothing was measured. `unsent` is the number of
    messages in queues; `notify_milliseconds` is the mean time until open pages were notified of a change."""

    problems: list[Problem]
    viewers: int
    waiting: int
    unsent: int
    notify_milliseconds: int | None
    slow_queries: int
    errors: int
    answers: OverAnHour
    slowest: OverAnHour
    changes: OverAnHour
    newest_backup: datetime | None
    has_store: bool
    newest_stored: datetime | None
    free_space: int
    database: str
    pool: Pool | None


def operator_page(private_visitor: str) -> OperatorPage:
    """Return the page for an operator; `private_visitor` is as in `Findings`."""
    site = replace(findings(), private_visitor=private_visitor)
    minutes = last_hour.minutes()
    return OperatorPage(
        problems=problems(site),
        viewers=_sample("tenbo_viewers"),
        waiting=_sample("tenbo_requests_waiting"),
        unsent=0 if site.read_problem else _unsent(),
        notify_milliseconds=_mean_milliseconds("tenbo_told_seconds"),
        slow_queries=_sample("tenbo_slow_queries_total"),
        errors=sum(minute.errors for minute in minutes),
        answers=_over_an_hour([minute.answers for minute in minutes]),
        slowest=_over_an_hour([round(1000 * minute.slowest) for minute in minutes]),
        changes=_over_an_hour([minute.changes for minute in minutes]),
        newest_backup=None if site.backup_age is None else timezone.now() - site.backup_age,
        has_store=bool(site.store),
        newest_stored=None if site.store_age is None else timezone.now() - site.store_age,
        free_space=site.free_bytes,
        database=_database(site),
        pool=_pool(),
    )


def _sample(name: str) -> int:
    return round(REGISTRY.get_sample_value(name) or 0)


def _mean_milliseconds(name: str) -> int | None:
    count = REGISTRY.get_sample_value(f"{name}_count")
    return round(1000 * (REGISTRY.get_sample_value(f"{name}_sum") or 0) / count) if count else None


def _unsent() -> int:
    return sum(queue._default_manager.filter(done_at=None).count() for queue in Queued.__subclasses__())


def _over_an_hour(figures: Sequence[int]) -> OverAnHour:
    return OverAnHour(bars=bars(figures), most=max(figures))


def _database(site: Findings) -> str:
    return "SQLite" if site.is_sqlite else f"PostgreSQL {connection.settings_dict['HOST'] or ''}".strip()


def _pool() -> Pool | None:
    pool = getattr(connection, "pool", None)
    if pool is None:
        return None
    figures = pool.get_stats()
    return Pool(
        open=figures.get("pool_size", 0),
        idle=figures.get("pool_available", 0),
        waiting=figures.get("requests_waiting", 0),
    )
