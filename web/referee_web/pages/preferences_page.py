"""The page of a phone's preferences."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import Response, make_response, redirect, request

from referee.plugin.languages import list_codes, own_name
from referee_web.pages.blueprint import blueprint, render
from referee_web.pages.frame import here, own_address
from referee_web.preferences import FLAGS, keep, read_choices


@dataclass(frozen=True, slots=True)
class PreferencesPage:
    """A phone's preferences, and where they were opened."""

    back: str
    languages: Mapping[str, str]
    """The languages that are installed, by code, each in its own words."""


@blueprint.get("/preferences")
def show_preferences() -> Response:
    """Show this phone's preferences."""
    offered = {code: own_name(code) for code in list_codes()}
    return render("preferences.html", PreferencesPage(here(), offered))


@blueprint.post("/preferences")
def set_preferences() -> Response:
    """Store the preferences, and go back."""
    # Browsers do not send unticked boxes.
    unticked = dict.fromkeys(FLAGS, "no")
    response = make_response(redirect(own_address(request.form.get("back", "")), 303))
    keep(response, read_choices(unticked | request.form.to_dict()))
    return response
