"""One picture of a ranking: the printed score of each method as a dot, the interval of its
difference from one of them around it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from components.format import finite
from components.resolved import Resolved
from components.results import references
from components.results.comparisons import Comparison, in_panel
from components.table import Column, Table, count_column, flag_column, number_column, table
from data.registry import REFERENCE

LOWEST_SCORE = 0.0
HIGHEST_SCORE = 1.0
"""What a score can be: no interval is drawn beyond."""
ROLE_LABELS = {"original": "untouched model", REFERENCE: "retrained model"}


@dataclass(frozen=True, kw_only=True)
class ScoreLine:
    """A method, or a model that is never ranked, on the axis of scores.

    low, high    around the score, None without a test; `is_cut` if the interval runs past what
                 scores can be
    is_subject   whether the picture is about it; `is_told` whether the test tells it from that
    is_ranked    False for what is drawn for comparison and for rows without a rank
    """

    label: str
    rank: int | None
    score: float
    low: float | None = None
    high: float | None = None
    is_cut: bool = False
    is_subject: bool = False
    is_told: bool = False
    is_ranked: bool = True


@dataclass(frozen=True)
class Span:
    """Where an interval is drawn on the axis of scores, and at which ends it goes on beyond."""

    left: float
    right: float
    cut: list[str]


def span_around(score: float, low: float, high: float, other_score: float, is_told: bool) -> Span:
    """Return the interval low to high of a difference with its middle at a score; it reaches the
    other score exactly where the two are not told apart."""
    half_width = (high - low) / 2
    left = score - half_width
    right = score + half_width
    if not is_told:
        left = min(left, other_score)
        right = max(right, other_score)
    elif score < other_score:
        right = min(right, other_score)
    else:
        left = max(left, other_score)
    cut = []
    if left < LOWEST_SCORE:
        cut.append("left")
    if right > HIGHEST_SCORE:
        cut.append("right")
    return Span(max(left, LOWEST_SCORE), min(right, HIGHEST_SCORE), cut)


def score_lines(view: Resolved, methods: Sequence[str], max_rows: int) -> list[ScoreLine]:
    """Return the first of these methods against the others, then against the rows by rank, best
    first, with the models that are never ranked; at most `max_rows` methods."""
    contenders = {row.method: row for row in view.contest.contenders if row.score is not None}
    wanted = [method for method in methods if method in contenders]
    by_rank = [row.method for row in contenders.values() if row.rank is not None]
    shown = list(dict.fromkeys([*wanted, *by_rank]))[:max_rows]
    if not shown:
        return []
    subject, *others = shown
    comparison_of = {
        comparison.rival_id: comparison for comparison in in_panel(view, subject, others)
    }
    lines = []
    for method in shown:
        row = contenders[method]
        assert row.score is not None
        line = ScoreLine(
            label=view.labels.method(method),
            rank=row.rank,
            score=row.score,
            is_subject=method == subject,
            is_ranked=row.rank is not None,
        )
        if method != subject:
            line = _with_interval(line, comparison_of[method], contenders[subject].score or 0.0)
        lines.append(line)
    return sorted([*lines, *_never_ranked(view)], key=lambda line: -line.score)


def _with_interval(line: ScoreLine, comparison: Comparison, subject_score: float) -> ScoreLine:
    """Return a line with the interval of the difference."""
    if comparison.low is None or comparison.high is None:
        return line
    is_told = comparison.verdict in ("ahead", "behind")
    span = span_around(line.score, comparison.low, comparison.high, subject_score, is_told)
    is_cut = bool(span.cut)
    return replace(line, low=span.left, high=span.right, is_cut=is_cut, is_told=is_told)


def _never_ranked(view: Resolved) -> list[ScoreLine]:
    """The untouched and the retrained models, the best of each, where they have a score on all
    benchmarks shown."""
    result = view.of(references.compute)
    score_of_role: dict[str, float] = {}
    for model_index, method in enumerate(result.methods):
        role = result.roles[method]
        model_score = finite(result.uqs[model_index])
        if role in ROLE_LABELS and model_score is not None and not result.is_partial(model_index):
            score_of_role[role] = max(model_score, score_of_role.get(role, 0.0))
    lines = []
    for role, model_score in score_of_role.items():
        line = ScoreLine(label=ROLE_LABELS[role], rank=None, score=model_score, is_ranked=False)
        lines.append(line)
    return lines


def lines_table(lines: Sequence[ScoreLine]) -> Table[ScoreLine]:
    """Return the picture as a table."""
    return table(
        lines,
        count_column("rank"),
        Column("label", head="method"),
        number_column("score"),
        number_column("low", head="from"),
        number_column("high", head="to"),
        flag_column("is_subject", place="file"),
        flag_column("is_told", place="file"),
    )
