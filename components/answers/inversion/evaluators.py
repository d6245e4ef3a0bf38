"""Do the evaluators agree with one another?"""

from components.answers.inversion.audit import InversionResult, compute
from components.answers.inversion.comparison import called
from components.answers.inversion.evaluators_compared import AgreementRow
from components.answers.record import Answer, Part, Said
from components.format import capital, finite, joined, number
from components.table import Column, Table, table

MOSTLY_AGREED, APART = 0.8, 0.2
"""From which share of equal answers, and by how much, κ below AC1 is worth a sentence."""


def agreement(result: InversionResult) -> str:
    """How far the judges agree with one another and with the standard evaluator."""
    return " ".join(
        f"{capital(called(r.x))} and {called(r.y)} give the same answer to {r.table.tp + r.table.tn} of "
        f"{r.table.answered} ({number(r.agreed.share)}; κ {'undefined' if r.kappa is None else number(r.kappa)}, "
        f"AC1 {number(r.ac1)})."
        for r in result.agreement
        if r.table.answered
    )


def paradox(result: InversionResult) -> str:
    """Says where κ and AC1 part although evaluators mostly agree; empty where they do not."""
    apart = [
        f"{called(r.x)} and {called(r.y)}"
        for r in result.agreement
        if r.agreed.share >= MOSTLY_AGREED and r.kappa is not None and r.ac1 is not None and r.ac1 - r.kappa > APART
    ]
    if not apart:
        return ""
    return (
        f"κ is much lower than AC1 for {joined(apart)} although they mostly agree: when nearly all answers are the "
        "same, κ calls most of that chance."
    )


def agreement_table(result: InversionResult) -> Table[AgreementRow]:
    """Every two evaluators."""
    column = Column[AgreementRow]
    columns = (
        column("x", lambda r: r.x, place="file"),
        column("one", lambda r: called(r.x), place="screen only"),
        column("y", lambda r: r.y, place="file"),
        column("other", lambda r: called(r.y), place="screen only"),
        column("n", lambda r: r.table.answered, "answered by both", kind="count", place="print"),
        column("both_yes", lambda r: r.table.tp, "both yes", kind="count"),
        column("only_x", lambda r: r.table.fp, "only the one", kind="count"),
        column("only_y", lambda r: r.table.fn, "only the other", kind="count"),
        column("both_no", lambda r: r.table.tn, "both no", kind="count"),
        column("agreed", lambda r: finite(r.agreed.share), kind="number", place="print"),
        column("agreed_low", lambda r: finite(r.agreed.low), "low", kind="number", place="print"),
        column("agreed_high", lambda r: finite(r.agreed.high), "high", kind="number", place="print"),
        column("kappa", lambda r: r.kappa, "κ", kind="number", place="print"),
        column("ac1", lambda r: r.ac1, "AC1", kind="number", place="print"),
        column("mcnemar", lambda r: r.test.exact, "McNemar exact p", kind="p", place="print"),
        column("mcnemar_min", lambda r: r.test.p_min, "smallest possible p", kind="p", place="print"),
    )
    return table(columns, result.agreement)


EVALUATORS = Answer(
    "agreement",
    compute,
    lambda result, names: Said([agreement(result), paradox(result)]),
    Part("agreement", "Agreement of every two evaluators", lambda result, names: agreement_table(result), shown="open"),
    heading="Do the evaluators agree?",
)
