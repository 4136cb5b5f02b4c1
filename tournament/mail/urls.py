"""Addresses of an event's mails."""

from django.urls import path

from tournament.mail.views import compose, mails, wording

of_tournament = [
    path("mail/", mails.mails, name="mails"),
    path("mail/new/", compose.mail_new, name="mail-new"),
    path("mail/letters/", mails.letters, name="mail-letters"),
    path("mail/letters/<slug:kind>/<slug:language>/", wording.mail_wording, name="mail-wording"),
    path("mail/<int:pk>/decision/", mails.mail_decide, name="mail-decide"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""
