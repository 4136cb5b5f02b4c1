"""Addresses for the operator."""

from django.urls import path

from tournament.operation.views.metrics import metrics
from tournament.operation.views.operator_page import operator

of_site = [
    path("metrics", metrics, name="metrics"),
    path("operator/", operator, name="operator"),
]
