"""From page to page by the menu and back by the browser, beside a bare app of two pages, in turn in one run.

`bench_between.py [--rounds N] [PAGE …]`. Each visit starts on a light page, goes to the page by the menu, to the light
one again and back by the browser. Times are milliseconds from the click to the title with its question, and to the
first figure in view; medians, and as ratios to the bare app, so less is better.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import defaultdict
from contextlib import ExitStack
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright
from playwright.sync_api import Page as Tab

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from components.views import CHANGES, PAGES  # noqa: E402
from components.views.record import Page  # noqa: E402
from tests.bench.bench_opening import SEEN, bare, median  # noqa: E402
from tests.bench.picture import FLAGS, served  # noqa: E402
from tests.browsers import installed  # noqa: E402

CHOOSING = 600
"""Milliseconds from the open menu to the click on one of its entries."""
BARE = "bare app of two pages"
SCRIPT = """
import plotly.graph_objects as go
import streamlit as st

def one():
    st.title("One")
    st.caption("One?")

def two():
    st.title("Two")
    st.caption("Two?")
    st.plotly_chart(go.Figure(go.Scatter(x=[1, 2, 3], y=[2, 1, 3])))

st.set_page_config(layout="wide")
pages = [st.Page(one, title="One", default=True), st.Page(two, title="Two", url_path="two")]
st.navigation({"Both": pages}, position="top").run()
"""
GO = f"""([title, question, back]) => {{{SEEN}
  const found = window.between = {{ text: 0, figure: 0, all: 0, start: performance.now() }};
  const says = (e, text) => e?.textContent === text;
  const look = () => {{
    if (window.between !== found) return;
    const now = performance.now() - found.start;
    const there = says(document.querySelector("h1"), title)
      && [...document.querySelectorAll("[data-testid=stCaptionContainer]")].some((e) => says(e, question));
    const plots = there ? figures() : [];
    found.text ||= there ? now : 0;
    found.figure ||= plots.some(drawn) ? now : 0;
    found.all ||= there && still() && plots.every(drawn) ? now : 0;
    requestAnimationFrame(look);
  }};
  requestAnimationFrame(look);
  const entries = [...document.querySelectorAll("[data-testid=stTopNavPopover] a")];
  back ? history.back() : entries.find((e) => e.textContent.includes(title)).click();
}}"""
THERE = "() => window.between.all && performance.now() > window.between.start + window.between.all + 1500"
STANDS = """(title) => document.querySelector("h1")?.textContent === title
  && document.querySelector("[data-testid=stApp]").dataset.testScriptState === "notRunning" """


def gone(tab: Tab, group: str, title: str, question: str, back: bool = False) -> dict[str, float]:
    """One step to the page of this title."""
    if not back:
        tab.get_by_test_id("stTopNav").get_by_role("button", name=group, exact=True).click()
        tab.get_by_role("menuitem", name=title, exact=True).wait_for()
        tab.wait_for_timeout(CHOOSING)
    tab.evaluate(GO, [title, question, back])
    tab.wait_for_function(THERE, timeout=120_000)
    found: dict[str, float] = tab.evaluate("window.between")
    return found


def steps(
    browser: Browser, start: str, light: tuple[str, str, str], to: tuple[str, str, str]
) -> list[dict[str, float]]:
    """A fresh visitor's steps: by the menu, and back after another page."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
    tab = context.new_page()
    tab.goto(start)
    tab.wait_for_function(STANDS, arg=light[1], timeout=120_000)
    first = gone(tab, *to)
    gone(tab, *light)
    again = gone(tab, *to, back=True)
    context.close()
    return [first, again]


def said(page: Page) -> tuple[str, str, str]:
    return page.group, page.title, page.question


def main() -> None:
    """Go everywhere in turn, then print the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pages", nargs="*", help="names of pages, all without")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    wanted = [p for p in PAGES if p.across is None and not p.start and p is not CHANGES]
    wanted = [p for p in wanted if not chosen.pages or p.name in chosen.pages]
    found: dict[tuple[str, str, str], list[float]] = defaultdict(list)
    with ExitStack() as stack:
        here, plain = stack.enter_context(served()), stack.enter_context(bare(SCRIPT))
        browser = stack.enter_context(sync_playwright()).chromium.launch(executable_path=installed(), args=FLAGS)
        ways = {BARE: (plain, ("Both", "One", "One?"), ("Both", "Two", "Two?"))}
        ways |= {p.name: (f"{here}/{CHANGES.path}", said(CHANGES), said(p)) for p in wanted}
        for turn in range(chosen.rounds + 1):
            for name, way in ways.items():
                for step, times in zip(("there", "back"), steps(browser, *way), strict=True):
                    for what in ("text", "figure"):
                        if turn and times[what]:
                            found[name, step, what].append(times[what])
        browser.close()
    for (name, step, what), times in found.items():
        value, base = median(times), median(found[BARE, step, what])
        if name != BARE and value and base:
            print(f"{name:16}{step:6}{what:7}{value:7.0f} ms ({value / base:.2f} of {base:.0f})")
            told = {"what": f"{name}, {step}, {what}", "value": value, "unit": "ms", "peer": BARE}
            print(json.dumps({**told, "peer_value": base, "ratio": value / base}), flush=True)


if __name__ == "__main__":
    main()
