"""`manage.py serve --lan`, but on this computer alone: `python -m tests.attack.lan_server PORT`. Its https port is 443
higher."""

import sys
from functools import partial

import django
from django.core.management import call_command

from tournament.starting import configured

configured(partial(django.setup, set_prefix=False))

from tournament.management.commands import serve  # noqa: E402 (it needs the settings)

HERE = "127.0.0.1"


def main() -> None:
    listen = serve.listen
    serve.listen = lambda _host, port: listen(HERE, port)
    serve.lan_addresses = lambda: [HERE]
    serve.seed_demo_if_empty = lambda: None
    call_command("serve", "--lan", "--port", sys.argv[1])


if __name__ == "__main__":
    main()
