"""The arithmetic and the verdict of the trade-off's slider in the browser against Python's."""

import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
import pytest

from components.answers.tradeoff.lead import say, whole_percent
from components.answers.tradeoff.plane import Tradeoff, compute
from components.board.exchange import read_commit
from components.board.share import live_of, read_scripts
from components.selection import to_text
from components.words import labels_of
from data.registry import Tables
from tests.answered import view_of
from tests.made import made_metric, made_tables

Call = Callable[..., Any]


@pytest.fixture(scope="session")
def base_url() -> str:
    return ""


NUMBER = re.compile(r"(?<= )[0-9]+(?= %)")


@pytest.fixture
def call(run_module: Call) -> Call:
    return partial(run_module, read_scripts())


def result_of(tables: Tables, **query: str) -> Tradeoff:
    return view_of(tables, **query).of(compute)


def made_views(count: int) -> Iterator[tuple[Tables, dict[str, str]]]:
    """Suites with weights between two axes: groups and metrics, ties, gaps, weight elsewhere, one method, thirty."""
    rng = np.random.default_rng(11)
    for i in range(count):
        k, n = int(rng.integers(2, 7)), int(rng.choice([1, 2, 3, 5, 8, 30]))
        grouped = i % 3 == 0
        values = rng.random((n, k))
        if not grouped and i % 2:
            values = np.round(values * 8) / 8  # in groups, weights of six decimals undo exact ties
        values[rng.random((n, k)) < rng.choice([0.0, 0.0, 0.1])] = np.nan
        groups = ["forgetting", "utility", *rng.choice(["forgetting", "privacy", "utility", ""], k - 2)]
        metrics = [replace(made_metric(f"X{j}", "higher"), group=str(groups[j])) for j in range(k)]
        weights = rng.dirichlet(np.full(k, 0.7)) * (rng.random(k) > 0.3) + np.eye(k)[0] + np.eye(k)[1]
        weights[weights < 0.01] = 0  # a hand's ten-thousandths leave no weight of what is smaller by far
        query = {"weights": ",".join(f"X{j}:{w:.6f}" for j, w in enumerate(weights))}
        if i % 3 == 1:
            query["weights"] = f"X0:{weights[0]:.6f},X1:1"  # no other metric has weight
        yield made_tables(values[None, None], metrics=metrics), query if grouped else {**query, "axes": "X0,X1"}


def test_the_best_point_of_a_share_and_what_is_said_of_it_are_the_same_in_both_languages(call: Call) -> None:
    """Over generated suites and shares: what the browser shows while a hand moves is what Python says on release."""
    rng, cases = np.random.default_rng(2), []
    for tables, query in made_views(66):
        result = result_of(tables, **query)
        live = live_of(view_of(tables, **query), result)
        borders = [100 * s for b in result.best_for for s in b.between]
        some = [live["least"], live["most"], *rng.integers(live["least"], live["most"] + 1, 3), *np.round(borders[:4])]
        shares = [float(s) / 100 for s in some if live["turns"] and live["least"] <= s <= live["most"]]
        cases += [(tables, query, {"live": live, "share": share}) for share in shares]
    found = call(
        """return x.map(({live, share}) => {
          const [across, up] = live.axes.map((axis) => axis.metrics.map((id) => live.metrics.indexOf(id)));
          const base = m.toMillionths(live.metrics.map((id) => live.weights[id]));
          const parts = m.turned(base, across, up, share);
          const weights = Array.from(parts, (part) => part / m.ONE), sent = {};
          parts.forEach((part, k) => { if (part) sent[live.metrics[k]] = part / m.ONE; });
          const utilities = Float64Array.from(live.utilities.flat(), (u) => u ?? NaN);
          const best = m.bestRows(utilities, weights, live.methods.length);
          return {sent, best: best.map((i) => live.methods[i].id), told: m.verdictAt(live, best)};
        })""",
        [sent for *_, sent in cases],
    )
    for (tables, query, given), got in zip(cases, found, strict=True):
        seq_and_weights = read_commit({"seq": 1, "weights": got["sent"]}, given["live"]["metrics"], ())
        assert seq_and_weights is not None
        result = result_of(tables, **{**query, "weights": to_text(seq_and_weights[2])})
        assert tuple(got["best"]) == result.best
        told = say(result, labels_of(tables, "")).lines[0]
        assert NUMBER.sub("", got["told"]) == NUMBER.sub("", told)
        ends = [[int(n) for n in NUMBER.findall(text)] for text in (got["told"], told)]
        assert ends[0] == pytest.approx(ends[1], abs=1), "in ten-thousandths an axis may weigh a little otherwise"
        both = sum(given["live"]["weights"][m] for axis in result.axes for m in axis.metrics)
        assert result.share == pytest.approx(given["share"], abs=5e-5 / both + 2e-6), "weights in ten-thousandths"
        before = result_of(tables, **query)
        others = {m: w for m, w in given["live"]["weights"].items() if not any(m in a.metrics for a in before.axes)}
        assert {m: got["sent"].get(m, 0) for m in others} == pytest.approx(others, abs=2e-6)
    assert len(cases) > 200
    for kind in (" and ", "methods lead", "have only", "or more", "up to", " to ", "every split"):
        assert any(kind in got["told"] for got in found), kind


def test_shares_are_said_alike(call: Call) -> None:
    shares = [0, 1, 1e-12, 1e-6, 0.004, 0.996, 1 - 1e-12, 0.125, 0.375, 0.005, 0.995, *np.linspace(0, 1, 2001)]
    assert call("return x.map(m.percent)", [float(s) for s in shares]) == [whole_percent(s) for s in shares]


def test_level_lines_have_one_score_each_and_end_on_the_border(call: Call) -> None:
    boxes = [((0.0, 1.0), (0.0, 1.0)), ((-0.05, 0.93), (0.21, 0.77)), ((0.36, 0.41), (0.56, 0.6458))]
    asked = [{"share": s, "box": b} for b in boxes for s in (0, 0.01, 0.25, 0.5, 0.87, 1)]
    found = call(
        """return x.map(({share, box}) => m.levels(share, ...box).map(({level, text}) =>
          ({level, text, line: m.levelLine(share, level, ...box)})))""",
        asked,
    )
    for given, lines in zip(asked, found, strict=True):
        share, ((left, right), (low, high)) = given["share"], given["box"]
        scores = [share * x + (1 - share) * y for x in (left, right) for y in (low, high)]
        assert 4 <= len(lines) <= 10
        steps = np.diff([one["level"] for one in lines])
        assert steps == pytest.approx(steps[0])
        assert lines[0]["level"] - steps[0] <= min(scores) + 1e-9
        assert lines[-1]["level"] + steps[0] >= max(scores) - 1e-9
        for one in lines:
            assert float(one["text"]) == pytest.approx(one["level"], abs=1e-12)
            (x1, y1), (x2, y2) = one["line"]
            for x, y in ((x1, y1), (x2, y2)):
                assert share * x + (1 - share) * y == pytest.approx(one["level"])
                assert x in (left, right) or y in (low, high)
                assert left <= x <= right
                assert low <= y <= high
    assert call("return m.levelLine(0.5, 2, [0, 1], [0, 1])") is None
