"""The overview: the answers behind three doors, every suite, and what changed last.

It spans suites, so it is no part of a suite's report: each of its numbers stands there under the page it leads to.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from components.answers.calibration.ground_truth import GroundTruthResult
from components.answers.leaderboard.ranking import Ranking
from components.answers.reproduction.claims import ReproductionResult, verdict
from components.labels import Labels
from components.markup import tag, text
from components.plotting.theme import Mode, palette
from components.text import counted, joined, number, shortened
from data.manifest import Manifest, Stored
from data.registry import Size, Suite

INTRODUCTION = (
    "Unlearning makes a model forget some training data.",
    "Metrics judge whether it did, but each looks for another trace, so they disagree.",
    "Set your weights and see what holds.",
)
WINS = "Which method wins, and how firmly?"
TRUSTED = "Which metrics can be trusted?"
HOLDS = "Does the paper hold?"
NAME = 32
"""Most letters of a name in a sentence."""
BLIND = 0.5
"""The AUC of a metric that tells nothing."""
MOST = 14
"""Metrics whose dots have room, the best ones."""
ROOM, WIDE_ROOM = 140, 330
"""Room for squares on a telephone and on a desk, in rem², gaps included."""
BARS = 5
"""Most methods in the picture of the first door."""
CHANGES = 6
"""Most changes listed."""
State = Literal["holds", "changes sign", "differs"]
"""What becomes of a printed number: it reproduces; so it does, and has the other sign where no tie is broken; no."""


@dataclass(frozen=True, kw_only=True)
class Win:
    """Who leads, in labels. `bars` are the first by rank of `methods` ranked ones, each with its score.

    `ahead` is the lead over the next, None with one method or a shared lead. `share` is the least weight that has to
    move for the lead to fall (None: no weights do it).
    """

    suite: str
    methods: int
    bars: tuple[tuple[str, float], ...]
    leaders: tuple[str, ...]
    ahead: float | None
    share: float | None
    fragile: bool


@dataclass(frozen=True, kw_only=True)
class Trust:
    """The metrics of a suite that knows the right answer, best first, each with its AUC (.5 is blind)."""

    suite: str
    dots: tuple[tuple[str, float], ...]


@dataclass(frozen=True, kw_only=True)
class Paper:
    """The printed numbers of a suite that can be recomputed, in their order.

    `others` are the further suites with such numbers, and how many.
    """

    suite: str
    states: tuple[State, ...]
    others: Mapping[str, int]

    def count(self, state: State) -> int:
        """How many numbers are in a state."""
        return self.states.count(state)


@dataclass(frozen=True, kw_only=True)
class Card:
    """A suite in short; `changed` is the day of its newest data version, or of its retrieval, empty for neither."""

    id: str
    title: str
    what: str
    size: Size
    changed: str
    private: bool


@dataclass(frozen=True, kw_only=True)
class Change:
    """A data version and what it brought: a new suite with so many runs, or tables with other rows or contents.

    `runs` are rows before (None for a new suite) and after; `tables` counts the other tables that differ.
    """

    date: str
    suite: str
    runs: tuple[int | None, int]
    tables: int


def win(result: Ranking, names: Labels) -> Win | None:
    """The first door, from a ranking; None where nothing is ranked."""
    ranked = [(r, r.uqs) for r in result.ranked if r.uqs is not None]
    first = [(r, uqs) for r, uqs in ranked if r.rank == 1]
    second = [uqs for r, uqs in ranked if r.rank == 2]
    if not first:
        return None
    return Win(
        suite=names.suite,
        methods=len(ranked),
        bars=tuple((names.method(r.method), uqs) for r, uqs in ranked[:BARS]),
        leaders=tuple(names.method(r.method) for r, _ in first),
        ahead=first[0][1] - second[0] if second else None,
        share=result.dethrone.share,
        fragile=result.dethrone.fragile,
    )


def trust(suite: str, result: GroundTruthResult) -> Trust | None:
    """The second door, from metrics judged on models whose knowledge is known; None where there are none."""
    rows = result.best_first
    if not rows:
        return None
    return Trust(suite=suite, dots=tuple((r.name, r.auc) for r in rows))


def paper(suite: str, result: ReproductionResult, others: Mapping[str, int]) -> Paper | None:
    """The third door, from printed numbers recomputed; None where none can be."""
    rows = [r for r in result.rows if r.outcome in ("match", "mismatch")]
    if not rows:
        return None
    states: list[State] = [
        "differs" if r.outcome == "mismatch" else "changes sign" if r.changes_sign else "holds" for r in rows
    ]
    return Paper(suite=suite, states=tuple(states), others=others)


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


def changes(suites: Sequence[Suite], versions: Mapping[str, Sequence[Stored]]) -> tuple[Change, ...]:
    """The newest changes of the public suites, newest first; of one day, in the order of the suites."""
    dated: list[Change] = []
    for suite in suites:
        stored = versions.get(suite.id, ())
        told = [_changed(suite.title, None, first) for first in stored[:1]]
        told += [_changed(suite.title, before.manifest, after) for before, after in pairwise(stored)]
        dated += reversed(told)
    return tuple(sorted(dated, key=lambda c: c.date, reverse=True)[:CHANGES])


def _changed(suite: str, before: Manifest | None, after: Stored) -> Change:
    runs = after.manifest["runs"]["rows"]
    if before is None:
        return Change(date=after.date, suite=suite, runs=(None, runs), tables=0)
    differ = {n for n in {*before, *after.manifest} if before.get(n) != after.manifest.get(n)}
    return Change(date=after.date, suite=suite, runs=(before["runs"]["rows"], runs), tables=len(differ - {"runs"}))


def win_verdict(win: Win) -> str:
    """Who leads, and by how much."""
    leaders = joined([shortened(name, NAME) for name in win.leaders])
    if len(win.leaders) > 1:
        return f"{leaders} share the lead."
    if win.ahead is None:
        return f"{leaders} is the only method ranked."
    return f"{leaders} leads by {number(win.ahead) if win.ahead >= 0.0005 else 'less than 0.001'}."


def win_evidence(win: Win) -> str:
    """How firm the lead is, and where."""
    if win.share is None:
        ending = "No weights end it. " if win.methods > 1 else ""
    elif win.share == 0:
        ending = ""
    else:
        share = number(win.share, 2) if win.share >= 0.005 else "less than 0.01"
        ending = f"{'Fragile lead: moving' if win.fragile else 'Moving'} {share} of weight ends it. "
    return f"{ending}{win.suite}."


def trust_verdict(trust: Trust) -> str:
    """Which metric tells best."""
    name, auc = trust.dots[0]
    return f"{name} is best, with AUC {number(auc, 2)}."


def trust_evidence(trust: Trust) -> str:
    """What the picture shows, and what it rests on."""
    return f"AUC: telling models that know from those that never did. {trust.suite}."


def paper_verdict(paper: Paper) -> str:
    """How many printed numbers reproduce, and how many of them change their sign."""
    return verdict(len(paper.states) - paper.count("differs"), len(paper.states), paper.count("changes sign"))


def paper_evidence(paper: Paper) -> str:
    """Whose numbers these are, and which other suites have some."""
    also = joined([f"{title} ({n})" for title, n in paper.others.items()])
    return f"{paper.suite}; also {also}." if also else f"{paper.suite}."


def card_line(card: Card) -> str:
    """How much a suite holds, and when it changed."""
    size = card.size
    methods = counted(size.methods, "method")
    if size.families:
        methods = f"{counted(size.families, 'method')} in {counted(size.methods, 'checkpoint')}"
    when = "yours, in this session" if card.private else card.changed.replace("-", "\N{NON-BREAKING HYPHEN}")
    return " · ".join(t for t in (methods, counted(size.metrics, "metric"), counted(size.runs, "run"), when) if t)


def change_line(change: Change) -> str:
    """What a data version brought."""
    before, after = change.runs
    others = counted(change.tables, "other table")
    if before is None:
        told = f"new, {counted(after, 'run')}"
    elif before != after:
        told = f"{before} → {counted(after, 'run')}" + (f", {others} changed" if change.tables else "")
    elif change.tables:
        told = f"{counted(change.tables, 'table')} changed"
    else:
        told = "contents changed"
    return f"{change.date} · {change.suite}: {told}"


def win_bars(win: Win, mode: Mode) -> str:
    """A bar per method, the leaders in the accent."""
    colours, longest = palette(mode), max(uqs for _, uqs in win.bars) or 1.0
    rows = [
        tag("span", text(label), class_="name")
        + tag(
            "span",
            tag(
                "span",
                style=f"width: {100 * max(uqs, 0) / longest:.1f}%; "
                f"background: {colours.accent if label in win.leaders else colours.missing}",
            ),
            class_="bar",
        )
        + tag("span", number(uqs), class_="value")
        for label, uqs in win.bars
    ]
    told = ", ".join(f"{label} {number(uqs)}" for label, uqs in win.bars)
    return _picture("bars", f"Scores of the first {counted(len(win.bars), 'method')}: {told}", *rows)


def trust_dots(trust: Trust, mode: Mode) -> str:
    """A line per metric with its dot between blind and always right, the best ones first."""
    colours, drawn = palette(mode), trust.dots[:MOST]
    low = min(BLIND, *(auc for _, auc in drawn))
    rows = [
        tag("span", text(name), class_="name")
        + tag(
            "span",
            tag(
                "span",
                class_="dot",
                style=f"left: {100 * (auc - low) / (1 - low):.1f}%; background: {colours.accent}",
            ),
            class_="track",
            style=f"border-color: {colours.grid}",
        )
        + tag("span", number(auc, 2), class_="value")
        for name, auc in drawn
    ]
    ends = f"from {number(low, 1)}{', blind,' if low == BLIND else ''} to 1, always right"
    told = ", ".join(f"{name} {number(auc, 2)}" for name, auc in drawn)
    return _picture("bars dots", f"AUC by metric: {told}", *rows, tag("span", text(ends), class_="ends"))


def paper_squares(paper: Paper, mode: Mode) -> str:
    """A square per printed number, and what its filling means."""
    colours = palette(mode)
    fill: dict[State, str] = {
        "holds": f"background: {colours.accent}",
        "changes sign": f"background: {colours.areas[1]}",
        "differs": f"background: repeating-linear-gradient(45deg, {colours.missing} 0 3px, transparent 3px 6px)",
    }
    order: tuple[State, ...] = ("holds", "changes sign", "differs")
    squares = [tag("span", class_="square", style=fill[s]) for state in order for s in paper.states if s == state]
    known = [s for s in order if paper.count(s)]
    legend = [
        tag("span", tag("span", class_="square", style=fill[s]), text(f" {paper.count(s)} {_legend(s)}")) for s in known
    ]
    told = ", ".join(f"{paper.count(s)} {_legend(s)}" for s in known)
    side, wide = ((room / len(paper.states)) ** 0.5 - 0.25 for room in (ROOM, WIDE_ROOM))
    return _picture(
        "squares",
        told,
        tag("span", *squares, class_="grid", style=f"--side: {min(1.7, side):.2f}rem; --wide: {min(3, wide):.2f}rem"),
        tag("span", *legend, class_="legend"),
    )


def _legend(state: State) -> str:
    return {"holds": "hold", "changes sign": "change sign", "differs": "do not match"}[state]


def _picture(kind: str, told: str, *inside: str) -> str:
    return tag("div", *inside, class_=f"door-picture {kind}", role="img", aria_label=told)
