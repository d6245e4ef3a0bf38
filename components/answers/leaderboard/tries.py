"""Which method is best when all have as many tries? Grids of checkpoints, and the expected best of
k of them."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from components.answers.record import Answer, Part, Said
from components.format import counted, joined, number
from components.resolved import Resolved
from components.stats.panel import Floats
from components.stats.ranking.tries import expected_best, optimism
from components.table import Column, Table, table
from components.words import NAMED, Labels

ONE_RUN = "one run per checkpoint: the runs that select the best also report it"
NO_COMMON_SEEDS = "fewer than two seeds are common to all checkpoints on every benchmark"


@dataclass(frozen=True, eq=False)
class Grid:
    """One method and the scores (g,) of its ranked checkpoints under the current weights.

    best_checkpoint  the first of equal ones; the same runs select it and report its score
    expected_best    of as many checkpoints drawn without replacement as are compared; None if it
                     has fewer
    optimism         by how much the best flatters: the gap to what a seed left out gives the
                     checkpoint chosen on the others (`stats.ranking.tries.optimism`); None with the
                     reason
    """

    family: str
    scores: Floats
    best_checkpoint: str
    expected_best: float | None
    optimism: float | None
    optimism_reason: str

    @property
    def checkpoints(self) -> int:
        """How many checkpoints have a rank."""
        return len(self.scores)


@dataclass(frozen=True, eq=False)
class Grids:
    """The methods with ranked checkpoints among the runs selected, best first; none in a suite
    without grids.

    tries   the number of tries compared, the same for all, so that a larger grid has no advantage
    single  every checkpoint is one run on each benchmark
    """

    rows: tuple[Grid, ...]
    tries: int
    single: bool


def compute(view: Resolved) -> Grids:
    """Return each grid under the current weights, at the chosen number of tries or that of the
    smallest grid."""
    members = {
        name: own[view.eligible[own]]
        for name, own in view.families.items()
        if view.eligible[own].any()
    }
    wanted = view.selection.tries
    tries = (
        min((own.size for own in members.values()), default=1)
        if isinstance(wanted, str)
        else wanted
    )
    rows = [_grid(view, name, own.tolist(), tries) for name, own in members.items()]
    single = bool((view.panel.present.sum(axis=1) <= 1).all())
    return Grids(tuple(sorted(rows, key=lambda r: -r.scores.max())), tries, single)


def _grid(view: Resolved, name: str, members: Sequence[int], tries: int) -> Grid:
    scores, panel, chosen = view.scores[members], view.panel, view.selection
    single = bool((panel.present[:, :, members].sum(axis=1) <= 1).all())
    gap = (
        None
        if single
        else optimism(panel, view.w, members, transform=chosen.transform, aggregate=view.aggregate)
    )
    return Grid(
        family=name,
        scores=scores,
        best_checkpoint=panel.methods[members[int(np.argmax(scores))]],
        expected_best=expected_best(scores, tries) if tries <= len(scores) else None,
        optimism=gap,
        optimism_reason="" if gap is not None else ONE_RUN if single else NO_COMMON_SEEDS,
    )


def say(result: Grids, names: Labels) -> Said:
    if not result.rows:
        return Said()
    known = [(r.expected_best, r) for r in result.rows if r.expected_best is not None]
    if not known:
        return Said([f"No method has {counted(result.tries, 'checkpoint')} to compare."])
    value, first = max(known, key=lambda pair: pair[0])
    each = "one try" if result.tries == 1 else f"{result.tries} tries"
    best = (
        ""
        if first is result.rows[0]
        else f" The best single checkpoint is one of {names.method(result.rows[0].family)}."
    )
    lower = [
        f"{names.method(r.family)} by {number(r.optimism)}"
        for r in result.rows
        if r.optimism is not None
    ]
    judged = (
        f"Judged by a seed that did not choose it, the best scores lower: {joined(lower[:NAMED])}."
        if lower
        else ""
    )
    unknown = (
        "With one run per checkpoint nobody can say by how much the choice of the best flatters."
    )
    lead = (
        f"With {each} each, {names.method(first.family)} is expected to reach the best score:"
        f" {number(value)}.{best}"
    )
    return Said([lead, judged or (unknown if result.single else "")])


def families_table(result: Grids, names: Labels) -> Table[Grid]:
    """One row per method: its best checkpoint, its median, the expected best of equal tries, and
    its optimism."""
    column, k = Column[Grid], result.tries
    columns = (
        column("family", lambda r: r.family, "method", kind="method", place="print"),
        column("checkpoints", lambda r: r.checkpoints, kind="count", place="print"),
        column(
            "best",
            lambda r: float(r.scores.max()),
            "best score",
            kind="number",
            better="higher",
            place="print",
        ),
        column(
            "median",
            lambda r: float(np.median(r.scores)),
            "median",
            kind="number",
            better="higher",
            place="print",
        ),
        column("expected_best.k", lambda r: k, kind="count", place="file"),
        column(
            "expected_best.value",
            lambda r: r.expected_best,
            f"expected best of {k}",
            kind="number",
            better="higher",
            place="print",
        ),
        column(
            "optimism",
            lambda r: r.optimism,
            "best flatters by",
            kind="number",
            why="optimism_reason",
            place="file" if all(r.optimism is None for r in result.rows) else "print",
        ),
        column("optimism_reason", lambda r: r.optimism_reason, place="file"),
        column(
            "best_checkpoint",
            lambda r: r.best_checkpoint,
            "best checkpoint",
            kind="method",
            place="print",
        ),
    )
    return table(columns, result.rows)


FAMILIES = Answer(
    "families",
    compute,
    say,
    Part(
        "families",
        "Methods by their checkpoints",
        families_table,
        when=lambda found: bool(found.rows),
        shown="open",
    ),
    heading="Methods by their checkpoints",
    key="families",
    terms=("expected_best",),
)
