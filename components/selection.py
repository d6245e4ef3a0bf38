"""Every choice that decides numbers, once: its name, default, allowed values and text form.

Page addresses, the HTTP interface and the command line all read and write choices through this
file, so that a link, a request and a command with the same names give the same numbers. What is
open, sorted or found on a page decides no number and is no choice here."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from components import choice_text as reading
from components.choice_text import ROWS
from components.stats.memo import memoised
from components.stats.ranking.grids import BEST
from components.stats.ranking.weights import PURPOSES, default_preset, purpose_weights
from data.errors import LeaderboardError, NotEnoughData
from data.registry import OFFERED_MAPS, Floor, Tables

MAX_TEXT = 4_000
"""Longest text of one choice. A list of 150 methods or 26 weights is shorter."""
FEWEST_DRAWS, MAX_DRAWS = 100, 20_000
MAX_QUOTED = 60
"""Longest stretch of a refused text that a message repeats."""


@dataclass(frozen=True)
class Selection:
    """What a user has chosen. Empty tuples mean all.

    `weights` is the name of a preset or (metric, weight) pairs; `floors` are those of the suite,
    none, or own ones."""

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
        return (
            f"{self.name}: found {self.found!r}, expected {self.expected}; using"
            f" {self.used or 'all'}."
        )


@dataclass(frozen=True)
class Choice:
    """How one field of a Selection is read and written. `read` raises LeaderboardError saying what
    is expected.

    `of_panel` choices name something that must occur in the runs of the chosen panel.
    """

    name: str
    help: str
    read: Callable[[str, Tables], Any]
    of_panel: bool = False


CHOICES: tuple[Choice, ...] = (
    Choice("suite", "the study", reading.suite),
    Choice("panel", "the runs analysed together", reading.one_id(reading.panels)),
    Choice("benchmarks", "only these benchmarks", reading.ids(reading.benchmarks), of_panel=True),
    Choice("seeds", "only these seeds", reading.seeds, of_panel=True),
    Choice("methods", "only these methods", reading.ids(reading.methods), of_panel=True),
    Choice(
        "most",
        "only methods that cost no more: memory_GB:24, of metrics of cost",
        reading.most,
        of_panel=True,
    ),
    Choice("protocol", "how ties are counted", reading.one_of("tie-aware", "published")),
    Choice(
        "scope",
        "over what agreement is averaged: blocks, benchmark:B, runs:B or pooled",
        reading.scope,
        of_panel=True,
    ),
    Choice(
        "transform", "the utility map of metrics that offer both", reading.one_of(*OFFERED_MAPS)
    ),
    Choice(
        "aggregate",
        "average first or map first",
        reading.one_of("score-of-means", "mean-of-scores"),
    ),
    Choice(
        "aim",
        "printed directions, or closeness to the reference where a metric offers it",
        reading.aim,
    ),
    Choice(
        "rows", "what a row of the ranking is, where methods have several checkpoints", reading.rows
    ),
    Choice(
        "tries",
        "at how many tries of a grid its expected best is compared",
        reading.whole(1, 100_000, "auto"),
    ),
    Choice("axes", "two axes of the trade-off: metrics, forgetting or utility", reading.axes),
    Choice("weights", "a preset, or FA:0.2,RA:0.8", reading.weights),
    Choice(
        "floors",
        "what a method must keep to be ranked: suite, none, or utility:0.8:original,FA:0.5",
        reading.floors,
        of_panel=True,
    ),
    Choice(
        "linkage",
        "how clusters are joined",
        reading.one_of("average", "complete", "single", "ward"),
    ),
    Choice("k", "number of clusters", reading.whole(1, 100, "auto")),
    Choice("radius", "expected L1 change of the weights", reading.number(0.01, 1.5)),
    Choice("draws", "random weightings", reading.whole(FEWEST_DRAWS, MAX_DRAWS)),
    Choice("rng", "seed of the random numbers", reading.whole(0, 2**32 - 1)),
    Choice(
        "judge",
        "the judge that reconstructions are measured against",
        reading.one_id(reading.judges),
    ),
    Choice(
        "private_set",
        "only reconstructions of this private set",
        reading.one_id(reading.private_sets),
    ),
    Choice(
        "perturbation",
        "what was done to the models after unlearning",
        reading.one_id(reading.perturbations),
        of_panel=True,
    ),
    Choice(
        "survival",
        "weights of the metrics measured before and after it, as FA:0.2,RA:0.8",
        reading.survival,
    ),
)
BY_NAME: Mapping[str, Choice] = {c.name: c for c in CHOICES}
assert tuple(BY_NAME) == tuple(f.name for f in fields(Selection))


def default_selection(tables: Tables) -> Selection:
    """What a suite shows before anything is chosen."""

    def made() -> Selection:
        rows = opening(tables.suite.id, bool(tables.families))["rows"]
        return Selection(
            tables.suite.id, tables.reference_panel.id, rows=rows, weights=default_preset(tables)
        )

    return memoised(tables, "default selection", made)


def opening(suite: str, families: bool) -> dict[str, str]:
    """The query that opens a suite as on a first visit; `families`: its methods have several
    checkpoints each."""
    return {"suite": suite, "rows": BEST if families else ROWS[0]}


def parse(
    query: Mapping[str, str], tables: Tables, start: Selection | None = None
) -> tuple[Selection, tuple[Problem, ...]]:
    """Read choices from texts onto `start`, by default what the suite shows before anything is
    chosen.

    What cannot be read keeps the value it has there and is returned as a Problem; nothing raises.
    Names that are not choices are left to the caller. Benchmarks, seeds and methods must occur in
    the panel chosen."""
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


def _unfit(selection: Selection, tables: Tables) -> str:
    """What weights are expected in place of a preset that does not fit the panel; empty where it
    fits."""
    own, oracle = panel_tables(tables, selection.panel), tables.oracle
    if selection.weights == "re-derived" and (oracle is None or own.runs[oracle.id].isna().all()):
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
    """A selection of the suite `before` with other choices, each checked; what is empty goes back
    to its default.

    The suite is `after` from then on. Where suite or panel change, the choices made are checked
    again too, and those that no longer fit go back to their defaults and are reported."""
    moved = before.suite.id != after.suite.id
    usual, default = default_selection(before), default_selection(after)
    again = [
        c.name
        for c in CHOICES
        if c.name != "suite" and (moved or (c.of_panel and "panel" in choices))
    ]
    made = {n: getattr(selection, n) for n in again if getattr(selection, n) != getattr(usual, n)}
    texts = {n: to_text(value) for n, value in {**made, **choices}.items()}
    start = (
        default
        if moved
        else replace(selection, **{n: getattr(default, n) for n in (*again, *choices)})
    )
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
    return bounded(text, lambda known: BY_NAME[name].read(known, tables))


def bounded(text: str, read: Callable[[str], Any]) -> Any:
    """Read a text of bounded length. Raises LeaderboardError for a longer one."""
    if len(text) > MAX_TEXT:
        raise LeaderboardError(f"at most {MAX_TEXT} characters")
    return read(text)


def to_text(value: Any) -> str:
    """The text form of a choice: lists by comma, weights as NAME:weight, numbers as short as they
    are exact."""
    if isinstance(value, tuple):
        return ",".join(f"{v[0]}:{_short(v[1])}" if isinstance(v, tuple) else str(v) for v in value)
    if isinstance(value, float):
        return _short(value)
    return "" if value is None else str(value)


def to_query(selection: Selection, tables: Tables) -> dict[str, str]:
    """The choices that differ from the suite's defaults, as texts, in a fixed order.

    Suite and rows are always named: a link must not depend on which suite is listed first, and one
    without rows was made when checkpoints were the default."""
    default = default_selection(tables)
    changed = {
        name: to_text(value)
        for name, value in vars(selection).items()
        if value != getattr(default, name)
    }
    return {"suite": selection.suite, "rows": selection.rows, **changed}


def _short(value: float) -> str:
    return f"{value:.6f}".rstrip("0").rstrip(".") or "0"
