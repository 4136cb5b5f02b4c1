"""Withdraw a substitute's consent to a public name."""

from collections.abc import Iterable

from tournament.games.substitutes import name_key
from tournament.models import Substitution, Tournament


def hide_substitutes(tournament: Tournament, names: Iterable[str]) -> None:
    """Withdraw for good the consent to a public name of every substitute who has one of these names. The tournament is
    locked.

    Actions call this when an entry with such a name refuses a public name, is renamed or is removed. Otherwise the
    substitute's consent would publish a name that another person wants hidden.
    """
    keys = {name_key(name) for name in names}
    ticked = Substitution.objects.filter(hanchan__round__tournament=tournament, may_publish=True)
    hidden = [row for row in ticked.only("name", "may_publish") if name_key(row.name) in keys]
    for row in hidden:
        row.may_publish = False
    Substitution.objects.bulk_update(hidden, ["may_publish"], batch_size=200)
