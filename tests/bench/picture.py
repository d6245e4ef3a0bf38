"""`make picture`: the picture of the README, taken from the running app: `picture.py OUT`."""

import sys
from pathlib import Path

from tests.bench.run import DRAWN, browser


def main(out: Path) -> None:
    with browser() as (url, chromium):
        size = {"width": 1440, "height": 900}
        page = chromium.new_page(viewport=size, color_scheme="light", reduced_motion="reduce")
        page.goto(f"{url}/leaderboard")
        page.wait_for_function(DRAWN, timeout=60_000)
        page.wait_for_timeout(2_000)
        page.screenshot(path=out)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
