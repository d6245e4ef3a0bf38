"""Which metrics of a suite can be trusted: the evidence of every suite on each, question by question."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from components import names
from components.answers.trust.findings import Finding, Question, gathered
from components.answers.trust.words import in_short, wrong_way
from components.labels import in_full
from components.served import Served
from components.table import Column, Table, table
from components.text import cleaned, counted, joined, number
from data.registry import COST, Tables

Aspect = Literal["separates", "follows", "flags", "tells apart"]
ASPECTS: tuple[Aspect, ...] = ("separates", "follows", "flags", "tells apart")
State = Literal["yes", "no", "mixed", "cannot tell", "not measured"]
Verdict = Literal["contradicted", "supported", "mixed", "cannot tell"]
VERDICTS: tuple[Verdict, ...] = ("contradicted", "supported", "mixed", "cannot tell")
"""The verdicts of all findings about a metric, in the order of the page: the worst and the best first."""
FEW = 2
"""Other suites that are named."""
_STEPS: tuple[Question, ...] = ("constant", "coarse")


@dataclass(frozen=True, kw_only=True)
class Reply:
    """What all suites together say of one aspect. `first` is the finding that decides, `decided` of `of` have one.

    For "tells apart" these count benchmarks: those on which the metric separates methods, of all. `suites` are the
    labels of the suites that decide, by id.
    """

    state: State
    decided: int
    of: int
    first: Finding | None = None
    suites: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class TrustRow:
    """One metric; `address` is that of its page, `supports` and `contradicts` count the `findings` over all suites."""

    metric: str
    label: str
    name: str
    address: str
    verdict: Verdict
    supports: int
    contradicts: int
    answers: dict[Aspect, Reply]
    findings: tuple[Finding, ...] = ()

    @property
    def suites(self) -> dict[str, str]:
        """The suites that decide the verdict, by id with their labels."""
        return {f.suite: f.suite_label for f in self.findings if f.side != "neither"}

    @property
    def tested(self) -> bool:
        """Whether some measurement shows, or could have shown, that the metric is right or wrong."""
        return self.verdict != "cannot tell" or any(self.answers[a].of for a in ASPECTS if a != "tells apart")


@dataclass(frozen=True, kw_only=True)
class TrustResult:
    """The metrics of a `suite`, the worst and the best first."""

    rows: tuple[TrustRow, ...]
    suite: str = ""

    @cached_property
    def marks(self) -> Mapping[str, str]:
        """Whether each metric can be trusted, by its address, as a table shows it."""
        return {r.address: short(r, self.suite) for r in self.rows}

    def count(self, verdict: Verdict) -> int:
        """How many metrics have this verdict."""
        return sum(r.verdict == verdict for r in self.rows)


def trust(served: Served, tables: Tables) -> TrustResult:
    """The findings of all suites on the metrics of one: those it ranks by and those of its pools, not of cost.

    A metric and one minus it are one row, under the name that is first in the suite.
    """
    aside = {m.id for m in tables.metrics if m.role == "oracle" or m.group == COST}
    labels = names.own_labels("metrics", tables)
    written = names.own_labels("metrics", tables, written_out=True)
    own: dict[str, str] = {}
    for own_id, name in names.entries("metrics", tables).items():
        if own_id not in aside:
            own.setdefault(name.address, own_id)
    rows = [
        _row(i, labels[i], written[i], a, f)
        for (a, i), f in zip(own.items(), gathered(served, own).values(), strict=True)
    ]
    return TrustResult(rows=tuple(sorted(rows, key=_place)), suite=tables.suite.id)


def _row(own_id: str, label: str, name: str, address: str, findings: Sequence[Finding]) -> TrustRow:
    supports, contradicts = (sum(f.side == side for f in findings) for side in ("supports", "contradicts"))
    verdict: Verdict = "cannot tell"
    if supports or contradicts:
        verdict = "mixed" if supports and contradicts else "supported" if supports else "contradicted"
    return TrustRow(
        metric=own_id,
        label=label,
        name=name,
        address=address,
        verdict=verdict,
        supports=supports,
        contradicts=contradicts,
        answers={a: _apart(findings) if a == "tells apart" else _answer(a, findings) for a in ASPECTS},
        findings=tuple(findings),
    )


def _place(row: TrustRow) -> tuple[int, int, bool]:
    strength = row.contradicts if row.verdict == "contradicted" else row.supports
    return VERDICTS.index(row.verdict), -strength, not row.tested


def _answer(question: Aspect, findings: Sequence[Finding]) -> Reply:
    own = [f for f in findings if f.question == question]
    decided = [f for f in own if f.state != "cannot tell"]
    states = {f.state for f in decided}
    state: State = "not measured" if not own else "cannot tell"
    if decided:
        state = "mixed" if len(states) > 1 else decided[0].state
    suites = {f.suite: f.suite_label for f in decided}
    return Reply(state=state, decided=len(decided), of=len(own), first=decided[0] if decided else None, suites=suites)


def _apart(findings: Sequence[Finding]) -> Reply:
    """Benchmarks on which a metric has neither one value for all methods nor too few steps."""
    where: dict[tuple[str, str], set[str]] = {}
    for finding in findings:
        if finding.question in _STEPS:
            where.setdefault((finding.suite, finding.panel), set()).update(finding.where)
    of = sum(f.of for f in findings if f.question == "constant")
    good = of - sum(map(len, where.values()))
    state: State = "not measured" if not of else "yes" if good == of else "mixed" if good else "no"
    suites = {f.suite: f.suite_label for f in findings if f.question == "constant"}
    return Reply(state=state, decided=good, of=of, suites=suites)


SHORT: dict[Verdict, str] = {
    "contradicted": "✗ do not rely on it alone",
    "supported": "✓ nothing contradicts it",
    "mixed": "✓✗ mixed",
    "cannot tell": "– cannot tell",
}
"""The verdicts as a table shows them."""
HEADS: dict[Aspect, str] = {
    "separates": "Separates models that know from models that do not",
    "follows": "Follows the retrained model",
    "flags": "Flags genuine retrains",
    "tells apart": "Tells methods apart",
}


def trust_lead(result: TrustResult, suite: str) -> list[str]:
    """Which metrics of a suite have evidence only against them or only for them, and how many are mixed or unknown."""
    if not result.rows:
        return [f"{cleaned(suite)} has no metric to judge."]
    against, favour = ([r for r in result.rows if r.verdict == v] for v in ("contradicted", "supported"))
    mixed, missing = result.count("mixed"), result.count("cannot tell")
    if missing == len(result.rows):
        first = f"Nothing measured here can tell which metrics of {cleaned(suite)} to trust."
    elif not against and not favour:
        first = f"No metric of {cleaned(suite)} stands out: the evidence on each is mixed or missing."
    else:
        advice = [f"do not rely on {_few(against)} alone"] if against else []
        sentence = "; ".join([*advice, f"nothing contradicts {_few(favour)}"] if favour else advice)
        first = f"{sentence[0].upper()}{sentence[1:]}."
    lines = [first]
    tested = [r for r in result.rows if r.verdict == "cannot tell" and r.answers["separates"].of]
    if tested:
        lines.append(f"Tested, but not shown to separate models that know: {_few(tested)}.")
    unknown = "missing or unclear" if tested else "missing"
    rest = [f"{word} for {n}" for word, n in (("mixed", mixed), (unknown, missing)) if n]
    if rest and (against or favour):
        metrics = counted(len(result.rows), "metric")
        lines.append(f"Over all suites, the evidence on these {metrics} is {joined(rest)}.")
    return lines


def elsewhere(suites: Mapping[str, str], own: str) -> str:
    """The other suites in which something was found that does not rest on one suite; empty where it does."""
    others = [label for suite, label in suites.items() if suite != own]
    if not others:
        return ""
    named = joined(others) if len(others) <= FEW else f"{len(others)} other suites"
    return f" in {named}" if own not in suites else f" here and in {named}"


def short(row: TrustRow, own: str) -> str:
    """Whether a metric can be trusted, as a table shows it, and by which suites where the one shown says nothing."""
    return SHORT[row.verdict] + (f" ·{elsewhere(row.suites, own)}" if row.suites and own not in row.suites else "")


def answer_text(aspect: Aspect, answer: Reply, own: str = "") -> str:
    """One answer in a cell: the state, the number that decides it, and the suites it rests on beside the one shown."""
    return _state_text(aspect, answer) + (elsewhere(answer.suites, own) if own else "")


def _state_text(aspect: Aspect, answer: Reply) -> str:
    if aspect == "tells apart":
        if answer.state == "mixed":
            return f"on {answer.decided} of {counted(answer.of, 'benchmark')}"
        return answer.state
    finding = answer.first
    if finding is None or answer.state == "mixed":
        return answer.state
    match aspect:
        case "separates":
            state = "the wrong way round" if wrong_way(finding) else answer.state
            return f"{state} (AUC {number(finding.value, 2)})"
        case "follows":
            return f"{answer.state} (ρ {number(finding.value, 2, sign=True)})"
        case _:
            return f"{answer.state} ({finding.count} of {finding.of})"


def _few(rows: Sequence[TrustRow], most: int = 3) -> str:
    """Metrics as a list; one alone is written out."""
    names = [cleaned(r.label if len(rows) > 1 else in_full(r.label, r.name)) for r in rows]
    return joined(names if len(names) <= most + 1 else [*names[:most], f"{len(names) - most} more"])


def trust_table(result: TrustResult) -> Table[TrustRow]:
    """One row per metric: its verdict, and the answer to each question."""
    column = Column[TrustRow]

    def answered(aspect: Aspect) -> Callable[[TrustRow], str]:
        return lambda row: answer_text(aspect, row.answers[aspect], result.suite)

    columns = (
        column("metric", lambda r: r.metric, kind="metric", place="print"),
        column("in_short", lambda r: short(r, result.suite), "in short", place="print"),
        column("why", lambda r: in_short(r.findings, result.suite), place="print"),
        column("supports", lambda r: r.supports, kind="count"),
        column("contradicts", lambda r: r.contradicts, kind="count"),
        *(column(aspect.replace(" ", "_"), answered(aspect), head, place="print") for aspect, head in HEADS.items()),
    )
    return table(columns, result.rows)
