"""Every page and the whole report on suites of 3 methods × 3 benchmarks that lack something, tie or have hostile names.

What one page says about them is tested with the page; here every page has to open, and every number that is not
defined has to be empty: never NaN, never an exception, and no name ever becomes markup.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from streamlit.testing.v1 import AppTest

from components.pages import spanning
from components.report import markdown, report
from components.selection import CHOICES, default_selection
from data.folders import BUILT_IN
from data.registry import Tables
from tests.conftest import ROOT
from tests.made import made_tables, small

PAGES = sorted(p.stem for p in (ROOT / "pages").glob("*.py"))
SPANNING = {
    "method": {"id": "npo"},
    "metric": {"id": "truth_ratio"},
    "compare": {"methods": "m1,m2,npo,rmu"},
    "check": {"metric": "forget_quality", "value": "1e-5"},
}
HOSTILE = "<img src=x onerror=alert(1)> [a](javascript:alert(1)) $x$ **b** `c` \u202e" + "W" * 200


def changed(change: Callable[[np.ndarray], np.ndarray]) -> Tables:
    """The same after a change of the values of all metrics."""
    tables = small()
    scores = [m.id for m in tables.metrics if m.role == "score"]
    runs = tables.runs.copy()
    runs[scores] = change(runs[scores].to_numpy(dtype=float))
    return replace(tables, runs=runs)


def missing(values: np.ndarray) -> np.ndarray:
    """The second metric is nowhere, the first one not for every run."""
    values = values.copy()
    values[:, 1], values[::4, 0] = np.nan, np.nan
    return values


def hostile() -> Tables:
    tables = small()
    return replace(
        tables,
        suite=replace(tables.suite, title=HOSTILE, description=HOSTILE, paper=HOSTILE, authors=HOSTILE),
        metrics=tuple(replace(m, label=f"{m.id} {HOSTILE}", name=HOSTILE, measures=HOSTILE) for m in tables.metrics),
        methods=tuple(replace(m, label=f"{m.id} {HOSTILE}", name=HOSTILE) for m in tables.methods),
        benchmarks=tuple(replace(b, label=f"{b.id} {HOSTILE}", name=HOSTILE) for b in tables.benchmarks),
        panels=tuple(replace(p, label=HOSTILE, base_model=HOSTILE, description=HOSTILE) for p in tables.panels),
    )


SUITES: dict[str, Callable[[], Tables]] = {
    "plain": small,
    "one method": lambda: small(methods=1),
    "one metric": lambda: small(metrics=1),
    "one run": lambda: small(1, 1, 1, 1),
    "one benchmark, one seed": lambda: small(benchmarks=1, seeds=1),
    "without a distance": lambda: made_tables(np.random.default_rng(7).random((3, 2, 3, 3))),
    "constants": lambda: changed(lambda values: np.full_like(values, 0.5)),
    "ties": lambda: changed(np.round),
    "missing values": lambda: changed(missing),
    "no values": lambda: changed(lambda values: np.full_like(values, np.nan)),
    "no runs": lambda: replace(small(), runs=small().runs.iloc[:0]),
    "hostile names": hostile,
}


def texts(app: AppTest) -> list[tuple[str, str]]:
    """Everything that a page writes, each after its kind: HTML, or a kind of Markdown."""
    kinds = ("title", "header", "subheader", "markdown", "caption", "warning", "info", "success", "error", "html")
    return [(kind, str(getattr(e.proto, "body", ""))) for kind in kinds for e in app.get(kind)]


@pytest.mark.parametrize("name", SUITES)
def test_a_report_has_no_undefined_number(name: str) -> None:
    tables = SUITES[name]()
    selection = default_selection(tables)
    json.dumps(report(tables, selection), allow_nan=False)
    text = markdown(tables, selection)
    assert not re.search(r"\b(nan|None|inf)\b", text), text


def every_page(suite: str, tables: Tables | None = None, **query: str) -> Iterator[tuple[str, AppTest]]:
    """Every page of a suite and a selection, in one session, which alone holds the tables given."""
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=60)
    if tables is not None:
        app.session_state["_private_tables"] = {suite: replace(tables, suite=replace(tables.suite, private=True))}
    app.context["theme"] = "light"
    for page in PAGES:
        app.query_params.clear()
        app.query_params.update({"suite": suite, **query, **SPANNING.get(page, {})})
        app.switch_page(str(ROOT / "pages" / f"{page}.py"))
        app.run()
        assert not app.exception, f"{page}: {app.exception[0].value}"
        yield page, app


@pytest.mark.parametrize("name", SUITES)
def test_every_page_opens(name: str) -> None:
    for page, app in every_page("made", replace(SUITES[name](), data_version=name)):
        for kind, text in texts(app):
            assert not re.search(r"\b(nan|None|inf)\b", re.sub("<[^>]*>", "", text)), f"{page}: {text}"
            assert not re.search("<img src=x" if kind == "html" else r"(?<!\\)(\]\(javascript|<img)", text), page


@pytest.mark.parametrize(
    "query",
    [
        {"panel": "blip2_multimodal", "protocol": "published"},
        {"panel": "resnet_unimodal", "scope": "pooled", "transform": "exponential", "aggregate": "mean-of-scores"},
        {"weights": "without-mmubench", "benchmarks": "mmubench", "seeds": "42", "methods": "salun,random_labels"},
    ],
    ids=str,
)
def test_every_page_opens_on_an_odd_selection(query: dict[str, str]) -> None:
    assert [page for page, _ in every_page("unified_unlearning", **query)] == PAGES


def test_choices_that_cannot_be_read_are_replaced_and_named_on_every_page() -> None:
    wrong = {c.name: "<b>no" for c in CHOICES if c.name != "suite"}
    for page, app in every_page("unified_unlearning", **wrong):
        notices = " ".join(text for kind, text in texts(app) if kind == "warning").replace("\\", "")
        named = {c for c in ("panel", "benchmarks", "seeds") if f"{c}: found '<b>no'" in notices}
        assert len(named) == (0 if page in ("overview", "your_results", *spanning()) else 3), page


@pytest.mark.parametrize("suite", sorted(f.name for f in BUILT_IN.iterdir() if (f / "suite.toml").is_file()))
def test_every_page_opens_on_a_built_in_suite(suite: str) -> None:
    assert [page for page, _ in every_page(suite)] == PAGES
