"""The document's block for Caddy, with the real program."""

from pathlib import Path

import pytest

from tests.commandline.running import free_port

from .documented import blocks
from .fronts import CADDY, NAME, assert_serves, behind, started

pytestmark = pytest.mark.slow

FRAME = """
{{
    admin off
    auto_https disable_redirects
    skip_install_trust
}}
{site}
"""
"""What stands round a site, so that it can be tried beside others."""


@pytest.mark.parametrize("below", ["", "/cards"])
def test_what_the_document_says(below: str, tmp_path: Path) -> None:
    port = free_port()
    with behind(tmp_path / "data", below) as daemon:
        # A certificate of its own: nobody in the tests has the document's domain.
        site = blocks("caddy")[0].replace(
            f"{NAME} {{", f"{NAME}:{port} {{\ntls internal"
        )
        site = site.replace("127.0.0.1:8642", f"127.0.0.1:{daemon.port}")
        if below:
            site = site.replace("reverse_proxy", f"reverse_proxy {below}/*")
        file = tmp_path / "Caddyfile"
        file.write_text(FRAME.format(site=site), "utf-8")
        run = (str(CADDY), "run", "--adapter", "caddyfile", "--config", file)
        home = str(tmp_path)
        with started(port, *run, HOME=home, XDG_DATA_HOME=home, XDG_CONFIG_HOME=home):
            assert_serves(port, daemon, below)
