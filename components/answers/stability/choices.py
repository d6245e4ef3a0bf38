"""Does the ranking survive other choices: maps, normalisations, ways of averaging, and one thing left out?"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple

from components.answers.record import Absent, Answer, Part, Said
from components.answers.stability.ranked import CHECKPOINTS_ONLY, NOBODY, Ranked, ranked
from components.labels import Labels
from components.plain import whole_number
from components.resolved import Resolved, reads
from components.sentences import short
from components.stats.stability.sensitivity import NORMALISATIONS, Reversal, Variant, reversals, variants
from components.table import Column, Table, item, table
from components.text import capital, counted, joined

MOST_REVERSALS = 1_000
"""Reversals listed per normalisation; all are counted."""
MOST_COLUMNS = 12
"""Methods beyond which ranks have no columns of their own."""
MOST_CHANGES, MOST_FIRST = 4, 3
KINDS = {
    "map": "Utility map",
    "normalisation": "Normalisation",
    "averaging": "Averaging",
    "benchmark": "Without benchmark",
    "seed": "Without seed",
    "method": "Without method",
}
"""What each kind of variant is called."""


class Reversed(NamedTuple):
    """A reversal under a normalisation."""

    normalisation: str
    turned: Reversal


@dataclass(frozen=True, eq=False)
class Choices:
    """The ranking at the current weights under every choice; `now` are the ones in use, as kind and choice.

    `counts` are the reversals by normalisation; `turned` are at most 1 000 of each.
    """

    data: Ranked
    variants: tuple[Variant, ...]
    now: frozenset[tuple[str, str]]
    turned: tuple[Reversed, ...]
    counts: Mapping[str, int]

    def current(self, variant: Variant) -> bool:
        """Whether a variant is what is in use."""
        return (variant.kind, variant.choice) in self.now

    def first(self, variant: Variant) -> tuple[str, ...]:
        """The methods that share rank 1."""
        return tuple(m for m, rank in zip(self.data.methods, variant.ranks, strict=True) if rank == 1)


@reads(rows=True)
def compute(view: Resolved) -> Choices | Absent:
    """The ranking under every other choice, weights as they are."""
    if view.grids is not None:
        return Absent(CHECKPOINTS_ONLY)
    data, chosen = ranked(view), view.selection
    if not data.methods:
        return Absent(f"{capital(NOBODY)}.")
    names = [u.name for m in view.panel.metrics if len(m.utilities) > 1 for u in m.utilities]
    rankings = variants(
        view.panel,
        view.w,
        data.rows,
        transform=chosen.transform,
        transforms=list(dict.fromkeys(names)),
        aggregate=view.aggregate,
    )
    every = {n: reversals(data.utilities, data.w, n) for n in NORMALISATIONS}
    return Choices(
        data,
        rankings,
        frozenset({("map", chosen.transform), ("normalisation", "fixed"), ("averaging", view.aggregate)}),
        tuple(Reversed(n, r) for n, turned in every.items() for r in turned[:MOST_REVERSALS]),
        {n: len(turned) for n, turned in every.items()},
    )


def say(result: Choices, names: Labels) -> Said:
    """How many other choices change the leader or the order, and what each normalisation reverses."""
    other = [v for v in result.variants if not result.current(v) and v.kind != "method"]
    if len(result.data.methods) < 2 or not other:
        return Said()
    now = set(result.first(next((v for v in result.variants if result.current(v)), other[0])))
    moved = sum(set(result.first(v)) != now for v in other)
    turned = sum(bool(v.swapped) for v in other)
    return Said(
        [
            f"Of {counted(len(other), 'other choice')} of map, normalisation, averaging and data, {moved or 'none'} "
            f"{'change' if moved > 1 else 'changes'} who leads and {turned or 'none'} "
            f"{'reverse' if turned > 1 else 'reverses'} a pair.",
            _reversing(result, names),
        ]
    )


def _reversing(result: Choices, names: Labels) -> str:
    labels, methods = short(names), result.data.methods
    examples = {t.normalisation: t.turned for t in reversed(result.turned)}
    parts = [
        f"{n} reverses {counted(result.counts[n], 'pair')} (without {labels.method(methods[r.dropped])}, "
        f"{labels.method(methods[r.b])} passes {labels.method(methods[r.a])})"
        for n in NORMALISATIONS
        if (r := examples.get(n)) is not None
    ]
    if parts:
        return (
            f"When one method is left out, {joined(parts)}; with the fixed utilities in use here no order can change."
        )
    if len(methods) > 2:
        return "Leaving out any one method keeps the order of the others under every normalisation."
    return ""


def choices_table(result: Choices, names: Labels) -> Table[Variant]:
    """One row per other choice: who leads, τ with the current ranking, and which pairs turned round."""
    column, methods = Column[Variant], result.data.methods

    def title(variant: Variant) -> str:
        kinds = {"benchmark": names.benchmark, "method": names.method}
        choice = kinds.get(variant.kind, str)(variant.choice)
        return f"{KINDS[variant.kind]}: {choice}{' (now)' if result.current(variant) else ''}"

    def leads(variant: Variant) -> str:
        first = [names.method(m) for m in result.first(variant)]
        more = len(first) - MOST_FIRST
        return ", ".join(first) if more <= 0 else f"{', '.join(first[:MOST_FIRST])} and {more} more"

    columns = (
        column("kind", lambda v: v.kind, place="file"),
        column("choice", lambda v: v.choice, place="file"),
        column("current", result.current, kind="flag", place="file"),
        column("first", result.first, kind="method", place="file"),
        column("title", title, "choice", place="screen only"),
        column("leads", leads, place="screen only"),
        column("changes", lambda v: _changes(result, v, names), "what changed", place="screen only"),
        column("tau", lambda v: v.tau, "τ with now", kind="number"),
        column("swapped", lambda v: len(v.swapped), "pairs reversed", kind="count"),
        *(
            column(
                f"ranks.{m}", item(lambda v: [whole_number(rank) for rank in v.ranks], i), names.method(m), kind="count"
            )
            for i, m in enumerate(methods if len(methods) <= MOST_COLUMNS else ())
        ),
    )
    return table(columns, result.variants)


def _changes(result: Choices, variant: Variant, names: Labels) -> str:
    """The reversed pairs in words, at most four; who is left out or unranked."""
    labels = [names.method(m) for m in result.data.methods]
    parts = [f"{labels[b]} passes {labels[a]}" for a, b in variant.swapped[:MOST_CHANGES]]
    if len(variant.swapped) > MOST_CHANGES:
        parts.append(f"{len(variant.swapped) - MOST_CHANGES} more")
    if variant.kind != "method":
        parts += [f"{label} unranked" for label, r in zip(labels, variant.ranks, strict=True) if r != r]
    return "; ".join(parts) or ("" if result.current(variant) else "nothing")


def reversals_table(result: Choices, names: Labels) -> Table[Reversed]:
    """One row per reversal: which normalisation, who is left out, and which pair turns round."""
    column, methods = Column[Reversed], result.data.methods
    columns = (
        column("normalisation", lambda t: t.normalisation),
        column("dropped", lambda t: methods[t.turned.dropped], "without", kind="method"),
        column("ahead", lambda t: methods[t.turned.a], "was above", kind="method"),
        column("behind", lambda t: methods[t.turned.b], "passes it", kind="method"),
    )
    return table(columns, result.turned)


CHOICES = Answer(
    "choices",
    compute,
    say,
    [
        Part("choices", "The ranking under other choices", choices_table, open=True),
        Part(
            "reversals",
            "Rank reversals when one method is left out",
            reversals_table,
            when=lambda result: bool(result.turned),
        ),
    ],
    facts=lambda result: {"reversal_counts": result.counts},
    terms=("utility", "competition_rank"),
)
