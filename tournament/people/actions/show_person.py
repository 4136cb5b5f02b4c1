"""Choose how much of a person's name is shown to everybody outside the team."""

from datetime import timedelta

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import has_room
from tournament.core.actions.locking import locked_tournaments
from tournament.core.actions.rates import take
from tournament.core.errors import LogFull, NotDone
from tournament.core.rates import Rate
from tournament.models import ShownAs, Visitor
from tournament.people.actions.edit_entry import OfOtherClub
from tournament.people.actions.player_facts import change_shown_name
from tournament.people.queries.person import hides_more, is_decided_by_other_club, people_of, tournaments_of

SHOWN_AGAIN = Rate("names shown again", 20, timedelta(days=1))
"""Limit for the changes of one person's shown name that show more of it. Hiding is always logged, in each event of the
person, so each change back lets these logs grow."""


class OthersOrganizePerson(NotDone):
    """The person was removed, or plays in somebody else's tournament, perhaps only since the page was shown."""

    message = _(
        "Nothing was changed. This person was removed meanwhile, or also plays in a tournament that you do not own."
    )


def show_person(*, player_id: int, shown_as: ShownAs, by: Visitor) -> None:
    """Change a person's shown name in all the person's tournaments, including archived ones; results are not changed. A
    retry changes nothing. Hiding more of the name is never refused for a full log or too many changes.

    Raises `OfOtherClub` if a club that `by` does not organize decides about the person, otherwise
    `OthersOrganizePerson` if `by` may not change the name; `LogFull` and `TooOften` for a choice that shows more
    of the name; and `Tournament.DoesNotExist` if one of the person's tournaments was deleted meanwhile.
    """
    ids = tournaments_of(player_id).values_list("pk", flat=True)
    with locked_tournaments(*ids) as tournaments:
        player = people_of(by).filter(pk=player_id, removed_at=None).first()
        if player is None or set(tournaments_of(player_id).values_list("pk", flat=True)) != set(tournaments):
            raise OfOtherClub if is_decided_by_other_club(player_id, by) else OthersOrganizePerson
        if hides_more(player.shown_as, than=shown_as):
            if not all(has_room(tournament, "player.edited") for tournament in tournaments.values()):
                raise LogFull
            take((SHOWN_AGAIN, f"person {player.pk}"))
        change_shown_name(player, shown_as, tournaments, by=by)
