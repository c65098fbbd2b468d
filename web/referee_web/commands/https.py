"""The certificate of `referee serve --https`: a self-signed one, or a named one.

Browsers grant the camera only to encrypted pages. A self-signed certificate encrypts
well but proves no name, so browsers warn once on each device.
"""

from __future__ import annotations

import socket
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from ipaddress import ip_address
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

import click

from referee.commandline import Stop, WrongUsage
from referee.commandline.data_dir import DataDir, read_data_dir
from referee.hosting.network.addresses import enclosure, find_addresses
from referee.vocabulary.text import say
from referee_web.commands.listening import CannotListen, listen
from referee_web.guards.service_set import NoHttpsError

if TYPE_CHECKING:
    from referee_web.server.daemon import Daemon

CERTIFICATE = "https.crt"
KEY = "https.key"

# Apple's devices accept no longer validity.
GOOD_FOR_DAYS = 825
MADE_AGAIN_AFTER_DAYS = GOOD_FOR_DAYS - 30

LEAST_PORT = 1024
"""Below it nobody but the system's own user may listen."""

SETTINGS = """\
[req]
prompt = no
distinguished_name = name
x509_extensions = extensions
[name]
CN = Referee
[extensions]
basicConstraints = critical, CA:FALSE
keyUsage = critical, digitalSignature
extendedKeyUsage = serverAuth
"""
"""openssl's arguments for a certificate, before its names."""

NEITHER = (
    "--https needs a certificate: install openssl, or the referee with cryptography, "
    "in its checkout: pip install '.[https]'."
)


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate and its key, two PEM files."""

    file: Path
    key: Path

    def load(self) -> ssl.SSLContext:
        """Return a server's context; raise ssl.SSLError, OSError or NeedsPassword."""
        tls = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        tls.load_cert_chain(self.file, self.key, _needs_password)
        return tls


class NeedsPassword(Exception):
    """The key needs a password."""


def _needs_password() -> str:
    # Otherwise OpenSSL would ask at the terminal.
    raise NeedsPassword


def https_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Return a decorator for the options `--https`, `--cert` and `--key`."""
    https = click.option(
        "--https",
        is_flag=True,
        help="Serve by HTTPS, so that other devices may lend their camera: with a "
        "certificate of its own, which is made once, and of which browsers warn once.",
    )
    file = click.Path(path_type=Path)
    cert = click.option(
        "--cert",
        type=file,
        metavar="FILE",
        help="Serve by HTTPS with this certificate (PEM).",
    )
    key = click.option(
        "--key",
        type=file,
        metavar="FILE",
        help="The key of --cert (PEM, not encrypted).",
    )
    return https(cert(key(command)))


def named_certificate(cert: Path | None, key: Path | None) -> Certificate | None:
    """Return the named certificate, or None; raise WrongUsage if it is unusable."""
    if cert is None and key is None:
        return None
    if cert is None or key is None:
        raise WrongUsage(
            "--cert and --key belong together: name both files, or neither."
        )
    named = Certificate(cert, key)
    _require_file("--cert", cert, b"CERTIFICATE-----", "certificate")
    _require_file("--key", key, b"PRIVATE KEY-----", "key")
    try:
        named.load()
    except NeedsPassword:
        raise WrongUsage(
            f"--key: {key} is encrypted; write it without a password, for its owner "
            "only, and name that file."
        ) from None
    except ssl.SSLError as error:
        why = f"OpenSSL cannot use them ({error.reason or error})"
        if error.reason == "KEY_VALUES_MISMATCH":
            why = f"{key} is not the key of {cert}"
        raise WrongUsage(f"--cert, --key: {why}.") from None
    return named


def _require_file(option: str, file: Path, mark: bytes, what: str) -> None:
    try:
        content = file.read_bytes()
    except OSError as error:
        raise WrongUsage(
            f"{option}: {file} cannot be read ({error.strerror})."
        ) from None
    if mark not in content:
        raise WrongUsage(
            f"{option}: there is no {what} in {file}. It is to be a text file (PEM)."
        )


def https_door(daemon: Daemon, host: str, folder: Path) -> Callable[[], int]:
    """Return a function that opens one HTTPS door and returns its port.

    Raise NoHttpsError if there can be none.
    """
    lock = threading.Lock()

    def open_door() -> int:
        with lock:
            if daemon.https_port is None:
                _open_door(daemon, host, folder)
            assert daemon.https_port is not None
            return daemon.https_port

    return open_door


def _open_door(daemon: Daemon, host: str, folder: Path) -> None:
    if enclosure() == "container":
        raise NoHttpsError(
            say(
                "The referee runs in a container, and phones can’t reach its other "
                "ports. Start it with --https, or have the proxy in front of it speak "
                "HTTPS."
            )
        )
    if maker() is None and not has_valid_certificate(
        Certificate(folder / CERTIFICATE, folder / KEY)
    ):
        raise NoHttpsError(
            say(
                "This needs a certificate, and nothing here can make one. Install "
                "openssl on the referee’s computer (in Termux: pkg install "
                "openssl-tool), or the Python package cryptography with the referee. "
                "Then try again."
            )
        )
    try:
        tls = own_certificate(folder).load()
        listener = listen(host, max(daemon.port + 1, LEAST_PORT))
    except (Stop, CannotListen) as error:
        raise NoHttpsError(
            say("Couldn’t open an HTTPS port: {why}", why=str(error))
        ) from None
    daemon.open_https(listener, tls)


def folder_of(data_dir: DataDir) -> Path:
    """Return the own certificate's folder: the tables', or the user's."""
    folder = data_dir.folder or read_data_dir(None).folder
    assert folder is not None
    return folder


def own_certificate(folder: Path) -> Certificate:
    """Return the own certificate from this folder, made anew unless a valid one exists.

    Stop if that is impossible.
    """
    own = Certificate(folder / CERTIFICATE, folder / KEY)
    if has_valid_certificate(own):
        return own
    make = maker()
    if make is None:
        raise Stop(NEITHER)
    try:
        folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        # Make it in a private folder: whoever reads the key could impersonate the
        # referee.
        with TemporaryDirectory(dir=folder) as aside:
            new = Certificate(Path(aside) / CERTIFICATE, Path(aside) / KEY)
            make(new, _names())
            new.key.chmod(0o600)
            new.load()
            new.key.replace(own.key)
            new.file.replace(own.file)
    except (OSError, subprocess.SubprocessError) as error:
        raise Stop(
            f"No certificate for --https could be made in {folder}: {error}."
        ) from None
    return own


def has_valid_certificate(own: Certificate) -> bool:
    """Return whether the own certificate fits its key and stays valid for a while."""
    try:
        own.load()
        age = time.time() - own.file.stat().st_mtime
    except (OSError, NeedsPassword):
        return False
    return age < MADE_AGAIN_AFTER_DAYS * 24 * 60 * 60


def maker() -> Callable[[Certificate, list[str]], None] | None:
    """Return the certificate maker: the package cryptography, or openssl; or None."""
    if find_spec("cryptography") is not None:
        return _make_with_cryptography
    if which("openssl"):
        return _make_with_openssl
    return None


def _names() -> list[str]:
    """Return all current names and addresses of this computer."""
    names = ["localhost", "127.0.0.1", "::1"]
    names += [address.host for address in find_addresses("::")]

    host = socket.gethostname().lower()
    if host.isascii() and host.replace("-", "").replace(".", "").isalnum():
        names.append(host)
        if "." not in host:
            names.append(f"{host}.local")
    return list(dict.fromkeys(names))


def _kind(name: str) -> str:
    """Return a name's kind in certificates: IP or DNS."""
    try:
        ip_address(name)
    except ValueError:
        return "DNS"
    return "IP"


def _make_with_openssl(new: Certificate, names: Iterable[str]) -> None:
    """Make a certificate with openssl of any version, so by a settings file."""
    alternatives = ",".join(f"{_kind(name)}:{name}" for name in names)
    settings = new.file.with_suffix(".cnf")
    settings.write_text(SETTINGS + f"subjectAltName = {alternatives}\n", "utf-8")
    make_key = f"ecparam -name prime256v1 -genkey -noout -out {new.key.name}"
    sign = (
        f"req -x509 -new -sha256 -days {GOOD_FOR_DAYS} -config {settings.name} "
        f"-key {new.key.name} -out {new.file.name}"
    )
    for command in (make_key, sign):
        _run_openssl(command.split(), new.file.parent)


def _run_openssl(words: list[str], folder: Path) -> None:
    program = which("openssl") or "openssl"
    subprocess.run(  # noqa: S603  # our own words
        [program, *words],
        cwd=folder,
        check=True,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=60,
    )


def _make_with_cryptography(new: Certificate, names: Iterable[str]) -> None:
    """Make a certificate with cryptography, for systems without openssl, as Windows."""
    from datetime import UTC, datetime, timedelta

    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec
    from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

    key = ec.generate_private_key(ec.SECP256R1())
    now = datetime.now(UTC)
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Referee")])
    alternatives: list[x509.GeneralName] = []
    for name in names:
        if _kind(name) == "IP":
            alternatives.append(x509.IPAddress(ip_address(name)))
        else:
            alternatives.append(x509.DNSName(name))
    signs = x509.KeyUsage(True, *[False] * 8)
    signed = (
        x509.CertificateBuilder(own, own, key.public_key(), x509.random_serial_number())
        .not_valid_before(now - timedelta(hours=1))
        .not_valid_after(now + timedelta(days=GOOD_FOR_DAYS - 1))
        .add_extension(x509.BasicConstraints(False, None), critical=True)
        .add_extension(signs, critical=True)
        .add_extension(
            x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False
        )
        .add_extension(x509.SubjectAlternativeName(alternatives), critical=False)
        .sign(key, hashes.SHA256())
    )
    pem = serialization.Encoding.PEM
    plain = serialization.NoEncryption()
    pkcs8 = serialization.PrivateFormat.PKCS8
    new.key.write_bytes(key.private_bytes(pem, pkcs8, plain))
    new.file.write_bytes(signed.public_bytes(pem))
