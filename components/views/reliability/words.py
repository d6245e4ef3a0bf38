"""What the reliability page says in words. Every sentence is computed from the result it describes."""

from __future__ import annotations

from collections.abc import Sequence

from components.labels import Labels, in_full
from components.sentences import another_draw, constant_metrics, kind_of_p
from components.text import cleaned, counted, joined, number, p_value
from components.views.reliability.result import NO_DISTANCE, NO_RUN, MetricReliability, ReliabilityResult
from components.views.reliability.trust import Answer, Aspect, TrustResult, TrustRow, Verdict
from components.views.reliability.weight_rules import RankedMethod, Threshold, WeightRules

LEVEL = 0.05
"""The level at which p-values are called small; they are not adjusted for the number of metrics."""
FOREST_READING = (
    "Filled dot: ρ over all runs. Open ring: what shuffling the methods within benchmarks gives on average. Only the "
    "distance between dot and ring can say something about methods; the p above each line is for that distance. Line: "
    "95 % interval. Small marks: ρ within one benchmark. Right of 0 the metric follows closeness to the oracle."
)
SCATTER_READING = (
    "Each mark is one run: shape and colour name its benchmark. Better values are higher, closer runs further right: "
    "a reliable metric rises to the right within every benchmark, not only from one benchmark to the next."
)


def explanation(result: ReliabilityResult) -> str:
    """Why there is no reliability here, and where there is one; empty when some metric has one."""
    if result.defined:
        return ""
    if all(r.reason == NO_RUN for r in result.rows):
        return "No run matches these filters."
    if not result.has_oracle:
        return (
            "This suite has no oracle metric: nothing says how close a run comes to a model retrained without the "
            "forgotten data, so the metrics have nothing to be compared with. Agreement between metrics needs none."
        )
    panels = [result.labels.panels[p] for p in result.measured_elsewhere]
    where = f" It was measured for {joined(panels)}." if panels else ""
    if all(r.reason == NO_DISTANCE for r in result.rows):
        runs = f"these runs of {result.labels.panel}"
        return f"No oracle distance was measured for {runs}, so no reliability follows.{where}"
    reasons = joined([f"{r.label}: {r.reason}" for r in result.rows])
    return f"No metric has a reliability here ({reasons}).{where}"


def lead(result: ReliabilityResult) -> list[str]:
    """Which metric follows the oracle most closely, and how much of that benchmark means alone produce."""
    best = result.best
    if best is None:
        return []
    if len(result.defined) > 1:
        verb = f"{best.label} follows closeness to the retrained model best"
    else:
        verb = f"Only {best.label} can be compared with closeness to the retrained model"
    return [
        f"{verb}: ρ {number(best.rho, sign=True)} over {counted(best.n, 'run')}.",
        f"Differences between benchmarks alone give about {number(best.rho_no_signal, sign=True)}; only the rest can "
        "come from the methods.",
        *_drawn(best),
    ]


def _drawn(row: MetricReliability) -> list[str]:
    """How far the draw of seeds moves the ρ of a metric, where some are drawn."""
    return [another_draw("this ρ", row.rho_error)] if row.rho_error is not None else []


def signal_sentence(result: ReliabilityResult) -> str:
    """How many metrics differ from their no-signal expectation, and how many could have."""
    if not result.defined:
        return ""
    able = [r for r in result.defined if _small(r.p_min)]
    unable = [r for r in result.defined if not _small(r.p_min)]
    small = [r for r in able if _small(r.p_stratified)]
    parts = [
        f"{len(small)} of {counted(len(result.defined), 'metric')} {'differs' if len(small) == 1 else 'differ'} "
        "significantly (p ≤ 0.05) from what shuffled methods give"
    ]
    if small:
        each = [f"{r.label}: p {p_value(r.p_stratified)}, smallest possible {p_value(r.p_min)}" for r in small]
        parts.append(f" ({joined(each)})")
    parts.append(".")
    if unable:
        parts.append(
            f" {joined([r.label for r in unable])} could not, whatever the data: the smallest possible p is "
            f"{_range_of_p(unable)}."
        )
    return "".join(parts)


def constant_sentence(result: ReliabilityResult) -> str:
    """Which metrics cannot tell the methods apart on which benchmarks."""
    return constant_metrics(result.labels, {r.metric: r.constant_on for r in result.rows})


def disagreement_sentence(result: ReliabilityResult) -> str:
    """Metrics whose pooled ρ and mean within-benchmark ρ have opposite signs."""
    turned = [
        f"{r.label} ({number(r.rho, sign=True)}, within {number(r.rho_within, sign=True)})"
        for r in result.rows
        if r.rho is not None and r.rho_within is not None and r.rho * r.rho_within < 0
    ]
    if not turned:
        return ""
    return f"Pooling turns the sign of {joined(turned)}: over all runs ρ points one way, within benchmarks the other."


def p_label(row: MetricReliability) -> str:
    """The stratified p of one metric with the smallest possible, in as few letters as a narrow figure has room for."""
    if row.p_stratified is None:
        return row.reason
    kind = "exact" if row.exact else "sampled" if row.arrangements else "normal"
    return f"{kind} p {p_value(row.p_stratified)}, smallest {p_value(row.p_min)}"


def interval_text(row: MetricReliability) -> str:
    """The interval of one metric in words."""
    if row.low is None:
        return f"interval not estimable: {row.interval_reason}"
    return f"95 % interval {number(row.low)} to {number(row.high)}"


def step_text(step: float) -> str:
    """The step of a proportion as a fraction of its samples."""
    return f"1/{round(1 / step)}"


def metric_sentence(row: MetricReliability, labels: Labels) -> str:
    """Everything about one metric in one paragraph."""
    if row.rho is None:
        return f"{row.label} has no ρ here: {row.reason}."
    within = [
        f"{number(rho, sign=True)} on {labels.benchmark(b)}"
        for b, rho in row.rho_by_benchmark.items()
        if rho is not None
    ]
    p = "no asymptotic p" if row.p is None else f"asymptotic p {p_value(row.p)}, which takes runs for independent"
    kind = kind_of_p(row.exact, row.arrangements)
    parts = [
        f"ρ is {number(row.rho, sign=True)} over {counted(row.n, 'run')} ({p}) and "
        f"{number(row.rho_no_signal, sign=True)} with the methods shuffled; {kind} {p_value(row.p_stratified)}, "
        f"smallest possible {p_value(row.p_min)}; {interval_text(row)}."
    ]
    if within:
        parts.append(f"Within benchmarks ρ is {joined(within)}.")
    parts += _drawn(row)
    if row.resolution:
        steps = [f"{step_text(s)} on {labels.benchmark(b)}" for b, s in row.resolution.items()]
        parts.append(f"{row.label} moves in steps of {joined(steps)}.")
    return " ".join(parts)


def rules_sentence(result: WeightRules) -> str:
    """How many rules agree with the ranking shown now, and who leads under the others."""
    able = [r.outcome for r in result.rules if r.outcome is not None and r.outcome.same is not None]
    if not able:
        return ""
    same = sum(o.same is True for o in able)
    leads = {tuple(m.method for m in o.ranking if m.rank == 1) for o in able}
    agree = f"{same} of {counted(len(able), 'rule')} {'gives' if same == 1 else 'give'} the ranking of the weights now."
    if len(leads) == 1:
        return f"{agree} All of them have the same lead." if len(able) > 1 else agree
    return f"{agree} {len(leads)} different leads occur among them."


def ranking_text(ranking: Sequence[RankedMethod], most: int | None = None) -> str:
    """A ranking in one line, tied methods with the same number: 1 A, 2 B, 2 C, 4 D."""
    ranked = [f"{m.rank} {m.label}" for m in ranking if m.rank is not None]
    listed = ranked if most is None else ranked[:most]
    rest = f" … and {len(ranked) - len(listed)} more" if len(ranked) > len(listed) else ""
    return ", ".join(listed) + rest


def threshold_sentence(result: Threshold) -> str:
    """What is left when only the metrics above a ρ are used."""
    if result.minimum is None:
        return "All metrics are used at the weights chosen now. Move the slider to leave out the less reliable ones."
    least = number(result.minimum, 2)
    if result.outcome is None:
        return f"No weighted metric has a ρ of at least {least}: nothing is left to rank by."
    if not result.dropped:
        return f"Every metric has a ρ of at least {least}: nothing changes."
    order = {True: "The ranking stays as it is.", False: "The ranking changes.", None: "Nothing is ranked."}
    dropped = result.labels.listed_metrics(result.dropped)
    return f"Without {dropped} (ρ below {least} or undefined). {order[result.outcome.same]}"


def _small(p: float | None) -> bool:
    return p is not None and p <= LEVEL


def _range_of_p(rows: Sequence[MetricReliability]) -> str:
    texts = sorted({p_value(r.p_min) for r in rows})
    return texts[0] if len(texts) == 1 else f"{texts[0]} to {texts[-1]}"


SHORT: dict[Verdict, str] = {
    "contradicted": "✗ do not rely on it alone",
    "supported": "✓ nothing contradicts it",
    "mixed": "✓✗ mixed",
    "cannot tell": "– cannot tell",
}
"""What all findings about a metric come to, as a table shows it."""
HEADS: dict[Aspect, str] = {
    "separates": "Separates models that know from models that do not",
    "follows": "Follows the retrained model",
    "flags": "Flags genuine retrains",
    "tells apart": "Tells methods apart",
}


def trust_lead(result: TrustResult, suite: str) -> list[str]:
    """How many metrics of a suite have only evidence against them or for them, and which stand out."""
    if not result.rows:
        return [f"{cleaned(suite)} has no metric to judge."]
    against, favour = ([r for r in result.rows if r.verdict == v] for v in ("contradicted", "supported"))
    if not against and not favour:
        return [f"No metric of {cleaned(suite)} stands out: the evidence on each is mixed or missing."]
    told = []
    if against:
        told.append(f"do not rely on {_few(against)} alone")
    if favour:
        told.append(f"nothing contradicts {_few(favour)}")
    sentence = "; ".join(told)
    lines, mixed, missing = (
        [f"{sentence[0].upper()}{sentence[1:]}."],
        result.count("mixed"),
        result.count("cannot tell"),
    )
    rest = [f"{word} for {n}" for word, n in (("mixed", mixed), ("missing", missing)) if n]
    if rest:
        metrics = counted(len(result.rows), "metric")
        lines.append(f"Over all suites, the evidence on these {metrics} is {joined(rest)}.")
    return lines


def answer_text(aspect: Aspect, answer: Answer) -> str:
    """One answer in a cell: the state, and the number that decides it."""
    if aspect == "tells apart":
        if answer.state == "mixed":
            return f"on {answer.decided} of {counted(answer.of, 'benchmark')}"
        return answer.state
    finding = answer.first
    if finding is None or answer.state == "mixed":
        return answer.state
    match aspect:
        case "separates":
            return f"{answer.state} (AUC {number(finding.value, 2)})"
        case "follows":
            return f"{answer.state} (ρ {number(finding.value, 2, sign=True)})"
        case _:
            return f"{answer.state} ({finding.count} of {finding.of})"


def _few(rows: Sequence[TrustRow], most: int = 3) -> str:
    """Metrics as a list; one alone is written out."""
    names = [cleaned(r.label if len(rows) > 1 else in_full(r.label, r.name)) for r in rows]
    return joined(names if len(names) <= most + 1 else [*names[:most], f"{len(names) - most} more"])
