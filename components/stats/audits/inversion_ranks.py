"""Does the order of attacks survive another evaluator? Attacks ranked by their accuracy under both."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from components.format import finite
from components.stats.agreement.exact_p import pair_p
from components.stats.agreement.tau import agreement
from components.stats.panel import Panel
from components.stats.ranking.ranks import competition_ranks
from data.registry import Metric


@dataclass(frozen=True, kw_only=True)
class Ranking:
    """τ-b of the orders of the attacks under the two, mean over the `defined` of the `private_sets` that have one.

    `p` relabels attacks within each private set, `p_min` is the smallest possible. Without one `reason` says why.
    """

    tau: float | None
    p: float | None
    p_min: float | None
    p_kind: str
    reason: str
    concordant: int
    discordant: int
    ties_standard: int
    ties_judge: int
    defined: int
    private_sets: int
    attacks: int


Ranks = Mapping[tuple[str, str], tuple[int | None, int | None]]
"""By private set and attack the rank under the standard evaluator and under the judge, None without an accuracy."""


def attack_ranks(
    accuracies: Mapping[tuple[str, str], tuple[float, float]],
    private_sets: Sequence[str],
    attacks: Sequence[str],
    seed: int = 0,
) -> tuple[Ranking, Ranks]:
    """Compare the orders of the attacks; `accuracies` maps (private set, attack) to both accuracies, NaN = undefined.

    An attack that was not run on a private set is left out there. Ranks are competition ranks (ties share the best).
    """
    values = np.full((len(private_sets), 1, len(attacks), 2), np.nan)
    for (name, attack), pair in accuracies.items():
        values[private_sets.index(name), 0, attacks.index(attack)] = pair
    present = ~np.isnan(values).any(axis=3)
    scores = tuple(
        Metric(i, i, i, "higher", "score", 0.0, 1.0, (), "evaluator", "share accepted", "")
        for i in ("standard", "judge")
    )
    panel = Panel("inversion", scores, tuple(private_sets), (0,), tuple(attacks), values, None, present)
    result = agreement(panel)
    counts, test = result.counts, pair_p(result, 0, 1, seed)
    ranks = {}
    for b, name in enumerate(private_sets):
        placed = competition_ranks(np.where(present[b, 0][:, None], values[b, 0], np.nan).T)
        for a, attack in enumerate(attacks):
            if (name, attack) in accuracies:
                ranks[name, attack] = (int(placed[0, a]) or None, int(placed[1, a]) or None)
    ranking = Ranking(
        tau=finite(result.tau[0, 1]),
        p=test.p,
        p_min=test.p_min,
        p_kind=test.kind,
        reason=test.reason,
        concordant=int(counts.concordant[:, 0, 1].sum()),
        discordant=int(counts.discordant[:, 0, 1].sum()),
        ties_standard=int(counts.ties_x[:, 0, 1].sum()),
        ties_judge=int(counts.ties_y[:, 0, 1].sum()),
        defined=int(result.defined[0, 1]),
        private_sets=len(private_sets),
        attacks=len({attack for _, attack in accuracies}),
    )
    return ranking, ranks
