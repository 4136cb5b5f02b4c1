"""The column titles of lists of players, in the languages of the people who send such lists."""

import re
from collections.abc import Sequence

from tournament.core.text import folded

TITLES = {
    "name": "name preferredname displayname fullname player playername players participant participants nomcomplet"
    " jmenoaprijmeni celejmeno hrac nameandsurname namesurname namelastname firstnamelastname firstandlastname"
    " nometprenom prenometnom nomprenom prenomnom joueur joueurs spieler teilnehmer nomeecognome cognomeenome"
    " giocatore nazwisko imieinazwisko nev",
    "first": "firstname first givenname givennames given forename prenom prenoms vorname krestnijmeno imie keresztnev"
    " nombre nome voornaam fornamn fornavn etunimi",
    "last": "lastname last surname familyname family nomdefamille nachname prijmeni vezeteknev cognome apellido"
    " apellidos achternaam efternamn etternavn sukunimi",
    "name or first": "jmeno",
    "name or last": "nom",
    "country": "country nation nationality countrycode countryyourepresent countryofresidence pays land zeme stat kraj"
    " orszag paese nazione pais",
    "club": "club clubname mahjongclub klub association verein circolo clubassociation",
    "ema_number": "ema emanumber emano emanr emanbr emanb nema noema emaid emaidnumber emamembernumber emamember"
    " emamembershipnumber emaplayernumber numeroema cisloema emanummer federationnumber",
    "ara_number": "ara araid aranumber arano aranr aramember aramembernumber aramemberid",
    "riichi_canada_number": "riichicanada riichicanadaid riichicanadanumber riichicanadamember rcid rcnumber",
    "legal_name": "legalname legalfullname passportname officialname",
    "team": "team teamname equipe tym mannschaft druzyna",
    "mail": "mail email emailaddress mailaddress mailadresse emailadresse adressemail adresseemail courriel",
    "phone": "phone phonenumber telephone telefon tel mobile mobil mobilephone",
    "paid": "paid haspaid payment paymentreceived paymentstatus fee feepaid paye paiement regle zaplaceno platba"
    " uhrazeno startovne bezahlt",
    "reserved_table": "table reservedtable fixedtable tisch stul stol",
    "note": "note notes comment comments remark remarks remarque remarques poznamka bemerkung",
}
"""For each kind of column, all titles that it may have, separated by spaces. The titles are in lower case, and have no
accents and no spaces."""

MEANINGS = {title: meaning for meaning, titles in TITLES.items() for title in titles.split()}

ADDITION = re.compile(r"\([^()]*\)|\[[^\[\]]*\]|\b(?:your|the|please|optional|if any|required)\b", re.IGNORECASE)
"""Pattern for words that sign-up forms add to a column title: "EMA number (if any)", "Your full name"."""

BRACKETED = re.compile(r"[(\[]([^()\[\]]+)[)\]]")


def meanings_of(titles: Sequence[str]) -> list[str]:
    """Return the meaning of each column (a key of `TITLES`), "" for an unknown title. Whether "name" means the full or
    the last name depends on the other columns."""
    meanings = [_meaning(title) for title in titles]
    if "last" in meanings or "name or last" in meanings:
        meanings = ["first" if meaning == "name or first" else meaning for meaning in meanings]
    if "first" in meanings:
        meanings = ["last" if meaning == "name or last" else meaning for meaning in meanings]
        if "last" not in meanings:
            meanings = ["last" if meaning == "name" else meaning for meaning in meanings]
    return ["name" if meaning in {"name or first", "name or last"} else meaning for meaning in meanings]


def _meaning(title: str) -> str:
    """Return the meaning of one title, "" for an unknown title. If the title is in two languages ("Jméno / Name"), the
    first known part counts."""
    short = ADDITION.sub(" ", title)
    readings = (title, short, *short.split("/"), *BRACKETED.findall(title))
    return next((meaning for reading in readings if (meaning := MEANINGS.get(_plain(reading)))), "")


def _plain(title: str) -> str:
    return "".join(c for c in folded(title) if c.isalnum())
