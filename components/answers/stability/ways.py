"""In how many ways of ranking does each method lead? Every combination of choices that a panel
offers, counted once."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import product

import numpy as np
import plotly.graph_objects as go
from plotly.subplots import make_subplots

from components.answers.record import Absent, Answer, Look, Part, Said
from components.format import counted, figure_text, shortened
from components.plotting.theme import palette
from components.resolved import Resolved, unweighted
from components.stats.panel import Floats
from components.stats.ranking.ranks import competition_ranks, rounded
from components.stats.ranking.weights import presets
from components.table import Column, Table, table
from components.words import NAMED, Labels
from data.errors import NotEnoughData
from data.registry import OFFERED_MAPS

WEIGHTINGS = (
    "published",
    "balanced",
    "forgetting_first",
    "privacy_first",
    "utility_first",
    "equal",
    "re-derived",
    "within-benchmark",
    "cross-validated",
)
"""The named weightings that count as ways, where a panel offers them."""
KINDS = {
    "weights": "weights",
    "transform": "utility map",
    "aggregate": "averaging",
    "floors": "floors",
    "without": "benchmarks",
}
"""The kinds of choices, by the field of a combination."""
READING = (
    "All combinations of the named weights, utility maps, ways of averaging, floors, and all"
    " benchmarks or all but one; those with the same scores count once."
)
PICTURE = (
    "Each column is a way of ranking: above, how far its first method leads; below, the choices"
    " that make it."
)
SHAPES = ("circle", "square", "diamond", "triangle-up", "x")
SAME = 9
"""Decimals to which scores must agree for two combinations to be one way."""


@dataclass(frozen=True)
class Combination:
    """One choice of each kind; `without` is the benchmark that is left out, "" for none."""

    weights: str
    transform: str
    aggregate: str
    floors: str
    without: str


@dataclass(frozen=True)
class Choice:
    """In how many ways with one choice each row leads."""

    kind: str
    value: str
    called: str
    ways: int
    leads: Mapping[str, int]


@dataclass(frozen=True, eq=False)
class Way:
    """Combinations that give the same rows the same scores, best first; `leaders` share rank 1."""

    names: tuple[Combination, ...]
    rows: tuple[str, ...]
    scores: Floats
    ranks: Floats

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """The rows at rank 1."""
        return tuple(m for m, rank in zip(self.rows, self.ranks, strict=True) if rank == 1)

    @property
    def margin(self) -> float:
        """The lead of the first row over the second, 0 if they tie."""
        return float(self.scores[0] - self.scores[1])


@dataclass(frozen=True, eq=False)
class Ways:
    """All ways of ranking; `left_out` are the combinations with fewer than two ranked rows."""

    ways: tuple[Way, ...]
    left_out: tuple[Combination, ...]

    @property
    def leads(self) -> dict[str, int]:
        """In how many ways each row leads alone, most first; rows that never do are absent."""
        alone = [way.leaders[0] for way in self.ways if len(way.leaders) == 1]
        counts = {m: alone.count(m) for m in dict.fromkeys(alone)}
        return dict(sorted(counts.items(), key=lambda pair: -pair[1]))

    @property
    def ties(self) -> int:
        """In how many ways several rows share the lead."""
        return sum(len(way.leaders) > 1 for way in self.ways)

    @property
    def ranks(self) -> dict[str, tuple[int, int]]:
        """The best and the worst rank of each row over the ways that rank it."""
        found: dict[str, list[int]] = {}
        for way in self.ways:
            for row, rank in zip(way.rows, way.ranks.tolist(), strict=True):
                found.setdefault(row, []).append(int(rank))
        return {row: (min(ranks), max(ranks)) for row, ranks in found.items()}


@unweighted
def compute(view: Resolved) -> Ways | Absent:
    """Return every way of ranking the runs shown. Combinations that the panel does not offer are
    not counted."""
    found: dict[tuple[tuple[str, ...], bytes], Way] = {}
    left_out = []
    for name, own in combinations(view):
        rows, scores = ranking(own)
        if len(rows) < 2:
            left_out.append(name)
            continue
        key = rows, np.round(scores, SAME).tobytes()
        known = found.get(key) or Way(
            (), rows, scores, competition_ranks(rounded(scores)).astype(float)
        )
        found[key] = replace(known, names=(*known.names, name))
    if not found:
        return Absent("No combination of choices ranks two methods.")
    return Ways(tuple(sorted(found.values(), key=lambda way: -way.margin)), tuple(left_out))


def combinations(view: Resolved) -> Iterator[tuple[Combination, Resolved]]:
    """Yield every combination that the panel offers, with its view."""
    tables, chosen, benchmarks = view.tables, view.selection, view.panel.benchmarks
    maps = OFFERED_MAPS if any(len(m.utilities) > 1 for m in tables.scores) else OFFERED_MAPS[:1]
    floors = ("suite", "none") if tables.floors.get(chosen.panel) else ("suite",)
    for without in ("", *(benchmarks if len(benchmarks) > 1 else ())):
        kept = tuple(b for b in benchmarks if b != without) if without else chosen.benchmarks
        base = replace(chosen, benchmarks=kept, protocol="tie-aware")
        known = [p.name for p in presets(tables) if p.name in WEIGHTINGS]
        offered = [w for w in known if _offers(Resolved(tables, replace(base, weights=w)))]
        for w, transform, aggregate, floor in product(
            offered, maps, ("score-of-means", "mean-of-scores"), floors
        ):
            own = replace(base, weights=w, transform=transform, aggregate=aggregate, floors=floor)
            yield Combination(w, transform, aggregate, floor, without), Resolved(tables, own)


def _offers(view: Resolved) -> bool:
    try:
        return bool(view.w.any())
    except NotEnoughData:
        return False


def ranking(view: Resolved) -> tuple[tuple[str, ...], Floats]:
    """Return the ranked rows and their scores, best first, equal ones in registry order."""
    scores = view.scores[view.ranked]
    names: Sequence[str] = [view.panel.methods[i] for i in view.ranked]
    if view.grids is not None:
        scores, names = view.grids.scores(scores), view.grids.names
    order = np.argsort(-rounded(scores), kind="stable")
    return tuple(names[i] for i in order), scores[order]


def line(ways: Ways, names: Labels) -> str:
    """Return in how many ways each method leads, in one sentence."""
    leads, n = ways.leads, len(ways.ways)
    first = list(leads)[:NAMED]
    if len(first) == 1 and leads[first[0]] == n:
        return f"{names.method(first[0])} leads in all {n} ways of ranking." if n > 1 else ""
    parts = [
        f"{names.method(m)} {'leads in ' if i == 0 else 'in '}{leads[m]}"
        for i, m in enumerate(first)
    ]
    others = sum(leads.values()) - sum(leads[m] for m in first)
    said = ", ".join([*parts, *([f"others in {others}"] if others else [])])
    tied = f"{ways.ties} {'ends' if ways.ties == 1 else 'end'} in a tie" if ways.ties else ""
    return f"Of {counted(n, 'way')} of ranking, {'; '.join(filter(None, [said, tied]))}."


def say(result: Ways, names: Labels) -> Said:
    left = counted(len(result.left_out), "combination")
    verb = "ranks" if len(result.left_out) == 1 else "rank"
    return Said(
        [line(result, names)],
        [READING, f"{left} {verb} fewer than two methods." if result.left_out else ""],
    )


def by_choice(result: Ways, names: Labels) -> list[Choice]:
    """Return, for each choice of each kind that has several, in how many ways with it each row
    leads."""
    rows = []
    for kind, title in KINDS.items():
        values = list(dict.fromkeys(getattr(c, kind) for way in result.ways for c in way.names))
        for value in values if len(values) > 1 else ():
            own = [way for way in result.ways if any(getattr(c, kind) == value for c in way.names)]
            leads = Ways(tuple(own), ()).leads
            rows.append(Choice(title, value, called(kind, value, names), len(own), leads))
    return rows


def called(kind: str, value: str, names: Labels) -> str:
    """Return what one choice is called: utility first, without News, no floor."""
    if kind == "without":
        return f"without {names.benchmark(value)}" if value else "all benchmarks"
    if kind == "floors":
        return "floors of the suite" if value == "suite" else "no floor"
    return value.replace("_", " ").replace("-", " ")


def choices_table(result: Ways, names: Labels) -> Table[Choice]:
    """One row per choice: in how many ways with it each method leads."""
    column = Column[Choice]
    columns = (
        column("kind", lambda c: c.kind, "choice", place="print"),
        column("value", lambda c: c.value, place="file"),
        column("called", lambda c: c.called, "with", place="print"),
        column("ways", lambda c: c.ways, kind="count", place="print"),
        column("leads", lambda c: _leads(c.leads, names), "leads", place="print"),
    )
    return table(columns, by_choice(result, names))


def _leads(leads: Mapping[str, int], names: Labels) -> str:
    return ", ".join(f"{names.method(m)} in {n}" for m, n in leads.items()) or "a tie in all"


def draw(result: Ways, look: Look) -> go.Figure:
    """Draw the leader's margin of every way, largest first, and below it which choices it is made
    of."""
    names, colours, leads = look.names, palette(look.mode), list(result.leads)
    rows = [
        (kind, c.value, c.called)
        for kind, title in KINDS.items()
        for c in by_choice(result, names)
        if c.kind == title
    ]
    fig = make_subplots(
        rows=2, cols=1, shared_xaxes=True, vertical_spacing=0.03, row_heights=[2, max(len(rows), 1)]
    )
    for i, leader in enumerate([*leads[: len(SHAPES)], ""]):
        own = [
            n
            for n, way in enumerate(result.ways)
            if (way.leaders[0] if len(way.leaders) == 1 else "") == leader
        ]
        if not own:
            continue
        look_of = {
            "symbol": SHAPES[i % len(SHAPES)],
            "size": 8,
            "color": colours.accent if i == 0 else colours.ink,
        }
        fig.add_scatter(
            x=own,
            y=[result.ways[n].margin for n in own],
            mode="markers",
            marker=look_of if i < 2 else {**look_of, "color": colours.muted},
            name=figure_text(names.method(leader)) if leader else "several tie",
            hovertemplate="%{y:.3f} ahead<extra>%{fullData.name}</extra>",
            row=1,
            col=1,
        )
    dots = [
        (n, len(rows) - 1 - r)
        for n, way in enumerate(result.ways)
        for r, (kind, value, _) in enumerate(rows)
        if any(getattr(c, kind) == value for c in way.names)
    ]
    marker = {"symbol": "square", "size": 5, "color": colours.muted}
    x, y = ([d[axis] for d in dots] for axis in (0, 1))
    fig.add_scatter(
        x=x, y=y, mode="markers", marker=marker, hoverinfo="skip", showlegend=False, row=2, col=1
    )
    fig.update_yaxes(title_text="lead in score", row=1, col=1, rangemode="tozero")
    ticks = [figure_text(shortened(name, 28)) for *_, name in rows][::-1]
    fig.update_yaxes(tickvals=list(range(len(rows))), ticktext=ticks, showgrid=False, row=2, col=1)
    fig.update_xaxes(showticklabels=False, showgrid=False, zeroline=False)
    fig.update_xaxes(title_text="ways of ranking, by the lead of the first", row=2, col=1)
    return fig.update_layout(height=260 + 20 * len(rows))


def ways_table(result: Ways, names: Labels) -> Table[Way]:
    """One row per way: who leads, by how much, and the combinations that give it."""
    column = Column[Way]
    columns = (
        column("leader", lambda w: w.leaders, kind="method", place="print"),
        column("margin", lambda w: w.margin, "lead", kind="number", place="print"),
        column("names", lambda w: tuple(w.names), place="file"),
        column("combinations", lambda w: _combined(w.names, names), place="screen only"),
    )
    return table(columns, result.ways)


def _combined(combinations: Sequence[Combination], names: Labels) -> str:
    first = combinations[0]
    text = ", ".join(
        called(kind, getattr(first, kind), names) for kind in KINDS if getattr(first, kind)
    )
    return f"{text} (and {len(combinations) - 1} more)" if len(combinations) > 1 else text


def facts(result: Ways) -> Mapping[str, object]:
    """Return how many ways there are, who leads in how many, and the ranks of each row."""
    return {
        "n": len(result.ways),
        "left_out": len(result.left_out),
        "leads": result.leads,
        "ties": result.ties,
        "ranks": result.ranks,
    }


WAYS = Answer(
    "ways",
    compute,
    say,
    (
        Part("rows", "Ways of ranking by the lead of the first", ways_table, draw, reading=PICTURE),
        Part("choices", "Who leads with each choice", choices_table, shown="open"),
    ),
    facts=facts,
    key="ways",
)
