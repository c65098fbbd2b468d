"""The store: what a host keeps on disk, and nothing about what it means.

Tables, their seats and their logs, the links and the claims by which a phone comes to a
seat. Rows go in and come out as the plain dataclasses of `rows`; whatever returned has
been committed and survives a crash.
"""

from .failures import (
    DamagedError,
    DatabaseAwayError,
    NoRoomError,
    NoSuchTable,
    StoreError,
    StoreUnusable,
    WriteRefused,
    shown,
)
from .health import Damage, health_of, quick_look, rescue, thorough_look
from .leases import FinishRow, Leases
from .rows import (
    AdmissionRow,
    Against,
    BeingSetUp,
    ClaimRow,
    ClaimState,
    EveningMatch,
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
    "Damage",
    "DamagedError",
    "DatabaseAwayError",
    "EveningMatch",
    "FinishRow",
    "Leases",
    "LinkRow",
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
    "Stamp",
    "Store",
    "StoreError",
    "StoreUnusable",
    "TableRow",
    "WriteRefused",
    "health_of",
    "quick_look",
    "rescue",
    "shown",
    "thorough_look",
]
