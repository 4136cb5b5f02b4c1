"""Withdraw a substitute's consent to a public name."""

from collections.abc import Iterable

from tournament.games.substitutes import name_key
from tournament.models import Substitution, Tournament


def hide_substitutes(tournament: Tournament, names: Iterable[str]) -> None:
    """Withdraw for good, in a locked tournament, the consent to a public name of all substitutes with these names.

    For actions after which the entry with such a name refuses a public name, has another name, or is gone: the entry's
    refusal must still apply to the substitute.
    """
    keys = {name_key(name) for name in names}
    ticked = Substitution.objects.filter(hanchan__round__tournament=tournament, may_publish=True)
    hidden = [row for row in ticked.only("name", "may_publish") if name_key(row.name) in keys]
    for row in hidden:
        row.may_publish = False
    Substitution.objects.bulk_update(hidden, ["may_publish"], batch_size=200)
