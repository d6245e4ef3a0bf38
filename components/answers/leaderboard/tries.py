"""Which method is best when all have as many tries? The expected best of equally many
checkpoints."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.answers.record import Answer, Part, Said
from components.format import counted, joined, number
from components.resolved import Resolved
from components.stats.panel import Floats
from components.stats.ranking.tries import expected_best, optimism
from components.table import Column, Table, count_column, number_column, table
from components.words import MAX_NAMED, Labels

ONE_RUN = "one run per checkpoint: the runs that select the best also report it"
NO_COMMON_SEEDS = "fewer than two seeds are common to all checkpoints on every benchmark"
UNKNOWN_OPTIMISM = (
    "With one run per checkpoint nobody can say by how much the choice of the best flatters."
)


@dataclass(frozen=True, eq=False)
class TriedMethod:
    """One method and the scores (g,) of its ranked checkpoints under the current weights.

    best_checkpoint  the first of equal ones; the same runs select it and report its score
    expected_best    of as many checkpoints drawn without replacement as are compared; None if it
                     has fewer
    optimism         by how much the best flatters: the gap to what a seed left out gives the
                     checkpoint chosen on the others; None with the reason
    """

    method: str
    scores: Floats
    best_checkpoint: str
    expected_best: float | None
    optimism: float | None
    optimism_reason: str


@dataclass(frozen=True, eq=False)
class Tries:
    """The methods with ranked checkpoints, best first; none in a suite without checkpoints.

    n_tries      the number of tries compared, the same for all, so that more checkpoints are no
                 advantage
    has_one_run  whether every checkpoint is one run on each benchmark
    """

    methods: tuple[TriedMethod, ...]
    n_tries: int
    has_one_run: bool


def compute(view: Resolved) -> Tries:
    """Return each method under the current weights, at the chosen number of tries or that of the
    method with fewest checkpoints."""
    contest = view.contest
    eligible_checkpoints = {}
    for method, checkpoints in contest.checkpoints.items():
        eligible = checkpoints[contest.is_eligible[checkpoints]]
        if eligible.size:
            eligible_checkpoints[method] = eligible
    n_tries = view.selection.tries
    if isinstance(n_tries, str):
        n_tries = min(map(len, eligible_checkpoints.values()), default=1)
    tried_methods = [
        _tried_method(view, method, checkpoints, n_tries)
        for method, checkpoints in eligible_checkpoints.items()
    ]
    tried_methods.sort(key=lambda method: -method.scores.max())
    has_one_run = bool((contest.panel.has_run.sum(axis=1) <= 1).all())
    return Tries(tuple(tried_methods), n_tries, has_one_run)


def _tried_method(
    view: Resolved, method: str, checkpoints: npt.NDArray[np.intp], n_tries: int
) -> TriedMethod:
    contest = view.contest
    panel = view.panel
    scores = contest.scores[checkpoints]
    has_one_run = (panel.has_run[:, :, checkpoints].sum(axis=1) <= 1).all()
    flatters_by = None
    if not has_one_run:
        flatters_by = optimism(
            panel,
            contest.weights,
            checkpoints,
            transform=view.selection.transform,
            aggregate=contest.aggregate,
        )
    reason = ""
    if flatters_by is None:
        reason = ONE_RUN if has_one_run else NO_COMMON_SEEDS
    return TriedMethod(
        method=method,
        scores=scores,
        best_checkpoint=panel.methods[checkpoints[np.argmax(scores)]],
        expected_best=expected_best(scores, n_tries) if n_tries <= len(scores) else None,
        optimism=flatters_by,
        optimism_reason=reason,
    )


def say(result: Tries, names: Labels) -> Said:
    if not result.methods:
        return Said()
    comparable = [method for method in result.methods if method.expected_best is not None]
    if not comparable:
        return Said([f"No method has {counted(result.n_tries, 'checkpoint')} to compare."])
    first = max(comparable, key=lambda method: method.expected_best or 0.0)
    tries = "one try" if result.n_tries == 1 else f"{result.n_tries} tries"
    lead = (
        f"With {tries} each, {names.method(first.method)} is expected to reach the best score:"
        f" {number(first.expected_best)}."
    )
    if first is not result.methods[0]:
        best = names.method(result.methods[0].method)
        lead += f" The best single checkpoint is one of {best}."
    return Said([lead, optimism_sentence(result, names)])


def optimism_sentence(result: Tries, names: Labels) -> str:
    """Return by how much the best checkpoints flatter, or that nobody can say; "" if a seed is
    missing."""
    gaps = [
        f"{names.method(method.method)} by {number(method.optimism)}"
        for method in result.methods
        if method.optimism is not None
    ]
    if gaps:
        gaps_in_words = joined(gaps[:MAX_NAMED])
        return f"Judged by a seed that did not choose it, the best scores lower: {gaps_in_words}."
    return UNKNOWN_OPTIMISM if result.has_one_run else ""


def families_table(result: Tries, names: Labels) -> Table[TriedMethod]:
    """One row per method: its best checkpoint, its median, the expected best of equal tries, and
    its optimism."""
    is_optimism_known = any(method.optimism is not None for method in result.methods)
    return table(
        result.methods,
        Column("family", "method", "method", kind="method"),
        count_column("checkpoints", lambda tried: len(tried.scores)),
        number_column(
            "best", lambda tried: float(tried.scores.max()), "best score", better="higher"
        ),
        number_column(
            "median", lambda tried: float(np.median(tried.scores)), "median", better="higher"
        ),
        count_column("expected_best.k", lambda tried: result.n_tries, place="file"),
        number_column(
            "expected_best.value",
            "expected_best",
            f"expected best of {result.n_tries}",
            better="higher",
        ),
        number_column(
            "optimism",
            head="best flatters by",
            why="optimism_reason",
            place="print" if is_optimism_known else "file",
        ),
        Column("optimism_reason", place="file"),
        Column("best_checkpoint", head="best checkpoint", kind="method"),
    )


FAMILIES = Answer(
    "families",
    compute,
    say,
    Part(
        "families",
        "Methods by their checkpoints",
        families_table,
        when=lambda result: bool(result.methods),
        shown="open",
    ),
    heading="Methods by their checkpoints",
    key="families",
    terms=("expected_best",),
)
