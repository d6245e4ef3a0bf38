"""Whether an unlearned model answers as its retrained reference does: the divergence J of FADE
(arXiv 2510.12981).

    J(u, r) = E_x{ E_{y~u}[log u(y|x) − log r(y|x)] + E_{y~r}[log r(y|x) − log u(y|x)] }

in nats per prompt: the sum of both Kullback–Leibler directions (Jeffreys 1946), so J(u, r) = J(r,
u), and 0 only if both answer alike. Answers must be drawn at temperature 1 without truncation, with
the end token scored. The printed formula of the paper was not available to check normalisation:
half of J and J per token are given too."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from components.format import finite
from components.stats import lazy_scipy
from components.stats.bootstrap import DRAWS, LEVEL
from components.stats.panel import Bools, Floats
from data.errors import NotEnoughData

Ints = npt.NDArray[np.intp]

FEWEST, FEWEST_BALANCE = 10, 20
"""Prompts that an interval of J, and the test of how answers were drawn, need at least."""
FEWEST_RUNS = 5
"""Runs that an interval over runs needs at least."""
BALANCE_LEVEL = 0.999
CHUNK = 2_000_000
"""Multiplicities (draws × prompts) held at once."""


@dataclass(frozen=True, eq=False)
class Answers:
    """Drawn answers scored by both models, one entry per answer (N,).

    prompt      index of the prompt, 0 … P−1, each with at least one answer from either model
    unlearned   True: drawn from the unlearned model; False: from the reference
    by_unlearned, by_reference  log-likelihood of the whole answer in nats; −inf = impossible under
                                that model
    tokens      length with the end token, NaN if unknown
    """

    prompt: Ints
    unlearned: Bools
    by_unlearned: Floats
    by_reference: Floats
    tokens: Floats

    @property
    def ratio(self) -> Floats:
        """(N,) log-likelihood under the model that drew the answer minus that under the other."""
        return np.where(
            self.unlearned,
            self.by_unlearned - self.by_reference,
            self.by_reference - self.by_unlearned,
        )


@dataclass(frozen=True)
class Balance:
    """Whether the answers can have been drawn from the models that score them.

    With L = log u − log r, E_u[σ(−L) h(L)] = E_r[σ(L) h(L)] for every bounded h. `differences`
    holds left minus right for h = 1 and h = tanh(L/2), `low` and `high` their 99.9 % t-intervals
    over prompts. `biased`: one of them excludes 0, as it does when answers were drawn at another
    temperature or truncated."""

    differences: tuple[float, float]
    low: tuple[float, float]
    high: tuple[float, float]
    biased: bool


@dataclass(frozen=True, kw_only=True)
class Equivalence:
    """J and its parts, in nats per prompt; None if undefined or infinite.

    half, per_token      the two other normalisations of J; per token: each direction by the mean
                         length of its answers
    forward, backward    E_{y~u}[log u − log r] and E_{y~r}[log r − log u]; `j` is their sum
    low, high            95 % percentile interval of J over bootstrapped prompts, None with
                         `interval_reason`
    low_runs, high_runs  the interval with whole runs drawn; None with fewer than FEWEST_RUNS of
                         `runs`
    infinite_forward     answers of the unlearned model that the reference cannot give;
                         `infinite_backward` likewise
    finite               J over the finite terms alone; equal to J if none is infinite
    balance              None with fewer than FEWEST_BALANCE prompts
    """

    prompts: int
    j: float | None
    half: float | None
    per_token: float | None
    forward: float | None
    backward: float | None
    low: float | None
    high: float | None
    interval_reason: str
    low_runs: float | None
    high_runs: float | None
    runs: int
    infinite_forward: int
    infinite_backward: int
    finite: float | None
    balance: Balance | None


def by_prompt(answers: Answers) -> tuple[Floats, Floats]:
    """Return (P,) each direction of J: means over the answers of the unlearned model, and of the
    reference.

    Raises NotEnoughData if there is no prompt, or one without answers from either model.
    """
    n = int(answers.prompt.max()) + 1 if answers.prompt.size else 0
    sides = (answers.unlearned, ~answers.unlearned)
    if not n or min(np.bincount(answers.prompt[s], minlength=n).min() for s in sides) < 1:
        raise NotEnoughData("each prompt needs at least one answer drawn from either model")
    forward, backward = (_prompt_means(answers.prompt[s], answers.ratio[s], n) for s in sides)
    return forward, backward


def equivalence(
    answers: Answers, draws: int = DRAWS, seed: int = 0, run: Ints | None = None
) -> Equivalence:
    """Return J of the models that drew the answers, with a 95 % percentile interval over resampled
    prompts.

    `run` (P,) numbers the run each prompt belongs to, for a second interval over resampled runs.
    Every prompt counts the same, however many answers it has. Raises NotEnoughData as `by_prompt`
    does."""
    forward, backward = by_prompt(answers)
    n, ratio, own = len(forward), answers.ratio, answers.unlearned
    lengths = [
        float(_prompt_means(answers.prompt[s], answers.tokens[s], n).mean()) for s in (own, ~own)
    ]
    infinite = [int(np.isinf(ratio[s]).sum()) for s in (own, ~own)]
    total, span, span_runs, reason = (
        forward + backward,
        (math.nan, math.nan),
        (math.nan, math.nan),
        "",
    )
    runs = 1 if run is None else len(set(run.tolist()))
    if any(infinite):
        reason = "infinite terms: J has no interval"
    elif n < FEWEST:
        reason = f"not estimable from {n} prompt{'s' if n > 1 else ''}, {FEWEST} are needed"
    else:
        span = intervals(total[None, :], draws, seed)[0]
        if run is not None and runs >= FEWEST_RUNS:
            span_runs = intervals(total[None, :], draws, seed, group=run)[0]
    j = float(forward.mean()) + float(backward.mean())
    return Equivalence(
        prompts=n,
        j=finite(j),
        half=finite(j / 2),
        per_token=finite(forward.mean() / lengths[0] + backward.mean() / lengths[1]),
        forward=finite(forward.mean()),
        backward=finite(backward.mean()),
        low=finite(span[0]),
        high=finite(span[1]),
        interval_reason=reason,
        low_runs=finite(span_runs[0]),
        high_runs=finite(span_runs[1]),
        runs=runs,
        infinite_forward=infinite[0],
        infinite_backward=infinite[1],
        finite=finite(sum(_finite_mean(answers.prompt[s], ratio[s], n) for s in (own, ~own))),
        balance=_balance(answers, n) if n >= FEWEST_BALANCE else None,
    )


def intervals(
    values: Floats, draws: int = DRAWS, seed: int = 0, group: Ints | None = None
) -> Floats:
    """Return (R, 2) 95 % percentile bootstrap intervals of the means of rows (R, P), columns
    resampled alike for all.

    With `group` (P,) whole groups of columns are drawn.
    """
    rng = np.random.default_rng(seed)
    sums, size = values, np.ones(values.shape[1])
    if group is not None:
        member = (np.unique(group)[:, None] == group).astype(float)
        sums, size = values @ member.T, member.sum(axis=1)
    n = len(size)
    step, means = max(1, CHUNK // n), []
    for start in range(0, draws, step):
        counts = rng.multinomial(n, np.full(n, 1 / n), size=min(step, draws - start))
        means.append(sums @ counts.T / (counts @ size))
    tail = (1 - LEVEL) / 2
    return np.asarray(np.quantile(np.concatenate(means, axis=1), [tail, 1 - tail], axis=1).T)


def _balance(answers: Answers, n: int) -> Balance:
    """The two differences, averaged per prompt first, and their intervals over prompts."""
    level = np.where(answers.unlearned, answers.ratio, -answers.ratio)
    weight = lazy_scipy.special.expit(
        -answers.ratio
    )  # σ(−L) for answers of u, σ(L) for answers of r
    sign = np.where(answers.unlearned, 1.0, -1.0)
    rows = []
    for bounded in (np.ones_like(level), np.tanh(level / 2)):
        term = sign * weight * bounded
        sides = (
            _prompt_means(answers.prompt[s], term[s], n)
            for s in (answers.unlearned, ~answers.unlearned)
        )
        rows.append(sum(sides))
    differences = np.array(rows)
    mean = differences.mean(axis=1)
    # a few prompts hold most of the difference: Student's t stays honest where a percentile
    # bootstrap does not
    reach = (
        lazy_scipy.special.stdtrit(n - 1, 1 - (1 - BALANCE_LEVEL) / 2)
        * differences.std(axis=1, ddof=1)
        / math.sqrt(n)
    )
    first, second = mean.tolist()
    low, high = (mean - reach).tolist(), (mean + reach).tolist()
    return Balance(
        (first, second), (low[0], low[1]), (high[0], high[1]), bool((np.abs(mean) > reach).any())
    )


def _prompt_means(prompt: Ints, values: Floats, n: int) -> Floats:
    return np.asarray(
        np.bincount(prompt, weights=values, minlength=n) / np.bincount(prompt, minlength=n)
    )


def _finite_mean(prompt: Ints, values: Floats, n: int) -> float:
    """Mean over the prompts with a finite term of the mean of these; NaN without any."""
    finite = np.isfinite(values)
    count = np.bincount(prompt[finite], minlength=n)
    total = np.bincount(prompt[finite], weights=values[finite], minlength=n)
    some = count > 0
    return float((total[some] / count[some]).mean()) if some.any() else math.nan
