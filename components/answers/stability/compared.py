"""Which ranked rows are compared, and their letters where the design could find a difference at all."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.labels import Labels
from components.resolved import Resolved, reads
from components.stats.separation.compared import Compared, Letters, letters, out_of_reach
from components.stats.separation.scores import benchmark_scores, scores_of_grids
from components.text import counted, joined

NAMED = 3
"""At most so many pairs or benchmarks are named in a sentence."""
SHARED = "Methods that share a letter are not shown to differ (p above 0.05 after Holm's correction)."


@dataclass(frozen=True, eq=False)
class Lettering:
    """The letters of the ranked rows, best first; `nested` are benchmarks within another one, as (inner, outer)."""

    found: Letters
    benchmarks: int
    methods: int
    pairs: int
    nested: tuple[tuple[str, str], ...]

    @property
    def hopeless(self) -> bool:
        """Whether no pair could be significant, whatever the data."""
        return out_of_reach(self.benchmarks, self.pairs)


def compared(view: Resolved) -> Compared:
    """The ranked rows of a selection with their scores on each benchmark."""
    panel, rows, grids = view.panel, view.ranked, view.grids
    scores = benchmark_scores(panel, view.w, view.selection.transform, view.aggregate).taken(rows)
    overall = view.scores[rows]
    if grids is None:
        place = {m.id: i for i, m in enumerate(view.tables.candidates)}
        names = tuple(panel.methods[i] for i in rows)
        order = np.lexsort((np.array([place[n] for n in names]), -overall))
    else:
        scores, names = scores_of_grids(scores, grids, overall), grids.names
        overall = grids.scores(overall)
        order = np.argsort(-overall, kind="stable")
    benchmark = {b.id: i for i, b in enumerate(view.tables.benchmarks)}
    return Compared(
        names=tuple(names[i] for i in order),
        ranks=tuple(view.row_ranks[names[i]] for i in order),
        scores=scores.taken(order),
        differs=bool(np.abs(scores.cells.mean(axis=0) - overall).max(initial=0.0) > 1e-9) if len(order) else False,
        places=tuple(benchmark[b] for b in panel.benchmarks),
    )


@reads(rows=True, without=("radius",))
def lettering(view: Resolved) -> Lettering:
    """The letters of the ranked rows. No p is computed where none could be significant."""
    rows = compared(view)
    found = letters(rows, view.selection.rng)
    return Lettering(found, len(rows.places), len(rows.names), len(rows.pairs[0]), nested(view))


def nested(view: Resolved) -> tuple[tuple[str, str], ...]:
    """Benchmarks shown that lie within another one shown, as (inner, the next outer one), in registry order."""
    outer = {b.id: b.within for b in view.tables.benchmarks}
    benchmarks, pairs = [b for b in outer if b in view.panel.benchmarks], []
    for inner in benchmarks:
        around = outer[inner]
        while around and around not in benchmarks:
            around = outer[around]
        if around:
            pairs.append((inner, around))
    return tuple(pairs)


def letters_sentence(result: Lettering | None, names: Labels) -> str:
    """Beside the ranking: what its letters say, or why it has none."""
    if result is None or result.found.could is None:
        return ""
    if result.found.letters is not None:
        return f"{SHARED} {nested_sentence(result.nested, names)}".strip()
    if result.hopeless:
        return hopeless(result)
    return f"No letters of separable groups are given: {result.found.reason}."


def hopeless(result: Lettering) -> str:
    """That so few benchmarks separate nobody, whatever the data, and how many could."""
    if result.found.could is None:
        return ""
    these = "the two methods" if result.methods == 2 else f"any two of the {result.methods} methods"
    return (
        f"{counted(result.benchmarks, 'benchmark').capitalize()} cannot separate {these}, whatever the data; at least "
        f"{result.found.could} could."
    )


def nested_sentence(nested: Sequence[tuple[str, str]], names: Labels) -> str:
    """Which benchmarks lie within others, and what that means."""
    if not nested:
        return ""
    labelled = [(names.benchmark(a), names.benchmark(b)) for a, b in nested[:NAMED]]
    pairs = [f"{a} {'lies ' if i == 0 else ''}within {b}" for i, (a, b) in enumerate(labelled)]
    more = [counted(len(nested) - NAMED, "other") + " likewise"] if len(nested) > NAMED else []
    return (
        f"{joined([*pairs, *more])}: these are no independent cases, so the p, intervals and plans of these benchmarks "
        "are too sure."
    )
