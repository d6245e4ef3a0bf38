"""The rules on what cells say together: one oracle, one reference panel, weights that sum to 1."""

import datetime
import re
from collections.abc import Callable, Mapping
from math import inf
from typing import Any, cast

from data.cell_rules import Expected, decimals, expected, read_utilities
from data.claims import STATISTICS, subject_parts
from data.columns import RUN_COLUMNS, SUITE_KEYS, ColumnSchema
from data.plain import number
from data.problems import Problems, enumerated, listed, quoted
from data.raw_files import SUITE_FILE
from data.registry import GROUPS, ID_PATTERN, REFERENCE, RUN_KEYS, UTILITY_MAPS, Direction, Suite
from data.rules import CheckedTable, Ids, run_columns

RESERVED_PRESETS = (
    "published",
    "equal",
    "balanced",
    "forgetting_first",
    "privacy_first",
    "utility_first",
)
"""Names of presets that every suite has."""
POOLS = ("known", "unknown", "reference")
"""What a model of pool.csv can be: it has the knowledge, it never had it, or it is the reference
between."""
LOG_MAPS = ("linear", "closeness")
"""The utility maps of a log scale: the others take values as they are."""
MOST_RANKED, MOST_BLOCKS = 24, 40
"""Metrics by which a suite ranks, and blocks of a panel (a benchmark and a seed): their pairs take
time."""
PUBLISHED_MAPS = tuple(u for u in UTILITY_MAPS if u != "closeness")
"""The utility maps that weights can be published with: closeness comes with the direction target,
it is no choice."""


def check_metrics(m: CheckedTable) -> None:
    """Require what `check_aims` does, fitting maps, a score, at most one oracle, and ids free in
    runs.csv."""
    first: dict[str, str] = {}
    for i, name in enumerate(str(v) for v in m["id"]):
        before = first.setdefault(name.casefold(), name)
        if name.casefold() in (*RUN_KEYS, "run_id"):
            m.note(i, "id", f"an id other than {', '.join((*RUN_KEYS, 'run_id'))}")
        elif before != name:
            m.note(i, "id", f"an id that differs from {quoted(before)} by more than case")
    ranked = [i for i, role in enumerate(m["role"]) if role in ("score", "oracle")]
    if len(ranked) > MOST_RANKED:
        expected = f"at most {MOST_RANKED}: the role listed for the others"
        m.note(ranked[MOST_RANKED], "role", expected, f"{len(ranked)} metrics that rank")
    oracles = [i for i in ranked if m["role"][i] == "oracle"]
    for i in oracles[1:]:
        m.note(i, "role", f"at most one oracle (the first is {quoted(str(m['id'][oracles[0]]))})")
    if m["role"] and "score" not in m["role"]:
        m.note_column("role", "no metric of role score", "at least one")
    check_aims(m)
    for i, text in enumerate(m["utilities"]):
        role = m["role"][i]
        if m["direction"][i] is None or role is None or not isinstance(text, str):
            continue
        if role == "oracle" and text:
            m.note(i, "utilities", "nothing: an oracle is never part of a score")
        elif role != "oracle" and not text.strip():
            m.note(i, "utilities", f"at least one map among {', '.join(UTILITY_MAPS)}")
        elif role != "oracle":
            check_maps(m, i, text)


def check_maps(m: CheckedTable, row: int, text: str) -> None:
    """Require utility maps that fit direction and bounds."""
    low, high = (
        x if isinstance(x, float) else None for x in (m["lower_bound"][row], m["upper_bound"][row])
    )
    try:
        read_utilities(text, cast("Direction", m["direction"][row]), low, high)
    except Expected as error:
        m.note(row, "utilities", str(error))


def check_aims(m: CheckedTable) -> None:
    """Require bounds in order, targets within them, possible aims and scales, and parts that are
    metrics."""
    for i, name in enumerate(m["id"]):
        low, high = (
            x if isinstance(x, float) else None for x in (m["lower_bound"][i], m["upper_bound"][i])
        )
        if low is not None and high is not None and low >= high:
            m.note(i, "upper_bound", f"a number above the lower bound {low:.16g}")
        target, direction = str(m["target"][i] or ""), m["direction"][i]
        value = number(target)
        if direction == "target" and target != REFERENCE:
            if value is None:
                m.note(i, "target", "a number, or reference, for the direction target")
            elif (low is not None and value < low) or (high is not None and value > high):
                m.note(i, "target", "a number within the bounds of the metric")
        elif direction != "target" and target:
            m.note(i, "target", "nothing: only the direction target has one")
        if direction != "target" and m["under"][i]:
            m.note(i, "under", "nothing: only the direction target has such a side")
        if m["unit"][i] == "proportion" and (low, high) != (0, 1):
            m.note(i, "unit", "nothing: only a metric with the bounds 0 and 1 is a proportion")
        aims = str(m["aims"][i] or "").split()
        if not aims or len(set(aims)) < len(aims) or set(aims) - {"printed", REFERENCE}:
            m.note(i, "aims", "printed, reference, or both separated by a blank")
        elif REFERENCE in aims and (low is None or high is None):
            m.note(i, "aims", "both bounds for a metric that may aim at the reference")
        if m["scale"][i] == "log" and (low is None or low <= 0):
            m.note(i, "scale", "a lower bound above 0 for a log scale")
        maps = {part.partition(":")[0] for part in str(m["utilities"][i] or "").split()}
        if m["scale"][i] == "log" and maps & (set(UTILITY_MAPS) - set(LOG_MAPS)):
            m.note(i, "utilities", f"only {' or '.join(LOG_MAPS)} for a log scale")
        for part in str(m["parts"][i] or "").split():
            if part == name or part not in m["id"]:
                m.note(
                    i,
                    "parts",
                    f"ids of other metrics: {listed(tuple(str(x) for x in m['id'] if x != name))}",
                )


def check_references(m: CheckedTable, methods: CheckedTable, runs: CheckedTable) -> None:
    """Require, of a metric that aims at the reference, its value of it wherever the metric was
    measured."""
    roles = dict(zip(methods["id"], methods["role"], strict=True))
    cells = list(zip(*(runs[c] for c in RUN_KEYS[:3]), strict=True))
    for i, name in enumerate(m["id"]):
        aims = str(m["aims"][i] or "").split()
        if not (m["target"][i] == REFERENCE or REFERENCE in aims):
            continue
        there = [
            cell for cell, value in zip(cells, runs[str(name)], strict=True) if value is not None
        ]
        known = {cell[:2] for cell in there if roles.get(cell[2]) == REFERENCE}
        lacking = [
            f"{p}, {b}" for p, b in dict.fromkeys(cell[:2] for cell in there) if (p, b) not in known
        ]
        if lacking:
            column = "target" if m["target"][i] == REFERENCE else "aims"
            m.note(
                i, column, f"a run of a method with the role reference on {listed(tuple(lacking))}"
            )


def check_families(methods: CheckedTable, families: CheckedTable) -> None:
    """Require, of every candidate, a family that families.csv lists."""
    known = families.ids["families"]
    for i, (family, role) in enumerate(zip(methods["family"], methods["role"], strict=True)):
        if role == "candidate" and family not in known:
            methods.note(i, "family", f"an id of families.csv: {listed(known)}")


def check_pool(pool: CheckedTable, metrics: CheckedTable) -> None:
    """Require models in both pools, a variant each, and numbers for each metric of
    pool_metrics.csv."""
    columns = pool.columns
    wanted = ("model", "pool", "variant", *(str(m) for m in metrics["id"]))
    for name in wanted:
        if name not in columns:
            pool.note_column(name, "no such column", f"the columns {enumerated(wanted)}")
    for i, kind in enumerate(columns.get("pool", ())):
        if kind not in POOLS:
            pool.note(i, "pool", listed(POOLS))
    for kind in POOLS[:2]:
        if "pool" in columns and kind not in columns["pool"]:
            pool.note_column("pool", f"no model with {kind}", f"at least one model with {kind}")
    for name in (str(m) for m in metrics["id"]):
        values = columns.get(name, [])
        for i, value in enumerate(values):
            if isinstance(value, str) and value and number(value) is None:
                pool.note(i, name, "a number")
        if values and all(v is None or v == "" for v in values):
            pool.note_column(name, "no number", "a number for at least one model")


def check_benchmarks(b: CheckedTable) -> None:
    """Require that no benchmark lies within itself, nor within one that lies within it."""
    outer = dict(zip(b["id"], b["within"], strict=True))
    for i, name in enumerate(b["id"]):
        seen, at = {name}, outer[name]
        while at and at not in seen:
            seen.add(at)
            at = outer.get(at)
        if name and at == name:
            b.note(i, "within", "a larger benchmark, or nothing: none lies within itself")


def check_panels(p: CheckedTable) -> None:
    """Require exactly one reference panel."""
    reference = [i for i, flag in enumerate(p["reference"]) if flag is True]
    for i in reference[1:]:
        p.note(
            i,
            "reference",
            f"yes for one panel only (the first is {quoted(str(p['id'][reference[0]]))})",
        )
    if not reference and None not in p["reference"]:
        p.note_column("reference", "no panel with yes", "yes for one panel")


def check_panel_runs(p: CheckedTable, runs: CheckedTable) -> None:
    """Require a run of every panel."""
    used = set(runs["panel"])
    for i, name in enumerate(p["id"]):
        if name is not None and name not in used:
            p.note(i, "id", "at least one run of this panel in runs.csv")


def check_blocks(runs: CheckedTable) -> None:
    """Require no more than MOST_BLOCKS blocks of a panel."""
    first: dict[Any, dict[Any, int]] = {}
    for i, (panel, *block) in enumerate(
        zip(runs["panel"], runs["benchmark"], runs["seed"], strict=True)
    ):
        first.setdefault(panel, {}).setdefault(tuple(block), i)
    for own in first.values():
        if len(own) > MOST_BLOCKS:
            expected = f"at most {MOST_BLOCKS} (a benchmark and a seed each): the mean over seeds"
            runs.note(
                [*own.values()][MOST_BLOCKS], "seed", expected, f"{len(own):,} blocks of one panel"
            )


def check_published(p: CheckedTable) -> None:
    """Require known statistics, subjects that name what exists, and printed values that are
    numbers."""
    for i, statistic in enumerate(p["statistic"]):
        printed, digits = p["printed"][i], p["decimals"][i]
        if isinstance(printed, str) and number(printed) is None:
            p.note(i, "printed", "a number as printed")
        elif isinstance(printed, str) and isinstance(digits, int) and digits > decimals(printed):
            p.note(i, "decimals", f"at most the {decimals(printed)} decimals of {printed}")
        kind = STATISTICS.get(str(statistic))
        if kind is None:
            if statistic is not None:
                p.note(i, "statistic", listed(tuple(STATISTICS)))
            continue
        if kind.panel and p["panel"][i] == "":
            p.note(i, "panel", "the panel this statistic is computed on")
        if not _fits(subject_parts(str(p["subject"][i] or "")), kind.subject, p.ids):
            wanted = "|".join(s.upper() if s != "draws" else "N draws" for s in kind.subject)
            p.note(i, "subject", f"{wanted} with ids of this suite" if wanted else "nothing")


def _fits(parts: tuple[str, ...], kinds: tuple[str, ...], ids: Ids) -> bool:
    if len(parts) != len(kinds):
        return False
    for part, kind in zip(parts, kinds, strict=True):
        if kind == "draws" and not re.fullmatch(r"[1-9][0-9]{0,6} draws", part):
            return False
        if kind == "pool" and part not in POOLS:
            return False
        if kind != "draws" and f"{kind}s" in ids and part not in ids[f"{kind}s"]:
            return False
    return len(set(parts)) == len(parts)


def check_weights(w: CheckedTable, metrics: CheckedTable) -> None:
    """Require presets of scores that sum to 1 (to 0.01), with one label and one map each."""
    check_scores(w, metrics)
    presets: dict[str, list[int]] = {}
    for i, preset in enumerate(w["preset"]):
        presets.setdefault(str(preset), []).append(i)
        if preset in RESERVED_PRESETS:
            w.note(
                i, "preset", f"a name other than {listed(RESERVED_PRESETS)}, which every suite has"
            )
        if w["transform"][i] not in (None, "", *PUBLISHED_MAPS):
            w.note(i, "transform", f"{listed(PUBLISHED_MAPS)}, or nothing")
    for preset, rows in presets.items():
        values = [w["weight"][i] for i in rows]
        numbers = [v for v in values if isinstance(v, float)]
        if len(numbers) == len(values) and abs(sum(numbers) - 1) > 0.01:
            found = f"the sum {sum(numbers):.6g} for the preset {quoted(preset)}"
            w.note(rows[0], "weight", "weights that sum to 1", found)
        for column in ("label", "transform"):
            for i in rows[1:]:
                if w[column][i] != w[column][rows[0]]:
                    w.note(i, column, f"the same {column} throughout the preset {quoted(preset)}")


def check_floors(f: CheckedTable, metrics: CheckedTable) -> None:
    """Require floors above 0 on scores or on groups that have some."""
    scores = [
        str(m) for m, role in zip(metrics["id"], metrics["role"], strict=True) if role == "score"
    ]
    known = tuple(dict.fromkeys([*scores, *(g for g in GROUPS if g in metrics["group"])]))
    for i, (on, value) in enumerate(zip(f["on"], f["value"], strict=True)):
        if on not in known:
            f.note(i, "on", listed(known))
        if value == 0:
            f.note(i, "value", "a number above 0")


def check_floor_runs(f: CheckedTable, methods: CheckedTable, runs: CheckedTable) -> None:
    """Require floors on benchmarks of their panel, of models that have a run on each of them."""
    roles = dict(zip(methods["id"], methods["role"], strict=True))
    there = set(zip(runs["panel"], runs["benchmark"], runs["method"], strict=True))
    for i, (panel, benchmark, of) in enumerate(
        zip(f["panel"], f["benchmark"], f["of"], strict=True)
    ):
        on = {b for p, b, _ in there if p == panel and benchmark in (b, "")}
        if benchmark and not on:
            f.note(i, "benchmark", "a benchmark on which the panel has runs")
        lacking = on - {b for p, b, m in there if p == panel and roles.get(m) == of}
        if of and lacking:
            f.note(
                i,
                "of",
                f"a run of a method with the role {of} on"
                f" {listed(tuple(sorted(map(str, lacking))))}",
            )


def check_scores(table: CheckedTable, metrics: CheckedTable) -> None:
    """Require scores in the column metric."""
    roles = dict(zip(metrics["id"], metrics["role"], strict=True))
    for i, metric in enumerate(table["metric"]):
        if roles.get(metric) == "oracle":
            table.note(i, "metric", "a metric of role score")


def check_samples(s: CheckedTable, metrics: CheckedTable) -> None:
    """Require proportions: a mean that is printed to four decimals does not rest on 10 000
    samples."""
    known = dict(zip(metrics["id"], metrics["unit"], strict=True))
    for i, metric in enumerate(s["metric"]):
        if metric in known and known[metric] != "proportion":
            s.note(i, "metric", "a metric with the unit proportion in metrics.csv")


def check_measured(a: CheckedTable, metrics: CheckedTable) -> None:
    """Require metrics of the suite or of its pools, and values within their bounds."""
    shares = {
        i: ColumnSchema(i, "number", "", False, low=0, high=1)
        for i in a.ids.get("pool_metrics", ())
    }
    bounds = shares | {c.name: c for c in run_columns(metrics)[len(RUN_COLUMNS) :]}
    for i, metric in enumerate(a["metric"]):
        column = bounds.get(str(metric))
        if column is None:
            a.note(
                i, "metric", f"an id of metrics.csv or pool_metrics.csv: {listed(tuple(bounds))}"
            )
            continue
        low, high = (
            (-inf if column.low is None else column.low),
            (inf if column.high is None else column.high),
        )
        for name in {"before", "after", "value"} & a.columns.keys():
            value = a[name][i]
            if isinstance(value, float) and not low <= value <= high:
                a.note(i, name, expected(column))


def check_measured_runs(a: CheckedTable, runs: CheckedTable) -> None:
    """Require methods that have runs on the panel and benchmark."""
    known = set(zip(*(runs[c] for c in RUN_KEYS[:3]), strict=True))
    for i, own in enumerate(zip(*(a[c] for c in RUN_KEYS[:3]), strict=True)):
        if None not in own and own not in known:
            a.note(i, "method", "a method with runs on this panel and benchmark")


def check_recoverability(r: CheckedTable) -> None:
    """Require no more samples with evidence than samples."""
    for i, (n, k) in enumerate(zip(r["directly_suppressed"], r["any_evidence"], strict=True)):
        if isinstance(n, int) and isinstance(k, int) and k > n:
            r.note(i, "any_evidence", f"at most directly_suppressed, {n}")


Rule = Callable[..., None]
RULES: tuple[tuple[Rule, str, tuple[str, ...]], ...] = (
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


def read_suite(
    keys: Mapping[str, Any], text: str, private: bool, problems: Problems
) -> Suite | None:
    """Return the record of a suite from the keys of suite.toml (`text`), or None after noting
    problems."""
    before = len(problems.all)

    def note(key: str, found: str, expected: str) -> None:
        line = re.search(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", text, re.MULTILINE)
        problems.add(
            SUITE_FILE,
            text.count("\n", 0, line.start()) + 1 if line else None,
            key,
            found,
            expected,
        )

    for key in keys:
        if key not in SUITE_KEYS:
            note(key, f"the key {quoted(key)}", f"only {', '.join(SUITE_KEYS)}")
    for key, help_text in SUITE_KEYS.items():
        value = keys.get(key)
        if key not in keys:
            note(key, "no such key", help_text)
        elif key == "year":
            if not isinstance(value, int) or isinstance(value, bool) or not 1900 <= value <= 2200:
                note(key, quoted(str(value)), "a year as a whole number")
        elif key == "retrieved" and not _is_date(value):
            note(key, quoted(str(value)), "a date as YYYY-MM-DD")
        elif key == "id" and not (isinstance(value, str) and ID_PATTERN.match(value)):
            note(key, quoted(str(value)), "an id (letters, digits and _, a letter first)")
        elif key in ("url", "source_url") and not re.fullmatch(
            r"(https?://[^\s<>\"'\\]+)?", str(value)
        ):
            note(
                key,
                quoted(str(value)),
                "an address that begins with https:// or http://, or nothing",
            )
        elif key != "retrieved" and (
            not isinstance(value, str) or (not value.strip() and key in ("id", "title"))
        ):
            note(key, quoted(str(value)), "some text in quotes")
    if len(problems.all) > before:
        return None
    return Suite(
        **{**{k: keys[k] for k in SUITE_KEYS}, "retrieved": str(keys["retrieved"])}, private=private
    )


def _is_date(value: object) -> bool:
    try:
        datetime.date.fromisoformat(str(value))
    except ValueError:
        return False
    return len(str(value)) == 10
