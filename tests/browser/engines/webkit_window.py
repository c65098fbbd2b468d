#!/usr/bin/python3
"""A window of WebKitGTK and nothing else, as WebKitWebDriver starts it: MiniBrowser's
is never as narrow as a phone.

It runs under Debian's own Python, which has the bindings. What the environment says:
WINDOW_SIZE (390x844), WINDOW_NAMES (the port of a SOCKS server that finds names),
WINDOW_CONSOLE (the file that pages' errors go to), WINDOW_LACKS (features that are
switched off, as an older engine does not have them).
"""

import os
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402

WIDTH, HEIGHT = map(int, os.environ["WINDOW_SIZE"].split("x"))
LACKS = os.environ["WINDOW_LACKS"].split()


def send_console_to_file() -> None:
    """Have all processes of the engine write there what pages say: it goes to their
    standard error.
    """
    console = os.open(
        os.environ["WINDOW_CONSOLE"], os.O_CREAT | os.O_WRONLY | os.O_APPEND
    )
    os.dup2(console, 2)


def context_with_names() -> WebKit2.WebContext:
    """Return a context that asks for names where the tests say, and keeps what pages
    keep in HOME.

    Of pages in a window that keeps nothing the engine tells no errors.
    """
    home = os.environ["HOME"]
    manager = WebKit2.WebsiteDataManager(
        base_data_directory=home, base_cache_directory=home
    )
    context = WebKit2.WebContext(website_data_manager=manager)
    proxy = WebKit2.NetworkProxySettings(
        f"socks5://127.0.0.1:{os.environ['WINDOW_NAMES']}", None
    )
    manager.set_network_proxy_settings(WebKit2.NetworkProxyMode.CUSTOM, proxy)
    context.set_automation_allowed(True)
    context.set_preferred_languages(["en-GB"])
    return context


def settings_of_a_phone() -> WebKit2.Settings:
    settings = WebKit2.Settings()
    settings.set_enable_write_console_messages_to_stdout(True)
    settings.set_enable_page_cache(True)
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    features = WebKit2.Settings.get_all_features()
    for at in range(features.get_length()):
        feature = features.get(at)
        if feature.get_identifier() in LACKS:
            settings.set_feature_enabled(feature, False)
    return settings


def open_window(context: WebKit2.WebContext) -> WebKit2.WebView:
    view = WebKit2.WebView(
        web_context=context,
        settings=settings_of_a_phone(),
        is_controlled_by_automation=True,
    )
    window = Gtk.Window(decorated=False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    view.connect("close", lambda _: window.destroy())
    window.show_all()
    # Nothing manages windows on this display, so nothing else gives one the focus.
    window.get_window().focus(0)
    view.grab_focus()
    return view


def begin_automation(
    context: WebKit2.WebContext, session: WebKit2.AutomationSession
) -> None:
    session.connect("create-web-view", lambda _: open_window(context))


def end_with(parent: int) -> bool:
    if os.getppid() != parent:
        sys.exit(0)
    return True


send_console_to_file()
used = context_with_names()
used.connect("automation-started", begin_automation)
GLib.timeout_add_seconds(2, end_with, os.getppid())
Gtk.main()
