"""The numbers by which a tournament knows its players."""

from django.db.models import Max

from tournament.models import Tournament


def next_number(tournament: Tournament) -> int:
    """Behind every number ever given here: log and plan speak of players by number, of those who were removed too."""
    given: int = tournament.entries.aggregate(Max("number"))["number__max"] or 0
    removed = tournament.log.filter(kind="player.removed").values_list("data__number", flat=True)
    # A safety copy that was imported may say anything in its log.
    return max([given, *(number for number in removed if isinstance(number, int))]) + 1
