"""One round: its tables with players, points and progress."""

from dataclasses import dataclass

from django.db.models import Count, Max

from tournament.core.queries.visibility import Sight, Withheld
from tournament.games.queries.results import HanchanState, unsigned_hanchans
from tournament.games.queries.shown_games import shown_games
from tournament.games.queries.shown_table import ShownTable, names_at, shown_table
from tournament.models import Hanchan, LogEntry, Round, SignedSheet


@dataclass(frozen=True)
class RoundPage:
    """A round's page. `before` and `after` are the numbers of the previous and the next round, or None.

    `resting` are the players who sit the round out. `approval` is the log entry that approved the round's results. If
    the round is `withheld`, only seats and states are shown.
    """

    tables: tuple[ShownTable, ...]
    resting: tuple[str, ...]
    before: int | None
    after: int | None
    approval: LogEntry | None
    withheld: Withheld | None

    @property
    def valid(self) -> int:
        """Return the number of tables whose hanchan was not cancelled."""
        return sum(table.state is not HanchanState.CANCELLED for table in self.tables)

    @property
    def signed(self) -> int:
        return sum(table.state is HanchanState.SIGNED for table in self.tables)

    @property
    def nothing_played(self) -> bool:
        """Whether play has not begun at any table, so that the start can be taken back."""
        return all(table.state is HanchanState.NOT_STARTED for table in self.tables)

    @property
    def any_untouched(self) -> bool:
        """Whether at least one table has not begun to play, so that its players can still change tables."""
        return any(table.state is HanchanState.NOT_STARTED for table in self.tables)

    @property
    def is_over(self) -> bool:
        """Whether every sheet of the round is signed."""
        return self.signed == self.valid


def round_page(round_: Round, *, sight: Sight, for_team: bool = False) -> RoundPage:
    """Read a round with its tables by number. If a hanchan was cancelled and replaced, the replacement comes first."""
    hanchans = Hanchan.objects.filter(round=round_).order_by("table__number", "-pk")
    games = shown_games(round_.tournament, hanchans)
    resting = list(round_.resting.select_related("player"))
    names = names_at(games, resting, for_team=for_team)
    withheld = sight.withholds(round_.number)
    numbers = list(round_.tournament.rounds.values_list("number", flat=True))
    return RoundPage(
        tables=tuple(
            shown_table(game, names, is_withheld=sight.withholds_hanchan(game.hanchan) is not None, for_team=for_team)
            for game in games
        ),
        resting=tuple(names[entry.pk] for entry in resting),
        before=max((number for number in numbers if number < round_.number), default=None),
        approval=round_.approved_by,
        after=min((number for number in numbers if number > round_.number), default=None),
        withheld=withheld,
    )


def signed_sheets(round_: Round) -> str:
    """Return the id of the round's newest signed sheet and the number of its signed sheets, such as "120.4"; empty if
    none is signed. The text changes with every result: a corrected sheet is withdrawn and signed anew under a greater
    id, and the sheet of a cancelled hanchan is no longer counted."""
    sheets = SignedSheet.objects.filter(hanchan__round=round_, hanchan__cancelled_by=None, withdrawn_by=None)
    found = sheets.aggregate(newest=Max("pk"), count=Count("pk"))
    return f"{found['newest']}.{found['count']}" if found["count"] else ""


def all_signed(round_: Round) -> bool:
    """Whether the round has hanchans that were not cancelled, and each of these hanchans has a signed sheet."""
    hanchans = Hanchan.objects.valid().filter(round=round_)
    return hanchans.exists() and not unsigned_hanchans(round_.tournament).filter(round=round_).exists()
