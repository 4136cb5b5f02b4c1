"""Choose how much of a person's name is shown to everybody outside the team."""

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.locking import locked_tournaments
from tournament.core.errors import NotDone
from tournament.models import ShownAs, Visitor
from tournament.people.actions.edit_entry import OfOtherClub
from tournament.people.actions.player_facts import change_shown_name
from tournament.people.queries.person import is_decided_by_other_club, people_of, tournaments_of


class OthersOrganizePerson(NotDone):
    """The person was removed, or plays in somebody else's tournament, perhaps only since the page was shown."""

    message = _(
        "Nothing was changed. This person was removed meanwhile, or also plays in a tournament that you do not own."
    )


def show_person(*, player_id: int, shown_as: ShownAs, by: Visitor) -> None:
    """Change a person's shown name in all the person's tournaments, including archived ones; results are not changed. A
    retry changes nothing.

    Raises `OfOtherClub` if a club that `by` does not organize decides about the person, otherwise
    `OthersOrganizePerson` if `by` may not change the name; and `Tournament.DoesNotExist` if one of the person's
    tournaments was deleted meanwhile.
    """
    ids = tournaments_of(player_id).values_list("pk", flat=True)
    with locked_tournaments(*ids) as tournaments:
        player = people_of(by).filter(pk=player_id, removed_at=None).first()
        if player is None or set(tournaments_of(player_id).values_list("pk", flat=True)) != set(tournaments):
            raise OfOtherClub if is_decided_by_other_club(player_id, by) else OthersOrganizePerson
        change_shown_name(player, shown_as, tournaments, by=by)
