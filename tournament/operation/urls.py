"""Addresses for who runs the site."""

from django.urls import path

from tournament.operation.views.metrics import metrics

of_site = [
    path("metrics", metrics, name="metrics"),
]
