"""The store: what a host keeps on disk, without its meaning.

It keeps tables, seats, logs, and the links and claims by which phones take seats, as
plain dataclasses of `rows`. Whatever a method returns was committed and survives a
crash.
"""

from .failures import (
    DamagedError,
    DatabaseAwayError,
    DiskFullError,
    NoSuchTable,
    StoreError,
    StoreUnusable,
    WriteRefused,
    without_password,
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
    EventRow,
    LinkRow,
    NewcomerRow,
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
    "DiskFullError",
    "EveningMatch",
    "EventRow",
    "FinishRow",
    "Leases",
    "LinkRow",
    "NewcomerRow",
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
    "thorough_look",
    "without_password",
]
