"""Addresses at which a phone subscribes and unsubscribes."""

from django.urls import path

from tournament.push.views.push import own_push, table_push

of_tournament = [
    path("enter/<int:number>/<str:token>/push/", own_push, name="own-push"),
    path("tables/<int:number>/push/", table_push, name="table-push"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""
