"""Kendall's τ and SMAA indices beside the usual programs for them, in the same run.

Peers: a loop over scipy.stats.kendalltau, and pymcdm's weighted sum and ranks, once per weighting. Times are the best
of three rounds; a slow peer gets fewer draws and its time is scaled, which is fair since it works draw by draw.
"""

import json
import time
from collections.abc import Callable
from typing import Any

import numpy as np
from pymcdm.helpers import rrankdata
from pymcdm.methods import WSM
from scipy.stats import kendalltau

from components.stats.ranking.ranks import rounded, tau_to_reference
from components.stats.stability.acceptability import acceptability, uniform_weights

DRAWS = 10_000
SIZES = {"4 x 5": (4, 5, 2_000), "150 x 26": (150, 26, 500)}
"""Methods, metrics, and the draws that a peer is given."""


def best(work: Callable[[], Any]) -> float:
    """Seconds of the fastest of three rounds."""
    times = []
    for _ in range(3):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return min(times)


def figure(what: str, ours: Callable[[], Any], peer: str, theirs: Callable[[], Any], scale: float) -> None:
    """Print one figure as the runner expects it."""
    value, peer_value = best(ours), best(theirs) * scale
    told = {"what": what, "value": value, "unit": "s", "peer": peer, "peer_value": peer_value}
    print(json.dumps({**told, "ratio": peer_value / value}), flush=True)


def main() -> None:
    """Compare both at both sizes."""
    for size, (n, k, some) in SIZES.items():
        u, weights = np.random.default_rng(0).random((n, k)), uniform_weights(DRAWS, [f"{i:02}" for i in range(k)], 0)
        scores = rounded(weights @ u.T)
        method = WSM(lambda x, cost=False: x)  # weighs the utilities as they are

        def taus(scores: np.ndarray = scores, some: int = some) -> list[float]:
            return [kendalltau(scores[0], row).statistic for row in scores[:some]]

        def smaa(u: np.ndarray = u, weights: np.ndarray = weights[:some], method: Any = method) -> np.ndarray:
            ranks = np.zeros((len(u), len(u)))
            for w in weights:
                ranks[np.arange(len(u)), rrankdata(method(u, w, np.ones(u.shape[1]))).astype(int) - 1] += 1
            return ranks / len(weights)

        np.testing.assert_allclose(tau_to_reference(scores[:some], scores[0]), taus(), atol=1e-9)
        np.testing.assert_allclose(acceptability(u, weights[:some]).ranks, smaa(), atol=1e-9)
        scale = DRAWS / some
        figure(f"tau to reference, {size}", lambda: tau_to_reference(scores, scores[0]), "scipy loop", taus, scale)  # noqa: B023
        figure(f"SMAA-2 indices, {size}", lambda: acceptability(u, weights), "pymcdm loop", smaa, scale)  # noqa: B023


if __name__ == "__main__":
    main()
