"""A digest of the ranks from which seats were computed. A form sends the digest back, so that a round does not start
with seats of standings that have changed since its page was shown."""

from hashlib import sha256
from json import dumps

from tournament.core.queries.visibility import EVERYTHING
from tournament.games.queries.stages import stages_of
from tournament.models import Tournament
from tournament.rounds.queries.cut import cut_after_latest
from tournament.standings.queries.leaderboard import leaderboard

BY_RANKS = frozenset({"swiss", "standings", "seeds", "lives"})
"""The methods of seating that depend on ranks."""


def ranks_behind(tournament: Tournament, method: str | None) -> str:
    """Return the method and a digest of the ranks by which the method would seat players now; "" for a method that does
    not depend on ranks, such as a draw or a plan."""
    if method not in BY_RANKS:
        return ""
    # After a cut, "seeds" are the official places before the cut, as in `start_round`.
    cuts = stages_of(tournament).cuts if method == "seeds" else ()
    board = leaderboard(
        tournament, official=bool(cuts), sight=EVERYTHING.after(cuts[-1][0].after_round if cuts else None)
    )
    lives = cut_after_latest(tournament).lives if method == "lives" else {}
    ranks = [(row.entry.pk, lives.get(row.entry.pk)) for row in board.rows if row.place is not None]
    return f"{method}-{sha256(dumps(ranks).encode()).hexdigest()[:32]}"


def ranks_now(tournament: Tournament, ranks: str) -> str:
    """Return what `ranks_behind` gives now for the method of these earlier `ranks`."""
    return ranks_behind(tournament, ranks.partition("-")[0])
