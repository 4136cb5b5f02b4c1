"""Distinguishes a retry, a form that is sent again, from another form with the same idempotency key.

In both cases the log already contains the key. A retry changes nothing. Another form would be lost if it were taken for
a retry, so `logged_before` refuses it. The two cases are distinguished by the digest of the action's arguments, which
the log stores beside the key.
"""

import hashlib
import json
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import fields, is_dataclass
from functools import wraps
from typing import Any, ParamSpec, TypeVar
from uuid import UUID

P = ParamSpec("P")
Result = TypeVar("Result")

NOT_CONTENT = {
    "key", "by", "network", "base", "digest", "revision", "to_revision", "language", "uses", "evening", "sheet",
}  # fmt: skip
"""Arguments that may differ between a submission and its retry: the sender and their `network`, the `language`, the
sender's rate limits (`uses`), what another action has read (`evening`), and what the page showed (a reloaded page has
newer revisions, seats (`base`), sheets (`sheet`) and differences (`digest`))."""

_submission: ContextVar[tuple[UUID, str] | None] = ContextVar("submission", default=None)


def once_per_key(action: Callable[P, Result]) -> Callable[P, Result]:
    """Decorate an action with an idempotency key: while the action runs, `digest_for` returns the digest of its
    arguments.

    If the action calls another action with the same key, both calls are one submission. If the action calls another
    action with a key derived from this key, the second call is a submission of its own.
    """

    @wraps(action)
    def with_digest(*args: P.args, **arguments: P.kwargs) -> Result:
        key: Any = arguments["key"]
        if digest_for(key):
            return action(*args, **arguments)
        token = _submission.set((key, content_digest(action.__qualname__, arguments)))
        try:
            return action(*args, **arguments)
        finally:
            _submission.reset(token)

    return with_digest


def digest_for(key: UUID | None) -> str:
    """Return the digest of the running submission with this key; empty if there is no such submission."""
    submission = _submission.get()
    return submission[1] if submission and submission[0] == key else ""


def content_digest(action: str, arguments: dict[str, Any]) -> str:
    """Return the SHA-256, in hex, of an action's name and its arguments except `NOT_CONTENT`."""
    content = {name: value for name, value in arguments.items() if name not in NOT_CONTENT}
    return hashlib.sha256(json.dumps([action, _plain(content)], sort_keys=True).encode()).hexdigest()


def _plain(value: Any) -> Any:
    """Return a value as JSON, so that different values give different JSON: sets become sorted lists, fractions and
    dates become text."""
    if is_dataclass(value) and not isinstance(value, type):
        parts = {field.name: getattr(value, field.name) for field in fields(value)}
        return [type(value).__name__, _plain(parts)]
    if isinstance(value, dict):
        return {str(key): _plain(part) for key, part in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(part) for part in value]
    if isinstance(value, set | frozenset):
        return sorted((_plain(part) for part in value), key=json.dumps)
    return value if value is None or isinstance(value, int | str) else str(value)
