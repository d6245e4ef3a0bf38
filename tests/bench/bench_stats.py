"""Kendall's τ and SMAA indices beside the usual programs for them, in the same run.

Peers: a loop over scipy.stats.kendalltau, and pymcdm's weighted sum and ranks, once per weighting.
A slow peer gets fewer draws and its time is scaled, which is fair since it works draw by draw."""

from functools import partial

import numpy as np
from pymcdm.helpers import rrankdata
from pymcdm.methods import WSM
from scipy.stats import kendalltau

from components.stats.ranking.ranks import rounded, tau_to_reference
from components.stats.ranking.scorer import Scorer
from components.stats.stability.acceptability import acceptability, uniform_weights
from tests.bench.run import best, figure

DRAWS = 10_000
SIZES = {"4 x 5": (4, 5, 2_000, 0.05), "150 x 26": (150, 26, 500, 0.25)}
"""Methods, metrics, the draws that a peer is given, and the budget."""


def main() -> None:
    """Compare both at both sizes."""
    for size, (n, k, some, budget) in SIZES.items():
        u = np.random.default_rng(0).random((n, k))
        weights = uniform_weights(DRAWS, [f"{i:02}" for i in range(k)], 0)
        scores = rounded(weights @ u.T)
        method = WSM(lambda x, cost=False: x)  # weighs the utilities as they are

        def taus(scores: np.ndarray = scores, some: int = some) -> list[float]:
            return [kendalltau(scores[0], row).statistic for row in scores[:some]]

        def smaa(
            u: np.ndarray = u, weights: np.ndarray = weights[:some], method: WSM = method
        ) -> np.ndarray:
            counts = np.zeros((len(u), len(u)))
            for w in weights:
                ranks = rrankdata(method(u, w, np.ones(u.shape[1]))).astype(int)
                counts[np.arange(len(u)), ranks - 1] += 1
            return counts / len(weights)

        np.testing.assert_allclose(tau_to_reference(scores[:some], scores[0]), taus(), atol=1e-9)
        shares = acceptability(Scorer(u), weights[:some]).ranks
        np.testing.assert_allclose(shares, smaa(), atol=1e-9)
        measured = (
            ("tau to reference", partial(tau_to_reference, scores, scores[0]), taus, "scipy loop"),
            ("SMAA-2 indices", partial(acceptability, Scorer(u), weights), smaa, "pymcdm loop"),
        )
        for what, ours, theirs, peer in measured:
            beside = {"peer": peer, "peer_value": best(theirs) * DRAWS / some}
            figure(f"{what}, {size}", best(ours), budget=budget, **beside)


if __name__ == "__main__":
    main()
