"""What the overview says in words: three sentences on the field, and one verdict with its evidence behind each door."""

from __future__ import annotations

from components.text import counted, joined, number, shortened
from components.views.overview.result import Card, Change, Paper, Trust, Win
from components.views.reproduction.words import verdict

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
