"""Do metrics agree better on multimodal models? Mean τ of every panel under each counting rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from operator import attrgetter
from statistics import fmean

from components.answers.record import Answer, Part, Said
from components.format import joined, number
from components.resolved import Resolved, unweighted, whole_panel
from components.stats.agreement.mean_tau import MeanTau, mean_taus
from components.table import Column, Table, table
from components.words import Labels
from data.registry import REFERENCE

WHOLE_PANELS = "all runs of each panel, whatever is filtered"
"""The runs that enter: panels have no benchmark in common by which they could be filtered alike."""


@dataclass(frozen=True)
class PanelMeanTau:
    """Mean pairwise τ of one panel under one counting rule, over all its runs."""

    panel: str
    setting: str
    methods: int
    mean: MeanTau


@unweighted
def compute(view: Resolved) -> tuple[PanelMeanTau, ...]:
    """Return the mean pairwise τ of every panel of the suite under every counting rule."""
    chosen = view.selection
    filtered = chosen.benchmarks or chosen.seeds or chosen.methods
    whole = "" if filtered or chosen.aim == REFERENCE else chosen.panel
    return tuple(
        PanelMeanTau(info.id, info.setting, len(panel.methods), mean)
        for info in view.tables.panels
        for panel in [view.panel if info.id == whole else whole_panel(view.tables, info.id)]
        for mean in mean_taus(panel).values()
    )


def gaps(rows: tuple[PanelMeanTau, ...]) -> Mapping[str, float]:
    """Return unimodal minus multimodal by counting rule, over panels of three methods or more; empty without both."""
    means: dict[str, dict[str, list[float]]] = {}
    for row in rows:
        if row.mean.mean_tau is not None and row.methods > 2:
            means.setdefault(row.mean.rule, {}).setdefault(row.setting, []).append(row.mean.mean_tau)
    return {
        rule: fmean(by["unimodal"]) - fmean(by["multimodal"])
        for rule, by in means.items()
        if {"unimodal", "multimodal"} <= set(by)
    }


def say(rows: tuple[PanelMeanTau, ...], names: Labels) -> Said:
    """Say the range of the gap over the counting rules; nothing if the suite has one modality."""
    found = sorted(gaps(rows).values())
    if not found:
        return Said()
    small = [names.panels[p] for p in dict.fromkeys(r.panel for r in rows if r.methods < 3)]
    return Said(
        [f"Mean τ, unimodal minus multimodal, is {number(found[0])} to {number(found[-1])}, depending on the rule."],
        [
            f"The means are over {WHOLE_PANELS}. The published rule leaves directions as they are, others align them.",
            f"{joined(small)} with fewer than three methods: left out of the difference." if small else "",
        ],
    )


def modality_table(rows: tuple[PanelMeanTau, ...], names: Labels) -> Table[PanelMeanTau]:
    """Return one row per panel and counting rule."""
    column = Column[PanelMeanTau]
    counts = ("runs_fewest", "runs_most", "runs", "blocks_fewest", "blocks_most", "blocks")
    columns = (
        column("panel", lambda r: r.panel, kind="panel", place="print"),
        column("setting", lambda r: r.setting, place="print"),
        column("rule", lambda r: r.mean.rule, place="print"),
        column("mean_tau", lambda r: r.mean.mean_tau, "mean τ", kind="number", place="print"),
        column("pairs_defined", lambda r: r.mean.pairs_defined, "pairs with a τ", kind="count", place="print"),
        column("pairs", lambda r: r.mean.pairs, kind="count", place="print"),
        *(column(name, attrgetter(f"mean.{name}"), kind="count", place="file") for name in counts),
        column("methods", lambda r: r.methods, kind="count", place="print"),
        column("missing", lambda r: r.mean.missing, place="file"),
        column("undefined_pairs", lambda r: r.mean.undefined_pairs, place="file"),
    )
    return table(columns, rows)


MODALITY = Answer(
    "modality",
    compute,
    say,
    Part(
        "modality",
        "Mean τ over pairs of metrics, per panel and counting rule",
        modality_table,
        shown="open",
        when=lambda rows: bool(gaps(rows)),
    ),
    heading="Multimodal and unimodal",
    facts=lambda rows: {"modality_rule": WHOLE_PANELS},
    terms=("mean_tau",),
)
