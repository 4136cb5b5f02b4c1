"""Addresses of a tournament's announcement."""

from django.urls import path

from tournament.announcement import views

of_tournament = [
    path("about/", views.announcement, name="announcement"),
    path("about/edit/", views.announcement_edit, name="announcement-edit"),
    path("about/picture/", views.announcement_picture, name="announcement-picture"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""
