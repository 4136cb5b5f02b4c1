"""The query string of the hall screen: `?scene=seating&page=2&of=seating&hold=1&lang=fr`; every parameter is
optional."""

from dataclasses import dataclass, replace

from django.http import QueryDict

from tournament.core.languages import LANGUAGE_PARAMETER, NAMES
from tournament.core.text import whole_number
from tournament.screens.queries.hall import CHOICES, Scene

MOST_PAGES = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class HallQuery:
    """The parsed query string.

    * `scene`: the kind of content that the screen shows; None if the screen chooses it.
    * `page`: the number of a page of the scene `of`; if `of` is None, of any scene. After the last page, page numbers
      count on from the first page again.
    * `hold`: pages do not turn automatically.
    * `language`: the code in `?lang=`, or "".
    """

    scene: Scene | None = None
    page: int = 1
    of: Scene | None = None
    hold: bool = False
    language: str = ""

    def page_of(self, scene: Scene) -> int:
        """Return the number of the page of this scene to show: the number in the query, or 1 if the query is for
        another scene."""
        return self.page if self.of in (None, scene) else 1

    def shown(self, scene: Scene) -> "HallQuery":
        """Return a copy with only the parameters that affect what this scene shows, as a cache key."""
        return replace(self, page=self.page_of(scene), of=None)

    @property
    def language_parameter(self) -> str:
        """Return the text with which the query string of every link on the screen begins: "lang=fr&", or "" without a
        language."""
        return f"{LANGUAGE_PARAMETER}={self.language}&" if self.language else ""

    @property
    def state(self) -> QueryDict:
        """Return the parameters of the query string that do not change when the page is turned."""
        state = QueryDict(self.language_parameter, mutable=True)
        if self.scene:
            state["scene"] = str(self.scene)
        if self.hold:
            state["hold"] = "1"
        return state


def read_hall_query(data: QueryDict) -> HallQuery:
    """Parse the query string; invalid values are ignored."""
    scene, of = data.get("scene", ""), data.get("of", "")
    page = whole_number(data.get("page", ""), digits=3) or 1
    language = data.get(LANGUAGE_PARAMETER, "")
    return HallQuery(
        scene=Scene(scene) if scene in CHOICES else None,
        page=page if page <= MOST_PAGES else 1,
        of=Scene(of) if of in list(Scene) else None,
        hold=data.get("hold") == "1",
        language=language if language in NAMES else "",
    )
