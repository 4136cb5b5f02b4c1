"""Whom a log speaks of: names and words that its entries do not hold, but lead to."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from tournament.core.namesakes import told_apart
from tournament.models import Appeal, Substitution, Tournament

ABOUT_A_PLAYER = ("player", "players", "entry", "penalty", "appeal", "substitute", "sheet", "person")
"""First words of the kinds of log entries whose `number` is a player's."""


@dataclass(frozen=True)
class Mentioned:
    """The players' `names` by number, for the team, and by the ids of log entries what these decided: the names of
    `substitutes`, and `appeals`. A player who was removed is "#12"."""

    names: Mapping[int, str] = field(default_factory=dict)
    substitutes: Mapping[int, str] = field(default_factory=dict)
    appeals: Mapping[int, Appeal] = field(default_factory=dict)

    def name(self, number: object) -> str:
        """What the player of this number is called today; the number of somebody who is not there any more."""
        return self.names.get(number, f"#{number}") if isinstance(number, int) else "…"


def mentioned_in(tournament: Tournament) -> Mentioned:
    """In four queries. Of somebody who was taken out the log alone knows the name."""
    gone = tournament.log.filter(kind="player.removed").values_list("data__number", "data__name")
    entries = list(tournament.entries.filter(player__removed_at=None).select_related("player"))
    names = told_apart(entries, for_team=True)
    substitutions = Substitution.objects.filter(hanchan__round__tournament=tournament)
    return Mentioned(
        names={number: name for number, name in gone if isinstance(number, int) and isinstance(name, str)}
        | {entry.number: names[entry.pk] for entry in entries},
        substitutes={pk: one.name for one in substitutions for pk in (one.said_by_id, one.taken_back_by_id) if pk},
        appeals={pk: one for one in tournament.appeals.all() for pk in (one.made_by_id, one.decided_by_id) if pk},
    )
