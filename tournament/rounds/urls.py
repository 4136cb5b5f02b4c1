"""Addresses of the pages of the seating plan, rounds, cuts, clock and desk."""

from django.urls import path

from tournament.rounds.views import cut, files, paper_round, seating, team_cut, team_matches
from tournament.rounds.views import round as rounds
from tournament.rounds.views.clock import clock
from tournament.rounds.views.desk import desk
from tournament.rounds.views.exchange import exchange
from tournament.rounds.views.finals import finals
from tournament.rounds.views.past_results import past_results
from tournament.rounds.views.round_check import round_check
from tournament.rounds.views.start_hanchan import hanchan_new
from tournament.rounds.views.start_hanchans import hanchans_new
from tournament.rounds.views.start_round import round_new
from tournament.rounds.views.timetable import times, timetable

of_tournament = [
    path("desk/", desk, name="desk"),
    path("timetable/", timetable, name="timetable"),
    path("times/", times, name="times"),
    path("seating/plan/", seating.seating_plan, name="seating-plan"),
    path("seating/import/", seating.seating_import, name="seating-import"),
    path("seating/apart/", seating.seating_apart, name="seating-apart"),
    path("seating/repair/", seating.seating_repair, name="seating-repair"),
    path("seating/repair/undo/", seating.seating_take_back, name="seating-take-back"),
    path("seating/removal/", seating.seating_drop, name="seating-drop"),
    path("finals/", finals, name="finals"),
    path("cut/", cut.cut, name="cut"),
    path("cut/next/", cut.cut_follow, name="cut-follow"),
    path("matches/", team_matches.team_matches, name="team-matches"),
    path("matches/plan/", team_matches.team_matches_plan, name="team-matches-plan"),
    path("matches/removal/", team_matches.team_matches_drop, name="team-matches-drop"),
    path("matches/<int:number>/", team_matches.line_up, name="line-up"),
    path("cut/teams/", team_cut.team_cut, name="team-cut"),
    path("cut/removal/", cut.cut_take_back, name="cut-take-back"),
    path("rounds/new/", round_new, name="round-new"),
    path("rounds/<int:number>/removal/", rounds.round_take_back, name="round-take-back"),
    path("rounds/<int:number>/", rounds.round, name="round"),
    path("rounds/<int:number>/exchange/", exchange, name="exchange"),
    path("rounds/<int:number>/approval/", rounds.round_approve, name="round-approve"),
    path("rounds/<int:number>/check/", round_check, name="round-check"),
    path("rounds/<int:number>/paper/", paper_round.paper_round, name="paper-round"),
    path("hanchans/<int:pk>/paper/line/", paper_round.paper_line, name="paper-line"),
    path("rounds/<int:number>/paper/signatures/", paper_round.paper_sign, name="paper-sign"),
    path("rounds/<int:number>/clock/", clock, name="clock"),
    path("results/past/", past_results, name="past-results"),
    path("tables/draw/", hanchans_new, name="hanchans-new"),
    path("tables/<int:number>/hanchan/", hanchan_new, name="hanchan-new"),
    path("seating/", seating.seating, name="seating"),
    path("rounds.ics", files.rounds_ics, name="rounds-ics"),
    path("rounds/<int:number>/round.pdf", files.round_pdf, name="round-pdf"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""
