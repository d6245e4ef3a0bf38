"""Which methods leave less of what they should forget than a retrained model?"""

from components.answers.record import Answer, Part, silent
from components.results.past_retrained import Comparison, PastRetrained, compute
from components.table import Column, Link, Table, table
from components.words import Labels


def comparisons_table(result: PastRetrained, names: Labels) -> Table[Comparison]:
    """One row per ranked method, benchmark and metric: both values, and whether the method is past
    the retrained model."""

    def closeness(comparison: Comparison) -> Link | None:
        if result.aims_at_reference or not comparison.is_past:
            return None
        return Link(choices={"aim": "reference"})

    column = Column[Comparison]
    columns = (
        column("method", kind="method", place="print"),
        column("benchmark", kind="benchmark", place="print"),
        column("metric", lambda comparison: comparison.metric.id, kind="metric", place="print"),
        column("mean", lambda comparison: comparison.test.mean, kind="number", place="print"),
        column("retrained", head="retrained model", kind="number", place="print"),
        column(
            "outcome",
            lambda comparison: comparison.test.outcome,
            "is it past",
            place="print",
            link=closeness,
            help="opens the ranking by closeness to the retrained model",
        ),
        column("n_seeds", lambda comparison: comparison.test.n_seeds, "seeds", kind="count"),
        column(
            "t",
            lambda comparison: comparison.test.t,
            kind="number",
            help="distance from the retrained model in standard errors over seeds",
        ),
        column(
            "limit",
            lambda comparison: comparison.test.limit,
            "t needed",
            kind="number",
            help="two-sided 5 %, Bonferroni over the metrics and benchmarks of the method",
        ),
    )
    return table(columns, result.comparisons)


PAST_RETRAINED = Answer(
    "past_retrained",
    compute,
    silent,
    Part(
        "past_retrained",
        "Past the retrained model",
        comparisons_table,
        when=lambda result: result.is_tested,
    ),
    heading="Who removes more than retraining would",
    key="past_retrained",
    terms=("reference_model", "target"),
)
