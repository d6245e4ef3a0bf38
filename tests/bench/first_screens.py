"""`make screens`: the first screen of every page on a desk and on a phone, light and dark, and how many words it has.

`first_screens.py FOLDER [SUITE …]`: pictures of the visible part into FOLDER, and a table of words per page.

A word is what stands between two spaces and has a letter in it: "tie-aware" is one, "0.25", "·" and "≤" are none. It
counts where at least half of it is seen without scrolling: not behind the edge of a box, not in a menu that is closed,
not what is there for screen readers alone. What boxes hold counts as text. Words in tables and figures (heads, names of
rows, legends, axes) are counted apart, since a reader looks them up; those of the tables that Streamlit paints on a
canvas cannot be read and are not counted.
"""

import sys
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from components.pages import PAGES  # noqa: E402
from tests.bench.picture import DRAWN, served  # noqa: E402
from tests.browsers import FLAGS, installed  # noqa: E402

SIZES = {"desk": (1440, 900), "phone": (375, 812)}
LIMITS = {"desk": 120, "phone": 60}
VISIBLE = r"""() => {
  const found = { read: [], drawn: [] };
  const DRAWN = "table, svg, figure, [role=table], [role=grid], [role=img]";
  const above = (e) => e.parentElement ?? (e.getRootNode() instanceof ShadowRoot ? e.getRootNode().host : null);
  const drawn = (e) => e !== null && (e.matches(DRAWN) || drawn(above(e)));
  const within = (a, b) => ({
    left: Math.max(a.left, b.left), right: Math.min(a.right, b.right),
    top: Math.max(a.top, b.top), bottom: Math.min(a.bottom, b.bottom),
  });
  const seen = (box, e) => {
    let part = within(box, { left: 0, top: 0, right: innerWidth, bottom: innerHeight });
    for (; e && e !== document.body; e = above(e)) {
      const { overflowX, overflowY } = getComputedStyle(e);
      if (overflowX !== "visible" || overflowY !== "visible") part = within(part, e.getBoundingClientRect());
    }
    const [width, height] = [part.right - part.left, part.bottom - part.top];
    return width > 1 && height > 1 && width * 2 >= box.width && height * 2 >= box.height;
  };
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.shadowRoot) walk(node.shadowRoot);
      if (node.matches?.("input:not([type=file]), textarea") && seen(node.getBoundingClientRect(), node))
        found.read.push(...((node.value || node.placeholder).match(/\S*\p{L}\S*/gu) ?? []));
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const box = node.parentElement ?? node.getRootNode().host;
      if (box.closest("script, style, [data-testid=stIconMaterial]")) continue;
      if (!box.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      for (const word of node.data.matchAll(/\S*\p{L}\S*/gu)) {
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        if (seen(range.getBoundingClientRect(), box)) found[drawn(box) ? "drawn" : "read"].push(word[0]);
      }
    }
  };
  walk(document.body);
  return found;
}"""


def words(page: Page) -> dict[str, list[str]]:
    """The words in the visible part of a page: those to `read`, and those `drawn` in tables and figures."""
    found: dict[str, list[str]] = page.evaluate(VISIBLE)
    return found


def screens(browser: Browser, address: str, folder: Path, suites: list[str]) -> None:
    """Take every picture and print a line for each page of each suite."""
    print(
        "words on the first screen (in tables and figures)".ljust(60),
        *(f"{n} (≤ {LIMITS[n]})".rjust(14) for n in SIZES),
    )
    for suite in suites:
        for shown in PAGES:
            counts = []
            for size, (width, height) in SIZES.items():
                for scheme in ("light", "dark"):
                    context = browser.new_context(
                        viewport={"width": width, "height": height}, color_scheme=scheme, reduced_motion="reduce"
                    )
                    page = context.new_page()
                    query = urlencode({"suite": suite}) if suite and not shown.start else ""
                    page.goto(f"{address}/{shown.path}?{query}")
                    page.wait_for_function(DRAWN, timeout=120_000)
                    page.wait_for_timeout(1_500)
                    page.screenshot(path=folder / f"{suite or 'first'}-{shown.name}-{size}-{scheme}.png")
                    if scheme == "light":
                        found = words(page)
                        counts.append(f"{len(found['read'])} ({len(found['drawn'])})")
                    context.close()
            print(f"{suite or '(first suite)'}  {shown.title}".ljust(60), *(c.rjust(14) for c in counts), flush=True)


def main(folder: Path, suites: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with served() as server, sync_playwright() as play:
        screens(play.chromium.launch(executable_path=installed(), args=FLAGS), server.url, folder, suites or [""])


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
