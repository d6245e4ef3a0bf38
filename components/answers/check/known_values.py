"""Everything known of one metric of one method on one model and split: values of suites and of
data/replications."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Any

import pandas as pd

from components import name_pages
from components.format import joined, shortened, whole_number
from components.served import Served
from components.stats.memo import memoised
from components.table import Column, Link, Table, count_column, number_column, table
from data.known_metrics import KnownMetric, known_metrics
from data.names import PERCENT, SAME
from data.registry import Metric, Tables
from data.replications import replications

ASKED = ("metric", "method", "model", "split")
"""What identifies values to compare, in the order in which a user chooses it."""
COLUMNS = (
    *ASKED,
    "seed",
    "value",
    "source",
    "setup",
    "url",
    "note",
    "suite",
    "at_bound",
    "grid",
    "role",
)
TO_ADDRESS: Mapping[str, Callable[[Any], Any]] = {
    SAME: lambda value: value,
    "one minus": lambda value: 1 - value,
    PERCENT: lambda value: value / 100,
}
"""From a value that a suite has to the metric at the address, by the relation of the two."""


@dataclass(frozen=True)
class Scale:
    """How a metric is read: `low` and `high` bound what is possible, None where nothing does.

    On a `log` scale what lies below `floor` counts as it."""

    label: str
    log: bool = False
    floor: float = 0.0
    low: float | None = None
    high: float | None = None

    def floored(self, rows: pd.DataFrame) -> pd.DataFrame:
        """Return the rows with values that all have a place on the scale."""
        if not self.log:
            return rows
        is_below = rows["value"] < self.floor
        return rows.assign(
            value=rows["value"].clip(lower=self.floor), at_bound=rows["at_bound"] | is_below
        )


@dataclass(frozen=True, eq=False)
class KnownValues:
    """The known values for a choice.

    asked    one id for each of ASKED
    offered  the labels of what can be chosen for each, given the ones before it
    values   rows of COLUMNS
    notice   which part of a question nobody reports, and what is shown in its place
    assumed  those of model and split that were not asked for: left open, or replaced
    """

    asked: Mapping[str, str]
    offered: Mapping[str, Mapping[str, str]]
    values: pd.DataFrame
    scale: Scale
    notice: str
    assumed: tuple[str, ...]

    def label(self, asked_name: str) -> str:
        """Return the label of what is chosen."""
        return self.offered[asked_name][self.asked[asked_name]]


def values_of_suite(tables: Tables) -> pd.DataFrame:
    """Return rows of COLUMNS under the names across suites; a checkpoint is under its method."""
    runs = tables.runs
    panel_of_id = {panel.id: panel for panel in tables.panels}
    address_of_method = {
        method.id: name_pages.address("methods", tables, method.id) for method in tables.methods
    }
    family_of_method = {
        method.id: name_pages.family_of(tables, method.id) for method in tables.methods
    }
    n_checkpoints = runs["method"].map(family_of_method).map(Counter(family_of_method.values()))
    n_panels_of_model = Counter(panel.base_model for panel in tables.panels)
    setups = []
    for panel_id, n_checkpoints_of_panel in zip(runs["panel"], n_checkpoints, strict=True):
        panel = panel_of_id[panel_id]
        setup_parts = [panel.label] if n_panels_of_model[panel.base_model] > 1 else []
        if n_checkpoints_of_panel > 1:
            setup_parts.append(f"{n_checkpoints_of_panel} checkpoints")
        setups.append(", ".join(setup_parts))
    described = pd.DataFrame(
        {
            "method": runs["method"].map(address_of_method),
            "model": runs["panel"].map(lambda panel: panel_of_id[panel].base_model),
            "split": runs["benchmark"],
            "seed": runs["seed"],
            "source": tables.suite.title,
            "setup": setups,
            "url": tables.suite.source_url,
            "note": runs["panel"].map(lambda panel: panel_of_id[panel].description),
            "suite": tables.suite.id,
            "grid": n_checkpoints.astype(int) > 1,
            "role": runs["method"].map({method.id: method.role for method in tables.methods}),
        }
    )
    frames = [pd.DataFrame(columns=list(COLUMNS))]
    for metric in tables.metrics:
        name_entry = name_pages.entry("metrics", tables, metric.id)
        if name_entry.relation not in TO_ADDRESS:
            continue
        is_measured = runs[metric.id].notna()
        values = runs.loc[is_measured, metric.id]
        is_floored: pd.Series | bool = False
        if metric.scale == "log" and metric.lower_bound is not None:
            is_floored = values < metric.lower_bound
            values = values.clip(lower=metric.lower_bound)
        values_frame = described[is_measured].assign(
            metric=name_entry.address,
            value=TO_ADDRESS[name_entry.relation](values),
            at_bound=is_floored,
        )
        frames.append(values_frame[list(COLUMNS)])
    return pd.concat(frames[1:] or frames, ignore_index=True)


def all_values(served: Served) -> pd.DataFrame:
    """Return rows of COLUMNS for all values that are known, replications last.

    A file of replications with the id of a suite replaces that suite's values by the metrics it
    has; a user's own suite is no source."""
    public = [tables for tables in served.suites if not tables.suite.private]
    versions = tuple((tables.suite.id, tables.data_version) for tables in public)

    def collect() -> pd.DataFrame:
        replicated = replications()
        frames = []
        for tables in public:
            values = values_of_suite(tables)
            if tables.suite.id in replicated:
                is_replaced = values["metric"].isin(replicated[tables.suite.id]["metric"])
                values = values[~is_replaced]
            frames.append(values)
        further = pd.concat(replicated.values(), ignore_index=True)
        roles = further["method"].map(_role_of_address(public)).fillna("candidate")
        further = further.assign(suite="", at_bound=False, grid=False, role=roles)
        frames.append(further[list(COLUMNS)])
        return pd.concat(frames, ignore_index=True)

    return memoised(public[0], ("everything known", versions), collect)


def _role_of_address(suites: Sequence[Tables]) -> dict[str, str]:
    """Return what each method is, by its address across suites."""
    role_of_address: dict[str, str] = {}
    for tables in suites:
        for method in tables.methods:
            role_of_address[name_pages.address("methods", tables, method.id)] = method.role
    return role_of_address


def combinations(served: Served) -> pd.DataFrame:
    """Return a row for each metric, method, model and split that somebody reports, with the numbers
    of its `sources` and `values`."""
    grouped = served.of(all_values).groupby(list(ASKED), sort=False)
    counted_rows = grouped.agg(sources=("source", "nunique"), values=("value", "size"))
    return counted_rows.reset_index()


def compute(served: Served, *chosen: str | None) -> KnownValues:
    """Return the values of what is chosen, in the order of ASKED; what is left open is what most
    studies report.

    Where nobody reports the ids together, as many as can be are kept, the earlier ones first."""
    wanted = {name: identifier or "" for name, identifier in zip(ASKED, chosen, strict=False)}
    candidates = served.of(combinations)
    order: list[str] = []
    for asked_name in ASKED:
        is_kept = f"keeps {asked_name}"
        candidates = candidates.assign(**{is_kept: candidates[asked_name] == wanted[asked_name]})
        order.append(is_kept)
    order += ["sources", "values"]
    best = candidates.sort_values(order, ascending=False, kind="stable").iloc[0]
    asked = {asked_name: str(best[asked_name]) for asked_name in ASKED}
    labels_of_kind = {
        "metric": name_pages.label_by_address("metrics", served.suites),
        "method": name_pages.label_by_address("methods", served.suites),
    }
    rows = served.of(all_values)
    offered: dict[str, Mapping[str, str]] = {}
    remaining = rows
    for asked_name in ASKED:
        offered[asked_name] = _labelled(remaining[asked_name], labels_of_kind.get(asked_name, {}))
        remaining = remaining[remaining[asked_name] == asked[asked_name]]
    scale = scale_of(asked["metric"], served.suites, offered["metric"][asked["metric"]])
    notice = _notice(wanted, asked, offered, rows, labels_of_kind)
    assumed = tuple(name for name in ("model", "split") if asked[name] != wanted[name])
    return KnownValues(asked, offered, scale.floored(remaining), scale, notice, assumed)


def _notice(
    wanted: Mapping[str, str],
    asked: Mapping[str, str],
    offered: Mapping[str, Mapping[str, str]],
    rows: pd.DataFrame,
    labels_of_kind: Mapping[str, Mapping[str, str]],
) -> str:
    """Say what nobody reports, and which boxes show something else; "" if all is as asked."""
    changed = [name for name in ASKED if wanted[name] and wanted[name] != asked[name]]
    if not changed:
        return ""
    first = changed[0]
    if (rows[first] == wanted[first]).any():
        words = {"metric": "", "method": " of ", "model": " with ", "split": " on "}
        combination = ""
        for asked_name in ASKED[: ASKED.index(first) + 1]:
            identifier = wanted[first] if asked_name == first else asked[asked_name]
            label = labels_of_kind.get(asked_name, {}).get(identifier, identifier)
            combination += f"{words[asked_name]}{shortened(label, 60)}"
        reason = f"Nobody reports {combination}"
    else:
        reason = _unreported(first, wanted[first], offered[first])
    replacements = [
        f"the {name} is {shortened(offered[name][asked[name]], 60)}" for name in changed
    ]
    return f"{reason}; here {joined(replacements)}."


def _labelled(identifiers: Iterable[object], labels: Mapping[str, str]) -> dict[str, str]:
    return {
        identifier: labels.get(identifier, identifier)
        for identifier in dict.fromkeys(map(str, identifiers))
    }


def _unreported(asked_name: str, wanted: str, labels: Mapping[str, str]) -> str:
    """Say that nobody reports what is asked, and which ids are near it, or known."""
    id_of_folded = {reported.casefold(): reported for reported in labels}
    matches = get_close_matches(wanted.casefold()[:60], id_of_folded, 5)
    near_labels = [labels[id_of_folded[close_match]] for close_match in matches]
    listed = (
        f"near it: {joined(near_labels)}"
        if near_labels
        else f"known: {joined([*labels.values()][:5])}"
    )
    return f"Nobody reports the {asked_name} {shortened(wanted, 60)!r} here; {listed}"


def scale_of(address: str, suites: Sequence[Tables], metric_label: str) -> Scale:
    """Return how a metric is read: by the suites that have it as it is at its address, else by the
    dictionary of known metrics."""
    metrics: list[Metric | KnownMetric] = []
    for tables in suites:
        for metric in tables.metrics:
            name_entry = name_pages.entry("metrics", tables, metric.id)
            if name_entry.address == address and name_entry.relation == SAME:
                metrics.append(metric)
    if not metrics:
        metrics = [metric for metric in known_metrics() if metric.id == address]
    if not metrics:
        return Scale(metric_label)
    lowest = [metric.lower_bound for metric in metrics]
    high = _bound(max, [metric.upper_bound for metric in metrics])
    if any(metric.scale == "log" for metric in metrics):
        lowest_bound = min((lower_bound for lower_bound in lowest if lower_bound), default=0.0)
        return Scale(metric_label, log=True, floor=lowest_bound, low=0.0, high=high)
    return Scale(metric_label, low=_bound(min, lowest), high=high)


def _bound(choose: Callable[[list[float]], float], bounds: Sequence[float | None]) -> float | None:
    """Return the widest of some bounds, None if one is open."""
    closed = [bound for bound in bounds if bound is not None]
    return choose(closed) if len(closed) == len(bounds) else None


def _where(value: Any) -> Link:
    """Return the link to the source of a value."""
    return Link(url=value.url)


def values_table(reported: KnownValues) -> Table[Any]:
    """Return one row per known value."""
    return table(
        reported.values.itertuples(index=False),
        Column("source", head="study", link=_where),
        Column("setup", head="set-up"),
        count_column("seed", lambda value: whole_number(value.seed)),
        number_column("value", digits=None),
        Column("note", place="screen"),
        Column("url", head="where", place="screen"),
    )
