#!/usr/bin/python3
"""A bare WebKitGTK window for WebKitWebDriver: no bars, so that it can be as narrow as a phone.

Debian's own Python runs it, since the system's bindings belong to that one. Each page notes what
goes wrong in it, in `window.faults`.
"""

import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402 - not before the versions are chosen

WIDTH, HEIGHT = 390, 844
WATCH = """
window.faults = [];
const note = (what) => window.faults.push(String(what).slice(0, 300));
addEventListener("error", (event) => {
  const gone = event.target && (event.target.src || event.target.href);
  note(event.message ? `script: ${event.message}` : `not loaded: ${gone}`);
}, true);
addEventListener("unhandledrejection", (event) => note(`rejection: ${event.reason}`));
addEventListener("securitypolicyviolation", (event) => {
  note(`policy: ${event.violatedDirective} ${event.blockedURI} ${event.sourceFile}:${event.lineNumber}`);
});
"""


def main() -> None:
    context = WebKit2.WebContext.new_ephemeral()
    context.set_automation_allowed(True)
    context.set_preferred_languages([os.environ.get("WINDOW_LANGUAGE", "en-GB")])
    if os.environ.get("WINDOW_DARK"):
        look = Gtk.Settings.get_default()
        look.set_property("gtk-application-prefer-dark-theme", True)
    context.connect("automation-started", lambda _, session: introduce(context, session))
    Gtk.main()


def introduce(context: WebKit2.WebContext, session: WebKit2.AutomationSession) -> None:
    """Says who answers the driver, which asks for a name and a version."""
    name = WebKit2.ApplicationInfo()
    name.set_name("MiniBrowser")
    session.set_application_info(name)
    session.connect("create-web-view", lambda _: open_window(context))


def open_window(context: WebKit2.WebContext) -> WebKit2.WebView:
    watching = WebKit2.UserContentManager()
    frames, start = WebKit2.UserContentInjectedFrames, WebKit2.UserScriptInjectionTime
    watching.add_script(WebKit2.UserScript.new(WATCH, frames.ALL_FRAMES, start.START, None, None))
    # Mesa's painter of a computer without a graphics card crashes now and then, and the page with it.
    settings = WebKit2.Settings()
    settings.set_hardware_acceleration_policy(WebKit2.HardwareAccelerationPolicy.NEVER)
    view = WebKit2.WebView(
        user_content_manager=watching,
        web_context=context,
        settings=settings,
        is_controlled_by_automation=True,
    )
    window = Gtk.Window(type=Gtk.WindowType.TOPLEVEL)
    window.set_decorated(False)
    window.set_default_size(WIDTH, HEIGHT)
    window.add(view)
    window.show_all()
    view.connect("close", lambda _: window.destroy())
    return view


main()
