"""By which metrics does the ranking last? Both orders by each metric alone, and who leads by it."""

from collections.abc import Mapping
from dataclasses import dataclass

from components.answers.record import Answer, Part, Said
from components.format import finite, number
from components.results.before_and_after import BeforeAndAfter, after, before, compute
from components.table import Column, Table, table
from components.words import Labels


@dataclass(frozen=True)
class MetricSides:
    """One metric: τ-b between its orders before and after over `n` rows, and its leaders among the
    rows compared."""

    metric: str
    weight: float
    n: int
    tau: float | None
    leaders_before: tuple[str, ...]
    leaders_after: tuple[str, ...]


def by_metric(result: BeforeAndAfter) -> tuple[MetricSides, ...]:
    """Return every metric in registry order."""
    return tuple(
        MetricSides(
            metric=m.id,
            weight=result.w[m.id],
            n=int(n),
            tau=finite(tau),
            leaders_before=result.leaders(lambda r, m=m.id: r.before[m]),  # type: ignore[misc]  # bound now
            leaders_after=result.leaders(lambda r, m=m.id: r.after[m]),  # type: ignore[misc]
        )
        for m, n, tau in zip(
            result.metrics, result.found.metric_n, result.found.metric_taus, strict=True
        )
    )


def say(result: BeforeAndAfter, names: Labels) -> Said:
    known = [(m.tau, m.metric) for m in by_metric(result) if m.tau is not None and m.n > 2]
    low, high = (end((tau for tau, _ in known), default=0.0) for end in (min, max))
    least, most = (names.listed_metrics(m for tau, m in known if tau == end) for end in (high, low))
    no_p = (
        "Checkpoints of one method are not independent, so there is no p."
        if result.families
        else ""
    )
    if low == high:
        return Said(notes=[no_p])
    return Said(
        [
            f"The order by {least} changes least (τ {number(high)}), by {most} most (τ"
            f" {number(low)})."
        ],
        [no_p],
    )


def metrics_table(result: BeforeAndAfter, names: Labels) -> Table[MetricSides]:
    column = Column[MetricSides]
    columns = (
        column("metric", lambda m: m.metric, kind="metric", place="print"),
        column("weight", lambda m: m.weight, "weight here", kind="number", digits=2),
        column("n", lambda m: m.n, f"{result.noun}s", kind="count", place="print"),
        column(
            "tau",
            lambda m: m.tau,
            "τ-b before, after",
            kind="number",
            help="empty: one value on a side",
            place="print",
        ),
        column("leaders_before", lambda m: m.leaders_before, "best before", kind="method"),
        column("leaders_after", lambda m: m.leaders_after, "best after", kind="method"),
    )
    return table(columns, by_metric(result))


def facts(result: BeforeAndAfter) -> Mapping[str, object]:
    """Return the perturbation, the weights, and both sides of the score."""
    return {
        "perturbation": result.perturbation,
        "compared": len(result.compared),
        "weights": result.w,
        "tau": result.found.tau,
        "leaders_before": result.leaders(before),
        "leaders_after": result.leaders(after),
    }


METRICS = Answer(
    "survival",
    compute,
    say,
    Part(
        "survival_metrics",
        "The order by each metric, before and after",
        metrics_table,
        shown="open",
    ),
    heading="Metric by metric",
    key="survival",
    facts=facts,
)
