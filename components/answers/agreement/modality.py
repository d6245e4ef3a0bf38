"""Do metrics agree better on multimodal models? Mean τ of every panel under each counting rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from statistics import fmean

import plotly.graph_objects as go

from components.answers.agreement.pairs import pair_name
from components.answers.record import Answer, Look, Part, Said
from components.format import at_most, figure_text, joined, number, shortened
from components.plotting.theme import palette
from components.resolved import Resolved, unweighted, whole_panel
from components.stats.agreement.mean_tau import MeanTau, mean_taus
from components.table import Column, Table, table
from components.words import Labels
from data.registry import REFERENCE

WHOLE_PANELS = "all runs of each panel, whatever is filtered"
"""What the means rest on: panels have no benchmark in common by which they could be filtered alike."""
READING = (
    "One mark per panel, hollow where two methods leave only −1 and +1. “published” pools all runs and leaves "
    "directions as they are; the other rules align them. All runs of each panel enter, whatever is filtered above."
)


@dataclass(frozen=True)
class PanelMeanTau:
    """Mean pairwise τ of one panel under one counting rule, over all its runs."""

    panel: str
    setting: str
    methods: int
    mean: MeanTau


@dataclass(frozen=True)
class Modality:
    """One row per panel and counting rule, and whether the page is filtered."""

    rows: tuple[PanelMeanTau, ...]
    filtered: bool


@unweighted
def compute(view: Resolved) -> Modality:
    """Mean pairwise τ of every panel of the suite under every counting rule."""
    chosen = view.selection
    filtered = bool(chosen.benchmarks or chosen.seeds or chosen.methods)
    whole = "" if filtered or chosen.aim == REFERENCE else chosen.panel
    panels = [
        (info, view.panel if info.id == whole else whole_panel(view.tables, info.id)) for info in view.tables.panels
    ]
    rows = [
        PanelMeanTau(info.id, info.setting, len(panel.methods), mean)
        for info, panel in panels
        for mean in mean_taus(panel).values()
    ]
    return Modality(tuple(rows), filtered)


def sentence(result: Modality, names: Labels) -> str:
    """Unimodal minus multimodal under each counting rule, over panels with at least three methods.

    Empty where no two panels differ in this.
    """
    rows = [r for r in result.rows if r.methods > 2 and r.mean.mean_tau is not None]
    gaps = _gaps(rows)
    if not gaps:
        return ""
    entered = {r.panel for r in rows}
    differences = joined([f"{number(g, sign=True)} ({rule})" for rule, g in gaps.items()])
    left_out = [label for panel, label in names.panels.items() if panel not in entered]
    without = f" {joined(left_out)}, with fewer than three methods, left out." if left_out else ""
    missing = [
        f"{names.metric(m)} in {n} of {r.mean.runs} runs of {names.panels[r.panel]}"
        for r in rows
        if r.mean.rule == rows[0].mean.rule
        for m, n in r.mean.missing.items()
    ]
    absent = f" Missing: {joined(at_most(4, missing))}." if missing else ""
    whole = " It rests on all runs of each panel, whatever is filtered." if result.filtered else ""
    return f"Mean τ, unimodal minus multimodal: {differences}.{without}{absent}{whole}"


def _gaps(rows: list[PanelMeanTau]) -> Mapping[str, float]:
    """Unimodal minus multimodal by counting rule, where both have a panel."""
    means: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        if row.mean.mean_tau is not None:
            means.setdefault(row.mean.rule, {}).setdefault(row.setting, []).append(row.mean.mean_tau)
    return {
        rule: fmean(by["unimodal"]) - fmean(by["multimodal"])
        for rule, by in means.items()
        if {"unimodal", "multimodal"} <= set(by)
    }


def draw(result: Modality, look: Look) -> go.Figure:
    """Mean pairwise τ by counting rule, one mark per panel; hollow where two methods leave only ±1.

    Settings have a colour each, panels a shape.
    """
    rows, panels, mode = result.rows, look.names.panels, look.mode
    colours = palette(mode)
    rules = list(dict.fromkeys(r.mean.rule for r in rows))
    settings = list(dict.fromkeys(r.setting for r in rows))
    hues = (colours.accent, colours.tau[0], colours.muted)
    shapes = ("circle", "diamond", "square", "triangle-up", "star", "cross")
    fig = go.Figure()
    fig.add_vline(x=0, line={"width": 1, "color": colours.muted})
    for n, panel in enumerate(dict.fromkeys(r.panel for r in rows)):
        own = [r for r in rows if r.panel == panel]
        hollow = "-open" if own[0].methods < 3 else ""
        known = [r for r in own if r.mean.mean_tau is not None]
        label = f"{figure_text(shortened(panels[panel], 24))}, {figure_text(shortened(own[0].setting, 20))}"
        fig.add_scatter(
            x=[r.mean.mean_tau for r in known],
            y=[rules.index(r.mean.rule) for r in known],
            mode="markers",
            marker={
                "size": 14,
                "symbol": shapes[n % len(shapes)] + hollow,
                "color": hues[settings.index(own[0].setting) % len(hues)],
                "line": {"width": 2 if hollow else 0},
            },
            name=label,
            text=[
                f"<b>{label}</b><br>{figure_text(r.mean.rule)}: mean τ {number(r.mean.mean_tau)}<br>"
                f"{r.mean.pairs_defined} of {r.mean.pairs} pairs, "
                f"{r.mean.runs_fewest}–{r.mean.runs_most} of {r.mean.runs} runs"
                for r in known
            ],
            hovertemplate="%{text}<extra></extra>",
        )
    fig.update_xaxes(range=[-1.08, 1.08], title_text="mean τ over pairs of metrics", nticks=6, zeroline=False)
    fig.update_yaxes(
        tickvals=list(range(len(rules))),
        ticktext=[figure_text(r).replace(", ", ",<br>") for r in rules],
        range=[len(rules) - 0.5, -0.5],
        zeroline=False,
    )
    return fig.update_layout(
        showlegend=True,
        legend={"orientation": "v", "y": 1.0},
        margin={"l": 8, "r": 8, "t": 26 + 22 * len(panels), "b": 8},
        height=270 + 22 * len(panels),
    )


def modality_table(result: Modality, names: Labels) -> Table[PanelMeanTau]:
    """One row per panel and counting rule."""
    column = Column[PanelMeanTau]
    columns = (
        column("panel", lambda r: r.panel, kind="panel", place="print"),
        column("setting", lambda r: r.setting, place="print"),
        column("rule", lambda r: r.mean.rule, place="print"),
        column("mean_tau", lambda r: r.mean.mean_tau, "mean τ", kind="number", place="print"),
        column("pairs_defined", lambda r: r.mean.pairs_defined, "pairs with a τ", kind="count"),
        column("pairs", lambda r: r.mean.pairs, kind="count"),
        *(c for what in ("runs", "blocks") for c in _spans(what)),
        column("methods", lambda r: r.methods, kind="count"),
        column("missing", lambda r: r.mean.missing, place="file"),
        column(
            "gaps",
            lambda r: ", ".join(f"{names.metric(m)} in {n} runs" for m, n in r.mean.missing.items()),
            "missing",
            place="screen only",
        ),
        column("undefined_pairs", lambda r: r.mean.undefined_pairs, place="file"),
        column(
            "without",
            lambda r: ", ".join(pair_name(names, x, y) for x, y in r.mean.undefined_pairs),
            "pairs without a τ",
            place="screen only",
        ),
    )
    return table(columns, result.rows)


def _spans(what: str) -> list[Column[PanelMeanTau]]:
    """In how many runs or blocks a pair has both values: fewest, most, and of how many."""
    column = Column[PanelMeanTau]
    numbers = {name: attrgetter(f"mean.{name}") for name in (f"{what}_fewest", f"{what}_most", what)}
    fewest, most, every = numbers.values()
    return [
        column(
            f"{what}_in_a_pair",
            lambda r: f"{fewest(r)} to {most(r)} of {every(r)}",
            f"{what} in a pair",
            place="screen only",
        ),
        *(column(name, of, kind="count", place="file") for name, of in numbers.items()),
    ]


MODALITY = Answer(
    "modality",
    compute,
    lambda result, names: Said([sentence(result, names)]),
    Part(
        "modality",
        "Mean τ over pairs of metrics, per panel and counting rule",
        modality_table,
        draw,
        reading=READING,
        when=lambda result: bool(_gaps([r for r in result.rows if r.methods > 2])),
    ),
    heading="Multimodal against unimodal",
    facts=lambda result: {"modality_rule": WHOLE_PANELS},
)
