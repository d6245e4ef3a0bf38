"""Which metric's order survives? Both orders by each metric alone, and who leads by it."""

from collections.abc import Mapping
from dataclasses import dataclass

from components.answers.record import Answer, Part, Said
from components.answers.survives.sides import OF_TWO, PAIR, Sides, after, before, quietly
from components.format import finite, number
from components.table import Column, Table, table
from components.words import Labels


@dataclass(frozen=True)
class MetricSides:
    """One metric: τ-b between its orders before and after over `n` rows, and its leaders among the rows compared."""

    metric: str
    weight: float
    n: int
    tau: float | None
    leaders_before: tuple[str, ...]
    leaders_after: tuple[str, ...]


def by_metric(result: Sides) -> tuple[MetricSides, ...]:
    """Every metric in registry order."""
    return tuple(
        MetricSides(
            metric=m.id,
            weight=result.w[m.id],
            n=int(n),
            tau=finite(tau),
            leaders_before=result.leaders(lambda r, m=m.id: r.before[m]),  # type: ignore[misc]  # bound now
            leaders_after=result.leaders(lambda r, m=m.id: r.after[m]),  # type: ignore[misc]
        )
        for m, n, tau in zip(result.metrics, result.found.metric_n, result.found.metric_taus, strict=True)
    )


def say(result: Sides, names: Labels) -> Said:
    """Which metric keeps its order best, and which least."""
    known = [(m.tau, m) for m in by_metric(result) if m.tau is not None]
    if not known:
        return Said(["No metric orders at least two rows on both sides."])
    low, high = min(tau for tau, _ in known), max(tau for tau, _ in known)
    least, most = ([m.metric for tau, m in known if tau == end] for end in (low, high))
    line = (
        f"The order by {names.listed_metrics(most)} is kept best, with τ-b {number(high, 2)}; "
        f"by {names.listed_metrics(least)} least, with {number(low, 2)}."
    )
    if low == high:
        line = f"The orders before and after agree with τ-b {number(high, 2)} by {names.listed_metrics(most)}."
    return Said([line, OF_TWO if len(result.compared) == PAIR else ""], [no_p(result)])


def no_p(result: Sides) -> str:
    """Why there is no p."""
    return "Checkpoints of one grid are no independent cases, so no p is given." if result.families else ""


def metrics_table(result: Sides, names: Labels) -> Table[MetricSides]:
    """One row per metric."""
    column = Column[MetricSides]
    columns = (
        column("metric", lambda m: m.metric, kind="metric", place="print"),
        column("weight", lambda m: m.weight, "weight here", kind="number", digits=2),
        column("n", lambda m: m.n, f"{result.noun}s", kind="count", place="print"),
        column(
            "tau", lambda m: m.tau, "τ-b before, after", kind="number", help="empty: one value on a side", place="print"
        ),
        column("leaders_before", lambda m: m.leaders_before, "best before", kind="method"),
        column("leaders_after", lambda m: m.leaders_after, "best after", kind="method"),
    )
    return table(columns, by_metric(result))


def facts(result: Sides) -> Mapping[str, object]:
    """The perturbation, the weights, and both sides of the score."""
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
    quietly,
    say,
    Part("survival_metrics", "The order by each metric, before and after", metrics_table, shown="open"),
    heading="Metric by metric",
    key="survival",
    facts=facts,
)
