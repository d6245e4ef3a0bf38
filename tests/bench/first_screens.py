"""`make screens`: the first screen of every page on a desk and on a phone, light and dark, and how many words it has.

`first_screens.py FOLDER [SUITE …]`: pictures of the visible part into FOLDER, and a table of words per page. A word is
a run of letters that stands in the visible part, menus and controls too; numbers, icons drawn from letters, and
what stands there for screen readers alone are not words.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from urllib.parse import urlencode

from playwright.sync_api import Browser, Page, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from components.views import PAGES  # noqa: E402
from tests.bench.picture import DRAWN, FLAGS, served  # noqa: E402
from tests.browsers import installed  # noqa: E402

SIZES = {"desk": (1440, 900), "phone": (375, 812)}
LIMITS = {"desk": 120, "phone": 60}
WORD = re.compile(r"[^\W\d_]{2,}")
VISIBLE = """() => {
  const texts = [];
  const unseen = (box) => {
    for (let at = box; at; at = at.parentElement) {
      const { width, height } = at.getBoundingClientRect();
      if ((width <= 1 || height <= 1) && getComputedStyle(at).overflow === "hidden") return true;
    }
    return false;
  };
  const walk = (root) => {
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
      if (node.shadowRoot) walk(node.shadowRoot);
      if (node.nodeType !== Node.TEXT_NODE || !node.data.trim()) continue;
      const box = node.parentElement;
      if (!box || box.closest("script, style, [data-testid=stIconMaterial]") || unseen(box)) continue;
      if (!box.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const seen = [...range.getClientRects()].some((r) => r.width > 1 && r.height > 1 && r.top < innerHeight - 4 &&
        r.bottom > 4 && r.left < innerWidth && r.right > 0);
      if (seen) texts.push(node.data);
    }
  };
  walk(document.body);
  return texts;
}"""


def words(page: Page) -> int:
    """How many words stand in the visible part of a page."""
    return sum(len(WORD.findall(text)) for text in page.evaluate(VISIBLE))


def screens(browser: Browser, address: str, folder: Path, suites: list[str]) -> None:
    """Take every picture and print a line for each page of each suite."""
    print("words on the first screen".ljust(44), *(f"{n} (≤ {LIMITS[n]})".rjust(14) for n in SIZES))
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
                        counts.append(words(page))
                    context.close()
            print(
                f"{suite or '(first suite)'}  {shown.title}".ljust(44), *(str(c).rjust(14) for c in counts), flush=True
            )


def main(folder: Path, suites: list[str]) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    with served() as address, sync_playwright() as play:
        screens(play.chromium.launch(executable_path=installed(), args=FLAGS), address, folder, suites or [""])


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:])
