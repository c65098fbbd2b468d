"""What `tools/deploy/` starts needs PostgreSQL's server and HAProxy, and the proxies of
the document are programs of others; without them their tests are not collected.
"""

import shutil

from tests.postgres import PROGRAMS

from .fronts import CADDY, NGINX

HAPROXY = shutil.which(
    "haproxy", path="/usr/sbin:/usr/local/sbin:/opt/homebrew/bin"
) or shutil.which("haproxy")

collect_ignore = []
if PROGRAMS is None or HAPROXY is None:
    collect_ignore.append("test_run_here.py")
if NGINX is None:
    collect_ignore.append("test_nginx.py")
if CADDY is None:
    collect_ignore.append("test_caddy.py")
