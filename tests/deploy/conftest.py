"""What `tools/deploy/` starts needs PostgreSQL's server and HAProxy; without them its
tests are not collected.
"""

import shutil

from tests.postgres import PROGRAMS

HAPROXY = shutil.which(
    "haproxy", path="/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"
) or shutil.which("haproxy")

if PROGRAMS is None or HAPROXY is None:
    collect_ignore = ["test_run_here.py"]
