"""Does a metric recognise a genuine retrain? Every metric compared with the controls, whose right answer is known."""

from collections.abc import Mapping
from dataclasses import dataclass

from components.answers.calibration import ground_truth
from components.answers.calibration.ground_truth import GroundTruthResult, truth_lead
from components.answers.record import Answer, Said
from components.controls import panels_with_controls
from components.format import counted, joined, step_text
from components.resolved import Resolved, unweighted
from components.stats.audits.ground_truth import ground_truth_pools
from components.stats.audits.recognition import MetricRow, recognitions
from components.words import Labels
from data.registry import Tables

CANARY = "canary"
FORGET_SETS = "forget_sets"
"""A further table of a suite: benchmark, forget (random or canary), images (which images it is made of)."""


@dataclass(frozen=True)
class ForgetSet:
    """What a benchmark forgets (random samples or canaries), and the name of the images it is made of, "" for none."""

    forget: str
    images: str


@dataclass(frozen=True)
class Judged:
    """One row per score metric, in registry order; none where a control is missing, `reason` says which.

    Comparisons are within benchmarks. `canaries` are the benchmarks whose forget set holds canaries, which a retrained
    model cannot know; on a random forget set a good retrained model knows much of it by generalising. `panels` are the
    ones that have both controls. `truth` is what pools of models whose knowledge is known say, where the suite has any.
    `utility` are the metrics of it, which are not asked: a model that forgot is as useful as one that knows.
    """

    reason: str
    panels: tuple[str, ...]
    metrics: tuple[MetricRow, ...]
    canaries: tuple[str, ...]
    benchmarks: tuple[str, ...]
    truth: GroundTruthResult
    utility: tuple[str, ...] = ()

    @property
    def forgetting(self) -> tuple[MetricRow, ...]:
        """The metrics that should tell models that know from models that do not."""
        return tuple(r for r in self.metrics if r.metric not in self.utility)


def panel_with_pools(tables: Tables) -> str:
    """The reference panel of a suite that has pools; empty without them."""
    return tables.reference_panel.id if ground_truth_pools(tables).metrics else ""


@unweighted
def compute(view: Resolved) -> Judged:
    """Every metric compared with the controls, whatever methods are filtered: without them there is no right answer."""
    panels, truth = tuple(panels_with_controls(view.tables)), view.of(ground_truth.compute)
    panel, known = view.judged, view.controls
    if not panel.n_runs:
        return Judged("No run matches these filters.", panels, (), (), (), truth)
    if not (known.original in panel.methods and known.retrain in panel.methods):
        return Judged(_reason(view), panels, (), (), (), truth)
    sets = forget_sets(view)
    canaries = tuple(b for b in panel.benchmarks if b in sets and sets[b].forget == CANARY)
    rows = recognitions(
        panel,
        panel.method(known.original),
        panel.method(known.retrain),
        [i for i, m in enumerate(panel.methods) if m not in known.all],
        canaries,
        view.samples,
        view.selection.rng,
    )
    useful = tuple(m.id for m in panel.metrics if m.group == "utility")
    return Judged("", panels, rows, canaries, panel.benchmarks, truth, useful)


def forget_sets(view: Resolved) -> dict[str, ForgetSet]:
    """What each benchmark forgets, by its id, where the suite says so."""
    table = view.tables.extras.get(FORGET_SETS)
    if table is None:
        return {}
    return {str(r.benchmark): ForgetSet(str(r.forget), str(r.images)) for r in table.itertuples()}


def _reason(view: Resolved) -> str:
    labels = view.labels
    before = any(m.role == "original" for m in view.tables.methods if m.id in view.controls.all)
    lacking = [*(() if before else ("the original model",)), "a second, independently retrained model"]
    neither = "neither" if len(lacking) > 1 else "no run of"
    return (
        f"{labels.suite} has {neither} {' nor '.join(lacking)} on {labels.panel}, so nothing says what a metric should "
        "answer."
    )


def has_controls(result: Judged) -> bool:
    """Whether both controls are there."""
    return not result.reason


def say(result: Judged, names: Labels) -> Said:
    """How many metrics separate retrained models from originals, and what pools show; or why nothing is known."""
    if result.reason:
        return Said(truth_lead(result.truth) or [result.reason])
    rows = [r for r in result.forgetting if r.judged.auc is not None]
    if not rows:
        return Said(["No metric of forgetting or privacy was measured on both controls here."])
    perfect = [r.metric for r in rows if r.judged.auc == 1]
    on = "canaries" if result.canaries else "these forget sets"
    verdict = (
        f"On {on}, {len(perfect)} of {counted(len(rows), 'metric')} of forgetting and privacy always "
        f"{'tells' if len(perfect) == 1 else 'tell'} a retrained model from the original."
    )
    notes = [
        perfect_sentence(result, names),
        utility_sentence(result, names),
        alarm_rule(result),
        outranked(result, names),
        resolution_sentence(result, names),
    ]
    return Said([verdict, alarms(result, names), *truth_lead(result.truth)], notes)


def perfect_sentence(result: Judged, names: Labels) -> str:
    """Which metrics always separate retrained models from originals, and why canaries show that."""
    perfect = [r.metric for r in result.forgetting if r.judged.auc == 1]
    right = f"Always right: {names.listed_metrics(perfect)}." if perfect else ""
    why = "Canaries are mislabelled samples, whose labels no retrained model can know." if result.canaries else ""
    return " ".join(t for t in (right, why) if t)


def utility_sentence(result: Judged, names: Labels) -> str:
    """Which metrics are not counted, and why."""
    if not result.utility:
        return ""
    left_out = names.listed_metrics(result.utility)
    return f"Not counted: {left_out}, since a model that forgot is as useful as one that knows."


def alarms(result: Judged, names: Labels) -> str:
    """Which metrics would accuse genuine retrains."""
    rows = [r for r in result.forgetting if r.all.absent]
    wrong = [r for r in rows if r.all.flagged]
    if not rows:
        return ""
    if not wrong:
        return f"No metric flags any of {counted(max(r.all.absent for r in rows), 'genuine retrain')}."
    worst = max((r.all for r in wrong), key=lambda all_: all_.flagged / all_.absent)
    counts = (worst.flagged, worst.absent, worst.benchmarks)
    alike = [r.metric for r in wrong if (r.all.flagged, r.all.absent, r.all.benchmarks) == counts]
    return (
        f"{len(wrong)} of {counted(len(rows), 'metric')} {'flags' if len(wrong) == 1 else 'flag'} genuine retrains, "
        f"most of all {names.listed_metrics(alike)}: {worst.flagged} of {worst.absent}."
    )


def alarm_rule(result: Judged) -> str:
    """When a retrain is flagged, and over how many benchmarks this was counted."""
    benchmarks = max((r.all.benchmarks for r in result.metrics), default=0)
    if not benchmarks:
        return ""
    return (
        "A retrain is flagged where a threshold that catches every original catches it too, counted over "
        f"{counted(benchmarks, 'benchmark')}."
    )


def outranked(result: Judged, names: Labels) -> str:
    """How often the right answer is not placed first."""
    counts = {r.metric: (r.outranked, r.retrains) for r in result.metrics if r.retrains}
    if not counts:
        return ""
    most, fewest = max(counts.values(), key=_share), min(counts.values(), key=_share)
    under, others = (names.listed_metrics([m for m, c in counts.items() if c == end]) for end in (most, fewest))
    sentence = (
        "An approximate method looks better than the genuine retrain in "
        f"{most[0]} of {counted(most[1], 'block')} under {under}"
    )
    if under == others:
        return f"{sentence}."
    return f"{sentence}, and in {fewest[0]} of {fewest[1]} under {others}, the most and the fewest."


def _share(counts: tuple[int, int]) -> float:
    return counts[0] / counts[1]


def resolution_sentence(result: Judged, names: Labels) -> str:
    """The coarsest step of each metric that is a proportion."""
    steps = [
        f"{names.metric(r.metric)} {step_text(max(r.resolution.values()))}" for r in result.metrics if r.resolution
    ]
    return f"Coarsest step of the metrics that are proportions: {joined(steps)}." if steps else ""


def facts(result: Judged) -> Mapping[str, object]:
    """Which panels have controls, which benchmarks hold canaries, and why nothing is known."""
    return {"reason": result.reason, "panels": result.panels, "canaries": result.canaries}


JUDGED = Answer(
    "controls",
    compute,
    say,
    facts=facts,
    key="calibration",
    terms=("canary", "false_alarm", "auc", "resolution"),
)
