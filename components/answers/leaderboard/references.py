"""What would models score that are drawn for comparison and never ranked?"""

from functools import partial

from components.answers.record import Answer, Part, Said
from components.format import finite
from components.results.references import (
    References,
    above,
    compute,
    untouched_line,
    untouched_note,
)
from components.table import Column, Table, count_column, number_column, table
from components.words import Labels

ROLE_MEANINGS = {
    "reference": "trained without the forgotten data",
    "original": "before unlearning",
    "control": "a control, whose right answer is known",
}


def say(result: References, names: Labels) -> Said:
    untouched = untouched_line(result, names) or untouched_note(result, names)
    return Said([untouched, above(result)])


def references_table(result: References, names: Labels) -> Table[int]:
    """One row per model: what it is, its score, the place it would take, and its means."""

    def role(model_index: int) -> str:
        return result.roles[result.methods[model_index]]

    column = Column[int]
    columns = [
        column("method", result.methods.__getitem__, "model", kind="method"),
        column("role", role, place="file"),
        column(
            "what",
            lambda model_index: ROLE_MEANINGS.get(role(model_index)),
            "what it is",
            place="screen only",
        ),
        number_column("uqs", lambda model_index: finite(result.uqs[model_index]), "score"),
        count_column("would_rank", result.would_rank, f"would rank, beside {result.n_rows}"),
    ]
    if any(map(result.is_partial, range(len(result.methods)))):
        columns.append(
            column(
                "compared_on",
                lambda model_index: result.compared_on[result.methods[model_index]],
                "compared on",
                kind="benchmark",
            )
        )

    def mean(metric_index: int, model_index: int) -> float | None:
        return finite(result.means[model_index, metric_index])

    for metric_index, metric in enumerate(result.metrics):
        columns.append(
            number_column(
                f"means.{metric.id}",
                partial(mean, metric_index),
                f"{metric.label} {metric.arrow}",
                place="print" if metric in result.listed else "file",
            )
        )
    return table(range(len(result.methods)), *columns)


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
