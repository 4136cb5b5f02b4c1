"""Check of the database: all derived data is computed again and compared with the stored data.

* hands are possible, numbered without a gap, and stored with the right dealer, honba and points
* points from paper are possible
* the hanchan of a signed sheet is over and not cancelled; so is a hanchan that players have confirmed (not checked in
  an imported file, because older versions kept confirmations when corrected rules let the hanchan go on)
* signed sheets have the right points, places, uma, scores, chombo and substitutes
* figures of signed sheets are the figures of the hands
* each hanchan has four seats
* the log has no gap, and its last number is the tournament's version
* penalties, departures, cuts, substitutes and approvals agree with the log entries that decided them
* players who advance at a later cut also advanced at the earlier cuts
* in approved rounds every sheet is signed
* the fingerprint of a seating plan is right for its seats

Table links, accounts, entries and clocks are not checked, because they cannot be derived from other data. The result
has a line of text for each difference, for operators at a terminal, and for people who import a document that
contradicts itself.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import chain

from django.db.models import Count, Max
from django.utils.translation import gettext as _

from scoring.game_writing import decimal_string
from scoring.refusal import Refused
from tournament.archive.queries.game_differences import differences_in_game, place_of, replayed_until_refused
from tournament.games.figures import differs, figures_of
from tournament.games.game import Game
from tournament.games.queries.game import load_games
from tournament.models import Departure, Hanchan, LineFigures, Penalty, Substitution, Tournament
from tournament.rounds.queries.round import all_signed
from tournament.seating.quality import plan_hash


@dataclass(kw_only=True)
class Verification:
    """Counts of the checked rows, and a line of text for every difference."""

    tournaments: int = 0
    hanchans: int = 0
    hands: int = 0
    sheets: int = 0
    differences: list[str] = field(default_factory=list)


def check_everything() -> Verification:
    """Check all tournaments, one after the other."""
    checked = Verification()
    for tournament in Tournament.objects.complete().order_by("pk").iterator():
        checked.tournaments += 1
        checked.differences += (f"{tournament.slug}: {line}" for line in _beside_tables(tournament))
        try:
            games = load_games(Hanchan.objects.filter(round__tournament=tournament).order_by("pk"))
        except Refused as refused:
            checked.differences.append(
                f"{tournament.slug}: "
                + _("the tournament’s rules cannot be read. %(message)s") % {"message": refused.message}
            )
            continue
        for game in games:
            checked.hanchans += 1
            checked.hands += len(game.hands)
            checked.sheets += game.sheet is not None
            lines = chain(differences_in_game(game), _in_confirmations(game))
            checked.differences += (f"{place_of(game)}: {line}" for line in lines)
        checked.differences += _in_figures(games)
    return checked


def _in_confirmations(game: Game) -> Iterator[str]:
    """Yield a line if players have confirmed the sheet of a hanchan that is not over. The fourth confirmation would
    make a later result official, which the others never saw."""
    if not game.signatures or game.sheet or (replayed_until_refused(game)[1] and not game.paper):
        return
    if game.hanchan.cancelled_by_id or not game.ending:
        yield _("the hanchan is not over, but players have confirmed its result")


def _in_figures(games: list[Game]) -> Iterator[str]:
    """Yield a line for every signed seat whose stored statistics differ from the statistics of a replay."""
    signed = [game for game in games if game.sheet and (game.paper or replayed_until_refused(game)[1] is None)]
    lines = [line.pk for game in signed if game.sheet for line in game.sheet.lines.all()]
    kept = LineFigures.objects.in_bulk(lines)
    for game in signed:
        for line in game.sheet.lines.all() if game.sheet else ():
            if differs(figures_of(game, line), kept.get(line.pk)):
                yield f"{place_of(game)}: " + _(
                    "the stored figures of the hanchan’s sheet for seat %(seat)s differ from a replay"
                ) % {"seat": line.seat}


def differences_in(tournament: Tournament) -> Iterator[str]:
    """Yield a line for every difference in one tournament."""
    yield from _beside_tables(tournament)
    for game in load_games(Hanchan.objects.filter(round__tournament=tournament).order_by("pk")):
        yield from (f"{place_of(game)}: {line}" for line in differences_in_game(game))


# Log entries are prefetched, not joined: in an imported file thousands of rows may name one entry, which is read once.


def _beside_tables(tournament: Tournament) -> Iterator[str]:
    yield from _in_log(tournament)
    yield from _in_penalties(tournament)
    yield from _in_departures(tournament)
    yield from _in_cuts(tournament)
    yield from _in_substitutions(tournament)
    yield from _in_plans(tournament)


def _in_log(tournament: Tournament) -> Iterator[str]:
    log = tournament.log.aggregate(last=Max("number"), entries=Count("pk"))
    last = log["last"] or 0
    if last != tournament.version:
        values = {"version": tournament.version, "last": last}
        yield _("the tournament’s version is %(version)s, but the last log entry has number %(last)s") % values
    for round_ in tournament.rounds.exclude(approved_by=None).prefetch_related("approved_by"):
        if not all_signed(round_):
            yield _("round %(number)s is approved, although not every sheet is signed") % {"number": round_.number}
        logged = round_.approved_by.data.get("number") if round_.approved_by else None
        if logged != round_.number:
            values = {"number": round_.number, "said": logged}
            yield _("round %(number)s is approved, but its log entry says %(said)s") % values
    if log["entries"] != last:
        values = {"entries": log["entries"], "last": last}
        yield _("the tournament’s log has %(entries)s entries, but the last one has number %(last)s") % values


def _in_penalties(tournament: Tournament) -> Iterator[str]:
    for penalty in Penalty.objects.filter(entry__tournament=tournament).prefetch_related("given_by"):
        try:
            points = decimal_string(Fraction(penalty.points))
        except (ValueError, ZeroDivisionError):
            points = "no number"
        logged = penalty.given_by.data.get("points")
        if not penalty.points == points == logged:
            values = {"pk": penalty.pk, "points": penalty.points, "said": logged}
            yield _("penalty %(pk)s takes off %(points)s, but its log entry says %(said)s") % values


def _in_departures(tournament: Tournament) -> Iterator[str]:
    departures = Departure.objects.filter(entry__tournament=tournament).select_related("entry")
    for departure in departures.prefetch_related("decided_by"):
        stored = (departure.entry.number, departure.kind, departure.from_round)
        logged = tuple(departure.decided_by.data.get(name) for name in ("number", "status", "from_round"))
        if stored != logged:
            values = {"pk": departure.pk, "is_so": stored, "said": logged}
            yield _("departure %(pk)s is %(is_so)s, but its log entry says %(said)s") % values


def _in_cuts(tournament: Tournament) -> Iterator[str]:
    qualified: set[int] | None = None
    for cut in tournament.cuts.prefetch_related("decided_by", "changed_by"):
        numbers = list(cut.finalists.order_by("number").values_list("number", flat=True))
        stored = (cut.after_round, cut.carried, numbers)
        latest = cut.changed_by or cut.decided_by
        logged = tuple(latest.data.get(name) for name in ("after", "carried", "numbers"))
        if stored != logged:
            values = {"number": cut.after_round, "is_so": stored, "said": logged}
            yield _("the cut after round %(number)s is %(is_so)s, but its log entry says %(said)s") % values
        if cut.taken_back_by_id:
            continue
        is_by_teams = bool(cut.decided_by.data.get("teams"))  # a team advances with those who joined it later
        if qualified is not None and not is_by_teams and not qualified.issuperset(numbers):
            yield _("the cut after round %(number)s has players who did not advance at an earlier cut") % {
                "number": cut.after_round
            }
        qualified = set(numbers)


def _in_substitutions(tournament: Tournament) -> Iterator[str]:
    # The log entry of a substitution that was copied to a restarted hanchan has another kind, and lacks these facts.
    named = Substitution.objects.filter(hanchan__round__tournament=tournament, said_by__kind="substitute.named")
    for substitution in named.select_related("entry").prefetch_related("said_by"):
        stored = (substitution.entry.number, substitution.hanchan_id)
        logged = (substitution.said_by.data.get("number"), substitution.said_by.hanchan_id)
        if stored != logged:
            values = {"pk": substitution.pk, "number": stored[0], "said": logged[0]}
            yield _("substitution %(pk)s is for player number %(number)s, but its log entry says %(said)s") % values


def _in_plans(tournament: Tournament) -> Iterator[str]:
    for plan in tournament.plans.order_by("pk"):
        rounds = tuple(tuple((e, s, w, n) for e, s, w, n in tables) for tables in plan.rounds)
        if plan.hash != plan_hash(rounds):
            values = {"pk": plan.pk, "kept": plan.hash[:12], "found": plan_hash(rounds)[:12]}
            yield _("seating plan %(pk)s has the fingerprint %(kept)s, but its seats give %(found)s") % values
