"""What does somebody who is responsible for erasure take away? The results of the pages on one
claim or ranking, in the order in which they are asked for."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from components import glossary
from components.answers.brief.claim import CLAIM
from components.answers.leaderboard.headline import RANKING
from components.answers.leaderboard.methods import support_sentence
from components.answers.record import Absent
from components.answers.reliability.trust import say as trusted
from components.answers.reproduction.recoverability import RECOVERABILITY, found_again
from components.contest import Contender
from components.format import counted, joined, percent, share_list
from components.resolved import Resolved
from components.results import below_floors
from components.results.finding_words import NOT_TESTED, by_place, verdict_mark
from components.results.lasting import lasting_lines
from components.results.pair_verdicts import scope_notes
from components.results.ranking import Ranking
from components.results.ranking import compute as ranking
from components.results.score_lines import ScoreLine, score_lines
from components.results.trust import VERDICTS
from components.results.trusted import trust_of_shown
from components.results.usefulness import cost_lines, usefulness
from components.results.weight_shares import weight_shares
from components.table import Column, Table, share_column, table
from components.words import MAX_LISTED, MAX_NAMED, Labels, short

MAX_ROWS = 8
"""Methods that the picture has room for."""
MAX_CLAIMED = 4
"""Methods that it shows beside a claim, if the claim names fewer."""
MAX_METRICS = 5
"""Metrics that the page has room for."""
MAX_LINES = 4
MAX_CLAIM_LINES = 6
"""Sentences of a section that the page has room for."""

SCORE = (
    "Score: each metric is mapped to a value from 0 to 1, higher is better; the score is their"
    " weighted sum."
)


@dataclass(frozen=True)
class Section:
    """Sentences under a heading, and a table under its title, cut to what a page has room for."""

    heading: str
    lines: Sequence[str]
    tables: Sequence[tuple[str, Table[Any]]] = ()


@dataclass(frozen=True, kw_only=True)
class WholeBrief:
    """The claim in words, its picture, and what qualifies it.

    basis  which benchmarks and weights the claim is about
    """

    verdict: str
    support: str
    basis: str
    picture: Sequence[ScoreLine]
    sections: Sequence[Section]


@dataclass(frozen=True)
class CarryingMetric:
    """A metric with weight: the weight, the share of the order that it decides, whether it can be
    trusted, and where that was shown."""

    metric: str
    weight: float
    share: float | None
    verdict: str
    evidence: str


def whole_brief(view: Resolved) -> WholeBrief:
    """Return claim, picture, how sure, what it costs, whether it lasts, which metric carries it,
    what it does not show, and two definitions."""
    result = view.of(ranking)
    labels = short(view.labels)
    claimed = CLAIM.said(view).lines
    headline = RANKING.said(view).lines
    subjects = _subjects(view, result)
    verdict, *reasons = claimed or headline[:1]
    support = "" if claimed else "".join(headline[1:2])
    sections = [
        Section("How sure", _how_sure(view, result, reasons, labels)),
        Section("What it costs", _costs(view, result, subjects, labels)),
        Section("Does it last", lasting_lines(view, subjects, labels)[:MAX_LINES]),
        _carried(view, result, labels),
        Section("What it does not show", _not_shown(view, labels)),
        Section("Terms", _definitions()),
    ]
    shown = [row.method for row in subjects]
    max_rows = max(len(shown), MAX_CLAIMED) if claimed else MAX_ROWS
    return WholeBrief(
        verdict=verdict,
        support=support,
        basis=_basis(view, result, labels),
        picture=score_lines(view, shown, max_rows),
        sections=[section for section in sections if section.lines or section.tables],
    )


def _subjects(view: Resolved, result: Ranking) -> list[Contender]:
    """Return the rows that the brief is about: those of the claim, or the leaders."""
    claim = CLAIM.result(view)
    if isinstance(claim, Absent):
        return list(result.leaders[:MAX_NAMED])
    row_of_method = {row.method: row for row in result.rows}
    methods = [claim.claim, *(comparison.rival_id for comparison in claim.rows)]
    return [row_of_method[method] for method in methods if method in row_of_method]


def _basis(view: Resolved, result: Ranking, labels: Labels) -> str:
    """Return benchmarks and weights of the ranking."""
    benchmarks = view.panel.benchmarks
    on_text = labels.listed_benchmarks(benchmarks)
    if len(benchmarks) > MAX_LISTED:
        on_text = counted(len(benchmarks), "benchmark")
    chosen = view.selection.weights
    preset = f"{chosen.replace('_', ' ')}: " if isinstance(chosen, str) else ""
    weights = {metric: weight for metric, weight in result.summary.weights.items() if weight}
    shares = {labels.metric(metric): weight for metric, weight in weights.items()}
    weights_text = share_list(shares)
    if len(shares) > MAX_METRICS:
        weights_text = counted(len(shares), "metric")
    return f"On {on_text}. Weights {preset}{weights_text}."


def _how_sure(view: Resolved, result: Ranking, reasons: Sequence[str], labels: Labels) -> list[str]:
    """Return why the claim is decided or not, what it holds for, and what supports the values."""
    support = result.printed_note or support_sentence(result)
    headline = RANKING.said(view)
    notes = scope_notes(result.pair_tests, labels)
    if reasons:
        lines = [*notes[:1], *reasons, *notes[1:]][:MAX_CLAIM_LINES]
    else:
        floor_note = below_floors.note(result.below, labels)
        lines = [*headline.lines[2:], *headline.notes]
        lines = [line for line in lines if line not in (floor_note, support)][:MAX_LINES]
    return [*lines, *filter(None, [support])]


def _costs(
    view: Resolved, result: Ranking, subjects: Sequence[Contender], labels: Labels
) -> list[str]:
    """Return what the methods cost in usefulness, and which floor they keep."""
    costs = [usefulness(view, row) for row in subjects]
    known_costs = [cost for cost in costs if cost is not None]
    lines = cost_lines(known_costs, labels) if subjects else []
    lines.append(below_floors.stated(result.below, labels))
    if all(cost.before is None for cost in known_costs):
        sources = [check.floor.source for check in result.below.floor_checks]
        lines += [f"Source of the floor: {source}." for source in dict.fromkeys(sources) if source]
    return lines


def _carried(view: Resolved, result: Ranking, labels: Labels) -> Section:
    """Return which metrics decide the order, and whether each can be trusted."""
    rows = _carrying_metrics(view, result)
    deciding = []
    for row in rows[:MAX_NAMED]:
        if row.share is not None:
            deciding.append(f"{labels.metric(row.metric)} decides {percent(row.share)}")
    lines = [f"Of the order, {joined(deciding)}."] if deciding else []
    evidence = view.of(trust_of_shown)
    if isinstance(evidence, Absent):
        lines.append(f"No evidence supports or contradicts a metric of {labels.panel}.")
    else:
        lines += trusted(evidence, labels).lines[:-1]
    title = "Metrics with weight"
    if len(rows) > MAX_METRICS:
        title = f"{title} (the {MAX_METRICS} of {len(rows)} that decide most)"
    has_evidence = not isinstance(evidence, Absent)
    metrics_table = _metrics_table(rows[:MAX_METRICS], has_evidence=has_evidence)
    return Section("Which metric carries it", lines, [(title, metrics_table)])


def _carrying_metrics(view: Resolved, result: Ranking) -> list[CarryingMetric]:
    """Return the metrics with weight, those that decide most first."""
    evidence = view.of(trust_of_shown)
    decides = view.of(weight_shares).decides
    verdict_of_metric: dict[str, str] = {}
    evidence_of_metric: dict[str, str] = {}
    if not isinstance(evidence, Absent):
        for row in evidence.rows:
            verdict_of_metric[row.metric] = verdict_mark(evidence, row)
            evidence_of_metric[row.metric] = by_place(evidence, row)
    metrics = []
    for metric, weight in result.summary.weights.items():
        if weight:
            metrics.append(
                CarryingMetric(
                    metric=metric,
                    weight=weight,
                    share=decides.get(metric),
                    verdict=verdict_of_metric.get(metric, VERDICTS["cannot tell"]),
                    evidence=evidence_of_metric.get(metric, NOT_TESTED),
                )
            )
    return sorted(metrics, key=lambda row: -(row.share or 0.0))


def _metrics_table(rows: Sequence[CarryingMetric], *, has_evidence: bool) -> Table[CarryingMetric]:
    column = Column[CarryingMetric]
    columns = [
        column("metric", kind="metric"),
        share_column("weight"),
        share_column("share", head="decides"),
    ]
    if has_evidence:
        columns.append(column("verdict", head="trust"))
        columns.append(column("evidence"))
    return table(rows, *columns)


def _not_shown(view: Resolved, labels: Labels) -> list[str]:
    """Return that nothing here certifies erasure, and what hidden knowledge was found again."""
    limits = glossary.term("limits").plain
    counts = RECOVERABILITY.result(view)
    if isinstance(counts, Absent) or not counts:
        return [limits, "Whether hidden knowledge can be recovered was not measured here."]
    return [limits, found_again(counts)]


def _definitions() -> list[str]:
    """Return what a score is, and what is meant by ahead."""
    inference = glossary.term("inference").plain
    return [SCORE, inference]
