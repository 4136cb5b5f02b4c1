"""Addresses of a tournament's log."""

from django.urls import path

from tournament.log import views
from tournament.log.views import log

of_tournament = [
    path("log/", log, name="log"),
    path("log.csv", views.log_csv, name="log-csv"),
    path("log.json", views.log_json, name="log-json"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""
