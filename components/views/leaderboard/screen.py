"""The leaderboard on screen: the live weights board, the table of methods, one method opened."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd
import streamlit as st

from components.exports.printed import Direction
from components.plotting.theme import metric_colours
from components.resolved import Resolved
from components.selection import default_selection
from components.stats.ranking.utility import formula
from components.text import counted, markdown_text, number
from components.views.leaderboard.board.component import BoardMethod, BoardMetric, BoardPreset, Commit, weights_board
from components.views.leaderboard.standings import Cell, Column, Row, standings
from components.views.leaderboard.tables import Field, best, fields, frame, ordered
from components.widgets import cached, tables
from components.widgets.exports import downloads
from components.widgets.page import section
from components.widgets.selection import change

Rows = Sequence[dict[str, Any]]


def board(resolved: Resolved, head: Mapping[str, Any], rows: Rows) -> None:
    """Weights that move and the ranking they give. What is let go of goes into the address."""
    given = board_arguments(resolved, head, rows, cached.part("presets", resolved.selection))
    weights_board(**given, key="weights_board", on_commit=_commit)


def board_arguments(
    resolved: Resolved, head: Mapping[str, Any], rows: Rows, presets: Sequence[Mapping[str, Any]]
) -> dict[str, Any]:
    """What the board shows of a view: the arguments of `payload` and `weights_board` by name."""
    ids = resolved.panel.metric_ids
    light, dark = metric_colours(ids, "light"), metric_colours(ids, "dark")
    given = {r["method"]: r for r in rows}
    return {
        "metrics": [
            BoardMetric(
                m.id,
                m.label,
                m.name,
                m.arrow,
                light[m.id],
                dark[m.id],
                head["utility_maps"][m.id],
                m.id in head["hardly_any_effect"],
            )
            for m in resolved.panel.metrics
        ],
        "methods": [
            BoardMethod(m, resolved.method_label(m), _lacks(resolved, given[m])) for m in resolved.panel.methods
        ],
        "utilities": resolved.utilities,
        "weights": head["weights"],
        "preset": str(
            default_selection(resolved.tables).weights
        ),  # one reference, so that ranks do not jump on release
        "presets": [BoardPreset(p["name"], p["label"], p["weights"]) for p in presets if p["weights"] is not None],
        "intervals": {m: (r["rank_low"], r["rank_high"]) for m, r in given.items() if r["rank_low"] is not None},
    }


def table(resolved: Resolved, rows: Rows) -> None:
    """All methods with their numbers; a click on a name opens the method, a click on a head sorts."""
    shown = fields(resolved)
    order = ordered(rows, shown, resolved.selection.sort)
    leaders = {f.id: best(rows, f) for f in shown}
    columns = [Column(f.id, f.label, f.title, f.sort, f.word, f.why, bool(f.better)) for f in shown]
    lines = [
        Row(
            r["method"],
            r["label"],
            r["rank"] is not None,
            r["method"] == resolved.selection.method,
            [_cell(f, r, leaders) for f in shown],
        )
        for r in order
    ]
    size = f"{counted(len(lines), 'method')}, {counted(resolved.panel.n_runs, 'run')}"
    spread = " ± is the standard deviation over seeds." if any(f.spread for f in shown) else ""
    standings(
        columns,
        lines,
        caption=f"{size}. ★ is the best of a column.{spread}",
        sort=resolved.selection.sort,
        key="standings",
        on_choice=lambda act: change(**act),
    )
    directions: dict[str, Direction] = {f.label: "higher" if f.better > 0 else "lower" for f in shown if f.better}
    downloads(frame(order, shown), name="leaderboard", title="Leaderboard", resolved=resolved, best=directions)


def opened(resolved: Resolved, rows: Rows) -> None:
    """One method: its ranks under each metric, its values per benchmark and seed, its runs."""
    row = next((r for r in rows if r["method"] == resolved.selection.method), None)
    if row is None:
        return
    info = next(m for m in resolved.tables.methods if m.id == row["method"])
    section(info.name, info.description)
    link = f" · [{markdown_text(info.url)}]({info.url})" if info.url.startswith("https://") else ""
    st.caption(f"{markdown_text(info.family)} · {markdown_text(info.reference)}{link}")
    _lacking(resolved, row)
    tables.table(_ranks(resolved, row, len(rows)), name="method_ranks", title=f"{info.label} under each metric")
    runs = resolved.tables.runs
    mine = runs[(runs["panel"] == resolved.selection.panel) & (runs["method"] == row["method"])]
    mine = mine[mine["benchmark"].isin(resolved.panel.benchmarks) & mine["seed"].isin(resolved.panel.seeds)]
    labels = {b.id: b.label for b in resolved.tables.benchmarks}
    named = mine.drop(columns=["panel", "method"]).assign(
        benchmark=mine["benchmark"].map(labels), seed=mine["seed"].astype(str)
    )
    named = named.rename(columns={m.id: m.label for m in resolved.tables.metrics} | {"run_id": "run"})
    tables.table(named, name="method_runs", title=f"Runs of {info.label}", digits=4)
    downloads(named, name=f"runs_{row['method']}", title=f"Runs of {info.label}", resolved=resolved)
    st.button("Close", key="close_method", on_click=change, kwargs={"method": ""})


def _commit(commit: Commit) -> None:
    if commit.preset is not None:
        change(weights=commit.preset)
    elif commit.weights is not None:
        change(weights=tuple((m, w) for m, w in commit.weights.items() if w > 0))


def _lacks(resolved: Resolved, row: Mapping[str, Any]) -> str | None:
    """Why a method has no rank, in words; None when it has one."""
    if row["rank"] is not None:
        return None
    weighted = {m for m, w in zip(resolved.panel.metric_ids, resolved.w, strict=True) if w > 0}
    parts = [
        f"{resolved.metric_label(m)} on {', '.join(resolved.benchmark_label(b) for b in where)}"
        for m, where in row["missing"].items()
        if m in weighted
    ]
    return f"no {'; no '.join(parts)}"


def _lacking(resolved: Resolved, row: Mapping[str, Any]) -> None:
    for metric, where in row["missing"].items():
        places = ", ".join(resolved.benchmark_label(b) for b in where)
        st.caption(markdown_text(f"{resolved.metric_label(metric)} was not measured on {places}."))
    for metric, where in row["partial"].items():
        places = ", ".join(resolved.benchmark_label(b) for b in where)
        st.caption(markdown_text(f"{resolved.metric_label(metric)} on {places} rests on some of the seeds only."))


def _ranks(resolved: Resolved, row: Mapping[str, Any], n: int) -> pd.DataFrame:
    return pd.DataFrame(
        [
            {
                "metric": f"{m.label} {m.arrow}",
                "mean": row["means"][m.id],
                "SD over seeds": row["sd"][m.id],
                f"rank of {n}": row["metric_ranks"][m.id],
                "utility map": formula(m, resolved.selection.transform),
                "utility": row["utilities"][m.id],
                "weight": float(resolved.w[k]),
                "contribution": row["contributions"][m.id],
            }
            for k, m in enumerate(resolved.panel.metrics)
        ]
    ).astype({f"rank of {n}": "Int64"})


def _cell(field: Field, row: dict[str, Any], leaders: Mapping[str, set[str]]) -> Cell | None:
    value = field.value(row)
    if value is None:
        return None
    text = str(value) if field.word else number(value, field.digits)
    spread = field.spread(row) if field.spread is not None else None
    return Cell(text, "" if spread is None else number(spread), row["method"] in leaders[field.id])
