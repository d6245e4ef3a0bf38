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
relearning, quantisation  how well the metric withstands them, as printed (1 best): undecided.
"""

from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal, get_args

import numpy as np

from components import name_pages
from components.control_models import panels_with_controls
from components.resolved import Resolved, unweighted
from components.results.calibration import compute as calibration
from components.results.closeness import compute as closeness
from components.results.ground_truth import BLIND
from components.results.ground_truth import compute as ground_truth
from components.selection import default_selection, panel_tables
from components.served import ResultOfSuite, Served
from components.stats.agreement.resolution import Resolution, resolution
from components.stats.audits.recognition import JudgedMetric
from components.stats.permutation import LEVEL
from data.names import SAME
from data.registry import COST, PanelInfo, Tables

Question = Literal[
    "separates", "follows", "flags", "constant", "coarse", "relearning", "quantisation"
]
Verdict = Literal["contradicted", "supported", "mixed", "cannot tell"]
State = Literal["yes", "no", "cannot tell"]
Side = Literal["supports", "contradicts", "neither"]
Reason = Literal[
    "", "bounds", "printed", "one benchmark", "few", "unclear", "undefined", "steps unknown"
]
"""Why a finding is undecided: bounds on both sides of 0.5, a number printed alone, a single
benchmark, too few methods to reach the level, p above it, an undefined correlation, or an unknown
number of samples."""

QUESTIONS: tuple[Question, ...] = get_args(Question)
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
    on_small_networks  whether the panel's models are
    value, low, high   the AUC or ρ with its bounds; the coarsest step; the printed rating
    count, out_of      retrained models flagged of all (flags), benchmarks of those that are known
                       (constant, coarse); `out_of` alone: models (separates, relearning,
                       quantisation), methods or runs (follows)
    p, p_min           of ρ, and the smallest that this design can reach
    where              labels of the benchmarks counted (constant, coarse)
    metric             the id of the metric in a list about several, "" elsewhere
    """

    question: Question
    suite: str
    suite_label: str
    panel: str = ""
    panel_label: str = ""
    on_small_networks: bool = False
    state: State
    value: float | None = None
    low: float | None = None
    high: float | None = None
    count: int = 0
    out_of: int = 0
    p: float | None = None
    p_min: float | None = None
    where: tuple[str, ...] = ()
    reason: Reason = ""
    metric: str = ""

    @property
    def side(self) -> Side:
        """Return what the finding says about trust in the metric."""
        return _SIDES.get((self.question, self.state), "neither")


def verdict_of(findings: Iterable[Finding]) -> Verdict:
    """Return what all findings on a metric together say: the one verdict of every page."""
    sides = {finding.side for finding in findings}
    if {"supports", "contradicts"} <= sides:
        return "mixed"
    if "supports" in sides:
        return "supported"
    return "contradicted" if "contradicts" in sides else "cannot tell"


def parted(
    findings: Iterable[Finding], suite: str, panel: str
) -> tuple[list[Finding], list[Finding]]:
    """Return the findings made on a panel or on the pools of its suite, and those made
    elsewhere."""
    here: list[Finding] = []
    elsewhere: list[Finding] = []
    for finding in findings:
        is_here = finding.suite == suite and finding.panel in ("", panel)
        (here if is_here else elsewhere).append(finding)
    return here, elsewhere


MetricFinding = tuple[str, Finding]
"""The id of a metric in its suite, and a finding about it."""


def gathered(served: Served, addresses: Collection[str]) -> dict[str, list[Finding]]:
    """Return by address what every suite says of a metric, by question, suites in the order
    served."""
    findings_by_address: dict[str, list[Finding]] = {address: [] for address in addresses}
    for tables in served.suites:
        address_by_metric = {}
        for metric, name_entry in name_pages.entries("metrics", tables).items():
            if name_entry.address in findings_by_address:
                address_by_metric[metric] = name_entry.address
        by_metric = findings(tables, address_by_metric, served.of_suite)
        for metric, address in address_by_metric.items():
            findings_by_address[address] += by_metric[metric]
    for address, findings_of_metric in findings_by_address.items():
        findings_by_address[address] = _by_question(findings_of_metric)
    return findings_by_address


def findings(
    tables: Tables, metrics: Collection[str], result_of: ResultOfSuite
) -> dict[str, list[Finding]]:
    """Return what a suite says of some of its metrics, or of those of its pools; [] for metrics of
    cost."""
    group_by_metric = {metric.id: metric.group for metric in tables.scores}
    asked_metrics = [metric for metric in metrics if group_by_metric.get(metric) != COST]
    by_metric: dict[str, list[Finding]] = {metric: [] for metric in metrics}
    all_findings = [*_pool_findings(tables, asked_metrics, result_of)]
    for panel in tables.panels:
        all_findings += _panel_findings(tables, panel, asked_metrics, result_of)
    for metric, finding in all_findings:
        is_utility = group_by_metric.get(metric) == "utility"
        if not (is_utility and finding.question in FORGETTING):
            by_metric[metric].append(finding)
    return {metric: _by_question(all_findings) for metric, all_findings in by_metric.items()}


def _by_question(all_findings: Iterable[Finding]) -> list[Finding]:
    return sorted(all_findings, key=lambda finding: QUESTIONS.index(finding.question))


def _pool_findings(
    tables: Tables, metrics: Sequence[str], result_of: ResultOfSuite
) -> Iterator[MetricFinding]:
    blank = Finding(
        question="separates", suite=tables.suite.id, suite_label=tables.suite.title, state="no"
    )
    has_pool = tables.extras.get("pool") is not None
    if has_pool:
        for area_row in result_of(ground_truth, default_selection(tables)):
            if area_row.metric in metrics:
                n_models = area_row.models_known + area_row.models_unknown
                yield (
                    area_row.metric,
                    _separating(blank, area_row.auc, area_row.low, area_row.high, n_models),
                )
    printed = replace(blank, state="cannot tell", reason="printed")
    for metric, rating in _ratings(tables).items():
        if metric in metrics:
            printed = replace(printed, out_of=rating["known"] + rating["unknown"])
            if not has_pool:
                yield metric, replace(printed, value=rating["faithfulness"])
            yield metric, replace(printed, question="relearning", value=rating["relearning"])
            yield metric, replace(printed, question="quantisation", value=rating["quantisation"])


def _ratings(tables: Tables) -> dict[str, Mapping[Hashable, Any]]:
    """Return the rows of ratings.csv by metric, without those of a variant under another name."""
    rating_frame = tables.extras.get("ratings")
    if rating_frame is None:
        return {}
    name_of_metric = name_pages.entries("metrics", tables)
    rows = {str(row["metric"]): row for row in rating_frame.to_dict("records")}
    return {metric: row for metric, row in rows.items() if name_of_metric[metric].relation == SAME}


def _panel_findings(
    tables: Tables, panel: PanelInfo, metrics: Sequence[str], result_of: ResultOfSuite
) -> Iterator[MetricFinding]:
    selection = replace(default_selection(tables), panel=panel.id)
    findings_by_metric = result_of(benchmark_findings, selection)
    measured = [metric for metric in findings_by_metric if metric in metrics]
    if not measured:
        return
    blank = _blank(tables, panel)
    if panel.id in panels_with_controls(tables):
        for row in result_of(calibration, selection).metrics:
            if row.metric in measured:
                for finding in _control_findings(blank, row):
                    yield row.metric, finding
    elif _has_distance(tables, panel):
        for closeness_row in result_of(closeness, selection).rows:
            if closeness_row.metric in measured:
                p, p_min = closeness_row.p_stratified, closeness_row.p_min
                expected = closeness_row.rho_no_signal or 0.0
                yield (
                    closeness_row.metric,
                    _following(blank, closeness_row.rho, expected, p, p_min, closeness_row.n_runs),
                )
    for metric in measured:
        for finding in findings_by_metric[metric]:
            yield metric, finding


def _blank(tables: Tables, panel: PanelInfo) -> Finding:
    return Finding(
        question="constant",
        suite=tables.suite.id,
        suite_label=tables.suite.title,
        panel=panel.id,
        panel_label=panel.label,
        on_small_networks=panel.is_small_network,
        state="no",
    )


def _has_distance(tables: Tables, panel: PanelInfo) -> bool:
    if tables.oracle is None:
        return False
    return bool(panel_tables(tables, panel.id).runs[tables.oracle.id].notna().any())


def _control_findings(blank: Finding, metric_row: JudgedMetric) -> Iterator[Finding]:
    control_areas = []
    for benchmark in metric_row.by_benchmark:
        counts = benchmark.canary or not metric_row.on_canaries.benchmarks
        if counts and benchmark.auc is not None:
            control_areas.append(benchmark.auc)
    judged = metric_row.judged
    if judged.auc is not None:
        n_models = judged.absent + judged.present
        separating = _separating(
            blank, judged.auc, min(control_areas), max(control_areas), n_models
        )
        if len(control_areas) == 1:
            separating = replace(separating, state="cannot tell", reason="one benchmark")
        yield separating
    yield _following(
        blank, metric_row.rho, 0.0, metric_row.p, metric_row.p_min, metric_row.n_methods
    )
    if metric_row.on_all.absent:
        state: State = "yes" if metric_row.on_all.flagged else "no"
        yield replace(
            blank,
            question="flags",
            state=state,
            count=metric_row.on_all.flagged,
            out_of=metric_row.on_all.absent,
        )


def _separating(blank: Finding, auc: float, low: float, high: float, n_models: int) -> Finding:
    state: State = "cannot tell"
    reason: Reason = ""
    if low > BLIND:
        state = "yes"
    elif high <= BLIND:
        state = "no"
    else:
        reason = "bounds"
    return replace(
        blank,
        question="separates",
        state=state,
        value=auc,
        low=low,
        high=high,
        out_of=n_models,
        reason=reason,
    )


def _following(
    blank: Finding,
    rho: float | None,
    expected: float,
    p: float | None,
    p_min: float | None,
    n_models: int,
) -> Finding:
    """Return whether ρ differs from what shuffled methods give on average, `expected`."""
    state: State = "cannot tell"
    reason: Reason = "unclear"
    if rho is None or p is None or p_min is None:
        reason = "undefined"
    elif p <= LEVEL:
        state = "yes" if rho > expected else "no"
        reason = ""
    elif p_min > LEVEL:
        reason = "few"
    return replace(
        blank,
        question="follows",
        state=state,
        value=rho,
        p=p,
        p_min=p_min,
        out_of=n_models,
        reason=reason,
    )


@unweighted
def benchmark_findings(view: Resolved) -> Mapping[str, tuple[Finding, Finding]]:
    """Return by metric whether it has enough values and steps to separate methods, for those with
    values of two methods or more on a benchmark."""
    panel = view.panel
    n_values = (~np.isnan(panel.aligned_cells)).sum(axis=1)
    steps_by_metric: dict[str, dict[str, Resolution]] = {}
    for row in resolution(panel, view.samples):
        steps_by_metric.setdefault(row.metric, {})[row.benchmark] = row
    findings_by_metric = {}
    for metric_index, metric in enumerate(panel.metric_ids):
        n_methods = dict(zip(panel.benchmarks, n_values[:, metric_index].tolist(), strict=True))
        measured = [benchmark for benchmark, n_compared in n_methods.items() if n_compared > 1]
        if measured:
            constant = [b for b in panel.constant_on(metric_index) if b in measured]
            steps_of_metric = steps_by_metric.get(metric, {})
            stepped = [benchmark for benchmark in measured if benchmark in steps_of_metric]
            coarse = [b for b in stepped if steps_of_metric[b].spread_in_steps + 1 < n_methods[b]]
            coarse_finding = _on_benchmarks(view, "coarse", coarse, stepped)
            if stepped:
                coarse_finding = replace(
                    coarse_finding, value=max(steps_of_metric[b].step for b in stepped)
                )
            else:
                coarse_finding = replace(
                    coarse_finding,
                    state="cannot tell",
                    out_of=len(measured),
                    reason="steps unknown",
                )
            constant_finding = _on_benchmarks(view, "constant", constant, measured)
            findings_by_metric[metric] = constant_finding, coarse_finding
    return findings_by_metric


def _on_benchmarks(
    view: Resolved, question: Question, benchmarks: Sequence[str], asked_metrics: Sequence[str]
) -> Finding:
    return replace(
        _blank(view.tables, view.info),
        question=question,
        state="yes" if benchmarks else "no",
        count=len(benchmarks),
        out_of=len(asked_metrics),
        where=tuple(view.labels.benchmark(benchmark) for benchmark in benchmarks),
    )
