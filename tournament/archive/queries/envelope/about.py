"""The tournament itself: what it is, from when on it is shown, and how people may enter by themselves."""

from tournament.archive.queries.envelope.values import Json, moment
from tournament.archive.queries.envelope.whole import WholeTournament
from tournament.models import PlannedStart, ShownTo


def about_tournament(whole: WholeTournament) -> Json:
    tournament = whole.tournament
    return {
        "name": tournament.name,
        "place": tournament.place,
        "starts_on": tournament.starts_on.isoformat() if tournament.starts_on else None,
        "is_public": tournament.is_public,
        "rules_frozen": tournament.rules is not None,
        "archived_at": moment(tournament.archived_at) if tournament.archived_at else None,
        "kept_apart": tournament.kept_apart,
        "is_club_night": tournament.is_club_night,
        "languages": tournament.languages,
        "sit_out": tournament.sit_out,
        "sit_out_points": tournament.sit_out_points,
    }


def shown(said: ShownTo) -> Json:
    return {"players": said.shown_to_players, "hall": said.shown_in_hall, "everyone": said.shown_to_everyone}


def planned_start(said: PlannedStart) -> Json:
    return {"round": said.number, "starts_at": moment(said.starts_at)}


def terms(whole: WholeTournament) -> Json | None:
    """How people may enter by themselves; None where nobody said."""
    said = whole.terms
    if said is None:
        return None
    return {
        "is_on": said.is_on,
        "opens_on": said.opens_on.isoformat() if said.opens_on else None,
        "closes_on": said.closes_on.isoformat() if said.closes_on else None,
        "limit": said.limit,
        "is_moderated": said.is_moderated,
    }
