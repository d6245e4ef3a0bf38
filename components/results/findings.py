"""What supports and what contradicts trust in a metric, suite by suite.

Each finding answers one question by yes, no or cannot tell, and keeps what it rests on. The rules:

separates  AUC between models that know and models that never did: yes if its bounds lie above 0.5,
           no if they do not reach above it, undecided if it is printed alone. Bounds are those of
           the pools' AUC; between the controls of a suite they are the smallest and largest AUC of
           a benchmark, from two benchmarks on.
follows    ρ with closeness to the retrained model beyond what shuffled methods give: yes or no by
           its direction if p ≤ 0.05, else undecided.
flags      whether a threshold that catches every original model also catches a retrained model.
constant   whether a benchmark has one value for all methods.
coarse     whether a benchmark has fewer steps between its lowest and highest value than methods, so
           that some tie whatever they do.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Literal

import numpy as np

from components import words
from components.controls import panels_with_controls
from components.resolved import Resolved, unweighted
from components.results.calibration import compute as calibration
from components.results.closeness import compute as reliability
from components.results.ground_truth import BLIND
from components.results.ground_truth import compute as ground_truth
from components.results.ratings import printed
from components.selection import default_selection, panel_tables
from components.served import Results, Served
from components.stats.agreement.resolution import resolution
from components.stats.audits.recognition import MetricRow
from components.stats.permutation import LEVEL
from data.registry import COST, PanelInfo, Tables

Question = Literal["separates", "follows", "flags", "constant", "coarse"]
State = Literal["yes", "no", "cannot tell"]
Side = Literal["supports", "contradicts", "neither"]
Reason = Literal[
    "", "bounds", "printed", "one benchmark", "few", "unclear", "undefined", "steps unknown"
]
"""Why a finding is undecided: bounds on both sides of 0.5, an AUC printed alone, a single
benchmark, too few methods to reach the level, p above it, an undefined correlation, or an unknown
number of samples."""

QUESTIONS: tuple[Question, ...] = ("separates", "follows", "flags", "constant", "coarse")
FORGETTING: tuple[Question, ...] = ("separates", "flags")
"""Questions that are not asked of metrics of utility: a model that forgot is as useful as one that
knows."""
_SIDES: Mapping[tuple[Question, State], Side] = {
    ("separates", "yes"): "supports",
    ("separates", "no"): "contradicts",
    ("follows", "yes"): "supports",
    ("follows", "no"): "contradicts",
    ("flags", "no"): "supports",
    ("flags", "yes"): "contradicts",
    ("constant", "yes"): "contradicts",
    ("coarse", "yes"): "contradicts",
}
"""What an answer says about trust. That a metric separates methods at all is no support: it may do
so wrongly."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One question about one metric of one suite.

    panel              "" if it is about the suite's pools of models
    value, low, high   the AUC or ρ with its bounds; the coarsest step
    count, of          retrained models flagged of all (flags), benchmarks of those that are known
                       (constant, coarse); `of` alone: models (separates), methods or runs (follows)
    p, p_min           of ρ, and the smallest that this design can reach
    where              labels of the benchmarks counted (constant, coarse)
    """

    question: Question
    suite: str
    suite_label: str
    panel: str = ""
    panel_label: str = ""
    state: State
    value: float | None = None
    low: float | None = None
    high: float | None = None
    count: int = 0
    of: int = 0
    p: float | None = None
    p_min: float | None = None
    where: tuple[str, ...] = ()
    reason: Reason = ""

    @property
    def side(self) -> Side:
        """Return what the finding says about trust in the metric."""
        return _SIDES.get((self.question, self.state), "neither")


def gathered(served: Served, addresses: Collection[str]) -> dict[str, list[Finding]]:
    """Return by address what every suite says of a metric, by question, suites in the order
    served."""
    by_address: dict[str, list[Finding]] = {a: [] for a in addresses}
    for tables in served.suites:
        own = {
            i: name.address
            for i, name in words.entries("metrics", tables).items()
            if name.address in by_address
        }
        for metric, found in findings(tables, own, served.one).items():
            by_address[own[metric]] += found
    return {a: _by_question(every) for a, every in by_address.items()}


def findings(tables: Tables, metrics: Collection[str], of: Results) -> dict[str, list[Finding]]:
    """Return what a suite says of some of its metrics, or of those of its pools; [] for metrics of
    cost."""
    scores = {m.id: m for m in tables.scores}
    asked = [m for m in metrics if m not in scores or scores[m].group != COST]
    found: dict[str, list[Finding]] = {m: [] for m in metrics}
    of_panels = [_of_panel(tables, panel, asked, of) for panel in tables.panels]
    for metric, finding in chain(_of_pools(tables, asked, of), *of_panels):
        utility = metric in scores and scores[metric].group == "utility"
        if not (utility and finding.question in FORGETTING):
            found[metric].append(finding)
    return {m: _by_question(every) for m, every in found.items()}


def _by_question(found: list[Finding]) -> list[Finding]:
    return sorted(found, key=lambda f: QUESTIONS.index(f.question))


def _of_pools(tables: Tables, metrics: Sequence[str], of: Results) -> Iterator[tuple[str, Finding]]:
    start = Finding(
        question="separates", suite=tables.suite.id, suite_label=tables.suite.title, state="no"
    )
    if tables.extras.get("pool") is None:
        alone = replace(start, state="cannot tell", reason="printed")
        for rated in printed(tables):
            if rated.metric in metrics:
                models = rated.printed["known"] + rated.printed["unknown"]
                yield rated.metric, replace(alone, value=rated.printed["faithfulness"], of=models)
        return
    for row in of(ground_truth, default_selection(tables)):
        if row.metric in metrics:
            yield (
                row.metric,
                _separating(start, row.auc, row.low, row.high, row.known + row.unknown),
            )


def _of_panel(
    tables: Tables, panel: PanelInfo, metrics: Sequence[str], of: Results
) -> Iterator[tuple[str, Finding]]:
    chosen = replace(default_selection(tables), panel=panel.id)
    measured = {m: own for m, own in of(spreads, chosen).items() if m in metrics and own.measured}
    if not measured:
        return
    start = Finding(
        question="constant",
        suite=tables.suite.id,
        suite_label=tables.suite.title,
        panel=panel.id,
        panel_label=panel.label,
        state="no",
    )
    if panel.id in panels_with_controls(tables):
        for row in of(calibration, chosen).metrics:
            if row.metric in measured:
                yield from ((row.metric, finding) for finding in _of_controls(start, row))
    elif (
        tables.oracle is not None
        and panel_tables(tables, panel.id).runs[tables.oracle.id].notna().any()
    ):
        for close in of(reliability, chosen).rows:
            if close.metric in measured:
                null, p, p_min = close.rho_no_signal, close.p_stratified, close.p_min
                yield close.metric, _following(start, close.rho, null, p, p_min, close.n)
    labels = {b.id: b.label for b in tables.benchmarks}
    for metric, spread in measured.items():
        yield metric, _on_benchmarks(start, "constant", spread.constant, spread.measured, labels)
        coarse = _on_benchmarks(start, "coarse", spread.coarse, spread.stepped, labels)
        unknown = replace(
            coarse, state="cannot tell", of=len(spread.measured), reason="steps unknown"
        )
        yield metric, replace(coarse, value=spread.step) if spread.stepped else unknown


def _of_controls(start: Finding, row: MetricRow) -> Iterator[Finding]:
    areas = [
        b.auc
        for b in row.by_benchmark
        if b.auc is not None and (b.canary or not row.canary.benchmarks)
    ]
    judged = row.judged
    if judged.auc is not None:
        models = judged.absent + judged.present
        separating = _separating(
            replace(start, question="separates"), judged.auc, min(areas), max(areas), models
        )
        yield (
            separating
            if len(areas) > 1
            else replace(separating, state="cannot tell", reason="one benchmark")
        )
    yield _following(start, row.rho, 0.0, row.p, row.p_min, row.n_methods)
    if row.all.absent:
        state: State = "yes" if row.all.flagged else "no"
        yield replace(
            start, question="flags", state=state, count=row.all.flagged, of=row.all.absent
        )


def _separating(start: Finding, auc: float, low: float, high: float, models: int) -> Finding:
    state: State = "yes" if low > BLIND else "no" if high <= BLIND else "cannot tell"
    reason: Reason = "bounds" if state == "cannot tell" else ""
    return replace(start, state=state, value=auc, low=low, high=high, of=models, reason=reason)


def _following(
    start: Finding,
    rho: float | None,
    expected: float | None,
    p: float | None,
    p_min: float | None,
    n: int,
) -> Finding:
    state: State = "cannot tell"
    reason: Reason = "undefined"
    if rho is not None and p is not None and p_min is not None:
        reason = "few" if p_min > LEVEL else "unclear"
        if p <= LEVEL:
            state, reason = ("yes" if rho > (expected or 0.0) else "no"), ""
    return replace(
        start, question="follows", state=state, value=rho, p=p, p_min=p_min, of=n, reason=reason
    )


def _on_benchmarks(
    start: Finding,
    question: Question,
    where: Collection[str],
    of: Collection[str],
    labels: Mapping[str, str],
) -> Finding:
    state: State = "yes" if where else "no"
    named = tuple(labels[b] for b in where)
    return replace(start, question=question, state=state, count=len(where), of=len(of), where=named)


@dataclass(frozen=True)
class Spread:
    """A metric on the benchmarks of a panel.

    measured  ids of those with a value of two methods or more; the others are among them
    constant  with one value for all methods
    coarse    with fewer steps than methods
    stepped   whose steps are known; `step` is the coarsest
    """

    measured: tuple[str, ...]
    constant: tuple[str, ...]
    coarse: tuple[str, ...]
    stepped: tuple[str, ...]
    step: float | None


@unweighted
def spreads(view: Resolved) -> Mapping[str, Spread]:
    """Return by metric id whether it has enough values and steps to separate methods."""
    panel = view.panel
    counts = (~np.isnan(panel.aligned_cells)).sum(axis=1)
    steps = {
        (r.metric, r.benchmark): r
        for r in resolution(panel, view.samples)
        if r.spread_in_steps is not None
    }
    by_metric = {}
    for k, metric in enumerate(panel.metric_ids):
        methods = {b: int(n) for b, n in zip(panel.benchmarks, counts[:, k], strict=True) if n > 1}
        stepped = {b: steps[metric, b] for b in methods if (metric, b) in steps}
        by_metric[metric] = Spread(
            measured=tuple(methods),
            constant=tuple(b for b in panel.constant_on(k) if b in methods),
            coarse=tuple(
                b for b, row in stepped.items() if (row.spread_in_steps or 0) + 1 < methods[b]
            ),
            stepped=tuple(stepped),
            step=max((row.step for row in stepped.values() if row.step is not None), default=None),
        )
    return by_metric
