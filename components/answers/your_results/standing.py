"""Where do your methods rank, on what all of them have, and which scores otherwise than the suite says?"""

from collections.abc import Collection
from dataclasses import dataclass, replace

import numpy as np
import pandas as pd

from components.answers.stability.inferred import inferred
from components.answers.stability.verdicts import REASONS
from components.format import MARK, at_most, counted, joined, number, shortened
from components.own_ids import beside
from components.resolved import Resolved
from components.selection import default_selection, to_text
from data.registry import Tables

CLASH = 0.1
"""Scores of one method that differ by more come from different set-ups."""


@dataclass(frozen=True)
class Row:
    """A method: `kind` is mine, theirs or clash; `why` says the reason where there is no rank."""

    method: str
    label: str
    score: float | None
    rank: int | None
    kind: str
    why: str


@dataclass(frozen=True)
class Standing:
    """All methods by score, then those without a rank; `sure` says which ranks are possible, or why nobody knows."""

    rows: tuple[Row, ...]
    metrics: tuple[str, ...]
    benchmarks: int
    uncounted: tuple[str, ...]
    clashes: tuple[tuple[str, float, float], ...]
    sure: str = ""

    @property
    def best(self) -> Row | None:
        """The first of the reader's own methods."""
        return min((r for r in self.rows if r.kind == "mine"), key=lambda r: (r.rank is None, r.rank), default=None)


def yours(tables: Tables) -> tuple[str, ...]:
    """Return the ids of the methods that a reader added; none in a suite of its own."""
    return tuple(m.id for m in tables.methods if m.label.endswith(MARK))


def measured(view: Resolved, methods: Collection[str]) -> pd.DataFrame:
    """Return of which metrics methods have a value, by benchmark and method; none that is weighed by hand only."""
    ids = [m.id for m in view.tables.scores if not m.by_hand]
    runs = view.selected_runs[view.selected_runs["method"].isin(list(methods))]
    return runs.groupby(["benchmark", "method"], observed=True)[ids].count() > 0


def common(there: pd.DataFrame) -> tuple[set[str], set[str]]:
    """Return the most benchmarks and metrics that every method has; if there are none, those that most have."""
    who = {
        (str(b), str(k)): set(part.index[part[k]].get_level_values("method"))
        for b, part in there.groupby(level="benchmark", observed=True)
        for k in there.columns
    }
    most = max(who.values(), key=len, default=set[str]())
    own = {b: {k for k in map(str, there.columns) if most and who[b, k] >= most} for b, _ in who}
    options = [*own.values(), set.intersection(*own.values())] if own else [set[str]()]
    rectangles = [({b for b in own if metrics and own[b] >= metrics}, metrics) for metrics in options]
    return max(rectangles, key=lambda r: len(r[0]) * len(r[1]))


def choices(made: Tables, panel: str) -> dict[str, str]:
    """Return the choices under which the reader's methods have a rank: the default weights on what all of them have.

    Floors on what was not measured are off.
    """
    start, mine = default_selection(made), yours(made)
    view = Resolved(made, replace(start, panel=panel or start.panel))
    theirs = measured(view, [m.id for m in made.candidates if m.id not in mine])
    there = theirs.groupby(level="benchmark", observed=True).any()
    own = measured(view, mine) & there.reindex(measured(view, mine).index, level="benchmark") if mine else theirs
    benchmarks, metrics = common(own.astype(bool))
    found = {} if view.selection.panel == start.panel else {"panel": panel}
    before = dict(zip(view.panel.metric_ids, view.w.tolist(), strict=True))
    if metrics and metrics != {m for m, w in before.items() if w}:
        kept = {m: w for m, w in before.items() if m in metrics}
        whole = sum(kept.values())
        found["weights"] = to_text(tuple((m, w / whole if whole else 1 / len(kept)) for m, w in kept.items()))
    if benchmarks and benchmarks != set(view.panel.benchmarks):
        found["benchmarks"] = to_text(tuple(b for b in view.panel.benchmarks if b in benchmarks))
    floors = tuple(f for f in view.floors if {view.panel.metric_ids[i] for i in view.serving(f.on)} <= metrics)
    return found if len(floors) == len(view.floors) else {**found, "floors": to_text(floors) or "none"}


def standing(view: Resolved, mine: Collection[str], together: bool = False) -> Standing:
    """Return where methods stand; `mine` are the ids of the reader's own, `together` ranks what clashes too."""
    methods, labels = view.panel.methods, view.labels
    scores = dict(zip(methods, view.scores.tolist(), strict=True))
    ranked = {methods[i] for i in view.ranked}
    twins = {m: beside(m) for m in yours(view.tables) if m in scores and beside(m) in scores}
    clashing = [m for m in methods if not together and m in twins and abs(scores[m] - scores[twins[m]]) > CLASH]
    counting = ranked - set(clashing)
    gaps = np.isnan(view.utilities) & (view.w > 0)
    rows = []
    for i, m in enumerate(methods):
        lacks = next((labels.metric(k) for k, gap in zip(view.panel.metric_ids, gaps[i], strict=True) if gap), "")
        why = "" if m in ranked else "below the floor" if view.below[i] or not lacks else f"lacks {lacks}"
        rank = 1 + sum(scores[o] > scores[m] for o in counting) if m in counting else None
        kind = "clash" if m in clashing else "mine" if m in mine else "theirs"
        score = scores[m] if m in {*ranked, *clashing} else None
        rows.append(Row(m, labels.method(m).removesuffix(MARK), score, rank, kind, why))
    gone = [(m, labels.method(m).removesuffix(MARK)) for m in mine if m not in scores]
    rows += [Row(m, name, None, None, "mine", "lacks every value here") for m, name in gone]
    rows.sort(key=lambda r: (r.score is None, -(r.score or 0.0)))
    weighted = tuple(labels.metric(m) for m, w in zip(view.panel.metric_ids, view.w, strict=True) if w > 0)
    clashes = tuple((labels.method(twins[m]), scores[m], scores[twins[m]]) for m in clashing)
    found = Standing(tuple(rows), weighted, len(view.panel.benchmarks), _uncounted(view), clashes)
    best = found.best
    if best is None or best.rank is None or len(counting) < 2 or clashes:
        return found
    sure = view.of(inferred)
    low, high = ((sure.board.rank_sets if sure.board else None) or {}).get(best.method, (None, None))
    reason = f"{REASONS.get(sure.seeds.reason, 'it is not tested')}, so nobody can say how surely"
    ranks = f"ranks {low} to {high} are possible" if low != high else "no other rank is possible"
    return replace(found, sure=ranks if low else reason)


def _uncounted(view: Resolved) -> tuple[str, ...]:
    """Return why each metric that was measured does not count."""
    there, found = measured(view, view.panel.methods).groupby(level="method", observed=True).all(), []
    empty = [bool(np.isnan(own).all()) for own in view.utilities.T]
    for own, w, gone in zip(view.panel.metric_ids, view.w, empty, strict=True):
        if not w and own in there and not gone:
            lacking = [shortened(view.labels.method(str(m)).removesuffix(MARK), 20) for m in there.index[~there[own]]]
            who = joined(at_most(2, lacking)) or "some benchmark"
            found.append(f"{view.labels.metric(own)}: {who} lack{'s' * (len(lacking) < 2)} it")
    return tuple(found)


def verdict(result: Standing) -> str:
    """Return the first line."""
    if result.clashes:
        name, mine, theirs = result.clashes[0]
        return f"Your {name} scores {number(mine)}, the suite’s {number(theirs)}: the set-ups differ."
    best, ranked = result.best, [r for r in result.rows if r.rank is not None]
    if best is None:
        return "No method can be ranked."
    name, level = shortened(best.label, 40), [shortened(r.label, 30) for r in ranked if r.rank == best.rank]
    if best.rank is None:
        return f"{name} has no rank: it {'is ' * best.why.startswith('below')}{best.why}."
    if len(ranked) == 1:
        return f"{name} is the only method ranked."
    if len(level) > 1:
        who = joined(level) if len(level) < 4 else f"{len(level)} methods, {name} among them,"
        return f"{who} rank {best.rank} of {len(ranked)}: their scores tie."
    return f"{name} ranks {best.rank} of {len(ranked)}; {result.sure}."


def support(result: Standing) -> str:
    """Return on what the rank rests, and what it would be if the set-ups matched."""
    best, places = result.best, f" and {result.benchmarks} benchmarks" if result.benchmarks > 1 else ""
    on = f"On {counted(len(result.metrics), 'metric')}{places}: {joined(at_most(4, list(result.metrics)))}."
    if not result.clashes or best is None or best.rank is None:
        return on
    ranked = sum(r.rank is not None for r in result.rows)
    return f"If they matched, {shortened(best.label, 40)} would rank {best.rank} of {ranked}. {on}"
