"""Do metrics agree less on multimodal models? Mean τ of every panel of all suites, by what its
model takes in."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from components.answers.record import Answer, Part, Said
from components.format import finite, number
from components.resolved import Resolved, unweighted
from components.results.source_count import sources_text
from components.selection import default_selection
from components.served import computed
from components.stats import lazy_scipy
from components.stats.agreement.mean_tau import BLOCKS, POOLED, PUBLISHED, MeanTau, mean_taus
from components.stats.agreement.tau import agreement
from components.stats.agreement.tau_intervals import mean_interval
from components.stats.audits.claims import claims
from components.stats.bootstrap import Interval
from components.table import Column, Table, count_column, number_column, placed, table
from components.words import Labels
from data.registry import Suite, Tables

MULTIMODAL = "multimodal"
WHOLE_PANELS = "all runs of each panel of all suites, whatever is filtered"
READING = (
    "Mean τ-b per block over pairs of metrics, directions aligned, without metrics that are"
    " computed from others; panels of three methods or more. Interval: methods resampled within"
    " benchmarks. The difference is tested over sources, each counted once per setting (Welch)."
)


@dataclass(frozen=True)
class PanelMean:
    """Mean pairwise τ of one panel, over all its runs; the other two are by other counting
    rules."""

    study: Suite
    panel: str
    panel_label: str
    setting: str
    methods: int
    mean: MeanTau
    interval: Interval
    pooled: float | None
    published: float | None

    @property
    def suite(self) -> str:
        """The suite, by id."""
        return self.study.id

    @property
    def suite_label(self) -> str:
        """What the suite is called."""
        return self.study.title


@dataclass(frozen=True)
class Modality:
    """The panels; the means over sources, and multimodal minus others with its 95 % interval, if
    both are known.

    `printed` is what a study prints of its panels: its title, setting and value.
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
    not_computed = []
    for metric_index, metric in enumerate(panel.metrics):
        if not {*metric.parts} & {*panel.metric_ids}:
            not_computed.append(metric_index)
    panel = panel.of_metrics(not_computed)
    means = mean_taus(panel)
    methods = (
        panel.methods if panel.family_of_method is None else {*panel.family_of_method.tolist()}
    )
    return PanelMean(
        view.tables.suite,
        view.info.id,
        view.info.label,
        view.info.setting,
        len(methods),
        means[BLOCKS],
        mean_interval(agreement(panel), view.selection.rng),
        means[POOLED].mean_tau,
        means[PUBLISHED].mean_tau,
    )


@unweighted
def compute(view: Resolved) -> Modality:
    """Return the mean pairwise τ of every panel of every suite, and how far multimodal sources
    differ from others."""
    served = view.among or computed([view.tables])
    panel_means = []
    printed: tuple[tuple[str, str, float], ...] = ()
    for tables in served.suites:
        if tables.suite.private:
            continue
        for panel in tables.panels:
            panel_mean = served.of_suite(
                of_panel, replace(default_selection(tables), panel=panel.id)
            )
            if panel_mean.methods > 2 and panel_mean.mean.mean_tau is not None:
                panel_means.append(panel_mean)
        printed = printed or _printed(tables)
    multimodal = _by_source(
        [panel_mean for panel_mean in panel_means if panel_mean.setting == MULTIMODAL]
    )
    others = _by_source(
        [panel_mean for panel_mean in panel_means if panel_mean.setting != MULTIMODAL]
    )
    low = None
    high = None
    if min(len(multimodal), len(others)) > 1:
        welch = lazy_scipy.stats.ttest_ind(multimodal, others, equal_var=False)
        low, high = map(finite, welch.confidence_interval())
    return Modality(tuple(panel_means), multimodal, others, low, high, printed)


def _by_source(panel_means: Sequence[PanelMean]) -> tuple[float, ...]:
    """Return the mean over the panels of each source."""
    taus_of_source: dict[str, list[float]] = {}
    for panel_mean in panel_means:
        source = panel_mean.study.source_url
        taus_of_source.setdefault(source, []).append(panel_mean.mean.mean_tau or 0.0)
    return tuple(map(fmean, taus_of_source.values()))


def _printed(tables: Tables) -> tuple[tuple[str, str, float], ...]:
    """Return the mean τ that a study prints of two panels or more; () for fewer."""
    settings = {panel.id: panel.setting for panel in tables.panels}
    printed = []
    for claim in claims(tables):
        if claim.statistic == "mean_pairwise_tau_published" and claim.status == "released":
            printed.append((tables.suite.title, settings[claim.panel], claim.printed))
    return tuple(printed) if len(printed) > 1 else ()


def say(modality: Modality, labels: Labels) -> Said:
    if modality.low is None or modality.high is None:
        return Said([], [READING])
    verdict = "Whether metrics agree less on multimodal models cannot be told"
    if modality.high < 0:
        verdict = "Metrics agree less on multimodal models"
    elif modality.low > 0:
        verdict = "Metrics agree more on multimodal models"
    verdict += (
        f": mean τ {number(fmean(modality.multimodal))} over"
        f" {sources_text(len(modality.multimodal))}, {number(fmean(modality.others))} over"
        f" {len(modality.others)} of text or images."
    )
    support = f"Multimodal minus others is {number(modality.low)} to {number(modality.high)} (95 %)"
    if modality.printed:
        values = [
            f"{number(printed_tau, 3)} for {setting} models"
            for _, setting, printed_tau in modality.printed
        ]
        support += f"; {modality.printed[0][0]} prints {' and '.join(values)}"
    return Said([verdict, f"{support}."], [READING])


def modality_table(modality: Modality, labels: Labels) -> Table[PanelMean]:
    """Return one row per panel of every suite."""
    return table(
        modality.rows,
        *placed(),
        Column("setting"),
        number_column("mean_tau", "mean.mean_tau", "mean τ"),
        number_column("low", "interval.low", "95 % from", why="interval_reason"),
        number_column("high", "interval.high", "95 % to", why="interval_reason"),
        Column("interval_reason", "interval.reason", place="file"),
        count_column("pairs_defined", "mean.pairs_defined", "pairs with a τ"),
        count_column("pairs", "mean.pairs", place="screen"),
        count_column("methods"),
        count_column("blocks", "mean.blocks"),
        number_column("pooled", head="pooled runs", place="screen"),
        number_column("published", head="published rule", place="screen"),
        count_column("runs", "mean.runs", place="screen"),
        count_column(
            "runs_fewest", "mean.runs_fewest", "runs of the pair with fewest", place="screen"
        ),
        Column("missing", "mean.missing", place="file"),
    )


MODALITY = Answer(
    "modality",
    compute,
    say,
    Part(
        "modality",
        "Mean τ over pairs of metrics, per panel of all suites",
        modality_table,
        shown="open",
        when=lambda modality: len(modality.rows) > 1,
    ),
    heading="Multimodal, text and images",
    facts=lambda modality: {"modality_rule": WHOLE_PANELS},
    terms=("mean_tau",),
)
