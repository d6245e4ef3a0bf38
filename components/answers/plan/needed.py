"""What does each difference take: the chance over numbers of seeds or benchmarks, and a range for
each difference."""

import math

import numpy as np
import plotly.graph_objects as go

from components.answers.plan.experiment import ASKS, EACH, HERE, Experiment, compute
from components.answers.record import Answer, Look, Part, Said
from components.format import counted, joined, shortened
from components.plotting.marks import curve
from components.plotting.theme import palette
from components.results.pair_verdicts import needed_range
from components.stats.separation.inference import SEEDS_NEEDED
from components.stats.separation.planning import MOST, POWER
from components.stats.separation.plans import Design, Forecast
from components.table import Column, Table, table
from components.words import Labels

AXES = {"seeds": EACH, "benchmarks": "similar benchmarks"}


def say(result: Experiment, names: Labels) -> Said:
    pair = "" if result.pair is None else joined([shortened(names.method(m)) for m in result.pair])
    notes = [
        f"What is not entered is as {pair} show it." if pair else "",
        (
            "Wanted: a chance of 80 % at 5 % over all pairs of"
            f" {counted(result.design.methods, 'method')} (Bonferroni). Similar benchmarks: paired"
            " t over benchmarks that share no data. These benchmarks: Welch's t over seeds."
        ),
        (
            "The range is that of the observed difference, or of the spread if a difference is"
            " entered. A spread is the standard deviation of the difference of two scores, between"
            " seeds on one benchmark or between benchmarks."
        ),
    ]
    return Said((), notes)


def shown(result: Experiment) -> Forecast | None:
    """Return the forecast that is drawn: over seeds if these can be planned, else over
    benchmarks."""
    return result.design.over_seeds or result.design.over_benchmarks


def cases(forecast: Forecast) -> list[int]:
    """Return the numbers of seeds or benchmarks that are drawn: past the present and the needed
    ones."""
    low, high = forecast.needed
    last = max(
        12, forecast.present + 2, min(MOST, math.ceil(1.25 * (2 * low if high is None else high)))
    )
    first = SEEDS_NEEDED if forecast.over == "seeds" else 2
    return [int(n) for n in np.unique(np.linspace(first, last, 60).round())]


def draw(result: Experiment, look: Look) -> go.Figure:
    """Draw the chance as a band between the ends of its range; dotted the chance wanted and the
    present number."""
    forecast = shown(result)
    assert forecast is not None
    c, fig, x = palette(look.mode), go.Figure(), cases(forecast)
    low, high = forecast.chance(x)
    line = {"width": 2, "color": c.accent}
    hover = f"%{{x}} {AXES[forecast.over]}: %{{y:.0%}}"
    curve(fig, x, high, line, hover=f"{hover} at most", name="at most")
    curve(fig, x, low, line, hover=f"{hover} at least", name="at least", fill="tonexty")
    dotted = {"width": 1.5, "color": c.muted, "dash": "dot"}
    fig.add_hline(y=POWER, line=dotted)
    if forecast.present >= x[0]:
        fig.add_vline(x=forecast.present, line=dotted)
    fig.update_xaxes(title=AXES[forecast.over], range=[x[0], x[-1]])
    fig.update_yaxes(title="chance to tell them apart", range=[0, 1.02], tickformat=".0%")
    return fig.update_layout(height=300, showlegend=False)


def power_table(result: Experiment, names: Labels) -> Table[tuple[int, float, float]]:
    """Return one row per number of seeds or benchmarks, with both ends of the chance."""
    forecast, column = shown(result), Column[tuple[int, float, float]]
    x = [] if forecast is None else cases(forecast)
    ends = [] if forecast is None else forecast.chance(x).T.tolist()
    columns = (
        column("seeds" if forecast is None else forecast.over, lambda r: r[0], kind="count"),
        column("low", lambda r: r[1], "chance, at least", kind="share"),
        column("high", lambda r: r[2], "chance, at most", kind="share"),
    )
    return table(columns, [(n, low, high) for n, (low, high) in zip(x, ends, strict=True)])


def needed_table(result: Experiment, names: Labels) -> Table[Design]:
    """Return one row per difference: the ranges of benchmarks and of seeds that it takes."""
    column, seeds = Column[Design], counted(result.design.seeds, "seed")

    def end(field: str, at: int) -> Column[Design]:
        def of(row: Design) -> int | None:
            forecast = getattr(row, f"over_{field}")
            return None if forecast is None else forecast.needed[at]

        return column(f"{field}_{('low', 'high')[at]}", of, kind="count", place="file")

    def said(forecast: Forecast | None) -> str:
        return (
            ""
            if forecast is None
            else needed_range(*forecast.needed, "").removesuffix("(80 % range)").strip()
        )

    columns = (
        column("difference", lambda row: row.difference, kind="number", place="print"),
        column(
            "benchmarks",
            lambda row: said(row.over_benchmarks),
            f"similar benchmarks, {seeds} each",
            place="print",
        ),
        column("seeds", lambda row: said(row.over_seeds), f"{EACH} on {HERE}", place="print"),
        *(end(field, at) for field in ("benchmarks", "seeds") for at in (0, 1)),
    )
    return table(columns, [d for d in result.usual if d.over_benchmarks or d.over_seeds])


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
            when=lambda result: shown(result) is not None,
        ),
        Part("needed", "What each difference takes (80 % range)", needed_table, shown="open"),
    ],
    asks=ASKS,
    key="plan",
)
