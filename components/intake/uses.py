"""What each column of a table is used for, as proposed and as a reader changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from components.intake import numbers
from components.intake.names import ASIDE, SETTINGS, last_parts, matching, naming, phrase
from components.intake.proposals import propose, turned_round
from data.cells import write_utilities
from data.registry import Metric

NAMES = ("method", "benchmark", "panel", "seed", "family", "reference")
"""Uses of which a table may have one column each."""
LEFT_OUT, SETTING, SCORE, ORACLE = "left out", "setting", "score", "oracle"
USES: Mapping[str, str] = {
    "method": "method",
    "benchmark": "benchmark",
    "panel": "model (panel)",
    "seed": "seed",
    "family": "family of the method",
    "reference": "marks reference models",
    SETTING: "hyper-parameter",
    SCORE: "metric",
    ORACLE: "oracle distance",
    LEFT_OUT: "left out",
}
"""The uses a column can have, and what they are called."""
METRIC_USES = (SCORE, ORACLE)


@dataclass(frozen=True)
class Use:
    """The use of one column. `metric` is the id of the known metric it holds, empty for one that is declared here.

    `sure` is False where the direction is a guess; `why` says in words where the proposal comes from. `said` marks what
    the reader declared: it is never proposed anew.
    """

    column: str
    use: str
    metric: str = ""
    label: str = ""
    direction: str = "higher"
    low: float | None = None
    high: float | None = None
    utilities: str = ""
    sure: bool = True
    why: str = ""
    said: bool = False


def propose_uses(
    header: Sequence[str], rows: Sequence[Sequence[str]], known: Sequence[Metric], own: bool = False
) -> tuple[Use, ...]:
    """The use of each column, in order, `known` being the metrics of suites that may be meant.

    Names and numbers decide: a column of a known name is that, one that holds mostly numbers is a metric, the rest is
    left out. In `outer.inner` the inner name decides where the whole one is unknown and no other column ends alike.
    Where two columns claim the same place the one that can be read and whose whole name says so has it, then the first.
    One minus a known share is that metric turned round; in a suite of one's `own` it can stay what it is.
    """
    proposed = [
        _proposed(column, last, [row[at] for row in rows], known, own)
        for at, (column, last) in enumerate(zip(header, last_parts(header), strict=True))
    ]
    found = [use for use, _ in proposed]
    taken: set[str] = set()
    for at in sorted(range(len(found)), key=lambda i: not proposed[i][1]):
        use = found[at]
        claim = use.metric or (use.use if use.use in (*NAMES, ORACLE) else "")
        if claim and claim in taken:
            found[at] = replace(use, use=LEFT_OUT, why=f"another column already holds {use.label or USES[use.use]}")
        taken.add(claim)
    if not any(u.use == "method" for u in found):
        found = _method_found(found)
    return tuple(found)


def declared(column: str, values: Sequence[float], use: str) -> Use:
    """A column as a metric that no suite knows, with what its name and values propose."""
    p = propose(column, values, use)
    return Use(column, use, "", column, p.direction, p.low, p.high, p.utilities, p.sure, p.why)


def known_use(column: str, metric: Metric) -> Use:
    """A column as a metric that a suite knows, with all that the suite says of it."""
    return Use(
        column,
        metric.role,
        metric.id,
        metric.label,
        metric.direction,
        metric.lower_bound,
        metric.upper_bound,
        write_utilities(metric.utilities),
        True,
        f"known as {metric.name}",
    )


def bounds_said(use: Use) -> str:
    """The bounds of a metric in words."""
    if use.low is None and use.high is None:
        return "none"
    low, high = ("" if b is None else f"{b:.6g}" for b in (use.low, use.high))
    return f"{low} to {high}" if low and high else f"from {low}" if low else f"to {high}"


def values_of(cells: Sequence[str]) -> list[float]:
    """The numbers among the cells of a column, whatever their notation; shares of a percentage as they stand."""
    found = []
    for cell in cells:
        text = numbers.plain(cell)
        match numbers.kind(text):
            case numbers.COMMA:
                text = numbers.without_comma(text)
            case numbers.PERCENT:
                text = text.rstrip("% ").replace(",", ".")
            case numbers.GROUPED:
                text = numbers.ungrouped(text)
            case numbers.SPREAD:
                text = numbers.without_spread(text)
        value = numbers.value(text)
        if value is not None:
            found.append(value)
    return found


def _proposed(column: str, last: str, cells: Sequence[str], known: Sequence[Metric], own: bool) -> tuple[Use, bool]:
    """The use of one column, and whether its claim goes before those of others.

    It does where the whole name decides and the cells can be read; `last` is the part of the name that may decide too.
    """
    values = values_of(cells)
    filled = sum(numbers.kind(numbers.plain(c)) not in (numbers.EMPTY, numbers.MISSING) for c in cells)
    numeric = bool(values) and len(values) >= 0.5 * filled
    whole = _recognised(column, column, known)
    if whole is not None:
        return whole, numeric or not filled or not whole.metric
    inner = _recognised(column, last, known)
    if inner is not None:
        return replace(inner, why=f"{inner.why} (last part of the heading)"), False
    metric = None if own else matching(turned_round(column) or turned_round(last), known)
    if metric is not None and (metric.lower_bound, metric.upper_bound) == (0, 1):
        return replace(known_use(column, metric), why=f"one minus {metric.name} by its heading"), False
    if numeric:
        return declared(column, values, SCORE), True
    return Use(column, LEFT_OUT, label=column, why="holds no numbers" if filled else "holds nothing"), True


def _recognised(column: str, name: str, known: Sequence[Metric]) -> Use | None:
    """The use of a column that a name tells; None where it tells none."""
    named = naming(name)
    if named:
        return Use(column, named, label=column, why=f"named like a {USES[named]}")
    metric = matching(name, known)
    if metric is not None:
        return known_use(column, metric)
    plain = phrase(name)
    if plain in SETTINGS:
        return Use(column, SETTING, label=column, why="named like a hyper-parameter")
    if plain in ASIDE or (name.startswith("column") and not plain.removeprefix("column").strip(" 0123456789")):
        return Use(column, LEFT_OUT, label=column, why="neither a name nor a result")
    return None


def _method_found(uses: list[Use]) -> list[Use]:
    """Take the first column of texts for the method where none is named so; `name` and `model` before others."""
    texts = [i for i, u in enumerate(uses) if u.use == LEFT_OUT and u.why != "holds nothing"]
    preferred = [i for i in texts if phrase(uses[i].column) in ("name", "id")]
    panel = [i for i, u in enumerate(uses) if u.use == "panel"]
    rest = [i for i in texts if u_is_text(uses[i])]
    chosen = next(iter([*preferred, *panel, *rest]), None)
    if chosen is not None:
        why = "no column is named like a method; this one was taken"
        uses[chosen] = Use(uses[chosen].column, "method", label=uses[chosen].column, sure=False, why=why)
    return uses


def u_is_text(use: Use) -> bool:
    """Whether a column was left out for holding words instead of numbers."""
    return use.why == "holds no numbers"
