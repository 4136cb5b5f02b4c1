"""Paper sheets as they are typed into the grid, and slips of the fingers in them."""

from scoring.placement import all_points


def sheet(random, rules):
    """A right sheet as it is typed: four amounts, riichi bets left, chombo by column."""
    bets = random.choice([0, 0, 1, 2])
    three = [100 * random.randint(-20, 500) for _seat in range(3)]
    points = [*three, all_points(rules=rules) - 1_000 * bets - sum(three)]
    way = random.choice([str, lambda amount: str(amount // 100), lambda amount: f"{amount / 1_000:.1f}"])
    return [*map(way, points), str(bets), random.choice(["", "", "1", "3"])]


def slip(texts, random):
    """The sheet with one digit wrong, as fingers mistake it."""
    field = random.choice([field for field, text in enumerate(texts) if text])
    place = random.choice([place for place, sign in enumerate(texts[field]) if sign.isdigit()])
    others = "1234" if field == 5 else "0123456789"
    wrong = random.choice([digit for digit in others if digit != texts[field][place]])
    text = texts[field][:place] + wrong + texts[field][place + 1 :]
    return field, [*texts[:field], text, *texts[field + 1 :]]
