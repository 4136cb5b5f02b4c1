"""Runs all attacks, or those with one of the given words in their names: `python -m tests.attack names`. The exit
status is 1 if an attack fails."""

import sys
from itertools import chain

from tests.attack import (
    accounts,
    event_loop,
    floods,
    forms,
    hall,
    https,
    imports,
    large_plans,
    mails,
    notifications,
    open_requests,
    passwords,
    pictures,
    removals,
    strangers,
    streams,
    tables,
    texts,
)

MODULES = (
    passwords, floods, event_loop, open_requests, https, accounts, mails, notifications, forms, texts, imports,
    large_plans, removals, pictures, strangers, streams, tables, hall,
)  # fmt: skip
ATTACKS = [*chain.from_iterable(module.ATTACKS for module in MODULES)]


def main() -> int:
    results = [attack() for attack in ATTACKS if all(word in attack.__name__ for word in sys.argv[1:])]
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
