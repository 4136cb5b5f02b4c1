"""Every address of the site. URLs are nouns; their names are the names of their views."""

from django.urls import path

from tournament.views.health import health

urlpatterns = [
    path("healthz", health, name="health"),
]
