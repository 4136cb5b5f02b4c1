"""Every address of the site. URLs are nouns; their names are the names of their views."""

from django.urls import include, path

from tournament.views import hand_entry, paper, sheet, time_up
from tournament.views.health import health

at_a_table = [
    path("tables/<int:number>/", hand_entry.table, name="table"),
    path("hanchans/<int:pk>/hands/", hand_entry.hand_record, name="hand-record"),
    path("hanchans/<int:pk>/undo/", hand_entry.hand_undo, name="hand-undo"),
    path("hanchans/<int:pk>/time/", time_up.time_up, name="time-up"),
    path("hanchans/<int:pk>/sheet/", sheet.sheet, name="sheet"),
    path("hanchans/<int:pk>/paper/", paper.paper, name="paper"),
    path("hanchans/<int:pk>/paper/remove/", paper.paper_remove, name="paper-remove"),
]

urlpatterns = [
    path("healthz", health, name="health"),
    path("t/<slug:slug>/", include(at_a_table)),
]
