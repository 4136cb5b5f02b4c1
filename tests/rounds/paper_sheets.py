"""Random paper sheets as people type them into the grid, and typing mistakes in them."""

from scoring.placement import all_points


def sheet(random, rules):
    """Return a correct sheet as the texts of six fields: four amounts of points, the riichi bets left, and the columns
    of players who had chombo."""
    bets = random.choice([0, 0, 1, 2])
    three = [100 * random.randint(-20, 500) for _seat in range(3)]
    points = [*three, all_points(rules=rules) - 1_000 * bets - sum(three)]
    way = random.choice([str, lambda amount: str(amount // 100), lambda amount: f"{amount / 1_000:.1f}"])
    return [*map(way, points), str(bets), random.choice(["", "", "1", "3"])]


def slip(texts, random):
    """Return the number of a field and the sheet's texts with one wrong digit in this field."""
    field = random.choice([field for field, text in enumerate(texts) if text])
    place = random.choice([place for place, sign in enumerate(texts[field]) if sign.isdigit()])
    others = "1234" if field == 5 else "0123456789"
    wrong = random.choice([digit for digit in others if digit != texts[field][place]])
    text = texts[field][:place] + wrong + texts[field][place + 1 :]
    return field, [*texts[:field], text, *texts[field + 1 :]]
