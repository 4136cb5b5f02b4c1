"""Raises the number of files that this process may have open, because each open page in a browser is a connection, and
a connection counts as a file."""

import logging
import sys

WANTED = 65_536
ENOUGH = 4_096

logger = logging.getLogger(__name__)


def raise_file_limit() -> None:
    """Raise the limit as far as the system allows, and log a warning if the new limit is too low for a hall."""
    if sys.platform == "win32":  # no such limit
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft == resource.RLIM_INFINITY:  # a negative number
        return
    wanted = WANTED if hard == resource.RLIM_INFINITY else min(WANTED, hard)
    if soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (OSError, ValueError):
            logger.debug("The limit of open files cannot be raised to %s", wanted)
    if soft < ENOUGH:
        logger.warning(
            "Only %s files may be open at once, and each open page is one. Raise it: `ulimit -n %s` before the start,"
            " or LimitNOFILE=%s in the systemd unit.",
            soft, WANTED, WANTED,
        )  # fmt: skip
