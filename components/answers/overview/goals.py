"""What the start page says beside each goal of a reader, every suite in a line, and what is new.

It spans suites, so it is no part of a suite's report: each of its numbers is there under the page it leads to.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from components.answers.calibration.ground_truth import BLIND, GroundTruthResult, GroundTruthRow
from components.answers.changes.versions import ChangesResult
from components.answers.changes.versions import news as version_news
from components.answers.reproduction.claims import ReproductionResult, verdict
from components.markup import tag, text
from components.plotting.theme import Mode, palette
from components.sentences import counted_methods
from components.text import cleaned, counted, joined, number
from data.manifest import Stored
from data.registry import Size, Suite

INTRODUCTION = (
    "An AI model can be made to forget some of what it was trained on, such as one person's data or a book.",
    "Here you see which methods do that best, how sure that is, and which ways of measuring it can be trusted.",
)
METRIC, CLAIM, PLAN, OWN, PAPER = (
    "See which metric to report",
    "Check a paper's claim",
    "Plan an experiment",
    "Rank my own results",
    "Read the paper check",
)
CHOOSE = "Choose a method"
DIFFERENCE = 0.05
"""The difference of two scores that the plan on the start page is for."""
NEWS = 4
"""Most suites whose newest version is listed."""


@dataclass(frozen=True, kw_only=True)
class Card:
    """A suite in short; `changed` is the day of its newest data version, or of its retrieval, empty for neither."""

    id: str
    title: str
    what: str
    size: Size
    changed: str
    private: bool


def cards(
    suites: Sequence[Suite], sizes: Mapping[str, Size], versions: Mapping[str, Sequence[Stored]]
) -> tuple[Card, ...]:
    """Every suite in the order in which they are offered."""
    return tuple(
        Card(
            id=s.id,
            title=s.title,
            what=re.split(r"[.,:;](?:\s|$)", s.description, maxsplit=1)[0],
            size=sizes[s.id],
            changed=versions[s.id][-1].date if versions.get(s.id) else s.retrieved,
            private=s.private,
        )
        for s in suites
    )


def card_line(card: Card) -> str:
    """How much a suite holds, and when it changed."""
    size = card.size
    methods = counted_methods(size.methods, size.families)
    when = "yours, in this session" if card.private else card.changed.replace("-", "\N{NON-BREAKING HYPHEN}")
    return " · ".join(t for t in (methods, counted(size.metrics, "metric"), counted(size.runs, "run"), when) if t)


def suite_entry(card: Card, name: str) -> str:
    """A suite in a line of a list; `name` is its link."""
    return tag("li", name, text(f": {card.what}."), " ", tag("small", text(card_line(card))))


def newest_of(suites: Sequence[Suite], versions: Mapping[str, Sequence[Stored]]) -> list[str]:
    """The ids of the public suites that changed last, the newest first."""
    dated = [(versions[s.id][-1].moment, s.id) for s in suites if versions.get(s.id)]
    return [suite for _, suite in sorted(dated, key=lambda d: d[0], reverse=True)[:NEWS]]


def news(result: ChangesResult) -> str:
    """What the newest data version of a suite did to ranks; empty where none is kept."""
    return version_news(result.versions[0], result.suite) if result.versions else ""


def metric_verdict(result: GroundTruthResult) -> str:
    """Which metric has the highest area, and how many may be blind."""
    best = result.best_first[0]
    blind = sum(map(blind_like, result.rows))
    if blind_like(best):
        return "No metric is surely better than blind."
    of = counted(len(result.rows), "metric")
    verb = "is" if blind == 1 else "are"
    return f"{cleaned(best.name)} has the highest AUC; {blind} of {of} {verb} not surely better than blind."


def metric_evidence(result: GroundTruthResult, suite: str) -> str:
    """What the picture shows, and what it rests on."""
    line = "smallest to largest over training variants" if any(r.is_range for r in result.rows) else "95 % interval"
    return (
        "AUC: how often the metric sees more knowledge in a model that knows than in one that never did. "
        f"Line: {line}; {BLIND} is blind. Grey: not surely better than blind. {cleaned(suite)}."
    )


def blind_like(row: GroundTruthRow) -> bool:
    """Whether a metric may be no better than chance."""
    return row.low <= BLIND


def metric_dots(result: GroundTruthResult, mode: Mode) -> str:
    """A row per metric, the best first: its AUC as a dot on a line from its low to its high bound, and as a number."""
    colours = palette(mode)
    rows = []
    for r in result.best_first:
        colour = colours.missing if blind_like(r) else colours.accent
        line = f"left: {100 * r.low:.1f}%; width: {100 * (r.high - r.low):.1f}%; background: {colour}"
        dot = f"left: {100 * r.auc:.1f}%; background: {colour}"
        inside = tag("span", class_="line", style=line), tag("span", class_="dot", style=dot)
        value = f"{number(r.auc, 2)} ({number(r.low, 2)} to {number(r.high, 2)})"
        rows += [
            tag("span", text(r.name), class_="name"),
            tag("span", *inside, class_="track", style=f"border-color: {colours.grid}"),
            tag("span", text(value), class_="value"),
        ]
    values = ", ".join(f"{r.name} {number(r.auc, 2)}" for r in result.best_first)
    return tag("span", *rows, class_="dots", role="img", aria_label=f"AUC by metric: {values}")


def paper_verdict(result: ReproductionResult) -> str:
    """How many printed numbers reproduce, and how many of them change their sign; empty where none can be checked."""
    rows = [r for r in result.rows if r.outcome in ("match", "mismatch")]
    matched = [r for r in rows if r.outcome == "match"]
    return verdict(len(matched), len(rows), sum(bool(r.changes_sign) for r in matched)) if rows else ""


def paper_evidence(suite: str, others: Mapping[str, int]) -> str:
    """Whose numbers these are, and which other suites have some."""
    also = joined([f"{title} ({n})" for title, n in others.items()])
    return f"{suite}; also {also}." if also else f"{suite}."


def own_verdict(sizes: Sequence[Size]) -> str:
    """What a reader's table is ranked beside."""
    runs = counted(sum(s.runs for s in sizes), "run")
    return f"Paste a table: it is ranked beside {runs} of {counted(len(sizes), 'suite')}."


def claim_verdict(sizes: Sequence[Size], reported: int) -> str:
    """What a claim can be compared with; `reported` are the values of further studies."""
    runs = counted(sum(s.runs for s in sizes), "run")
    return f"{runs} and {counted(reported, 'value')} of other studies say whether a number is plausible."
