"""Merge two players who are one person."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from django.db.models import Case, When
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.journal import log
from tournament.core.actions.locking import lock_players, locked_tournaments
from tournament.core.errors import NobodyLeft, NotDone
from tournament.core.queries.belonging import club_may_have
from tournament.core.queries.contacts import PRIVATE
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.games.substitutes import name_key
from tournament.models import Club, Entry, Player, PlayerFacts, Role, ShownAs, Tournament, Visitor
from tournament.models.clubs.club import club_nights
from tournament.models.links import LINK_COLUMNS
from tournament.people.actions.edit_entry import PlaysElsewhere, not_organized
from tournament.people.actions.player_facts import change_player, change_shown_name, filled_in
from tournament.people.actions.same_person import carry_over
from tournament.people.queries.known_players import facts_of
from tournament.people.queries.person import entries_of, is_decided_by_other_club, removable_by, tournaments_of
from tournament.people.queries.refusals import answered, has_own_consent


class BothPlayHere(NotDone):
    """One person would have two entries in a tournament."""

    message = _(
        "Both players are entered in the same tournament, so nothing was changed. If they are one person,"
        " first remove one of the two entries."
    )


class OfTwoClubs(NotDone):
    """The players belong to different clubs (`Player.home_club`), and the merge would take one from its club."""

    message = _(
        "Nothing was changed, because these two players belong to different clubs. If they are one person, first"
        " remove one of them from the list of their club. A player who is not on that list must be added to it"
        " before."
    )


def merge_players(*, player_id: int, into_id: int, by: Visitor) -> None:
    """Give all entries of the player `player_id` to the player `into_id`, and fill in the empty details of `into_id`.
    The details are filled in only if `by` organizes all tournaments of `into_id`.

    The merged person keeps the home (`Player.home`) and the contacts (`PRIVATE`) of one player. Empty contacts are
    filled in from the other player. If `by` may remove only one of the players, the other player's home is kept, so
    that nobody takes a person from another organizer. If `by` may remove both players, or if their homes have the same
    owners, the home of the player whom an organizer entered is kept. If an organizer entered both or neither, the home
    of the earlier player is kept. Anybody can enter under a known name by the public form, and must not get the known
    person's contacts, or the right to decide about the person.

    If one of the players belongs to a club (`Player.home_club`), the merged person does too. The home of the other
    player is kept only if it is a night of this club. A player without a home gets a home or a club only if `by` may
    remove the player, or organizes the club and the club may have the player (`club_may_have`).

    An entry of either player gets a new private link if the old link would show other contacts than before. A refusal
    of a public name is kept (`_keep_refusal`). The caller checks that `by` may know of both players. Raises:

    * `PlaysElsewhere` if `player_id` plays in a tournament that `by` does not organize, `OfOtherClub` if `player_id`
      belongs to somebody else's club (`decided_by_other_clubs`).
    * The same for `into_id`, if the merge would hide more of the person's name.
    * `PlaysElsewhere` if the homes have different owners, and `by` may remove neither player.
    * `PlaysElsewhere` or `OfOtherClub` if one player would get the other's club, and `by` may not decide that.
    * `OfTwoClubs` if the players belong to different clubs and `by` may change both.
    * `BothPlayHere` if both players are entered in the same tournament.
    * `NobodyLeft` if one of the players no longer exists, or was entered in another tournament meanwhile.
    """
    tournaments = {pk for player in (player_id, into_id) for pk in _tournaments_of(player)}
    organized = set(Tournament.objects.organized_by(by).values_list("pk", flat=True))
    with locked_tournaments(*tournaments) as locked:
        lock_players([player_id, into_id])
        merged, target = (Player.objects.filter(pk=pk, removed_at=None).first() for pk in (player_id, into_id))
        tournaments_of_merged, tournaments_of_target = _tournaments_of(player_id), _tournaments_of(into_id)
        everywhere = tournaments_of_merged | tournaments_of_target
        if merged is None or target is None or merged == target or not everywhere <= locked.keys():
            raise NobodyLeft
        if not tournaments_of_merged <= organized or is_decided_by_other_club(player_id, by):
            raise not_organized(player_id, by)
        if tournaments_of_merged & tournaments_of_target:
            raise BothPlayHere

        entries, addresses = list(entries_of(merged)), _addresses(merged, target)
        is_organized = tournaments_of_target <= organized and not is_decided_by_other_club(into_id, by)
        keeps = _who_keeps_home(merged, target, by, may_change_target=is_organized)
        _keep_home(keeps, merged, target)
        shown_as = max(target.shown_as, merged.shown_as, key=ShownAs.values.index)
        if is_organized:
            _merge_details(merged, target, keeps, [locked[pk] for pk in sorted(tournaments_of_target)], by)
            change_shown_name(target, shown_as, locked, by=by)
        elif shown_as != target.shown_as:
            raise not_organized(into_id, by)
        if not _same_contacts(target, facts_of(merged)):
            _renew_links(entries)
        _keep_refusal(merged, target, locked, organized, by)
        _give_entries(entries, merged, target, locked, by)
        _keep_marks(addresses, target)
        target.clubs.add(*merged.clubs.all())
        carry_over(merged, target)
        merged.delete()


def _keep_home(keeps: Player, merged: Player, target: Player) -> None:
    target.home, target.home_since = keeps.home, keeps.home_since
    target.home_club_id = target.home_club_id or merged.home_club_id
    target.save(update_fields=["home", "home_since", "home_club"])


def _give_entries(
    entries: Iterable[Entry], merged: Player, target: Player, locked: Mapping[int, Tournament], by: Visitor
) -> None:
    for entry in entries:
        entry.player = target
        entry.came_by_merge = True
        entry.save(update_fields=["player", "came_by_merge"])
        log(locked[entry.tournament_id], "players.merged", by=by, number=entry.number, before=merged.name)
        if target.shown_as != ShownAs.NAME or name_key(merged.name) != name_key(target.name):
            hide_substitutes(locked[entry.tournament_id], [merged.name])
    _give_hidden_entries(merged, target)


def _addresses(*players: Player) -> list[tuple[int, str, bool]]:
    """Return the id of each entry of these players, with the mail address, and with `Entry.is_mail_from_elsewhere`."""
    rows = Entry.objects.filter(player__in=players)
    return list(rows.values_list("pk", "player__mail", "is_mail_from_elsewhere"))


def _keep_marks(before: Collection[tuple[int, str, bool]], target: Player) -> None:
    """Keep the marks of an address that somebody else changed (`Entry.is_mail_from_elsewhere`), after the entries of
    `before` became entries of `target`. An entry that had this address keeps its mark. An entry that had another one is
    marked, and one that had none if the address waits for a decision elsewhere: whoever merges two players has compared
    names, not addresses."""
    is_waiting = any(is_marked for _pk, mail, is_marked in before if mail == target.mail)
    marks = {pk: is_marked if mail == target.mail else bool(mail) or is_waiting for pk, mail, is_marked in before}
    marked = [pk for pk, is_marked in marks.items() if is_marked]
    Entry.objects.filter(player=target).update(
        is_mail_from_elsewhere=Case(When(pk__in=marked, then=True), default=False)
    )


def _give_hidden_entries(merged: Player, target: Player) -> None:
    """Give the entries of `merged` in tournaments that are being deleted to `target`, without a log entry there. An
    entry beside one of `target` gets a player of its own, who is deleted with the tournament."""
    hidden = Entry.objects.filter(player=merged, tournament__deleted_at__isnull=False)
    beside = hidden.filter(tournament__in=Entry.objects.filter(player=target).values("tournament"))
    if beside.exists():
        beside.update(player=Player.objects.create(name=merged.name, shown_as=merged.shown_as))
    hidden.update(player=target, came_by_merge=True)


def _tournaments_of(player_id: int) -> set[int]:
    return set(tournaments_of(player_id).values_list("pk", flat=True))


def _who_keeps_home(merged: Player, target: Player, by: Visitor, *, may_change_target: bool) -> Player:
    """Return the player whose home and contacts the merged person keeps. Raises `PlaysElsewhere` or `OfOtherClub` if
    `by` may not decide this, and `OfTwoClubs`."""
    decides = set(removable_by(by).filter(pk__in=[merged.pk, target.pk]).values_list("pk", flat=True))
    if merged.home_club_id is not None and target.home_club_id not in (None, merged.home_club_id):
        raise OfTwoClubs if may_change_target else PlaysElsewhere
    for regular, other in ((target, merged), (merged, target)):
        if regular.home_club_id is not None and not _is_at_home_in_club(other, regular.home_club_id):
            # Otherwise anybody could merge a person without a home with a regular of their own club, and so get the
            # person.
            if other.pk not in decides and not _may_be_had(other, regular.home_club_id, by):
                raise not_organized(other.pk, by)
            return regular
    is_free = {merged.pk, target.pk} <= decides or _owners(merged.home) == _owners(target.home)
    if is_free and may_change_target and merged.home is not None and target.home is not None:
        return min(merged, target, key=lambda player: (_entered_by_form(player), player.pk))
    if merged.pk in decides or is_free:
        return target
    if target.pk in decides:
        return merged
    raise PlaysElsewhere


def _is_at_home_in_club(player: Player, club: int) -> bool:
    """Whether the player's home is a night of this club."""
    return player.home_id is not None and club_nights().filter(pk=player.home_id, club=club).exists()


def _may_be_had(player: Player, club: int, by: Visitor) -> bool:
    """Whether `by` organizes this club, and the club may have the player, who has no home."""
    is_organized = Club.objects.organized_by(by).filter(pk=club).exists()
    return is_organized and Player.objects.filter(club_may_have(club), pk=player.pk).exists()


def _merge_details(
    merged: Player, target: Player, keeps: Player, tournaments: Iterable[Tournament], by: Visitor
) -> None:
    """Fill in the empty details of `target` from `merged`, and log this in `tournaments`. The contacts of the player
    `keeps` come first."""
    before, facts = facts_of(target), filled_in(target, facts_of(merged))
    if keeps == merged:
        facts = replace(facts, **{name: getattr(merged, name) or getattr(target, name) for name in PRIVATE})
    change_player(target, facts, tournaments, by=by)
    if not _same_contacts(target, before):
        entries = list(entries_of(target))
        _renew_links(entries)
        for tournament in tournaments:  # so that a laptop that has one of them does not restore an old link
            number = next(entry.number for entry in entries if entry.tournament_id == tournament.pk)
            log(tournament, "player.link_renewed", by=by, protects=True, number=number)


def _keep_refusal(
    merged: Player, target: Player, locked: Mapping[int, Tournament], organized: Collection[int], by: Visitor
) -> None:
    """Keep a refusal of a public name when two players are merged. After an entry of one player that refused, the other
    player's entries made by organizers lose their consent, up to an entry to which the person consented. An entry that
    nobody asked about is no refusal (`answered`)."""
    target.refused_at = max(filter(None, (merged.refused_at, target.refused_at)), default=None)
    target.save(update_fields=["refused_at"])
    is_refused, latest = False, dict[int, bool]()
    entries = Entry.objects.filter(player__in=[merged, target]).select_related("player")
    for entry in answered(entries).order_by("pk"):
        # A player's refusal is copied to the player's later entries, so a consent in a later entry is the person's own.
        was_refused_here = not latest.get(entry.player_id, True)
        latest[entry.player_id] = entry.may_publish
        if not entry.may_publish:
            is_refused = True
        elif is_refused and (was_refused_here or entry.language or has_own_consent(entry)):
            is_refused = False
        elif is_refused and entry.tournament_id in organized:
            # Without a time, it would count as one that nobody asked about.
            entry.may_publish, entry.answered_at = False, entry.answered_at or timezone.now()
            entry.save(update_fields=["may_publish", "answered_at"])
            tournament = locked[entry.tournament_id]
            was, now = {"may_publish": True}, {"may_publish": False}
            log(tournament, "entry.edited", by=by, protects=True, number=entry.number, before=was, after=now)
            hide_substitutes(tournament, [entry.player.name])


def _entered_by_form(player: Player) -> bool:
    """Whether the player was first entered by the public form, so that anybody may have chosen the name."""
    return player.entries.by_form().filter(tournament=player.home).exists()


def _same_contacts(player: Player, facts: PlayerFacts) -> bool:
    return all(getattr(player, name) == getattr(facts, name) for name in PRIVATE)


def _renew_links(entries: Iterable[Entry]) -> None:
    """Renew the private links of these entries. A person who filled in the entry form has the old link, which must not
    show another person's contacts."""
    for entry in entries:
        entry.renew_link()
        entry.save(update_fields=LINK_COLUMNS)


def _owners(home: Tournament | None) -> set[int]:
    return set() if home is None else set(home.memberships.filter(role=Role.OWNER).values_list("user", flat=True))
