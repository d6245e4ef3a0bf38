"""The evaluator audit of model inversion: what the standard evaluator accepts, against an independent judge."""

from dataclasses import dataclass, replace
from math import nan

from components.answers.inversion.comparison import Comparison, compare, identity_numbers, judge_label
from components.answers.inversion.evaluators_compared import AgreementRow, agreement
from components.answers.inversion.reconstructions import Reconstructions, reconstructions
from components.answers.record import Absent
from components.format import shortened
from components.resolved import Resolved, unweighted
from components.stats.audits.claims import Claim, claims
from components.stats.audits.inversion_ranks import Ranking, attack_ranks
from data.registry import Tables

NOTHING = "This suite holds no reconstructions: there is nothing to audit. One that does has a table called inversion."
_CLAIM = "inversion_"


@dataclass(frozen=True, kw_only=True)
class Judge:
    """A judge, with what a suite says it is."""

    id: str
    label: str


@dataclass(frozen=True, kw_only=True)
class InversionResult:
    """The audit against one judge, on one private set or (`private_set` empty) on all of them.

    `overall` is over all reconstructions, `rows` hold one attack on one private set each. `agreement` compares every
    two evaluators. `identities` is 0 if the table names none.
    """

    reason: str = ""
    judge: str
    judges: tuple[Judge, ...]
    private_set: str
    private_sets: tuple[str, ...]
    all_private_sets: tuple[str, ...]
    attacks: tuple[str, ...]
    targets: int
    identities: int
    overall: Comparison
    rows: tuple[Comparison, ...]
    ranking: Ranking
    agreement: tuple[AgreementRow, ...]

    def label(self, row: Comparison) -> str:
        """An attack, with its private set where there is more than one."""
        attack = row.attack or "all reconstructions"
        several = len(self.private_sets) > 1 and row.private_set
        return shortened(f"{attack} · {row.private_set}" if several else attack, 34)


@unweighted
def compute(view: Resolved) -> InversionResult | Absent:
    """The audit of the reconstructions of a suite. Raises LeaderboardError for bad answers."""
    frame = view.tables.extras.get("inversion")
    if frame is None:
        return Absent(NOTHING)
    chosen = view.selection
    result = audit(reconstructions(frame), chosen.judge, chosen.private_set, chosen.rng)
    named = _judge_labels(view.tables)
    judges = tuple(replace(j, label=" – ".join([j.label, named[j.id]])) if j.id in named else j for j in result.judges)
    return replace(result, judges=judges)


def audit(table: Reconstructions, judge: str = "", private_set: str = "", seed: int = 0) -> InversionResult:
    """The audit of a table against one judge (the first one when empty), on one private set or on all."""
    judge = judge or table.judges[0]
    every_set, attacks = (tuple(table.rows[c].unique()) for c in ("private_set", "attack"))
    private_sets = tuple(s for s in every_set if private_set in ("", s))
    rows = table.rows[table.rows["private_set"].isin(private_sets)]
    identified = bool((table.rows["identity"] != "").any())
    groups = dict(iter(rows.groupby(["private_set", "attack"], sort=False)))
    there = [(s, a) for s in private_sets for a in attacks if (s, a) in groups]
    comparisons = {at: compare(groups[at], judge, identified, seed) for at in there}
    accuracies = {at: c.accuracies or (nan, nan) for at, c in comparisons.items()}
    ranking, ranks = attack_ranks(accuracies, private_sets, attacks, seed)
    return InversionResult(
        judge=judge,
        judges=tuple(Judge(id=j, label=judge_label(j)) for j in table.judges),
        private_set=private_set,
        private_sets=private_sets,
        all_private_sets=every_set,
        attacks=attacks,
        targets=rows["target"].nunique(),
        identities=len(set(identity_numbers(rows).tolist())) if identified else 0,
        overall=compare(rows, judge, identified, seed),
        rows=tuple(
            replace(comparison, private_set=at[0], attack=at[1], ranks=ranks[at])
            for at, comparison in comparisons.items()
        ),
        ranking=ranking,
        agreement=agreement(rows, table.judges),
    )


def panel_with_inversion(tables: Tables) -> str:
    """The panel to start from in a suite that holds reconstructions; nothing in others."""
    return tables.reference_panel.id if "inversion" in tables.extras else ""


def published(tables: Tables) -> tuple[Claim, ...]:
    """What a suite cites of other studies on evaluators of model inversion."""
    return tuple(c for c in claims(tables) if c.id.startswith(_CLAIM))


def _judge_labels(tables: Tables) -> dict[str, str]:
    """What a suite says its judges are, by their column."""
    frame = tables.extras.get("inversion_judges")
    if frame is None or not {"judge", "label"} <= set(frame.columns):
        return {}
    return {j: label for j, label in frame[["judge", "label"]].itertuples(index=False, name=None) if label}
