"""Sentences that differ between a tournament with rounds and a club night, where hanchans are numbered instead of
rounds.

Each sentence is written out in full for both kinds of event, because in other languages the words around "round" change
too.
"""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from tournament.models import Tournament

SENTENCES: dict[str, tuple[str | Promise, str | Promise]] = {
    # Names
    "round": (_("Round"), _("Hanchan")),
    "rounds": (_("Rounds"), _("Hanchans")),
    "all_rounds": (_("all rounds"), _("all hanchans")),
    "round_name": (_("Round %(number)s"), _("Hanchan %(number)s")),
    "hanchan_name": (_("Round %(round)s, table %(table)s"), _("Hanchan %(round)s, table %(table)s")),
    "hanchan_below_event": (_("round %(round)s, table %(table)s"), _("hanchan %(round)s, table %(table)s")),
    "now": (_("Now: round %(number)s"), _("Hanchan %(number)s")),
    "no_round_yet": (_("No round has started yet."), _("No hanchan has started yet.")),
    "over": (_("The tournament is over"), _("This club night is over")),
    # Links to the tables of a round
    "all_tables": (_("All tables of round %(number)s"), _("← Hanchan %(number)s")),
    "way_up": (_("← All tables of round %(number)s"), _("← Hanchan %(number)s")),
    # Standings and places
    "standings_after": (_("Standings after round %(number)s"), _("Standings so far")),
    "after_round": (_("After round"), _("After hanchan")),
    "place_title": (_("Round %(number)s: place"), _("Hanchan %(number)s: place")),
    "place_chart": (_("Place after each round"), _("Place after each hanchan")),
    "place_chart_about": (
        _(
            "A line shows the place after each round, with first place at the top. The same places are listed below as"
            " numbers."
        ),
        _(
            "A line shows the place after each hanchan, with first place at the top. The same places are listed below"
            " as numbers."
        ),
    ),
    # Clock, double-check and sheets
    "clock": (_("Clock of round %(number)s"), _("Clock · Hanchan %(number)s")),
    "clock_minutes": (_("Time of this round"), _("Time of this hanchan")),
    "double_check": (_("Double-check of round %(number)s"), _("Double-check · Hanchan %(number)s")),
    "your_sheet": (
        _("Your sheet: round %(round)s, table %(table)s"),
        _("Your sheet: hanchan %(round)s, table %(table)s"),
    ),
    "earlier": (_("This is an earlier round."), _("This is an earlier hanchan.")),
    "unsigned_sheet": (
        _("The sheet of round %(number)s is not signed yet."),
        _("The sheet of hanchan %(number)s is not signed yet."),
    ),
    # Visibility
    "every_round": (_("Every round"), _("Every hanchan")),
    "single_rounds": (_("Single rounds"), _("Single hanchans")),
    "shown_like_every": (
        _("This round’s results are shown at the times set under “Every round”."),
        _("This hanchan’s results are shown at the times set under “Every hanchan”."),
    ),
    "like_every": (_("Like every round"), _("Like every hanchan")),
    "other_times": (_("Other times for round %(number)s"), _("Other times for hanchan %(number)s")),
    "save_times": (_("Save for round %(number)s"), _("Save for hanchan %(number)s")),
    "release": (_("Release round %(number)s"), _("Release hanchan %(number)s")),
    "released_by": (
        _("%(name)s released this round on %(date)s at %(time)s."),
        _("%(name)s released this hanchan on %(date)s at %(time)s."),
    ),
    "hold_back": (_("Hide the results of round %(number)s again"), _("Hide the results of hanchan %(number)s again")),
    "release_unsigned": (
        _(
            "Not every table has signed. If you release the round now, everyone sees its results as they are"
            " now, hand by hand."
        ),
        _(
            "The sheet is not signed. If you release the hanchan now, everyone sees its results as they are"
            " now, hand by hand."
        ),
    ),
    "shown_when_signed": (
        _("The results of round %(number)s are shown after all its tables have signed."),
        _("The results of hanchan %(number)s are shown after its sheet is signed."),
    ),
    "shown_when_released": (
        _("The results of round %(number)s are hidden until the organizers release them."),
        _("The results of hanchan %(number)s are hidden until the organizers release them."),
    ),
    # Players who leave, and the team
    "leaves_from": (_("First round without this player"), _("First hanchan without this player")),
    "seats_stay": (
        _("If the round has already started, the seats stay as they are: enter a substitute at the table."),
        _("If the hanchan has already started, the seats stay as they are: enter a substitute at the table."),
    ),
    "left_from": (_("From round %(number)s on: %(what)s"), _("From hanchan %(number)s on: %(what)s")),
    "comes_back": (
        _("The player gets a seat again from the next round on, and earlier results count as before."),
        _("The player can be seated again, and earlier results count as before."),
    ),
    "organizer_role": (
        _("Organizer: like a referee, and also manages players, rounds, tables and settings"),
        _("Organizer: like a referee, and also manages players, hanchans, tables and settings"),
    ),
    # Files and prints
    "players_file": (_("Rounds"), _("Players of each hanchan")),
    "players_file_about": (
        _("A row for each player of each round."),
        _("A row for each player of each hanchan."),
    ),
    "hanchans_file_about": (_("A row for each table of each round."), _("A row for each hanchan.")),
    "poster_about": (
        _("The standings on A4 or A3, with a column for each round."),
        _("The standings on A4 or A3, with a column for each hanchan."),
    ),
    "booklet": (_("Round %(number)s as a booklet"), _("Hanchan %(number)s as a booklet")),
    "booklet_about": (
        _("Every table’s points and scores, and the standings after the round."),
        _("The table’s points and scores, and the standings after this hanchan."),
    ),
    "print_sheets": (_("Score sheets of round %(number)s"), _("Score sheets · Hanchan %(number)s")),
    "print_sheet": (_("Round %(number)s · Table %(table)s"), _("Hanchan %(number)s · Table %(table)s")),
    "print_blank_sheet": (_("Round ____ · Table ____"), _("Hanchan ____ · Table ____")),
    "print_code": (_("QR code of table %(table)s in round %(number)s"), _("QR code of table %(table)s")),
    "print_nothing": (_("This round has no tables."), _("This hanchan has no table.")),
    "print_seating": (_("Seating of round %(number)s"), _("Seating · Hanchan %(number)s")),
    "print_seating_by_name": (
        _("Round %(number)s: seats sorted by name"),
        _("Hanchan %(number)s: seats sorted by name"),
    ),
    "print_seating_by_table": (
        _("Round %(number)s: seats sorted by table"),
        _("Hanchan %(number)s: seats sorted by table"),
    ),
    "print_slips_about": (
        _(
            "A slip for each player, with the code of the player’s own page. If there is a seating plan, the"
            " slip also shows table, wind and opponents of every round. Give each slip only to its player."
        ),
        _("A slip for each player, with the code of the player’s own page. Give each slip only to its player."),
    ),
}
"""The two sentences by key: for a tournament with rounds, and for a club night."""


def kind_words(tournament: Tournament, key: str, **values: object) -> str:
    """Return a sentence of `SENTENCES` for this kind of event, with `values` in it."""
    by_rounds, club_night = SENTENCES[key]
    return str(by_rounds if tournament.kind.has_rounds else club_night) % values
