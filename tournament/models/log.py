"""The log of a tournament: each change with its author, time and reason. Every action appends to it."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Self, TypeVar, cast

from django.db import models
from django.db.models import Q

from tournament.models.accounts.user import User
from tournament.models.tournament import Tournament

RECORDED = "hand.recorded"
HANDS = (RECORDED, "hand.undone")
"""The kinds of the most frequent entries. Such an entry changes one hanchan and nothing else in the tournament."""


class ActorKind(models.TextChoices):
    """The kind of author of a change."""

    ACCOUNT = "account"
    TABLE = "table"  # somebody at the table, by its link and without an account
    PLAYER = "player"  # by their own link, without an account
    COMMAND = "command"
    ROBOTS = "robots"  # the robots of a rehearsal
    NOBODY = "nobody"  # a visitor without an account or a link


@dataclass(frozen=True, kw_only=True)
class Actor:
    """The author of a change. `number` is the number of a table or a player, `name` the name of an account or a
    command.

    `user_id` is None for a deleted account, or an account of another site. A table has one if somebody used its link
    who was logged in, but not as one of the team.
    """

    kind: ActorKind
    number: int | None = None
    name: str = ""
    user_id: int | None = None

    @property
    def key(self) -> str:
        """The author's key in filters of the log. An account's key stays the same when the account's name changes."""
        if self.user_id is not None and self.kind is ActorKind.ACCOUNT:
            return f"user-{self.user_id}"
        return "-".join(map(str, filter(None, (self.kind.value, self.number, self.name))))


NOBODY = Actor(kind=ActorKind.NOBODY)
ROBOTS = Actor(kind=ActorKind.ROBOTS)


def account_or_table(name: str, table: int, user_id: int | None = None) -> Actor:
    """Return the account with this name as author, or the table with this number if the name is empty."""
    if name:
        return Actor(kind=ActorKind.ACCOUNT, name=name, user_id=user_id)
    return Actor(kind=ActorKind.TABLE, number=table)


class LogEntry(models.Model):
    """One logged change. `data` holds the values before and after, if the kind of entry needs them.

    Players are stored by entry number; their names are added when the log is read. `actor_name` is the name that the
    account had at the time; it is still shown after the account is deleted. `key` is the idempotency key of the
    submitted form, unique among all entries, and `content` a digest of the form's fields. `number` is the version of
    the tournament after the change.
    """

    tournament = models.ForeignKey(Tournament, on_delete=models.CASCADE, related_name="log")
    number = models.PositiveBigIntegerField()
    kind = models.CharField(max_length=40)
    hanchan = models.ForeignKey("Hanchan", null=True, on_delete=models.CASCADE, related_name="log")
    data = models.JSONField(default=dict)
    reason = models.CharField(max_length=300, blank=True)
    actor_kind = models.CharField(max_length=10, choices=ActorKind.choices)
    actor_number = models.PositiveSmallIntegerField(null=True)
    actor_name = models.CharField(max_length=160, blank=True)
    user = models.ForeignKey(User, null=True, on_delete=models.SET_NULL, related_name="+")
    key = models.UUIDField(null=True, unique=True)
    content = models.CharField(max_length=64, blank=True)
    at = models.DateTimeField()

    class Meta:
        ordering = ["number"]
        indexes = [models.Index(fields=["tournament", "kind", "number"], name="log_by_kind")]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "number"], name="the_log_has_no_gap_or_double"),
            models.CheckConstraint(
                condition=Q(actor_kind__in=["table", "player"], actor_number__isnull=False)
                | Q(actor_kind__in=["account", "command", "robots", "nobody"], actor_number=None),
                name="an_actor_is_known",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number}. {self.kind}"

    @property
    def actor(self) -> Actor:
        return Actor(
            kind=ActorKind(self.actor_kind), number=self.actor_number, name=self.actor_name, user_id=self.user_id
        )

    @property
    def login(self) -> str:
        """Return the author's username, if it differs from the shown name, which people may choose freely."""
        username = self.user.get_username() if self.user else ""
        return "" if username == self.actor_name else username


Row = TypeVar("Row", bound=models.Model, covariant=True)


class UntilTakenBack(models.QuerySet[Row]):
    def current(self) -> Self:
        return self.filter(taken_back_by=None)


class UntilSuperseded(models.QuerySet[Row]):
    def current(self) -> Self:
        return self.filter(superseded_by=None)


class UntilWithdrawn(models.QuerySet[Row]):
    def current(self) -> Self:
        return self.filter(withdrawn_by=None)


Rows = TypeVar("Rows", bound="models.QuerySet[Any]")


def with_log_entries(rows: Rows, *paths: str) -> Rows:
    """Load what these paths name with the rows, as `select_related` does, but of log entries everything except `data`.

    An imported file may let thousands of rows name one entry with a megabyte of data, and each row would load its own
    copy. Use `prefetch_related`, which loads each entry once, where the data is read.
    """
    heavy = [f"{entry}__data" for path in paths for entry in log_entries_on(path, rows.model)]
    return rows.select_related(*paths).defer(*heavy)


def log_entries_on(path: str, model: type[models.Model]) -> Iterator[str]:
    """Yield the parts of a path of `select_related`, from its beginning, that lead to a log entry."""
    names = path.split("__")
    for position, name in enumerate(names, start=1):
        model = cast("type[models.Model]", model._meta.get_field(name).related_model)
        if model is LogEntry:
            yield "__".join(names[:position])
