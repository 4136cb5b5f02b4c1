"""Addresses of a player's own pages."""

from django.urls import path

from tournament.mine.views import mine, own_entry
from tournament.mine.views.needs import needs

of_tournament = [
    path("enter/<int:number>/<str:token>/", mine.own_entry, name="own-entry"),
    path("enter/<int:number>/<str:token>/app.webmanifest", mine.own_manifest, name="own-manifest"),
    path("enter/<int:number>/<str:token>/rounds.ics", mine.own_ics, name="own-ics"),
    path("enter/<int:number>/<str:token>/arrival/", mine.own_arrival, name="own-arrival"),
    path("enter/<int:number>/<str:token>/sheet/", mine.own_sheet, name="own-sheet"),
    path("enter/<int:number>/<str:token>/change/", own_entry.own_change, name="own-change"),
    path("enter/<int:number>/<str:token>/cancellation/", own_entry.own_cancel, name="own-cancel"),
    path("enter/<int:number>/<str:token>/needs/", needs, name="needs"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""
