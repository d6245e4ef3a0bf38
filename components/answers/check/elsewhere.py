"""What do others report where a reader has numbers? Each of them beside the values of the same metric and method."""

from dataclasses import dataclass

from components.answers.check.known import everything, scale_of, values_of
from components.answers.record import Absent, Answer, Part, Said
from components.answers.your_results.standing import yours
from components.labels import Labels
from components.served import Served
from components.stats.audits.sanity import Where, sanity, spreads
from components.table import Column, Table, table
from components.text import counted, few_digits

NOBODY = "Nobody else reports a metric of these methods on these benchmarks under the names that are known here."
WORDS: dict[Where, str] = {
    "within": "within a set-up",
    "between": "between set-ups",
    "below": "below all",
    "above": "above all",
}


@dataclass(frozen=True, kw_only=True)
class Elsewhere:
    """The median of a reader's values of one metric of one method, and what others report of the same.

    `model` is empty where no study has the reader's own model: then all models are compared.
    """

    method: str
    metric: str
    split: str
    model: str
    value: float
    low: float
    high: float
    values: int
    studies: int
    where: Where

    @property
    def text(self) -> str:
        """Where the values of others lie, and their number of studies."""
        studies = f"{self.studies} {'study' if self.studies == 1 else 'studies'}"
        return f"{WORDS[self.where]}: {few_digits(self.low)} to {few_digits(self.high)} ({studies})"


def compute(served: Served) -> tuple[Elsewhere, ...] | Absent:
    """Every number of the suite chosen, of the methods that a reader added or of all, that others report too."""
    own = next(t for t in served.suites if t.suite.id == served.selection.suite)
    labels = {m.id: m.label for m in own.methods}
    mine = values_of(own)
    mine = mine[mine["id"].isin(yours(own) or [m.id for m in own.candidates])]
    others = everything(served)
    others = others[(others["source"] != own.suite.title) & others["method"].isin(set(mine["method"]))]
    rows = []
    for (method, metric, split, model), cells in mine.groupby(["id", "metric", "split", "model"], sort=False):
        same = others[(others["metric"] == metric) & (others["split"] == split)]
        same = same[same["method"] == cells["method"].iloc[0]]
        named = same[same["model"] == model]
        known = same if named.empty else named
        if known.empty:
            continue
        scale = scale_of(str(metric), served.suites, str(metric))
        known, cells = scale.floored(known), scale.floored(cells)
        setups = known.groupby(["source", "setup", "model"], sort=False).ngroup().tolist()
        value = spreads(cells["value"], [0] * len(cells), log=scale.log)[0].median
        found = sanity(value, known["value"], setups, log=scale.log)
        assert found is not None, "something is known"
        rows.append(
            Elsewhere(
                method=labels[str(method)],
                metric=str(metric),
                split=str(split),
                model="" if named.empty else str(model),
                value=value,
                low=float(known["value"].min()),
                high=float(known["value"].max()),
                values=len(known),
                studies=known["source"].nunique(),
                where=found.where,
            )
        )
    return tuple(rows) or Absent(NOBODY)


def say(rows: tuple[Elsewhere, ...], names: Labels) -> Said:
    """How many lie outside everything that others report."""
    out = [r for r in rows if r.where in ("below", "above")]
    numbers = f"{counted(len(rows), 'number')} that others report too"
    if not out:
        return Said([f"None of your {numbers} lies outside their range."])
    first = f"{out[0].method}, {out[0].metric} on {out[0].split}"
    return Said(
        [f"{len(out)} of your {numbers} {'lies' if len(out) == 1 else 'lie'} outside their range: {first} first."]
    )


def elsewhere_table(rows: tuple[Elsewhere, ...], names: Labels) -> Table[Elsewhere]:
    """One row per number."""
    column = Column[Elsewhere]
    columns = (
        column("method", lambda r: r.method, place="print"),
        column("metric", lambda r: r.metric, place="print"),
        column("split", lambda r: r.split, "benchmark", place="print"),
        column("value", lambda r: r.value, "yours", kind="number", digits=None, place="print"),
        column("elsewhere", lambda r: r.text, place="print"),
        column("model", lambda r: r.model or "any model", "compared with", place="screen"),
        column("low", lambda r: r.low, kind="number", place="file"),
        column("high", lambda r: r.high, kind="number", place="file"),
        column("values", lambda r: r.values, kind="count", place="file"),
        column("studies", lambda r: r.studies, kind="count", place="file"),
        column("where", lambda r: r.where, place="file"),
    )
    return table(columns, rows)


ELSEWHERE = Answer(
    "elsewhere",
    compute,
    say,
    Part("elsewhere", "Your numbers beside what others report", elsewhere_table, open=True),
    heading="Elsewhere",
)
