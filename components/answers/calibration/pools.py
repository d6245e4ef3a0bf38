"""Where do the values of models that know, and of models that never did, lie under each metric?"""

from collections.abc import Sequence

import plotly.graph_objects as go

from components.answers.calibration.ground_truth import (
    KNOWN,
    REFERENCE,
    UNKNOWN,
    GroundTruthResult,
    GroundTruthRow,
    PoolModel,
    compute,
    has_pools,
)
from components.answers.record import Answer, Look, Part, silent
from components.labels import Labels
from components.plotting.intervals import points
from components.plotting.marks import name_noted_rows, places, segments, write_notes
from components.plotting.theme import palette
from components.table import Column, Table, item, table
from components.text import figure_text, joined, number, shortened

READING = (
    "Each row runs from the value that says least knowledge is left to the one that says most. Filled: models that "
    "know; open: models that never did; line: the model trained without the knowledge. The less the two overlap, the "
    "better the metric."
)
NAMES = {KNOWN: "knows", UNKNOWN: "never knew", REFERENCE: "trained without"}
"""What the pools are called."""


def draw_pools(result: GroundTruthResult, look: Look) -> go.Figure:
    """The values of both pools under each metric, each row from the least to the most knowledge, the reference a line.

    The rows are ordered as in the figure of the areas.
    """
    rows, colours = result.best_first, palette(look.mode)
    fig, place = go.Figure(), places(rows)
    ends = {r.metric: _ends([m.values[r.metric] for m in result.models]) for r in rows}
    for pool, name, symbol, colour, down in (
        (KNOWN, "knows", "circle", colours.accent, 0.08),
        (UNKNOWN, "never knew", "circle-open", colours.ink, 0.28),
    ):
        models = [m for m in result.models if m.pool == pool]
        values = [(r, m.model, m.values[r.metric]) for r in rows for m in models]
        points(
            fig,
            [((r, m, v), _share(v, *ends[r.metric], r.sign), place[r.metric] - down) for r, m, v in values],
            {"symbol": symbol, "size": 8, "color": colour, "opacity": 0.55},
            data=lambda p: [figure_text(p[0].label), figure_text(p[1]), p[2]],
            hover="%{customdata[1]}: %{customdata[0]} %{customdata[2]:.4f}",
            name=name,
        )
    at = [(_share(r.reference_value, *ends[r.metric], r.sign), place[r.metric]) for r in rows]
    if any(x is not None for x, _ in at):
        name = figure_text(shortened(joined(result.references), 24))
        segments(fig, [(x, y - 0.42, x, y + 0.06) for x, y in at if x is not None], colours.ink, name=name)
    write_notes(fig, rows, [pool_label(r, *ends[r.metric]) for r in rows], 0, look.mode, 0.28)
    fig.update_xaxes(
        range=[-0.03, 1.03],
        tickvals=[0, 1],
        ticktext=["least", "most"],
        title_text="Knowledge left, as the metric sees it",
    )
    return name_noted_rows(fig, [r.label for r in rows])


def pool_label(row: GroundTruthRow, lowest: float, highest: float) -> str:
    """Between which values the pools of one metric lie, from least to most knowledge."""
    left, right = (lowest, highest) if row.sign < 0 else (highest, lowest)
    return f"from {number(left)} to {number(right)}"


def _ends(values: Sequence[float | None]) -> tuple[float, float]:
    known = [v for v in values if v is not None]
    return min(known, default=0.0), max(known, default=0.0)


def _share(value: float | None, lowest: float, highest: float, sign: int) -> float | None:
    """Where a value lies between the one that says least knowledge is left (0) and the one that says most (1)."""
    if value is None:
        return None
    if highest == lowest:
        return 0.5
    share = (value - lowest) / (highest - lowest)
    return share if sign < 0 else 1 - share


def pools_table(result: GroundTruthResult, names: Labels) -> Table[PoolModel]:
    """One row per model of the pools, its values as measured."""
    column = Column[PoolModel]
    columns = (
        column("model", lambda m: m.model, place="print"),
        column("pool", lambda m: NAMES.get(m.pool, m.pool), place="print"),
        column("variant", lambda m: m.variant, "training variant"),
        *(
            column(f"values.{r.metric}", item(lambda m: m.values, r.metric), r.label, kind="number")
            for r in result.rows
        ),
    )
    return table(columns, result.models)


POOLS = Answer(
    "pools",
    compute,
    silent,
    Part(
        "pools",
        "Values of the models of both pools under each metric",
        pools_table,
        draw_pools,
        reading=READING,
        when=has_pools,
    ),
    opened=True,
    links=lambda result: {"metrics": [r.metric for r in result.rows]},
)
