"""What the environment and this computer say, for `settings`: texts, switches, numbers, a secret and a time zone."""

import os
import secrets
import tempfile
import zoneinfo
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured


def text(name: str, default: str = "") -> str:
    return os.environ.get(name, "").strip() or default


def switch(name: str) -> bool:
    value = text(name, "0").lower()
    if value not in {"0", "1", "no", "yes", "false", "true"}:
        raise ImproperlyConfigured(f"{name} is a switch: say 1 or 0, not {value!r}")
    return value in {"1", "yes", "true"}


def number(name: str, default: int) -> int:
    value = text(name, str(default))
    if not value.isdecimal():
        raise ImproperlyConfigured(f"{name} is a number, not {value!r}")
    return int(value)


def choice(name: str, *choices: str) -> str:
    value = text(name, choices[0])
    if value not in choices:
        raise ImproperlyConfigured(f"{name} is one of {', '.join(choices)}, not {value!r}")
    return value


def secret_in(path: Path) -> str:
    """Read the secret kept in this file, making it first where there is none."""
    if not path.exists():
        # Two processes may start at once. Each writes a whole file of its own (0600, as mkstemp makes them), and
        # the one that links it first wins: nobody can read half a key, and everybody reads the same one.
        handle, draft = tempfile.mkstemp(dir=path.parent, prefix=path.name)
        with os.fdopen(handle, "w", encoding="ascii") as file:
            file.write(secrets.token_urlsafe(64))
        try:
            os.link(draft, path)
        except FileExistsError:
            pass
        finally:
            Path(draft).unlink()
    return path.read_text(encoding="ascii").strip()


def time_zone_here() -> str:
    """The zone this computer is set to, by the link that Linux and macOS keep; UTC where there is none."""
    try:
        link = str(Path("/etc/localtime").readlink())
    except OSError:
        return "UTC"
    zone = link.partition("zoneinfo/")[2]
    return zone if zone in zoneinfo.available_timezones() else "UTC"
