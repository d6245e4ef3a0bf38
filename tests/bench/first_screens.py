"""`make screens`: the first screen of every page on a desk and on a phone: its words, its controls,
where it answers.

`first_screens.py FOLDER [SUITE …]`: pictures of the visible part into FOLDER, light and dark, and a
table with a line for each page: words to read (in tables and figures), controls, and where in
pixels the answer begins and ends, the ranking begins and the first figure ends.

A word is what stands between two spaces and has a letter in it: "tie-aware" is one, "0.25", "·" and
"≤" are none. It counts where at least half of it is seen without scrolling: not behind the edge of
a box, not in a menu that is closed, not what is there for screen readers alone. What boxes hold
counts as text. Words in tables and figures (heads, cells, legends, axes) are counted apart, since a
reader looks them up; those of the grids that Streamlit paints on a canvas cannot be read and are
not counted. A control is what can be clicked, written into or moved, wherever it stands: a link, a
button, a slider, a tab; a box with its own buttons is one, and so are segments of which one is
chosen."""

import sys
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from components.answers.record import START
from components.pages import LEADERBOARD, PAGES
from tests.bench.run import DRAWN, browser

SIZES = {"desk": (1440, 900), "phone": (375, 812)}
WORDS, CONTROLS, ANSWER = 120, 25, 250
BOARD_WORDS, BOARD_CONTROLS, START_WORDS = 150, 30, 130
IDS = {"method": {"id": "npo"}, "metric": {"id": "truth_ratio"}}
VISIBLE = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")


def counted(page: Any) -> dict[str, Any]:
    """What is seen: words to `read` and `drawn`, `controls`, where parts begin and end."""
    counts: dict[str, Any] = page.evaluate(VISIBLE)
    return counts


def too_much(name: str, counts: dict[str, Any]) -> str:
    """What of a first screen on a desk is above its budget."""
    own_limits = {LEADERBOARD.name: (BOARD_WORDS, BOARD_CONTROLS), START: (START_WORDS, CONTROLS)}
    most = own_limits.get(name, (WORDS, CONTROLS))
    limits = dict(zip(("read", "controls"), most, strict=True))
    over = [f"{counts[what]} {what}" for what, limit in limits.items() if counts[what] > limit]
    late = counts["answer"] is None or counts["answer"][1] > ANSWER
    return ", ".join([*over, *(["answers late"] if late and name != START else [])])


def main(folder: Path, suites: list[str]) -> None:
    """Take every picture and print a line for each page of each suite and size."""
    folder.mkdir(parents=True, exist_ok=True)
    heads = ("words", "drawn", "controls", "answer", "ranking", "figure")
    print("page".ljust(44), "size".ljust(6), *(h.rjust(10) for h in heads), " above its budget")
    with browser() as (address, chromium):
        for suite in suites:
            for shown in PAGES:
                one_suite = {} if shown.spans or shown.name == START else {"suite": suite}
                query = IDS.get(shown.name, one_suite)
                for size, (width, height) in SIZES.items():
                    for scheme in ("light", "dark"):
                        view = {"width": width, "height": height}
                        look = {"color_scheme": scheme, "reduced_motion": "reduce"}
                        page = chromium.new_page(viewport=view, **look)
                        page.goto(f"{address}/{shown.path}?{urlencode(query)}")
                        page.wait_for_function(DRAWN, timeout=120_000)
                        page.wait_for_timeout(1_500)
                        page.screenshot(path=folder / f"{suite}-{shown.name}-{size}-{scheme}.png")
                        if scheme == "light":
                            counts = counted(page)
                            ends = counts["answer"] and "–".join(map(str, counts["answer"]))
                            cells = [*(counts[k] for k in ("read", "drawn", "controls")), ends]
                            cells += [counts["ranking"], counts["figure"]]
                            told = "" if size == "phone" else too_much(shown.name, counts)
                            line = (str("" if c is None or c != c else c).rjust(10) for c in cells)
                            title = f"{suite}  {shown.title}".ljust(44)
                            print(title, size.ljust(6), *line, f" {told}", flush=True)
                        page.close()


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2:] or ["unified_unlearning", "tofu", "tofu_seeds"])
