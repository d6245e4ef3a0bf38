"""Checks of methods: rows without one, models that no method made, and names that may mean one method."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from components.intake.fixes import Fix, named_alike, nameless, references
from components.intake.grid import Grid
from components.intake.methods import Known, alike, near, same, slip
from components.intake.names import words
from components.intake.problems import Finding, Offer, finding
from components.intake.target import Target
from components.text import counted, shortened
from data.registry import MethodRole

_OFFERED: dict[MethodRole, str] = {
    "reference": "The reference: trained without the data",
    "original": "The original: not unlearned",
    "candidate": "A method like the others",
}
REFERENCE = frozenset(
    ("retain", "retained", "retrain", "retrained", "retraining", "gold", "golden", "oracle", "scratch")
)
ORIGINAL = frozenset(("full", "finetuned", "original", "orig", "target", "initial", "vanilla", "before"))
EITHER = frozenset(("base", "pretrained", "pretrain", "reference"))
"""What may be either: a pretrained model never saw the forgotten data where models were fine-tuned on them."""
_BESIDE = frozenset(
    (
        *("model", "models", "set", "only", "data", "the", "on", "from", "with"),
        *("standard", "control", "upper", "bound"),
        *("tofu", "muse", "news", "books", "wmdp", "llama", "phi", "gemma", "qwen", "zephyr", "mistral", "instruct"),
        *("chat", "hf", "lm", "llm", "b", "resnet", "vit"),
        *("method", "training", "checkpoint", "split", "open", "f", "theta", "θ", "exact"),
    )
)
"""Words that may stand beside: what was trained, and on what."""
_TWO = (
    ("fine tuned", "finetuned"),
    ("re trained", "retrained"),
    ("pre trained", "pretrained"),
    ("re train", "retrain"),
)
_NOT_UNLEARNED = re.compile(r"\b(?:before|pre|no|not|without) unlearn(?:ing|ed)\b")
_TOLD = {"reference", "original", "either", "beside"}


def method_findings(grid: Grid, target: Target, most: int) -> list[Finding]:
    """Everything about the names of methods; names of more than `most` are not held against one another."""
    models = {name: role for name in grid.methods() if (role := _role(grid, name))}
    return [
        *_nameless(grid),
        *(f for name, role in models.items() for f in _models(grid, target, name, role)),
        *_marked(grid),
        *(_names(grid, models) if len(grid.methods()) <= most else ()),
    ]


def _nameless(grid: Grid) -> Iterator[Finding]:
    rows = nameless(grid)
    if not rows:
        return
    whole = "method" not in grid.columns
    offers: tuple[Offer, ...] = (Offer(Fix("rename", "method", "", "My method"), "Call it “My method”"),)
    if not whole and len(rows) < len(grid.rows):
        offers = (Offer(Fix("drop_nameless"), f"Leave out {counted(len(rows), 'row')}"), *offers)
    what = "no column of methods" if whole else "no name"
    yield finding(grid, "nameless", "method", "Rows without a method", what, "the name of a method", offers, rows)


def _role(grid: Grid, name: str) -> str:
    """What a model is by its name, or because a column marks all its rows; empty for the name of a known method."""
    rows = grid.methods()[name]
    if not same(name, grid.known) and (role := role_of(name)):
        return role
    return "marked" if set(rows) <= set(references(grid)) else ""


def _models(grid: Grid, target: Target, name: str, role: str) -> Iterator[Finding]:
    """A model that is named, or marked, as one that no method made: a reference, an original, or a method after all.

    A suite that has a reference takes no second one: the targets of its runs would move.
    """
    if name in grid.roles:
        return
    rows = grid.methods()[name]
    there = target.roles({grid.names["panel"][i] for i in rows})
    order: list[MethodRole] = ["original", "reference"] if role == "original" else ["reference", "original"]
    taken = [Offer(Fix("role", "method", name, r), _OFFERED[r]) for r in order if r not in there]
    rank = Offer(Fix("role", "method", name, "candidate"), _OFFERED["candidate"])
    drop = Offer(Fix("drop_method", "method", name), "Leave it out")
    offers = (*taken, rank, drop)
    if role in there:
        label = f"Leave it out: the suite has {shortened(there[role])}"
        offers = (replace(drop, label=label), replace(rank, label="Compare it as a method"), *taken)
    yield finding(
        grid,
        "role",
        "method",
        f"“{shortened(name)}”: a reference, an original or a method?",
        "marked as a reference model" if role == "marked" else "named like a model that no method made",
        "a method; references and originals are drawn and never ranked",
        offers,
        rows,
        grid.names["method"] if role == "marked" else None,
        blocking=role != "marked",
    )


def _marked(grid: Grid) -> Iterator[Finding]:
    """Rows marked as reference models whose names stand for methods in other rows."""
    marked, names = set(references(grid)), grid.names["method"]
    rows = [i for rows in grid.methods().values() if not set(rows) <= marked for i in rows if i in marked]
    if rows:
        offers = (Offer(Fix("drop_references"), f"Leave out {counted(len(rows), 'row')}"),)
        title, expected = "Reference models among the methods", "methods that are compared"
        what = "marked as reference"
        yield finding(
            grid, "reference", "reference", title, what, expected, offers, sorted(rows), names, blocking=False
        )


def _names(grid: Grid, models: dict[str, str]) -> Iterator[Finding]:
    """One question for each name that may be another spelling of one in the table, or of a method that is known."""
    rows, settled = grid.methods(), grid.settled.get("method", set())
    known = {name: same(name, grid.known) for name in rows}
    named = list(named_alike(grid))
    leading = sorted((n for n in rows if n), key=lambda n: (n not in grid.same, not known[n], -len(rows[n])))
    leaders = {n for n in leading if known[n] or n in models}
    spelled = alike(leading, leaders)
    for name in rows:
        if not name or name in settled or name in grid.same:
            continue
        offers, meant = [], []
        if name in spelled:
            meant.append(f"“{shortened(spelled[name])}” of the table")
            offers.append(Offer(Fix("rename", "method", name, spelled[name]), f"It is “{shortened(spelled[name])}”"))
        else:
            for k in known[name] or (() if name in models else near(name, grid.known)):
                meant.append(_meant(k))
                beside = f": shown beside it as {shortened(k.label, 20)} • yours" if k.own else ""
                offers.append(Offer(Fix("same", "method", name, k.address), f"It is {shortened(k.label)}{beside}"))
        if offers:
            if len(named) > 1 and name == named[0]:
                label = f"Each of the {len(named)} names that suites know is that method"
                offers.append(Offer(Fix("same", "method"), label))
            offers.append(Offer(Fix("settle", "method", name), "It is a method of its own"))
            title = f"“{shortened(name)}”: the same method as {' or '.join(meant)}?"
            expected = "your answer; until then it is a method of its own"
            yield finding(
                grid, "same_method", "method", title, name, expected, tuple(offers), rows[name], blocking=False
            )


def _meant(known: Known) -> str:
    return f"{shortened(known.label)} of {'the suite' if known.own else 'other suites'}"


def role_of(name: str) -> str:
    """What a model is by its name alone: reference, original, either of them, or nothing of the kind.

    Every word must say so or say nothing: “FT-Retain” and “GA + retain” are methods.
    """
    plain = " ".join(re.sub(r"\d+(?:\.\d+)*", " ", " ".join(words(name))).split())
    for parted, whole in _TWO:
        plain = plain.replace(parted, whole)
    if _NOT_UNLEARNED.search(plain) and {_told_by(w) for w in _NOT_UNLEARNED.sub(" ", plain).split()} <= _TOLD:
        return "original"
    if re.search(r"[+&/]", name):
        return ""
    told = {_told_by(w) for w in plain.split()} - {"beside"}
    if not told or told - {"reference", "original", "either"}:
        return ""
    return told.pop() if len(told) == 1 else "either"


def _told_by(word: str) -> str:
    kinds = {"reference": REFERENCE, "original": ORIGINAL, "either": EITHER, "beside": _BESIDE}
    exact = next((kind for kind, known in kinds.items() if word in known), "")
    if exact:
        return exact
    close = {
        kind for kind, known in kinds.items() if kind != "beside" for k in known if len(k) > 6 and slip([word], [k])
    }
    return close.pop() if len(close) == 1 else word
