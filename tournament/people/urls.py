"""Addresses of the pages about players, entries, check-in, penalties and appeals, and about people who play in many
events."""

from django.urls import path

from tournament.people.views import (
    appeals,
    change_several,
    check_in,
    enter,
    entry,
    links,
    penalties,
    person,
    player_teams,
    players,
    same_person,
    team_penalties,
)
from tournament.people.views.departure import departure

of_tournament = [
    path("players/", players.players, name="players"),
    path("players/changes/", change_several.change_several, name="players-change"),
    path("players/teams/", player_teams.player_teams, name="player-teams"),
    path("players/elsewhere/", same_person.same_person, name="same-person"),
    path("players/new/", players.players_add, name="players-add"),
    path("players/<int:number>/edit/", players.entry_edit, name="entry-edit"),
    path("players/<int:number>/link/", players.entry_link, name="entry-link"),
    path("players/<int:number>/new-link/", links.entry_renew, name="entry-renew"),
    path("players/<int:number>/mail/", links.entry_mail, name="entry-mail"),
    path("links/", links.links, name="links"),
    path("players/<int:number>/person/", players.entry_merge, name="entry-merge"),
    path("players/<int:number>/removal/", players.entry_remove, name="entry-remove"),
    path("players/<int:number>/status/", departure, name="departure"),
    path("penalties/", penalties.penalties, name="penalties"),
    path("penalties/teams/", team_penalties.team_penalties, name="team-penalties"),
    path("penalties/teams/<int:pk>/removal/", team_penalties.team_penalty_take_back, name="team-penalty-take-back"),
    path("penalties/<int:pk>/removal/", penalties.penalty_take_back, name="penalty-take-back"),
    path("penalties/<int:pk>/appeal/", appeals.penalty_appeal, name="penalty-appeal"),
    path("calls/<int:pk>/appeal/", appeals.ruling_appeal, name="ruling-appeal"),
    path("appeals/<int:pk>/", appeals.appeal_decide, name="appeal-decide"),
    path("players/<int:number>/decision/", enter.entry_decide, name="entry-decide"),
    path("enter/", enter.enter, name="enter"),
    path("enter/terms/", enter.entry_terms, name="entry-terms"),
    path("check-in/", check_in.check_in, name="check-in"),
    path("check-in/regulars/<int:pk>/", check_in.regular_arrival, name="regular-arrival"),
    path("check-in/<int:number>/", check_in.arrival, name="arrival"),
    path("players/<int:number>/", entry.entry, name="entry"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""

of_site = [
    path("people/", person.people, name="people"),
    path("people/<int:pk>/", person.person, name="person"),
    path("people/<int:pk>.json", person.person_file, name="person-file"),
    path("people/<int:pk>/shown/", person.person_shown, name="person-shown"),
    path("people/<int:pk>/removal/", person.person_remove, name="person-remove"),
]
