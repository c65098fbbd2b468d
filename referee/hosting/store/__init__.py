"""The store: what a host keeps on disk, and nothing about what it means.

Tables, their seats and their logs, the links and the claims by which a phone comes to a
seat. Rows go in and come out as the plain dataclasses of `rows`; whatever returned has
been committed and survives a crash.
"""

from .failures import DamagedError as DamagedError
from .failures import DatabaseAwayError as DatabaseAwayError
from .failures import NoRoomError as NoRoomError
from .failures import NoSuchTable as NoSuchTable
from .failures import StoreUnusable as StoreUnusable
from .failures import WriteRefused as WriteRefused
from .failures import shown as shown
from .health import Damage as Damage
from .health import health_of as health_of
from .health import quick_look as quick_look
from .health import rescue as rescue
from .health import thorough_look as thorough_look
from .leases import FinishRow as FinishRow
from .leases import Leases as Leases
from .rows import AdmissionRow as AdmissionRow
from .rows import Against as Against
from .rows import BeingSetUp as BeingSetUp
from .rows import ClaimRow as ClaimRow
from .rows import ClaimState as ClaimState
from .rows import EveningMatch as EveningMatch
from .rows import LinkRow as LinkRow
from .rows import OfGame as OfGame
from .rows import PastMatch as PastMatch
from .rows import Placing as Placing
from .rows import PlayerRow as PlayerRow
from .rows import Renaming as Renaming
from .rows import ResultRow as ResultRow
from .rows import Search as Search
from .rows import SeatRow as SeatRow
from .rows import Stamp as Stamp
from .rows import TableRow as TableRow
from .store import Store as Store
