"""Addresses of the hall screen, the ceremony and all printouts."""

from django.urls import path

from tournament.screens.views import prints
from tournament.screens.views.ceremony import ceremony
from tournament.screens.views.hall import hall

of_tournament = [
    path("ceremony/", ceremony, name="ceremony"),
    path("print/", prints.prints, name="prints"),
    path("print/rounds/<int:number>/sheets/", prints.print_sheets, name="print-sheets"),
    path("print/rounds/<int:number>/seating/", prints.print_seating, name="print-seating"),
    path("print/sheet/", prints.print_blank_sheet, name="print-blank-sheet"),
    path("print/schedules/", prints.print_schedules, name="print-schedules"),
    path("print/start-list/", prints.print_start_list, name="print-start-list"),
    path("print/badges/", prints.print_badges, name="print-badges"),
    path("hall/", hall, name="hall"),
]
"""Address patterns below a tournament's own address, `t/<slug>/`."""
