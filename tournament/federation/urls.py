"""Addresses of the pages of a federation and its rankings."""

from django.urls import path

from tournament.federation.views import federation, rankings

of_site = [
    path("federation/", federation.federation, name="federation"),
    path("federation/people/", federation.federation_people, name="federation-people"),
    path("federation/records/", federation.federation_records, name="federation-records"),
    path("federation/results.csv", federation.federation_results, name="federation-results"),
    path("federation/events.xlsx", federation.federation_events, name="federation-events"),
    path("rankings/", rankings.rankings, name="rankings"),
    path("rankings/new/", rankings.ranking_new, name="ranking-new"),
    path("rankings/<slug:slug>/edit/", rankings.ranking_edit, name="ranking-edit"),
    path("rankings/<slug:slug>/", rankings.ranking, name="ranking"),
]
