"""Lanes: only a few requests of each kind are answered in parallel, so that recording a hand is never delayed by other
requests.

Each request runs in its own thread. If all requests ran in parallel, they would slow each other down, and even the
first would end as late as the last. The requests of a lane are answered in turn (`FairQueue`): at tables by the event's
owner and the table, otherwise by network and the session's account or link (`KnownSessions`), or the valid link that is
opened without a session (`ValidLinks`). In lanes that serve all visitors, one network never has every turn, so that its
slow pages do not stop the others. Where a request may take from a second to minutes, the sender who has taken least
processor time comes first (`ProcessorTime`). When the queue of a lane is full, a request of the network or owner with
the most waiting requests is refused with status 503. While a hand is being recorded, no request of another lane begins
(`HandsFirst`), and those that have begun pause (`pauses`). A request that takes too long is interrupted when others
wait (`Overtime`).

* hands: POSTs of hands from browsers that have proved that they may score the table.
* table: other requests about a table from browsers that have proved that they may score it.
* arrivals: the same URLs for other browsers, and players' own pages.
* passwords: all forms of accounts, which hash passwords and send mails.
* files: exports, each of which may take seconds and a hundred megabytes.
* refreshes: parts of pages that all open pages request at once after each write.
* plans: seating plans of whole events and orders of matches, which may take many seconds to compute.
* rounds: the proposal of the next round, which may take seconds too. It does not wait for plans of other events.
* leagues: rankings of leagues and federations, each of which may count tens of thousands of results, as pages and in
  the API; and the pages and forms for promotion, which compute two rankings.
* logs: pages of logs, each of which may have megabytes of entries in memory.
* pictures: announcements with their pictures, each of which may take seconds to re-encode.
* laptops: tournaments that come back from laptops, each of which may take half a minute.
* mirrors: live mirrors of laptops. Their senders have keys and no sessions, and how much time these may take is limited
  (`MIRROR_WRITES`), so they are served in turn: cheap requests without a key would come before every laptop otherwise.
* imports: safety copies, past results and corrections of the rules, which may take minutes to check and write.
* static: static files.
* health: health checks of monitoring; other requests cannot fill this lane, and hands do not delay it.
* forms: every other POST.
* pages: all other requests.
"""

import re
from functools import partial

from django.conf import settings

from tournament.core.requests import SCORED
from tournament.live.bodies import TAKES_FILES
from tournament.live.lanes.fair_queue import HANDS_AT_ONCE_OF_TABLE
from tournament.live.lanes.files import Files
from tournament.live.lanes.hands_first import HandsFirst
from tournament.live.lanes.known_sessions import KnownSessions, ReadOwners, is_known
from tournament.live.lanes.lane import MEMBER, Lane
from tournament.live.lanes.owners import OwnerOf
from tournament.live.lanes.proven import ProvenTables, session_of
from tournament.live.lanes.valid_links import ReadLinks, ValidLinks
from tournament.live.news import HEADER
from tournament.live.types import App, Receive, Scope, Send

REFRESH_HEADER = HEADER.lower().encode()
"""Header that marks a refresh, lower-cased as ASGI sends it."""

AT_TABLE = re.compile(r"/t/([^/]+)/(?:tables/\d+|hanchans/\d+)/")
HANDS = re.compile(r"/t/[^/]+/hanchans/\d+/hands/")
OWN_PAGE = re.compile(r"/t/[^/]+/enter/\d+/")
FILE = re.compile(r".*\.(?:json|csv|xlsx|pdf|zip)|/t/[^/]+/(?:print/.+|laptop/file/)")
ENCRYPTED_COPY = re.compile(r"/t/[^/]+/takeaway/encrypted/")
PAST_RESULTS = re.compile(r"/t/[^/]+/results/past/")
MIRROR = re.compile(r"/t/[^/]+/laptop/mirror/")
RULES_CORRECTION = re.compile(r"/t/[^/]+/rules/correction/")
LAPTOP_BACK = re.compile(r"/t/[^/]+/laptop/back/")
IMPORTS = (TAKES_FILES, PAST_RESULTS, RULES_CORRECTION)
"""The paths of the lane. `TAKES_FILES` has the path of a laptop's file too, so `LAPTOP_BACK` is looked for first."""
PLAN = re.compile(r"/t/[^/]+/(?:seating/(?:plan|repair)|matches/plan)/")
ROUND = re.compile(r"/t/[^/]+/rounds/new/")
PROMOTION = re.compile(r"/l/[^/]+/periods/\d+/promotion/")
RANKING = re.compile(r"/l/[^/]+/|/api/v1/leagues/[^/]+/table/|/rankings/(?!new/)[^/]+/")
LOG = re.compile(r"/t/[^/]+/log/")
PICTURE = re.compile(r"/t/[^/]+/about/edit/")
STATIC = f"/{settings.STATIC_URL.strip('/')}/"

LONGEST_PAGE = 5
"""Seconds of processor time, here or in a database server, after which a page is interrupted when others wait. The
largest pages of an event of 400 players take less than one."""

LONGEST_FORM = 10
"""Seconds after which a form is interrupted when others wait. A form may change something for each of 400 players."""

LONGEST_FILE = 60
"""Seconds after which a file, a seating plan, or the proposal of a round is interrupted when others wait. Each takes
seconds for a large event."""

LONGEST_IMPORT = 120
"""Seconds after which an import, a tournament from a laptop, or a correction of rules is interrupted when others wait:
three times what the largest file takes (20 MB, an event of 1,000 players in 12 rounds), because anybody can wait in
these lanes."""


class Lanes:
    """ASGI application that passes each request through its lane to the application behind it. Without `owner_of`, each
    event is treated as if it had an owner of its own. Without `session_owners`, no session has an owner.
    Without `valid_links`, no link is valid."""

    def __init__(
        self,
        behind: App,
        owner_of: OwnerOf | None = None,
        session_owners: ReadOwners | None = None,
        valid_links: ReadLinks | None = None,
    ) -> None:
        self._proven = ProvenTables(owner_of)
        self._known = KnownSessions(session_owners)
        self._links = ValidLinks(valid_links)
        self._behind = behind
        self._hands = HandsFirst()
        lane = partial(Lane, behind, hands=self._hands)
        self._recording = Lane(
            behind, at_once=8, waiting=2_000, of_tables=True, at_once_of_table=HANDS_AT_ONCE_OF_TABLE
        )
        self._at_table = lane(at_once=8, waiting=2_000, of_tables=True, longest=LONGEST_PAGE)
        # Two passwords are hashed at once (`core.logins.hashers.TURNS`), so three requests keep both busy.
        self._passwords = lane(at_once=4, of_network=3, waiting=40, longest=LONGEST_FORM)
        self._files = Files(lane(at_once=1, waiting=40, by_time=True, longest=LONGEST_FILE))
        self._plans = lane(at_once=1, waiting=40, by_time=True, longest=LONGEST_FILE)
        self._rounds = lane(at_once=1, waiting=40, by_time=True, longest=LONGEST_FILE)
        self._leagues = lane(at_once=1, waiting=1_000, longest=LONGEST_PAGE)
        self._logs = lane(at_once=1, waiting=200, longest=LONGEST_PAGE)
        self._laptops = lane(at_once=1, waiting=40, by_time=True, longest=LONGEST_IMPORT)
        self._mirrors = lane(at_once=1, waiting=40, longest=LONGEST_IMPORT)
        self._imports = lane(at_once=1, waiting=40, by_time=True, longest=LONGEST_IMPORT)
        # One re-encodes and four wait (`core.pictures.TURNS`), each for at most ten seconds: more than two slow
        # pictures of one network could make others wait for longer, and so be refused.
        self._pictures = lane(at_once=6, of_network=2, waiting=40, longest=LONGEST_FORM)
        self._refreshes = lane(at_once=3, of_network=2, waiting=1_000, longest=LONGEST_PAGE)
        self._arrivals = lane(at_once=3, of_network=2, waiting=1_000, longest=LONGEST_PAGE)
        self._forms = lane(at_once=3, of_network=2, waiting=200, longest=LONGEST_FORM)
        self._pages = lane(at_once=3, of_network=2, waiting=1_000, longest=LONGEST_PAGE)
        self._static = lane(at_once=2, waiting=4_000)
        self._health = Lane(behind, at_once=1, waiting=40)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        session = session_of(scope)
        member = scope.get(MEMBER) or await self._member(scope, session)
        scope = scope | {MEMBER: member, SCORED: []}
        if session and (at_table := AT_TABLE.match(scope["path"])):
            send = self._proven.noting(scope, at_table[1], session, send)
        await self._lane(scope, session)(scope, receive, send)

    def remembered_session(self, scope: Scope) -> str:
        """Return, at once, the member of a queue for a session whose owner is remembered; "" for everybody else."""
        return self._known.remembered(session_of(scope))

    async def known_session(self, scope: Scope) -> str:
        """Return the member of a queue for a session with an owner; "" for everybody else."""
        member = await self._known.member(session_of(scope))
        return member if is_known(member) else ""

    async def valid_link(self, scope: Scope) -> str:
        """Return the member of a queue for a valid link; "" for everybody else."""
        return await self._links.member(scope) or ""

    async def _member(self, scope: Scope, session: bytes) -> str:
        member = await self._known.member(session)
        return member if is_known(member) else await self._links.member(scope) or member

    def _lane(self, scope: Scope, session: bytes) -> App:
        path: str = scope["path"]
        if at_table := AT_TABLE.match(path):
            event = at_table[1]
            table = self._proven.table_of(event, session)
            if table is None:
                return self._arrivals
            is_hand = scope["method"] == "POST" and HANDS.fullmatch(path)
            owner, name = self._proven.owner_of(event), str(table)
            if is_hand:
                return self._recording.at_table(owner, name, self._hands.recording(self._behind, name))
            return self._at_table.at_table(owner, name)
        if OWN_PAGE.match(path):
            return self._arrivals
        if path.startswith(STATIC):
            return self._static
        if path in ("/healthz", "/readyz"):
            return self._health
        if PLAN.fullmatch(path):
            return self._plans
        if scope["method"] != "POST" and ROUND.fullmatch(path):
            return self._rounds
        if PROMOTION.fullmatch(path):
            return self._leagues
        if scope["method"] == "POST" and LAPTOP_BACK.fullmatch(path):
            return self._laptops
        if scope["method"] == "POST" and MIRROR.fullmatch(path):
            return self._mirrors
        if scope["method"] == "POST" and any(each.fullmatch(path) for each in IMPORTS):
            return self._imports
        if scope["method"] == "POST" and ENCRYPTED_COPY.fullmatch(path):
            return self._files
        if scope["method"] == "POST":
            forms = self._pictures if PICTURE.fullmatch(path) else self._forms
            return self._passwords if path.startswith("/accounts/") else forms
        if FILE.fullmatch(path) and not path.startswith("/api/"):
            return self._files
        if RANKING.fullmatch(path):
            return self._leagues
        if LOG.fullmatch(path):
            return self._logs
        return self._refreshes if is_refresh(scope) else self._pages


def is_refresh(scope: Scope) -> bool:
    return scope["method"] == "GET" and any(name == REFRESH_HEADER for name, _ in scope["headers"])
