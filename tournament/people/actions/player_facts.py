"""Change a person's details, in every tournament that shows them."""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields, replace
from datetime import timedelta
from typing import Any

from tournament.core.actions.journal import log
from tournament.core.actions.merge import merged
from tournament.core.rates import Rate
from tournament.games.actions.substitute_names import hide_substitutes
from tournament.games.substitutes import name_key
from tournament.models import Actor, Entry, EntryFacts, Player, PlayerFacts, ShownAs, Tournament, Visitor

UNLOGGED = {
    "last_name", "country", "country_letters", "club", "ema_number", "ara_number", "riichi_canada_number", "legal_name",
    "team", "mail", "phone", "note",
}  # fmt: skip
"""Fields whose changes are logged without the values, so that the log has no personal data that would have to be
erased."""


CHANGES_ELSEWHERE = Rate("changes of a person of others' events", 20, timedelta(days=1))
"""Limit for the changes of one person, by one account or by the person's links, that the logs of other organizers'
events record too. Those organizers cannot prevent the changes, and a full log takes no hands any more."""


def change_player(
    player: Player, facts: PlayerFacts, tournaments: Iterable[Tournament], *, by: Visitor, actor: Actor | None = None
) -> None:
    """Save a person's details, and log the changes in these tournaments, which the caller has locked."""
    changed = differing(player, facts)
    if not changed:
        return
    before = loggable(player, changed)
    for name in changed:
        setattr(player, name, getattr(facts, name))
    player.save(update_fields=changed)
    others = [name for name in changed if name != "name"]
    numbers = dict(player.entries.values_list("tournament_id", "number"))
    for tournament in tournaments:
        number = numbers[tournament.pk]
        if "name" in changed:
            log(tournament, "player.renamed", by=by, actor=actor, number=number, before=before["name"])
            if name_key(before["name"]) != name_key(player.name):
                hide_substitutes(tournament, [before["name"]])
        if others:
            was = {name: before[name] for name in others}
            log(
                tournament,
                "player.edited",
                by=by,
                actor=actor,
                number=number,
                before=was,
                after=loggable(player, others),
            )


def change_shown_name(player: Player, shown_as: str, tournaments: Mapping[int, Tournament], *, by: Visitor) -> None:
    """Change how much of a person's name is shown, and log the change in the person's tournaments, which the caller has
    locked.

    Nothing is logged if the setting does not change.
    """
    if player.shown_as == shown_as:
        return
    before, player.shown_as = player.shown_as, shown_as
    player.save(update_fields=["shown_as"])
    for entry in player.entries.filter(tournament__in=tournaments):
        log(
            tournaments[entry.tournament_id],
            "player.edited",
            by=by,
            number=entry.number,
            before={"shown_as": before},
            after={"shown_as": shown_as},
        )
        if shown_as != ShownAs.NAME:
            hide_substitutes(tournaments[entry.tournament_id], [player.name])


def filled_in(player: Player, facts: PlayerFacts) -> PlayerFacts:
    """Return the player's details. Empty details are filled in from `facts`; the country's code and name are filled in
    together."""
    is_without = not player.country
    return PlayerFacts(
        name=player.name,
        last_name=player.last_name or (facts.last_name if facts.name == player.name else ""),
        country=facts.country if is_without else player.country,
        country_letters=facts.country_letters if is_without else player.country_letters,
        club=player.club or facts.club,
        ema_number=player.ema_number or facts.ema_number,
        ara_number=player.ara_number or facts.ara_number,
        riichi_canada_number=player.riichi_canada_number or facts.riichi_canada_number,
        legal_name=player.legal_name or facts.legal_name,
        mail=player.mail or facts.mail,
        phone=player.phone or facts.phone,
    )


def merged_person(new: PlayerFacts, base: PlayerFacts, player: Player) -> PlayerFacts:
    """Return the person's details to store, merged with those that are stored now (`core.actions.merge`). Country code
    and country name go together."""
    facts = replace(new, **_merged(new, base, player))
    return facts if new.country == base.country else replace(facts, country_letters=new.country_letters)


def merged_entry(new: EntryFacts, base: EntryFacts, entry: Entry) -> EntryFacts:
    """Return the entry's details to store, merged with those that are stored now (`core.actions.merge`)."""
    return replace(new, **_merged(new, base, entry))


def _merged(new: PlayerFacts | EntryFacts, base: PlayerFacts | EntryFacts, row: Player | Entry) -> dict[str, Any]:
    return merged(asdict(new), asdict(base), {field.name: getattr(row, field.name) for field in fields(new)})


def differing(row: Player | Entry, facts: PlayerFacts | EntryFacts) -> list[str]:
    """Return the names of the fields whose values in the row and in the facts differ."""
    return [field.name for field in fields(facts) if getattr(row, field.name) != getattr(facts, field.name)]


def loggable(row: Player | Entry, changed: Iterable[str]) -> dict[str, Any]:
    """Return the values of these fields of the row, for the log. Fields in `UNLOGGED` get an empty value."""
    return {name: "" if name in UNLOGGED else getattr(row, name) for name in changed}
