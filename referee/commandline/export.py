"""`referee export`: a whole match, printed."""

import json

import click

from referee.commandline import Stop, stopped_by
from referee.commandline.data_dir import data_option, existing_data_dir
from referee.hosting.history.bg_stats import play_of
from referee.hosting.history.exports import match_csv, match_document
from referee.hosting.store import Store, StoreUnusable
from referee.hosting.tables.loading import StrandedError, load
from referee.hosting.tables.table import TableFacts
from referee.hosting.tables.tokens import read_code
from referee.match.log_entry import SPECTATOR
from referee.vocabulary.jsonable import jsonable


@click.command()
@click.argument("code")
@click.option(
    "--as", "form", type=click.Choice(["json", "csv", "bgstats"]), default="json", show_default=True, help="The form."
)
@data_option
def export(code: str, form: str, data: str | None) -> None:
    """Print the match of the table CODE, as a spectator sees it.

    The daemon may go on meanwhile. `referee replay` reads the JSON form. `bgstats` is a finished match as the app
    BG Stats takes it.
    """
    try:
        with stopped_by(StoreUnusable), Store.open(existing_data_dir(data).store) as store:
            table: TableFacts = load(store, read_code(code))
    except StrandedError as stranded:
        if form == "bgstats":
            raise
        click.echo(f"{stranded} What was entered is printed without rulings.", err=True)
        table = stranded.table
    if table.row.setting is None:
        raise Stop(f"The match at table {table.code} has not begun: there is nothing to export yet.")
    if form == "bgstats":
        click.echo(json.dumps(jsonable(play_of(table)), ensure_ascii=False, indent=2))
        return
    document = match_csv(table, SPECTATOR) if form == "csv" else match_document(table, SPECTATOR)
    # As bytes: the line ends are what CSV wants, on every system.
    click.echo(document.encode(), nl=False)
