"""Who is entered."""

from tournament.archive.queries.envelope.values import Json, moment
from tournament.models import Entry, Player


def whole_entry(entry: Entry) -> Json:
    """Without mail, phone and the team's note."""
    player = entry.player
    return {
        "number": entry.number,
        "name": kept_name(player),
        "country": player.country,
        "country_letters": player.country_letters,
        "club": player.club,
        "ema_number": player.ema_number,
        "status": entry.status,
        "team": entry.team,
        "paid": entry.paid,
        "reserved_table": entry.reserved_table,
        "may_publish": entry.may_publish,
        "checked_in_at": moment(entry.checked_in_at) if entry.checked_in_at else None,
        "arrived_by_link": entry.arrived_by_link,
        "removed_at": moment(player.removed_at) if player.removed_at else None,
        "shown_as": player.shown_as,
    }


def public_entry(entry: Entry) -> Json:
    """Of who did not consent to their name, nothing but the number; of who asked for initials, these."""
    told = entry.is_named
    return {
        "number": entry.number,
        "name": entry.public_name,
        "country": entry.player.country_shown if told else "",
        "club": entry.player.club if told else "",
        "team": entry.team if told else "",
    }


def kept_name(player: Player) -> str:
    """As it is kept: empty for somebody who was removed, whatever the reader's language calls them."""
    return "" if player.removed_at else player.name
