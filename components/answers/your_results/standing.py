"""Where do your methods rank, on what all of them have, and which scores otherwise than the suite
says?"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from itertools import compress

import numpy as np

from components.format import MARK, at_most, counted, few, joined, number, shortened
from components.own_ids import beside
from components.resolved import Resolved
from components.results.pair_tests import all_pair_tests
from components.results.pair_verdicts import REASONS
from components.selection import default_selection, to_text
from data.registry import Tables

CLASH = 0.1
"""Scores of one method that differ by more come from different set-ups."""


@dataclass(frozen=True)
class Row:
    """A method: `kind` is mine, theirs or clash; one with a reason `why` it has no rank is not
    drawn."""

    method: str
    label: str
    score: float
    rank: int | None
    kind: str
    why: str


@dataclass(frozen=True)
class Standing:
    """All methods by score, then those without a rank; `best` is the first of the reader's own.

    `clashes` are methods with their scores as brought and in the suite, `sure` says which ranks are
    possible, or why nobody knows."""

    rows: tuple[Row, ...]
    best: Row | None
    metrics: tuple[str, ...]
    benchmarks: int
    uncounted: tuple[str, ...]
    clashes: tuple[tuple[str, float, float], ...]
    sure: str = ""


def choices(made: Tables, panel: str) -> dict[str, str]:
    """Return the choices under which the reader's methods have a rank: the default weights on what
    all of them have.

    That is the most benchmarks and metrics together; if all have none, of what most have. Floors on
    other metrics are off."""
    start = default_selection(made)
    view = Resolved(made, replace(start, panel=panel or start.panel))
    found = {"panel": panel} if panel not in ("", start.panel) else {}
    mine = np.array([view.labels.method(m).endswith(MARK) for m in view.panel.methods], dtype=bool)
    there = ~np.isnan(view.panel.cells) & [not m.by_hand for m in view.panel.metrics]
    own = there[:, mine] & there[:, ~mine].any(axis=1, keepdims=True) if mine.any() else there
    if not own.any():
        return found
    b, k = np.unravel_index(own.sum(axis=1).argmax(), own[:, 0].shape)
    full = np.asarray(own[:, own[b, :, k]].all(axis=1))
    options = [
        (np.asarray(full[:, metrics].all(axis=1)), metrics) for metrics in [*full, full.all(axis=0)]
    ]
    benchmarks, metrics = max(options, key=lambda r: r[0].sum() * r[1].sum())
    if (metrics != (view.w > 0)).any():
        weights = view.w if view.w[metrics].any() else np.ones(len(metrics))
        shares = zip(
            view.panel.metric_ids, (weights / weights[metrics].sum()).tolist(), strict=True
        )
        found["weights"] = to_text(tuple(compress(shares, metrics)))
    if not benchmarks.all():
        found["benchmarks"] = to_text(tuple(compress(view.panel.benchmarks, benchmarks)))
    floors = tuple(f for f in view.floors if metrics[list(view.serving(f.on))].all())
    return (
        found if len(floors) == len(view.floors) else {**found, "floors": to_text(floors) or "none"}
    )


def standing(view: Resolved, mine: Collection[str], together: bool = False) -> Standing:
    """Return where methods stand; `mine` are the ids of the reader's own, `together` ranks what
    clashes too."""
    methods, labels, gaps = view.panel.methods, view.labels, np.isnan(view.utilities)
    weighted = [
        labels.metric(m) for m, w in zip(view.panel.metric_ids, view.w, strict=True) if w > 0
    ]
    why = dict.fromkeys((*methods, *mine), "lacks every value here")
    for m, below, own in zip(methods, view.below, gaps[:, view.w > 0], strict=True):
        why[m] = (
            "below the floor" if below else f"lacks {weighted[own.argmax()]}" if own.any() else ""
        )
    scores = dict(zip(methods, view.scores.tolist(), strict=True))
    twins = {m: beside(m) for m in methods if beside(m) in scores and not together}
    clashing = [m for m, own in twins.items() if abs(scores[m] - scores[own]) > CLASH]
    counting = [scores[m] for m in methods if not why[m] and m not in clashing]
    names = {m: labels.method(m).removesuffix(MARK) for m in why}
    rows = []
    for m in why:
        kind = "clash" if m in clashing else "mine" if m in mine else "theirs"
        out = "" if m in clashing else why[m]
        rank = None if why[m] or m in clashing else 1 + sum(score > scores[m] for score in counting)
        rows.append(Row(m, names[m], 0.0 if out else scores[m], rank, kind, out))
    rows.sort(key=lambda r: (bool(r.why), -r.score))
    best = min(
        (r for r in rows if r.kind == "mine"), key=lambda r: (r.rank is None, r.rank), default=None
    )
    uncounted = []
    for metric, w, gap in zip(view.panel.metrics, view.w, gaps.T, strict=True):
        lack = [shortened(names[methods[i]], 20) for i in np.flatnonzero(gap)]
        if not w and not metric.by_hand and len(lack) < len(methods):
            who = (
                f"{joined(at_most(2, lack))} lack{'s' * (len(lack) < 2)} it"
                if lack
                else "no weight by default"
            )
            uncounted.append(f"{metric.label}: {who}")
    clashes = tuple((labels.method(twins[m]), scores[m], scores[twins[m]]) for m in clashing)
    found = Standing(
        tuple(rows), best, tuple(weighted), len(view.panel.benchmarks), tuple(uncounted), clashes
    )
    if best is None or not best.rank or len(counting) < 2 or clashes:
        return found
    tests = view.of(all_pair_tests)
    low, high = ((tests.board.rank_sets if tests.board else None) or {}).get(
        best.method, (None, None)
    )
    ranks = f"ranks {low} to {high} are possible" if low != high else "no other rank is possible"
    reason = f"{REASONS.get(tests.seeds.reason, 'it is not tested')}, so nobody can say how surely"
    return replace(found, sure=ranks if low else reason)


def sentences(result: Standing) -> tuple[str, str]:
    """Return the first line, and on what the rank rests."""
    best, ranked = result.best, [r for r in result.rows if r.rank]
    name = shortened(best.label, 40) if best else ""
    places = f" and {result.benchmarks} benchmarks" if result.benchmarks > 1 else ""
    on = (
        f"On {counted(len(result.metrics), 'metric')}{places}:"
        f" {joined(at_most(4, list(result.metrics)))}."
    )
    if result.clashes:
        twin, mine, theirs = result.clashes[0]
        matched = (
            f"If they matched, {name} would rank {best.rank} of {len(ranked)}. "
            if best and best.rank
            else ""
        )
        return (
            f"Your {twin} scores {number(mine)}, the suite’s {number(theirs)}: the set-ups differ.",
            matched + on,
        )
    if best is None:
        return "No method can be ranked.", on
    if not best.rank:
        return f"{name} has no rank: it {'is ' * best.why.startswith('below')}{best.why}.", on
    if len(ranked) == 1:
        return f"{name} is the only method ranked.", on
    level = [shortened(r.label, 30) for r in ranked if r.rank == best.rank and r != best]
    if level:
        return (
            f"{name} ties with {few(level, 'other method')} for rank {best.rank} of {len(ranked)}.",
            on,
        )
    return f"{name} ranks {best.rank} of {len(ranked)}; {result.sure}.", on
