"""Which weights follow from reliability? What every rule gives, and the ranking of the methods shown that follows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from components.answers.record import Answer, Part, Said
from components.errors import NotEnoughData
from components.labels import Labels
from components.plain import number, whole_number
from components.resolved import Resolved
from components.stats.ranking.weights import Preset, presets
from components.table import Column, Table, table
from components.text import counted


@dataclass(frozen=True, kw_only=True)
class RankedMethod:
    """One method; `rank` (ties share the best) and `uqs` are None where it is not ranked."""

    method: str
    rank: int | None
    uqs: float | None


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """Weights by metric id, and the methods selected by rank, ties and unranked ones in row order.

    `same` says whether the ranking equals the one at the weights chosen now, None when either ranks nothing.
    """

    weights: Mapping[str, float]
    ranking: tuple[RankedMethod, ...]
    same: bool | None


@dataclass(frozen=True, kw_only=True)
class WeightRule:
    """One preset of the suite.

    `transform` is the utility map the preset comes with, None where it leaves the choice to the reader. `reason` says
    why a rule has no `outcome` here.
    """

    preset: str
    label: str
    description: str
    transform: str | None
    outcome: Outcome | None
    reason: str = ""


@dataclass(frozen=True, kw_only=True)
class WeightRules:
    """Every preset the suite offers, in its order; `metrics` are the ids of the score metrics."""

    rules: tuple[WeightRule, ...]
    metrics: tuple[str, ...]


def compute(view: Resolved) -> WeightRules:
    """What every preset gives for the methods selected."""
    return WeightRules(
        rules=tuple(_rule(view, p) for p in presets(view.tables)),
        metrics=view.panel.metric_ids,
    )


def _rule(view: Resolved, preset: Preset) -> WeightRule:
    transform = _own_map(view, preset.name)
    chosen = replace(view.selection, weights=preset.name, transform=transform or view.selection.transform)
    rule = WeightRule(
        preset=preset.name, label=preset.label, description=preset.description, transform=transform, outcome=None
    )
    try:
        return replace(rule, outcome=outcome(Resolved(view.tables, chosen), view))
    except NotEnoughData as error:
        return replace(rule, reason=str(error))


def outcome(other: Resolved, now: Resolved) -> Outcome:
    """The weights of a selection with the ranking that follows, beside the ranking now."""
    order = np.argsort(np.where(np.isnan(other.ranks), np.inf, other.ranks), kind="stable")
    ranking = tuple(
        RankedMethod(
            method=other.panel.methods[m],
            rank=whole_number(other.ranks[m]),
            uqs=number(other.scores[m]),
        )
        for m in order
    )
    ranked = other.ranked.size and now.ranked.size
    return Outcome(
        weights={i: float(w) for i, w in zip(other.panel.metric_ids, other.w, strict=True)},
        ranking=ranking,
        same=bool(np.array_equal(other.ranks, now.ranks, equal_nan=True)) if ranked else None,
    )


def _own_map(view: Resolved, preset: str) -> str | None:
    """The utility map that a preset of the suite's own table names."""
    table = view.tables.extras.get("weights")
    if table is None or "transform" not in table or preset not in set(table["preset"]):
        return None
    name = str(table.loc[table["preset"] == preset, "transform"].iloc[0])
    return name if name in ("reciprocal", "exponential") else None


def rules_sentence(result: WeightRules) -> str:
    """How many rules agree with the ranking shown now, and who leads under the others; empty where one is ranked."""
    able = [r.outcome for r in result.rules if r.outcome is not None and r.outcome.same is not None]
    if not any(sum(m.rank is not None for m in o.ranking) > 1 for o in able):
        return ""
    same = sum(o.same is True for o in able)
    leads = {tuple(m.method for m in o.ranking if m.rank == 1) for o in able}
    agree = f"{same} of {counted(len(able), 'rule')} {'gives' if same == 1 else 'give'} the ranking of the weights now."
    if len(leads) == 1:
        return f"{agree} All of them have the same lead." if len(able) > 1 else agree
    return f"{agree} {len(leads)} different leaders occur among them."


def ranking_text(names: Labels, ranking: Sequence[RankedMethod], most: int | None = None) -> str:
    """A ranking in one line, tied methods with the same number: 1 A, 2 B, 2 C, 4 D."""
    ranked = [f"{m.rank} {names.method(m.method)}" for m in ranking if m.rank is not None]
    listed = ranked if most is None else ranked[:most]
    rest = f" … and {len(ranked) - len(listed)} more" if len(ranked) > len(listed) else ""
    return ", ".join(listed) + rest


def rules_table(result: WeightRules, names: Labels) -> Table[WeightRule]:
    """One row per weight rule: its weights and the ranking it gives."""
    column = Column[WeightRule]

    def weight(metric: str) -> Callable[[WeightRule], float | None]:
        return lambda rule: None if rule.outcome is None else rule.outcome.weights[metric]

    columns = (
        column("preset", lambda r: r.preset, place="file"),
        column("rule", lambda r: r.label, place="print"),
        *(
            column(f"weights.{m}", weight(m), f"weight {names.metric(m)}", kind="number", place="print")
            for m in result.metrics
        ),
        column(
            "ranking",
            lambda r: r.reason if r.outcome is None else ranking_text(names, r.outcome.ranking),
            place="print",
        ),
        column("same", lambda r: None if r.outcome is None else r.outcome.same, "same order as now", kind="flag"),
    )
    return table(columns, result.rules)


RULES = Answer(
    "weight_rules",
    compute,
    lambda result, names: Said([rules_sentence(result)]),
    Part("weight_rules", "Weights and rankings by rule", rules_table),
    heading="From reliability to weights",
    question="What every rule gives, and the ranking of the methods shown that follows.",
    mount="weight_rules",
    opened=True,
    terms=("weight_rule",),
)
