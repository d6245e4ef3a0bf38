"""Tables of other forms as one row per run and one column per metric; values only move.

The forms are one value per row, headings over several columns, methods as columns, and seeds in headings.
"""

import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace

from components.format import counted, joined, shortened
from components.intake import numbers
from components.intake.methods import key
from components.intake.names import (
    ASIDE,
    SETTINGS,
    SPREADS,
    compact,
    matching,
    meaning,
    naming,
    phrase,
    words,
)
from components.intake.proposals import arrow_of
from components.intake.reading.sheet import SECTION, Sheet, several
from data.known_metrics import ASKED, known_metrics

METRIC_NAMES = frozenset(("metric", "metrics", "metric name", "measure", "measurement", "score name"))
VALUE_NAMES = frozenset(("value", "values", "score", "result", "metric value", "measured"))
STATISTIC_NAMES = frozenset(("stat", "stats", "statistic", "statistics", "aggregate", "aggregation", "agg", "summary"))
_SPREAD_ROWS = SPREADS | {"se", "standard deviation", "standard error", "std dev", "variance", "confidence interval"}
_MEAN_ROWS = frozenset(("mean", "avg", "average", "mean over seeds"))
"""What rows hold that are no runs, in a column of seeds or statistics."""
_TOO_MANY = 500
_OF_METRICS = frozenset(
    (
        *("forget", "forgetting", "forgotten", "retain", "retaining", "retained", "set", "test", "train", "training"),
        *("real", "author", "authors", "world", "fact", "facts", "utility", "quality", "privacy", "knowledge", "data"),
        *("general", "celebrity", "celebrities", "neighbor", "neighbors", "neighbour", "holdout", "unseen", "seen"),
        *("all", "overall", "attack", "average", "mem", "memorization", "memorisation", "performance", "metrics"),
        *("efficiency", "ability"),
    )
)
"""Words of a heading over several columns that say what is measured, and not on which benchmark."""
_STATISTICS = SPREADS | {"mean", "min", "max", "median", "count", "avg", "average"}
_MODELS = re.compile(
    r"llama|qwen|phi[-_ \d]|gemma|mistral|zephyr|llava|blip|resnet|\bvit\b|vgg|stable.?diffusion|gpt|\d+(?:\.\d+)?b\b",
    re.I,
)
_PARTED = re.compile(r"(?P<group>[^\s_]+)[\s_/:]+(?P<metric>.+)")
_SEED_AT_END = re.compile(
    r"(?P<metric>.*[^\s_.\-(\[#=:])[\s_.\-(\[]*(?:seed|run)[\s_#=:-]*(?P<seed>\d{1,10})[)\]]?\Z", re.I
)
"""A heading of one seed of a metric: acc_seed1, FA (seed 42)."""


def reshaped(sheet: Sheet, methods: Collection[str] = ()) -> Sheet:
    """The sheet with one row per run and one column per metric; the folder of a suite as it is. `methods` are the keys
    of the methods that suites have.
    """
    if not sheet.header:
        return sheet
    sheet = _sections_named(_filled_down(sheet))
    return _without_spreads(_seeds_in_rows(_methods_in_rows(_groups_in_rows(_metrics_in_columns(sheet)), methods)))


def _sections_named(sheet: Sheet) -> Sheet:
    """The sheet whose sections are benchmarks or models, if the same names are in several of them."""
    names = [row[0] for row in sheet.rows]
    if sheet.header[-1] != SECTION or len(set(names)) == len(names):
        return sheet
    role = _role([row[-1] for row in sheet.rows], sheet.header[:-1])
    return replace(sheet, header=(*sheet.header[:-1], role))


def _filled_down(sheet: Sheet) -> Sheet:
    """The sheet whose first column names each run, if it does so only where a name begins, as merged cells do."""
    names = [row[0] for row in sheet.rows]
    empty = names.count("")
    if not naming(sheet.header[0]) or not names[0] or empty < len(names) - empty:
        return sheet
    filled: list[str] = []
    for name in names:
        filled.append(name or filled[-1])
    rows = tuple((name, *row[1:]) for name, row in zip(filled, sheet.rows, strict=True))
    notice = f"{counted(empty, 'empty cell')} of “{sheet.header[0]}” took the name above them"
    return replace(sheet, rows=rows, notices=(*sheet.notices, notice))


def _metrics_in_columns(sheet: Sheet) -> Sheet:
    """The sheet with one column per metric if it names metrics in one column and values in another.

    Rows that agree in every other column are one run. A metric that such a run has twice begins a further run.
    """
    plain = ["metric value" if words(h) == ["metric", "value"] else phrase(h) or h.casefold() for h in sheet.header]
    at = next((i for i, p in enumerate(plain) if p in METRIC_NAMES), None)
    value = next((i for i, p in enumerate(plain) if p in VALUE_NAMES), None)
    if at is None or value is None:
        return sheet
    spreads = [i for i, h in enumerate(sheet.header) if i not in (at, value) and set(words(h)[-1:]) & SPREADS]
    others = [i for i in range(len(sheet.header)) if i not in (at, value, *spreads)]
    metrics = list(dict.fromkeys(row[at] for row in sheet.rows))
    if not others or not all(metrics) or len(metrics) > _TOO_MANY:
        return sheet
    runs: dict[tuple[tuple[str, ...], int], dict[str, str]] = {}
    times: Counter[tuple[tuple[str, ...], str]] = Counter()
    places: list[str] = []
    for row, place in zip(sheet.rows, sheet.places, strict=True):
        key = tuple(row[i] for i in others)
        nth = times[key, row[at]]
        times[key, row[at]] += 1
        if (key, nth) not in runs:
            runs[key, nth] = {}
            places.append(place)
        runs[key, nth][row[at]] = row[value]
    rows = [(*key, *(cells.get(m, "") for m in metrics)) for (key, _), cells in runs.items()]
    notice = (
        f"one value a row: {counted(len(sheet.rows), 'row')} made {counted(len(rows), 'run')} with "
        f"{counted(len(metrics), 'metric')} (“{sheet.header[at]}” names them, “{sheet.header[value]}” holds them)"
    )
    notice += f"; {joined([sheet.header[i] for i in spreads])} left out: spreads of values" if spreads else ""
    return _moved(sheet, [sheet.header[i] for i in others], metrics, rows, places, notice)


def _groups_in_rows(sheet: Sheet) -> Sheet:
    """The sheet with a row for each heading over several columns, if the columns below all of them are the same.

    Of the two rows of the header the one that holds no metrics names benchmarks (or models, or seeds). Headings that
    say what is measured stay with their columns.
    """
    sheet = sheet if any(sheet.above) else _parted(sheet)
    if not any(sheet.above):
        return sheet
    own = [i for i, a in enumerate(sheet.above) if not a]
    at = {(a, _below(sheet, i)): i for i, a in enumerate(sheet.above) if a}
    groups, names = (list(dict.fromkeys(k[level] for k in at)) for level in (0, 1))
    upper, lower = (sum(map(_is_metric, part)) / len(part) for part in (groups, names))
    places, metrics = (groups, names) if lower >= upper else (names, groups)
    if (
        not own
        or len(at) < len(groups) * len(names)
        or _holds_results(sheet, own)
        or upper == lower == 0
        or all(set(words(p)) <= _OF_METRICS for p in places)
        or all(set(words(n)) & _STATISTICS for n in names)
    ):
        return _named_below(sheet)
    role = _role(places, [sheet.header[i] for i in own])
    columns = {p: [at[(p, m) if lower >= upper else (m, p)] for m in metrics] for p in places}
    return _stacked(sheet, own, role, columns, metrics, "the header has two rows")


def _parted(sheet: Sheet) -> Sheet:
    """The sheet with what comes before metrics in its headings (`forget01 FQ`) above them, if each has all of these."""
    found = {i: m for i, h in enumerate(sheet.header) if not _is_metric(h) and (m := _PARTED.match(h))}
    found = {i: m for i, m in found.items() if _is_metric(m["metric"])}
    groups, names = ({m[part] for m in found.values()} for part in ("group", "metric"))
    if len(groups) < 2 or len(names) < 2 or len(found) < len(groups) * len(names):
        return sheet
    above = tuple(found[i]["group"] if i in found else "" for i in range(len(sheet.header)))
    header = tuple(f"{found[i]['group']} {found[i]['metric']}" if i in found else h for i, h in enumerate(sheet.header))
    return replace(sheet, header=header, above=above)


def _stacked(
    sheet: Sheet, own: Sequence[int], role: str, columns: Mapping[str, Sequence[int]], metrics: Sequence[str], form: str
) -> Sheet:
    """The sheet with a row for each group of columns, whose name becomes a column; `own` columns are repeated."""
    rows, places = [], []
    for row, line in zip(sheet.rows, sheet.places, strict=True):
        for name, group in columns.items():
            rows.append((*(row[i] for i in own), name, *(row[i] for i in group)))
            places.append(f"{line}, {role} {name}")
    notice = (
        f"{form}: {joined([shortened(c, 30) for c in list(columns)[:6]])} became the column “{role}”, "
        f"{counted(len(sheet.rows), 'row')} made {len(rows)}"
    )
    return _moved(sheet, [*(sheet.header[i] for i in own), role], metrics, rows, places, notice)


def _moved(
    sheet: Sheet,
    names: Sequence[str],
    metrics: Sequence[str],
    rows: Sequence[tuple[str, ...]],
    places: Sequence[str],
    notice: str,
) -> Sheet:
    """The sheet with its cells elsewhere; headings above columns, and values by sample, no longer belong to them."""
    header = (*names, *(f"{m} (metric)" if m in names else m for m in metrics))
    notices = (*sheet.notices, notice)
    return Sheet(sheet.name, header, tuple(rows), tuple(places), notices)


def _holds_results(sheet: Sheet, columns: Sequence[int]) -> bool:
    """Whether one of the columns holds results, which belong to the whole row and not to each of several runs of it."""
    for i in columns:
        name = sheet.header[i]
        if naming(name) or phrase(name) in SETTINGS | ASIDE or name.startswith("column "):
            continue
        kinds = [numbers.kind(numbers.plain(row[i])) for row in sheet.rows]
        if 2 * sum(k in numbers.READABLE for k in kinds) > len(kinds):
            return True
    return False


def _below(sheet: Sheet, column: int) -> str:
    return sheet.header[column].removeprefix(f"{sheet.above[column]} ")


def _named_below(sheet: Sheet) -> Sheet:
    """The sheet with the lower heading alone if that names a metric and both together name none."""
    below = [_below(sheet, i) for i in range(len(sheet.header))]
    meant, whole = [meaning(b) for b in below], set(map(meaning, sheet.header))
    header, above = [], []
    for h, a, b, m in zip(sheet.header, sheet.above, below, meant, strict=True):
        alone = meant.count(m) == 1 and m not in whole and not _is_metric_name(h) and _is_settled(b)
        header.append(b if alone else h)
        above.append("" if alone else a)
    return replace(sheet, header=tuple(header), above=tuple(above))


def _role(places: Sequence[str], others: Sequence[str]) -> str:
    """What a row of headings names: a seed, a model or a benchmark, whichever no other column of the table does."""
    taken = {naming(o) for o in others}
    if all(re.fullmatch(r"(?i)(?:seed|run)[\s_#=:-]*\d{1,10}", p.strip()) for p in places) and "seed" not in taken:
        return "seed"
    if all(_MODELS.search(p) for p in places) and "panel" not in taken:
        return "model"
    return "benchmark" if "benchmark" not in taken else "split of columns"


def _is_metric(name: str) -> bool:
    return _is_metric_name(name) or bool(arrow_of(name))


def _is_metric_name(name: str) -> bool:
    return meaning(name) != compact(name)


def _is_settled(name: str) -> bool:
    """Whether the dictionary knows a metric by this name and which end of it is better, whatever it is measured on."""
    known = matching(name, known_metrics())
    return known is not None and known.direction != ASKED


def _methods_in_rows(sheet: Sheet, known_methods: Collection[str]) -> Sheet:
    """The sheet with a row for each column that a method heads, if one column names metrics and the headings do not, or
    if most headings are methods that suites have.

    Columns that are named like a part of a run's name (a benchmark, a seed) keep apart what they keep apart.
    """
    plain = [phrase(h) for h in sheet.header]
    own = [i for i, h in enumerate(sheet.header) if naming(h)]
    at = next((i for i in range(len(plain)) if i not in own), 0)
    others = [i for i in range(len(plain)) if i not in (at, *own)]
    cells = [row[at] for row in sheet.rows]
    metrics, evident = list(dict.fromkeys(cells)), plain[at] in METRIC_NAMES
    keys = [(*(row[i] for i in own), row[at]) for row in sheet.rows]
    nameless = not plain[at] or plain[at].startswith("column") or plain[at] == "unnamed 0"
    methods = sum(key(sheet.header[i]) in known_methods for i in others)
    evident |= methods > 2 and 2 * methods >= len(others)
    if not (evident or nameless) or len(others) < 2 or len(set(keys)) < len(keys) or not all(cells):
        return sheet
    known = sum(map(_is_metric, metrics))
    if len(metrics) > _TOO_MANY or not (evident or (2 * known >= len(metrics) and known > 1)):
        return sheet
    if any(_is_metric(sheet.header[i]) for i in others) or "method" in {naming(sheet.header[i]) for i in own}:
        return sheet
    runs: dict[tuple[str, ...], dict[str, str]] = {}
    for (*place, metric), row in zip(keys, sheet.rows, strict=True):
        for i in others:
            runs.setdefault((*place, sheet.header[i]), {})[metric] = row[i]
    rows = [(*run, *(cells_of_run.get(m, "") for m in metrics)) for run, cells_of_run in runs.items()]
    notice = (
        f"methods were in columns: {counted(len(others), 'column')} became rows, {counted(len(metrics), 'row')} "
        "became metrics"
    )
    places = [f"column {shortened(run[-1], 40)}" for run in runs]
    return _moved(sheet, [*(sheet.header[i] for i in own), "method"], metrics, rows, places, notice)


def _seeds_in_rows(sheet: Sheet) -> Sheet:
    """The sheet with a row for each seed if headings name two seeds or more of the same metrics (`acc_seed1`)."""
    found: dict[str, dict[str, int]] = {}
    for i, name in enumerate(sheet.header):
        if match := _SEED_AT_END.match(name):
            found.setdefault(match["metric"].strip(), {})[match["seed"]] = i
    used = {i for by_seed in found.values() for i in by_seed.values()}
    own = [i for i in range(len(sheet.header)) if i not in used]
    seeds = list(next(iter(found.values()), {}))
    alike = all(set(by_seed) == set(seeds) for by_seed in found.values())
    if len(seeds) < 2 or not own or not alike or _holds_results(sheet, own):
        return sheet
    if "seed" in {naming(sheet.header[i]) for i in own}:
        return sheet
    columns = {s: [by_seed[s] for by_seed in found.values()] for s in seeds}
    return _stacked(sheet, own, "seed", columns, list(found), "seeds were in headings")


def _without_spreads(sheet: Sheet) -> Sheet:
    """The sheet without rows that hold spreads over seeds, nor means beside the runs that they are means of."""
    for at, name in enumerate(sheet.header):
        if naming(name) != "seed" and phrase(name) not in STATISTIC_NAMES:
            continue
        kinds = [" ".join(words(row[at])) for row in sheet.rows]
        others = {k for k in kinds if k and k not in _SPREAD_ROWS | _MEAN_ROWS}
        out = _SPREAD_ROWS | _MEAN_ROWS if others else _SPREAD_ROWS
        gone = [i for i, kind in enumerate(kinds) if kind in out]
        if not gone or len(gone) == len(kinds):
            continue
        kept = [i for i in range(len(kinds)) if i not in set(gone)]
        mean = {i for i in kept if kinds[i] in _MEAN_ROWS}
        rows = tuple((*r[:at], "" if i in mean else r[at], *r[at + 1 :]) for i in kept for r in (sheet.rows[i],))
        what = joined(sorted({kinds[i] for i in gone}))
        notice = f"{several([sheet.places[i] for i in gone])} left out: {what} in “{name}” is no run"
        places = tuple(sheet.places[i] for i in kept)
        sheet = replace(sheet, rows=rows, places=places, notices=(*sheet.notices, notice))
    return sheet
