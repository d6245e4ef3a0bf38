"""The audit in words, each sentence from the audit it is given; what is asked of metrics, and what was answered."""

from __future__ import annotations

from collections.abc import Sequence

from components.intake.checks import Question
from components.intake.uses import METRIC_USES, USES, Use
from components.sentences import constant_metrics, dominated
from components.text import counted, joined, number, p_value, shortened, thousands
from components.views.agreement.pairs import PairTau
from components.views.changes.difference import Difference, PanelChange
from components.views.leaderboard.result import LeaderboardRow
from components.views.your_results.result import ALIKE, SIGNIFICANT, AuditResult, Standing

_MOST = 4
COMPARED_READING = "Each table is ranked in its own suite, under the default weights there. In brackets 95 % of ranks."


def size_sentence(audit: AuditResult) -> str:
    """How much there is: the units that count and those that do not."""
    oracle = f" and an oracle distance for {counted(audit.oracle_runs, 'run')}" if audit.oracle_runs else ""
    return (
        f"{counted(audit.runs, 'run')}: {counted(audit.methods, 'method')} on "
        f"{counted(audit.benchmarks, 'benchmark')}, {counted(audit.seeds, 'seed')} in all; "
        f"{counted(audit.blocks, 'block')} of methods compared under the same conditions, "
        f"{counted(audit.metrics, 'metric')}{oracle}. Seeds of one method on one benchmark count as one observation "
        f"({counted(audit.cells, 'cell')})."
    )


def reach_sentence(audit: AuditResult) -> str:
    """What the design can show at all about the agreement of metrics."""
    reach = audit.reach
    if audit.metrics < 2:
        return "With one metric there is no agreement to test."
    if reach.p_min is None or reach.p_min_holm is None:
        return f"None of the {counted(reach.pairs, 'pair')} of metrics has a τ: nothing can be said about agreement."
    start = (
        f"Over {counted(reach.pairs_defined, 'pair')} of metrics the smallest p this design can reach is "
        f"{p_value(reach.p_min)}, {p_value(reach.p_min_holm)} after Holm's correction (from {reach.p_min_rule})"
    )
    if reach.p_min_holm > SIGNIFICANT:
        return f"{start}: no agreement between two metrics can be shown at .05 here, whatever the values."
    if reach.p_known < reach.pairs_defined:
        return f"{start}: agreement can be shown at .05; the p of each pair stands on the Agreement page."
    n = reach.significant
    return f"{start}: {n or 'none'} of them {'reaches' if n in (0, 1) else 'reach'} .05."


def missing_sentence(audit: AuditResult) -> str:
    """How much was not measured."""
    parts = []
    if audit.missing_values:
        verb = "has" if audit.missing_values == 1 else "have"
        parts.append(
            f"{audit.missing_values} of {counted(audit.values, 'cell')} of method, benchmark and metric {verb} no value"
        )
    if audit.holes:
        what, verb = ("combination", "has") if audit.holes == 1 else ("combinations", "have")
        parts.append(f"{audit.holes} {what} of method and benchmark {verb} no run")
    unranked = sum(s.row.rank is None for s in audit.standings)
    if parts and unranked:
        parts.append(f"{counted(unranked, 'method')} {'is' if unranked == 1 else 'are'} listed without a rank")
    return f"{'; '.join(parts)}." if parts else "Every method has a value of every metric on every benchmark."


def agreement_sentences(audit: AuditResult) -> list[str]:
    """Which metrics agree, which contradict each other, which are nearly one metric."""
    sentences = []
    if audit.agree:
        sentences.append(f"Metrics that agree most (τ-b): {_pairs(audit, audit.agree)}.")
    if audit.against:
        sentences.append(f"Metrics that contradict each other most: {_pairs(audit, audit.against)}.")
    elif audit.agree and audit.reach.pairs_defined > 1:
        sentences.append("No two metrics contradict each other on average.")
    if audit.alike:
        others = f", and {len(audit.alike) - _MOST} more" if len(audit.alike) > _MOST else ""
        sentences.append(
            f"τ of at least {ALIKE:g}: {_pairs(audit, audit.alike[:_MOST])}{others}. Weighing both of such a pair "
            "counts one opinion twice."
        )
    return sentences


def turned_sentences(audit: AuditResult) -> list[str]:
    """Metrics whose direction looks wrong against the oracle."""
    return [
        f"{audit.labels.metric(t.metric)} runs against the oracle distance (ρ {number(t.rho, sign=True)} over "
        f"{counted(t.n, 'run')}): if its direction was declared the wrong way round, change it above."
        for t in audit.turned
    ]


def caution_sentences(audit: AuditResult) -> list[str]:
    """What qualifies the numbers, one sentence each; empty ones vanish on the page."""
    return [
        missing_sentence(audit),
        constant_metrics(audit.labels, audit.constant_on),
        *agreement_sentences(audit),
        *turned_sentences(audit),
        dominated(audit.labels, audit.dominated, audit.methods),
    ]


def standing_sentences(audit: AuditResult) -> list[str]:
    """The rank of each of your methods with its interval, and the share of weightings under which it would lead."""
    mine = [s for s in audit.standings if s.yours]
    named = mine or [s for s in audit.standings if s.rank == 1]
    sentences = [_standing(audit, s) for s in named[:_MOST]]
    if len(named) > _MOST:
        sentences.append(f"The table below holds all {len(named)}.")
    return sentences


def _standing(audit: AuditResult, standing: Standing) -> str:
    row, labels = standing.row, audit.labels
    ranked = sum(s.rank is not None for s in audit.standings)
    if row.rank is None:
        lacks = [f"{labels.metric(m)} on {labels.listed_benchmarks(bs)}" for m, bs in row.missing.items()]
        return f"{row.label} has no rank: {joined(lacks[:_MOST]) or 'a weighted metric'} was not measured."
    if standing.apart:
        seeds = joined([str(s) for s in audit.other_seeds[:_MOST]])
        return (
            f"{row.label} has no benchmark and seed in common with the other methods, so it is compared with none of "
            f"them: its UQS, {number(row.uqs)}, comes from other runs than theirs. They have "
            f"{'seed' if len(audit.other_seeds) == 1 else 'seeds'} {seeds}."
        )
    start = f"{row.label} ranks {row.rank} of {ranked} ({_interval(row)}) with UQS {number(row.uqs)}"
    if standing.share_first is None:
        return f"{start}."
    share, error = f"{100 * standing.share_first:.1f} %", f"{100 * (audit.largest_se or 0.0):.1f} points"
    return f"{start}; it leads under {share} of {thousands(audit.weightings)} random weightings (SE at most {error})."


def _interval(row: LeaderboardRow) -> str:
    if row.rank_low is None:
        return f"no interval, {row.rank_interval_reason}"
    return f"95 % interval {row.rank_low} to {row.rank_high}"


def _pairs(audit: AuditResult, pairs: Sequence[PairTau]) -> str:
    """Pairs with their τ and the blocks it rests on; the blocks are named once where they are the same for all."""
    rests = [f"{p.blocks_defined} of {counted(p.blocks, 'block')}" for p in pairs]
    each = rests if len(set(rests)) > 1 else [""] * len(pairs)
    label = audit.labels.metric
    names = [
        f"{label(p.x)}–{label(p.y)} {number(p.tau, sign=True)}{f' ({r})' if r else ''}"
        for p, r in zip(pairs, each, strict=True)
    ]
    return joined(names) if each == rests else f"{joined(names)} ({rests[0]}{' each' if len(pairs) > 1 else ''})"


def compared_sentences(found: Difference, here: str, there: str) -> list[str]:
    """How the ranks of two tables differ, panel by panel: `here` and `there` are what the tables are called."""
    both = [p for p in found.panels if p.state == "in both"]
    if not both:
        return [f"{here} and {there} have no panel in common."]
    several = len(both) > 1
    return [_compared(p, here, there, several) for p in both if p.changed or p.common or not several]


def _compared(found: PanelChange, here: str, there: str, several: bool) -> str:
    start = f"{found.label}: " if several else ""
    if found.common < 2:
        return f"{start}Fewer than two methods are ranked in both tables."
    if not found.changed:
        return f"{start}The {counted(found.common, 'method')} ranked in both tables have the same ranks in both."
    tau = "" if found.tau is None else f" (τ = {number(found.tau)})"
    swapped = counted(len(found.swapped), "pair") if found.swapped else "no pair"
    led = "; ".join(
        f"{joined(list(leaders[:_MOST]))} {'leads' if len(leaders) == 1 else 'lead'} in {name}"
        for leaders, name in _leaders(found, here, there)
        if leaders
    )
    moved = f"{len(found.changed)} {'has' if len(found.changed) == 1 else 'have'} another rank"
    both = counted(found.common, "method")
    return f"{start}Of {both} ranked in both tables, {moved} and {swapped} swapped{tau}. {led}."


def _leaders(found: PanelChange, here: str, there: str) -> list[tuple[tuple[str, ...], str]]:
    if set(found.leaders_before) == set(found.leaders_after):
        return [(found.leaders_after, "both")]
    return [(found.leaders_after, here), (found.leaders_before, there)]


def heading(asked: Sequence[Question]) -> str:
    """What the form is for."""
    it = "It is" if len(asked) == 1 else "They are"
    return (
        f"Which end is better? {counted(len(asked), 'metric')} cannot be told by name. {it} not used before you answer."
    )


def spread(question: Question) -> str:
    """The values of a metric: how many, from where to where, and whose they are at either end."""
    if question.low is None or question.high is None or question.quartiles is None:
        return "no plain number yet"
    first, middle, third = (f"{q:.4g}" for q in question.quartiles)
    cells = counted(question.cells, "cell")
    if question.low == question.high:
        return f"{cells}, all {question.low:.4g}"
    at_low, at_high = (shortened(m, 24) or "no name" for m in (question.at_low, question.at_high))
    low, high = f"{question.low:.4g} ({at_low})", f"{question.high:.4g} ({at_high})"
    return f"{cells} from {low} to {high}, quartiles {first}, {middle}, {third}"


def unsettled(question: Question) -> str:
    """What is known of it, and yet does not settle it."""
    return question.why and f"{question.why[:1].upper()}{question.why[1:]}.".replace("..", ".")


def said(use: Use) -> str:
    """What the reader said of a column, as the list of changes tells it."""
    name = shortened(use.column, 40)
    if use.use not in METRIC_USES:
        return f"{name}: {USES[use.use]}, as you said"
    better = f"{use.better} is better" if use.direction else "nobody says which end is better"
    return f"{name}: {USES[use.use]}, {better}, as you said"
