"""The rows of a suite's tables made from the cells of a reader's table: ids, labels, and what is known of each."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

import pandas as pd

from components.format import cleaned, shortened
from components.intake.grid import Grid
from components.intake.target import MAIN
from components.intake.uses import ORACLE, Use
from components.own_ids import APART, YOURS, beside
from data.plain import identifier
from data.registry import RUN_KEYS

ADDED = " (added)"
"""The same in a folder for everyone, where the suite has a method of that name."""
FAMILY = "your results"


@dataclass(frozen=True)
class About:
    """What a reader enters about their results. Empty texts get defaults."""

    title: str = ""
    description: str = ""
    authors: str = ""
    licence: str = ""
    url: str = ""
    source_url: str = ""


def method_ids(grid: Grid, taken: Collection[str] = ()) -> dict[str, str]:
    """Ids of methods by the name a table gives them, apart from ids already in use.

    The id says what shares a page: a method that a reader declared a known one has the id of its address, or, where the
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
        ids[column] = identifier(name, [*RUN_KEYS, "run_id", *ids.values()], "metric", in_any_case=True)
    return ids


def run_rows(grid: Grid, ids: Mapping[str, Mapping[str, str]], metrics: Mapping[str, str]) -> pd.DataFrame:
    """The rows of runs.csv in the order of the table; `ids` are those of each name by panel, benchmark and method."""
    rows, names = grid.rows, grid.names
    keys = {use: [ids[use][names[use][i]] for i in rows] for use in ("panel", "benchmark", "method")}
    values = {m: [grid.metrics[c][i] for i in rows] for c, m in metrics.items()}
    return pd.DataFrame({**keys, "seed": [names["seed"][i] for i in rows], **values}, dtype="str")


def method_rows(grid: Grid, ids: Mapping[str, str], about: About, mark: str = "") -> list[dict[str, str]]:
    """The rows of methods.csv in order of first appearance; `mark` ends their labels."""
    return [_method(grid, rows[0], ids[name], mark, about) for name, rows in grid.methods().items()]


def _method(grid: Grid, i: int, method: str, mark: str, about: About) -> dict[str, str]:
    """A method, from the first row of the table that names it; a known one is cited as known."""
    written = grid.names["method"][i]
    name, family = cleaned(written), cleaned(grid.names["family"][i])
    known = next((k for k in grid.known if k.address == grid.same.get(written)), None)
    settings = ", ".join(f"{c} {cells[i]}" for c, cells in grid.settings.items() if cells[i])
    mark = mark or (ADDED if known and known.own else "")
    brought = f"As brought by a reader{'; ' + settings if settings else ''}."
    return {
        "id": method,
        "label": shortened(name, 60) + mark,
        "name": name + mark,
        "family": family or (known.family if known else "") or (FAMILY if mark else "not stated"),
        "description": f"{known.about.description} {brought}" if known else brought,
        "reference": known.about.reference if known else cleaned(about.authors),
        "url": known.about.url if known else about.url,
        "role": grid.roles.get(written, "candidate"),
    }


def metric_rows(grid: Grid) -> list[dict[str, str]]:
    """The rows of metrics.csv, in the order of the columns."""
    ids = metric_ids(grid)
    return [_metric(ids[c], grid.uses[c], set(ids.values())) for c in grid.metrics]


def _metric(metric: str, use: Use, there: Collection[str]) -> dict[str, str]:
    """A metric as its column is declared, with the parts that the table has too."""
    label, oracle = cleaned(use.label) or metric, use.use == ORACLE
    return {
        "id": metric,
        "label": shortened(label, 40),
        "name": label,
        "direction": use.direction,
        "role": "oracle" if oracle else "score",
        "lower_bound": "" if use.low is None else repr(use.low),
        "upper_bound": "" if use.high is None else repr(use.high),
        "utilities": "" if oracle else use.utilities,
        "family": "declared by a reader",
        "measures": f"As declared: {use.better} is better. {cleaned(use.why)}.",
        "reference": "",
        "unit": "",
        "parts": " ".join(p for p in use.parts.split() if p in there),
        **{name: getattr(use, name) for name in ("target", "aims", "scale", "group", "under")},
    }


def place_row(benchmark: str, label: str) -> dict[str, str]:
    """A row of benchmarks.csv."""
    name, about = shortened(label, 60) or benchmark, "Named by a reader's table."
    return {"id": benchmark, "label": name, "name": name, "description": about, "reference": "", "url": ""}


def panel_row(panel: str, label: str, reference: bool, setting: str = "unimodal") -> dict[str, str]:
    """A row of panels.csv."""
    name = "All runs" if label == MAIN else shortened(label, 60)
    base = "not stated" if label == MAIN else name
    described = {"setting": setting, "description": "Runs of a reader's table."}
    return {"id": panel, "label": name, "base_model": base, "reference": "yes" if reference else "no", **described}


def new_ids(grid: Grid, use: str, known: Collection[str]) -> dict[str, str]:
    """Ids of the names that are not known yet, in order of first appearance."""
    ids: dict[str, str] = {}
    for name in dict.fromkeys(grid.names[use][i] for i in grid.rows):
        if name not in known:
            ids[name] = identifier(name, [*known, *ids.values()], use)
    return ids
