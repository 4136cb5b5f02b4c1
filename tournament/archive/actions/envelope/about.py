"""The tournament itself, its tables, from when on rounds are shown, and how people may enter by themselves."""

from scoring.rules import Ruleset, ruleset_to_json
from tournament.archive.actions.envelope.made import Json, Made, day
from tournament.archive.forms.document import moment
from tournament.archive.forms.envelope import Document
from tournament.core.actions.slugs import free_slug, slug_of
from tournament.core.rules import changed_fields
from tournament.models import EntryTerms, PlannedStart, RoundVisibility, Table, Tournament


def make_tournament(document: Document, rules: Ruleset) -> Tournament:
    about = document["tournament"]
    data = ruleset_to_json(rules)
    wanted = slug_of(about["name"], otherwise="tournament")
    return Tournament.objects.create(
        name=about["name"],
        slug=free_slug(wanted, lambda slug: Tournament.objects.filter(slug=slug).exists()),
        place=about["place"],
        starts_on=day(about["starts_on"]),
        is_public=about["is_public"],
        is_club_night=about.get("is_club_night", False),
        languages=about.get("languages", []),
        ruleset_key=rules.key,
        rule_changes={field: data[field] for field in changed_fields(rules)},
        rules=data if about["rules_frozen"] else None,
        version=len(document["log"]),
        archived_at=moment(about["archived_at"] or ""),
        **{name: about[name] for name in ("kept_apart", "sit_out", "sit_out_points")},
        **_shown(about["shown"]),
    )


def make_visibilities(made: Made) -> None:
    RoundVisibility.objects.bulk_create(
        RoundVisibility(tournament=made.tournament, number=said["round"], **_shown(said))
        for said in made.document["visibilities"]
    )


def make_planned_starts(made: Made) -> None:
    PlannedStart.objects.bulk_create(
        PlannedStart(tournament=made.tournament, number=said["round"], starts_at=at)
        for said in made.document.get("planned_starts", [])
        if (at := moment(said["starts_at"]))
    )


def make_tables(made: Made) -> None:
    tables = Table.objects.bulk_create(
        Table(tournament=made.tournament, number=number) for number in made.document["tables"]
    )
    made.tables = {table.number: table for table in tables}


def make_terms(made: Made) -> None:
    terms = made.document["terms"]
    if terms is not None:
        days = {name: day(terms[name]) for name in ("opens_on", "closes_on")}
        EntryTerms.objects.create(tournament=made.tournament, **(terms | days))


def _shown(said: Json) -> dict[str, str]:
    return {
        "shown_to_players": said["players"],
        "shown_in_hall": said["hall"],
        "shown_to_everyone": said["everyone"],
    }
