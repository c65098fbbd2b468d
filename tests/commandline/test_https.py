"""`referee serve --https`: the certificate, the addresses, and what a phone meets."""

import json
import os
import socket
import ssl
import subprocess
import time
from contextlib import suppress
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from referee_web.commands import https
from referee_web.commands.https import (
    CERTIFICATE,
    KEY,
    Certificate,
    has_valid_certificate,
    own_certificate,
)

from referee.commandline import Stop, main
from tests.commandline.running import free_port, run, running

MAKERS = {
    "openssl": https._make_with_openssl,
    "cryptography": https._make_with_cryptography,
}


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Certificate:
    """A certificate and its key, as people may bring their own."""
    return own_certificate(tmp_path_factory.mktemp("own"))


class TestOwnCertificate:
    @pytest.mark.parametrize("maker", MAKERS)
    def test_a_browser_finds_the_computers_names_in_it(
        self, maker: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(https, "maker", lambda: MAKERS[maker])
        monkeypatch.setattr(
            https,
            "_names",
            lambda: ["localhost", "192.168.1.23", "fd00::1", "desk.local"],
        )
        made = own_certificate(tmp_path)
        shown = subprocess.run(
            ["openssl", "x509", "-in", made.file, "-noout", "-text"],
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        assert (
            "DNS:localhost, IP Address:192.168.1.23, IP Address:FD00:0:0:0:0:0:0:1, "
            "DNS:desk.local"
        ) in shown
        assert "CA:FALSE" in shown
        assert "TLS Web Server Authentication" in shown
        assert sorted(file.name for file in tmp_path.iterdir()) == [CERTIFICATE, KEY]
        assert made.key.stat().st_mode & 0o077 == 0, (
            "whoever reads it could pass for the referee"
        )

    def test_it_is_made_once(self, tmp_path: Path) -> None:
        first = own_certificate(tmp_path).file.read_bytes()
        assert own_certificate(tmp_path).file.read_bytes() == first

    def test_it_is_made_again_before_it_ends(self, tmp_path: Path) -> None:
        made = own_certificate(tmp_path)
        first = made.file.read_bytes()
        long_ago = time.time() - 800 * 24 * 60 * 60
        os.utime(made.file, (long_ago, long_ago))
        assert not has_valid_certificate(made)
        assert own_certificate(tmp_path).file.read_bytes() != first

    def test_half_of_a_pair_is_no_pair(self, tmp_path: Path, pair: Certificate) -> None:
        made = own_certificate(tmp_path)
        made.key.write_bytes(pair.key.read_bytes())
        assert not has_valid_certificate(made)
        assert has_valid_certificate(own_certificate(tmp_path))

    def test_where_nothing_makes_one_it_is_said_what_to_install(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(https, "find_spec", lambda _: None)
        monkeypatch.setattr(https, "which", lambda _: None)
        with pytest.raises(
            Stop,
            match=r"install openssl, or the referee with cryptography, .*"
            r"pip install '\.\[https\]'",
        ):
            own_certificate(tmp_path)


def refused(*options: str | Path) -> str:
    told = CliRunner().invoke(main, ["serve", "--no-browser", *map(str, options)])
    assert (told.exit_code, told.stdout, told.stderr.count("\n")) == (2, "", 1)
    return told.stderr


class TestOnesOwn:
    def test_certificate_and_key_belong_together(self, pair: Certificate) -> None:
        assert "--cert and --key belong together" in refused("--cert", pair.file)
        assert "--cert and --key belong together" in refused("--key", pair.key)

    def test_a_file_that_cannot_be_read(
        self, pair: Certificate, tmp_path: Path
    ) -> None:
        missing = tmp_path / "missing.pem"
        assert f"--cert: {missing} cannot be read" in refused(
            "--cert", missing, "--key", pair.key
        )
        assert f"--key: {tmp_path} cannot be read" in refused(
            "--cert", pair.file, "--key", tmp_path
        )

    def test_files_that_hold_something_else(self, pair: Certificate) -> None:
        assert f"there is no certificate in {pair.key}" in refused(
            "--cert", pair.key, "--key", pair.file
        )
        assert f"there is no key in {pair.file}" in refused(
            "--cert", pair.file, "--key", pair.file
        )

    def test_what_looks_like_one_and_is_none(
        self, pair: Certificate, tmp_path: Path
    ) -> None:
        torn = tmp_path / "torn.pem"
        torn.write_bytes(pair.file.read_bytes()[:200])
        assert "OpenSSL cannot use them" in refused("--cert", torn, "--key", pair.key)

    def test_the_key_of_another(self, pair: Certificate, tmp_path: Path) -> None:
        other = own_certificate(tmp_path)
        assert f"{other.key} is not the key of {pair.file}" in refused(
            "--cert", pair.file, "--key", other.key
        )

    def test_an_encrypted_key_is_not_asked_for(
        self, pair: Certificate, tmp_path: Path
    ) -> None:
        locked = tmp_path / "locked.key"
        subprocess.run(
            [
                "openssl",
                "ec",
                "-aes128",
                "-passout",
                "pass:word",
                "-in",
                pair.key,
                "-out",
                locked,
            ],
            check=True,
            capture_output=True,
        )
        assert f"--key: {locked} is encrypted" in refused(
            "--cert", pair.file, "--key", locked
        )


@pytest.mark.slow
def test_all_addresses_are_https_and_the_certificate_is_the_one_in_the_folder(
    tmp_path: Path,
) -> None:
    with running("--data", tmp_path, "--port", str(free_port()), "--https") as daemon:
        assert "http://" not in daemon.greeting
        assert "A browser may warn of the certificate" in daemon.greeting
        card = json.loads((tmp_path / "daemon.json").read_text())
        assert card["url"] == f"https://127.0.0.1:{daemon.port}/"
        assert card["phones"].startswith("https://")
        trusting = ssl.create_default_context(cafile=tmp_path / CERTIFICATE)
        with urlopen(
            f"https://127.0.0.1:{daemon.port}/healthz", context=trusting, timeout=60
        ) as answer:
            assert answer.read() == b'{"status":"ok"}\n'
        _, opened = daemon.post("/tables", {"game": "faj", "seats": ["Ana", "Ben"]})
        assert opened["join_url"].startswith("https://")
        link = run("seat", opened["code"], "Ana", "--data", tmp_path).stdout
        assert link.startswith(card["phones"])
        told = run("doctor", "--data", tmp_path, "--json").stdout
        found = {(one["about"], one["what"]) for one in json.loads(told)}
        assert ("port", f"A referee answers on {daemon.port}.") in found
        assert (
            "https",
            f"The certificate for --https is {tmp_path / CERTIFICATE}.",
        ) in found
        assert all(
            what.startswith("https://") for about, what in found if about == "address"
        )


@pytest.mark.slow
def test_a_certificate_of_ones_own_is_shown(tmp_path: Path, pair: Certificate) -> None:
    named = ("--cert", pair.file, "--key", pair.key, "--advertise", "cards.example")
    with running("--data", tmp_path, "--port", str(free_port()), *named) as daemon:
        assert f"open:  https://cards.example:{daemon.port}/\n" in daemon.greeting
        trusting = ssl.create_default_context(cafile=pair.file)
        with urlopen(
            f"https://127.0.0.1:{daemon.port}/healthz", context=trusting, timeout=60
        ) as answer:
            assert answer.status == 200
    assert not (tmp_path / CERTIFICATE).exists()


@pytest.mark.slow
def test_plain_http_is_hung_up_on_at_once_and_harms_nobody(tmp_path: Path) -> None:
    with running("--data", tmp_path, "--port", str(free_port()), "--https") as daemon:
        with socket.create_connection(("127.0.0.1", daemon.port), timeout=10) as phone:
            phone.sendall(b"GET / HTTP/1.1\r\nHost: referee.test\r\n\r\n")
            with suppress(ConnectionResetError):
                assert b"HTTP/1.1 200" not in phone.recv(4096)
        assert daemon.get("/healthz") == b'{"status":"ok"}\n'
        daemon.process.terminate()
        assert daemon.process.communicate(timeout=60) == ("", "")
