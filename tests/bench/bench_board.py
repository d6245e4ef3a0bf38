"""How long one move of a weight takes on the live board: script time, and time to the next painted
frame.

A real pointer drags a weight back and forth over 150 methods × 26 metrics in Chromium, without
reduced motion, so that rows glide while the hand moves on. Script time is what the board's own
handler and the frame that shows the move take together; the painted frame is counted from the move
to the first task after that frame."""

import statistics
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from tests.bench.run import ROOT, at, browser, figure
from tests.serving import alone

HARNESS = ROOT / "tests" / "browser" / "board_harness.py"
SIZES = ("4x5", "150x26")
ROUNDS, MOVES = 3, 120

WATCH = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def drag(page: Page) -> list[dict[str, Any]]:
    """Drag the third weight back and forth; gives what was measured for each move."""
    page.evaluate("window.boardMoves.length = 0")
    slider = page.get_by_role("slider").nth(2)
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
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


BUDGETS = {"script": 16.0, "painted": None}
"""Milliseconds that one move may take: a frame."""


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        alone(HARNESS, folder) as server,
        browser(server.url) as (url, chromium),
    ):
        page = chromium.new_page(viewport={"width": 1440, "height": 1000})
        page.add_init_script(f"({WATCH})()")
        for size in SIZES:
            page.goto(f"{url}/?size={size}")
            page.get_by_role("slider").first.wait_for()
            page.wait_for_timeout(1_500)
            drag(page)  # compiled and warm before it counts
            moves = [m for _ in range(ROUNDS) for m in drag(page)]
            for what, budget in BUDGETS.items():
                times = sorted(m[what] for m in moves)
                title = f"board {size}, one of {len(moves)} moves, {what}"
                figure(f"{title}, median", statistics.median(times), "ms", budget=budget)
                figure(f"{title}, 95 % within", at(times, 0.95) or 0.0, "ms", budget=budget)


if __name__ == "__main__":
    main()
