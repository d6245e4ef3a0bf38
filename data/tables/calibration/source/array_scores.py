"""The metrics themselves, on arrays of log-probabilities and verdicts. NumPy only."""

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]


def js_divergence(logp: Floats, logq: Floats) -> Floats:
    """Squared Jensen-Shannon distance in nats over the last axis (Lin 1991); between 0 and ln 2."""
    middle = np.logaddexp(logp, logq) - np.log(2)
    both = 0.5 * (kl(logp, middle) + kl(logq, middle))
    return np.clip(both, 0.0, np.log(2))


def kl(logp: Floats, logq: Floats) -> Floats:
    """Kullback-Leibler divergence in nats over the last axis; never negative."""
    terms = np.exp(logp) * (logp - logq)
    total: Floats = np.maximum(np.where(np.exp(logp) > 0, terms, 0.0).sum(axis=-1), 0.0)
    return total


def right(logp: Floats, targets: npt.NDArray[np.int64], mask: Bools) -> Bools:
    """(N,) whether every token that counts is the most probable one. logp (N, T, V), targets and
    mask (N, T)."""
    wrong = (logp.argmax(axis=-1) != targets) & mask
    return ~wrong.any(axis=1)


def confidence(logp: Floats, mask: Bools) -> Floats:
    """(N,) geometric mean, over the tokens that count, of the largest probability."""
    best = np.where(mask, logp.max(axis=-1), 0.0)
    mean: Floats = np.exp(best.sum(axis=1) / mask.sum(axis=1))
    return mean


def logistic_1d(x: Floats, y: Bools, ridge: float = 1e-3) -> tuple[float, float]:
    """Intercept and slope of a logistic regression on one standardised feature, the slope with a
    ridge penalty.

    Minimises mean log loss + ridge/2 · slope² by damped Newton steps. x must already be
    standardised."""
    design = np.stack([np.ones_like(x), x], axis=1)
    penalty = np.diag([1e-9, ridge])
    beta = np.zeros(2)

    def loss(b: Floats) -> float:
        z = design @ b
        return float(np.mean(np.logaddexp(0, z) - y * z) + 0.5 * b @ penalty @ b)

    for _ in range(100):
        p = 0.5 * (1 + np.tanh(0.5 * (design @ beta)))
        gradient = design.T @ (p - y) / len(x) + penalty @ beta
        hessian = (design * (p * (1 - p))[:, None]).T @ design / len(x) + penalty
        step = np.linalg.solve(hessian, gradient)
        scale = 1.0
        while loss(beta - scale * step) > loss(beta) and scale > 1e-6:
            scale /= 2
        beta = beta - scale * step
        if np.abs(gradient).max() < 1e-10:
            break
    return float(beta[0]), float(beta[1])


def membership(forget: Floats, retain: Floats) -> tuple[float, float]:
    """Recall on the forget samples and balanced accuracy of a classifier "forget or retain" by
    confidence.

    Two folds (even and odd positions): fitted on one, judged on the other, so every sample is
    judged once. Both groups must be of one size. A constant feature gives the verdict "retain"
    everywhere: recall 0, accuracy 0.5."""
    verdict_forget, verdict_retain = (
        np.zeros(len(forget), dtype=bool),
        np.zeros(len(retain), dtype=bool),
    )
    for fold in (0, 1):
        train_f, train_r = forget[1 - fold :: 2], retain[1 - fold :: 2]
        x = np.concatenate([train_f, train_r])
        y = np.repeat([True, False], [len(train_f), len(train_r)])
        centre, spread = x.mean(), x.std()
        if spread < 1e-12:
            continue
        intercept, slope = logistic_1d((x - centre) / spread, y)
        verdict_forget[fold::2] = intercept + slope * (forget[fold::2] - centre) / spread > 0
        verdict_retain[fold::2] = intercept + slope * (retain[fold::2] - centre) / spread > 0
    recall = float(verdict_forget.mean())
    return recall, 0.5 * (recall + float(1 - verdict_retain.mean()))


def linear_probe(
    known: Floats, labels: npt.NDArray[np.int64], queries: Floats, classes: int
) -> npt.NDArray[np.int64]:
    """Classes read off activations by ridge regression on one-hot labels (penalty 1e-2 of the mean
    square)."""
    mean = known.mean(axis=0)
    x = np.concatenate([known - mean, np.ones((len(known), 1))], axis=1)
    gram = x.T @ x
    gram += 1e-2 * np.trace(gram) / len(gram) * np.eye(len(gram))
    weights = np.linalg.solve(gram, x.T @ np.eye(classes)[labels])
    predicted: npt.NDArray[np.int64] = (
        np.concatenate([queries - mean, np.ones((len(queries), 1))], axis=1) @ weights
    ).argmax(axis=1)
    return predicted
