"""The screen of a table's phone: the current hanchan, its state, and the actions possible now."""

from dataclasses import dataclass
from urllib.parse import urlencode

from scoring.hanchan import PlayedHand
from scoring.uma import Tenths
from tournament.core.forms.submission import RecordHandForm, SubmissionForm, UndoHandForm
from tournament.games.game import Game
from tournament.games.queries.clock import ClockFace, ClockState
from tournament.games.queries.confirmations import confirmed_on_own_link
from tournament.games.queries.corrections import earlier_unsigned, latest_at, withdrawn_notice
from tournament.games.queries.game import load_games
from tournament.models import Call, Hanchan, Hand, LogEntry, Signature, SignedSheet, Table, Visitor
from tournament.table.entry import HandEntry
from tournament.table.entry_parts import EntryScreen, penalties_in
from tournament.table.entry_screen import entry_screen
from tournament.table.queries.calls import open_call_at
from tournament.table.queries.time_up import TimeQuestion, clock_at, time_question
from tournament.table.sheet import Sheet, sheet
from tournament.table.touched import MEANT_FOR, TOUCHED


@dataclass(frozen=True, kw_only=True)
class TableScreen:
    """A table and the hanchan that its screen shows (`game`): usually the latest that was not cancelled, None before
    the first round; or an earlier hanchan whose hands are entered later.

    * `address`: the screen's address. `touched_at` is the address to which each tap is sent. It contains the round, so
      that a partly entered hand is never continued in the next round.
    * `entry`: set while hands may be entered. `sheet` is set after the hanchan has ended. Their forms have the
      hanchan's current revision.
    * `past`: the number of a hand that was recorded while it was being entered in the query string; that entry is
      ignored.
    * `withdrawn`: the log entry that withdrew the signatures; None if the hanchan is signed again.
    * `unsigned`: an earlier hanchan of this table without a signed sheet; None if an earlier hanchan is shown.
    * `clock`: set until the table has answered the `time_question`, which is asked when time is up; None on the screen
      of an earlier round.
    * `call`: the table's open call for a referee.
    """

    table: Table
    game: Game | None
    address: str
    touched_at: str
    is_latest: bool
    entry: EntryScreen | None
    sheet: Sheet | None
    record_form: SubmissionForm | None
    undo_form: SubmissionForm | None
    withdrawn: LogEntry | None
    unsigned: Hanchan | None
    clock: ClockFace | None
    time_question: TimeQuestion | None
    is_referee: bool
    call: Call | None
    past: int | None

    @property
    def sees_tournament(self) -> bool:
        """Whether this visitor may see the tournament's pages. If so, the screen has links to the pages."""
        return self.is_referee or self.table.tournament.is_public

    @property
    def news_address(self) -> str:
        """The URL that the screen polls to learn whether it is stale."""
        game = self.game
        if game is None:
            return f"{self.address}?shown={NOTHING}"
        shown = _state(game.hanchan.pk, game.hanchan.revision, len(game.signatures), game.sheet is not None)
        return f"{self.address}?shown={shown}"

    @property
    def touched(self) -> str:
        """Return the partly entered hand as a query string. `carried` has this string as a single parameter, for pages
        that link back to this screen."""
        return urlencode(self.entry.fields) if self.entry and self.entry.entry.pairs() else ""

    @property
    def carried(self) -> str:
        return f"?{urlencode({TOUCHED: self.touched})}" if self.touched else ""

    @property
    def may_call_time(self) -> bool:
        """Whether the table may record that time is up, or withdraw this record."""
        if self.game is None:
            return False
        if self.entry:
            return self.game.rules.minutes is not None
        return self.game.ending == "time" and not self.game.sheet

    @property
    def last_hand(self) -> Hand | None:
        return self.game.hands[-1] if self.game and self.game.hands else None

    @property
    def last_played(self) -> PlayedHand | None:
        return self.game.played[-1] if self.game and self.game.hands else None

    @property
    def last_penalties(self) -> list[tuple[str, Tenths]]:
        """Return a pair for each chombo in the last hand: the player's name, and the cost in thousands."""
        return penalties_in(self.last_played, self.game.names) if self.game else []


NOTHING = "0"
"""The state of a table without a hanchan."""


def table_state(table: Table, hanchan: Hanchan | None = None) -> str:
    """Return a text that identifies the present state of this hanchan; None means the table's current hanchan. The text
    changes with every change and every signature."""
    shown_pk = hanchan.pk if hanchan else latest_at(table)
    if shown_pk is None:
        return NOTHING
    revision = Hanchan.objects.filter(pk=shown_pk).values_list("revision", flat=True).get()
    signatures = Signature.objects.current().filter(hanchan=shown_pk).count()
    signed = SignedSheet.objects.current().filter(hanchan=shown_pk).exists()
    return _state(shown_pk, revision, signatures, signed)


def _state(pk: int, revision: int, signatures: int, signed: bool) -> str:
    return f"{pk}.{revision}.{signatures}.{signed:d}"


def table_screen(
    table: Table,
    entry: HandEntry,
    visitor: Visitor,
    hanchan: Hanchan | None = None,
    *,
    number: int | None = None,
) -> TableScreen:
    """Return the screen of this hanchan, with the entry so far. None means the table's current hanchan.

    `number` is the number of the hand that the entry is for. The browser's back button may lead to the entry of a hand
    that was recorded since. This entry is ignored, because otherwise the hand would be recorded twice.
    """
    latest = latest_at(table)
    is_referee = visitor.role_in(table.tournament) is not None
    shown_pk = hanchan.pk if hanchan else latest
    game = next(iter(load_games(Hanchan.objects.filter(pk__in=[shown_pk] if shown_pk else []))), None)
    touched_at = game.hanchan.get_screen_url() if game else table.get_absolute_url()
    record_form = undo_form = shown = clock = question = past = None
    if game and not game.ending:
        if number not in (None, game.next_number) and entry.pairs():
            entry, past = HandEntry(), number
        touched_for = [(MEANT_FOR, str(game.next_number))]
        shown = entry_screen(entry, game, address=touched_at, extra=touched_for)
        record_form = RecordHandForm.for_hanchan(game.hanchan, number=game.next_number, base=game.hanchan.revision)
    if game and game.hands and not game.paper:
        undo_form = UndoHandForm.for_hanchan(game.hanchan, hand=game.hands[-1].pk)
    if game and not game.ending and game.hands_left is None and shown_pk == latest:
        clock = clock_at(game)
        if clock and clock.state is ClockState.SOUNDED:
            question = time_question(game, clock)
    return TableScreen(
        table=table,
        game=game,
        address=table.get_absolute_url() if shown_pk == latest else touched_at,
        touched_at=touched_at,
        is_latest=shown_pk == latest,
        entry=shown,
        sheet=_sheet(game, is_referee=is_referee) if game and game.ending else None,
        record_form=record_form,
        undo_form=undo_form,
        withdrawn=withdrawn_notice(game.hanchan) if game else None,
        unsigned=earlier_unsigned(table, latest) if shown_pk == latest else None,
        clock=clock,
        time_question=question,
        is_referee=is_referee,
        call=open_call_at(table),
        past=past,
    )


def _sheet(game: Game, *, is_referee: bool) -> Sheet:
    """Return the score sheet. A referee may confirm it for all players."""
    is_to_confirm = game.ending and not game.sheet and not is_referee
    return sheet(game, on_own_phone=confirmed_on_own_link(game.hanchan) if is_to_confirm else ())
