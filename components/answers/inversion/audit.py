"""The audit of model inversion: what the standard evaluator accepts, against an independent
judge."""

from dataclasses import dataclass, replace

from components.answers.inversion.comparison import Comparison, compare, judge_label
from components.answers.inversion.reconstructions import Reconstructions, reconstructions
from components.answers.record import Absent
from components.format import shortened
from components.resolved import Resolved, unweighted
from data.registry import Tables


@dataclass(frozen=True, kw_only=True)
class Judge:
    """A judge, with what a suite says it is."""

    id: str
    label: str


@dataclass(frozen=True, kw_only=True, eq=False)
class InversionResult:
    """The audit against one judge, on one private set or (`private_set` "") on all of them.

    table    the reconstructions of the private sets shown
    overall  over all of these, `rows` over one attack on one private set each
    """

    judge: str
    judges: tuple[Judge, ...]
    private_set: str
    private_sets: tuple[str, ...]
    all_private_sets: tuple[str, ...]
    table: Reconstructions
    overall: Comparison
    rows: tuple[Comparison, ...]

    def label(self, row: Comparison) -> str:
        """Return the attack, with its private set if there are several."""
        attack = row.attack or "all reconstructions"
        several = len(self.private_sets) > 1 and row.private_set
        return shortened(f"{attack} · {row.private_set}" if several else attack, 34)


@unweighted
def compute(view: Resolved) -> InversionResult | Absent:
    """Return the audit of a suite. Raises LeaderboardError for answers that cannot be read."""
    frame = view.tables.extras.get("inversion")
    if frame is None:
        return Absent("This suite has no reconstructions.")
    chosen = view.selection
    result = audit(reconstructions(frame), chosen.judge, chosen.private_set, chosen.rng)
    named = _judge_labels(view.tables)
    judges = tuple(
        replace(j, label=" – ".join([j.label, named[j.id]])) if j.id in named else j
        for j in result.judges
    )
    return replace(result, judges=judges)


def audit(
    table: Reconstructions, judge: str = "", private_set: str = "", seed: int = 0
) -> InversionResult:
    """Return the audit of a table against one judge, by default the first one."""
    judge = judge or table.judges[0]
    every_set, attacks = (tuple(table.rows[c].unique()) for c in ("private_set", "attack"))
    private_sets = tuple(s for s in every_set if private_set in ("", s))
    rows = table.rows[table.rows["private_set"].isin(private_sets)]
    identified = bool((table.rows["identity"] != "").any())
    groups = dict(iter(rows.groupby(["private_set", "attack"], sort=False)))
    there = [(s, a) for s in private_sets for a in attacks if (s, a) in groups]
    return InversionResult(
        judge=judge,
        judges=tuple(Judge(id=j, label=judge_label(j)) for j in table.judges),
        private_set=private_set,
        private_sets=private_sets,
        all_private_sets=every_set,
        table=replace(table, rows=rows),
        overall=compare(rows, judge, identified, seed),
        rows=tuple(
            replace(compare(groups[at], judge, identified, seed), private_set=at[0], attack=at[1])
            for at in there
        ),
    )


def panel_with_inversion(tables: Tables) -> str:
    """Return the reference panel of a suite that holds reconstructions, "" for other suites."""
    return tables.reference_panel.id if "inversion" in tables.extras else ""


def _judge_labels(tables: Tables) -> dict[str, str]:
    """Return what a suite says its judges are, by their column."""
    frame = tables.extras.get("inversion_judges")
    if frame is None or not {"judge", "label"} <= set(frame.columns):
        return {}
    return {
        j: label
        for j, label in frame[["judge", "label"]].itertuples(index=False, name=None)
        if label
    }
