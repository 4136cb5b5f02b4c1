"""Every address of the site. URLs are nouns; their names are the names of their views."""

from django.urls import include, path

from tournament.views import (
    cancel_hanchan,
    correction,
    entry,
    exports,
    hanchan,
    hand_entry,
    leaderboard,
    leagues,
    move_hand,
    paper,
    seats,
    sheet,
    time_up,
)
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

results = [
    path("standings/", leaderboard.leaderboard, name="leaderboard"),
    path("standings.csv", exports.leaderboard_csv, name="leaderboard-csv"),
    path("standings.json", exports.leaderboard_json, name="leaderboard-json"),
    path("players/<int:number>/", entry.entry, name="entry"),
    path("hanchans/<int:pk>/", hanchan.hanchan, name="hanchan"),
    path("hanchans/<int:pk>.json", exports.hanchan_json, name="hanchan-json"),
]

urlpatterns = [
    path("healthz", health, name="health"),
    path("t/<slug:slug>/", include([*at_a_table, *results])),
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/new/", leagues.league_new, name="league-new"),
    path("l/<slug:slug>/", leagues.league, name="league"),
    path("l/<slug:slug>/edit/", leagues.league_edit, name="league-edit"),
]
