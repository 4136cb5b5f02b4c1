"""Merge two players who are one person."""

from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_tournaments
from tournament.core.errors import NobodyLeft, NotDone
from tournament.core.queries.contacts import PRIVATE
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.games.substitutes import name_key
from tournament.models import Entry, Player, Role, ShownAs, Tournament, Visitor
from tournament.models.links import LINK_COLUMNS
from tournament.people.actions.edit_entry import PlaysElsewhere
from tournament.people.actions.player_facts import change_player, change_shown_name, filled_in
from tournament.people.actions.same_person import carry_over
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.person import removable_by


class BothPlayHere(NotDone):
    """One person would have two entries in a tournament."""

    message = _(
        "Both players are entered in the same tournament, so nothing was changed. If they are one person,"
        " first remove one of the two entries."
    )


def merge_players(*, player_id: int, into_id: int, by: Visitor) -> None:
    """Give all entries of the player `player_id` to the player `into_id`, and fill in the latter's empty details.

    An entry gets a new private link if the old link would show other contacts than before. The merged person keeps the
    home (`Player.home`) of the second player, with one exception: if `by` may remove the second player but not the
    first, and the homes have different owners, the merged person gets the home of the first player. So nobody takes a
    person from another organizer.

    The caller checks that `by` may know of both players. Raises:

    * `PlaysElsewhere` if the first player plays in a tournament that `by` does not organize; if the second player plays
      in such a tournament, and the merge would hide more of the name there; or if the homes have different owners, and
      `by` may remove neither player.
    * `BothPlayHere` if both are entered in one tournament.
    * `NobodyLeft` if one of the two no longer exists.
    """
    tournaments = Tournament.objects.filter(entries__player__in=[player_id, into_id]).values_list("pk", flat=True)
    organized = set(Tournament.objects.organized_by(by).values_list("pk", flat=True))
    with locked_tournaments(*tournaments) as locked:
        entries = list(Entry.objects.filter(player=player_id))
        tournaments_of_target = set(Entry.objects.filter(player=into_id).values_list("tournament_id", flat=True))
        merged, target = (Player.objects.filter(pk=pk, removed_at=None).first() for pk in (player_id, into_id))
        tournaments_of_merged = {entry.tournament_id for entry in entries}
        if (
            merged is None
            or target is None
            or merged == target
            or not tournaments_of_merged | tournaments_of_target <= locked.keys()
        ):
            raise NobodyLeft
        if not tournaments_of_merged <= organized:
            raise PlaysElsewhere
        if tournaments_of_merged & tournaments_of_target:
            raise BothPlayHere

        target.home = _home_of_both(merged, target, by)
        target.save(update_fields=["home"])
        shown_as = max(target.shown_as, merged.shown_as, key=ShownAs.values.index)
        if tournaments_of_target <= organized:
            facts = filled_in(target, facts_of(merged))
            change_player(target, facts, [locked[pk] for pk in sorted(tournaments_of_target)], by=by)
            change_shown_name(target, shown_as, locked, by=by)
        elif shown_as != target.shown_as:
            raise PlaysElsewhere
        # The person who filled in an entry form has its private link, which must not show another person's contacts.
        is_their_own = all(getattr(target, name) == getattr(merged, name) for name in PRIVATE)
        for entry in entries:
            entry.player = target
            entry.came_by_merge = True
            if not is_their_own:
                entry.renew_link()
            entry.save(update_fields=["player", "came_by_merge", *LINK_COLUMNS])
            log(locked[entry.tournament_id], "players.merged", by=by, number=entry.number, before=merged.name)
            if target.shown_as != ShownAs.NAME or name_key(merged.name) != name_key(target.name):
                hide_substitutes(locked[entry.tournament_id], [merged.name])
        for club in merged.clubs.all():
            club.people.add(target)
        carry_over(merged, target)
        merged.delete()


def _home_of_both(merged: Player, target: Player, by: Visitor) -> Tournament | None:
    decides = set(removable_by(by).filter(pk__in=[merged.pk, target.pk]).values_list("pk", flat=True))
    if merged.pk in decides or _owners(merged.home) == _owners(target.home):
        return target.home
    if target.pk in decides:
        return merged.home
    raise PlaysElsewhere


def _owners(home: Tournament | None) -> set[int]:
    return set() if home is None else set(home.memberships.filter(role=Role.OWNER).values_list("user", flat=True))
