"""Opening every page in a browser, beside a bare Streamlit page and a bare one with one figure, in
turn in one run.

`bench_opening.py [--rounds N] [--width PX] [PAGE …]`. Cold is a browser that was never here, warm
one that was; the server has answered each page before. Times are milliseconds from the request to
the first text (the title), to the verdict, to the first figure in view, and to the moment when all
in view is drawn; beside them the bytes that came over the wire and the layout shift. Medians;
figures as ratios to the bare page (text) and the bare page with a figure (the others), so less is
better.
"""

import argparse
import statistics
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import BrowserContext

from components.pages import PAGES
from tests.bench.run import browser, figure
from tests.serving import Server

BARE, FIGURE = "bare page", "bare page with a figure"
SCRIPT = """
import plotly.graph_objects as go
import streamlit as st

st.set_page_config(layout="wide")
st.title("Bare")
if "figure" in st.query_params:
    st.plotly_chart(go.Figure(go.Scatter(x=[1, 2, 3], y=[2, 1, 3])))
"""
APP = (
    "from pathlib import Path\nimport streamlit as st\napp = st.App(Path(__file__).parent /"
    " 'bare.py')\n"
)
IDS = {"method": "?id=npo", "metric": "?id=truth_ratio"}
WATCH = Path(__file__).with_suffix(".js").read_text(encoding="utf-8")
SETTLED = "() => window.opening.all && performance.now() > window.opening.all + 1500"


@dataclass(frozen=True)
class Opening:
    """One visit: milliseconds to the first text, to a figure in view (None without one) and to all
    in view; kB; shift.

    A page whose first figure comes on scrolling has none in view.
    """

    text: float
    verdict: float | None
    figure: float | None
    all: float
    kilobytes: float
    shift: float


@contextmanager
def bare(script: str = SCRIPT) -> Iterator[Server]:
    """A server of bare pages."""
    with tempfile.TemporaryDirectory(prefix="leaderboard-bare-") as folder:
        Path(folder, "bare.py").write_text(script, encoding="utf-8")
        Path(folder, "app.py").write_text(APP, encoding="utf-8")
        command = ("-m", "uvicorn", "app:app", "--port", "{port}", "--no-access-log")
        with Server(Path(folder), *command, database=folder, PYTHONPATH="") as server:
            yield server


def opened(context: BrowserContext, address: str) -> Opening:
    """One visit in a tab of its own."""
    page = context.new_page()
    wire = context.new_cdp_session(page)
    wire.send("Network.enable")
    came = [0.0]

    def finished(event: dict[str, float]) -> None:
        came[0] += event["encodedDataLength"]

    wire.on("Network.loadingFinished", finished)
    page.add_init_script(f"({WATCH})()")
    page.on(
        "websocket", lambda ws: ws.on("framereceived", lambda data: came.append(float(len(data))))
    )
    page.goto(address)
    page.wait_for_function(SETTLED, timeout=120_000)
    times = page.evaluate("window.opening")
    page.close()
    return Opening(
        text=times["text"],
        verdict=times["verdict"] or None,
        figure=times["figure"] or None,
        all=times["all"],
        kilobytes=sum(came) / 1000,
        shift=times["shift"],
    )


MEASURED = (
    ("text", BARE, "text"),
    ("verdict", FIGURE, "figure"),
    ("figure", FIGURE, "figure"),
    ("all", FIGURE, "all"),
)
"""What is measured, beside which page, and what of it: a verdict beside the first figure."""


def median_of(openings: list[Opening], what: str) -> float | None:
    values = [value for each in openings if (value := getattr(each, what)) is not None]
    return statistics.median(values) if values else None


def main() -> None:
    """Visit everything in turn, then print the medians."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("pages", nargs="*", help="names of pages, all without")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--width", type=int, default=1440)
    chosen = parser.parse_args()
    size = {"width": chosen.width, "height": 900 if chosen.width > 600 else 812}
    looks = {"viewport": size, "color_scheme": "light", "reduced_motion": "reduce"}
    visits: dict[tuple[str, str], list[Opening]] = defaultdict(list)
    with bare() as plain, browser() as (here, chromium):
        addresses = {BARE: plain.url, FIGURE: f"{plain.url}?figure=1"}
        wanted = [p for p in PAGES if not chosen.pages or p.name in chosen.pages]
        addresses |= {p.name: f"{here}/{p.path}{IDS.get(p.name, '')}" for p in wanted}
        for turn in range(chosen.rounds + 1):
            for name, address in addresses.items():
                context = chromium.new_context(**looks)
                for state in ("cold", "warm"):
                    visit = opened(context, address)
                    if turn:
                        visits[name, state].append(visit)
                context.close()
    for (name, state), rounds in visits.items():
        for what, peer, of_peer in MEASURED:
            value = median_of(rounds, what)
            base = median_of(visits[peer, state], of_peer)
            if value is not None and base:
                title = f"{name}, {what}, {state}, {chosen.width} px"
                beside = "" if name in (BARE, FIGURE) else peer
                figure(title, value, "ms", peer=beside, peer_value=base)
        kilobytes = statistics.median(o.kilobytes for o in rounds)
        figure(f"{name}, {state}, over the wire", kilobytes, "kB")
        figure(f"{name}, {state}, layout shift", statistics.median(o.shift for o in rounds), "")


if __name__ == "__main__":
    main()
