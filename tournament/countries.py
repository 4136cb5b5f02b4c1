"""Countries: ISO 3166-1 in plain data, and the other letters that federations write for them."""

import unicodedata
from dataclasses import dataclass
from functools import cache

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

COUNTRIES: dict[str, tuple[str, str | Promise]] = {
    "AD": ("AND", _("Andorra")),
    "AE": ("ARE", _("United Arab Emirates")),
    "AF": ("AFG", _("Afghanistan")),
    "AG": ("ATG", _("Antigua and Barbuda")),
    "AI": ("AIA", _("Anguilla")),
    "AL": ("ALB", _("Albania")),
    "AM": ("ARM", _("Armenia")),
    "AO": ("AGO", _("Angola")),
    "AQ": ("ATA", _("Antarctica")),
    "AR": ("ARG", _("Argentina")),
    "AS": ("ASM", _("American Samoa")),
    "AT": ("AUT", _("Austria")),
    "AU": ("AUS", _("Australia")),
    "AW": ("ABW", _("Aruba")),
    "AX": ("ALA", _("Åland Islands")),
    "AZ": ("AZE", _("Azerbaijan")),
    "BA": ("BIH", _("Bosnia and Herzegovina")),
    "BB": ("BRB", _("Barbados")),
    "BD": ("BGD", _("Bangladesh")),
    "BE": ("BEL", _("Belgium")),
    "BF": ("BFA", _("Burkina Faso")),
    "BG": ("BGR", _("Bulgaria")),
    "BH": ("BHR", _("Bahrain")),
    "BI": ("BDI", _("Burundi")),
    "BJ": ("BEN", _("Benin")),
    "BL": ("BLM", _("Saint Barthélemy")),
    "BM": ("BMU", _("Bermuda")),
    "BN": ("BRN", _("Brunei")),
    "BO": ("BOL", _("Bolivia")),
    "BQ": ("BES", _("Caribbean Netherlands")),
    "BR": ("BRA", _("Brazil")),
    "BS": ("BHS", _("Bahamas")),
    "BT": ("BTN", _("Bhutan")),
    "BV": ("BVT", _("Bouvet Island")),
    "BW": ("BWA", _("Botswana")),
    "BY": ("BLR", _("Belarus")),
    "BZ": ("BLZ", _("Belize")),
    "CA": ("CAN", _("Canada")),
    "CC": ("CCK", _("Cocos (Keeling) Islands")),
    "CD": ("COD", _("Congo (Kinshasa)")),
    "CF": ("CAF", _("Central African Republic")),
    "CG": ("COG", _("Congo (Brazzaville)")),
    "CH": ("CHE", _("Switzerland")),
    "CI": ("CIV", _("Côte d'Ivoire")),
    "CK": ("COK", _("Cook Islands")),
    "CL": ("CHL", _("Chile")),
    "CM": ("CMR", _("Cameroon")),
    "CN": ("CHN", _("China")),
    "CO": ("COL", _("Colombia")),
    "CR": ("CRI", _("Costa Rica")),
    "CU": ("CUB", _("Cuba")),
    "CV": ("CPV", _("Cape Verde")),
    "CW": ("CUW", _("Curaçao")),
    "CX": ("CXR", _("Christmas Island")),
    "CY": ("CYP", _("Cyprus")),
    "CZ": ("CZE", _("Czechia")),
    "DE": ("DEU", _("Germany")),
    "DJ": ("DJI", _("Djibouti")),
    "DK": ("DNK", _("Denmark")),
    "DM": ("DMA", _("Dominica")),
    "DO": ("DOM", _("Dominican Republic")),
    "DZ": ("DZA", _("Algeria")),
    "EC": ("ECU", _("Ecuador")),
    "EE": ("EST", _("Estonia")),
    "EG": ("EGY", _("Egypt")),
    "EH": ("ESH", _("Western Sahara")),
    "ER": ("ERI", _("Eritrea")),
    "ES": ("ESP", _("Spain")),
    "ET": ("ETH", _("Ethiopia")),
    "FI": ("FIN", _("Finland")),
    "FJ": ("FJI", _("Fiji")),
    "FK": ("FLK", _("Falkland Islands")),
    "FM": ("FSM", _("Micronesia")),
    "FO": ("FRO", _("Faroe Islands")),
    "FR": ("FRA", _("France")),
    "GA": ("GAB", _("Gabon")),
    "GB": ("GBR", _("United Kingdom")),
    "GD": ("GRD", _("Grenada")),
    "GE": ("GEO", _("Georgia")),
    "GF": ("GUF", _("French Guiana")),
    "GG": ("GGY", _("Guernsey")),
    "GH": ("GHA", _("Ghana")),
    "GI": ("GIB", _("Gibraltar")),
    "GL": ("GRL", _("Greenland")),
    "GM": ("GMB", _("Gambia")),
    "GN": ("GIN", _("Guinea")),
    "GP": ("GLP", _("Guadeloupe")),
    "GQ": ("GNQ", _("Equatorial Guinea")),
    "GR": ("GRC", _("Greece")),
    "GS": ("SGS", _("South Georgia and the South Sandwich Islands")),
    "GT": ("GTM", _("Guatemala")),
    "GU": ("GUM", _("Guam")),
    "GW": ("GNB", _("Guinea-Bissau")),
    "GY": ("GUY", _("Guyana")),
    "HK": ("HKG", _("Hong Kong")),
    "HM": ("HMD", _("Heard and McDonald Islands")),
    "HN": ("HND", _("Honduras")),
    "HR": ("HRV", _("Croatia")),
    "HT": ("HTI", _("Haiti")),
    "HU": ("HUN", _("Hungary")),
    "ID": ("IDN", _("Indonesia")),
    "IE": ("IRL", _("Ireland")),
    "IL": ("ISR", _("Israel")),
    "IM": ("IMN", _("Isle of Man")),
    "IN": ("IND", _("India")),
    "IO": ("IOT", _("British Indian Ocean Territory")),
    "IQ": ("IRQ", _("Iraq")),
    "IR": ("IRN", _("Iran")),
    "IS": ("ISL", _("Iceland")),
    "IT": ("ITA", _("Italy")),
    "JE": ("JEY", _("Jersey")),
    "JM": ("JAM", _("Jamaica")),
    "JO": ("JOR", _("Jordan")),
    "JP": ("JPN", _("Japan")),
    "KE": ("KEN", _("Kenya")),
    "KG": ("KGZ", _("Kyrgyzstan")),
    "KH": ("KHM", _("Cambodia")),
    "KI": ("KIR", _("Kiribati")),
    "KM": ("COM", _("Comoros")),
    "KN": ("KNA", _("Saint Kitts and Nevis")),
    "KP": ("PRK", _("North Korea")),
    "KR": ("KOR", _("South Korea")),
    "KW": ("KWT", _("Kuwait")),
    "KY": ("CYM", _("Cayman Islands")),
    "KZ": ("KAZ", _("Kazakhstan")),
    "LA": ("LAO", _("Laos")),
    "LB": ("LBN", _("Lebanon")),
    "LC": ("LCA", _("Saint Lucia")),
    "LI": ("LIE", _("Liechtenstein")),
    "LK": ("LKA", _("Sri Lanka")),
    "LR": ("LBR", _("Liberia")),
    "LS": ("LSO", _("Lesotho")),
    "LT": ("LTU", _("Lithuania")),
    "LU": ("LUX", _("Luxembourg")),
    "LV": ("LVA", _("Latvia")),
    "LY": ("LBY", _("Libya")),
    "MA": ("MAR", _("Morocco")),
    "MC": ("MCO", _("Monaco")),
    "MD": ("MDA", _("Moldova")),
    "ME": ("MNE", _("Montenegro")),
    "MF": ("MAF", _("Saint Martin")),
    "MG": ("MDG", _("Madagascar")),
    "MH": ("MHL", _("Marshall Islands")),
    "MK": ("MKD", _("North Macedonia")),
    "ML": ("MLI", _("Mali")),
    "MM": ("MMR", _("Myanmar")),
    "MN": ("MNG", _("Mongolia")),
    "MO": ("MAC", _("Macau")),
    "MP": ("MNP", _("Northern Mariana Islands")),
    "MQ": ("MTQ", _("Martinique")),
    "MR": ("MRT", _("Mauritania")),
    "MS": ("MSR", _("Montserrat")),
    "MT": ("MLT", _("Malta")),
    "MU": ("MUS", _("Mauritius")),
    "MV": ("MDV", _("Maldives")),
    "MW": ("MWI", _("Malawi")),
    "MX": ("MEX", _("Mexico")),
    "MY": ("MYS", _("Malaysia")),
    "MZ": ("MOZ", _("Mozambique")),
    "NA": ("NAM", _("Namibia")),
    "NC": ("NCL", _("New Caledonia")),
    "NE": ("NER", _("Niger")),
    "NF": ("NFK", _("Norfolk Island")),
    "NG": ("NGA", _("Nigeria")),
    "NI": ("NIC", _("Nicaragua")),
    "NL": ("NLD", _("Netherlands")),
    "NO": ("NOR", _("Norway")),
    "NP": ("NPL", _("Nepal")),
    "NR": ("NRU", _("Nauru")),
    "NU": ("NIU", _("Niue")),
    "NZ": ("NZL", _("New Zealand")),
    "OM": ("OMN", _("Oman")),
    "PA": ("PAN", _("Panama")),
    "PE": ("PER", _("Peru")),
    "PF": ("PYF", _("French Polynesia")),
    "PG": ("PNG", _("Papua New Guinea")),
    "PH": ("PHL", _("Philippines")),
    "PK": ("PAK", _("Pakistan")),
    "PL": ("POL", _("Poland")),
    "PM": ("SPM", _("Saint Pierre and Miquelon")),
    "PN": ("PCN", _("Pitcairn")),
    "PR": ("PRI", _("Puerto Rico")),
    "PS": ("PSE", _("Palestine")),
    "PT": ("PRT", _("Portugal")),
    "PW": ("PLW", _("Palau")),
    "PY": ("PRY", _("Paraguay")),
    "QA": ("QAT", _("Qatar")),
    "RE": ("REU", _("Réunion")),
    "RO": ("ROU", _("Romania")),
    "RS": ("SRB", _("Serbia")),
    "RU": ("RUS", _("Russia")),
    "RW": ("RWA", _("Rwanda")),
    "SA": ("SAU", _("Saudi Arabia")),
    "SB": ("SLB", _("Solomon Islands")),
    "SC": ("SYC", _("Seychelles")),
    "SD": ("SDN", _("Sudan")),
    "SE": ("SWE", _("Sweden")),
    "SG": ("SGP", _("Singapore")),
    "SH": ("SHN", _("Saint Helena")),
    "SI": ("SVN", _("Slovenia")),
    "SJ": ("SJM", _("Svalbard and Jan Mayen")),
    "SK": ("SVK", _("Slovakia")),
    "SL": ("SLE", _("Sierra Leone")),
    "SM": ("SMR", _("San Marino")),
    "SN": ("SEN", _("Senegal")),
    "SO": ("SOM", _("Somalia")),
    "SR": ("SUR", _("Suriname")),
    "SS": ("SSD", _("South Sudan")),
    "ST": ("STP", _("São Tomé and Príncipe")),
    "SV": ("SLV", _("El Salvador")),
    "SX": ("SXM", _("Sint Maarten")),
    "SY": ("SYR", _("Syria")),
    "SZ": ("SWZ", _("Eswatini")),
    "TC": ("TCA", _("Turks and Caicos Islands")),
    "TD": ("TCD", _("Chad")),
    "TF": ("ATF", _("French Southern Territories")),
    "TG": ("TGO", _("Togo")),
    "TH": ("THA", _("Thailand")),
    "TJ": ("TJK", _("Tajikistan")),
    "TK": ("TKL", _("Tokelau")),
    "TL": ("TLS", _("Timor-Leste")),
    "TM": ("TKM", _("Turkmenistan")),
    "TN": ("TUN", _("Tunisia")),
    "TO": ("TON", _("Tonga")),
    "TR": ("TUR", _("Türkiye")),
    "TT": ("TTO", _("Trinidad and Tobago")),
    "TV": ("TUV", _("Tuvalu")),
    "TW": ("TWN", _("Taiwan")),
    "TZ": ("TZA", _("Tanzania")),
    "UA": ("UKR", _("Ukraine")),
    "UG": ("UGA", _("Uganda")),
    "UM": ("UMI", _("US Minor Outlying Islands")),
    "US": ("USA", _("United States")),
    "UY": ("URY", _("Uruguay")),
    "UZ": ("UZB", _("Uzbekistan")),
    "VA": ("VAT", _("Vatican City")),
    "VC": ("VCT", _("Saint Vincent and the Grenadines")),
    "VE": ("VEN", _("Venezuela")),
    "VG": ("VGB", _("British Virgin Islands")),
    "VI": ("VIR", _("US Virgin Islands")),
    "VN": ("VNM", _("Vietnam")),
    "VU": ("VUT", _("Vanuatu")),
    "WF": ("WLF", _("Wallis and Futuna")),
    "WS": ("WSM", _("Samoa")),
    "XK": ("XKX", _("Kosovo")),
    "YE": ("YEM", _("Yemen")),
    "YT": ("MYT", _("Mayotte")),
    "ZA": ("ZAF", _("South Africa")),
    "ZM": ("ZMB", _("Zambia")),
    "ZW": ("ZWE", _("Zimbabwe")),
}
"""Two letters to three letters and the name. XK and XKX are no codes of ISO, but everybody's for Kosovo."""

FEDERATION_LETTERS = {
    # Europe
    "BUL": "BG", "CRO": "HR", "DEN": "DK", "GER": "DE", "GRE": "GR", "KOS": "XK", "LAT": "LV", "MON": "MC",
    "NED": "NL", "POR": "PT", "SLO": "SI", "SUI": "CH", "ENG": "GB", "NIR": "GB", "SCO": "GB", "WAL": "GB",
    # Asia and Oceania
    "ASA": "AS", "BAN": "BD", "BHU": "BT", "BRU": "BN", "CAM": "KH", "FIJ": "FJ", "INA": "ID", "IRI": "IR",
    "KSA": "SA", "KUW": "KW", "LIB": "LB", "MAS": "MY", "MGL": "MN", "MYA": "MM", "NEP": "NP", "OMA": "OM",
    "PHI": "PH", "PLE": "PS", "SAM": "WS", "SOL": "SB", "SRI": "LK", "TGA": "TO", "TPE": "TW", "UAE": "AE",
    "VAN": "VU", "VIE": "VN",
    # Africa
    "ALG": "DZ", "ANG": "AO", "BOT": "BW", "BUR": "BF", "CGO": "CG", "CHA": "TD", "CRC": "CR", "GAM": "GM",
    "GBS": "GW", "GEQ": "GQ", "GUI": "GN", "LBA": "LY", "LES": "LS", "MAD": "MG", "MAW": "MW", "MRI": "MU",
    "MTN": "MR", "NGR": "NG", "NIG": "NE", "RSA": "ZA", "SEY": "SC", "SUD": "SD", "TAN": "TZ", "TOG": "TG",
    "ZAM": "ZM", "ZIM": "ZW",
    # America
    "ANT": "AG", "ARU": "AW", "BAH": "BS", "BAR": "BB", "BER": "BM", "BIZ": "BZ", "CAY": "KY", "CHI": "CL",
    "ESA": "SV", "GRN": "GD", "GUA": "GT", "HAI": "HT", "HON": "HN", "ISV": "VI", "IVB": "VG", "PAR": "PY",
    "PUR": "PR", "SKN": "KN", "URU": "UY", "VIN": "VC",
}  # fmt: skip
"""Three letters of sport that ISO does not have. BRN is in both, Bahrain there and Brunei here: ISO's is taken."""

OTHER_NAMES = {
    "UK": "GB", "EL": "GR", "Great Britain": "GB", "England": "GB", "Scotland": "GB", "Wales": "GB",
    "Northern Ireland": "GB", "Czech Republic": "CZ", "Holland": "NL", "The Netherlands": "NL", "Macedonia": "MK",
    "Russian Federation": "RU", "Turkey": "TR", "Republic of Korea": "KR", "Korea": "KR",
    "United States of America": "US", "Viet Nam": "VN", "Macao": "MO", "Chinese Taipei": "TW", "Ivory Coast": "CI",
    "Deutschland": "DE", "Österreich": "AT", "Schweiz": "CH", "Suisse": "CH", "España": "ES", "Italia": "IT",
    "Polska": "PL", "Česko": "CZ", "Slovensko": "SK", "Magyarország": "HU", "Danmark": "DK", "Sverige": "SE",
    "Norge": "NO", "Suomi": "FI", "Belgique": "BE", "België": "BE", "Nederland": "NL", "Allemagne": "DE",
    "Royaume-Uni": "GB",
}  # fmt: skip
"""Also understood, beside the names of the language in use."""


@dataclass(frozen=True)
class Country:
    """Two letters of ISO, and the three that somebody wrote, kept as they were; empty where nobody did."""

    code: str
    letters: str = ""


def country_of(text: str) -> Country | None:
    """Whatever somebody wrote for a country, or None for what is none.

    >>> country_of("GER"), country_of("deutschland")
    (Country(code='DE', letters='GER'), Country(code='DE', letters=''))
    """
    wanted = _plain(text)
    code = _by_letters().get(wanted)
    if code:
        return Country(code, wanted.upper() if len(wanted) == 3 else "")
    for code, (_letters, name) in COUNTRIES.items():
        if _plain(str(name)) == wanted:
            return Country(code)
    return None


def country_name(code: str) -> str:
    """In the language in use; a code that is unknown names itself."""
    return str(COUNTRIES[code][1]) if code in COUNTRIES else code


def alphabetical(name: str) -> tuple[str, str]:
    """How people look a name up: without regard to accents and capitals, Éthiopie beside Espagne. For `sorted`."""
    return _plain(name), name


@cache
def _by_letters() -> dict[str, str]:
    found = {_plain(name): code for name, code in OTHER_NAMES.items()}
    found |= {letters.casefold(): code for letters, code in FEDERATION_LETTERS.items()}
    found |= {letters.casefold(): code for code, (letters, _name) in COUNTRIES.items()}
    return found | {code.casefold(): code for code in COUNTRIES}


def _plain(text: str) -> str:
    apart = unicodedata.normalize("NFKD", text)
    kept = "".join(c if c.isalnum() else " " for c in apart if not unicodedata.combining(c))
    return " ".join(kept.casefold().split())
