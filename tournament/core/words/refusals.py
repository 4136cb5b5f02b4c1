"""The sentences with which the rules refuse an input (`scoring.refusal`), in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from scoring.refusal import PROBLEMS, SENTENCES, Problem, Refused
from scoring.tiles.hand import Flag
from tournament.core.words.scores import points
from tournament.core.words.tiles import MELDS, flag_name

PARTS = {"A hand": gettext_lazy("A hand"), "A win": gettext_lazy("A win"), "A meld": gettext_lazy("A meld")}

WAYS_TO_WIN = {"ron": gettext_lazy("ron"), "self-draw": gettext_lazy("self-draw")}


def refusal_words(refused: Refused) -> str:
    """Return the sentence of a refusal, for the person who made the input, with the number of the rule: "A win by ron
    cannot have 1 han and 25 fu. (R14.1)"."""
    details = {key: points(value) if isinstance(value, int) else value for key, value in refused.details.items()}
    if "win" in details:
        details["win"] = WAYS_TO_WIN.get(details["win"], details["win"])
    for name in ("flag", "other"):
        if name in details:
            details[name] = flag_name(Flag(details[name]))
    if "meld" in details:
        details["meld"] = str(MELDS.get(details["meld"], details["meld"])).lower()
    if "where" in details:
        details["where"] = str(PARTS.get(details["where"], details["where"]))
    if isinstance(problem := details.get("problem"), Problem):
        details["problem"] = _(PROBLEMS[problem.code]).format(**problem.values)
    sentence = _(SENTENCES[refused.code][0]).format(**details)
    return _("%(sentence)s (%(rule)s)") % {"sentence": sentence, "rule": refused.rule}
