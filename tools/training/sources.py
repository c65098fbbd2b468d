"""Fetches what the training pictures are made of: fonts and decks of cards, from
Debian's packages and npm only.

The packages are kept in a cache folder; a second run fetches nothing. README.md names
their licences.
"""

import subprocess
from pathlib import Path

CACHE = Path(__file__).parent / ".cache"
DECK_PACKAGES = ("gnome-cards-data", "kdegames-card-data-kf5")
NPM_DECK = "svg-cards@4.0.2"
FONT_PACKAGES = (
    "fonts-adf-accanthis",
    "fonts-adf-baskervald",
    "fonts-adf-berenis",
    "fonts-adf-gillius",
    "fonts-adf-ikarius",
    "fonts-adf-libris",
    "fonts-adf-mekanus",
    "fonts-adf-romande",
    "fonts-adf-switzera",
    "fonts-adf-tribun",
    "fonts-adf-universalis",
    "fonts-arkpandora",
    "fonts-bebas-neue",
    "fonts-cabin",
    "fonts-century-catalogue",
    "fonts-crosextra-caladea",
    "fonts-crosextra-carlito",
    "fonts-dejavu-core",
    "fonts-dejavu-extra",
    "fonts-ebgaramond",
    "fonts-ebgaramond-extra",
    "fonts-freefont-ttf",
    "fonts-gfs-artemisia",
    "fonts-gfs-bodoni-classic",
    "fonts-gfs-didot",
    "fonts-goudybookletter",
    "fonts-lato",
    "fonts-league-spartan",
    "fonts-liberation",
    "fonts-lindenhill",
    "fonts-linuxlibertine",
    "fonts-oldstandard",
    "fonts-open-sans",
    "fonts-prociono",
    "fonts-quattrocento",
    "fonts-roboto-slab",
    "fonts-roboto-unhinted",
    "fonts-sil-charis",
    "fonts-sil-gentium",
    "fonts-stix",
    "fonts-symbola",
    "fonts-texgyre",
    "fonts-urw-base35",
    "fonts-vollkorn",
    "fonts-yanone-kaffeesatz",
)


def fetch() -> None:
    """Download and unpack every package that the cache does not hold yet.

    Raises CalledProcessError where a package cannot be had.
    """
    for package in (*DECK_PACKAGES, *FONT_PACKAGES):
        _fetch_debian(package)
    _fetch_npm(NPM_DECK)


def folder_of(package: str) -> Path:
    """Return where a fetched package is unpacked."""
    return CACHE / package.partition("@")[0]


def _fetch_debian(package: str) -> None:
    folder = folder_of(package)
    if folder.exists():
        return
    downloads = CACHE / "downloads" / package
    downloads.mkdir(parents=True, exist_ok=True)
    subprocess.run(["apt-get", "download", "-q", package], cwd=downloads, check=True)  # noqa: S603, S607
    for archive in downloads.glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", archive, folder], check=True)  # noqa: S603, S607


def _fetch_npm(package: str) -> None:
    folder = folder_of(package)
    if folder.exists():
        return
    folder.mkdir(parents=True)
    subprocess.run(["npm", "pack", "--silent", package], cwd=folder, check=True)  # noqa: S603, S607
    for archive in folder.glob("*.tgz"):
        subprocess.run(["tar", "xzf", archive.name], cwd=folder, check=True)  # noqa: S603, S607
