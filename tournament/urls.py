"""Every address of the site. URLs are nouns; their names are the names of their views."""

from django.urls import include, path

from tournament.views import cancel_hanchan, correction, hand_entry, move_hand, paper, seats, sheet, time_up
from tournament.views.health import health

at_a_table = [
    path("tables/<int:number>/", hand_entry.table, name="table"),
    path("hanchans/<int:pk>/hands/", hand_entry.hand_record, name="hand-record"),
    path("hanchans/<int:pk>/undo/", hand_entry.hand_undo, name="hand-undo"),
    path("hanchans/<int:pk>/time/", time_up.time_up, name="time-up"),
    path("hanchans/<int:pk>/sheet/", sheet.sheet, name="sheet"),
    path("hanchans/<int:pk>/paper/", paper.paper, name="paper"),
    path("hanchans/<int:pk>/paper/remove/", paper.paper_remove, name="paper-remove"),
    path("hanchans/<int:pk>/correction/", correction.correction, name="correction"),
    path("hanchans/<int:pk>/correction/hand/", correction.correction_hand, name="correction-hand"),
    path("hanchans/<int:pk>/move/", move_hand.hand_move, name="hand-move"),
    path("hanchans/<int:pk>/seats/", seats.seats, name="seats"),
    path("hanchans/<int:pk>/cancel/", cancel_hanchan.hanchan_cancel, name="hanchan-cancel"),
]

urlpatterns = [
    path("healthz", health, name="health"),
    path("t/<slug:slug>/", include(at_a_table)),
]
