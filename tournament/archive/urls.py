"""Addresses of the pages that copy, close, import and download a tournament."""

from django.urls import path
from django.views.decorators.csrf import csrf_exempt

from tournament.archive.views import certification, close_tournament, copy_tournament, files, laptop, mirror
from tournament.archive.views.import_tournament import tournament_import

of_tournament = [
    path("copy/", copy_tournament.tournament_copy, name="tournament-copy"),
    path("closing/", close_tournament.tournament_close, name="tournament-close"),
    path("archive/", close_tournament.tournament_archive, name="tournament-archive"),
    path("removal/", close_tournament.tournament_delete, name="tournament-delete"),
    path("laptop/", laptop.laptop, name="laptop"),
    path("laptop/file/", laptop.laptop_file, name="laptop-file"),
    path("laptop/late/", laptop.late_hanchans_page, name="laptop-late"),
    path("laptop/back/", laptop.laptop_back, name="laptop-back"),
    path("laptop/called-back/", laptop.laptop_call_back, name="laptop-call-back"),
    path("laptop/returned/", laptop.laptop_return, name="laptop-return"),
    path("laptop/mirror/", csrf_exempt(mirror.mirror), name="mirror"),
    path("laptop/mirror/switch/", mirror.mirror_switch, name="mirror-switch"),
    path("away/", mirror.away_note, name="away-note"),
    path("certification/", certification.certification, name="certification"),
    path("certification.zip", certification.certification_file, name="certification-zip"),
    path("federation.json", certification.federation_json, name="federation-json"),
    path("takeaway/", files.takeaway, name="takeaway"),
    path("takeaway/encrypted/", files.tournament_encrypted, name="tournament-encrypted"),
    path("takeaway/<slug:table>.csv", files.takeaway_csv, name="takeaway-csv"),
    path("takeaway.xlsx", files.takeaway_xlsx, name="takeaway-xlsx"),
    path("tournament.json", files.tournament_json, name="tournament-json"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""

of_site = [
    path("tournaments/import/", tournament_import, name="tournament-import"),
]
