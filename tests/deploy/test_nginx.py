"""The document's block for nginx, with the real program."""

import re
from pathlib import Path

import pytest
from referee_web.commands.https import own_certificate

from tests.commandline.running import Running, free_port

from .documented import blocks
from .fronts import NGINX, asked, assert_serves, behind, started

pytestmark = pytest.mark.slow

FRAME = """
daemon off;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
client_body_temp_path {folder}/1;
proxy_temp_path {folder}/2;
fastcgi_temp_path {folder}/3;
uwsgi_temp_path {folder}/4;
scgi_temp_path {folder}/5;
access_log {folder}/accesses;
{site}
}}
"""
"""What stands round a site, so that it can be tried beside others."""


def configured(folder: Path, port: int, daemon: Running, block: str) -> Path:
    own = own_certificate(folder)
    site = block.replace("listen 443", f"listen 127.0.0.1:{port}")
    site = site.replace("127.0.0.1:8642", f"127.0.0.1:{daemon.port}")
    site = re.sub(r"(ssl_certificate) .+;", rf"\1 {own.file};", site)
    site = re.sub(r"(ssl_certificate_key) .+;", rf"\1 {own.key};", site)
    written = folder / "nginx.conf"
    written.write_text(FRAME.format(folder=folder, site=site), "utf-8")
    return written


@pytest.mark.parametrize("below", ["", "/cards"])
def test_what_the_document_says(below: str, tmp_path: Path) -> None:
    port = free_port()
    with behind(tmp_path / "data", below) as daemon:
        block = blocks("nginx")[0].replace("location /", f"location {below}/")
        file = configured(tmp_path, port, daemon, block)
        with started(port, str(NGINX), "-c", file):
            assert_serves(port, daemon, below)
            assert not (tmp_path / "accesses").read_text(), "no keys stand in its log"


def test_without_the_name_a_refusal_says_what_is_missing(tmp_path: Path) -> None:
    port = free_port()
    with behind(tmp_path / "data") as daemon:
        bare = re.sub(r".*proxy_set_header Host .*\n", "", blocks("nginx")[0])
        file = configured(tmp_path, port, daemon, bare)
        with (
            started(port, str(NGINX), "-c", file),
            asked(port, "/new/four-aces", "seats=") as refused,
        ):
            assert refused.status == 403
            assert b"a proxy doesn\xe2\x80\x99t pass on the name" in refused.read()
