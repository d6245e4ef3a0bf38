"""The difference between two Tables of a suite: what came in, which default ranks changed, which claims turned."""

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

import numpy as np

from components.answers.changes import snapshot
from components.answers.changes.snapshot import Board, Placed
from components.answers.reproduction.checked import CheckedClaim, verdict_text
from components.plain import number
from components.stats import scipy
from data.registry import RUN_KEYS, Tables

State = Literal["in both", "new", "gone"]
FEW = "fewer than two methods are ranked in both"
ALL_TIED = "all methods share one rank"


@dataclass(frozen=True, kw_only=True)
class Came:
    """One kind of thing: how many there are, and the labels of those that are new, gone, or described otherwise.

    Of runs the keys are listed (panel, benchmark, method, seed); a run is altered when a value of a metric that both
    have differs.
    """

    kind: str
    before: int
    after: int
    added: tuple[str, ...]
    removed: tuple[str, ...]
    altered: tuple[str, ...]


@dataclass(frozen=True, kw_only=True)
class RankChange:
    """A method of a panel before and after; ranks and the ends of their 95 % intervals are None where there is none."""

    method: str
    label: str
    state: State
    rank_before: int | None
    low_before: int | None
    high_before: int | None
    rank_after: int | None
    low_after: int | None
    high_after: int | None

    @property
    def changed(self) -> bool:
        """Whether a method that is in both has another rank, gained one or lost it."""
        return self.state == "in both" and self.rank_before != self.rank_after


@dataclass(frozen=True, kw_only=True)
class Pair:
    """Two methods by label, sorted by id."""

    a: str
    b: str


@dataclass(frozen=True, kw_only=True)
class PanelChange:
    """One panel; `ranks` in the order of the board after, methods that are gone last.

    `tau` is Kendall's τ-b between old and new ranks of the `common` methods ranked in both; None with its reason.
    `swapped` are the pairs of these that changed order. `separated` are the pairs of methods in both that differ
    significantly only now, `merged` those that did only before. `reason` says why nothing is ranked after.
    """

    panel: str
    label: str
    state: State
    leaders_before: tuple[str, ...]
    leaders_after: tuple[str, ...]
    common: int
    tau: float | None
    tau_reason: str
    swapped: tuple[Pair, ...]
    separated: tuple[Pair, ...]
    merged: tuple[Pair, ...]
    ranks: tuple[RankChange, ...]
    reason: str

    @property
    def changed(self) -> tuple[RankChange, ...]:
        """The methods in both whose rank is another one."""
        return tuple(r for r in self.ranks if r.changed)


@dataclass(frozen=True, kw_only=True)
class ClaimChange:
    """A printed claim that is in both and has another verdict."""

    claim: str
    about: str
    printed: str
    recomputed_before: str
    recomputed_after: str
    before: str
    after: str


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What the second of two Tables has that the first has not, and the other way round.

    `new`: there is no first, everything was added. `came` has the kinds in which anything was added, removed or
    altered. `claims_compared` counts the printed claims in both.
    """

    new: bool
    came: tuple[Came, ...]
    panels: tuple[PanelChange, ...]
    claims: tuple[ClaimChange, ...]
    claims_compared: int

    @property
    def ranks_changed(self) -> int:
        """How many methods in both have another rank, over all panels."""
        return sum(len(p.changed) for p in self.panels)

    @property
    def pairs_swapped(self) -> int:
        """How many pairs of methods swapped their order, over all panels."""
        return sum(len(p.swapped) for p in self.panels)


def difference(before: Tables | None, after: Tables) -> Difference:
    """The difference between two Tables of a suite, ranks and claims both computed by today's code.

    The order of rows of methods and runs makes none. Without `before` the suite is new. Raises LeaderboardError
    (printed claims that cannot be recomputed at all).
    """
    old, new = {} if before is None else snapshot.boards(before), snapshot.boards(after)
    kept, now = ({}, {}) if before is None else (snapshot.claims(before), snapshot.claims(after))
    return Difference(
        new=before is None,
        came=tuple(c for c in _came(before, after) if c.added or c.removed or c.altered),
        panels=tuple(_panel(p, old.get(p), new.get(p)) for p in {**new, **old}),
        claims=tuple(turned for n, c in now.items() if n in kept and (turned := _claim(kept[n], c)) is not None),
        claims_compared=len(now.keys() & kept.keys()),
    )


def verdict_of(claim: CheckedClaim) -> str:
    """The verdict on a claim, and whether its sign changes under the tie-aware protocol."""
    verdict = verdict_text(claim.verdict, claim.matches)
    return f"{verdict}, changes sign under the tie-aware protocol" if claim.changes_sign else verdict


def _came(before: Tables | None, after: Tables) -> Iterable[Came]:
    both = (before, after)

    def kind(name: str, of: Callable[[Tables], Mapping[str, tuple[str, Hashable]]]) -> Came:
        old, new = ({} if t is None else of(t) for t in both)
        return Came(
            kind=name,
            before=len(old),
            after=len(new),
            added=tuple(label for k, (label, _) in new.items() if k not in old),
            removed=tuple(label for k, (label, _) in old.items() if k not in new),
            altered=tuple(label for k, (label, value) in new.items() if k in old and old[k][1] != value),
        )

    shared = [m.id for m in after.metrics if before is None or m.id in {o.id for o in before.metrics}]
    yield kind("method", lambda t: {m.id: (m.label, m) for m in t.methods})
    yield kind("benchmark", lambda t: {b.id: (b.label, _values(b)) for b in t.benchmarks})
    yield kind("panel", lambda t: {p.id: (p.label, p) for p in t.panels})
    yield kind("metric", lambda t: {m.id: (m.label, m) for m in t.metrics})
    yield kind("seed", lambda t: {str(s): (str(s), "") for s in sorted(t.runs["seed"].unique().tolist())})
    yield kind("run", lambda t: _runs(t, shared))
    yield kind(
        "printed number",
        lambda t: {
            str(r["claim"]): (str(r["claim"]), tuple(str(v) for v in r.values()))
            for r in t.published.to_dict("records")
        },
    )


def _values(record: object) -> Hashable:
    return tuple(sorted(vars(record).items()))


def _runs(tables: Tables, metrics: list[str]) -> dict[str, tuple[str, Hashable]]:
    keys = [", ".join(key) for key in zip(*(tables.runs[k].astype(str) for k in RUN_KEYS), strict=True)]
    values = zip(*([None if v != v else v for v in tables.runs[m].tolist()] for m in metrics), strict=True)
    return {k: (k, v) for k, v in zip(keys, values if metrics else [()] * len(keys), strict=True)}


def _panel(panel: str, before: Board | None, after: Board | None) -> PanelChange:
    old, new = ({} if b is None else b.rows for b in (before, after))
    labels = {m: row.label for m, row in {**old, **new}.items()}
    ranks = tuple(_rank(m, labels[m], old.get(m), new.get(m)) for m in {**new, **old})
    shared = sorted(
        (r.method, r.rank_before, r.rank_after) for r in ranks if r.rank_before is not None and r.rank_after is not None
    )
    tau, reason = _tau([(first, then) for _, first, then in shared])
    turned = [(a, b) for (a, a0, a1), (b, b0, b1) in combinations(shared, 2) if (a0 - b0) * (a1 - b1) < 0]
    apart = [frozenset() if b is None else b.separated for b in (before, after)]
    common = old.keys() & new.keys()

    def pairs(some: Iterable[frozenset[str]]) -> tuple[Pair, ...]:
        known = sorted(tuple(sorted(p)) for p in some if p <= common)
        return tuple(Pair(a=labels[a], b=labels[b]) for a, b in known)

    return PanelChange(
        panel=panel,
        label=(after or before or Board(label=panel, rows={}, separated=frozenset())).label,
        state="new" if before is None else "gone" if after is None else "in both",
        leaders_before=tuple(labels[m] for m, p in old.items() if p.rank == 1),
        leaders_after=tuple(labels[m] for m, p in new.items() if p.rank == 1),
        common=len(shared),
        tau=tau,
        tau_reason=reason,
        swapped=tuple(Pair(a=labels[a], b=labels[b]) for a, b in turned),
        separated=pairs(apart[1] - apart[0]),
        merged=pairs(apart[0] - apart[1]),
        ranks=ranks,
        reason="" if after is None else after.reason,
    )


def _rank(method: str, label: str, before: Placed | None, after: Placed | None) -> RankChange:
    old, new = ((None, None, None) if r is None else (r.rank, r.low, r.high) for r in (before, after))
    return RankChange(
        method=method,
        label=label,
        state="new" if before is None else "gone" if after is None else "in both",
        rank_before=old[0],
        low_before=old[1],
        high_before=old[2],
        rank_after=new[0],
        low_after=new[1],
        high_after=new[2],
    )


def _tau(ranks: list[tuple[int, int]]) -> tuple[float | None, str]:
    """τ-b (adjusts for ties) of pairs of ranks."""
    if len(ranks) < 2:
        return None, FEW
    tau = number(np.round(scipy.stats.kendalltau(*np.array(ranks).T).statistic, 12))
    return tau, ALL_TIED if tau is None else ""


def _claim(before: CheckedClaim, after: CheckedClaim) -> ClaimChange | None:
    old, new = verdict_of(before), verdict_of(after)
    if old == new:
        return None
    return ClaimChange(
        claim=after.id,
        about=after.about,
        printed=after.printed_text,
        recomputed_before=before.recomputed_text,
        recomputed_after=after.recomputed_text,
        before=old,
        after=new,
    )
