"""The way back to the table: pages that belong to no table know at which one they were opened."""

from typing import Any

from flask import has_request_context, request

from referee.hosting.tables.tokens import CODE_LENGTH, LETTERS, read_code
from referee_web.guards.auth import remembered_code
from referee_web.pages.blueprint import blueprint

_PAGES = "ask docs document matches new player players rules set_preferences show_preferences"
KNOWING = {f"pages.{page}" for page in _PAGES.split()}
"""The pages whose links, on a page that was reached from a table, name that table in their query."""


@blueprint.app_template_global()
def table_left() -> str:
    """The code of the table that this page is about, or from which it was reached; empty where there is none.

    The latter is as the address names it: nobody looked whether there is such a table.
    """
    named = read_code(request.args.get("table", ""))
    is_code = len(named) == CODE_LENGTH and set(named) <= set(LETTERS)
    return remembered_code() or (named if is_code else "")


@blueprint.app_url_defaults
def _name_table(endpoint: str, values: dict[str, Any]) -> None:
    if endpoint in KNOWING and has_request_context() and (code := table_left()):
        values.setdefault("table", code)
