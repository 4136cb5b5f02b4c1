"""Addresses of the JSON API."""

from django.urls import path, re_path

from tournament.api import views as api

urlpatterns = [
    path("v1/", api.api, name="api"),
    path("v1/schema.json", api.api_schema, name="api-schema"),
    path("v1/formats/<slug:name>.json", api.api_format, name="api-format"),
    path("v1/tournaments/", api.api_tournaments, name="api-tournaments"),
    path("v1/tournaments/<slug:slug>/", api.api_tournament, name="api-tournament"),
    path("v1/tournaments/<slug:slug>/standings/", api.api_standings, name="api-standings"),
    path("v1/tournaments/<slug:slug>/standings/teams/", api.api_team_standings, name="api-team-standings"),
    path("v1/tournaments/<slug:slug>/rounds/<int:number>/", api.api_round, name="api-round"),
    path("v1/tournaments/<slug:slug>/hanchans/<int:pk>/", api.api_hanchan, name="api-hanchan"),
    path("v1/leagues/", api.api_leagues, name="api-leagues"),
    path("v1/leagues/<slug:slug>/", api.api_league, name="api-league"),
    path("v1/leagues/<slug:slug>/table/", api.api_league_table, name="api-league-table"),
    re_path("^(?P<path>.*)$", api.api_unknown, name="api-unknown"),
]
