"""Every address of the site. URLs are nouns; their names are the names of their views."""

from django.contrib.auth.views import LogoutView
from django.urls import include, path, re_path
from django.views.decorators.csrf import csrf_exempt
from django.views.i18n import set_language

from tournament.api import views as api
from tournament.archive.views import close_tournament, copy_tournament
from tournament.archive.views.import_tournament import tournament_import
from tournament.log.views import log
from tournament.mine.views import mine
from tournament.mine.views.needs import needs
from tournament.people.views import appeals, check_in, enter, entry, penalties, person, players
from tournament.people.views.departure import departure
from tournament.rounds.views import cut, seating
from tournament.rounds.views import round as rounds
from tournament.rounds.views.clock import clock
from tournament.rounds.views.desk import desk
from tournament.rounds.views.exchange import exchange
from tournament.rounds.views.round_check import round_check
from tournament.rounds.views.start_hanchan import hanchan_new
from tournament.rounds.views.start_round import round_new
from tournament.rounds.views.timetable import timetable
from tournament.screens.views import prints
from tournament.screens.views.ceremony import ceremony
from tournament.screens.views.hall import hall
from tournament.site.views import accounts, exports, rehearsal, rules, team, tournament_settings, visibility
from tournament.site.views.health import health
from tournament.site.views.home import archive, home
from tournament.site.views.rules_correction import rules_correction
from tournament.site.views.tournament import tournament
from tournament.standings.views import ema, leaderboard, leagues, statistics
from tournament.table.views import (
    calls,
    cancel_hanchan,
    correction,
    hanchan,
    hand_entry,
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
from tournament.table.views.overlay import overlay
from tournament.table.views.stick_count import stick_count, stick_count_keep

at_accounts = [
    path("signup/", accounts.signup, name="signup"),
    path("login/", accounts.LogIn.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("", accounts.account, name="account"),
    path("password/", accounts.PasswordChange.as_view(), name="password_change"),
    path("password-reset/", accounts.PasswordReset.as_view(), name="password_reset"),
    path("password-reset/sent/", accounts.PasswordResetDone.as_view(), name="password_reset_done"),
    path("password-reset/<uidb64>/<token>/", accounts.PasswordResetConfirm.as_view(), name="password_reset_confirm"),
    path("password-reset/done/", accounts.PasswordResetComplete.as_view(), name="password_reset_complete"),
]

organizing = [
    path("", tournament, name="tournament"),
    path("desk/", desk, name="desk"),
    path("copy/", copy_tournament.tournament_copy, name="tournament-copy"),
    path("closing/", close_tournament.tournament_close, name="tournament-close"),
    path("archive/", close_tournament.tournament_archive, name="tournament-archive"),
    path("removal/", close_tournament.tournament_delete, name="tournament-delete"),
    path("rehearsal/", rehearsal.rehearsal, name="rehearsal"),
    path("rehearsal/removal/", rehearsal.rehearsal_wipe, name="rehearsal-wipe"),
    path("settings/", tournament_settings.tournament_edit, name="tournament-edit"),
    path("settings/visibility/", visibility.visibility, name="visibility"),
    path("timetable/", timetable, name="timetable"),
    path("hall/link/", visibility.hall_link_new, name="hall-link-new"),
    path("hall/link/removal/", visibility.hall_link_remove, name="hall-link-remove"),
    path("hall/link/<str:token>/", visibility.hall_link, name="hall-link"),
    path("ceremony/", ceremony, name="ceremony"),
    path("settings/sitting-out/", tournament_settings.sit_out_edit, name="sit-out-edit"),
    path("rules/edit/", rules.rules_edit, name="rules-edit"),
    path("rules/correction/", rules_correction, name="rules-correction"),
    # The people who run it
    path("team/", team.team, name="team"),
    path("team/members/<int:pk>/role/", team.member_role, name="member-role"),
    path("team/members/<int:pk>/removal/", team.member_remove, name="member-remove"),
    path("team/invitations/", team.invitation_new, name="invitation-new"),
    path("team/invitations/<int:pk>/removal/", team.invitation_revoke, name="invitation-revoke"),
    path("log/", log, name="log"),
    path("log.csv", exports.log_csv, name="log-csv"),
    path("log.json", exports.log_json, name="log-json"),
    path("takeaway/", exports.takeaway, name="takeaway"),
    path("takeaway/<slug:what>.csv", exports.takeaway_csv, name="takeaway-csv"),
    path("takeaway.xlsx", exports.takeaway_xlsx, name="takeaway-xlsx"),
    path("ema/", ema.ema, name="ema"),
    path("ema.xlsx", ema.ema_xlsx, name="ema-xlsx"),
    path("ema/report/", ema.ema_report, name="ema-report"),
    # The people who play
    path("players/", players.players, name="players"),
    path("players/new/", players.players_add, name="players-add"),
    path("players/<int:number>/edit/", players.entry_edit, name="entry-edit"),
    path("players/<int:number>/link/", players.entry_link, name="entry-link"),
    path("players/<int:number>/person/", players.entry_merge, name="entry-merge"),
    path("players/<int:number>/removal/", players.entry_remove, name="entry-remove"),
    path("players/<int:number>/status/", departure, name="departure"),
    path("penalties/", penalties.penalties, name="penalties"),
    path("penalties/<int:pk>/removal/", penalties.penalty_take_back, name="penalty-take-back"),
    path("penalties/<int:pk>/appeal/", appeals.penalty_appeal, name="penalty-appeal"),
    path("calls/<int:pk>/appeal/", appeals.ruling_appeal, name="ruling-appeal"),
    path("appeals/<int:pk>/", appeals.appeal_decide, name="appeal-decide"),
    path("players/<int:number>/decision/", enter.entry_decide, name="entry-decide"),
    path("enter/", enter.enter, name="enter"),
    path("enter/terms/", enter.entry_terms, name="entry-terms"),
    path("enter/<int:number>/<str:token>/", mine.own_entry, name="own-entry"),
    path("enter/<int:number>/<str:token>/arrival/", mine.own_arrival, name="own-arrival"),
    path("enter/<int:number>/<str:token>/sheet/", mine.own_sheet, name="own-sheet"),
    path("enter/<int:number>/<str:token>/needs/", needs, name="needs"),
    path("check-in/", check_in.check_in, name="check-in"),
    path("check-in/<int:number>/", check_in.arrival, name="arrival"),
    # Rounds and tables
    path("seating/plan/", seating.seating_plan, name="seating-plan"),
    path("seating/import/", seating.seating_import, name="seating-import"),
    path("seating/apart/", seating.seating_apart, name="seating-apart"),
    path("seating/repair/", seating.seating_repair, name="seating-repair"),
    path("seating/repair/undo/", seating.seating_take_back, name="seating-take-back"),
    path("seating/removal/", seating.seating_drop, name="seating-drop"),
    path("cut/", cut.cut, name="cut"),
    path("cut/removal/", cut.cut_take_back, name="cut-take-back"),
    path("rounds/new/", round_new, name="round-new"),
    path("rounds/<int:number>/removal/", rounds.round_take_back, name="round-take-back"),
    path("rounds/<int:number>/", rounds.round, name="round"),
    path("rounds/<int:number>/exchange/", exchange, name="exchange"),
    path("rounds/<int:number>/approval/", rounds.round_approve, name="round-approve"),
    path("rounds/<int:number>/check/", round_check, name="round-check"),
    path("rounds/<int:number>/visibility/", visibility.round_visibility, name="round-visibility"),
    path("rounds/<int:number>/release/", visibility.round_release, name="round-release"),
    path("rounds/<int:number>/clock/", clock, name="clock"),
    path("tables/", tables.tables, name="tables"),
    path("tables/new/", tables.tables_prepare, name="tables-prepare"),
    path("calls/", calls.calls, name="calls"),
    path("calls/<int:pk>/", calls.call_answer, name="call-answer"),
    path("calls/<int:pk>/taken/", calls.call_take, name="call-take"),
    path("tables/<int:number>/link/<str:token>/", tables.table_link, name="table-link"),
    path("tables/<int:number>/new-link/", tables.table_revoke, name="table-revoke"),
]

printing = [
    path("print/", prints.prints, name="prints"),
    path("print/rounds/<int:number>/sheets/", prints.print_sheets, name="print-sheets"),
    path("print/rounds/<int:number>/seating/", prints.print_seating, name="print-seating"),
    path("print/sheet/", prints.print_blank_sheet, name="print-blank-sheet"),
    path("print/schedules/", prints.print_schedules, name="print-schedules"),
    path("print/start-list/", prints.print_start_list, name="print-start-list"),
    path("print/badges/", prints.print_badges, name="print-badges"),
]

at_a_table = [
    path("tables/<int:number>/", hand_entry.table, name="table"),
    path("tables/<int:number>/rounds/<int:round>/", hand_entry.table_round, name="table-round"),
    path("tables/<int:number>/hanchan/", hanchan_new, name="hanchan-new"),
    path("tables/<int:number>/call/", calls.call, name="call"),
    path("hanchans/<int:pk>/hands/", hand_entry.hand_record, name="hand-record"),
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
    path("hanchans/<int:pk>/substitute/", substitute.substitute, name="substitute"),
    path("hanchans/<int:pk>/cancel/", cancel_hanchan.hanchan_cancel, name="hanchan-cancel"),
]

results = [
    path("tables/<int:number>/overlay/", overlay, name="overlay"),
    path("seating/", seating.seating, name="seating"),
    path("rules/", rules.rules, name="rules"),
    path("hall/", hall, name="hall"),
    path("standings/", leaderboard.leaderboard, name="leaderboard"),
    path("standings.csv", exports.leaderboard_csv, name="leaderboard-csv"),
    path("standings.json", exports.leaderboard_json, name="leaderboard-json"),
    path("results.pdf", exports.results_pdf, name="results-pdf"),
    path("rounds.ics", exports.rounds_ics, name="rounds-ics"),
    path("rounds/<int:number>/round.pdf", exports.round_pdf, name="round-pdf"),
    path("records/", statistics.tournament_records, name="tournament-records"),
    path("tournament.json", exports.tournament_json, name="tournament-json"),
    path("players/<int:number>/", entry.entry, name="entry"),
    path("hanchans/<int:pk>/", hanchan.hanchan, name="hanchan"),
    path("hanchans/<int:pk>.json", exports.hanchan_json, name="hanchan-json"),
]

for_programs = [
    path("v1/", api.api, name="api"),
    path("v1/schema.json", api.api_schema, name="api-schema"),
    path("v1/tournaments/", api.api_tournaments, name="api-tournaments"),
    path("v1/tournaments/<slug:slug>/", api.api_tournament, name="api-tournament"),
    path("v1/tournaments/<slug:slug>/standings/", api.api_standings, name="api-standings"),
    path("v1/tournaments/<slug:slug>/rounds/<int:number>/", api.api_round, name="api-round"),
    path("v1/tournaments/<slug:slug>/hanchans/<int:pk>/", api.api_hanchan, name="api-hanchan"),
    path("v1/leagues/", api.api_leagues, name="api-leagues"),
    path("v1/leagues/<slug:slug>/", api.api_league, name="api-league"),
    path("v1/leagues/<slug:slug>/table/", api.api_league_table, name="api-league-table"),
    re_path("^(?P<path>.*)$", api.api_unknown, name="api-unknown"),
]

urlpatterns = [
    path("healthz", health, name="health"),
    path("count/", count, name="count"),
    path("", home, name="home"),
    # Exempt: the worst that another site can do is to have Tenbo speak Czech.
    path("language/", csrf_exempt(set_language), name="set_language"),
    path("accounts/", include(at_accounts)),
    path("tournaments/new/", tournament_settings.tournament_new, name="tournament-new"),
    path("tournaments/archive/", archive, name="archive"),
    path("tournaments/import/", tournament_import, name="tournament-import"),
    path("invitations/<str:token>/", team.invitation, name="invitation"),
    path("t/<slug:slug>/", include([*organizing, *printing, *at_a_table, *results])),
    path("rules/", rules.rulesets, name="rulesets"),
    path("rules/in-words/", rules.rules_in_words, name="rules-in-words"),
    path("rules/<slug:key>/", rules.ruleset, name="ruleset"),
    path("players/", statistics.player_list, name="player-list"),
    path("players/<int:pk>/", statistics.player_page, name="player-page"),
    path("records/", statistics.records, name="records"),
    path("people/", person.people, name="people"),
    path("people/<int:pk>/", person.person, name="person"),
    path("people/<int:pk>.json", person.person_file, name="person-file"),
    path("people/<int:pk>/shown/", person.person_shown, name="person-shown"),
    path("people/<int:pk>/removal/", person.person_remove, name="person-remove"),
    path("api/", include(for_programs)),
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/new/", leagues.league_new, name="league-new"),
    path("l/<slug:slug>/", leagues.league, name="league"),
    path("l/<slug:slug>/table.csv", leagues.league_csv, name="league-csv"),
    path("l/<slug:slug>/table.json", leagues.league_json, name="league-json"),
    path("l/<slug:slug>/edit/", leagues.league_edit, name="league-edit"),
]
