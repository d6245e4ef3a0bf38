"""What would models score that are drawn for comparison and never ranked?"""

from components.answers.record import Answer, Part, Said
from components.format import finite
from components.results.references import References, above, compute, unrewarded
from components.table import Column, Table, table
from components.words import Labels
from data.registry import Metric

ROLES = {
    "reference": "trained without the forgotten data",
    "original": "before unlearning",
    "control": "a control, whose right answer is known",
}
"""What a model that is never ranked is."""


def say(result: References, names: Labels) -> Said:
    return Said([above(result), unrewarded(result, names)])


def references_table(result: References, names: Labels) -> Table[int]:
    """One row per model: what it is, its score, the place it would take, and its means."""
    column, listed = Column[int], {m.id for m in result.listed}

    def mean(k: int, metric: Metric) -> Column[int]:
        head, place = f"{metric.label} {metric.arrow}", metric.id in listed
        return column(
            f"means.{metric.id}",
            lambda i: finite(result.means[i, k]),
            head,
            kind="number",
            place="print" if place else "file",
        )

    columns = (
        column("method", lambda i: result.methods[i], "model", kind="method", place="print"),
        column("role", lambda i: result.roles[result.methods[i]], place="file"),
        column(
            "what",
            lambda i: ROLES.get(result.roles[result.methods[i]]),
            "what it is",
            place="screen only",
        ),
        column("uqs", lambda i: finite(result.uqs[i]), "UQS", kind="number", place="print"),
        column(
            "would_rank",
            result.would_rank,
            f"would rank, beside {len(result.row_scores)}",
            kind="count",
            place="print",
        ),
        *(mean(k, metric) for k, metric in enumerate(result.metrics)),
    )
    return table(columns, range(len(result.methods)))


REFERENCES = Answer(
    "references",
    compute,
    say,
    Part(
        "references",
        "Models that are not ranked",
        references_table,
        when=lambda result: bool(result.methods),
        shown="open",
    ),
    heading="Not ranked: drawn for comparison",
    key="references",
    terms=("reference_model", "target"),
)
