"""What is said of a person and of their place in a tournament, before it is kept or beside what is."""

from dataclasses import dataclass

from tournament.models.player import EntryStatus


@dataclass(frozen=True, kw_only=True)
class PlayerFacts:
    """What is known of a person wherever they play; the fields of `Player`."""

    name: str
    country: str = ""
    country_letters: str = ""
    club: str = ""
    ema_number: str = ""
    mail: str = ""
    phone: str = ""


@dataclass(frozen=True, kw_only=True)
class EntryFacts:
    """What is known of their place in one tournament; the fields of `Entry`."""

    status: str = EntryStatus.ACCEPTED
    team: str = ""
    note: str = ""
    paid: bool = False
    reserved_table: int | None = None
    may_publish: bool = True
