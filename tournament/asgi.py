"""What an ASGI server calls: `uvicorn tournament.asgi:application`."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tournament.settings")

django = get_asgi_application()

from tournament.live.app import Live  # noqa: E402 (it knows models, which are there from now on)

application = Live(django)
