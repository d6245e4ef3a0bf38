"""The rules on what cells say together: one oracle, one reference panel, weights that sum to 1."""

import re
from collections import defaultdict
from collections.abc import Callable
from typing import cast

from data.cell_rules import Expected, expected_in, is_within, n_decimals, read_utilities
from data.claims import STATISTICS, subject_parts
from data.columns import RUN_COLUMNS, number_column
from data.plain import number
from data.problems import enumerated, listed, quoted
from data.registry import GROUPS, REFERENCE, RUN_KEYS, UTILITY_MAPS, Direction
from data.rules import CheckedRow, CheckedTable, Ids, run_columns

RESERVED_PRESETS = (
    "published",
    "equal",
    "balanced",
    "forgetting_first",
    "privacy_first",
    "utility_first",
)
"""Names of presets that every suite has."""
RESERVED_COLUMNS = (*RUN_KEYS, "run_id")
"""Columns of runs that no metric can be called."""
CELL_KEYS = ("panel", "benchmark", "method")
POOLS = ("known", "unknown", "reference")
"""What a model of pool.csv can be: it has the knowledge, it never had it, or it is the reference
between."""
LOG_MAPS = ("linear", "closeness")
"""The utility maps of a log scale: the others take values as they are."""
MAX_RANKED = 24
"""Metrics by which a suite ranks: their pairs take time."""
MAX_BLOCKS = 40
"""Blocks of a panel (a benchmark and a seed)."""
PUBLISHED_MAPS = tuple(name for name in UTILITY_MAPS if name != "closeness")
"""The utility maps that weights can be published with: closeness comes with the direction target,
it is no choice."""


def check_metrics(metrics: CheckedTable) -> None:
    """Require ids free in runs.csv, a score, at most one oracle, what `check_aims` does, and
    fitting maps."""
    earlier_ids: dict[str, str] = {}
    ranked_rows = []
    oracles = []
    for row in metrics.rows:
        metric = row.text("id")
        earlier = earlier_ids.setdefault(metric.casefold(), metric)
        if metric.casefold() in RESERVED_COLUMNS:
            row.note("id", f"an id other than {', '.join(RESERVED_COLUMNS)}")
        elif earlier != metric:
            row.note("id", f"an id that differs from {quoted(earlier)} by more than case")
        if row["role"] in ("score", "oracle"):
            ranked_rows.append(row)
        if row["role"] == "oracle":
            oracles.append(row)
    if len(ranked_rows) > MAX_RANKED:
        expected = f"at most {MAX_RANKED}: the role listed for the others"
        ranked_rows[MAX_RANKED].note("role", expected, f"{len(ranked_rows)} metrics that rank")
    for row in oracles[1:]:
        row.note("role", f"at most one oracle (the first is {quoted(oracles[0].text('id'))})")
    if metrics["role"] and "score" not in metrics["role"]:
        metrics.note("role", "no metric of role score", "at least one")
    check_aims(metrics)
    for row in metrics.rows:
        if None in (row["direction"], row["role"], row["utilities"]):
            continue
        if row["role"] != "oracle":
            check_maps(row)
        elif row["utilities"]:
            row.note("utilities", "nothing: an oracle is never part of a score")


def check_maps(row: CheckedRow) -> None:
    """Require utility maps that fit direction and bounds, at least one."""
    maps_text = row.text("utilities")
    if not maps_text.strip():
        row.note("utilities", f"at least one map among {', '.join(UTILITY_MAPS)}")
        return
    direction = cast("Direction", row["direction"])
    try:
        read_utilities(maps_text, direction, row.number("lower_bound"), row.number("upper_bound"))
    except Expected as error:
        row.note("utilities", str(error))


def check_aims(metrics: CheckedTable) -> None:
    """Require bounds in order, targets within them, possible aims and scales, and parts that are
    metrics."""
    for row in metrics.rows:
        low = row.number("lower_bound")
        high = row.number("upper_bound")
        if low is not None and high is not None and low >= high:
            row.note("upper_bound", f"a number above the lower bound {low:.16g}")
        _check_target(row)
        if row["unit"] == "proportion" and (low, high) != (0, 1):
            row.note("unit", "nothing: only a metric with the bounds 0 and 1 is a proportion")
        aims = row.text("aims").split()
        if not aims or len(set(aims)) < len(aims) or set(aims) - {"printed", REFERENCE}:
            row.note("aims", "printed, reference, or both separated by a blank")
        elif REFERENCE in aims and (low is None or high is None):
            row.note("aims", "both bounds for a metric that may aim at the reference")
        if row["scale"] == "log":
            if low is None or low <= 0:
                row.note("scale", "a lower bound above 0 for a log scale")
            map_names = {part.partition(":")[0] for part in row.text("utilities").split()}
            if map_names & (set(UTILITY_MAPS) - set(LOG_MAPS)):
                row.note("utilities", f"only {' or '.join(LOG_MAPS)} for a log scale")
        others = [str(metric) for metric in metrics["id"] if metric != row["id"]]
        for part in row.text("parts").split():
            if part not in others:
                row.note("parts", f"ids of other metrics: {listed(others)}")


def _check_target(row: CheckedRow) -> None:
    """Require a target within the bounds with the direction target, and none without it."""
    target = row.text("target")
    if row["direction"] != "target":
        if target:
            row.note("target", "nothing: only the direction target has one")
        if row["under"]:
            row.note("under", "nothing: only the direction target has such a side")
        return
    if target == REFERENCE:
        return
    value = number(target)
    low = row.number("lower_bound")
    high = row.number("upper_bound")
    if value is None:
        row.note("target", "a number, or reference, for the direction target")
    elif (low is not None and value < low) or (high is not None and value > high):
        row.note("target", "a number within the bounds of the metric")


def check_references(metrics: CheckedTable, methods: CheckedTable, runs: CheckedTable) -> None:
    """Require the reference's value of a metric that aims at it wherever the metric was
    measured."""
    references = _methods_with(REFERENCE, methods)
    for metric in metrics.rows:
        aims_at_reference = REFERENCE in metric.text("aims").split()
        if metric["target"] == REFERENCE:
            column = "target"
        elif aims_at_reference:
            column = "aims"
        else:
            continue
        blocks: dict[str, None] = {}
        reference_blocks = set()
        for panel, benchmark, method, value in runs.keys_of(*CELL_KEYS, metric.text("id")):
            if value is not None:
                block = f"{panel}, {benchmark}"
                blocks[block] = None
                if method in references:
                    reference_blocks.add(block)
        lacking = [block for block in blocks if block not in reference_blocks]
        if lacking:
            metric.note(column, f"a run of a method with the role reference on {listed(lacking)}")


def _methods_with(role: object, methods: CheckedTable) -> set[object]:
    return {row["id"] for row in methods.rows if row["role"] == role}


def check_families(methods: CheckedTable, families: CheckedTable) -> None:
    """Require, of every candidate, a family that families.csv lists."""
    family_ids = families.ids["families"]
    for row in methods.rows:
        if row["role"] == "candidate" and row["family"] not in family_ids:
            row.note("family", f"an id of families.csv: {listed(family_ids)}")


def check_pool(pool: CheckedTable, metrics: CheckedTable) -> None:
    """Require models in both pools, a variant each, and numbers for each metric of
    pool_metrics.csv."""
    metric_ids = [str(metric) for metric in metrics["id"]]
    columns = ("model", "pool", "variant", *metric_ids)
    for column_name in columns:
        if column_name not in pool.columns:
            pool.note(column_name, "no such column", f"the columns {enumerated(columns)}")
    if "pool" in pool.columns:
        for row in pool.rows:
            if row["pool"] not in POOLS:
                row.note("pool", listed(POOLS))
        for pool_kind in POOLS[:2]:
            if pool_kind not in pool["pool"]:
                pool.note(
                    "pool", f"no model with {pool_kind}", f"at least one model with {pool_kind}"
                )
    for column_name in metric_ids:
        if column_name not in pool.columns:
            continue
        for row in pool.rows:
            if (
                isinstance(row[column_name], str)
                and row[column_name]
                and number(row.text(column_name)) is None
            ):
                row.note(column_name, "a number")
        if pool.rows and all(value in (None, "") for value in pool[column_name]):
            pool.note(column_name, "no number", "a number for at least one model")


def check_benchmarks(benchmarks: CheckedTable) -> None:
    """Require that no benchmark lies within itself, nor within one that lies within it."""
    outer_of_benchmark = benchmarks.lookup("within")
    for row in benchmarks.rows:
        benchmark = row.text("id")
        visited = {benchmark}
        outer_benchmark = row.text("within")
        while outer_benchmark and outer_benchmark not in visited:
            visited.add(outer_benchmark)
            outer_benchmark = str(outer_of_benchmark.get(outer_benchmark) or "")
        if benchmark and outer_benchmark == benchmark:
            row.note("within", "a larger benchmark, or nothing: none lies within itself")


def check_panels(panels: CheckedTable) -> None:
    """Require exactly one reference panel."""
    reference_rows = [row for row in panels.rows if row["reference"] is True]
    for row in reference_rows[1:]:
        first_panel = quoted(reference_rows[0].text("id"))
        row.note("reference", f"yes for one panel only (the first is {first_panel})")
    if not reference_rows and None not in panels["reference"]:
        panels.note("reference", "no panel with yes", "yes for one panel")


def check_panel_runs(panels: CheckedTable, runs: CheckedTable) -> None:
    """Require a run of every panel."""
    for row in panels.rows:
        if row["id"] is not None and row["id"] not in runs["panel"]:
            row.note("id", "at least one run of this panel in runs.csv")


def check_blocks(runs: CheckedTable) -> None:
    """Require no more than MAX_BLOCKS blocks of a panel."""
    first_row_of_block: dict[object, dict[object, CheckedRow]] = defaultdict(dict)
    for row in runs.rows:
        blocks = first_row_of_block[row["panel"]]
        blocks.setdefault((row["benchmark"], row["seed"]), row)
    for blocks in first_row_of_block.values():
        if len(blocks) > MAX_BLOCKS:
            expected = f"at most {MAX_BLOCKS} (a benchmark and a seed each): the mean over seeds"
            actual = f"{len(blocks):,} blocks of one panel"
            list(blocks.values())[MAX_BLOCKS].note("seed", expected, actual)


def check_published(published: CheckedTable) -> None:
    """Require known statistics, subjects that name what exists, and printed values that are
    numbers."""
    for row in published.rows:
        printed = row["printed"]
        decimals = row["decimals"]
        if isinstance(printed, str) and number(printed) is None:
            row.note("printed", "a number as printed")
        elif isinstance(printed, str) and isinstance(decimals, int):
            max_decimals = n_decimals(printed)
            if decimals > max_decimals:
                row.note("decimals", f"at most the {max_decimals} decimals of {printed}")
        statistic = STATISTICS.get(row.text("statistic"))
        if statistic is None:
            if row["statistic"] is not None:
                row.note("statistic", listed(tuple(STATISTICS)))
            continue
        if statistic.panel and row["panel"] == "":
            row.note("panel", "the panel this statistic is computed on")
        if not _fits(subject_parts(row.text("subject")), statistic.subject, published.ids):
            kinds = "|".join(_in_capitals(kind) for kind in statistic.subject)
            row.note("subject", f"{kinds} with ids of this suite" if kinds else "nothing")


def _in_capitals(kind: str) -> str:
    return "N draws" if kind == "draws" else kind.upper()


def _fits(parts: tuple[str, ...], subject_kinds: tuple[str, ...], ids: Ids) -> bool:
    if len(parts) != len(subject_kinds) or len(set(parts)) < len(parts):
        return False
    for subject_part, subject_kind in zip(parts, subject_kinds, strict=True):
        if subject_kind == "draws":
            is_fit = bool(re.fullmatch(r"[1-9][0-9]{0,6} draws", subject_part))
        elif subject_kind == "pool":
            is_fit = subject_part in POOLS
        else:
            is_fit = subject_part in ids.get(f"{subject_kind}s", (subject_part,))
        if not is_fit:
            return False
    return True


def check_weights(weights: CheckedTable, metrics: CheckedTable) -> None:
    """Require presets of scores that sum to 1 (to 0.01), with one label and one map each."""
    check_scores(weights, metrics)
    rows_of_preset: dict[str, list[CheckedRow]] = defaultdict(list)
    for row in weights.rows:
        rows_of_preset[row.text("preset")].append(row)
        if row["preset"] in RESERVED_PRESETS:
            presets = listed(RESERVED_PRESETS)
            row.note("preset", f"a name other than {presets}, which every suite has")
        if row["transform"] and row["transform"] not in PUBLISHED_MAPS:
            row.note("transform", f"{listed(PUBLISHED_MAPS)}, or nothing")
    for preset, rows in rows_of_preset.items():
        first_row = rows[0]
        numbers = [row.number("weight") for row in rows]
        if None not in numbers:
            total_weight = sum(cast("list[float]", numbers))
            if abs(total_weight - 1) > 0.01:
                actual = f"the sum {total_weight:.6g} for the preset {quoted(preset)}"
                first_row.note("weight", "weights that sum to 1", actual)
        for column in ("label", "transform"):
            for row in rows:
                if row[column] != first_row[column]:
                    row.note(column, f"the same {column} throughout the preset {quoted(preset)}")


def check_floors(floors: CheckedTable, metrics: CheckedTable) -> None:
    """Require floors above 0 on scores or on groups that have some."""
    scores = [row.text("id") for row in metrics.rows if row["role"] == "score"]
    groups = [group for group in GROUPS if group in metrics["group"]]
    subjects = tuple(dict.fromkeys([*scores, *groups]))
    for row in floors.rows:
        if row["on"] not in subjects:
            row.note("on", listed(subjects))
        if row["value"] == 0:
            row.note("value", "a number above 0")


def check_floor_runs(floors: CheckedTable, methods: CheckedTable, runs: CheckedTable) -> None:
    """Require floors on benchmarks of their panel, of models that have a run on each of them."""
    for row in floors.rows:
        bearers = _methods_with(row["of"], methods)
        benchmarks = set()
        measured = set()
        for panel, benchmark, method in runs.keys_of(*CELL_KEYS):
            if panel == row["panel"] and row["benchmark"] in (benchmark, ""):
                benchmarks.add(benchmark)
                if method in bearers:
                    measured.add(benchmark)
        if row["benchmark"] and not benchmarks:
            row.note("benchmark", "a benchmark on which the panel has runs")
        lacking = sorted(map(str, benchmarks - measured))
        if row["of"] and lacking:
            row.note("of", f"a run of a method with the role {row['of']} on {listed(lacking)}")


def check_scores(table: CheckedTable, metrics: CheckedTable) -> None:
    """Require scores in the column metric."""
    role_of_metric = metrics.lookup("role")
    for row in table.rows:
        if role_of_metric.get(row.text("metric")) == "oracle":
            row.note("metric", "a metric of role score")


def check_samples(samples: CheckedTable, metrics: CheckedTable) -> None:
    """Require proportions: a mean that is printed to four decimals does not rest on 10 000
    samples."""
    unit_of_metric = metrics.lookup("unit")
    for row in samples.rows:
        if unit_of_metric.get(row.text("metric"), "proportion") != "proportion":
            row.note("metric", "a metric with the unit proportion in metrics.csv")


def check_measured(table: CheckedTable, metrics: CheckedTable) -> None:
    """Require metrics of the suite or of its pools, and values within their bounds."""
    column_of_metric = {}
    for metric in table.ids.get("pool_metrics", ()):
        column_of_metric[metric] = number_column(metric, "", False, low=0, high=1)
    for column in run_columns(metrics)[len(RUN_COLUMNS) :]:
        column_of_metric[column.name] = column
    for row in table.rows:
        schema = column_of_metric.get(row.text("metric"))
        if schema is None:
            metric_ids = listed(tuple(column_of_metric))
            row.note("metric", f"an id of metrics.csv or pool_metrics.csv: {metric_ids}")
            continue
        for column_name in ("before", "after", "value"):
            value = row.number(column_name)
            if value is not None and not is_within(value, schema):
                row.note(column_name, expected_in(schema))


def check_measured_runs(table: CheckedTable, runs: CheckedTable) -> None:
    """Require methods that have runs on the panel and benchmark."""
    cells_with_runs = set(runs.keys_of(*CELL_KEYS))
    for row, cell in zip(table.rows, table.keys_of(*CELL_KEYS), strict=True):
        if None not in cell and cell not in cells_with_runs:
            row.note("method", "a method with runs on this panel and benchmark")


def check_recoverability(recoverability: CheckedTable) -> None:
    """Require no more samples with evidence than samples."""
    for row in recoverability.rows:
        n_samples = row["directly_suppressed"]
        n_revealed = row["any_evidence"]
        if isinstance(n_samples, int) and isinstance(n_revealed, int) and n_revealed > n_samples:
            row.note("any_evidence", f"at most directly_suppressed, {n_samples}")


RULES: tuple[tuple[Callable[..., None], str, tuple[str, ...]], ...] = (
    (check_metrics, "metrics", ()),
    (check_references, "metrics", ("methods", "runs")),
    (check_floors, "floors", ("metrics",)),
    (check_floor_runs, "floors", ("methods", "runs")),
    (check_families, "methods", ("families",)),
    (check_measured, "after", ("metrics",)),
    (check_measured_runs, "after", ("runs",)),
    (check_measured, "path", ("metrics",)),
    (check_measured_runs, "path", ("runs",)),
    (check_measured, "ratings", ("metrics",)),
    (check_pool, "pool", ("pool_metrics",)),
    (check_panels, "panels", ()),
    (check_panel_runs, "panels", ("runs",)),
    (check_blocks, "runs", ()),
    (check_published, "published", ()),
    (check_benchmarks, "benchmarks", ()),
    (check_recoverability, "recoverability", ()),
    (check_weights, "weights", ("metrics",)),
    (check_scores, "partitions", ("metrics",)),
    (check_samples, "samples", ("metrics",)),
)
"""Each rule, the table whose cells it is about, and the tables that these are held against, in the
rule's order."""
