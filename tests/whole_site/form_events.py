"""Worlds whose forms are submitted: a tournament before it begins, while it is played, and at its end."""

from datetime import timedelta
from uuid import uuid4

from django.contrib.auth.tokens import default_token_generator
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode

from scoring.outcome import ExhaustiveDraw
from tests.factories import (
    EntryFactory,
    LeagueFactory,
    TournamentFactory,
    UserFactory,
    at_table,
    cut_to,
    keep_plan,
    penalize,
    play,
    sign,
    visitor,
)
from tests.standings.results import MANGAN, show, tournament_with
from tests.table.entering import code_of
from tests.table.phones import phone_at
from tests.whole_site.form_people import Person, SameFile, logged_in, pages_of, with_query
from tournament.archive.encryption import encrypted
from tournament.archive.tenbo.document import envelope, envelope_json
from tournament.models import Departure, EntryStatus, Mail, Promotion, Role, RoundClock, Tournament, User
from tournament.people.actions.appeals import appeal_ruling
from tournament.people.actions.depart import depart
from tournament.people.actions.edit_entry_terms import edit_entry_terms
from tournament.rounds.actions.approve_round import approve_round
from tournament.screens.actions.ceremony import reveal_next, start_ceremony
from tournament.screens.actions.hall_link import make_hall_link
from tournament.site.actions.invitations import hash_of
from tournament.site.actions.rehearse import open_rehearsal
from tournament.table.actions.calls import answer_call, call_referee
from tournament.table.actions.paper_result import record_paper_result
from tournament.table.actions.second_keying import key_again
from tournament.table.actions.substitute import name_substitute
from tournament.table.edits import Remove, edits_to_text

NAMES = [f"Player {number:02}" for number in range(1, 17)]


TO_THE_END = [MANGAN, *[ExhaustiveDraw()] * 7]


RON = {"winner": 1, "discarder": 2, "value": "3-30"}


PLAN = [[1, 2, 3, 4], [5, 6, 7, 8]], [[1, 5, 2, 6], [3, 7, 4, 8]]


PAST = "East;Points;South;Points;West;Points;North;Points\n1;300;2;300;3;300;4;300"


TOKEN = "an-invitation-s-token"


def before_it() -> list[Person]:
    """Nothing is played: people enter and wait, a plan is to be changed, a referee is invited, a mail is in doubt."""
    owner, invited = UserFactory(), UserFactory()
    referee = UserFactory()
    tournament, entries, _none = tournament_with(NAMES[:8], rounds=0, owner=owner, referees=[referee])
    tournament.starts_on = timezone.localdate()
    tournament.save()
    keep_plan(tournament, *PLAN)
    before = TournamentFactory(owner=owner)
    EntryFactory(tournament=before, number=1, player__name="Anna Known")
    terms = {"opens_on": None, "closes_on": None, "limit": 20, "is_moderated": True}
    edit_entry_terms(tournament_id=tournament.pk, is_on=True, **terms, by=visitor(owner))
    for number, (name, status) in enumerate(
        [("Anna Known", EntryStatus.APPLIED), ("Second", EntryStatus.APPLIED), ("Third", EntryStatus.WAITING)], 20
    ):
        EntryFactory(tournament=tournament, number=number, player__name=name, status=status)
    text, now = {"language": "en", "subject": "Lunch", "body": "At noon"}, timezone.now()
    in_doubt = {"handed_over_at": now, "next_try_at": now, "expires_at": now}
    Mail.objects.create(entry=entries[0], kind="message", batch=uuid4(), **text, **in_doubt)
    invitation = {"token_hash": hash_of(TOKEN), "created_by": owner, "expires_at": timezone.now() + timedelta(days=1)}
    tournament.invitations.create(role=Role.REFEREE, **invitation)
    arguments = {"players": 8, "rounds": 1, "pace": 0, "key": uuid4(), "by": visitor(owner)}
    open_rehearsal(tournament_id=before.pk, **arguments)  # the robots wait for a commit that never comes
    starts_of_leagues = in_a_ladder(owner)
    begun, _entries, _hanchans = tournament_with(NAMES[:8], owner=owner)
    resting, _entries, _none = tournament_with(NAMES[:8], rounds=0, owner=owner)
    keep_plan(resting, PLAN[0])
    EntryFactory(tournament=resting, number=9)
    repaired, _entries, _none = tournament_with(NAMES[:8], rounds=0, owner=owner)
    keep_plan(repaired, *PLAN)
    for number in range(9, 13):
        EntryFactory(tournament=repaired, number=number)
    browser, address = logged_in(owner), reverse("seating-repair", args=[repaired.slug])
    browser.post(address, {"hash": browser.get(address).context["repair"].plan.quality.hash})
    starts = [
        *starts_of_leagues,
        reverse("rehearsal", args=[before.slug]),
        reverse("round", args=[begun.slug, 1]),
        reverse("desk", args=[begun.slug]),
        reverse("seating-repair", args=[resting.slug]),
        reverse("seating", args=[repaired.slug]),
        with_query("exchange", tournament.slug, 1, first=1, second=5),
        with_query("seating-plan", tournament.slug, rounds=2, seed=1),
    ]
    typed = {
        "players-add": [{"names": "Somebody New"}],
        "players-change": [{"entry": ["20"], "change": "removed"}],
        "seating-import": [{"text": "1,1,1,2,3,4\n1,2,5,6,7,8"}],
        "past-results": [{"played_on": "2026-01-01", "text": text} for text in (PAST, "Somebody Unknown;300")],
        "tournament-encrypted": [{"passphrase": "thirteen orphans", "again": "thirteen orphans"}],
        "tournament-import": [
            {"file": SameFile("copy.json", envelope_json(envelope(begun)))},
            {"file": SameFile("copy.json.encrypted", encrypted(b"{}", "thirteen orphans"))},
        ],
    }
    uid = urlsafe_base64_encode(force_bytes(invited.pk))
    reset = reverse("password_reset_confirm", args=[uid, default_token_generator.make_token(invited)])
    return [
        Person("owner", logged_in(owner), [*pages_of(), *pages_of(tournament), *starts], typed, wanders=True),
        Person("invited", logged_in(invited), [reverse("invitation", args=[TOKEN])]),
        Person("stranger", Client(), [*pages_of(), reverse("enter", args=[tournament.slug]), reset]),
        Person("player", Client(), [entries[0].get_link()]),
    ]


def in_the_middle() -> list[Person]:
    """A round whose clock has sounded: at table 1 a hand is played, 2 waits for signatures, of 3 two have keyed
    different points from paper, and of 4 one has keyed them; table 5 has not begun."""
    owner, referee = UserFactory(), UserFactory()
    tournament, entries, hanchans = tournament_with([*NAMES, *"ABCD"], rounds=1, owner=owner, referees=[referee])
    RoundClock.objects.create(round=hanchans[0].round, started_at=timezone.now() - timedelta(hours=3))
    play(hanchans[0], MANGAN, ExhaustiveDraw())
    play(hanchans[1], *TO_THE_END)
    keyed = {"revision": 0, "riichi_sticks": 0, "chombo": (0, 0, 0, 0)}
    for hanchan in hanchans[2:4]:
        points = (33_000, 31_000, 29_000, 27_000)
        record_paper_result(hanchan_id=hanchan.pk, key=uuid4(), points=points, by=visitor(referee), **keyed)
    other = (27_000, 31_000, 29_000, 33_000)
    key_again(hanchan_id=hanchans[2].pk, key=uuid4(), points=other, by=visitor(owner), **keyed | {"revision": 1})
    substitute = {"entry_id": entries[0].pk, "name": "Zoe", "after_hand": None, "reason": "Ill"}
    name_substitute(hanchan_id=hanchans[0].pk, revision=2, key=uuid4(), by=visitor(owner), **substitute)
    penalize(entries[0], by=visitor(referee))
    for _twice in range(2):
        ruling = call_referee(table_id=hanchans[0].table_id, word="", by=visitor(referee))
        answer_call(call_id=ruling.pk, situation="Five tiles", decision="Dead hand", rule="", by=visitor(referee))
    appeal = {"key": uuid4(), "appealed_by": "South", "text": "It was four", "by": visitor(referee)}
    appeal_ruling(tournament_id=tournament.pk, call_id=ruling.pk, **appeal)
    call_referee(table_id=hanchans[1].table_id, word="Dora", by=at_table(hanchans[1].table))
    why = {"kind": Departure.Kind.WITHDRAWN, "from_round": 2, "reason": "Ill", "by": visitor(owner)}
    depart(entry_id=entries[-1].pk, key=uuid4(), **why)
    slug, playing = tournament.slug, hanchans[0]
    removal = {"revision": 3, "edits": edits_to_text([Remove(2)])}
    starts = [
        with_query("correction", slug, playing.pk, **removal),
        with_query("hand-move", slug, playing.pk, revision=3, edits="", hand=2, to=hanchans[4].pk, to_revision=0),
        with_query("handover", slug, playing.pk, hands=code_of((3, uuid4(), RON))),
        with_query("stick-count", slug, playing.pk, **{f"points_{seat}": 30_000 for seat in range(4)}),
        reverse("departure", args=[slug, 20]),
        reverse("paper", args=[slug, hanchans[3].pk]),
        reverse("second-keying", args=[slug, hanchans[2].pk]),
        reverse("second-keying", args=[slug, hanchans[3].pk]),
        *[hanchan.get_absolute_url() for hanchan in hanchans],
        *[hanchan.get_screen_url() for hanchan in hanchans],
    ]
    return [
        Person("owner", logged_in(owner), [*pages_of(tournament), *starts], wanders=True),
        Person("table", phone_at(playing.table), [with_query("table", slug, 1)]),
        Person("player", Client(), [entries[4].get_link()]),
    ]


def at_its_end() -> list[Person]:
    """All sheets are signed, and the round is held back. A second tournament has its cut, after which a finalist
    left, its approval and a ceremony that is on; in a third the ceremony has revealed all; a fourth is archived."""
    owner = UserFactory()
    people = []
    for case in ("signed", "ceremony", "revealed", "archived"):
        tournament, entries, hanchans = tournament_with(NAMES[:8], owner=owner)
        for hanchan in hanchans:
            play(hanchan, *TO_THE_END)
            sign(hanchan)
        show(tournament, everyone="held")
        of_it = {"tournament_id": tournament.pk, "key": uuid4(), "by": visitor(owner)}
        if case == "ceremony":
            approve_round(number=1, **of_it)
            cut_to(*entries[:4])
            why = {"kind": Departure.Kind.WITHDRAWN, "from_round": 2, "reason": "Ill", "by": visitor(owner)}
            depart(entry_id=entries[3].pk, key=uuid4(), **why)
            make_hall_link(tournament_id=tournament.pk, by=visitor(owner))
            start_ceremony(from_place=None, **of_it | {"key": uuid4()})
            reveal_next(revealed=0, **of_it | {"key": uuid4()})
        if case == "revealed":
            approve_round(number=1, **of_it)
            start_ceremony(from_place=1, **of_it | {"key": uuid4()})
            reveal_next(revealed=0, **of_it | {"key": uuid4()})
        if case == "archived":
            Tournament.objects.filter(pk=tournament.pk).update(archived_at=timezone.now())
        pages = ("tournament", "desk", "players", "visibility", "ceremony", "cut", "round-new", "tournament-close")
        starts = [reverse(name, args=[tournament.slug]) for name in pages]
        starts += [reverse(name, args=[tournament.slug, 1]) for name in ("round", "round-check", "entry-edit")]
        starts += [hanchans[0].get_absolute_url(), hanchans[0].get_screen_url()]
        names = ("paper", "correction", "seats", "extras")
        starts += [reverse(name, args=[tournament.slug, hanchans[0].pk]) for name in names]
        people.append(Person(case, logged_in(owner), starts))
    return people


def in_a_ladder(owner: User) -> list[str]:
    """Two leagues with two periods; what follows from the first one is recorded. Returns where to start."""
    tournament, _entries, (hanchan,) = tournament_with(NAMES[:4], owner=owner, starts_on="2026-03-01")
    play(hanchan, MANGAN)
    sign(hanchan)
    upper = LeagueFactory(owner=owner, tournaments=[tournament], relegated=1)
    lower = LeagueFactory(owner=owner, above=upper)
    winter, spring = (
        upper.periods.create(name=day, first_day=day, last_day=day) for day in ("2026-01-01", "2026-03-01")
    )
    Promotion.objects.create(period=winter, upper=upper, lower=lower)
    promotions = [reverse("league-promotion", args=[upper.slug, period.pk]) for period in (winter, spring)]
    return [reverse("league-periods", args=[upper.slug]), *promotions]
