"""Which methods leave less of what they should forget than a retrained model?"""

from components.answers.record import Answer, Part, silent
from components.results.past_retrained import Comparison, PastRetrained, compute
from components.table import Column, Link, Table, count_column, number_column, table
from components.words import Labels


def comparisons_table(result: PastRetrained, names: Labels) -> Table[Comparison]:
    """One row per ranked method, benchmark and metric: both values, and whether the method is past
    the retrained model."""

    def closeness(comparison: Comparison) -> Link | None:
        if result.aims_at_reference or not comparison.is_past:
            return None
        return Link(choices={"aim": "reference"})

    return table(
        result.comparisons,
        Column("method", kind="method"),
        Column("benchmark", kind="benchmark"),
        Column("metric", "metric.id", kind="metric"),
        number_column("mean", "test.mean"),
        number_column("retrained", head="retrained model"),
        Column(
            "outcome",
            "test.outcome",
            "is it past",
            link=closeness,
            help="opens the ranking by closeness to the retrained model",
        ),
        count_column("n_seeds", "test.n_seeds", "seeds", place="screen"),
        number_column(
            "t",
            "test.t",
            help="distance from the retrained model in standard errors over seeds",
            place="screen",
        ),
        number_column(
            "limit",
            "test.limit",
            "t needed",
            help="two-sided 5 %, Bonferroni over the metrics and benchmarks of the method",
            place="screen",
        ),
    )


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
