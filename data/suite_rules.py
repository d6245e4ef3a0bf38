"""The rules between the tables of a suite: one oracle, one reference panel, claims and weights that make sense."""

import datetime
import re
from collections.abc import Mapping, Set
from math import inf
from typing import Any, cast

from data.cells import Expected, decimals, expected, read_utilities
from data.claims import STATISTICS, subject_parts
from data.columns import SUITE_KEYS, Column
from data.files import SUITE_FILE, RawTable
from data.plain import number
from data.problems import Problems, enumerated, listed, quoted
from data.registry import GROUPS, ID_PATTERN, REFERENCE, RUN_KEYS, UTILITY_MAPS, Direction, Suite
from data.rules import Columns, file_of

RESERVED_PRESETS = ("published", "equal", "balanced", "forgetting_first", "privacy_first", "utility_first")
"""Names of presets that every suite has."""


POOLS = ("known", "unknown", "reference")
"""What a model of pool.csv can be: it has the knowledge, it never had it, or it is the reference between."""

LOG_MAPS = ("linear", "closeness")
"""The utility maps of a log scale: the others take values as they are."""


PUBLISHED_MAPS = tuple(u for u in UTILITY_MAPS if u != "closeness")
"""The utility maps that weights can be published with: closeness comes with the direction target, it is no choice."""


class Place:
    """The places of the cells of a table, to note problems by row and column."""

    def __init__(self, name: str, raw: RawTable, problems: Problems) -> None:
        self._file, self._raw, self._problems = file_of(name), raw, problems

    def note(self, row: int, column: str, expected: str, found: str | None = None) -> None:
        """Note a problem of one cell; what was found is its text unless given."""
        if column not in self._raw.header:  # one that may be left out
            self._problems.add(self._file, self._raw.lines[row], column, "no such column", expected)
            return
        at = list(self._raw.header).index(column)
        text = quoted(self._raw.rows[row][at]) if found is None else found
        self._problems.add(self._file, self._raw.line(row, at), column, text, expected)

    def note_column(self, column: str, found: str, expected: str) -> None:
        """Note a problem of a whole column."""
        self._problems.add(self._file, None, column, found, expected)


def check_metrics(m: Columns, place: Place) -> None:
    """What `check_aims` does, maps that fit, at least one score, at most one oracle, no id that names a run column."""
    first: dict[str, str] = {}
    for i, name in enumerate(str(v) for v in m["id"]):
        before = first.setdefault(name.casefold(), name)
        if name.casefold() in (*RUN_KEYS, "run_id"):
            place.note(i, "id", f"an id other than {', '.join((*RUN_KEYS, 'run_id'))}")
        elif before != name:
            place.note(i, "id", f"an id that differs from {quoted(before)} by more than case")
    oracles = [i for i, role in enumerate(m["role"]) if role == "oracle"]
    for i in oracles[1:]:
        place.note(i, "role", f"at most one oracle (the first is {quoted(str(m['id'][oracles[0]]))})")
    if m["role"] and len(oracles) == len(m["role"]):
        place.note_column("role", "no metric of role score", "at least one")
    check_aims(m, place)
    for i, text in enumerate(m["utilities"]):
        direction, role = m["direction"][i], m["role"][i]
        low, high = (x if isinstance(x, float) else None for x in (m["lower_bound"][i], m["upper_bound"][i]))
        if direction is None or role is None or not isinstance(text, str):
            continue
        if role == "oracle" and text:
            place.note(i, "utilities", "nothing: an oracle is never part of a score")
        elif role == "score" and not text.strip():
            place.note(i, "utilities", f"at least one map among {', '.join(UTILITY_MAPS)}")
        elif role == "score":
            check_maps(text, direction, low, high, place, i)


def check_maps(text: str, direction: object, low: float | None, high: float | None, place: Place, row: int) -> None:
    """Utility maps that fit direction and bounds."""
    try:
        read_utilities(text, cast("Direction", direction), low, high)
    except Expected as error:
        place.note(row, "utilities", str(error))


def check_aims(m: Columns, place: Place) -> None:
    """Bounds in order with targets within, aims that can be taken, log scales above 0 with their maps, parts that are
    metrics.
    """
    for i, name in enumerate(m["id"]):
        low, high = (x if isinstance(x, float) else None for x in (m["lower_bound"][i], m["upper_bound"][i]))
        if low is not None and high is not None and low >= high:
            place.note(i, "upper_bound", f"a number above the lower bound {low:.16g}")
        target, direction = str(m["target"][i] or ""), m["direction"][i]
        value = number(target)
        if direction == "target" and target != REFERENCE:
            if value is None:
                place.note(i, "target", "a number, or reference, for the direction target")
            elif (low is not None and value < low) or (high is not None and value > high):
                place.note(i, "target", "a number within the bounds of the metric")
        elif direction != "target" and target:
            place.note(i, "target", "nothing: only the direction target has one")
        if direction != "target" and m["under"][i]:
            place.note(i, "under", "nothing: only the direction target has such a side")
        if m["unit"][i] == "proportion" and (low, high) != (0, 1):
            place.note(i, "unit", "nothing: only a metric with the bounds 0 and 1 is a proportion")
        aims = str(m["aims"][i] or "").split()
        if not aims or len(set(aims)) < len(aims) or set(aims) - {"printed", REFERENCE}:
            place.note(i, "aims", "printed, reference, or both separated by a blank")
        elif REFERENCE in aims and (low is None or high is None):
            place.note(i, "aims", "both bounds for a metric that may aim at the reference")
        if m["scale"][i] == "log" and (low is None or low <= 0):
            place.note(i, "scale", "a lower bound above 0 for a log scale")
        maps = {part.partition(":")[0] for part in str(m["utilities"][i] or "").split()}
        if m["scale"][i] == "log" and maps & (set(UTILITY_MAPS) - set(LOG_MAPS)):
            place.note(i, "utilities", f"only {' or '.join(LOG_MAPS)} for a log scale")
        for part in str(m["parts"][i] or "").split():
            if part == name or part not in m["id"]:
                place.note(i, "parts", f"ids of other metrics: {listed(tuple(str(x) for x in m['id'] if x != name))}")


def check_references(m: Columns, methods: Columns, runs: Columns, place: Place) -> None:
    """A metric that aims at the reference has a value of it on every panel and benchmark where it was measured."""
    roles = dict(zip(methods["id"], methods["role"], strict=True))
    if not all(c in runs for c in RUN_KEYS[:3]):
        return
    cells = list(zip(*(runs[c] for c in RUN_KEYS[:3]), strict=True))
    for i, name in enumerate(m["id"]):
        aims = str(m["aims"][i] or "").split()
        if not (m["target"][i] == REFERENCE or REFERENCE in aims) or name not in runs:
            continue
        there = [cell for cell, value in zip(cells, runs[str(name)], strict=True) if value is not None]
        known = {cell[:2] for cell in there if roles.get(cell[2]) == REFERENCE}
        lacking = [f"{p}, {b}" for p, b in dict.fromkeys(cell[:2] for cell in there) if (p, b) not in known]
        if lacking:
            column = "target" if m["target"][i] == REFERENCE else "aims"
            place.note(i, column, f"a run of a method with the role reference on {listed(tuple(lacking))}")


def check_families(methods: Columns, place: Place, families: tuple[str, ...]) -> None:
    """Every candidate belongs to a family that families.csv lists."""
    for i, (family, role) in enumerate(zip(methods["family"], methods["role"], strict=True)):
        if role == "candidate" and family not in families:
            place.note(i, "family", f"an id of families.csv: {listed(families)}")


def check_pool(pool: Columns, place: Place, metrics: Columns) -> None:
    """Models in both pools, a variant each, and a number for each metric that pool_metrics.csv lists."""
    wanted = ("model", "pool", "variant", *(str(m) for m in metrics["id"]))
    for name in wanted:
        if name not in pool:
            place.note_column(name, "no such column", f"the columns {enumerated(wanted)}")
    for i, kind in enumerate(pool.get("pool", ())):
        if kind not in POOLS:
            place.note(i, "pool", listed(POOLS))
    for kind in POOLS[:2]:
        if "pool" in pool and kind not in pool["pool"]:
            place.note_column("pool", f"no model with {kind}", f"at least one model with {kind}")
    for name in (str(m) for m in metrics["id"]):
        values = pool.get(name, [])
        for i, value in enumerate(values):
            if isinstance(value, str) and value and number(value) is None:
                place.note(i, name, "a number")
        if values and all(v is None or v == "" for v in values):
            place.note_column(name, "no number", "a number for at least one model")


def check_benchmarks(b: Columns, place: Place) -> None:
    """No benchmark lies within itself, nor within one that lies within it."""
    outer = dict(zip(b["id"], b["within"], strict=True))
    for i, name in enumerate(b["id"]):
        seen, at = {name}, outer[name]
        while at and at not in seen:
            seen.add(at)
            at = outer.get(at)
        if name and at == name:
            place.note(i, "within", "a larger benchmark, or nothing: none lies within itself")


def check_panels(p: Columns, place: Place, used: Set[object] | None) -> None:
    """Exactly one reference panel; every panel has a run."""
    reference = [i for i, flag in enumerate(p["reference"]) if flag is True]
    for i in reference[1:]:
        place.note(i, "reference", f"yes for one panel only (the first is {quoted(str(p['id'][reference[0]]))})")
    if not reference and None not in p["reference"]:
        place.note_column("reference", "no panel with yes", "yes for one panel")
    for i, name in enumerate(p["id"]):
        if used is not None and name is not None and name not in used:
            place.note(i, "id", "at least one run of this panel in runs.csv")


def check_published(p: Columns, place: Place, ids: Mapping[str, tuple[str, ...]]) -> None:
    """Known statistics, subjects that name what exists, printed values that are numbers."""
    for i, statistic in enumerate(p["statistic"]):
        printed, digits = p["printed"][i], p["decimals"][i]
        if isinstance(printed, str) and number(printed) is None:
            place.note(i, "printed", "a number as printed")
        elif isinstance(printed, str) and isinstance(digits, int) and digits > decimals(printed):
            place.note(i, "decimals", f"at most the {decimals(printed)} decimals of {printed}")
        kind = STATISTICS.get(str(statistic))
        if kind is None:
            if statistic is not None:
                place.note(i, "statistic", listed(tuple(STATISTICS)))
            continue
        if kind.panel and p["panel"][i] == "":
            place.note(i, "panel", "the panel this statistic is computed on")
        if not _fits(subject_parts(str(p["subject"][i] or "")), kind.subject, ids):
            wanted = "|".join(s.upper() if s != "draws" else "N draws" for s in kind.subject)
            place.note(i, "subject", f"{wanted} with ids of this suite" if wanted else "nothing")


def _fits(parts: tuple[str, ...], kinds: tuple[str, ...], ids: Mapping[str, tuple[str, ...]]) -> bool:
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


def check_weights(w: Columns, place: Place, metrics: Columns) -> None:
    """Presets of scores only that sum to 1 (to 0.01), with one label and one map each."""
    check_scores(w, place, metrics)
    presets: dict[str, list[int]] = {}
    for i, preset in enumerate(w["preset"]):
        presets.setdefault(str(preset), []).append(i)
        if preset in RESERVED_PRESETS:
            place.note(i, "preset", f"a name other than {listed(RESERVED_PRESETS)}, which every suite has")
        if w["transform"][i] not in (None, "", *PUBLISHED_MAPS):
            place.note(i, "transform", f"{listed(PUBLISHED_MAPS)}, or nothing")
    for preset, rows in presets.items():
        values = [w["weight"][i] for i in rows]
        numbers = [v for v in values if isinstance(v, float)]
        if len(numbers) == len(values) and abs(sum(numbers) - 1) > 0.01:
            found = f"the sum {sum(numbers):.6g} for the preset {quoted(preset)}"
            place.note(rows[0], "weight", "weights that sum to 1", found)
        for column in ("label", "transform"):
            for i in rows[1:]:
                if w[column][i] != w[column][rows[0]]:
                    place.note(i, column, f"the same {column} throughout the preset {quoted(preset)}")


def check_floors(f: Columns, place: Place, metrics: Columns, methods: Columns, runs: Columns) -> None:
    """Floors on scores or groups that have some, on benchmarks of their panel, of models that have a run there."""
    roles = dict(zip(methods["id"], methods["role"], strict=True))
    there = set(zip(runs["panel"], runs["benchmark"], runs["method"], strict=True))
    scores = [str(m) for m, role in zip(metrics["id"], metrics["role"], strict=True) if role == "score"]
    known = tuple(dict.fromkeys([*scores, *(g for g in GROUPS if g in metrics["group"])]))
    for i, (panel, benchmark, of) in enumerate(zip(f["panel"], f["benchmark"], f["of"], strict=True)):
        if f["on"][i] not in known:
            place.note(i, "on", listed(known))
        if f["value"][i] == 0:
            place.note(i, "value", "a number above 0")
        on = {b for p, b, _ in there if p == panel and benchmark in (b, "")}
        if benchmark and not on:
            place.note(i, "benchmark", "a benchmark on which the panel has runs")
        lacking = on - {b for p, b, m in there if p == panel and roles.get(m) == of}
        if of and lacking:
            place.note(i, "of", f"a run of a method with the role {of} on {listed(tuple(sorted(map(str, lacking))))}")


def check_scores(table: Columns, place: Place, metrics: Columns) -> None:
    """Scores only in the column metric."""
    roles = dict(zip(metrics["id"], metrics["role"], strict=True))
    for i, metric in enumerate(table["metric"]):
        if roles.get(metric) == "oracle":
            place.note(i, "metric", "a metric of role score")


def check_samples(s: Columns, place: Place, metrics: Columns) -> None:
    """Samples of proportions only: a mean that is printed to four decimals rests on no 10 000 samples."""
    known = dict(zip(metrics["id"], metrics["unit"], strict=True))
    for i, metric in enumerate(s["metric"]):
        if metric in known and known[metric] != "proportion":
            place.note(i, "metric", "a metric with the unit proportion in metrics.csv")


def check_measured(a: Columns, place: Place, bounds: Mapping[str, Column], runs: Columns) -> None:
    """Metrics that are known (`bounds`), values within their bounds, and methods that have runs there."""
    cell = RUN_KEYS[:3]
    known = set(zip(*(runs[c] for c in cell), strict=True)) if all(c in runs for c in cell) else None
    for i, metric in enumerate(a["metric"]):
        column = bounds.get(str(metric))
        if column is None:
            place.note(i, "metric", f"an id of metrics.csv or pool_metrics.csv: {listed(tuple(bounds))}")
            continue
        for name in {"before", "after", "value"} & a.keys():
            value = a[name][i]
            low, high = (-inf if column.low is None else column.low), (inf if column.high is None else column.high)
            if isinstance(value, float) and not low <= value <= high:
                place.note(i, name, expected(column))
        own = tuple(a[c][i] for c in cell)
        if known is not None and None not in own and own not in known:
            place.note(i, "method", "a method with runs on this panel and benchmark")


def check_recoverability(r: Columns, place: Place) -> None:
    """No more samples with evidence than samples."""
    for i, (n, k) in enumerate(zip(r["directly_suppressed"], r["any_evidence"], strict=True)):
        if isinstance(n, int) and isinstance(k, int) and k > n:
            place.note(i, "any_evidence", f"at most directly_suppressed, {n}")


def read_suite(keys: Mapping[str, Any], text: str, private: bool, problems: Problems) -> Suite | None:
    """The suite's own record from the keys of suite.toml; `text` is the file, to find lines."""
    before = len(problems.all)

    def note(key: str, found: str, expected: str) -> None:
        line = re.search(rf"^[ \t]*[\"']?{re.escape(key)}[\"']?[ \t]*=", text, re.MULTILINE)
        problems.add(SUITE_FILE, text.count("\n", 0, line.start()) + 1 if line else None, key, found, expected)

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
        elif key in ("url", "source_url") and not re.fullmatch(r"(https?://[^\s<>\"'\\]+)?", str(value)):
            note(key, quoted(str(value)), "an address that begins with https:// or http://, or nothing")
        elif key != "retrieved" and (not isinstance(value, str) or (not value.strip() and key in ("id", "title"))):
            note(key, quoted(str(value)), "some text in quotes")
    if len(problems.all) > before:
        return None
    return Suite(**{**{k: keys[k] for k in SUITE_KEYS}, "retrieved": str(keys["retrieved"])}, private=private)


def _is_date(value: object) -> bool:
    try:
        datetime.date.fromisoformat(str(value))
    except ValueError:
        return False
    return len(str(value)) == 10
