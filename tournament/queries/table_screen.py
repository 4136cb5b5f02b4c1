"""What a table's phone shows: which hanchan is on, how it stands, and what may be done now."""

from dataclasses import dataclass

from scoring.hanchan import PlayedHand
from tournament.forms.hand_entry import HandEntry
from tournament.forms.submission import RecordHandForm, SubmissionForm, UndoHandForm
from tournament.models import Hanchan, Hand, LogEntry, Table, Visitor
from tournament.queries.corrections import withdrawn_notice
from tournament.queries.count import count_address
from tournament.queries.game import Game, load_games
from tournament.queries.hand_entry import EntryScreen, entry_screen
from tournament.queries.sheet import Sheet, sheet


@dataclass(frozen=True, kw_only=True)
class TableScreen:
    """A table and its present hanchan: the latest that was not cancelled, or none before the first round.

    `entry` is there while hands may be entered, `sheet` once they may not. The forms are drawn
    for the hanchan as it is now. `withdrawn` is the change that took its signatures back, until it is signed again.
    """

    table: Table
    game: Game | None
    entry: EntryScreen | None
    sheet: Sheet | None
    record_form: SubmissionForm | None
    undo_form: SubmissionForm | None
    withdrawn: LogEntry | None
    is_referee: bool

    @property
    def sees_tournament(self) -> bool:
        """Whether this person may read the tournament's pages, so that a link to them leads somewhere."""
        return self.is_referee or self.table.tournament.is_public

    @property
    def count_address(self) -> str:
        """Where the hand can be counted from its tiles, while the card asks for its value."""
        if not self.entry or self.entry.step != "value":
            return ""
        return count_address(self.table, self.entry.entry, self.entry.situation)

    @property
    def last_hand(self) -> Hand | None:
        return self.game.hands[-1] if self.game and self.game.hands else None

    @property
    def last_played(self) -> PlayedHand | None:
        return self.game.played[-1] if self.game and self.game.hands else None


def table_screen(table: Table, entry: HandEntry, visitor: Visitor) -> TableScreen:
    """What is on at this table now, and what the entry so far amounts to."""
    latest = Hanchan.objects.valid().filter(table=table).order_by("-round__number")[:1]
    game = next(iter(load_games(Hanchan.objects.filter(pk__in=[hanchan.pk for hanchan in latest]))), None)
    record_form = undo_form = shown = None
    if game and not game.ending:
        shown = entry_screen(entry, game.situation, game.names, rules=game.rules, address=table.get_absolute_url())
        record_form = RecordHandForm.drawn_for(game.hanchan, number=game.next_number)
    if game and game.hands and not game.paper:
        undo_form = UndoHandForm.drawn_for(game.hanchan, hand=game.hands[-1].pk)
    return TableScreen(
        table=table,
        game=game,
        entry=shown,
        sheet=sheet(game) if game and game.ending else None,
        record_form=record_form,
        undo_form=undo_form,
        withdrawn=withdrawn_notice(game.hanchan) if game else None,
        is_referee=visitor.role_in(table.tournament) is not None,
    )
