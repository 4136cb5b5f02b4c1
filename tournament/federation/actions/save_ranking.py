"""Create and change rankings. This is not logged, because a ranking belongs to no tournament."""

from collections.abc import Mapping
from decimal import Decimal

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from tournament.core.actions.slugs import SameMoment, free_slug, slug_of
from tournament.core.errors import NotDone
from tournament.core.merge import merge_columns, merged_rows
from tournament.models import Ranking, RankingEvent


class RankingExists(NotDone):
    """A ranking with this name exists already; usually because the form was sent twice."""

    message = _("There is already a ranking with this name.")


def save_ranking(
    *,
    ranking: Ranking,
    weights: Mapping[int, Decimal],
    base: tuple[Ranking, Mapping[int, Decimal]] | None = None,
) -> None:
    """Save a new or changed ranking with the weights of its events, by tournament id. `base` are the ranking and the
    weights with which the form was filled in (see `core.merge`). Raises `RankingExists` and `SameMoment`.

    A new ranking's slug is made from the ranking's name, and never changes.
    """
    with transaction.atomic():
        stored = {row.pk: row for row in Ranking.objects.select_for_update(no_key=True)}.get(ranking.pk)
        if stored is not None and base is not None:
            merge_columns(ranking, base[0], stored, ("name", "method", "best"))
            weights = merged_rows(weights, base[1], dict(stored.events.values_list("tournament", "weight")))
        if Ranking.objects.filter(name__iexact=ranking.name).exclude(pk=ranking.pk).exists():
            raise RankingExists
        if not ranking.slug:
            ranking.slug = free_slug(slug_of(ranking.name, otherwise="ranking"), Ranking.objects.all(), is_public=True)
        try:
            ranking.save()
        except IntegrityError:
            if stored is not None:
                raise
            raise SameMoment from None
        ranking.events.all().delete()
        RankingEvent.objects.bulk_create(
            RankingEvent(ranking=ranking, tournament_id=tournament, weight=weight)
            for tournament, weight in weights.items()
        )
