"""Links, each opened by a browser that has never been here: the page shows the figures of the API."""

from __future__ import annotations

import json
import urllib.request
from typing import Any
from urllib.parse import urlencode

import pytest

from components.labels import labels_of
from components.text import number, thousands
from tests.released import TABLES

LABELS = labels_of(TABLES, "")
LINKS: tuple[tuple[str, dict[str, str]], ...] = (
    ("leaderboard", {"weights": "FA:0.2,RA:0.8"}),
    ("leaderboard", {"benchmarks": "mmubench", "aggregate": "mean-of-scores", "transform": "exponential"}),
    ("agreement", {"scope": "pooled", "protocol": "published"}),
    ("clusters", {"linkage": "complete", "k": "3"}),
    ("reliability", {"benchmarks": "mllmu_bench,mmubench"}),
    ("stability", {"weights": "equal", "draws": "1000"}),
    ("reproduction", {}),
)


def api(base: str, part: str, query: dict[str, str]) -> dict[str, Any]:
    with urllib.request.urlopen(f"{base}/api/v1/{part}?{urlencode(query, safe=':,')}", timeout=60) as answer:
        return json.load(answer)


def figures(part: str, found: dict[str, Any]) -> list[str]:
    """What the page must show of a part."""
    match part:
        case "leaderboard":
            return [*(f"{r['uqs']:.3f}" for r in found[part]), *found["sentences"][:1]]
        case "agreement":
            sides = [found[part][f"agreement_{protocol}"] for protocol in ("published", "tie_aware")]
            return [number(p["tau"]) for side in sides for p in side if p["tau"] is not None]
        case "clusters":
            groups: dict[int, list[str]] = {}
            for metric, group in found[part]["labels"].items():
                groups.setdefault(group, []).append(metric)
            return [f"{{{', '.join(g)}}}" for g in groups.values()] + [number(found[part]["silhouette"])]
        case "reliability":
            best = max(found[part], key=lambda r: r["rho"])
            return [best["label"], number(best["rho"], sign=True), number(best["rho_no_signal"], sign=True)]
        case "stability":
            weighed = found[part]
            return [thousands(weighed["draws"]), *(number(weighed[k]) for k in ("mean_tau", "sd_tau", "baseline_tau"))]
        case _:
            recomputed = [r for r in found[part] if r["outcome"] in ("match", "mismatch", "superseded")]
            matched = [r for r in recomputed if r["outcome"] == "match"]
            return [
                f"{len(matched)} printed numbers",
                *(number(r["printed"], min(r["decimals"], 6)) for r in matched[:3]),
            ]


@pytest.mark.long
@pytest.mark.parametrize(("path", "query"), LINKS, ids=lambda x: x if isinstance(x, str) else urlencode(x)[:40])
def test_a_link_shows_the_figures_of_the_api(
    base_url: str, wait_idle, elsewhere, path: str, query: dict[str, str]
) -> None:
    part = path
    found = api(base_url, part, query)
    wanted = figures(part, found)
    assert len(wanted) > 1
    line = urlencode({**query, "data": found["data_version"]}, safe=":,")
    stranger = elsewhere(f"{base_url}/{path}?{line}")
    stranger.set_viewport_size({"width": 1440, "height": 2400})
    wait_idle(stranger)
    for table in stranger.locator("summary", has_text="Data: ").all():
        table.click()
    wait_idle(stranger)
    shown = " ".join(stranger.locator("[data-testid=stMain]").all_inner_texts())
    shown += " ".join(stranger.locator("[data-testid=stMain] svg text").all_text_contents())
    shown += " ".join(stranger.locator("[data-testid=stMain] [role=row]").all_inner_texts())
    shown += " ".join(stranger.locator("[data-testid=stMain] p.lead").all_inner_texts())  # the board's, in its own root
    shown += " ".join(stranger.locator("[data-testid=stMain] details").all_text_contents())  # one click away
    shown = " ".join(shown.split())  # narrow gaps in numbers become plain ones
    assert [figure for figure in wanted if " ".join(figure.split()) not in shown] == []
    assert "This link was made with" not in shown
    if part == "leaderboard":
        rows = stranger.locator(".rows [role=row]").all()
        placed = sorted(((row.bounding_box() or {})["y"], i, row) for i, row in enumerate(rows))
        order = [row.locator(".method bdi").first.inner_text().strip() for _, _, row in placed]
        assert order == [LABELS.method(r["method"]) for r in found["leaderboard"]]
