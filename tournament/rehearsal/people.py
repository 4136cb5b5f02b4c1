"""Invented names for rehearsals: long and short ones, with the letters of many countries."""

from random import Random

FIRST = (
    "Aleksandra", "Bence", "Chloé", "Dvora", "Élodie", "Faruk", "Giulia", "Håkon", "Inês", "Jiří",
    "Katarzyna", "Li", "Maximilian", "Noémie", "Ødger", "Přemysl", "Quentin", "Ragnheiður", "Søren", "Tomás",
    "Ulrike", "Vít", "Wojciech", "Xenia", "Yuki", "Żaneta",
)  # fmt: skip
LAST = (
    "Andersson", "Brzęczyszczykiewicz", "Černá", "de La Rochefoucauld", "Eriksen", "Ferreira", "Gałązka",
    "von Hohenzollern-Sigmaringen", "Ivanova", "Jørgensen", "Kovács", "Lefèvre", "Müller-Lüdenscheidt", "Na",
    "Olafsdóttir", "Příhodová", "Quist", "Rossi", "Szentgyörgyi", "Tóth", "Uzun", "Vaňková", "Wagner", "Ypsilanti",
)  # fmt: skip


def names(count: int, random: Random) -> list[str]:
    """Draw `count` different names."""
    return random.sample([f"{first} {last}" for first in FIRST for last in LAST], count)
