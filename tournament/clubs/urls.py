"""Addresses of the pages of clubs."""

from django.urls import path

from tournament.clubs.views import clubs, organizers, people, tables

of_site = [
    path("clubs/", clubs.clubs, name="clubs"),
    path("clubs/new/", clubs.club_new, name="club-new"),
    path("clubs/invitations/<str:token>/", organizers.club_invitation, name="club-invitation"),
    path("c/<slug:slug>/", clubs.club, name="club"),
    path("c/<slug:slug>/edit/", clubs.club_edit, name="club-edit"),
    path("c/<slug:slug>/nights/new/", clubs.club_night_new, name="club-night-new"),
    path("c/<slug:slug>/organizers/invitation/", organizers.club_invitation_new, name="club-invitation-new"),
    path(
        "c/<slug:slug>/organizers/invitation/withdrawal/",
        organizers.club_invitations_withdraw,
        name="club-invitations-withdraw",
    ),
    path("c/<slug:slug>/organizers/<int:pk>/removal/", organizers.club_organizer_remove, name="club-organizer-remove"),
    path("c/<slug:slug>/people/", people.club_people, name="club-people"),
    path("c/<slug:slug>/people/<int:pk>/guest/", people.club_guest_add, name="club-guest-add"),
    path("c/<slug:slug>/people/<int:pk>/removal/", people.club_person_remove, name="club-person-remove"),
    path("c/<slug:slug>/tables/", tables.club_tables, name="club-tables"),
    path("c/<slug:slug>/tables/<int:number>/new-link/", tables.club_table_renew, name="club-table-renew"),
    path("c/<slug:slug>/tables/<int:number>/link/<str:token>/", tables.club_table_link, name="club-table-link"),
]
