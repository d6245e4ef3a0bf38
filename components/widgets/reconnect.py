"""Coming back after the server was away: the page runs again at once, so that the first choice made is not lost.

A session that another server (or a restarted one) has just opened knows neither controls nor callbacks until the
page has run there; Streamlit waits with that run for the reader's next click, whose callback then finds nobody. The
view itself comes back from the address.
"""

from __future__ import annotations

BACK = """({ setTriggerValue }) => {
const app = document.querySelector('[data-testid="stApp"]');
let lost = false;
const observer = new MutationObserver(() => {
  const connected = app.dataset.testConnectionState === "CONNECTED";
  if (lost && connected) setTimeout(() => setTriggerValue("back", Date.now()), 300 * Math.random());
  lost = !connected;
});
observer.observe(app, { attributes: true, attributeFilter: ["data-test-connection-state"] });
return () => observer.disconnect();
}"""
"""Watches the connection (`watching`)."""
