"""What is in a hanchan: seats, hands, points from paper, signatures and sheets, and substitutes."""

from collections.abc import Iterator
from itertools import chain
from uuid import uuid4

from scoring.game_format import outcome_from_json
from scoring.hanchan import replay
from tournament.archive.actions.envelope.made import AT_ONCE, Json, Made, at
from tournament.models import Hand, PaperResult, Seat, SheetLine, Signature, SignedBy, SignedSheet, Substitution


def make_seats_and_hands(made: Made) -> None:
    Seat.objects.bulk_create(
        (
            Seat(hanchan_id=made.hanchans[said["id"]], seat=seat, entry_id=made.entries[number])
            for said in made.said_hanchans()
            for seat, number in enumerate(said["seats"])
        ),
        AT_ONCE,
    )
    hands = (_hands(made, said) for said in made.said_hanchans())
    Hand.objects.bulk_create(chain.from_iterable(hands), AT_ONCE)


def _hands(made: Made, said: Json) -> Iterator[Hand]:
    for hand in said["other_hands"]:
        yield _hand(made, said, hand, hand)
    outcomes = said["game"]["hands"] if said["game"] else []
    played = replay(map(outcome_from_json, outcomes), rules=made.rules)
    for number, (hand, outcome, replayed) in enumerate(zip(said["recorded"], outcomes, played, strict=True), 1):
        derived = {"deltas": replayed.settlement.deltas, "honba": replayed.before.honba, "superseded_by": None}
        yield _hand(made, said, hand, derived | {"number": number, "outcome": outcome})


def _hand(made: Made, said: Json, recorded: Json, meant: Json) -> Hand:
    east, south, west, north = meant["deltas"]
    return Hand(
        hanchan_id=made.hanchans[said["id"]],
        number=meant["number"],
        outcome=meant["outcome"],
        round_wind=recorded["round_wind"],
        dealer=recorded["dealer"],
        honba=meant["honba"],
        east=east,
        south=south,
        west=west,
        north=north,
        to_table=-(east + south + west + north),
        key=uuid4(),
        recorded_as=recorded["by"],
        recorded_at=at(recorded["at"]),
        superseded_by_id=made.log[meant["superseded_by"]],
    )


def make_papers_and_sheets(made: Made) -> None:
    papers, signatures, sheets, lines = [], [], [], []
    for said in made.said_hanchans():
        hanchan = made.hanchans[said["id"]]
        papers += [_paper(made, hanchan, paper) for paper in said["paper"]]
        signatures += [
            Signature(
                hanchan_id=hanchan,
                seat=signature["seat"],
                signed_as=signature["by"],
                at=at(signature["at"]),
                withdrawn_by_id=made.log[signature["withdrawn_by"]],
            )
            for signature in said["signatures"]
        ]
        for sheet in said["sheets"]:
            sheets.append(_sheet(made, hanchan, sheet, said["signatures"]))
            lines += [_line(made, sheets[-1], line) for line in sheet["lines"]]
    PaperResult.objects.bulk_create(papers, AT_ONCE)
    Signature.objects.bulk_create(signatures, AT_ONCE)
    SignedSheet.objects.bulk_create(sheets, AT_ONCE)
    SheetLine.objects.bulk_create(lines, AT_ONCE)


def _paper(made: Made, hanchan: int, said: Json) -> PaperResult:
    east, south, west, north = said["points"]
    return PaperResult(
        hanchan_id=hanchan,
        east=east,
        south=south,
        west=west,
        north=north,
        riichi_sticks=said["riichi_sticks"],
        chombo=said["chombo"],
        is_second=said.get("is_second", False),
        recorded_as=said["by"],
        recorded_at=at(said["at"]),
        superseded_by_id=made.log[said["superseded_by"]],
    )


def _sheet(made: Made, hanchan: int, said: Json, signatures: list[Json]) -> SignedSheet:
    # An older document leaves the method to the signatures that were withdrawn with the sheet, or stand with it.
    mine = [one["seat"] for one in signatures if one["withdrawn_by"] == said["withdrawn_by"]]
    return SignedSheet(
        hanchan_id=hanchan,
        method=said.get("method", SignedBy.REFEREE if None in mine else SignedBy.PLAYERS),
        riichi_sticks=said["riichi_sticks"],
        signed_as=said["by"],
        signed_at=at(said["at"]),
        withdrawn_by_id=made.log[said["withdrawn_by"]],
    )


def _line(made: Made, sheet: SignedSheet, said: Json) -> SheetLine:
    return SheetLine(
        sheet=sheet,
        seat=said["seat"],
        entry_id=made.entries[said["entry"]],
        points=said["points"],
        place=said["place"],
        uma=said["uma"],
        score=said["score"],
        penalty=said["penalty"],
        substitute=said["substitute"],
    )


def make_substitutions(made: Made) -> None:
    Substitution.objects.bulk_create(
        Substitution(
            hanchan_id=made.hanchans[hanchan["id"]],
            entry_id=made.entries[said["entry"]],
            name=said["name"],
            after_hand=said["after_hand"],
            said_by_id=made.log[said["said_by"]],
            taken_back_by_id=made.log[said["taken_back_by"]],
        )
        for hanchan in made.said_hanchans()
        for said in hanchan["substitutions"]
    )
