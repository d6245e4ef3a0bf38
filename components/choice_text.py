"""How the text of each choice is read: ids, numbers, weights, floors.

Every parser takes the text and the tables of a suite and raises LeaderboardError with what is
expected."""

import math
import re
from collections.abc import Callable
from typing import Any, cast

from components.stats.ranking.grids import BEST
from components.stats.ranking.weights import presets
from data.errors import LeaderboardError
from data.registry import COST, GROUPS, ID_PATTERN, REFERENCE, Floor, Kept, Metric, Tables

JUDGE = re.compile(r"judge[0-9]*\Z")
AXES = ("forgetting", "utility")
"""Axes of the trade-off that are groups of metrics; privacy counts to forgetting."""
FLOORS = ("suite", "none")
"""The floors of the suite for the panel shown, and none at all."""
ROWS = ("checkpoints", BEST)
"""What a row of the ranking can be: a checkpoint, or a method by its best one."""
MOST_COMPARED = 6
"""Methods that can be compared over all suites at once."""


def one_of(*allowed: str) -> Callable[[str, Tables], str]:
    """One of these words."""
    return one_id(lambda _: list(allowed))


def ids(
    known: Callable[[Tables], list[str]], exactly: int | None = None
) -> Callable[[str, Tables], Any]:
    """Ids separated by commas, each known, none twice, given back in registry order unless the
    number is fixed."""

    def read(text: str, tables: Tables) -> tuple[str, ...]:
        names, allowed = text.split(","), known(tables)
        if (
            set(names) - set(allowed)
            or len(set(names)) < len(names)
            or exactly not in (None, len(names))
        ):
            number = "some" if exactly is None else f"{exactly} different ones"
            raise LeaderboardError(f"{number} of {_listed(allowed)}, separated by commas")
        if exactly is not None:
            return tuple(names)
        return () if len(names) == len(allowed) else tuple(a for a in allowed if a in names)

    return read


def one_id(
    known: Callable[[Tables], list[str]], no_other: str = ""
) -> Callable[[str, Tables], str]:
    """One of the ids that a suite knows; `no_other` says why where it knows a single one."""

    def read(text: str, tables: Tables) -> str:
        allowed = known(tables)
        if text in allowed:
            return text
        if no_other and len(allowed) == 1:
            raise LeaderboardError(f"{allowed[0]}: {no_other}")
        raise LeaderboardError(
            f"one of {_listed(allowed)}" if allowed else "nothing: this suite has none"
        )

    return read


def number(low: float, high: float) -> Callable[[str, Tables], float]:
    """A number within bounds, to six decimals."""

    def read(text: str, tables: Tables) -> float:
        value = _float(text)
        if value is None or not low <= value <= high:
            raise LeaderboardError(f"a number from {low:g} to {high:g}")
        return round(value, 6)

    return read


def whole(low: int, high: int, *words: str) -> Callable[[str, Tables], int | str]:
    """A whole number within bounds, or one of these words."""

    def read(text: str, tables: Tables) -> int | str:
        if text in words:
            return text
        if not (text.isascii() and text.isdigit() and len(text) <= 12 and low <= int(text) <= high):
            raise LeaderboardError(" or ".join([*words, f"a whole number from {low} to {high}"]))
        return int(text)

    return read


def suite(text: str, tables: Tables) -> str:
    """The suite of these tables and no other."""
    if text != tables.suite.id:
        raise LeaderboardError(tables.suite.id)
    return text


def _aims(tables: Tables) -> list[str]:
    offered = any(REFERENCE in m.aims for m in (*tables.scores, *tables.after_metrics))
    return ["printed", *([REFERENCE] if offered else [])]


aim = one_id(_aims, "no metric offers another")
rows = one_id(
    lambda tables: list(ROWS if tables.families else ROWS[:1]), "no method here has several"
)


def axes(text: str, tables: Tables) -> tuple[str, ...]:
    """Two different axes: metrics, or groups of them."""
    known, names = [*AXES, *scores(tables)], tuple(text.split(","))
    if len(names) != 2 or names[0] == names[1] or set(names) - set(known):
        raise LeaderboardError(f"2 different ones of {_listed(known)}, separated by a comma")
    return names


def seeds(text: str, tables: Tables) -> tuple[int, ...]:
    """Seeds that the runs have."""
    known = [int(s) for s in dict.fromkeys(tables.runs["seed"])]
    chosen = ids(lambda _: [str(s) for s in known])(text, tables)
    return tuple(int(s) for s in chosen)


def scope(text: str, tables: Tables) -> str:
    """Blocks, pooled, or one benchmark alone."""
    kind, _, benchmark = text.partition(":")
    known = benchmarks(tables)
    if text in ("blocks", "pooled") or (kind in ("benchmark", "runs") and benchmark in known):
        return text
    raise LeaderboardError(f"blocks, pooled, benchmark:B or runs:B with B one of {_listed(known)}")


def weights(text: str, tables: Tables) -> str | tuple[tuple[str, float], ...]:
    """A preset by name, or weights of single metrics."""
    names = [p.name for p in presets(tables)]
    if text in names:
        return text
    return _shares(text, scores(tables), f"a preset ({_listed(names)}) or ")


def survival(text: str, tables: Tables) -> tuple[tuple[str, float], ...]:
    """Weights of the metrics that were measured again after a change."""
    metrics = [m.id for m in tables.after_metrics]
    if not metrics:
        raise LeaderboardError("nothing: this suite measured no model again after a change")
    return _shares(text, metrics)


def _shares(text: str, metrics: list[str], otherwise: str = "") -> tuple[tuple[str, float], ...]:
    """Weights of some of these metrics, in their order; `otherwise` names what else is expected."""
    expected = (
        f"{otherwise}NAME:weight,… over {_listed(metrics)} with weights from 0 to 1000000 and at"
        " least one above 0"
    )
    weights: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = part.partition(":")
        value = _float(number)
        if name not in metrics or name in weights or value is None or not 0 <= value <= 1e6:
            raise LeaderboardError(expected)
        weights[name] = round(value, 6)
    if not any(weights.values()):
        raise LeaderboardError(expected)
    return tuple((m, weights[m]) for m in metrics if weights.get(m))


def costs(tables: Tables) -> list[Metric]:
    """The metrics of cost that some run has a value for."""
    return [m for m in tables.scores if m.group == COST and bool(tables.runs[m.id].notna().any())]


def most(text: str, tables: Tables) -> tuple[tuple[str, float], ...]:
    """The largest cost allowed, by metric of cost."""
    known = [m.id for m in costs(tables)]
    if not known:
        raise LeaderboardError("nothing: no cost was measured here")
    limits: dict[str, float] = {}
    for part in text.split(","):
        name, _, number = part.partition(":")
        value = _float(number)
        if name not in known or name in limits or value is None:
            raise LeaderboardError(f"NAME:number,… over {_listed(known)}, each once")
        limits[name] = round(value, 6)
    return tuple((m, limits[m]) for m in known if m in limits)


def floors(text: str, tables: Tables) -> str | tuple[Floor, ...]:
    """The floors of the suite, none, or the reader's own."""
    if text in FLOORS:
        return text
    known = [*scores(tables), *(g for g in GROUPS if any(m.group == g for m in tables.scores))]
    roles = {m.role for m in tables.methods}
    whose = [of for of in ("original", REFERENCE) if of in roles]
    share = f", or NAME:share:{' or NAME:share:'.join(whose)}" if whose else ""
    expected = (
        f"{', '.join(FLOORS)}, or NAME:utility{share}, with :BENCHMARK behind it for one alone,"
        f" over {_listed(known)}, each above 0 and at most 1"
    )
    floors: dict[tuple[str, str, str], Floor] = {}
    for part in text.split(","):
        on, number, of, where, *more = (*part.split(":"), "", "", "")
        value = round(_float(number) or 0.0, 6)
        if (
            on not in known
            or of not in ("", *whose)
            or where not in ("", *benchmarks(tables))
            or any(more)
        ):
            raise LeaderboardError(expected)
        if (on, of, where) in floors or not 0 < value <= 1:
            raise LeaderboardError(expected)
        floors[on, of, where] = Floor(on, value, cast("Kept", of), where)
    return tuple(floors.values())


def free(text: str, tables: Tables | None = None) -> str:
    """Up to 200 printable characters."""
    if not text.isprintable() or len(text) > 200:
        raise LeaderboardError("up to 200 printable characters")
    return text


def any_number(text: str, tables: Tables | None = None) -> str:
    """A number as it is written: it may be far too small for the digits of other choices."""
    if text and _float(text) is None:
        raise LeaderboardError("a number, such as 0.09 or 1.4e-12")
    return text


def addresses(text: str, tables: Tables | None = None) -> tuple[str, ...]:
    """The methods of a page over all suites, as the addresses of their pages; none is no choice."""
    names = tuple(text.split(",")) if text else ()
    if (
        len(names) > MOST_COMPARED
        or len(set(names)) < len(names)
        or not all(map(ID_PATTERN.match, names))
    ):
        raise LeaderboardError(f"up to {MOST_COMPARED} different methods, separated by commas")
    return names


def table_names(tables: Tables) -> list[str]:
    """The tables of a suite that have rows, the runs first."""
    named = [
        "runs",
        "metrics",
        "methods",
        "benchmarks",
        "panels",
        *(["published"] if len(tables.published) else []),
    ]
    return [*named, *tables.extras]


def judges(tables: Tables) -> list[str]:
    """The columns of the table of reconstructions that hold a judge's answers: judge, judge1,
    judge2, …"""
    frame = tables.extras.get("inversion")
    return [] if frame is None else [str(c) for c in frame.columns if JUDGE.match(str(c))]


def private_sets(tables: Tables) -> list[str]:
    """The private sets of the table of reconstructions."""
    frame = tables.extras.get("inversion")
    return (
        []
        if frame is None or "private_set" not in frame
        else list(dict.fromkeys(frame["private_set"].map(str)))
    )


def perturbations(tables: Tables) -> list[str]:
    """What was done to models of these tables after unlearning, in the order of the suite."""
    frame = tables.extras.get("after")
    if frame is None:
        return []
    done = set(frame.loc[frame["panel"].isin(tables.runs["panel"]), "perturbation"])
    return [p for p in map(str, tables.extras["perturbations"]["id"]) if p in done]


def panels(tables: Tables) -> list[str]:
    """The ids of the panels."""
    return [p.id for p in tables.panels]


def benchmarks(tables: Tables) -> list[str]:
    """The ids of the benchmarks."""
    return [b.id for b in tables.benchmarks]


def methods(tables: Tables) -> list[str]:
    """The ids of the methods that are ranked."""
    return [m.id for m in tables.candidates]


def scores(tables: Tables) -> list[str]:
    """The ids of the metrics that methods are ranked by."""
    return [m.id for m in tables.scores]


def compared(tables: Tables) -> list[str]:
    """The ids of the metrics that are compared with one another: those that are not only listed."""
    return [m.id for m in tables.scores if m.role == "score"]


def _float(text: str) -> float | None:
    """A plain decimal number, or None: no inf, nan, underscores or blanks."""
    if not text or len(text) > 32 or not set(text) <= set("0123456789.+-eE"):
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _listed(names: list[str], most: int = 12) -> str:
    return ", ".join(names[:most]) + (f" … ({len(names)} in all)" if len(names) > most else "")
