"""A table as a suite: one of its own, or added to one that is there. The rules are those of a
folder."""

import statistics
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal

import pandas as pd

from components.format import MARK, cleaned, shortened, spreadsheet_cell
from components.intake.columns import CLOSEST, LOG10, PERCENT, SHARE, Column
from components.intake.grades import Unused
from components.intake.grid import Grid
from components.intake.known import known_place
from components.intake.rows import IGNORE, METHOD, ORIGINAL, RETRAINED
from components.intake.uses import BENCHMARK, COST, METRIC, MODEL, SEED, SETTING
from components.private_ids import NAMESAKE, YOURS, enlarged_id, private_id, private_parts, twin_of
from data.cell_rules import write_utilities
from data.columns import SUITE_KEYS, TABLES
from data.known_metrics import KnownMetric
from data.load import tables_from_files, tables_from_frames
from data.plain import identifier, suite_record
from data.read.cells import missing
from data.read.lexicon import bare
from data.registry import REFERENCE, RUN_KEYS, Metric, Tables
from data.suite_rules import MAX_RANKED
from data.write import text_frames

MAIN, ALL = "All runs", "all data"
"""The names of the one panel and the one benchmark where a table names none."""
_ROLES = {RETRAINED: "reference", ORIGINAL: "original"}
_BROUGHT = "As brought by a reader."
_SPREAD = "needs one row a seed: the interval of a weighted score does not follow from ± of metrics"
_ABOUT = "Results brought by a reader."
_LOG = -30.0
"""The lower bound of log10 of a p value."""
Key = tuple[str, str, str, int]
Name = tuple[str, str, str]
"""A panel, a benchmark and a method."""
Values = tuple[float | None, ...]
Row = dict[str, str]


@dataclass
class Runs:
    """The runs of a table by panel, benchmark, method and seed, with the values of the columns that
    count.

    `metrics` are rows of metrics.csv by column, `roles` those of the methods; `notes` say what a
    reader must know, `unused` what was left out and where; `variants` are names without the
    settings that tell rows apart."""

    keys: list[Key] = field(default_factory=list)
    rows: list[int] = field(default_factory=list)
    values: dict[str, list[float | None]] = field(default_factory=dict)
    metrics: dict[str, Row] = field(default_factory=dict)
    roles: dict[str, str] = field(default_factory=dict)
    variants: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    unused: list[Unused] = field(default_factory=list)

    @property
    def may_rank(self) -> bool:
        """Whether some column ranks, and a method has a value in it."""
        for column, metric in self.metrics.items():
            if metric["group"] == "cost" or metric["role"] != "score":
                continue
            for key, value in zip(self.keys, self.values[column], strict=True):
                if value is not None and self.roles[key[2]] == METHOD:
                    return True
        return False

    def without(self, names: Collection[str]) -> "Runs":
        """Return the runs of the other methods."""
        kept = [i for i, key in enumerate(self.keys) if key[2] not in names]
        values = {c: [v[i] for i in kept] for c, v in self.values.items()}
        rows = [self.rows[i] for i in kept]
        return replace(self, keys=[self.keys[i] for i in kept], rows=rows, values=values)


def runs_of(grid: Grid) -> Runs:
    """Return the runs of the rows that are methods or models for comparison, each metric in its
    unit."""
    found = Runs()
    numbers = {}
    for column in grid.columns:
        if column.use in (METRIC, COST) and (grid.suite is None or column.same):
            numbers[column.name] = _numbers(grid, column, found)
            found.metrics[column.name] = _metric(grid, column, numbers[column.name])
            found.values[column.name] = []
    taken: dict[Name, dict[int, Values]] = {}
    for position, name, seed in _named(grid, found):
        values = tuple(own[position] for own in numbers.values())
        runs = taken.setdefault(name, {})
        reason = _reason_against(values, seed, runs)
        if reason:
            found.unused.append(Unused(grid.facts.sheet.places[position], name[2], "", reason))
        if reason or all(value is None for value in values):
            continue
        if seed is None:
            seed = min(set(range(1, len(runs) + 2)) - runs.keys())
        runs[seed] = values
        found.keys.append((*name, seed))
        found.rows.append(position)
        for column_name, value in zip(numbers, values, strict=True):
            found.values[column_name].append(value)
        role = grid.facts.roles[found.variants.get(name[2], name[2])]
        found.roles[name[2]] = role
        for column_name, value in zip(numbers, values, strict=True):
            is_empty = value is None and missing(grid.facts.cells[column_name][position])
            if is_empty and role == METHOD and grid.used(SEED):
                reason = f"seed {seed} of {name[2]} lacks it: with it the rank could be told"
                place = grid.facts.sheet.places[position]
                found.unused.append(Unused(place, column_name, "", reason))
    _compare(found, taken)
    _without_aim(found)
    for column_name in [*found.metrics][MAX_RANKED:]:
        found.metrics[column_name]["role"] = "listed"
        listed = f"is listed and weighs nothing: {MAX_RANKED} metrics rank at most"
        found.notes.append(f"{shortened(column_name, 30)} {listed}")
    return found


def _reason_against(values: Values, seed: int | None, runs: Mapping[int, Values]) -> str:
    """Return why a row is no further run of its method, "" if it is one."""
    if runs.get(seed) == values if seed is not None else values in runs.values():
        return "is the same row again"
    return f"is a second row of seed {seed} with other values" if seed in runs else ""


def _compare(found: Runs, taken: Mapping[Name, Mapping[int, Values]]) -> None:
    """Note methods with the same values, and unequal numbers of runs."""
    first: dict[object, str] = {}
    counts = set()
    for name, runs in taken.items():
        if found.roles.get(name[2]) != METHOD:
            continue
        counts.add(len(runs))
        key = (name[:2], tuple(runs.values()))
        other = first.setdefault(key, name[2])
        if other != name[2] and len(found.metrics) > 1:
            found.unused.append(Unused("", name[2], "", f"has the same values as {other}"))
    if len(counts) > 1:
        found.notes.append(f"methods have {min(counts)} to {max(counts)} runs")


def _named(grid: Grid, found: Runs) -> list[tuple[int, Name, int | None]]:
    """Return the rows that count with panel, benchmark, method and seed; what tells repeated ones
    apart is their name.

    A model for comparison that names no benchmark is measured on each.
    """
    facts = grid.facts
    panel, place = grid.work.place[1:] if grid.suite else ("", "")
    sets = [_joined(grid, BENCHMARK, position) for position in range(len(facts.names))]
    models = [_joined(grid, MODEL, position) for position in range(len(facts.names))]
    every = [text for text in dict.fromkeys(sets) if text]
    left_out = {text for text in every if facts.roles.get(text) == IGNORE}
    there = set(grid.suite.runs_of(panel)["benchmark"]) if grid.suite else set()
    for text in every:
        if grid.suite and known_place(grid.suite, text) not in {"", *there}:
            left_out.add(text)
            reason = "is left out: the suite has it in another panel"
            found.notes.append(f"{shortened(text, 30)} {reason}")
    rows: list[tuple[int, Name, int | None]] = []
    for position, name in enumerate(facts.names):
        role = facts.roles.get(name, "")
        is_for_all = role in _ROLES and every and not sets[position]
        for benchmark in every if is_for_all else [sets[position] or place or ALL]:
            if role in (*_ROLES, METHOD) and benchmark not in left_out:
                key = (models[position] or MAIN, benchmark, name)
                rows.append((position, key, _seed(grid, position)))
    times = Counter(key[1:] for _, key, _ in rows)
    repeated = set()
    for _, key, _ in rows:
        if times[key[1:]] > 1 and facts.roles[key[2]] == METHOD:
            repeated.add(key[2])
    varying = [column.name for column in grid.used(SETTING) if facts.varies(column.name)]
    for at, (position, (panel, benchmark, name), seed) in enumerate(rows):
        parts = []
        for column_name in varying:
            cell = facts.cells[column_name][position]
            if not missing(cell):
                parts.append(f"{bare(column_name)}={cell}")
        if parts and name in repeated:
            variant = " ".join([name, *parts])
            found.variants[variant] = name
            rows[at] = position, (panel, benchmark, variant), seed
    return rows


def _joined(grid: Grid, use: str, position: int) -> str:
    """Return the cells of a row in the columns of one use."""
    cells = [grid.facts.cells[column.name][position] for column in grid.used(use)]
    return " · ".join(cell for cell in cells if not missing(cell))


def _seed(grid: Grid, position: int) -> int | None:
    for column in grid.used(SEED)[:1]:
        cell = grid.facts.cells[column.name][position].partition(".")[0]
        digits = "".join(filter(str.isdigit, cell))[-9:]
        return int(digits) if digits else None
    return None


def _numbers(grid: Grid, column: Column, found: Runs) -> list[float | None]:
    """Return the values of a column in the unit in which the suite has them; what is no number or
    outside its bounds is noted."""
    facts = grid.facts
    low, high = _bounds(grid, column)
    known = _known(grid, column)
    name = column.name
    values: list[float | None] = []
    for number, cell, place in zip(
        facts.numbers(name), facts.cells[name], facts.sheet.places, strict=True
    ):
        value = number.value
        reason = ""
        if value is None and number.mark:
            reason = number.mark
        elif value is not None and not _is_inside(value, low, high):
            reason = "is outside its bounds"
        is_small = value is not None and 0 < value < 1 and not number.percent
        if is_small and column.unit == PERCENT and column.better == "higher":
            found.notes.append(f"{shortened(name, 30)}, {place}: {cell} is read as per cent")
        if reason:
            found.unused.append(Unused(place, name, shortened(cell, 20), reason))
            value = None
        if value is not None and grid.suite and known:
            value = in_unit(column, known, value)
        values.append(value)
    if any("spread" in number.mark for number in facts.numbers(name)):
        found.unused.append(Unused("", name, "±", _SPREAD))
    return values


def _is_inside(value: float, low: float | None, high: float | None) -> bool:
    return (low is None or value >= low) and (high is None or value <= high)


def _known(grid: Grid, c: Column) -> Metric | KnownMetric | None:
    own = {m.id: m for m in grid.suite.metrics} if grid.suite else grid.facts.known.metrics
    return own.get(c.same)


def _bounds(grid: Grid, c: Column) -> tuple[float | None, float | None]:
    """Return the bounds of a column in the unit of its cells; a log scale begins at 0."""
    known, values = _known(grid, c), grid.facts.values(c.name)
    if c.unit == LOG10:
        return min([_LOG, *values]), 0.0
    if c.unit in (SHARE, PERCENT):
        return 0.0, 1.0 if c.unit == SHARE else 100.0
    if c.same == "privleak" and not grid.suite:
        return -100.0, max([100.0, *values])
    if known is not None:
        return (0.0 if known.scale == "log" else known.lower_bound), known.upper_bound
    return (0.0 if values and min(values) >= 0 else None), None


def in_unit(c: Column, known: Metric | KnownMetric, value: float) -> float:
    """Return a value of a column as a known metric has it; digits are kept."""
    if c.unit == LOG10:
        return float(10**value)
    shift = {(PERCENT, 1): -2, (SHARE, 100): 2}.get((c.unit, int(known.upper_bound or 0)), 0)
    return float(Decimal(repr(value)).scaleb(shift))


def _metric(grid: Grid, c: Column, values: Sequence[float | None]) -> Row:
    """Return the row of metrics.csv of a column; what it does not state has its default."""
    known, (low, high) = _known(grid, c), _bounds(grid, c)
    filled = [v for v in values if v is not None]
    log = known is not None and known.scale == "log" and c.unit == SHARE
    low = known.lower_bound if log and known else low
    target = (
        "" if c.better in ("higher", "lower") else REFERENCE if c.better == CLOSEST else c.better
    )
    if target and (low is None or high is None):
        aims = [] if target == REFERENCE else [float(target)]
        low, high = min([*filled, *aims], default=0.0), max([*filled, *aims], default=1.0)
        high = high if high > low else low + 1
    direction = "target" if target else c.better
    same = known is not None and known.direction == direction
    plain = same and known is not None and (known.lower_bound, known.upper_bound) == (low, high)
    oracle = known is not None and known.role == "oracle" and c.use == METRIC
    maps = write_utilities(known.utilities) if known and plain else ""
    name = cleaned(bare(c.name)).strip(". ") or "metric"
    named = known
    if c.unit == LOG10 and grid.suite is None:  # the mean of its runs is one of logarithms
        named = grid.facts.known.metrics["log_forget_quality"]
    return {
        "label": shortened(named.label if named else name, 40),
        "name": named.name if named else name,
        "direction": direction,
        "role": "oracle" if oracle else "score",
        "lower_bound": "" if low is None else repr(low),
        "upper_bound": "" if high is None else repr(high),
        "utilities": ""
        if oracle
        else maps or ("linear" if log and not target else _map(direction, low, high, filled)),
        "family": "brought by a reader",
        "measures": _BROUGHT,
        "target": target,
        "scale": "log" if log else "linear",
        "group": c.group,
        "under": known.under if known and same and target else "",
    }


def _map(direction: str, low: float | None, high: float | None, values: Sequence[float]) -> str:
    """Return the utility map that fits direction and bounds; without bounds, scaled by the
    median."""
    if direction == "target":
        return "closeness"
    if low is not None and high is not None:
        return (
            "linear"
            if low < 0 or high > 1
            else "identity"
            if direction == "higher"
            else "complement"
        )
    scale = float(f"{statistics.median([abs(v) for v in values if v] or [1.0]):.1g}") or 1.0
    return (
        f"reciprocal:{scale:g} exponential:{scale:g}"
        if low is not None and low >= 0
        else f"logistic:{scale:g}"
    )


def _without_aim(found: Runs) -> None:
    """Leave out what aims at a retrained model that was not measured on the same benchmark."""
    for c in [c for c, metric in found.metrics.items() if metric["target"] == REFERENCE]:
        own = list(zip(found.keys, found.values[c], strict=True))
        there = {k[:2] for k, v in own if v is not None and found.roles[k[2]] == RETRAINED}
        found.values[c] = [v if k[:2] in there else None for k, v in own]
        if not there:
            found.notes.append(
                f"{shortened(c, 30)} is not counted: the table has no retrained model"
            )
            del found.values[c], found.metrics[c]


def ids_of(grid: Grid, runs: Runs) -> dict[str, str]:
    """Return the ids of methods by name: of a known one its address, or `_yours` behind its id in
    the suite."""
    suite = grid.suite
    used = [*(m.id for m in suite.methods), *(f.id for f in suite.families)] if suite else []
    known = {m.address: m for m in grid.facts.known.methods}
    ids: dict[str, str] = {}
    for name in dict.fromkeys(k[2] for k in runs.keys):
        plain, own = identifier(name, fallback="m"), known.get(grid.same.get(name, ""))
        if own:
            ids[name] = identifier(f"{own.own}{YOURS}" if own.own else own.address, used, "m")
        else:
            clash = plain in used or plain in known or bool(twin_of(plain))
            ids[name] = identifier(f"{name}{NAMESAKE}" if clash else name, [*used, *known], "m")
        used.append(ids[name])
    return ids


def _frames(
    grid: Grid,
    runs: Runs,
    ids: Mapping[str, Mapping[str, str]],
    metrics: Mapping[str, str],
    mark: str,
) -> dict[str, list[Row]]:
    """Return the rows of methods and runs; `ids` are those of panels, benchmarks and methods by
    name."""
    known = {m.address: m.about for m in grid.facts.known.methods}
    methods = []
    for name, own in ids["method"].items():
        method = known.get(grid.same.get(name, ""))
        row = {
            "id": own,
            "label": shortened(name, 60) + mark,
            "name": cleaned(name) + mark,
            "description": _BROUGHT,
        }
        row |= {"family": "not stated", "role": _ROLES.get(runs.roles[name], "candidate")}
        if method:
            row |= {
                "description": f"{method.description} {_BROUGHT}",
                "reference": method.reference,
                "url": method.url,
            }
            row["family"] = getattr(method, "family", "") or "not stated"
        methods.append(row)
    rows = []
    for at, key in enumerate(runs.keys):
        names = {use: ids[use][str(part)] for use, part in zip(ids, key, strict=False)}
        values = {
            m: "" if (v := runs.values[c][at]) is None else repr(v) for c, m in metrics.items()
        }
        rows.append({**names, "seed": str(key[3]), **values})
    return {"methods": methods, "runs": rows}


def _table(table: str, rows: Sequence[Row], before: pd.DataFrame | None = None) -> pd.DataFrame:
    """Return rows as a table of a suite, below those it has; what no row states has its default."""
    columns = TABLES[table].columns
    own = pd.DataFrame(
        rows, columns=None if table == "runs" else [c.name for c in columns], dtype="str"
    )
    whole = own if before is None else pd.concat([before, own])
    return (
        whole.fillna({c.name: c.default for c in columns if c.default is not None})
        .fillna("")
        .map(spreadsheet_cell)
    )


def _described(names: Mapping[str, str], **more: str) -> list[Row]:
    about = {"description": "Named by a reader's table.", **more}
    return [
        {"id": i, "label": shortened(n, 60) or i, "name": shortened(n, 60) or i, **about}
        for n, i in names.items()
    ]


def _ids(names: Iterable[str], taken: Iterable[str] = (), fallback: str = "x") -> dict[str, str]:
    ids: dict[str, str] = {}
    for name in dict.fromkeys(names):
        ids[name] = identifier(name, [*taken, *ids.values()], fallback, in_any_case=True)
    return ids


def own_suite(grid: Grid, runs: Runs, *, private: bool = True) -> Tables:
    """Return a suite of its own. Raises SuiteProblems."""
    panels, sets = (
        _ids((str(k[at]) for k in runs.keys), fallback=use)
        for at, use in ((0, "panel"), (1, "benchmark"))
    )
    same = {c.name: c.same for c in grid.columns}
    metrics: dict[str, str] = {}
    for c in runs.metrics:
        taken = [*RUN_KEYS, "run_id", *metrics.values()]
        metrics[c] = identifier(same.get(c) or bare(c), taken, "metric", in_any_case=True)
    most = max(panels, key=[k[0] for k in runs.keys].count)
    ids = {"panel": panels, "benchmark": sets, "method": ids_of(grid, runs)}
    rows = _frames(grid, runs, ids, metrics, "") | {
        "metrics": [{"id": metrics[c], **m} for c, m in runs.metrics.items()],
        "benchmarks": _described(sets),
        "panels": [
            {
                **row,
                "base_model": "not stated" if n == MAIN else row["label"],
                "reference": ["no", "yes"][n == most],
            }
            for n, row in zip(panels, _described(panels, setting="text"), strict=True)
        ],
    }
    name = grid.work.sheet.name.replace("\\", "/").rpartition("/")[2]
    base = identifier(name.partition(".")[0], fallback="suite")[:50].strip("_")
    title = f"Your results · {shortened(name, 40)}" if private else cleaned(name) or "Your results"
    frames = {table: _table(table, table_rows) for table, table_rows in rows.items()}
    if not private:
        return tables_from_frames(frames, suite_record(base, title, _ABOUT), private=False)
    nameless = suite_record(private_id("suite", 1), "Your results", _ABOUT)
    tables = tables_from_frames(frames, nameless)
    # the same numbers have one data version, however they came
    return replace(tables, suite=replace(tables.suite, id=private_id(base, 1), title=title))


def enlarged_suite(grid: Grid, runs: Runs, *, private: bool = True) -> Tables:
    """Return the suite that the table is added to with its runs after the suite's own, marked.
    Raises SuiteProblems.

    What a paper prints of the suite is left out: it is about the runs as released.
    """
    suite, place = grid.suite, grid.work.place
    assert suite is not None
    frames = text_frames(suite)
    frames.pop("published", None)
    known = {str(k[1]): known_place(suite, str(k[1])) for k in runs.keys}
    new = _ids(
        (b for b, own in known.items() if not own), [b.id for b in suite.benchmarks], "benchmark"
    )
    ids = {
        "panel": {k[0]: place[1] for k in runs.keys},
        "benchmark": {b: own or new[b] for b, own in known.items()},
    }
    metrics = {c.name: c.same for c in grid.columns if c.name in runs.metrics}
    rows = _frames(
        grid, runs, {**ids, "method": ids_of(grid, runs)}, metrics, MARK if private else " (added)"
    )
    candidates = (
        [row for row in rows["methods"] if row["role"] == "candidate"] if suite.families else []
    )
    for row in candidates:
        row["family"] = row["id"]
    for table, own in {**rows, "families": candidates, "benchmarks": _described(new)}.items():
        if own:
            frames[table] = _table(table, own, frames.get(table))
    base = suite.suite
    record = {key: getattr(base, key) for key in SUITE_KEYS} | {
        "id": enlarged_id(base.id, 1) if private else f"{base.id}_additions",
        "title": f"{base.title} with your results",
        "description": f"{base.description} With the results of a reader.".strip(),
        "licence": f"{base.licence.rstrip(' .')}. Added runs: licence not stated",
    }
    return tables_from_frames(
        {t: f.map(spreadsheet_cell) for t, f in frames.items()}, record, private=private
    )


def whole_suite(files: Mapping[str, str], *, private: bool = True) -> Tables:
    """Return the suite of a folder that was brought, private to its session. Raises
    SuiteProblems."""
    brought = tables_from_files({n: t.encode() for n, t in files.items()}, private=private)
    name = private_parts(brought.suite.id)[0]
    record = {key: getattr(brought.suite, key) for key in SUITE_KEYS} | {
        "id": private_id(name, 1) if private else name
    }
    return tables_from_frames(
        {t: f.map(spreadsheet_cell) for t, f in text_frames(brought).items()},
        record,
        private=private,
    )
