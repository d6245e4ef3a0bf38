"""What does each difference take: the chance over numbers of seeds or benchmarks, and a range for
each difference."""

import math

import numpy as np
import plotly.graph_objects as go

from components.answers.plan.experiment import ASKED, ASKS, HERE, Experiment, compute
from components.answers.record import Answer, Look, Part, Said
from components.format import counted, joined, shortened
from components.plotting.marks import curve
from components.plotting.theme import palette
from components.results.at_bound import spread_notes
from components.results.pair_verdicts import needed_range
from components.stats.separation.inference import SEEDS_NEEDED
from components.stats.separation.planning import MAX_CASES, POWER
from components.stats.separation.plans import Design, Forecast
from components.table import Column, Table, count_column, number_column, share_column, table
from components.words import Labels, for_new_seeds, seeds_each


def say(experiment: Experiment, labels: Labels) -> Said:
    notes = []
    if experiment.pair is not None:
        pair_text = joined([shortened(labels.method(method)) for method in experiment.pair])
        notes.append(f"Empty boxes use what the runs of {pair_text} show.")
    notes += [
        (
            f"Wanted: {ASKED} over all pairs of"
            f" {counted(experiment.design.methods, 'method')} (Bonferroni). Similar benchmarks:"
            " paired t over benchmarks that share no data. These benchmarks: Welch's t"
            f" {for_new_seeds(experiment.info)}."
        ),
        (
            "The range is that of the observed difference, or of the spread if a difference is"
            " entered. A spread is the standard deviation of the difference of two scores, between"
            " seeds on one benchmark or between benchmarks."
        ),
    ]
    return Said((), [*notes, *spread_notes(experiment.at_bound, labels)])


def drawn(experiment: Experiment) -> Forecast | None:
    """Return the forecast that is drawn: over seeds if these can be planned, else over
    benchmarks."""
    return experiment.design.over_seeds or experiment.design.over_benchmarks


def cases(forecast: Forecast) -> list[int]:
    """Return the numbers of seeds or benchmarks that are drawn: past the present and the needed
    ones."""
    low, high = forecast.needed
    needed = 2 * low if high is None else high
    last_case = max(12, forecast.present + 2, min(MAX_CASES, math.ceil(1.25 * needed)))
    first_case = SEEDS_NEEDED if forecast.over == "seeds" else 2
    return [int(n_cases) for n_cases in np.unique(np.linspace(first_case, last_case, 60).round())]


def draw(experiment: Experiment, look: Look) -> go.Figure:
    """Draw the chance as a band between the ends of its range; dotted the chance wanted and the
    present number."""
    forecast = drawn(experiment)
    assert forecast is not None
    colours = palette(look.mode)
    fig = go.Figure()
    counts = cases(forecast)
    low, high = forecast.chance(counts)
    axis_title = "similar benchmarks"
    if forecast.over == "seeds":
        axis_title = seeds_each(experiment.info)
    line_style = {"width": 2, "color": colours.accent}
    hover_text = f"%{{x}} {axis_title}: %{{y:.0%}}"
    curve(fig, counts, high, line_style, hover_template=f"{hover_text} at most", name="at most")
    curve(
        fig,
        counts,
        low,
        line_style,
        hover_template=f"{hover_text} at least",
        name="at least",
        fill="tonexty",
    )
    dotted = {"width": 1.5, "color": colours.muted, "dash": "dot"}
    fig.add_hline(y=POWER, line=dotted)
    if forecast.present >= counts[0]:
        fig.add_vline(x=forecast.present, line=dotted)
    fig.update_xaxes(title=axis_title, range=[counts[0], counts[-1]])
    fig.update_yaxes(title="chance to tell them apart", range=[0, 1.02], tickformat=".0%")
    return fig.update_layout(height=300, showlegend=False)


def power_table(experiment: Experiment, labels: Labels) -> Table[tuple[int, float, float]]:
    """Return one row per number of seeds or benchmarks, with both ends of the chance."""
    forecast = drawn(experiment)
    columns = (
        count_column(
            forecast.over if forecast else "seeds", lambda planned: planned[0], place="screen"
        ),
        share_column("low", lambda planned: planned[1], "chance, at least", place="screen"),
        share_column("high", lambda planned: planned[2], "chance, at most", place="screen"),
    )
    if forecast is None:
        return table((), *columns)
    counts = cases(forecast)
    low, high = forecast.chance(counts).tolist()
    return table(zip(counts, low, high, strict=True), *columns)


def needed_table(experiment: Experiment, labels: Labels) -> Table[Design]:
    """Return one row per difference: the ranges of benchmarks and of seeds that it takes."""
    column = Column[Design]
    seeds_text = counted(experiment.design.seeds, "seed")
    benchmarks_head = f"similar benchmarks, {seeds_text} each"

    def end(scope_name: str, end_index: int) -> Column[Design]:
        def needed(design: Design) -> int | None:
            forecast: Forecast | None = getattr(design, f"over_{scope_name}")
            return None if forecast is None else forecast.needed[end_index]

        return count_column(f"{scope_name}_{('low', 'high')[end_index]}", needed, place="file")

    return table(
        [row for row in experiment.listed if row.over_benchmarks or row.over_seeds],
        number_column("difference", head="difference in score"),
        column("benchmarks", lambda planned: _range(planned.over_benchmarks), benchmarks_head),
        column(
            "seeds",
            lambda planned: _range(planned.over_seeds),
            f"{seeds_each(experiment.info)} on {HERE}",
        ),
        end("benchmarks", 0),
        end("benchmarks", 1),
        end("seeds", 0),
        end("seeds", 1),
    )


def _range(forecast: Forecast | None) -> str:
    if forecast is None:
        return ""
    return needed_range(*forecast.needed, "").removesuffix("(80 % range)").strip()


NEEDED = Answer(
    "needed",
    compute,
    say,
    [
        Part(
            "power",
            "Chance to tell the two apart",
            power_table,
            draw,
            reading=(
                "The chance lies in the band (80 % range). Dotted: 80 %, and the number there is."
            ),
            when=lambda experiment: drawn(experiment) is not None,
        ),
        Part("needed", "What each difference takes (80 % range)", needed_table, shown="open"),
    ],
    asks=ASKS,
    key="plan",
)
