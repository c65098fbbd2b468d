"""The store: what a host keeps on disk, and nothing about what it means.

Tables, their seats and their logs, the links and the claims by which a phone comes to a seat. Rows go in
and come out as the plain dataclasses of `rows`; whatever returned has been committed and survives a crash.
"""

from .checking import Damage
from .failing import DamagedError, NoRoomError
from .holding import AlreadyHeld, held
from .opening import StoreTooNew, StoreUnusable
from .rows import (
    AdmissionRow,
    Against,
    BeingSetUp,
    ClaimRow,
    LinkRow,
    LogRow,
    NoSuchTable,
    OfGame,
    PastMatch,
    Placing,
    PlayerRow,
    Renaming,
    ResultRow,
    Search,
    SeatRow,
    TableRow,
    Taken,
    Vitals,
)
from .store import Store

__all__ = [
    "AdmissionRow",
    "Against",
    "AlreadyHeld",
    "BeingSetUp",
    "ClaimRow",
    "Damage",
    "DamagedError",
    "LinkRow",
    "LogRow",
    "NoRoomError",
    "NoSuchTable",
    "OfGame",
    "PastMatch",
    "Placing",
    "PlayerRow",
    "Renaming",
    "ResultRow",
    "Search",
    "SeatRow",
    "Store",
    "StoreTooNew",
    "StoreUnusable",
    "TableRow",
    "Taken",
    "Vitals",
    "held",
]
