"""Limits on the size of one tournament, for forms and for the import of `tenbo/1` files, and of a club's list."""

MOST_ENTRIES = 2_000
"""The most entries of one tournament."""

MOST_TABLES = 250
"""The most tables that a form prepares or seats. A round's form has four fields for each
(`DATA_UPLOAD_MAX_NUMBER_FIELDS`)."""

MOST_TABLES_IN_FILE = 1_000
"""The most tables in an imported file. A file may have more tables than a form prepares, because a hall can be enlarged
in several steps."""

MOST_PLANNED_ROUNDS = 20
"""The most rounds of a seating plan that is computed or imported on a page. Each round makes the search longer."""

MOST_PLANNED_SEATS = MOST_PLANNED_ROUNDS * MOST_ENTRIES
"""The most seats of one seating plan in all its rounds, as many as are computed for the most players. Without this
limit a file could hold a plan of a million seats, for which each page would take hundreds of megabytes."""

MOST_SEATS_SHOWN = 5_000
"""The most seats on the page of a seating plan: 250 players in 20 rounds, or 500 in 10. A page of 40,000 has 20 MB, and
a few readers of such pages delay hands by seconds."""

MOST_ROUNDS = 500
"""The most rounds of one tournament. There may be more than in a seating plan, because each hanchan of a club night is
a round."""

MOST_MATCHES_TO_COME = 1_000
"""The most planned matches of teams in rounds that have not started: a hundred rounds at ten tables. They are saved in
one transaction, and everybody reads them."""

MOST_LISTED = 400_000
"""The most numbers of players in all lists of a file that name who sits out a round or who is in a cut: 800 players in
500 rounds. In the database each of them is a row, which takes ten times the room."""

MOST_ANNOUNCED_CUTS = 6
"""The most cuts that are announced for one tournament before they are made."""

MOST_CUTS = 20
"""The most cuts of one tournament that were not taken back; a knock-out of a thousand players needs ten. At each cut
the share of the score that is carried over is multiplied, which makes the fractions in the standings longer."""

MOST_CUTS_MADE = 300
"""The most cuts of one tournament with those that were taken back: all are kept, each with all its players."""

MOST_HANCHANS = 10_000
"""The most hanchans of one round in a file, including cancelled ones: ten starts at each of 1,000 tables."""

MOST_HANDS = 500
"""The most hands of one hanchan, without hands that were undone or replaced."""

MOST_HANDS_IN_FILE = 35_000
"""The most hands of a file, including corrected ones. A file that Tenbo writes reaches 20 MB earlier, the most that is
imported: a draw with its log entry takes 580 bytes there, a win about 900. A file without a log could otherwise have
139,000 hands, and its workbook took more than a gigabyte of memory."""

MOST_POINTS = 10_000_000
"""The most points of one player in a file, also below zero."""

MOST_POINTS_PLAYED = MOST_POINTS // 2
"""The most points that a player may reach by hands, so that no sum in a file is larger than `MOST_POINTS`."""

MOST_CHANGES_AT_TABLE = MOST_HANDS + 100
"""The number of changes of one hanchan, including its hands, from which only the team may change it. A hanchan usually
has about thirty. All changes stay in the tournament's file, whose size is limited."""

CHANGES_NOT_MEASURED = 60
"""The number of changes of one hanchan up to which their length does not matter, so that recording a hand usually takes
no query for it."""

LONGEST_LOG_AT_TABLE = 200_000
"""The most bytes that the log has about one hanchan with more changes, with reasons and authors, before only the team
may change it. Four hundred ordinary hands take as many. With the most yaku that anybody can choose, six hundred changes
would add three megabytes to the tournament's file, and seven such hanchans fill it."""

MOST_CHANGES_AT_TABLE_IN_A_DAY = 1_500
"""The number of changes of all hanchans started at one table of a club night within a day, from which only the team may
start another hanchan there. Twenty hanchans without a pause make about 800 changes."""

MOST_CONFIRMATIONS = 100
"""The number of confirmations of one hanchan's sheet, including withdrawn ones, from which only the team may sign it.
Each takes two rows of the tournament's file, and without this limit a table could collect 1,800."""

MOST_CORRECTIONS_AT_TABLE = 30
"""The number of corrections of one hanchan's hands from which only the team may correct it."""

LONGEST_CORRECTIONS_AT_TABLE = 60_000
"""The most bytes of the log entries about all corrections of one hanchan, which contain all hands before and after
each correction. The limit does not hold for the team. A hanchan of thirty hands with their yaku, entered anew, takes
about 12,000 bytes."""

LONGEST_CORRECTIONS = 20_000_000
"""The most bytes of the log entries about all corrections of a tournament's hanchans, also by the team. Nobody needs as
many: a file of the tournament takes no more in all, and whoever reads or deletes it would keep hands waiting."""

MOST_ROWS_AT_TABLE = 200
"""The number of a hanchan's hands, including those that were undone or replaced, from which only the team may correct
it. A correction of the first hand replaces all hands that change by it: ten times the twenty hands of a hanchan."""

MOST_PENALTIES = 2_000
"""The most penalties and warnings of the players of one tournament, including withdrawn ones: as many as entries. The
same limit holds for penalties of teams, and for appeals. All of them are read for each page of the standings."""

MOST_LOGGED = 200_000
"""The most entries of one tournament's log, and of any other list that grows with the log."""

LOGGED_FROM_OUTSIDE = 80_000
"""The number of log entries from which only the team and the tables may add to the log. The entry form is closed,
players may only withdraw by their links. Of the changes that organizers of other events make to people, only a few new
names are logged here. The remaining room is for hands: an event of four hundred players in twenty rounds makes about
40,000 entries. An event with more than 130,000 entries is too large to come back from a laptop."""

LOGGED_IN_PLAY = 180_000
"""The number of log entries from which no hand is recorded any more. From then on the team only corrects people, gives
new links, and archives the tournament or hands it over."""

LOGGED_WITHOUT_REMOVALS = 183_000
"""When the log has this many entries, the team can do only two things: give new links, and make the changes that are
always logged (`core.actions.journal`)."""

LOGGED_WITH_NEW_LINKS = 187_000
"""When the log has this many entries, only changes that are always logged are made. A person's removal makes at most
two entries, a withdrawn consent at most three, a cancelled entry one."""

MOST_HAND_OVERS = 1_000
"""The most times that one tournament is taken to a laptop."""

MOST_IN_CLUB = 2_000
"""The most people on a club's list, as many as one tournament has entries. The page "Check-in" of a night reads all."""
