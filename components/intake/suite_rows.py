"""The rows of a suite's tables made from the cells of a reader's table: ids, labels, and what is known of each."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

import pandas as pd

from components.intake.grid import Grid
from components.intake.ids import APART, YOURS, beside
from components.intake.names import identifier
from components.intake.target import MAIN
from components.intake.uses import ORACLE, Use
from components.text import cleaned, shortened
from data.registry import RUN_KEYS

MARK = " • yours"
"""What stands behind the label of an added method, on every page."""
ADDED = " (added)"
"""The same in a folder for everyone, where the suite has a method of that name."""
FAMILY = "your results"


@dataclass(frozen=True)
class About:
    """What a reader says of their results. Empty texts are filled with what can be said without them."""

    title: str = ""
    description: str = ""
    authors: str = ""
    licence: str = ""
    url: str = ""
    source_url: str = ""


def method_ids(grid: Grid, taken: Collection[str] = ()) -> dict[str, str]:
    """Ids of methods by the name a table gives them, apart from ids already in use.

    The id says what shares a page: a method that a reader said is a known one has the id of its address, or, where the
    suite has it, that with `_yours` behind. No other id is an address or ends so.
    """
    known, ids = {k.address: k for k in grid.known}, dict[str, str]()
    for name in grid.methods():
        used = [*taken, *ids.values()]
        if name in grid.same:
            own = known[grid.same[name]].own
            ids[name] = identifier(f"{own}{YOURS}" if own else grid.same[name], used, "m")
        else:
            plain = identifier(name, fallback="m")
            clash = plain in taken or plain in known or bool(beside(plain))
            ids[name] = identifier(f"{name}{APART}" if clash else name, [*used, *known], "m")
    return ids


def metric_ids(grid: Grid) -> dict[str, str]:
    """Ids of the metric columns by heading; a known metric keeps the id it is known by."""
    ids: dict[str, str] = {}
    for column in grid.metrics:
        name = grid.uses[column].metric or grid.uses[column].label
        ids[column] = identifier(name, [*RUN_KEYS, "run_id", *ids.values()], "metric")
    return ids


def run_rows(
    grid: Grid,
    panels: Mapping[str, str],
    benchmarks: Mapping[str, str],
    methods: Mapping[str, str],
    metrics: Mapping[str, str],
    about: About,
    mark: str = "",
) -> tuple[pd.DataFrame, list[dict[str, str]]]:
    """The rows of runs.csv and of methods.csv, in the order of the table; `mark` ends the labels of methods."""
    rows, described = [], {}
    for i in grid.rows:
        n = grid.names
        method = methods[n["method"][i]]
        keys = {"panel": panels[n["panel"][i]], "benchmark": benchmarks[n["benchmark"][i]], "method": method}
        rows.append({**keys, "seed": n["seed"][i], **{m: grid.metrics[c][i] for c, m in metrics.items()}})
        if method not in described:
            described[method] = method_row(grid, i, method, mark, about)
    return pd.DataFrame(rows, dtype="str"), list(described.values())


def method_row(grid: Grid, i: int, method: str, mark: str, about: About) -> dict[str, str]:
    """A row of methods.csv, from the first row of the table that names the method; a known one is cited as known."""
    written = grid.names["method"][i]
    name, family = cleaned(written), cleaned(grid.names["family"][i])
    known = next((k for k in grid.known if k.address == grid.same.get(written)), None)
    told = ", ".join(f"{c} {cells[i]}" for c, cells in grid.settings.items() if cells[i])
    mark = mark or (ADDED if known and known.own else "")
    brought = f"As brought by a reader{'; ' + told if told else ''}."
    return {
        "id": method,
        "label": shortened(name, 60) + mark,
        "name": name + mark,
        "family": family or (known.family if known else "") or (FAMILY if mark else "not stated"),
        "description": f"{known.description} {brought}" if known else brought,
        "reference": known.reference if known else cleaned(about.authors),
        "url": known.url if known else about.url,
        "role": grid.roles.get(written, "candidate"),
    }


def metric_rows(grid: Grid) -> list[dict[str, str]]:
    """The rows of metrics.csv, in the order of the columns."""
    ids = metric_ids(grid)
    return [metric_row(ids[c], _within(grid.uses[c], set(ids.values()))) for c in grid.metrics]


def _within(use: Use, ids: set[str]) -> Use:
    """A metric with those of its parts that the table has too."""
    return replace(use, parts=" ".join(p for p in use.parts.split() if p in ids))


def metric_row(metric: str, use: Use) -> dict[str, str]:
    """A row of metrics.csv as the column is declared."""
    label = cleaned(use.label) or metric
    return {
        "id": metric,
        "label": shortened(label, 40),
        "name": label,
        "direction": use.direction,
        "role": "oracle" if use.use == ORACLE else "score",
        "lower_bound": "" if use.low is None else repr(use.low),
        "upper_bound": "" if use.high is None else repr(use.high),
        "utilities": "" if use.use == ORACLE else use.utilities,
        "family": "declared by a reader",
        "measures": f"As declared: {use.better} is better. {cleaned(use.why)}.",
        "reference": "",
        "target": use.target,
        "aims": use.aims,
        "scale": use.scale,
        "group": use.group,
        "parts": use.parts,
        "under": use.under,
        "unit": "",
    }


def place_row(benchmark: str, label: str) -> dict[str, str]:
    """A row of benchmarks.csv."""
    name, about = shortened(label, 60) or benchmark, "Named by a reader's table."
    return {"id": benchmark, "label": name, "name": name, "description": about, "reference": "", "url": ""}


def panel_row(panel: str, label: str, reference: bool, setting: str) -> dict[str, str]:
    """A row of panels.csv."""
    name = "All runs" if label == MAIN else shortened(label, 60)
    return {
        "id": panel,
        "label": name,
        "base_model": "not stated" if label == MAIN else name,
        "setting": setting,
        "reference": "yes" if reference else "no",
        "description": "Runs of a reader's table.",
    }


def new_ids(grid: Grid, use: str, known: Mapping[str, str]) -> dict[str, str]:
    """Ids of the names that are not known yet, in order of first appearance."""
    ids: dict[str, str] = {}
    for i in grid.rows:
        name = grid.names[use][i]
        if name not in known and name not in ids:
            ids[name] = identifier(name, [*known, *ids.values()], use)
    return ids
