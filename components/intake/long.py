"""Tables of another form brought into one: one row per run, one column per metric.

One value per row, a benchmark over several columns, methods as columns, seeds in headings. Values only move.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from components.intake import numbers
from components.intake.files import Sheet
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
from components.text import counted, joined, shortened
from data.known_metrics import ASKED, known_metrics

METRIC_NAMES = frozenset(("metric", "metrics", "metric name", "measure", "measurement", "score name"))
VALUE_NAMES = frozenset(("value", "values", "score", "result", "metric value", "measured"))
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
_SEED_AT_END = re.compile(
    r"(?P<metric>.*[^\s_.\-(\[#=:])[\s_.\-(\[]*(?:seed|run)[\s_#=:-]*(?P<seed>\d{1,10})[)\]]?\Z", re.I
)
"""A heading of one seed of a metric: acc_seed1, FA (seed 42)."""


def reshaped(sheet: Sheet) -> Sheet:
    """The sheet with one row per run and one column per metric, where it has another of the forms that are known; the
    folder of a suite as it is.
    """
    return seeded(turned(uncrossed(widened(sheet)))) if sheet.header else sheet


def uncrossed(sheet: Sheet) -> Sheet:
    """The sheet with a row for each heading over several columns, when the columns below all of them are the same.

    Of the two rows of the header the one that holds no metrics names benchmarks (models where it names those, seeds
    where it numbers them). Headings that say what is measured stay with their columns.
    """
    if not any(sheet.above):
        return sheet
    own = [i for i, a in enumerate(sheet.above) if not a]
    under: dict[str, dict[str, int]] = {}
    for i, above in enumerate(sheet.above):
        if above:
            under.setdefault(above, {})[_below(sheet, i)] = i
    groups, names = list(under), list(dict.fromkeys(n for columns in under.values() for n in columns))
    upper, lower = (sum(_is_metric(n) for n in part) / len(part) for part in (groups, names))
    of_metrics = all(set(words(g)) <= _OF_METRICS for g in (groups if lower >= upper else names))
    unlike = not own or any(set(columns) != set(names) for columns in under.values()) or _whole(sheet, own)
    if unlike or upper == lower == 0 or of_metrics or all(set(words(n)) & _STATISTICS for n in names):
        return _named(sheet)
    places, metrics = (groups, names) if lower >= upper else (names, groups)
    at = {(g, n): i for g, columns in under.items() for n, i in columns.items()}
    find = {(p, m): at[p, m] if lower >= upper else at[m, p] for p in places for m in metrics}
    role = _role(places, [sheet.header[i] for i in own])
    rows, where = [], []
    for row, line in zip(sheet.rows, sheet.places, strict=True):
        for place in places:
            named = re.sub(r"\D", "", place) if role == "seed" else place
            rows.append((*(row[i] for i in own), named, *(row[find[place, m]] for m in metrics)))
            where.append(f"{line}, {place}")
    told = (
        f"the header has two rows: {joined([shortened(p, 30) for p in places[:6]])} became the column “{role}”, "
        f"{counted(len(sheet.rows), 'row')} made {len(rows)}"
    )
    header = (*(sheet.header[i] for i in own), role, *metrics)
    return _moved(sheet, header, rows, where, told)


def _moved(
    sheet: Sheet, header: Sequence[str], rows: Sequence[tuple[str, ...]], places: Sequence[str], told: str
) -> Sheet:
    """The sheet with its cells elsewhere; what stood above columns, and values by sample, belong to them no longer."""
    return replace(
        sheet,
        header=tuple(header),
        rows=tuple(rows),
        places=tuple(places),
        notices=(*sheet.notices, told),
        above=(),
        samples=(),
    )


def _whole(sheet: Sheet, columns: Sequence[int]) -> bool:
    """Whether one of the columns holds results: of the row as a whole, not of each of several runs made of it."""
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


def _named(sheet: Sheet) -> Sheet:
    """The sheet with the lower heading alone where that names a metric and both together name none."""
    below = [_below(sheet, i) for i in range(len(sheet.header))]
    meant, whole = [meaning(b) for b in below], set(map(meaning, sheet.header))
    alone = [
        b != h and meant.count(m) == 1 and m not in whole and not _is_metric_name(h) and _settled(b)
        for h, b, m in zip(sheet.header, below, meant, strict=True)
    ]
    header = tuple(b if a else h for h, b, a in zip(sheet.header, below, alone, strict=True))
    return replace(sheet, header=header, above=tuple("" if a else u for u, a in zip(sheet.above, alone, strict=True)))


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


def _settled(name: str) -> bool:
    """Whether the dictionary knows a metric by this name and which end of it is better, whatever it is measured on."""
    known = matching(name, known_metrics())
    return known is not None and known.direction != ASKED


def turned(sheet: Sheet) -> Sheet:
    """The sheet with rows and columns exchanged, when its first column names metrics and its headings do not."""
    first, *others = sheet.header
    cells = [row[0] for row in sheet.rows]
    heading = phrase(first)
    named = heading in METRIC_NAMES or not heading or heading.startswith("column") or heading == "unnamed 0"
    if not named or len(others) < 2 or len(set(cells)) < len(cells) or not all(cells) or len(cells) > _TOO_MANY:
        return sheet
    metrics = sum(_is_metric(c) for c in cells)
    if 2 * metrics < len(cells) or metrics < 2 or any(_is_metric(o) or naming(o) for o in others):
        return sheet
    rows = [(o, *(row[i] for row in sheet.rows)) for i, o in enumerate(others, 1)]
    told = (
        f"methods stood in columns: {counted(len(others), 'column')} became rows, {counted(len(cells), 'row')} "
        "became metrics"
    )
    places = [f"column {shortened(o, 40)}" for o in others]
    header = ("method", *_apart(cells, ["method"]))
    return _moved(sheet, header, rows, places, told)


def seeded(sheet: Sheet) -> Sheet:
    """The sheet with a row for each seed, when headings name two seeds or more of the same metrics (`acc_seed1`)."""
    found: dict[str, dict[str, int]] = {}
    for i, name in enumerate(sheet.header):
        if match := _SEED_AT_END.match(name):
            found.setdefault(match["metric"].strip(), {})[match["seed"]] = i
    seeds = list(dict.fromkeys(s for held in found.values() for s in held))
    used = {i for held in found.values() for i in held.values()}
    own = [i for i in range(len(sheet.header)) if i not in used]
    names = {naming(sheet.header[i]) for i in own}
    if (
        len(seeds) < 2
        or not own
        or "seed" in names
        or _whole(sheet, own)
        or any(set(h) != set(seeds) for h in found.values())
    ):
        return sheet
    rows, places = [], []
    for row, line in zip(sheet.rows, sheet.places, strict=True):
        for seed in seeds:
            rows.append((*(row[i] for i in own), seed, *(row[held[seed]] for held in found.values())))
            places.append(f"{line}, seed {seed}")
    told = f"seeds stood in headings: {joined(seeds[:6])} became the column “seed”, {counted(len(rows), 'row')} in all"
    header = (*(sheet.header[i] for i in own), "seed", *_apart(list(found), [sheet.header[i] for i in own]))
    return _moved(sheet, header, rows, places, told)


def widened(sheet: Sheet) -> Sheet:
    """The sheet with one column per metric when it names metrics in one column and values in another; else itself.

    Rows that agree in every other column are one run. A metric that such a run has twice begins a further run.
    """
    at, value = _pair(sheet.header)
    if at is None or value is None:
        return sheet
    spreads = [i for i, h in enumerate(sheet.header) if i not in (at, value) and set(words(h)[-1:]) & SPREADS]
    others = [i for i in range(len(sheet.header)) if i not in (at, value, *spreads)]
    metrics = list(dict.fromkeys(row[at] for row in sheet.rows))
    if not others or not all(metrics) or len(metrics) > _TOO_MANY:
        return sheet
    runs: dict[tuple[tuple[str, ...], int], dict[str, str]] = {}
    times: dict[tuple[tuple[str, ...], str], int] = {}
    places: list[str] = []
    for row, place in zip(sheet.rows, sheet.places, strict=True):
        key = tuple(row[i] for i in others)
        nth = times.get((key, row[at]), 0)
        times[key, row[at]] = nth + 1
        if (key, nth) not in runs:
            runs[key, nth] = {}
            places.append(place)
        runs[key, nth][row[at]] = row[value]
    rows = [(*key, *(cells.get(m, "") for m in metrics)) for (key, _), cells in runs.items()]
    told = (
        f"one value a row: {counted(len(sheet.rows), 'row')} made {counted(len(rows), 'run')} with "
        f"{counted(len(metrics), 'metric')} (“{sheet.header[at]}” names them, “{sheet.header[value]}” holds them)"
    )
    told += f"; {joined([sheet.header[i] for i in spreads])} left out: spreads of values" if spreads else ""
    header = (*(sheet.header[i] for i in others), *_apart(metrics, [sheet.header[i] for i in others]))
    return _moved(sheet, header, rows, places, told)


def _pair(header: Sequence[str]) -> tuple[int | None, int | None]:
    plain = ["metric value" if words(h) == ["metric", "value"] else phrase(h) or h.strip().casefold() for h in header]
    metric = next((i for i, p in enumerate(plain) if p in METRIC_NAMES), None)
    value = next((i for i, p in enumerate(plain) if p in VALUE_NAMES), None)
    return (metric, value) if metric is not None and value is not None else (None, None)


def _apart(metrics: Sequence[str], taken: Sequence[str]) -> list[str]:
    return [f"{m} (metric)" if m in taken else m for m in metrics]
