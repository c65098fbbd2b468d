"""What `tools/deploy/` starts needs PostgreSQL's server and HAProxy, and other tests
need other programs that the document names; without them they are not collected.
"""

import shutil

from tests.postgres import PROGRAMS

from .fronts import CADDY, NGINX

HAPROXY = shutil.which(
    "haproxy", path="/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"
) or shutil.which("haproxy")

NEEDED = {
    "test_run_here.py": PROGRAMS and HAPROXY,
    "test_nginx.py": NGINX,
    "test_caddy.py": CADDY,
    "test_backup_of_a_file.py": shutil.which("sqlite3"),
    "test_backup_of_a_database.py": PROGRAMS,
    "test_unit.py": shutil.which("systemd-analyze"),
}
"""What each of these tests needs, where it is here."""

collect_ignore = [name for name, program in NEEDED.items() if program is None]
