"""Addresses of the pages of tables and hanchans: enter, correct, sign, call a referee."""

from django.urls import path

from tournament.table.views import (
    app,
    calls,
    cancel_hanchan,
    correction,
    files,
    hanchan,
    hand_entry,
    handover,
    move_hand,
    paper,
    seats,
    second_keying,
    sheet,
    substitute,
    tables,
    time_up,
)
from tournament.table.views.count import count
from tournament.table.views.extras import extras
from tournament.table.views.overlay import overlay
from tournament.table.views.stick_count import stick_count, stick_count_keep

of_tournament = [
    path("tables/", tables.tables, name="tables"),
    path("tables/new/", tables.tables_prepare, name="tables-prepare"),
    path("calls/", calls.calls, name="calls"),
    path("calls/<int:pk>/", calls.call_answer, name="call-answer"),
    path("calls/<int:pk>/taken/", calls.call_take, name="call-take"),
    path("tables/<int:number>/link/<str:token>/", tables.table_link, name="table-link"),
    path("tables/<int:number>/new-link/", tables.table_revoke, name="table-revoke"),
    path("tables/<int:number>/", hand_entry.table, name="table"),
    path("tables/<int:number>/app.webmanifest", app.manifest, name="table-manifest"),
    path("tables/<int:number>/rounds/<int:round>/", hand_entry.table_round, name="table-round"),
    path("tables/<int:number>/call/", calls.call, name="call"),
    path("hanchans/<int:pk>/hands/", hand_entry.hand_record, name="hand-record"),
    path("hanchans/<int:pk>/handover/", handover.handover, name="handover"),
    path("hanchans/<int:pk>/undo/", hand_entry.hand_undo, name="hand-undo"),
    path("hanchans/<int:pk>/time/", time_up.time_up, name="time-up"),
    path("hanchans/<int:pk>/sheet/", sheet.sheet, name="sheet"),
    path("hanchans/<int:pk>/paper/", paper.paper, name="paper"),
    path("hanchans/<int:pk>/paper/remove/", paper.paper_remove, name="paper-remove"),
    path("hanchans/<int:pk>/paper/second/", second_keying.second_keying, name="second-keying"),
    path("hanchans/<int:pk>/paper/decision/", second_keying.paper_decide, name="paper-decide"),
    path("hanchans/<int:pk>/sticks/", stick_count, name="stick-count"),
    path("hanchans/<int:pk>/sticks/kept/", stick_count_keep, name="stick-count-keep"),
    path("hanchans/<int:pk>/correction/", correction.correction, name="correction"),
    path("hanchans/<int:pk>/correction/hand/", correction.correction_hand, name="correction-hand"),
    path("hanchans/<int:pk>/move/", move_hand.hand_move, name="hand-move"),
    path("hanchans/<int:pk>/seats/", seats.seats, name="seats"),
    path("hanchans/<int:pk>/extras/", extras, name="extras"),
    path("hanchans/<int:pk>/substitute/", substitute.substitute, name="substitute"),
    path("hanchans/<int:pk>/cancel/", cancel_hanchan.hanchan_cancel, name="hanchan-cancel"),
    path("tables/<int:number>/overlay/", overlay, name="overlay"),
    path("hanchans/<int:pk>/", hanchan.hanchan, name="hanchan"),
    path("hanchans/<int:pk>.json", files.hanchan_json, name="hanchan-json"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""

of_site = [
    path("count/", count, name="count"),
    path("service-worker.js", app.service_worker, name="service-worker"),
]
