"""The store: what a host keeps on disk, and nothing about what it means.

Tables, their seats and their logs, the links and the claims by which a phone comes to a seat. Rows go in
and come out as the plain dataclasses of `rows`; whatever returned has been committed and survives a crash.
"""

from .database import StoreUnusable
from .failures import DamagedError, DatabaseAwayError, NoRoomError, NoSuchTable, Outdated, WriteRefused
from .health import Damage
from .leases import FinishRow, LeaseRow
from .locking import OtherProtocol, joined
from .notifications import DaemonListener, Notifications
from .rescue import rescue
from .rows import (
    AdmissionRow,
    Against,
    BeingSetUp,
    ClaimRow,
    ClaimState,
    LinkRow,
    OfGame,
    PastMatch,
    Placing,
    PlayerRow,
    Renaming,
    ResultRow,
    Search,
    SeatRow,
    Stamp,
    TableRow,
)
from .store import Store

__all__ = [
    "AdmissionRow",
    "Against",
    "BeingSetUp",
    "ClaimRow",
    "ClaimState",
    "DaemonListener",
    "Damage",
    "DamagedError",
    "DatabaseAwayError",
    "FinishRow",
    "LeaseRow",
    "LinkRow",
    "NoRoomError",
    "NoSuchTable",
    "Notifications",
    "OfGame",
    "OtherProtocol",
    "Outdated",
    "PastMatch",
    "Placing",
    "PlayerRow",
    "Renaming",
    "ResultRow",
    "Search",
    "SeatRow",
    "Stamp",
    "Store",
    "StoreUnusable",
    "TableRow",
    "WriteRefused",
    "joined",
    "rescue",
]
