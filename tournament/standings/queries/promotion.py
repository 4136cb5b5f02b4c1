"""Promotion between two leagues at the end of a period: the candidates, and the recorded promotion."""

from dataclasses import dataclass

from django.db.models import Q
from django.utils.crypto import salted_hmac

from tournament.models import League, LeaguePeriod, Promotion, Visitor
from tournament.standings.league_rows import By, LeagueRow
from tournament.standings.promotion import Candidate, going_down, going_up, next_period, row_key
from tournament.standings.queries.league_page import cached_table
from tournament.standings.queries.league_table import days_of


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionPage:
    """The page about the promotion between two leagues.

    * `up`, `down`: the candidates for promotion and relegation.
    * `promotion`: the recorded decision, or None. `moved_up` and `moved_down` are the rows of the promoted and of the
      relegated players. `hidden` is how many of these players have no row that this visitor may see.
    * `above`, `below`: the rows of the upper and the lower league in the next period.
    """

    upper: League
    lower: League
    period: LeaguePeriod
    up: tuple[Candidate, ...]
    down: tuple[Candidate, ...]
    promotion: Promotion | None
    moved_up: tuple[LeagueRow, ...]
    moved_down: tuple[LeagueRow, ...]
    hidden: int
    above: tuple[LeagueRow, ...]
    below: tuple[LeagueRow, ...]

    @property
    def shown(self) -> str:
        """Return the candidates as text. The form sends this text back, so that the view can detect that the candidates
        have changed since."""
        return ";".join(",".join(map(self.box_of, candidates)) for candidates in (self.up, self.down))

    def box_of(self, candidate: Candidate) -> str:
        """Return the value of a candidate's box: a keyed hash, which differs from page to page. The id of a hidden
        player would tell who it is."""
        page = (self.upper.pk, self.lower.pk, self.period.pk)
        return salted_hmac("tournament.promotion", f"{page} {candidate.key}").hexdigest()[:16]


def borders(league: League, visitor: Visitor) -> list[League]:
    """Return the upper league of each pair of neighbouring leagues that includes this league, if the visitor may change
    both leagues of the pair."""
    owned = League.objects.owned_by(visitor)
    pairs = owned.filter(Q(above=league) | Q(pk=league.pk), above__in=owned).select_related("above")
    return [lower.above for lower in pairs if lower.above is not None]


def recorded_promotions(league: League, period: LeaguePeriod, visitor: Visitor) -> list[PromotionPage]:
    """Return the promotions recorded for this league at the end of a period, if the visitor may see the other
    league."""
    seen = League.objects.seen_by(visitor)
    promotions = period.promotions.filter(Q(upper=league) | Q(lower=league), upper__in=seen, lower__in=seen)
    return [
        promotion_page(promotion.upper, promotion.lower, period, visitor)
        for promotion in promotions.select_related("upper", "lower").order_by("pk")
    ]


def promotion_page(upper: League, lower: League, period: LeaguePeriod, visitor: Visitor) -> PromotionPage:
    """Load the rankings of both leagues over this period, and the promotion if it is recorded."""
    days = days_of(period)
    above, below = (cached_table(league, visitor, By.PERSON, days) for league in (upper, lower))
    promotion = period.promotions.filter(upper=upper).select_related("decided_by").first()
    moves = promotion.players.values_list("player", "is_named", "goes_up") if promotion else ()
    up = {(pk, named) for pk, named, goes_up in moves if goes_up}
    down = {(pk, named) for pk, named, goes_up in moves if not goes_up}
    moved_up = tuple(row for row in below.rows if row_key(row) in up)
    moved_down = tuple(row for row in above.rows if row_key(row) in down)
    next_above, next_below = next_period(above.rows, below.rows, up=up, down=down)
    return PromotionPage(
        upper=upper,
        lower=lower,
        period=period,
        up=going_up(below),
        down=going_down(above),
        promotion=promotion,
        moved_up=moved_up,
        moved_down=moved_down,
        hidden=len(up) + len(down) - len(moved_up) - len(moved_down),
        above=tuple(next_above),
        below=tuple(next_below),
    )
