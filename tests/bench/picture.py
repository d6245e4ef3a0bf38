"""`make picture`: the picture of the README, taken from the running app: `picture.py OUT`."""

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from tests.browsers import FLAGS, installed  # noqa: E402
from tests.serving import Server  # noqa: E402

SIZE = {"width": 1440, "height": 900}
DRAWN = """() => {
  const app = document.querySelector('[data-testid="stApp"]');
  const still = app?.getAttribute("data-test-script-state") === "notRunning";
  return still && !document.querySelector('[data-testid="stSkeleton"]');
}"""


def served() -> Server:
    """The app with its database where `make build` has it."""
    return Server(database=ROOT / "build")


def main(out: Path) -> None:
    with served() as server, sync_playwright() as play:
        browser = play.chromium.launch(executable_path=installed(), args=FLAGS)
        page = browser.new_page(viewport=SIZE, color_scheme="light", reduced_motion="reduce")
        page.goto(f"{server.url}/leaderboard")
        page.wait_for_function(DRAWN, timeout=60_000)
        page.wait_for_timeout(2_000)
        page.screenshot(path=out)
        browser.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
