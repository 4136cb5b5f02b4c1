"""The rows of a document that was read (`forms.envelope`), each part by the module of the same name: many rows at once,
and inside the transaction of `import_tournament`."""

from scoring.presets import RULESETS
from scoring.rules import ruleset_from_json
from tournament.archive.actions.envelope.about import (
    make_planned_starts,
    make_tables,
    make_terms,
    make_tournament,
    make_visibilities,
)
from tournament.archive.actions.envelope.decisions import make_decisions
from tournament.archive.actions.envelope.hanchans import (
    make_papers_and_sheets,
    make_seats_and_hands,
    make_substitutions,
)
from tournament.archive.actions.envelope.log import make_early_log, make_rest_of_log
from tournament.archive.actions.envelope.made import Made
from tournament.archive.actions.envelope.people import make_people
from tournament.archive.actions.envelope.rounds import make_rounds
from tournament.archive.actions.envelope.seating import make_plans
from tournament.archive.forms.envelope import Document
from tournament.models import Tournament


def write_tournament(document: Document) -> Tournament:
    """The tournament of a document with all that belongs to it, but no team."""
    rules = ruleset_from_json(document["ruleset"], RULESETS)
    made = Made(document=document, rules=rules, tournament=make_tournament(document, rules))
    make_people(made)
    make_terms(made)
    make_visibilities(made)
    make_planned_starts(made)
    make_tables(made)
    # A hanchan needs the entry that cancelled it, and that entry the hanchan.
    early = make_early_log(made)
    make_rounds(made)
    make_rest_of_log(made, early)
    make_plans(made)
    make_seats_and_hands(made)
    make_papers_and_sheets(made)
    make_decisions(made)
    make_substitutions(made)
    return made.tournament
