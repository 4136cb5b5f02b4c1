"""The database tables. The tables store facts; totals are computed from the facts. The imports of this file are the
table of contents."""

from tournament.models.accounts.account import AccountEvent, BrowserLogin
from tournament.models.accounts.change_mail import ChangeMail
from tournament.models.accounts.passkey import Passkey, RecoveryCode
from tournament.models.accounts.push import PushMessage, PushSubscription
from tournament.models.accounts.reset_mail import ResetMail
from tournament.models.accounts.user import User
from tournament.models.announcement import Announcement, AnnouncementPicture
from tournament.models.ceremony import Ceremony
from tournament.models.clock import RoundClock
from tournament.models.clubs.club import Club, ClubTable
from tournament.models.clubs.league import Counted, League, LeagueEvent, RankedBy, TonpuusenCounts
from tournament.models.clubs.league_period import LeaguePeriod, PromotedPlayer, Promotion
from tournament.models.colours import Colour
from tournament.models.cut import Cut
from tournament.models.departure import Departure
from tournament.models.entry_terms import EntryTerms, FreedPlaces
from tournament.models.federation import Ranking, RankingEvent, RankingMethod, SamePerson
from tournament.models.imported import HandOver, Import, Mirror, Upload
from tournament.models.log import Actor, ActorKind, LogEntry, with_log_entries
from tournament.models.mail import Mail, MailKind, MailWording
from tournament.models.player import UNKNOWN_LANGUAGE, Entry, EntryFacts, EntryStatus, Player, PlayerFacts, ShownAs
from tournament.models.player_team import PlayerTeam
from tournament.models.queued import Queued
from tournament.models.rate import RateUse
from tournament.models.round import PlannedStart, Round, RoundVisibility, Table
from tournament.models.seating import SeatingPlan
from tournament.models.shown import SHOWN_TO, Shown, ShownTo
from tournament.models.table.appeal import Appeal
from tournament.models.table.call import Call
from tournament.models.table.hanchan import GameLength, Hanchan, Seat
from tournament.models.table.hand import Hand, PaperResult
from tournament.models.table.line_figures import LineFigures
from tournament.models.table.penalty import Offence, Penalty
from tournament.models.table.sheet import SheetLine, Signature, SignedBy, SignedSheet, is_signed
from tournament.models.table.substitution import Substitution
from tournament.models.team_penalty import TeamPenalty
from tournament.models.team_seat import TeamSeat
from tournament.models.tournament import Invitation, Membership, Role, TeamBestOf, Tournament
from tournament.models.visitor import STRANGER, Visitor
