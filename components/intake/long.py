"""Tables with one value per row made wide: one row per run, one column per metric."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from components.intake.files import Sheet
from components.intake.names import phrase
from components.text import counted

METRIC_NAMES = frozenset(("metric", "metrics", "metric name", "measure", "measurement", "score name"))
VALUE_NAMES = frozenset(("value", "values", "score", "result", "metric value", "measured"))
_TOO_MANY = 500


def widened(sheet: Sheet) -> Sheet:
    """The sheet with one column per metric when it names metrics in one column and values in another; else itself.

    Rows that agree in every other column are one run. A metric that such a run has twice begins a further run.
    """
    at, value = _pair(sheet.header)
    if at is None or value is None:
        return sheet
    others = [i for i in range(len(sheet.header)) if i not in (at, value)]
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
    rows = tuple((*key, *(cells.get(m, "") for m in metrics)) for (key, _), cells in runs.items())
    told = (
        f"one value a row: {counted(len(sheet.rows), 'row')} made {counted(len(rows), 'run')} with "
        f"{counted(len(metrics), 'metric')} (“{sheet.header[at]}” names them, “{sheet.header[value]}” holds them)"
    )
    header = (*(sheet.header[i] for i in others), *_apart(metrics, [sheet.header[i] for i in others]))
    return replace(sheet, header=header, rows=rows, places=tuple(places), notices=(*sheet.notices, told))


def _pair(header: Sequence[str]) -> tuple[int | None, int | None]:
    plain = [phrase(h) or h.strip().casefold() for h in header]
    metric = next((i for i, p in enumerate(plain) if p in METRIC_NAMES), None)
    value = next((i for i, p in enumerate(plain) if p in VALUE_NAMES), None)
    return (metric, value) if metric is not None and value is not None else (None, None)


def _apart(metrics: Sequence[str], taken: Sequence[str]) -> list[str]:
    return [f"{m} (metric)" if m in taken else m for m in metrics]
