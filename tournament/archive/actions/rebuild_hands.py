"""Rebuild the derived columns of hands from their outcomes."""

from tournament.archive.queries.game_differences import derived_columns, replayed_until_refused, stored_values
from tournament.core.actions.journal import log
from tournament.core.actions.locking import locked_hanchan
from tournament.games.queries.game import load_game
from tournament.models import STRANGER, Actor, ActorKind, Hand


def rebuild_hands(*, hanchan_id: int) -> int:
    """Replay a hanchan, correct the derived columns of its current hands, and return how many rows were wrong.

    The outcomes, the dealer and the round wind that the screen showed are facts and are not changed: if they disagree
    with the replay, a person must look. The first impossible hand, and all hands after it, are not changed either.
    """
    with locked_hanchan(hanchan_id, even_archived=True) as hanchan:
        game = load_game(hanchan)
        played, _refused = replayed_until_refused(game)
        wrong = {
            hand.pk: derived_columns(replayed)
            for hand, replayed in zip(game.hands, played, strict=False)
            if stored_values(hand, derived_columns(replayed)) != derived_columns(replayed)
        }
        for pk, columns in wrong.items():
            Hand.objects.filter(pk=pk).update(**columns)
        if wrong:
            log(
                hanchan.tournament,
                "hands.rebuilt",
                by=STRANGER,
                actor=Actor(kind=ActorKind.COMMAND, name="manage.py verify"),
                hanchan=hanchan,
                hands=len(wrong),
            )
        return len(wrong)
