"""Every choice a reader can make, once: its name, default, allowed values and text form.

Page URLs, the HTTP interface and the command line all read and write choices through this file, so that a link,
a request and a command with the same names give the same numbers.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any, cast

from components.errors import LeaderboardError, NotEnoughData
from components.stats.memo import memoised
from components.stats.ranking.grids import BEST, MEDIAN
from components.stats.ranking.weights import PURPOSES, default_preset, presets, purpose_weights
from components.text import shortened
from data.columns import SUPPORTS
from data.registry import COST, GROUPS, ID_PATTERN, REFERENCE, Floor, Kept, Metric, Tables

MAX_TEXT = 4_000
"""Longest text of one choice. A list of 150 methods or 26 weights is shorter."""
FEWEST_DRAWS, MAX_DRAWS = 100, 200_000
JUDGE = re.compile(r"judge[0-9]*\Z")
AXES = ("forgetting", "utility")
"""Axes of the trade-off that are groups of metrics; privacy counts to forgetting."""
FLOORS = ("suite", "none")
"""The floors of the suite for the panel shown, and none at all."""
ROWS = ("checkpoints", BEST, MEDIAN)
"""What a row of leaderboard and stability can be: a checkpoint, or a method by the best or the median of its own."""
MOST_COMPARED = 6
"""Methods that can be compared over all suites at once."""
MAX_QUOTED = 60
"""Longest stretch of a refused text that a message repeats."""


@dataclass(frozen=True)
class Selection:
    """What a reader has chosen. Empty tuples mean all; `weights` is a preset name or (metric, weight) pairs; `floors`
    are those of the suite, none, or the reader's own.

    The first block decides numbers, the second only what is shown of them.
    """

    suite: str
    panel: str
    benchmarks: tuple[str, ...] = ()
    seeds: tuple[int, ...] = ()
    methods: tuple[str, ...] = ()
    most: tuple[tuple[str, float], ...] = ()
    protocol: str = "tie-aware"
    scope: str = "blocks"
    transform: str = "reciprocal"
    aggregate: str = "score-of-means"
    aim: str = "printed"
    rows: str = "checkpoints"
    tries: int | str = "auto"
    axes: tuple[str, ...] = ("forgetting", "utility")
    weights: str | tuple[tuple[str, float], ...] = "published"
    floors: str | tuple[Floor, ...] = "suite"
    linkage: str = "average"
    k: int | str = "auto"
    radius: float = 0.2
    draws: int = 10_000
    rng: int = 42
    judge: str = ""
    private_set: str = ""
    perturbation: str = ""
    survival: tuple[tuple[str, float], ...] = ()

    pair: tuple[str, ...] = ()
    metric: str = ""
    method: str = ""
    opened: tuple[str, ...] = ()
    versus: tuple[str, ...] = ()
    samples: str = ""
    paired: str = ""
    corners: tuple[str, ...] = ()
    minimum: float | None = None
    difference: float | None = None
    deviation: float | None = None
    noise: float | None = None
    planned_methods: int | None = None
    planned_benchmarks: int | None = None
    planned_seeds: int | None = None
    columns: tuple[str, ...] = ()
    sort: str = ""
    support: str = ""
    show: str = ""
    source: str = ""
    outcome: str = ""
    claim: str = ""
    term: str = ""
    table: str = ""
    find: str = ""
    page_number: int = 1
    sql: str = ""
    attack: str = ""
    id: str = ""
    model: str = ""
    split: str = ""
    value: str = ""


EVERYWHERE = Selection("", "")
"""Nothing chosen of any suite: what the choices of a page over all suites start from."""


@dataclass(frozen=True)
class Problem:
    """A choice that could not be taken as it was written, and what is used instead."""

    name: str
    found: str
    expected: str
    used: str

    @property
    def message(self) -> str:
        """One sentence for a reader."""
        return f"{self.name}: found {self.found!r}, expected {self.expected}; using {self.used or 'all'}."


@dataclass(frozen=True)
class Choice:
    """How one field of a Selection is read and written. `read` raises LeaderboardError saying what is expected.

    `of_panel` choices name something that must occur in the runs of the chosen panel.
    """

    name: str
    help: str
    read: Callable[[str, Tables], Any]
    view_only: bool = False
    of_panel: bool = False


def _one_of(*allowed: str) -> Callable[[str, Tables], str]:
    return _id(lambda _: list(allowed))


def _ids(
    known: Callable[[Tables], list[str]], exactly: int | None = None, all_is_none: bool = True
) -> Callable[[str, Tables], Any]:
    """Ids separated by commas, each known, none twice, given back in registry order unless the number is fixed."""

    def read(text: str, tables: Tables) -> tuple[str, ...]:
        names, allowed = text.split(","), known(tables)
        if set(names) - set(allowed) or len(set(names)) < len(names) or exactly not in (None, len(names)):
            number = "some" if exactly is None else f"{exactly} different ones"
            raise LeaderboardError(f"{number} of {_listed(allowed)}, separated by commas")
        if exactly is not None:
            return tuple(names)
        return () if all_is_none and len(names) == len(allowed) else tuple(a for a in allowed if a in names)

    return read


def _id(known: Callable[[Tables], list[str]]) -> Callable[[str, Tables], str]:
    def read(text: str, tables: Tables) -> str:
        allowed = known(tables)
        if text not in allowed:
            raise LeaderboardError(f"one of {_listed(allowed)}" if allowed else "nothing: this suite has none")
        return text

    return read


def _number(low: float, high: float) -> Callable[[str, Tables], float]:
    def read(text: str, tables: Tables) -> float:
        value = _float(text)
        if value is None or not low <= value <= high:
            raise LeaderboardError(f"a number from {low:g} to {high:g}")
        return round(value, 6)

    return read


def _whole(low: int, high: int, *words: str) -> Callable[[str, Tables], int | str]:
    def read(text: str, tables: Tables) -> int | str:
        if text in words:
            return text
        if not (text.isascii() and text.isdigit() and len(text) <= 12 and low <= int(text) <= high):
            raise LeaderboardError(" or ".join([*words, f"a whole number from {low} to {high}"]))
        return int(text)

    return read


def _suite(text: str, tables: Tables) -> str:
    if text != tables.suite.id:
        raise LeaderboardError(tables.suite.id)
    return text


def _aim(text: str, tables: Tables) -> str:
    offered = any(REFERENCE in m.aims for m in (*tables.scores, *tables.after_metrics))
    allowed = ["printed", *([REFERENCE] if offered else [])]
    if text not in allowed:
        raise LeaderboardError(
            f"one of {_listed(allowed)}" if len(allowed) > 1 else "printed: no metric offers another"
        )
    return text


def _rows(text: str, tables: Tables) -> str:
    allowed = ROWS if tables.families else ROWS[:1]
    if text not in allowed:
        raise LeaderboardError(
            f"one of {', '.join(allowed)}" if tables.families else f"{ROWS[0]}: no method here has several"
        )
    return text


def _axes(text: str, tables: Tables) -> tuple[str, ...]:
    known, names = [*AXES, *_scores(tables)], tuple(text.split(","))
    if len(names) != 2 or names[0] == names[1] or set(names) - set(known):
        raise LeaderboardError(f"2 different ones of {_listed(known)}, separated by a comma")
    return names


def _seeds(text: str, tables: Tables) -> tuple[int, ...]:
    known = [int(s) for s in dict.fromkeys(tables.runs["seed"])]
    chosen = _ids(lambda _: [str(s) for s in known])(text, tables)
    return tuple(int(s) for s in chosen)


def _scope(text: str, tables: Tables) -> str:
    kind, _, benchmark = text.partition(":")
    known = _benchmarks(tables)
    if text in ("blocks", "pooled") or (kind in ("benchmark", "runs") and benchmark in known):
        return text
    raise LeaderboardError(f"blocks, pooled, benchmark:B or runs:B with B one of {_listed(known)}")


def _has_oracle(tables: Tables) -> bool:
    return tables.oracle is not None and bool(tables.runs[tables.oracle.id].notna().any())


def _weights(text: str, tables: Tables) -> str | tuple[tuple[str, float], ...]:
    names = [p.name for p in presets(tables)]
    if text in names:
        return text
    return _shares(text, _scores(tables), f"a preset ({_listed(names)}) or ")


def _survival(text: str, tables: Tables) -> tuple[tuple[str, float], ...]:
    metrics = [m.id for m in tables.after_metrics]
    if not metrics:
        raise LeaderboardError("nothing: this suite measured no model again after a change")
    return _shares(text, metrics)


def _shares(text: str, metrics: list[str], otherwise: str = "") -> tuple[tuple[str, float], ...]:
    """Weights of some of these metrics, in their order; `otherwise` names what else is expected."""
    expected = (
        f"{otherwise}NAME:weight,… over {_listed(metrics)} with weights from 0 to 1000000 and at least one above 0"
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


def _most(text: str, tables: Tables) -> tuple[tuple[str, float], ...]:
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


def _floors(text: str, tables: Tables) -> str | tuple[Floor, ...]:
    if text in FLOORS:
        return text
    known = [*_scores(tables), *(g for g in GROUPS if any(m.group == g for m in tables.scores))]
    roles = {m.role for m in tables.methods}
    whose = [of for of in ("original", REFERENCE) if of in roles]
    share = f", or NAME:share:{' or NAME:share:'.join(whose)}" if whose else ""
    expected = (
        f"{', '.join(FLOORS)}, or NAME:utility{share}, with :BENCHMARK behind it for one alone, over {_listed(known)}, "
        "each above 0 and at most 1"
    )
    floors: dict[tuple[str, str, str], Floor] = {}
    for part in text.split(","):
        on, number, of, where, *more = (*part.split(":"), "", "", "")
        value = round(_float(number) or 0.0, 6)
        if on not in known or of not in ("", *whose) or where not in ("", *_benchmarks(tables)) or any(more):
            raise LeaderboardError(expected)
        if (on, of, where) in floors or not 0 < value <= 1:
            raise LeaderboardError(expected)
        floors[on, of, where] = Floor(on, value, cast("Kept", of), where)
    return tuple(floors.values())


def _free(text: str, tables: Tables | None = None) -> str:
    if not text.isprintable() or len(text) > 200:
        raise LeaderboardError("up to 200 printable characters")
    return text


def _any_number(text: str, tables: Tables | None = None) -> str:
    """A number as it is written: it may be far too small for the digits of other choices."""
    if text and _float(text) is None:
        raise LeaderboardError("a number, such as 0.09 or 1.4e-12")
    return text


def _addresses(text: str) -> tuple[str, ...]:
    """The methods of a page over all suites, as the addresses of their pages; none is no choice."""
    names = tuple(text.split(",")) if text else ()
    if len(names) > MOST_COMPARED or len(set(names)) < len(names) or not all(map(ID_PATTERN.match, names)):
        raise LeaderboardError(f"up to {MOST_COMPARED} different methods, separated by commas")
    return names


def _sampled(text: str, tables: Tables) -> str:
    if tables.per_sample is None:
        raise LeaderboardError("nothing: this suite has no values of single samples")
    known = [m.id for m in tables.metrics]
    if text.partition(":")[0] not in known:
        raise LeaderboardError(f"one of {_listed(known)}, or METRIC:field")
    return _free(text, tables)


def _sort(text: str, tables: Tables) -> str:
    name = text.partition(":")[0]
    known = ["method", "uqs", "runs", *_scores(tables)]
    if name not in known or text not in (name, f"{name}:desc"):
        raise LeaderboardError(f"one of {_listed(known)}, with :desc to turn the order")
    return text


def _term(text: str, tables: Tables) -> str:
    if not ID_PATTERN.match(text):
        raise LeaderboardError("the id of a glossary term")
    return text


def _sql(text: str, tables: Tables) -> str:
    if not all(c.isprintable() or c in "\n\t" for c in text):
        raise LeaderboardError("printable characters, tabs and line breaks")
    return text


def table_names(tables: Tables) -> list[str]:
    """The tables of a suite that have rows, the runs first."""
    named = ["runs", "metrics", "methods", "benchmarks", "panels", *(["published"] if len(tables.published) else [])]
    return [*named, *tables.extras]


def judges(tables: Tables) -> list[str]:
    """The columns of the table of reconstructions that hold a judge's answers: judge, judge1, judge2, …"""
    frame = tables.extras.get("inversion")
    return [] if frame is None else [str(c) for c in frame.columns if JUDGE.match(str(c))]


def _inverted(column: str) -> Callable[[Tables], list[str]]:
    def known(tables: Tables) -> list[str]:
        frame = tables.extras.get("inversion")
        return [] if frame is None or column not in frame else list(dict.fromkeys(frame[column].map(str)))

    return known


def perturbations(tables: Tables) -> list[str]:
    """What was done to models of these tables after unlearning, in the order of the suite."""
    frame = tables.extras.get("after")
    if frame is None:
        return []
    done = set(frame.loc[frame["panel"].isin(tables.runs["panel"]), "perturbation"])
    return [p for p in map(str, tables.extras["perturbations"]["id"]) if p in done]


def _panels(tables: Tables) -> list[str]:
    return [p.id for p in tables.panels]


def _benchmarks(tables: Tables) -> list[str]:
    return [b.id for b in tables.benchmarks]


def _methods(tables: Tables) -> list[str]:
    return [m.id for m in tables.candidates]


def _models(tables: Tables) -> list[str]:
    return [m.id for m in tables.methods]


def _scores(tables: Tables) -> list[str]:
    return [m.id for m in tables.scores]


OUTCOMES = ("match", "mismatch", "superseded", "not recomputable")
OTHER_SIGN = "other sign"
"""Beside the outcomes: claims that reproduce and change their sign once ties count as ties."""
COLUMNS = ("interval", "uqs", "metrics", "sd", "ranks", "runs", "support")
"""Groups of columns of the leaderboard table that a reader can choose among."""
USUAL_COLUMNS = ("interval", "uqs", "metrics", "sd", "runs", "support")
"""The groups shown when nothing is chosen."""

SUBJECTS = ("leaders", "ranks", "separable", "map", "pair", "choices", "seeds", "rules")
"""Further views of the stability page."""

CHOICES: tuple[Choice, ...] = (
    Choice("suite", "the study", _suite),
    Choice("panel", "the runs analysed together", _id(_panels)),
    Choice("benchmarks", "only these benchmarks", _ids(_benchmarks), of_panel=True),
    Choice("seeds", "only these seeds", _seeds, of_panel=True),
    Choice("methods", "only these methods", _ids(_methods), of_panel=True),
    Choice("most", "only methods that cost no more: memory_GB:24, of metrics of cost", _most, of_panel=True),
    Choice("protocol", "how ties are counted", _one_of("tie-aware", "published")),
    Choice("scope", "over what agreement is averaged: blocks, benchmark:B, runs:B or pooled", _scope, of_panel=True),
    Choice("transform", "the utility map of metrics that offer both", _one_of("reciprocal", "exponential")),
    Choice("aggregate", "average first or map first", _one_of("score-of-means", "mean-of-scores")),
    Choice("aim", "printed directions, or closeness to the reference where a metric offers it", _aim),
    Choice("rows", "what a row of leaderboard and stability is, where methods have several checkpoints", _rows),
    Choice("tries", "at how many tries of a grid its expected best is compared", _whole(1, 100_000, "auto")),
    Choice("axes", "two axes of the trade-off: metrics, forgetting or utility", _axes),
    Choice("weights", "a preset, or FA:0.2,RA:0.8", _weights),
    Choice(
        "floors",
        "what a method must keep to be ranked: suite, none, or utility:0.8:original,FA:0.5",
        _floors,
        of_panel=True,
    ),
    Choice("linkage", "how clusters are joined", _one_of("average", "complete", "single", "ward")),
    Choice("k", "number of clusters", _whole(1, 100, "auto")),
    Choice("radius", "expected L1 change of the weights", _number(0.01, 1.5)),
    Choice("draws", "random weightings", _whole(FEWEST_DRAWS, MAX_DRAWS)),
    Choice("rng", "seed of the random numbers", _whole(0, 2**32 - 1)),
    Choice("judge", "the judge that reconstructions are measured against", _id(judges)),
    Choice("private_set", "only reconstructions of this private set", _id(_inverted("private_set"))),
    Choice("perturbation", "what was done to the models after unlearning", _id(perturbations), of_panel=True),
    Choice("survival", "weights of the metrics measured before and after it, as FA:0.2,RA:0.8", _survival),
    Choice("pair", "the pair of metrics that is open", _ids(_scores, exactly=2), view_only=True),
    Choice("metric", "the metric that is open", _id(_scores), view_only=True),
    Choice("method", "the method that is open", _id(_models), view_only=True, of_panel=True),
    Choice(
        "opened",
        "methods whose runs are listed",
        _ids(_methods, all_is_none=False),
        view_only=True,
        of_panel=True,
    ),
    Choice("versus", "two methods head to head", _ids(_methods, exactly=2), view_only=True, of_panel=True),
    Choice(
        "samples",
        "what is compared sample by sample: METRIC or METRIC:field",
        _sampled,
        view_only=True,
    ),
    Choice("paired", "the paired test over samples that is open", _one_of("sign_flips"), view_only=True),
    Choice("corners", "three metrics of the map of weights", _ids(_scores, exactly=3), view_only=True),
    Choice("minimum", "use only metrics whose ρ is at least this", _number(-1, 1), view_only=True),
    Choice("difference", "the difference of two scores that a plan shall tell", _number(0.0001, 1), view_only=True),
    Choice("deviation", "how far it varies between benchmarks, where a plan needs it", _number(0.0001, 1), True),
    Choice("noise", "how far it varies between seeds on one benchmark", _number(0.0001, 1), view_only=True),
    Choice("planned_methods", "methods that a plan compares at once", _whole(2, 1_000), view_only=True),
    Choice("planned_benchmarks", "benchmarks of a plan that share no data", _whole(1, 1_000), view_only=True),
    Choice("planned_seeds", "seeds of each method on each benchmark of a plan", _whole(1, 1_000), view_only=True),
    Choice("columns", "columns of the table", _ids(lambda _: list(COLUMNS), all_is_none=False), view_only=True),
    Choice("sort", "column by which the table is sorted, NAME or NAME:desc", _sort, view_only=True),
    Choice(
        "support",
        "only rows of the table that are supported at least so firmly",
        _one_of(*SUPPORTS[:-1]),
        view_only=True,
    ),
    Choice("show", "the further view of the stability page that is open", _one_of(*SUBJECTS), view_only=True),
    Choice("source", "only claims from here", _free, view_only=True),
    Choice("outcome", "only claims with this outcome", _one_of(*OUTCOMES, OTHER_SIGN), view_only=True),
    Choice("claim", "only claims with these words", _free, view_only=True),
    Choice("term", "the glossary term that is open", _term, view_only=True),
    Choice("table", "the table that is shown", _id(table_names), view_only=True),
    Choice("find", "only rows with this text", _free, view_only=True),
    Choice("page_number", "the page of a long table of runs or samples", _whole(1, 10**9), view_only=True),
    Choice("sql", "the query on the public tables", _sql, view_only=True),
    Choice("attack", "the attack whose false positives are shown", _id(_inverted("attack")), view_only=True),
    Choice("id", "the method or metric whose page is open", _free, view_only=True),
    Choice("model", "the model that a value is asked of", _free, view_only=True),
    Choice("split", "the forgotten data that a value is asked of", _free, view_only=True),
    Choice("value", "the value that is asked about", _any_number, view_only=True),
)
OVER_SUITES: Mapping[str, Callable[[str], Any]] = {
    **dict.fromkeys(("id", "metric", "method", "model", "split"), _free),
    "methods": _addresses,
    "value": _any_number,
}
"""How pages over all suites read their choices, which are no ids of one suite."""
BY_NAME: Mapping[str, Choice] = {c.name: c for c in CHOICES}
assert tuple(BY_NAME) == tuple(f.name for f in fields(Selection))


def default_selection(tables: Tables) -> Selection:
    """What a suite shows before anything is chosen."""
    return memoised(tables, "default selection", lambda: _default_selection(tables))


def _default_selection(tables: Tables) -> Selection:
    rows = opening(tables.suite.id, bool(tables.families))["rows"]
    return Selection(tables.suite.id, tables.reference_panel.id, rows=rows, weights=default_preset(tables))


def opening(suite: str, families: bool) -> dict[str, str]:
    """The query that opens a suite as on a first visit; `families`: its methods have several checkpoints each."""
    return {"suite": suite, "rows": BEST if families else ROWS[0]}


def parse(
    query: Mapping[str, str], tables: Tables, start: Selection | None = None
) -> tuple[Selection, tuple[Problem, ...]]:
    """Read choices from texts onto `start`, by default what the suite shows before anything is chosen.

    What cannot be read keeps the value it has there and is returned as a Problem; nothing raises. Names that are not
    choices are left to the caller. Benchmarks, seeds and methods must occur in the panel chosen.
    """
    selection, problems = default_selection(tables) if start is None else start, []
    for choice in CHOICES:
        text = query.get(choice.name)
        if text is None:
            continue
        try:
            within = panel_tables(tables, selection.panel) if choice.of_panel else tables
            selection = replace(selection, **{choice.name: read(choice.name, text, within)})
        except LeaderboardError as error:
            used = to_text(getattr(selection, choice.name))
            quoted = text if len(text) <= MAX_QUOTED else text[:MAX_QUOTED] + "…"
            problems.append(Problem(choice.name, quoted, str(error), used))
    reason = _unfit(selection, tables)
    if reason:
        problems.append(Problem("weights", str(selection.weights), reason, default_preset(tables)))
        selection = replace(selection, weights=default_preset(tables))
    return selection, tuple(problems)


def parse_everywhere(query: Mapping[str, str], names: Iterable[str]) -> tuple[Selection, tuple[Problem, ...]]:
    """Read the choices that a page over all suites has; what cannot be read is left out and returned as a Problem."""
    selection, problems = EVERYWHERE, []
    for name in names:
        try:
            selection = replace(selection, **{name: _bounded(query.get(name, ""), OVER_SUITES[name])})
        except LeaderboardError as error:
            problems.append(Problem(name, shortened(query[name], MAX_QUOTED), str(error), "none"))
    return selection, tuple(problems)


def query_everywhere(selection: Selection, names: Iterable[str]) -> dict[str, str]:
    """The choices of a page over all suites that were made, as texts."""
    texts = {name: to_text(getattr(selection, name)) for name in names}
    return {name: text for name, text in texts.items() if text}


def _unfit(selection: Selection, tables: Tables) -> str:
    """What weights are expected in place of a preset that does not fit the panel; empty where it fits."""
    if selection.weights == "re-derived" and not _has_oracle(panel_tables(tables, selection.panel)):
        return "weights that do not need an oracle distance, which this panel lacks"
    if selection.weights in PURPOSES:
        try:
            purpose_weights(tables, selection.panel, PURPOSES[str(selection.weights)])
        except NotEnoughData as error:
            return f"weights that this panel can carry ({error})"
    return ""


def changed(
    selection: Selection, choices: Mapping[str, object], before: Tables, after: Tables
) -> tuple[Selection, tuple[Problem, ...]]:
    """A selection of the suite `before` with other choices, each checked; what is empty goes back to its default.

    The suite is `after` from then on. Where suite or panel change, the choices made are checked again too, and those
    that no longer fit go back to their defaults and are reported.
    """
    moved = before.suite.id != after.suite.id
    usual, default = default_selection(before), default_selection(after)
    again = [c.name for c in CHOICES if c.name != "suite" and (moved or (c.of_panel and "panel" in choices))]
    made = {n: getattr(selection, n) for n in again if getattr(selection, n) != getattr(usual, n)}
    texts = {n: to_text(value) for n, value in {**made, **choices}.items()}
    start = default if moved else replace(selection, **{n: getattr(default, n) for n in (*again, *choices)})
    return parse({n: text for n, text in texts.items() if text}, after, start)


def panel_tables(tables: Tables, panel: str) -> Tables:
    """The tables with only the runs, methods and benchmarks of one panel."""
    return memoised(tables, ("panel tables", panel), lambda: _panel_tables(tables, panel))


def _panel_tables(tables: Tables, panel: str) -> Tables:
    runs = tables.runs_of(panel)
    methods, benchmarks = set(runs["method"]), set(runs["benchmark"])
    return replace(
        tables,
        runs=runs,
        methods=tuple(m for m in tables.methods if m.id in methods),
        benchmarks=tuple(b for b in tables.benchmarks if b.id in benchmarks),
    )


def read(name: str, text: str, tables: Tables) -> Any:
    """Read one choice from its text form.

    Raises LeaderboardError with what is expected when the text does not fit.
    """
    return _bounded(text, lambda known: BY_NAME[name].read(known, tables))


def _bounded(text: str, read: Callable[[str], Any]) -> Any:
    if len(text) > MAX_TEXT:
        raise LeaderboardError(f"at most {MAX_TEXT} characters")
    return read(text)


def to_text(value: Any) -> str:
    """The text form of a choice: lists by comma, weights as NAME:weight, numbers as short as they are exact."""
    if isinstance(value, tuple):
        return ",".join(f"{v[0]}:{_short(v[1])}" if isinstance(v, tuple) else str(v) for v in value)
    if isinstance(value, float):
        return _short(value)
    return "" if value is None else str(value)


def to_query(selection: Selection, tables: Tables) -> dict[str, str]:
    """The choices that differ from the suite's defaults, as texts, in a fixed order.

    Suite and rows are always named: a link must not depend on which suite is listed first, and one without rows was
    made when checkpoints were the default.
    """
    default = default_selection(tables)
    changed = {
        c.name: to_text(getattr(selection, c.name))
        for c in CHOICES
        if getattr(selection, c.name) != getattr(default, c.name)
    }
    return {"suite": selection.suite, "rows": selection.rows, **changed}


def numbers_only(selection: Selection, tables: Tables) -> Selection:
    """The same selection with everything that only decides what is shown set back: the key of a cached report."""
    default = default_selection(tables)
    return replace(selection, **{c.name: getattr(default, c.name) for c in CHOICES if c.view_only})


def _float(text: str) -> float | None:
    """A plain decimal number, or None: no inf, nan, underscores or blanks."""
    if not text or len(text) > 32 or not set(text) <= set("0123456789.+-eE"):
        return None
    try:
        value = float(text)
    except ValueError:
        return None
    return value if math.isfinite(value) else None


def _short(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".") or "0"


def _listed(names: list[str], most: int = 12) -> str:
    return ", ".join(names[:most]) + (f" … ({len(names)} in all)" if len(names) > most else "")
