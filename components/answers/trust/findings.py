"""What supports and what contradicts trust in a metric, suite by suite: one list that every page reads.

Each finding answers one question by yes, no or cannot tell, and keeps what it rests on. The rules:

separates  AUC between models that know and models that never did: yes where its bounds lie above 0.5, no where they
           do not reach above it. Bounds are those of the pools' AUC; between the controls of a suite they are the
           smallest and largest AUC of a benchmark, from two benchmarks on.
follows    ρ with closeness to the retrained model beyond what shuffled methods give: yes or no by its direction where
           p ≤ 0.05, else undecided.
flags      whether a threshold that catches every original also catches a genuine retrain.
constant   whether a benchmark has one value for all methods.
coarse     whether a benchmark has fewer steps between its lowest and highest value than methods, so that some tie
           whatever they do.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from components import words
from components.answers.calibration.controls import compute as calibration
from components.answers.calibration.ground_truth import BLIND
from components.answers.calibration.ground_truth import compute as ground_truth
from components.answers.reliability.closeness import compute as reliability
from components.controls import panels_with_controls
from components.resolved import Resolved, unweighted
from components.selection import Selection, default_selection, panel_tables
from components.served import Results, Served
from components.stats.agreement.resolution import resolution
from components.stats.audits.recognition import MetricRow
from components.stats.permutation import LEVEL
from components.stats.reliability.metrics import MetricReliability
from data.registry import COST, Tables

Question = Literal["separates", "follows", "flags", "constant", "coarse"]
State = Literal["yes", "no", "cannot tell"]
Side = Literal["supports", "contradicts", "neither"]
Basis = Literal["pools", "controls", "oracle", "runs"]
"""What a finding rests on: models whose knowledge is known, the controls of a suite, its oracle distance, its runs."""
Reason = Literal["", "bounds", "one benchmark", "few", "unclear", "undefined", "steps unknown"]
"""Why a finding is undecided: bounds on both sides of 0.5, a single benchmark, too few methods to reach the level, p
above it, an undefined correlation, or an unknown number of samples."""

QUESTIONS: tuple[Question, ...] = ("separates", "follows", "flags", "constant", "coarse")
FORGETTING: tuple[Question, ...] = ("separates", "flags")
"""Questions that are not applied to metrics of utility: a model that forgot is as useful as one that knows."""
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
"""What an answer says about trust. That a metric separates methods at all is no support: it may do so wrongly."""


@dataclass(frozen=True, kw_only=True)
class Finding:
    """One question about one metric of one suite; `panel` is empty where it is about the suite's pools of models.

    value, low, high   the AUC or ρ with its bounds; the coarsest step
    count, of          models (separates), methods or with an oracle runs (follows), retrains flagged of all (flags),
                       benchmarks of those that are known (constant, coarse)
    p, p_min           of ρ, and the smallest that this design can reach
    where              the benchmarks counted (constant, coarse), by id; `labels` are their labels
    """

    question: Question
    suite: str
    suite_label: str
    panel: str = ""
    panel_label: str = ""
    metric: str
    basis: Basis
    state: State
    value: float | None = None
    low: float | None = None
    high: float | None = None
    count: int = 0
    of: int = 0
    p: float | None = None
    p_min: float | None = None
    where: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    reason: Reason = ""

    @property
    def side(self) -> Side:
        """What the finding says about trust in the metric."""
        return _SIDES.get((self.question, self.state), "neither")


@dataclass(frozen=True)
class Spread:
    """A metric on the benchmarks of a panel where two or more methods have a value, by id: those with one value for
    all, those with too few steps, those whose steps are known, and the coarsest step."""

    measured: tuple[str, ...]
    constant: tuple[str, ...]
    coarse: tuple[str, ...]
    stepped: tuple[str, ...]
    step: float | None


@unweighted
def spreads(resolved: Resolved) -> Mapping[str, Spread]:
    """Whether each metric has enough values and steps to separate methods, by metric id."""
    panel = resolved.panel
    counts = (~np.isnan(panel.aligned_cells)).sum(axis=1)
    steps = {
        (r.metric, r.benchmark): (r.step, r.spread_in_steps)
        for r in resolution(panel, resolved.samples)
        if r.step is not None and r.spread_in_steps is not None
    }
    by_metric = {}
    for k, metric in enumerate(panel.metric_ids):
        measured = [b for b in range(len(panel.benchmarks)) if counts[b, k] > 1]
        names = [panel.benchmarks[b] for b in measured]
        stepped = [b for b in names if (metric, b) in steps]
        methods = dict(zip(names, (int(counts[b, k]) for b in measured), strict=True))
        by_metric[metric] = Spread(
            measured=tuple(names),
            constant=tuple(n for n, b in zip(names, measured, strict=True) if panel.constant[b, k]),
            coarse=tuple(b for b in stepped if steps[metric, b][1] + 1 < methods[b]),
            stepped=tuple(stepped),
            step=max((steps[metric, b][0] for b in stepped), default=None),
        )
    return by_metric


def findings(tables: Tables, metric: str, of: Results) -> tuple[Finding, ...]:
    """Everything that a suite says about one of its metrics, or of the metrics of its pools, question by question.

    Metrics of cost are left out: they say nothing of unlearning.
    """
    answers = _of_pools(tables, metric, of)
    judged = set(panels_with_controls(tables))
    score = next((m for m in tables.scores if m.id == metric), None)
    if score is not None and score.group == COST:
        return ()
    for panel in tables.panels if score is not None else ():
        chosen = replace(default_selection(tables), panel=panel.id)
        start = Finding(
            question="constant",
            suite=tables.suite.id,
            suite_label=tables.suite.title,
            panel=panel.id,
            panel_label=panel.label,
            metric=metric,
            basis="runs",
            state="no",
        )
        spread = of(spreads, chosen)[metric]
        if not spread.measured:
            continue
        if panel.id in judged:
            rows = [r for r in of(calibration, chosen).metrics if r.metric == metric]
            answers += [f for r in rows for f in _of_controls(replace(start, basis="controls"), r)]
        elif _has_oracle(tables, chosen):
            answers += _of_oracle(replace(start, basis="oracle"), of(reliability, chosen).row(metric))
        answers += _of_spread(start, spread, {b.id: b.label for b in tables.benchmarks})
    if score is not None and score.group == "utility":
        answers = [f for f in answers if f.question not in FORGETTING]
    return tuple(sorted(answers, key=lambda f: QUESTIONS.index(f.question)))


def gathered(served: Served, addresses: Collection[str]) -> dict[str, list[Finding]]:
    """What every suite says about the metrics at some addresses, in the order of the suites, each question by question.

    A metric that no suite finds anything about has an empty list.
    """
    by_address: dict[str, list[Finding]] = {a: [] for a in addresses}
    for tables in served.suites:
        for own_id, name in words.entries("metrics", tables).items():
            if name.address in by_address:
                by_address[name.address] += findings(tables, own_id, served.one)
    return {a: sorted(every, key=lambda f: QUESTIONS.index(f.question)) for a, every in by_address.items()}


def _of_pools(tables: Tables, metric: str, of: Results) -> list[Finding]:
    if tables.extras.get("pool_metrics") is None:
        return []
    row = next((r for r in of(ground_truth, default_selection(tables)).rows if r.metric == metric), None)
    if row is None:
        return []
    state = _above(row.low, row.high)
    return [
        Finding(
            question="separates",
            suite=tables.suite.id,
            suite_label=tables.suite.title,
            metric=metric,
            basis="pools",
            state=state,
            value=row.auc,
            low=row.low,
            high=row.high,
            count=row.known + row.unknown,
            of=row.known + row.unknown,
            reason="bounds" if state == "cannot tell" else "",
        )
    ]


def _of_controls(start: Finding, row: MetricRow) -> list[Finding]:
    areas = [b.auc for b in row.by_benchmark if b.auc is not None and (b.canary or not row.canary.benchmarks)]
    judged, answers = row.judged, []
    if judged.auc is not None:
        low, high, single = min(areas), max(areas), len(areas) < 2
        state: State = "cannot tell" if single else _above(low, high)
        reason: Reason = "one benchmark" if single else "bounds" if state == "cannot tell" else ""
        models = judged.absent + judged.present
        answers.append(
            replace(
                start,
                question="separates",
                state=state,
                value=judged.auc,
                low=low,
                high=high,
                count=models,
                of=models,
                reason=reason,
            )
        )
    answers.append(_following(start, row.rho, 0.0, row.p, row.p_min, row.n_methods))
    if row.all.absent:
        flagged, absent = row.all.flagged, row.all.absent
        answers.append(replace(start, question="flags", state="yes" if flagged else "no", count=flagged, of=absent))
    return answers


def _of_oracle(start: Finding, row: MetricReliability) -> list[Finding]:
    answer = _following(start, row.rho, row.rho_no_signal, row.p_stratified, row.p_min, row.n)
    return [replace(answer, low=row.interval.low, high=row.interval.high)]


def _following(
    start: Finding, rho: float | None, expected: float | None, p: float | None, p_min: float | None, n: int
) -> Finding:
    state: State = "cannot tell"
    reason: Reason = "undefined"
    if rho is not None and p is not None and p_min is not None:
        reason = "few" if p_min > LEVEL else "unclear"
        if p <= LEVEL:
            state, reason = ("yes" if rho > (expected or 0.0) else "no"), ""
    return replace(start, question="follows", state=state, value=rho, p=p, p_min=p_min, count=n, of=n, reason=reason)


def _of_spread(start: Finding, spread: Spread, labels: Mapping[str, str]) -> list[Finding]:
    def on(question: Question, where: tuple[str, ...], of: int) -> Finding:
        named = tuple(labels[b] for b in where)
        state: State = "yes" if where else "no"
        return replace(start, question=question, state=state, count=len(where), of=of, where=where, labels=named)

    coarse = replace(on("coarse", spread.coarse, len(spread.stepped)), value=spread.step)
    if not spread.stepped:
        coarse = replace(coarse, state="cannot tell", of=len(spread.measured), reason="steps unknown")
    return [on("constant", spread.constant, len(spread.measured)), coarse]


def _above(low: float, high: float) -> State:
    return "yes" if low > BLIND else "no" if high <= BLIND else "cannot tell"


def _has_oracle(tables: Tables, chosen: Selection) -> bool:
    oracle = tables.oracle
    return oracle is not None and bool(panel_tables(tables, chosen.panel).runs[oracle.id].notna().any())
