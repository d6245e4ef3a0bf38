"""What each column of a table is used for, as proposed and as a reader changes it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from components.intake import numbers
from components.intake.names import ASIDE, SETTINGS, matching, naming, phrase
from components.intake.proposals import bounds_of, direction_of, maps_for
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
_NO_NUMBERS = "holds no numbers"


@dataclass(frozen=True)
class Use:
    """The use of one column. `metric` is the id of the known metric it holds, empty for one that is declared here; what
    a metric is for (`group`) is known only then.

    `sure` is False where the direction is a guess; `why` says in words where the proposal comes from. `declared` marks
    what the reader chose: it is never proposed anew.
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
    declared: bool = False
    target: str = ""
    scale: str = "linear"
    group: str = ""

    def beyond(self, value: float) -> bool:
        """Whether a number lies outside the bounds; on a log scale smaller ones, down to 0, count as the lower one."""
        low = 0.0 if self.scale == "log" else self.low
        return (low is not None and value < low) or (self.high is not None and value > self.high)


def propose_uses(header: Sequence[str], rows: Sequence[Sequence[str]], known: Sequence[Metric]) -> tuple[Use, ...]:
    """The use of each column, in order, `known` being the metrics of suites that may be meant.

    Names and numbers decide: a column of a known name is that, one that holds mostly numbers is a metric, the rest is
    left out. Where two columns claim the same place the first has it.
    """
    uses: list[Use] = []
    taken: set[str] = set()
    for at, column in enumerate(header):
        use = _proposed(column, [row[at] for row in rows], known)
        claim = use.use if use.use in (*NAMES, ORACLE) else use.metric
        if claim and claim in taken:
            use = replace(use, use=LEFT_OUT, why=f"another column already holds {use.label or USES[use.use]}")
        taken.add(claim)
        uses.append(use)
    return tuple(uses if "method" in taken else _with_a_method(uses))


def unknown_metric(column: str, values: Sequence[float], use: str) -> Use:
    """A column as a metric that no suite knows, with what its name and values (none need be there) propose."""
    direction, sure, named = ("lower", True, "a distance: closer is better") if use == ORACLE else direction_of(column)
    low, high, ranged = bounds_of(column, values)
    maps = "" if use == ORACLE else maps_for(direction, low, high, values)
    return Use(column, use, "", column, direction, low, high, maps, sure, f"{named}; {ranged}")


def known_metric(column: str, metric: Metric) -> Use:
    """A column as a metric that a suite knows, with all that the suite says of it."""
    m, maps = metric, write_utilities(metric.utilities)
    why = f"known as {m.name}"
    use = Use(column, m.role, m.id, m.label, m.direction, m.lower_bound, m.upper_bound, maps, True, why)
    return replace(use, target=m.target, scale=m.scale, group=m.group)


def bounds_text(use: Use) -> str:
    """The bounds of a metric in words."""
    if use.low is None and use.high is None:
        return "none"
    low, high = ("" if b is None else f"{b:.6g}" for b in (use.low, use.high))
    return f"{low} to {high}" if low and high else f"from {low}" if low else f"to {high}"


def _proposed(column: str, cells: Sequence[str], known: Sequence[Metric]) -> Use:
    """The use of one column, by its name first and its cells second."""
    named = naming(column)
    if named:
        return Use(column, named, label=column, why=f"named like a {USES[named]}")
    metric = matching(column, known)
    if metric is not None:
        return known_metric(column, metric)
    plain = phrase(column)
    if plain in SETTINGS:
        return Use(column, SETTING, label=column, why="named like a hyper-parameter")
    if plain in ASIDE or (column.startswith("column") and not plain.removeprefix("column").strip(" 0123456789")):
        return Use(column, LEFT_OUT, label=column, why="neither a name nor a result")
    texts = [numbers.plain(c) for c in cells]
    kinds = [numbers.kind(t) for t in texts]
    filled = sum(k not in (numbers.EMPTY, numbers.MISSING) for k in kinds)
    readable = sum(k in numbers.READABLE for k in kinds)
    if readable and 2 * readable >= filled:
        return unknown_metric(column, numbers.values(texts), SCORE)
    return Use(column, LEFT_OUT, label=column, why=_NO_NUMBERS if filled else "holds nothing")


def _with_a_method(uses: list[Use]) -> list[Use]:
    """Take the first column of names for the method where none is named so."""
    why = "no column is named like a method; this one was taken"
    for at, u in enumerate(uses):
        if u.use == "panel" or u.why == _NO_NUMBERS or phrase(u.column) == "name":
            return [*uses[:at], Use(u.column, "method", label=u.column, sure=False, why=why), *uses[at + 1 :]]
    return uses
