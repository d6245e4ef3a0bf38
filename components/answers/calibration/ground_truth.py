"""Does a metric tell models that have the knowledge from those that never had it, where that is known?"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import plotly.graph_objects as go

from components.answers.record import Answer, Look, Part, Said
from components.format import by_id, cleaned, counted, figure_text, finite, joined, number
from components.plotting.intervals import dots, spans
from components.plotting.marks import name_noted_rows, write_notes
from components.plotting.theme import palette
from components.resolved import Resolved, unweighted
from components.stats.audits.claims import claims
from components.stats.audits.ground_truth import Auc, Pools, auc_interval, beyond, ground_truth_pools
from components.stats.panel import nanmean
from components.table import Column, Table, table
from components.words import LISTED, Labels
from data.registry import Metric

READING = (
    "Dot: the share of pairs of one model that knows and one that never did in which the metric sees more knowledge in "
    "the first; 1 always, 0.5 (dashed) blind, 0 the wrong way. In brackets: the line."
)
BLIND = 0.5
"""The AUC of a metric without information."""
KNOWN, UNKNOWN, REFERENCE = "known", "unknown", "reference"
"""The pools: models that have the knowledge, models that never had it, and the model trained without it."""


@dataclass(frozen=True, kw_only=True)
class GroundTruthRow(Auc):
    """One metric of the pools: its area, and where its values lie.

    `printed` is what the study prints, `reference_value` the mean of the reference models. `known_within` counts the
    models that know and show no more knowledge than that, `unknown_beyond` those that never knew and show more; None
    without a reference. `sign` is −1 where higher values say that more knowledge is left, else +1.
    """

    metric: str
    label: str
    name: str
    sign: int
    printed: float | None
    reference_value: float | None
    known_within: int | None
    unknown_beyond: int | None


@dataclass(frozen=True, kw_only=True)
class PoolModel:
    """One model of a pool and the training variant it is of; `values` are by metric id, as measured."""

    model: str
    pool: str
    variant: str
    values: Mapping[str, float | None]


@dataclass(frozen=True, kw_only=True)
class GroundTruthResult:
    """The metrics of the pools in registry order, none where the suite has no pools, and the models behind them."""

    rows: tuple[GroundTruthRow, ...]
    models: tuple[PoolModel, ...]

    @property
    def best_first(self) -> tuple[GroundTruthRow, ...]:
        """The rows by AUC, equal ones in registry order."""
        return tuple(sorted(self.rows, key=lambda r: -r.auc))

    @property
    def references(self) -> tuple[str, ...]:
        """The names of the models trained without the knowledge."""
        return tuple(m.model for m in self.models if m.pool == REFERENCE)


@unweighted
def compute(view: Resolved) -> GroundTruthResult:
    """How well each metric of the suite's pools tells models that know from models that never did."""
    pools = ground_truth_pools(view.tables)
    if not pools.metrics:
        return GroundTruthResult(rows=(), models=())
    printed = {c.subject[0]: c.printed for c in claims(view.tables) if c.statistic == "ground_truth_auc"}
    ids = [m.id for m in pools.metrics]
    return GroundTruthResult(
        rows=tuple(_row(pools, m, printed.get(m.id), view.selection.rng) for m in pools.metrics),
        models=tuple(
            PoolModel(
                model=str(r["model"]),
                pool=str(r["pool"]),
                variant=str(r["variant"]),
                values=by_id(ids, [r[i] for i in ids]),
            )
            for r in pools.frame.to_dict("records")
        ),
    )


def _row(pools: Pools, metric: Metric, printed: float | None, rng: int) -> GroundTruthRow:
    knows, unknown = pools.values(KNOWN, metric.id), pools.values(UNKNOWN, metric.id)
    variants = [pools.variants(pool, metric.id) for pool in (KNOWN, UNKNOWN)]
    estimate = auc_interval(knows, unknown, variants[0], variants[1], metric.sign, rng)
    reference = finite(nanmean(pools.values(REFERENCE, metric.id)[:, None], axis=0)[0])
    return GroundTruthRow(
        metric=metric.id,
        label=metric.label,
        name=metric.name,
        sign=metric.sign,
        **vars(estimate),
        printed=printed,
        reference_value=reference,
        known_within=None if reference is None else estimate.known - beyond(knows, reference, metric.sign),
        unknown_beyond=None if reference is None else beyond(unknown, reference, metric.sign),
    )


def say(result: GroundTruthResult, names: Labels) -> Said:
    """What the areas rest on; which metric separates the pools best is the page's first sentence."""
    notes = [truth_rests(result), truth_interval(result), truth_printed(result), truth_reference(result)]
    return Said([], notes)


def truth_lead(result: GroundTruthResult) -> list[str]:
    """Which metric has the highest area, how far others overlap it, and which has the lowest; empty without pools."""
    rows = result.best_first
    if not rows:
        return []
    best, worst = rows[0], rows[-1]
    first = [r for r in rows if r.auc == best.auc]
    if best.auc <= BLIND:
        return [
            f"No metric separates models that know from models that never did: the highest AUC is "
            f"{number(best.auc, 2)}, and {BLIND} is blind."
        ]
    names = joined([_named(r) for r in first]) if len(first) <= LISTED else counted(len(first), "metric")
    verb = "has" if len(first) == 1 else "have"
    sentences = [
        f"{names} {verb} the highest AUC in telling models that know from models that never did: "
        f"{number(best.auc, 2)}, where {BLIND} is blind."
    ]
    if worst.auc < best.auc:
        sentences += [_overlap(first, rows[len(first) :]), f"{_named(worst)} has the lowest, {number(worst.auc, 2)}."]
    return sentences


def _overlap(first: Sequence[GroundTruthRow], others: Sequence[GroundTruthRow]) -> str:
    """How many of the other metrics have bounds that reach those of the highest area."""
    best, kind = first[0], "range" if first[0].is_range else "95 % interval"
    whose = f"Its {kind}" if len(first) == 1 else f"The {kind} of {_named(best)}"
    reached = sum(r.high >= best.low for r in others)
    return (
        f"{whose} ({number(best.low, 2)} to {number(best.high, 2)}) overlaps {reached or 'none'} of the "
        f"{len(others)} below it."
    )


def truth_rests(result: GroundTruthResult) -> str:
    """How many metrics are better than blind whatever training variants are compared."""
    rows = result.rows
    if not rows:
        return ""
    sure = [r for r in rows if r.low > BLIND]
    where = "in every pair of training variants" if any(r.is_range for r in rows) else "with their whole interval"
    known, unknown = max(r.known for r in rows), max(r.unknown for r in rows)
    stays = "stays" if len(sure) == 1 else "stay"
    return (
        f"This rests on {counted(known, 'model')} that know and {unknown} that never did; {len(sure)} of "
        f"{counted(len(rows), 'metric')} {stays} above {BLIND} {where}."
    )


def truth_interval(result: GroundTruthResult) -> str:
    """What the lines beside the areas are: an interval, or a range over few training variants."""
    ranges = [r for r in result.rows if r.is_range]
    if not ranges:
        return ""
    few = min(min(r.variants_known, r.variants_unknown) for r in ranges)
    return (
        f"Each line is a range over {counted(few, 'training variant')} of either pool, no interval: models of one "
        "variant are no independent cases."
    )


def truth_printed(result: GroundTruthResult) -> str:
    """How far the recomputed areas lie from the printed ones."""
    gaps = [(abs(r.auc - r.printed), r) for r in result.rows if r.printed is not None]
    if not gaps:
        return ""
    widest, row = max(gaps, key=lambda gap: gap[0])
    return (
        f"The study prints an AUC for {counted(len(gaps), 'metric')}; recomputed from its rounded values, none is "
        f"farther from it than {number(widest, 4)} ({row.label})."
    )


def truth_reference(result: GroundTruthResult) -> str:
    """Under which metrics models that know pass for the model trained without the knowledge."""
    counts = [(r.known_within, r) for r in result.rows if r.known_within is not None]
    if not counts:
        return ""
    most, fewest = max(n for n, _ in counts), min(n for n, _ in counts)
    name = cleaned(joined(result.references))
    sentence = (
        f"{name} never saw the knowledge: under {_labels(counts, most)} {most or 'none'} of "
        f"{counted(max(r.known for _, r in counts), 'model')} that know show no more of it than {name}"
    )
    if most == fewest:
        return f"{sentence}."
    return f"{sentence}, under {_labels(counts, fewest)} {fewest or 'none'}."


def area_label(row: GroundTruthRow) -> str:
    """The area of one metric with its bounds and the printed value in one line."""
    printed = "" if row.printed is None else f", printed {number(row.printed)}"
    return f"{number(row.auc)} ({number(row.low, 2)} to {number(row.high, 2)}){printed}"


def _named(row: GroundTruthRow) -> str:
    return row.name if row.name == row.label else f"{row.name} ({row.label})"


def _labels(counts: list[tuple[int, GroundTruthRow]], count: int) -> str:
    names = [r.label for n, r in counts if n == count]
    return joined(names) if len(names) <= LISTED else counted(len(names), "metric")


def draw_areas(result: GroundTruthResult, look: Look) -> go.Figure:
    """The area under the curve of each metric between the pools, with its bounds, the best on top."""
    rows, colours = result.best_first, palette(look.mode)
    fig = go.Figure()
    fig.add_vline(x=BLIND, line={"width": 1, "color": colours.muted, "dash": "dash"})
    name = "range over training variants" if any(r.is_range for r in rows) else "95 % interval"
    spans(fig, rows, lambda r: (r.low, r.high), colours.accent, 2, up=-0.15, name=name)
    dots(
        fig,
        rows,
        lambda r: r.auc,
        {"size": 11, "color": colours.accent},
        up=-0.15,
        data=lambda r: [figure_text(r.name), r.low, r.high],
        hover="%{customdata[0]}: AUC %{x:.3f}, %{customdata[1]:.3f} to %{customdata[2]:.3f}",
        name="AUC",
    )
    write_notes(fig, rows, [area_label(r) for r in rows], 0, look.mode, 0.25)
    fig.update_xaxes(
        range=[-0.03, 1.03],
        tickvals=[0, 0.25, BLIND, 0.75, 1],
        ticktext=["0", "0.25", "0.5 blind", "0.75", "1"],
        title_text="AUC, models that know or never knew",
    )
    return name_noted_rows(fig, [r.label for r in rows])


def truth_table(result: GroundTruthResult, names: Labels) -> Table[GroundTruthRow]:
    """One row per metric of the pools: the area, its bounds, what is printed, and where the reference lies."""
    column = Column[GroundTruthRow]
    bounds = {True: "range over training variants", False: "95 % interval"}
    columns = (
        column("metric", lambda r: r.metric, place="file"),
        column("label", lambda r: r.label, "metric", place="print"),
        column("name", lambda r: r.name),
        column("auc", lambda r: r.auc, "AUC", kind="number", place="print"),
        column("low", lambda r: r.low, kind="number", place="print"),
        column("high", lambda r: r.high, kind="number", place="print"),
        column("is_range", lambda r: r.is_range, kind="flag", place="file"),
        column("bounds", lambda r: bounds[r.is_range], "bounds are", place="screen only"),
        column("printed", lambda r: r.printed, "printed AUC", kind="number", place="print"),
        column("known", lambda r: r.known, "models that know", kind="count"),
        column("unknown", lambda r: r.unknown, "never knew", kind="count"),
        column("variants_known", lambda r: r.variants_known, "variants that know", kind="count"),
        column("variants_unknown", lambda r: r.variants_unknown, "variants that never knew", kind="count"),
        column("reference_value", lambda r: r.reference_value, "trained without", kind="number"),
        column("known_within", lambda r: r.known_within, "know, show no more", kind="count"),
        column("unknown_beyond", lambda r: r.unknown_beyond, "never knew, show more", kind="count"),
    )
    return table(columns, result.best_first)


def has_pools(result: GroundTruthResult) -> bool:
    """Whether the suite has pools of models whose knowledge is known."""
    return bool(result.rows)


AREAS = Answer(
    "ground_truth",
    compute,
    say,
    Part(
        "ground_truth",
        "AUC of each metric between models that know and models that never did",
        truth_table,
        draw_areas,
        reading=READING,
        when=has_pools,
    ),
    heading="Models whose knowledge is known",
    key="ground_truth",
    terms=("auc",),
)
