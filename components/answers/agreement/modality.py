"""Do metrics agree less on multimodal models? Mean τ of every panel of all suites, by what its
model takes in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from components.answers.record import Answer, Part, Said
from components.format import finite, number
from components.resolved import Resolved, unweighted
from components.selection import default_selection
from components.served import computed
from components.stats import lazy_scipy
from components.stats.agreement.mean_tau import BLOCKS, POOLED, PUBLISHED, MeanTau, mean_taus
from components.stats.agreement.tau import agreement
from components.stats.agreement.tau_intervals import mean_interval
from components.stats.audits.claims import claims
from components.stats.bootstrap import Interval
from components.table import Column, Table, placed, table
from components.words import Labels
from data.registry import Tables

MULTIMODAL = "multimodal"
WHOLE_PANELS = "all runs of each panel of all suites, whatever is filtered"
READING = (
    "Mean τ-b per block over pairs of metrics, directions aligned, without metrics that are"
    " computed from others; panels of three methods or more. Interval: methods resampled within"
    " benchmarks. The difference is tested over suites, each counted once per setting (Welch)."
)


@dataclass(frozen=True)
class PanelMean:
    """Mean pairwise τ of one panel, over all its runs; the other two are by other counting
    rules."""

    suite: str
    suite_label: str
    panel: str
    panel_label: str
    setting: str
    methods: int
    mean: MeanTau
    interval: Interval
    pooled: float | None
    published: float | None


@dataclass(frozen=True)
class Modality:
    """The panels; the means over suites, and multimodal minus others with its 95 % interval, if
    both are known.

    `printed` is what a study prints of its panels, by setting.
    """

    rows: tuple[PanelMean, ...]
    multimodal: tuple[float, ...]
    others: tuple[float, ...]
    low: float | None
    high: float | None
    printed: tuple[tuple[str, str, float], ...]


@unweighted
def of_panel(view: Resolved) -> PanelMean:
    """Return the mean pairwise τ of a panel, without metrics that are computed from others
    there."""
    panel = view.panel.compared
    whole = {m.id for m in panel.metrics if {*m.parts} & {*panel.metric_ids}}
    panel = panel.of_metrics([k for k, m in enumerate(panel.metrics) if m.id not in whole])
    means = mean_taus(panel)
    return PanelMean(
        view.tables.suite.id,
        view.tables.suite.title,
        view.info.id,
        view.info.label,
        view.info.setting,
        len(panel.methods if panel.grids is None else {*panel.grids.tolist()}),
        means[BLOCKS],
        mean_interval(agreement(panel), view.selection.rng),
        means[POOLED].mean_tau,
        means[PUBLISHED].mean_tau,
    )


@unweighted
def compute(view: Resolved) -> Modality:
    """Return the mean pairwise τ of every panel of every suite, and how far multimodal suites
    differ from others."""
    served = view.among or computed([view.tables])
    suites = [t for t in served.suites if not t.suite.private]
    rows = [
        served.one(of_panel, replace(default_selection(t), panel=p.id))
        for t in suites
        for p in t.panels
    ]
    rows = [r for r in rows if r.methods > 2 and r.mean.mean_tau is not None]
    several, one = (
        _by_suite([r for r in rows if (r.setting == MULTIMODAL) == s]) for s in (True, False)
    )
    low = high = None
    if min(len(several), len(one)) > 1:
        low, high = map(
            finite, lazy_scipy.stats.ttest_ind(several, one, equal_var=False).confidence_interval()
        )
    printed = next((own for t in suites if len(own := _printed(t)) > 1), ())
    return Modality(tuple(rows), several, one, low, high, printed)


def _by_suite(rows: Sequence[PanelMean]) -> tuple[float, ...]:
    suites = dict.fromkeys(r.suite for r in rows)
    return tuple(fmean(r.mean.mean_tau or 0.0 for r in rows if r.suite == s) for s in suites)


def _printed(tables: Tables) -> tuple[tuple[str, str, float], ...]:
    settings = {p.id: p.setting for p in tables.panels}
    own = [
        c
        for c in claims(tables)
        if c.statistic == "mean_pairwise_tau_published" and c.status == "released"
    ]
    return tuple((tables.suite.title, settings[c.panel], c.printed) for c in own)


def say(result: Modality, names: Labels) -> Said:
    if result.low is None or result.high is None:
        return Said([], [READING])
    means = f"mean τ {number(fmean(result.multimodal))} over {len(result.multimodal)} suites"
    means += f", {number(fmean(result.others))} over {len(result.others)} of text or images"
    verdict = f"Whether metrics agree less in multimodal suites cannot be told: {means}."
    if result.high < 0 or result.low > 0:
        verdict = (
            f"Metrics agree {'less' if result.high < 0 else 'more'} in multimodal suites: {means}."
        )
    printed = " and ".join(
        f"{number(value, 3)} for {setting} models" for _, setting, value in result.printed
    )
    claim = f"; {result.printed[0][0]} prints {printed}" if printed else ""
    support = (
        f"Multimodal minus others is {number(result.low)} to {number(result.high)} (95 %){claim}."
    )
    return Said([verdict, support], [READING])


def modality_table(result: Modality, names: Labels) -> Table[PanelMean]:
    """Return one row per panel of every suite."""
    column = Column[PanelMean]
    columns = (
        *placed(lambda r: r),
        column("setting", lambda r: r.setting, place="print"),
        column("mean_tau", lambda r: r.mean.mean_tau, "mean τ", kind="number", place="print"),
        column(
            "low",
            lambda r: r.interval.low,
            "95 % from",
            kind="number",
            why="interval_reason",
            place="print",
        ),
        column(
            "high",
            lambda r: r.interval.high,
            "95 % to",
            kind="number",
            why="interval_reason",
            place="print",
        ),
        column("interval_reason", lambda r: r.interval.reason, place="file"),
        column(
            "pairs_defined",
            lambda r: r.mean.pairs_defined,
            "pairs with a τ",
            kind="count",
            place="print",
        ),
        column("pairs", lambda r: r.mean.pairs, kind="count"),
        column("methods", lambda r: r.methods, kind="count", place="print"),
        column("blocks", lambda r: r.mean.blocks, kind="count", place="print"),
        column("pooled", lambda r: r.pooled, "pooled runs", kind="number"),
        column("published", lambda r: r.published, "published rule", kind="number"),
        column("runs", lambda r: r.mean.runs, kind="count"),
        column(
            "runs_fewest",
            lambda r: r.mean.runs_fewest,
            "runs of the pair with fewest",
            kind="count",
        ),
        column("missing", lambda r: r.mean.missing, place="file"),
    )
    return table(columns, result.rows)


MODALITY = Answer(
    "modality",
    compute,
    say,
    Part(
        "modality",
        "Mean τ over pairs of metrics, per panel of all suites",
        modality_table,
        shown="open",
        when=lambda result: len(result.rows) > 1,
    ),
    heading="Multimodal, text and images",
    facts=lambda result: {"modality_rule": WHOLE_PANELS},
    terms=("mean_tau",),
)
