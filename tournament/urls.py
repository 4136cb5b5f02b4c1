"""All URLs of the site, by package. URLs are nouns; the name of each URL is the name of its view.

Django compares an address with these patterns one after the other, so the pages that are requested most, those of the
tables, stand first.
"""

from django.urls import include, path

from tournament.announcement import urls as announcement
from tournament.api import urls as api
from tournament.archive import urls as archive
from tournament.clubs import urls as clubs
from tournament.federation import urls as federation
from tournament.log import urls as log
from tournament.mail import urls as mail
from tournament.mine import urls as mine
from tournament.operation import urls as operation
from tournament.people import urls as people
from tournament.push import urls as push
from tournament.rounds import urls as rounds
from tournament.screens import urls as screens
from tournament.site import urls as site
from tournament.standings import urls as standings
from tournament.table import urls as table

handler500 = "tournament.core.views.failures.failure"

urlpatterns = [
    path(
        "t/<slug:slug>/",
        include(
            [
                *table.of_tournament,
                *standings.of_tournament,
                *site.of_tournament,
                *announcement.of_tournament,
                *archive.of_tournament,
                *screens.of_tournament,
                *mine.of_tournament,
                *mail.of_tournament,
                *push.of_tournament,
                *log.of_tournament,
                *rounds.of_tournament,
                *people.of_tournament,
            ]
        ),
    ),
    *site.of_site,
    *operation.of_site,
    *archive.of_site,
    *people.of_site,
    *table.of_site,
    *standings.of_site,
    *clubs.of_site,
    *federation.of_site,
    path("api/", include(api)),
]
