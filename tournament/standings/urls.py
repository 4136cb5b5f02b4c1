"""Addresses of the pages of standings, leagues, statistics, records and the EMA's files."""

from django.urls import path

from tournament.standings.views import ema, files, leaderboard, leagues, periods, statistics, team_standings

of_tournament = [
    path("ema/", ema.ema, name="ema"),
    path("ema.xlsx", ema.ema_xlsx, name="ema-xlsx"),
    path("ema/report/", ema.ema_report, name="ema-report"),
    path("standings/", leaderboard.leaderboard, name="leaderboard"),
    path("standings/teams/", team_standings.team_page, name="team-standings"),
    path("standings/teams.csv", team_standings.team_standings_file_csv, name="team-standings-csv"),
    path("standings/teams.json", team_standings.team_standings_file_json, name="team-standings-json"),
    path("standings.csv", files.leaderboard_csv, name="leaderboard-csv"),
    path("standings.json", files.leaderboard_json, name="leaderboard-json"),
    path("results.pdf", files.results_pdf, name="results-pdf"),
    path("records/", statistics.tournament_records, name="tournament-records"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""

of_site = [
    path("players/", statistics.player_list, name="player-list"),
    path("players/<int:pk>/", statistics.player_page, name="player-page"),
    path("records/", statistics.records, name="records"),
    path("leagues/", leagues.leagues, name="leagues"),
    path("leagues/new/", leagues.league_new, name="league-new"),
    path("l/<slug:slug>/", leagues.league, name="league"),
    path("l/<slug:slug>/table.csv", leagues.league_csv, name="league-csv"),
    path("l/<slug:slug>/table.json", leagues.league_json, name="league-json"),
    path("l/<slug:slug>/edit/", leagues.league_edit, name="league-edit"),
    path("l/<slug:slug>/periods/", periods.league_periods, name="league-periods"),
    path("l/<slug:slug>/periods/<int:pk>/promotion/", periods.league_promotion, name="league-promotion"),
    path(
        "l/<slug:slug>/periods/<int:pk>/promotion/take-back/",
        periods.league_promotion_take_back,
        name="league-promotion-take-back",
    ),
]
