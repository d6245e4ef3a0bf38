"""The shape of a table: what its headings are, and one row per run with one column per metric.
Values only move."""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import compress

from data.read.cells import decimal_commas, missing, numeric, read
from data.read.lexicon import (
    BASE_MODEL,
    belongs,
    dictionary,
    has,
    letters,
    listed,
    method_like,
    metric_like,
    surely_metric,
    words,
)
from data.read.objects import lm_eval_name
from data.read.sheet import PROPOSED, FileRefused, Rectangle, Sheet, check_size, several

_SEED_AT_END = re.compile(
    r"(?P<metric>.*[^\s_.\-(\[#=:])[\s_.\-(\[]*seed[\s_#=:-]*(?P<seed>\d{1,10})[)\]]?\Z", re.I
)
"""A heading of one seed of a metric: acc_seed1, FA (seed 42)."""
_SPREAD = re.compile(r"\(?\s*(?:±|\+/-).*|\([\d.]+\)")
_MOST_LEVELS = 4
Rows = list[list[str]]


@dataclass
class Table:
    """A table while its shape is found."""

    header: list[str]
    rows: Rows
    places: list[str]
    context: str
    notices: list[str] = field(default_factory=list)
    comma: bool = False

    def cells(self, at: int) -> list[str]:
        """Return a column."""
        return [row[at] for row in self.rows]

    def keep(self, is_kept: Sequence[bool]) -> None:
        """Keep some of the rows."""
        self.rows = list(compress(self.rows, is_kept))
        self.places = list(compress(self.places, is_kept))

    def numeric(self, at: int) -> bool:
        """Return whether a column holds numbers."""
        return numeric(self.cells(at), self.comma)

    def find(self, name: str) -> int | None:
        """Return the first column whose name is in a list."""
        return next((i for i, h in enumerate(self.header) if belongs(h, "columns", name)), None)


def shaped(found: Rectangle) -> Sheet:
    """Return a rectangle as a table of runs. Raises FileRefused."""
    table = _headed(found)
    table.comma = decimal_commas(c for row in table.rows for c in row)
    if table.comma:
        table.notices.append("commas are read as decimal points")
    for step in (_without_spread_rows, _filled_down, _spread_out, _turned, _seeds_in_rows):
        step(table)
    if not table.rows:
        raise FileRefused("found column names without any row, expected at least one row of values")
    check_size(len(table.rows), len(table.header))
    header = _distinct(table.header, table.notices)
    rows = tuple(tuple(row) for row in table.rows)
    context = " ".join(table.context.split())[:1000]
    return Sheet(
        "", tuple(header), rows, tuple(table.places), tuple(table.notices), context, table.comma
    )


def _number(cell: str) -> bool:
    return read(cell).value is not None


def _headed(found: Rectangle) -> Table:
    """Return the table under its headings; titles above it go to the context, rows of one cell
    become sections."""
    lines = [(row, place) for row, place in zip(found.rows, found.places, strict=True) if any(row)]
    wide = max((i for row, _ in lines for i, c in enumerate(row, 1) if c), default=0)
    lines = [([*row[:wide], *[""] * (wide - len(row))], place) for row, place in lines]
    context, notices = [found.context], list(found.notices)
    if not found.sure:
        while lines and wide > 1 and _single(lines[0][0]):
            context.append(next(filter(None, lines.pop(0)[0])))
    if not lines or wide < 2:
        raise FileRefused(
            "found no row with two or more cells, expected a row of column names above the values"
        )
    rows = [row for row, _ in lines]
    levels = 1 if found.sure else _levels(rows, found.head)
    if not levels:
        notices.append("the first row holds numbers, so the columns have no names")
        names, groups = [f"column {i}" for i in range(1, wide + 1)], [""] * wide
    else:
        names, groups = _joined(rows[:levels])
    table = Table(
        names,
        rows[levels:],
        [place for _, place in lines[levels:]],
        " ".join(filter(None, context)),
        notices,
    )
    if not found.sure:
        _sections(table)
    if any(groups):
        _groups(table, groups)
    return table


def _single(row: Sequence[str]) -> bool:
    """Return whether a row holds one text, once or in every cell."""
    return (
        len({c for c in row if c}) == 1
        and not (len(row) > 1 and all(row) and len(row) < 3)
        and not _number(next(c for c in row if c))
    )


def _levels(rows: Rows, marked: int) -> int:
    """Return how many rows are headings: none where the first is half numbers and the second no
    fewer."""
    counts = [sum(map(_number, row)) for row in rows[: _MOST_LEVELS + 1]]
    filled = sum(map(bool, rows[0]))
    if counts[0] * 2 >= filled and (len(rows) == 1 or counts[1] >= counts[0]) and not marked:
        return 0
    levels = 1
    for row, above, count in zip(rows[1:], rows, counts[1:], strict=False):
        corner = (
            not row[0] or row[0] == above[0] or (not above[0] and not any(map(missing, row[1:])))
        )
        index = bool(row[0]) and not any(row[1:]) and not above[0]
        if (
            levels == _MOST_LEVELS
            or levels + 1 >= len(rows)
            or not (index or (corner and any(row[1:])))
        ):
            break
        if count and levels >= marked:
            break
        levels += 1
    return levels


def _joined(head: Rows) -> tuple[list[str], list[str]]:
    """Return the name of each column and the heading over several that it stands under, "" for
    none."""
    if len(head) > 1 and head[-1][0] and not any(head[-1][1:]):
        names, groups = _joined(head[:-1])
        return [head[-1][0], *names[1:]], groups
    if len(head) == 1:
        return list(head[0]), [""] * len(head[0])
    lower, upper = head[-1], [_filled_right(row, head[-1]) for row in head[:-1]]
    above = [" ".join(dict.fromkeys(filter(None, own))) for own in zip(*upper, strict=True)]
    same = [a == b or not b for a, b in zip(above, lower, strict=True)]
    names = [a if s else b for a, b, s in zip(above, lower, same, strict=True)]
    return names, ["" if s else a for a, s in zip(above, same, strict=True)]


def _filled_right(row: Sequence[str], lower: Sequence[str]) -> list[str]:
    filled: list[str] = []
    for at, cell in enumerate(row):
        filled.append(cell or (filled[-1] if filled and at > 1 and lower[at] else ""))
    return filled


def _groups(table: Table, groups: list[str]) -> None:
    """Make benchmarks of the headings above or below where they name some, else join both to one
    name."""
    upper = list(dict.fromkeys(g for g in groups if g))
    labels = {
        g: [n for n, own in zip(table.header, groups, strict=True) if own == g] for g in upper
    }
    alike = len({tuple(names) for names in labels.values()}) == 1
    lower = labels[upper[0]]
    sets = all(set(words(g)) <= listed("words", "set") | {"set", "sets", "data"} for g in upper)
    spreads = all(has(n, "words", "mean", "spread", "statistic") for n in lower)
    metrics = sum(metric_like(g) for g in upper), sum(metric_like(n) for n in lower)
    find = dictionary().find
    known = sum(
        find(f"{g} {n}")[0] not in ("", find(n)[0], find(g)[0]) for g in upper for n in lower
    )
    metric_above = (
        alike
        and len(upper) > 1
        and not spreads
        and metrics[0] * len(lower) > metrics[1] * len(upper)
    )
    apart = len(upper) > 1 and alike and not spreads and not sets
    alone = (
        len(upper) == 1 and not sets and not metric_like(upper[0]) and len(lower) > 1 and metrics[1]
    )
    if 2 * known <= len(upper) * len(lower) and (metric_above or apart or alone):
        parts = {i: (g, table.header[i]) for i, g in enumerate(groups) if g}
        moved = {i: own[::-1] for i, own in parts.items()} if metric_above else parts
        _stack(table, moved, "benchmark", "the header has two rows")
    else:
        table.header = [f"{g} {n}" if g else n for g, n in zip(groups, table.header, strict=True)]


def _stack(table: Table, moved: dict[int, tuple[str, str]], name: str, whence: str) -> None:
    """Make of columns by name and metric one column a metric, and one row for each name that has
    values."""
    kept = [i for i in range(len(table.header)) if i not in moved]
    names, metrics = (list(dict.fromkeys(p[k] for p in moved.values())) for k in (0, 1))
    at = {own: i for i, own in moved.items()}
    rows, places = [], []
    for row, place in zip(table.rows, table.places, strict=True):
        for own in names:
            values = [row[at[own, m]] if (own, m) in at else "" for m in metrics]
            if not all(map(missing, values)):
                rows.append([*(row[i] for i in kept), own, *values])
                places.append(place)
    if name == "benchmark" and any(belongs(table.header[i], "columns", name) for i in kept):
        name = "part"
    table.header, table.rows, table.places = (
        [*(table.header[i] for i in kept), name, *metrics],
        rows,
        places,
    )
    check_size(len(rows), len(table.header))
    table.notices.append(f"{whence}: {several(names, 3)} became the column “{name}”")


def _sections(table: Table) -> None:
    """Give the rows under a row of one text a column that holds the text."""
    names = [_single(row) and bool(row[0]) for row in table.rows]
    if not any(names) or sum(names) * 2 > len(names) or names[-1] or all(names):
        table.keep([not (_single(row) and all(row)) for row in table.rows])
        return
    section = ""
    rows_with_section = []
    for row, is_title in zip(table.rows, names, strict=True):
        if is_title:
            section = row[0]
        rows_with_section.append([*row, section])
    table.rows = rows_with_section
    table.keep([not is_title for is_title in names])
    titles = [[row[-1], *row[-1].split()] for row in table.rows if row[-1]]
    is_model = all(any(map(BASE_MODEL.match, title)) for title in titles)
    table.header = [*table.header, "model" if is_model else "section"]


def _filled_down(table: Table) -> None:
    """Fill the empty cells of the leading columns of names with the name above, as merged cells
    mean."""
    for at in range(len(table.header) - 1):
        cells = table.cells(at)
        if table.numeric(at) or not any(cells):
            return
        empty = [i for i, c in enumerate(cells) if not c]
        later = next((k for k in range(at + 1, len(table.header)) if not table.numeric(k)), None)
        named = belongs(table.header[at], "columns", "method") and len(empty) * 2 >= len(cells)
        if (
            cells[0]
            and empty
            and (named or (later is not None and all(table.rows[i][later] for i in empty)))
        ):
            for i in empty:
                table.rows[i][at] = table.rows[i - 1][at]


def _without_spread_rows(table: Table) -> None:
    """Keep the rows of means where a column says which rows are means, or rows of spreads are
    between them."""
    table.keep([bool(row[0]) or not _is_spread(row) for row in table.rows])
    means = listed("words", "mean")
    statistics = means | listed("words", "spread") | listed("words", "statistic")
    for at in range(len(table.header)):
        kinds = {cell: letters(cell) for cell in set(table.cells(at))}
        found = set(kinds.values())
        if means & found and len(found) > 1 and found <= statistics:
            table.keep([kinds[cell] in means for cell in table.cells(at)])
            table.rows = [[*row[:at], *row[at + 1 :]] for row in table.rows]
            table.header.pop(at)
            table.notices.append("of rows of means and spreads the means are kept")
            return


def _is_spread(row: Sequence[str]) -> bool:
    return all(_SPREAD.fullmatch(cell) for cell in row if cell)


def _spread_out(table: Table) -> None:
    """Make one column per metric if a column names metrics and another holds their values.

    Rows that agree in every other column are one run; a metric that a run has twice begins a
    further run."""
    tasks = next((i for i, h in enumerate(table.header) if letters(h) == "tasks"), None)
    at, value = table.find("metric"), table.find("value")
    if at is None or value is None or at == value:
        return
    rows = [(row, place) for row, place in zip(table.rows, table.places, strict=True)]
    if tasks is not None:
        filters = next((i for i, h in enumerate(table.header) if letters(h) == "filter"), None)
        rows = [(list(row), place) for row, place in rows if not row[tasks].startswith("- ")]
        for (row, _), before in zip(rows, [None, *rows], strict=False):
            row[tasks] = row[tasks] or (before[0][tasks] if before else "")
        for row, _ in rows:
            row[at] = lm_eval_name(
                row[tasks], f"{row[at]},{row[filters] if filters is not None else ''}"
            )
    spreads = [
        i
        for i, h in enumerate(table.header)
        if words(h)[-1:] and words(h)[-1] in listed("words", "spread")
    ]
    others = [i for i in range(len(table.header)) if i not in (at, value, *spreads)]
    if tasks is not None:
        others = []
    metrics = list(dict.fromkeys(row[at] for row, _ in rows))
    if not all(metrics) or len(metrics) > 500 or (not others and tasks is None):
        return
    runs: dict[tuple[tuple[str, ...], int], tuple[str, dict[str, str]]] = {}
    times: Counter[tuple[tuple[str, ...], str]] = Counter()
    for row, place in rows:
        key = tuple(row[i] for i in others)
        nth = times[key, row[at]]
        times[key, row[at]] += 1
        runs.setdefault((key, nth), (place, {}))[1][row[at]] = row[value]
    table.notices.append(
        f"one value a row: {len(rows):,} rows made {len(runs):,} runs with {len(metrics)} metrics"
    )
    table.header = [*(table.header[i] for i in others), *metrics]
    table.rows = [
        [*key, *(cells.get(m, "") for m in metrics)] for (key, _), (_, cells) in runs.items()
    ]
    table.places = [place for place, _ in runs.values()]


def _turned(table: Table) -> None:
    """Turn a table with metrics in rows and methods in columns."""
    if len(table.header) < 2 or not all(table.numeric(i) for i in range(1, len(table.header))):
        return
    names, headings = table.cells(0), table.header[1:]
    if not _metrics_in_rows(table.header[0], names, headings):
        return
    is_stated = belongs(table.header[0], "columns", "metric")
    notice = f"methods are in columns: {len(headings)} columns became rows"
    table.notices.append(notice if is_stated else f"{PROPOSED}{notice}")
    if not belongs(table.header[0], "columns", "metric") and words(table.header[0]):
        table.context = f"{table.context} {table.header[0]}"
    columns = [[row[i] for row in table.rows] for i in range(1, len(table.header))]
    methods = ["your run" if belongs(h, "columns", "value") else h for h in headings]
    table.rows = [[method, *cells] for method, cells in zip(methods, columns, strict=True)]
    table.places = [f"column {h[:40]}" for h in headings]
    table.header = ["method", *names]


def _metrics_in_rows(corner: str, names: Sequence[str], headings: Sequence[str]) -> bool:
    if belongs(corner, "columns", "metric"):
        return True
    sure = sum(map(surely_metric, names)), sum(map(surely_metric, headings))
    if belongs(corner, "columns", "method") or belongs(corner, "columns", "model"):
        return sure[0] > sure[1]
    if len(set(names)) < len(names):
        return False
    rows, columns = sum(map(metric_like, names)), sum(map(metric_like, headings))
    methods = sum(map(method_like, names)), sum(map(method_like, headings))
    if rows > methods[0] and rows * len(headings) > columns * len(names) and sure[0] >= sure[1]:
        return True
    return 2 * methods[1] >= len(headings) and not methods[0]


def _seeds_in_rows(table: Table) -> None:
    """Make one row for each seed that headings name behind their metrics, and a column of those
    that rows name."""
    names = [_SEED_AT_END.fullmatch(c) for c in table.cells(0)]
    if (
        len({m["seed"] for m in names if m}) > 1
        and table.find("seed") is None
        and len(table.header) > 1
    ):
        table.rows = [
            [m["metric"] if m else row[0], m["seed"] if m else "", *row[1:]]
            for row, m in zip(table.rows, names, strict=True)
        ]
        table.header.insert(1, "seed")
    found = {
        i: m for i, h in enumerate(table.header) if (m := _SEED_AT_END.fullmatch(h)) is not None
    }
    if len({m["seed"] for m in found.values()}) > 1 and table.find("seed") is None:
        moved = {i: (m["seed"], m["metric"].strip()) for i, m in found.items()}
        _stack(table, moved, "seed", "seeds were in headings")


def _distinct(header: Sequence[str], notices: list[str]) -> list[str]:
    """Return column names that differ: a repeated one gets a number, an empty one its place."""
    names: dict[str, None] = {}
    for at, name in enumerate(header, 1):
        new, n = name or f"column {at}", 2
        while new in names:
            new, n = f"{name or 'column'} ({n})", n + 1
        if name and new != name:
            notices.append(
                f"the column name {name[:60]!r} is there more than once; a further one is"
                f" {new[:70]!r}"
            )
        names[new] = None
    return list(names)
