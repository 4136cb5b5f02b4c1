"""Words for the seating by rank: the named patterns, and the errors of a typed pattern."""

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from tournament.seating.by_seed import BadPattern, Fault, NamedPattern, named_pattern, write_pattern

NAMES: dict[NamedPattern, str | Promise] = {
    NamedPattern.PLACES: gettext_lazy("First to fourth together, then fifth to eighth"),
    NamedPattern.SNAKE: gettext_lazy("Snake: 1-8-9-16, 2-7-10-15"),
    NamedPattern.QUARTERS: gettext_lazy("One of each quarter: 1-5-9-13, 2-6-10-14"),
    NamedPattern.ENDS: gettext_lazy("Pairs from both ends: 1-2-7-8, 3-4-5-6 (Toronto, first round of the final)"),
    NamedPattern.CROSSED: gettext_lazy("Crossed: 1-3-6-8, 2-4-5-7 (Toronto, second round of the final; eight players)"),
}

FAULTS: dict[Fault, str | Promise] = {
    Fault.EMPTY: gettext_lazy("Enter the seeds of each table, such as [1,2,7,8] [3,4,5,6]."),
    Fault.TEXT: gettext_lazy("“%(text)s” cannot be read. Write tables such as [1,2,7,8] [3,4,5,6]."),
    Fault.NOT_FOUR: gettext_lazy("Table %(table)s has %(count)s seeds, but four play at a table."),
    Fault.TWICE: gettext_lazy("Seed %(seed)s has two seats, and seed %(missing)s has none."),
    Fault.NO_SEED: gettext_lazy("There is no seed %(seed)s: these tables have seats for seeds 1 to %(last)s."),
    Fault.SIZE: gettext_lazy("These tables seat %(seats)s players, but %(players)s play."),
}


def pattern_problem(bad: BadPattern) -> str:
    """Return the error of a typed pattern, with the number of the line if the text has several lines."""
    problem = str(FAULTS[bad.fault]) % bad.values
    if "line" not in bad.values:
        return problem
    return _("Line %(line)s: %(problem)s") % {"line": bad.values["line"], "problem": problem}


def pattern_choices(tables: int) -> list[tuple[str, str]]:
    """Return the named patterns for this number of tables, as choices of a form field."""
    return [(name.value, str(NAMES[name])) for name in NamedPattern if named_pattern(name, tables)]


def examples() -> list[tuple[str, str]]:
    """Return examples of what can be typed as a pattern: each named pattern with its text for two tables."""
    patterns = [(name, named_pattern(name, 2)) for name in NamedPattern]
    return [(str(NAMES[name]), write_pattern(pattern)) for name, pattern in patterns if pattern]
