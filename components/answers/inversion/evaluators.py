"""Do the evaluators agree with one another?"""

from dataclasses import dataclass
from itertools import combinations

from components.answers.inversion import audit
from components.answers.inversion.comparison import called, judge_label
from components.answers.inversion.reconstructions import STANDARD
from components.answers.record import Absent, Answer, Part, Said
from components.format import capital, finite, percent
from components.resolved import Resolved, unweighted
from components.stats.audits.inversion import Confusion, McNemar, confusion, mcnemar, measures
from components.stats.proportions import Share, wilson
from components.table import Column, Table, table
from components.words import Labels


@dataclass(frozen=True, kw_only=True)
class AgreementRow:
    """Two evaluators; `table` takes `x` for the standard one, `agreed` is the share of equal
    answers."""

    x: str
    y: str
    table: Confusion
    agreed: Share
    kappa: float | None
    ac1: float | None
    test: McNemar

    @property
    def pair(self) -> str:
        """Return both evaluators in running text."""
        return f"{called(self.x)} and {called(self.y)}"


@unweighted
def compute(view: Resolved) -> tuple[AgreementRow, ...] | Absent:
    """Compare every two evaluators."""
    found = view.of(audit.compute)
    if isinstance(found, Absent):
        return found
    rows = found.table.rows
    answers = {
        evaluator: rows[evaluator].to_numpy() for evaluator in (STANDARD, *found.table.judges)
    }
    pairs = []
    for x, y in combinations(answers, 2):
        table = confusion(answers[x], answers[y])
        kappa, ac1 = (finite(float(measures(table.counts)[name])) for name in ("kappa", "ac1"))
        agreed = wilson(table.tp + table.tn, table.answered)
        pairs.append(
            AgreementRow(
                x=x, y=y, table=table, agreed=agreed, kappa=kappa, ac1=ac1, test=mcnemar(table)
            )
        )
    return tuple(pairs)


def say(pairs: tuple[AgreementRow, ...], names: Labels) -> Said:
    known = sorted((r for r in pairs if r.table.answered), key=lambda r: -r.agreed.share)
    if not known:
        return Said()
    most = f"{capital(known[0].pair)} give the same answer to {percent(known[0].agreed.share)}"
    least = f", {known[-1].pair} to {percent(known[-1].agreed.share)}" if len(known) > 1 else ""
    return Said([f"{most} of the reconstructions{least}."])


def agreement_table(pairs: tuple[AgreementRow, ...], names: Labels) -> Table[AgreementRow]:
    column = Column[AgreementRow]
    columns = (
        column("x", lambda r: r.x, place="file"),
        column("one", lambda r: judge_label(r.x), place="screen only"),
        column("y", lambda r: r.y, place="file"),
        column("other", lambda r: judge_label(r.y), place="screen only"),
        column("both_yes", lambda r: r.table.tp, "both yes", kind="count"),
        column("only_x", lambda r: r.table.fp, "only the one", kind="count"),
        column("only_y", lambda r: r.table.fn, "only the other", kind="count"),
        column("both_no", lambda r: r.table.tn, "both no", kind="count"),
        column("agreed", lambda r: finite(r.agreed.share), kind="number", place="print"),
        column("agreed_low", lambda r: finite(r.agreed.low), "from", kind="number", place="print"),
        column("agreed_high", lambda r: finite(r.agreed.high), "to", kind="number", place="print"),
        column("n", lambda r: r.table.answered, "answered by both", kind="count", place="print"),
        column("kappa", lambda r: r.kappa, "κ", kind="number", place="print"),
        column("ac1", lambda r: r.ac1, "AC1", kind="number", place="print"),
        column("mcnemar", lambda r: r.test.exact, "McNemar exact p", kind="p", place="print"),
        column(
            "mcnemar_min", lambda r: r.test.p_min, "smallest possible p", kind="p", place="print"
        ),
    )
    return table(columns, pairs)


EVALUATORS = Answer(
    "agreement",
    compute,
    say,
    Part("agreement", "Agreement of every two evaluators", agreement_table, shown="open"),
    heading="Do the evaluators agree?",
    key="inversion",
    terms=("kappa", "ac1"),
)
