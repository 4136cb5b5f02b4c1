"""The data of a certification package for ARA or Riichi Canada, and the faults for which the federation would reject
it."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db.models import Count, Exists, OuterRef
from django.utils import timezone
from django.utils.formats import date_format

from scoring.announced_cuts import AnnouncedCut
from tournament.archive.certification import CONDITIONS, Conditions, Federation
from tournament.archive.queries.takeaway import Takeaway
from tournament.core.queries.contacts import conceal, hidden_contacts
from tournament.models import Cut, Hanchan, Hand, PaperResult, Player, Round, Tournament, Visitor
from tournament.standings.file_faults import FileFault, FileFinding
from tournament.standings.publication import Publication
from tournament.standings.queries.leaderboard import Leaderboard, leaderboard
from tournament.standings.queries.publication import publication_of
from tournament.standings.queries.result_faults import faults_of_people, faults_of_results, shared_by_several


class CutMade(NamedTuple):
    """A cut that was made: the round before the cut, the share of the totals that is carried over (`Cut.carried`), and
    how many players advanced."""

    after_round: int
    carried: str
    advanced: int


@dataclass(frozen=True, kw_only=True)
class CertificationPackage:
    """The data that the certification page shows, and that the spreadsheet of the event's results contains.

    `board` are the standings from signed sheets. `hidden` are the ids of entries whose contacts the reader may not
    read. `on_phones` and `on_paper` count hanchans by how they were entered.
    """

    federation: Federation
    tournament: Tournament
    board: Leaderboard
    hidden: frozenset[int]
    publication: Publication
    cuts: tuple[CutMade, ...]
    rounds: tuple[Round, ...]
    findings: tuple[FileFinding, ...]
    on_phones: int
    on_paper: int

    @property
    def conditions(self) -> Conditions:
        return CONDITIONS[self.federation]

    @property
    def rejected(self) -> list[FileFinding]:
        """The faults for which the federation would send the package back."""
        return [finding for finding in self.findings if finding.is_rejected]

    @property
    def warnings(self) -> list[FileFinding]:
        return [finding for finding in self.findings if not finding.is_rejected]

    @property
    def players(self) -> int:
        return sum(bool(row.place) for row in self.board.rows)

    @property
    def first_day(self) -> date | None:
        return self.tournament.starts_on or _first_start(self.rounds)

    @property
    def last_day(self) -> date | None:
        """The day on which the last round was started."""
        return max((timezone.localdate(round_.started_at) for round_ in self.rounds), default=None)


def certification_package(tournament: Tournament, federation: Federation, reader: Visitor) -> CertificationPackage:
    """Build the package from signed sheets, in a fixed number of queries and without loading any game, because a page
    shows it."""
    board = leaderboard(tournament, official=True)
    hidden = hidden_contacts(tournament, reader)
    conceal((row.entry for row in (*board.rows, *board.unlisted)), hidden)
    return _package(tournament, board, hidden, federation)


def certification_package_of(takeaway: Takeaway, federation: Federation) -> CertificationPackage:
    """Build the package from a takeaway that was loaded with `official`."""
    return _package(takeaway.tournament, takeaway.board, takeaway.hidden, federation)


def _package(
    tournament: Tournament, board: Leaderboard, hidden: frozenset[int], federation: Federation
) -> CertificationPackage:
    published = publication_of(tournament)
    rounds = tuple(tournament.rounds.order_by("number"))
    made = Cut.objects.current().filter(tournament=tournament).annotate(advanced=Count("finalists"))
    cuts = tuple(CutMade(*cut) for cut in made.values_list("after_round", "carried", "advanced"))
    on_phones, on_paper = _counts(tournament)
    return CertificationPackage(
        federation=federation,
        tournament=tournament,
        board=board,
        hidden=hidden,
        publication=published,
        cuts=cuts,
        rounds=rounds,
        findings=(
            *_about_event(tournament, board),
            *_about_people(board, CONDITIONS[federation]),
            *faults_of_results(tournament, board),
            *_about_publication(published, _first_start(rounds)),
            *_about_cuts(published, cuts),
            *(
                [FileFinding(fault=FileFault.MIXED_ENTRY)]
                if CONDITIONS[federation].same_entry_everywhere and on_paper and on_phones
                else []
            ),
        ),
        on_phones=on_phones,
        on_paper=on_paper,
    )


def _counts(tournament: Tournament) -> tuple[int, int]:
    """Return how many hanchans were entered on phones, and how many from paper."""
    paper = PaperResult.objects.current().filter(hanchan=OuterRef("pk"), is_second=False)
    hands = Hand.objects.current().filter(hanchan=OuterRef("pk"))
    hanchans = Hanchan.objects.filter(round__tournament=tournament).valid()
    on_paper = hanchans.filter(Exists(paper))
    return hanchans.filter(~Exists(paper), Exists(hands)).count(), on_paper.count()


def _first_start(rounds: tuple[Round, ...]) -> date | None:
    return min((timezone.localdate(round_.started_at) for round_ in rounds), default=None)


def _about_event(tournament: Tournament, board: Leaderboard) -> Iterator[FileFinding]:
    if not any(row.place for row in board.rows):
        yield FileFinding(fault=FileFault.NOTHING)
    if not tournament.starts_on:
        yield FileFinding(fault=FileFault.NO_DATE)
    if not tournament.place:
        yield FileFinding(fault=FileFault.NO_PLACE)


def _about_people(board: Leaderboard, conditions: Conditions) -> Iterator[FileFinding]:
    def number(player: Player) -> str:
        return str(getattr(player, conditions.number_field))

    entries = [row.entry for row in board.rows if row.place]
    shared = shared_by_several(number(entry.player) for entry in entries)
    yield from faults_of_people(
        entries,
        {
            FileFault.NO_LEGAL_NAME: lambda player: len((player.legal_name or player.name).split()) < 2,
            FileFault.NO_MEMBER_NUMBER: lambda player: not number(player),
            FileFault.MEMBER_NUMBER_TWICE: lambda player: number(player) in shared,
        },
    )


def _about_publication(published: Publication, first: date | None) -> Iterator[FileFinding]:
    """Yield a fault if the rules or the format were published too late. A change on the day of the first round is no
    fault, because it may have been made before the round."""
    if published.since is None or (first and published.since > first):
        yield FileFinding(fault=FileFault.NOT_PUBLIC)
    late = [changed.day for changed in published.changed if first and changed.day > first]
    if late:
        days = ", ".join(date_format(day, "SHORT_DATE_FORMAT") for day in late)
        yield FileFinding(fault=FileFault.CHANGED_IN_PLAY, about=days)


def _about_cuts(published: Publication, cuts: tuple[CutMade, ...]) -> Iterator[FileFinding]:
    """Yield a fault for each cut that was never announced, or that was announced with other numbers."""
    changes = [change for day in published.changed for change in day.changes if change.field == "announced_cuts"]
    announced = {*published.now.announced_cuts, *(cut for change in changes for cut in (*change.before, *change.after))}
    if cuts and not announced:
        yield FileFinding(fault=FileFault.CUT_NOT_ANNOUNCED)
        return
    for cut in cuts:
        if not any(_is_as_announced(cut, plan) for plan in announced):
            yield FileFinding(fault=FileFault.OTHER_CUT, about=str(cut.advanced))


def _is_as_announced(cut: CutMade, plan: AnnouncedCut) -> bool:
    """Whether a cut that was made agrees with an announced cut. If the announcement leaves the round or the carried
    share open, any round or share agrees."""
    is_then = plan.after_round in {None, cut.after_round}
    return cut.advanced == plan.places and is_then and plan.carried in {"", cut.carried}
