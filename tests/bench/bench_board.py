"""How long one move of a weight takes on the live board: script time, and time to the next painted frame.

A real pointer drags a weight back and forth over 150 methods × 26 metrics in Chromium, without reduced motion, so
that rows glide while the hand moves on. Script time is what the board's own handler and the frame that shows the
move take together; the painted frame is counted from the move to the first task after that frame.
Prints a table and one line of JSON; nothing is asserted.
"""

import json
import statistics
import tempfile
from typing import Any

from playwright.sync_api import Page, sync_playwright

from tests.browsers import FLAGS, installed
from tests.serving import ROOT, alone

HARNESS = ROOT / "tests" / "browser" / "board_harness.py"
SIZES = ("4x5", "150x26")
ROUNDS, MOVES = 3, 120

WATCH = """() => {
  const log = window.boardMoves = [];
  let current = null, within = 0;
  const timed = (run) => {
    const outer = within++, start = performance.now();
    try { return run(); } finally {
      within--;
      if (!outer && current && !current.drawn) current.script += performance.now() - start;
    }
  };
  const frame = window.requestAnimationFrame.bind(window);
  window.requestAnimationFrame = (callback) => frame((now) => {
    const shown = current;
    timed(() => callback(now));
    if (shown && !shown.drawn) {
      shown.drawn = true;
      const after = new MessageChannel();
      after.port1.onmessage = () => { shown.painted = performance.now() - shown.at; };
      after.port2.postMessage(0);
    }
  });
  const add = EventTarget.prototype.addEventListener;
  EventTarget.prototype.addEventListener = function (type, listener, options) {
    if (type !== "pointermove" || typeof listener !== "function") return add.call(this, type, listener, options);
    return add.call(this, type, function (event) { return timed(() => listener.call(this, event)); }, options);
  };
  add.call(window, "pointermove", (event) => {
    if (event.buttons) log.push(current = { at: performance.now(), script: 0, painted: null, drawn: false });
  }, true);
}"""


def drag(page: Page) -> list[dict[str, Any]]:
    """Drag the third weight back and forth; gives what was measured for each move."""
    page.evaluate("window.boardMoves.length = 0")
    slider = page.get_by_role("slider").nth(2)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    assert box is not None
    y, left, width = box["y"] + box["height"] / 2, box["x"] + 12, box["width"] - 24
    page.mouse.move(left, y)
    page.mouse.down()
    for i in range(MOVES):
        swing = i % 40
        share = (swing if swing < 20 else 40 - swing) / 20
        page.mouse.move(left + share * width, y)
        page.wait_for_timeout(30)
    page.mouse.up()
    page.wait_for_timeout(800)
    moves: list[dict[str, Any]] = page.evaluate("window.boardMoves")
    return [m for m in moves if m["painted"] is not None]


SCRIPT_BUDGET = 4.0
"""Milliseconds of script that one move may take at the larger size."""


def measure(page: Page, url: str, size: str) -> dict[str, Any]:
    """All rounds at one size, in milliseconds."""
    page.goto(f"{url}/?size={size}" if size != "4x5" else url)
    page.get_by_role("slider").first.wait_for()
    page.wait_for_timeout(1500)
    drag(page)  # compiled and warm before it counts
    moves = [m for _ in range(ROUNDS) for m in drag(page)]
    summary: dict[str, Any] = {"size": size, "moves": len(moves)}
    for what in ("script", "painted"):
        times = sorted(m[what] for m in moves)
        summary[f"{what}_median_ms"] = round(statistics.median(times), 2)
        summary[f"{what}_p95_ms"] = round(times[int(0.95 * (len(times) - 1))], 2)
    return summary


def main() -> None:
    with tempfile.TemporaryDirectory() as folder, alone(HARNESS, folder) as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=installed(), args=FLAGS)
        page = browser.new_page(viewport={"width": 1440, "height": 1000})
        page.add_init_script(f"({WATCH})()")
        results = [measure(page, server.url, size) for size in SIZES]
        browser.close()
    print(f"{'methods x metrics':<20}{'moves':>7}{'script ms':>22}{'painted frame ms':>22}")
    print(f"{'':<20}{'':>7}{'median':>14}{'p95':>8}{'median':>14}{'p95':>8}")
    for r in results:
        print(
            f"{r['size']:<20}{r['moves']:>7}{r['script_median_ms']:>14}{r['script_p95_ms']:>8}"
            f"{r['painted_median_ms']:>14}{r['painted_p95_ms']:>8}"
        )
    for r in results:
        for what, budget in (("script", SCRIPT_BUDGET), ("painted", None)):
            for which in ("median", "p95"):
                value = r[f"{what}_{which}_ms"]
                figure = {"what": f"board, one move, {what}, {which}: {r['size']}", "value": value, "unit": "ms"}
                print(json.dumps(figure | ({"budget": budget} if budget else {})))


if __name__ == "__main__":
    main()
