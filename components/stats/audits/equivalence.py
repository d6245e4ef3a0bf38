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

from components.format import finite
from components.stats import lazy_scipy
from components.stats.bootstrap import DRAWS, LEVEL
from components.stats.panel import Bools, Floats, Ints
from data.errors import NotEnoughData

MIN_PROMPTS = 10
"""Prompts that an interval of J needs at least."""
MIN_PROMPTS_OF_BALANCE = 20
"""Prompts that the test of how answers were drawn needs at least."""
MIN_RUNS = 5
"""Runs that an interval over runs needs at least."""
BALANCE_LEVEL = 0.999
MAX_CHUNK = 2_000_000
"""Multiplicities (draws × prompts) held at once."""


@dataclass(frozen=True, eq=False)
class ScoredAnswers:
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
    low_runs, high_runs  the interval with whole runs drawn; None with fewer than MIN_RUNS of
                         `runs`
    infinite_forward     answers of the unlearned model that the reference cannot give;
                         `infinite_backward` likewise
    finite               J over the finite terms alone; equal to J if none is infinite
    balance              None with fewer than MIN_PROMPTS_OF_BALANCE prompts
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


@dataclass(frozen=True, eq=False)
class _Direction:
    """The answers that one of the models drew (N,), over P prompts.

    log_ratio  log-likelihood under the model that drew the answer minus that under the other
    """

    n_prompts: int
    prompt: Ints
    log_ratio: Floats
    tokens: Floats

    def prompt_means(self, values: Floats) -> Floats:
        """Return (P,) the mean over the answers to each prompt."""
        sums = np.bincount(self.prompt, weights=values, minlength=self.n_prompts)
        return np.asarray(sums / np.bincount(self.prompt, minlength=self.n_prompts))

    @property
    def n_infinite(self) -> int:
        """Number of answers that the other model cannot give."""
        return int(np.isinf(self.log_ratio).sum())

    @property
    def finite_mean(self) -> float:
        """The mean over the prompts with a finite term of the mean of these; NaN without any."""
        is_finite = np.isfinite(self.log_ratio)
        prompt = self.prompt[is_finite]
        counts = np.bincount(prompt, minlength=self.n_prompts)
        sums = np.bincount(prompt, weights=self.log_ratio[is_finite], minlength=self.n_prompts)
        if not counts.any():
            return math.nan
        means = sums[counts > 0] / counts[counts > 0]
        return float(means.mean())


def _directions(answers: ScoredAnswers) -> tuple[_Direction, _Direction]:
    """The answers of the unlearned model, and those of the reference. Raises NotEnoughData."""
    n_prompts = int(answers.prompt.max(initial=-1)) + 1
    log_ratio = answers.by_unlearned - answers.by_reference
    directions = []
    for is_drawn, signed in ((answers.unlearned, log_ratio), (~answers.unlearned, -log_ratio)):
        prompt = answers.prompt[is_drawn]
        if len(np.unique(prompt)) < max(n_prompts, 1):
            raise NotEnoughData("each prompt needs at least one answer drawn from either model")
        directions.append(_Direction(n_prompts, prompt, signed[is_drawn], answers.tokens[is_drawn]))
    forward, backward = directions
    return forward, backward


def by_prompt(answers: ScoredAnswers) -> tuple[Floats, Floats]:
    """Return (P,) each direction of J.

    Means over the answers of the unlearned model, and over those of the reference. Raises
    NotEnoughData if there is no prompt, or one without answers from either model.
    """
    forward, backward = _directions(answers)
    return forward.prompt_means(forward.log_ratio), backward.prompt_means(backward.log_ratio)


def equivalence(
    answers: ScoredAnswers,
    n_draws: int = DRAWS,
    seed: int = 0,
    run: Ints | None = None,
) -> Equivalence:
    """Return J of the models that drew the answers.

    With a 95 % percentile interval over resampled prompts. `run` (P,) numbers the run each prompt
    belongs to, for a second interval over resampled runs. Every prompt counts the same, however
    many answers it has. Raises NotEnoughData as `by_prompt` does.
    """
    forward, backward = _directions(answers)
    forward_of_prompt = forward.prompt_means(forward.log_ratio)
    backward_of_prompt = backward.prompt_means(backward.log_ratio)
    j_of_prompt = (forward_of_prompt + backward_of_prompt)[None, :]
    forward_j = float(forward_of_prompt.mean())
    backward_j = float(backward_of_prompt.mean())
    forward_length = float(forward.prompt_means(forward.tokens).mean())
    backward_length = float(backward.prompt_means(backward.tokens).mean())
    n_prompts = forward.n_prompts
    n_runs = 1 if run is None else len(np.unique(run))
    interval = (math.nan, math.nan)
    interval_of_runs = (math.nan, math.nan)
    reason = ""
    if forward.n_infinite or backward.n_infinite:
        reason = "infinite terms: J has no interval"
    elif n_prompts < MIN_PROMPTS:
        prompts = "1 prompt" if n_prompts == 1 else f"{n_prompts} prompts"
        reason = f"not estimable from {prompts}, {MIN_PROMPTS} are needed"
    else:
        interval = intervals(j_of_prompt, n_draws, seed)[0]
        if run is not None and n_runs >= MIN_RUNS:
            interval_of_runs = intervals(j_of_prompt, n_draws, seed, group=run)[0]
    is_balance_tested = n_prompts >= MIN_PROMPTS_OF_BALANCE
    return Equivalence(
        prompts=n_prompts,
        j=finite(forward_j + backward_j),
        half=finite((forward_j + backward_j) / 2),
        per_token=finite(forward_j / forward_length + backward_j / backward_length),
        forward=finite(forward_j),
        backward=finite(backward_j),
        low=finite(interval[0]),
        high=finite(interval[1]),
        interval_reason=reason,
        low_runs=finite(interval_of_runs[0]),
        high_runs=finite(interval_of_runs[1]),
        runs=n_runs,
        infinite_forward=forward.n_infinite,
        infinite_backward=backward.n_infinite,
        finite=finite(forward.finite_mean + backward.finite_mean),
        balance=_balance(forward, backward) if is_balance_tested else None,
    )


def intervals(
    values: Floats,
    n_draws: int = DRAWS,
    seed: int = 0,
    group: Ints | None = None,
) -> Floats:
    """Return (R, 2) 95 % percentile bootstrap intervals of the means of rows (R, P).

    Columns are resampled alike for all rows. With `group` (P,) whole groups of columns are drawn.
    """
    generator = np.random.default_rng(seed)
    sums = values
    sizes = np.ones(values.shape[1])
    if group is not None:
        is_member = (np.unique(group)[:, None] == group).astype(float)
        sums = values @ is_member.T
        sizes = is_member.sum(axis=1)
    n_groups = len(sizes)
    step = max(1, MAX_CHUNK // n_groups)
    shares = np.full(n_groups, 1 / n_groups)
    means = []
    for start in range(0, n_draws, step):
        counts = generator.multinomial(n_groups, shares, size=min(step, n_draws - start))
        means.append(sums @ counts.T / (counts @ sizes))
    tail = (1 - LEVEL) / 2
    all_means = np.concatenate(means, axis=1)
    ends = np.quantile(all_means, [tail, 1 - tail], axis=1)
    return np.asarray(ends.T)


def _balance(forward: _Direction, backward: _Direction) -> Balance:
    """The two differences, averaged per prompt first, and their intervals over prompts.

    A few prompts hold most of a difference: Student's t stays honest where a percentile bootstrap
    does not."""
    expit = lazy_scipy.special.expit
    forward_weight = expit(-forward.log_ratio)  # σ(−L)
    backward_weight = expit(-backward.log_ratio)  # σ(L), as L is minus this log-ratio
    forward_tanh = forward_weight * np.tanh(forward.log_ratio / 2)
    backward_tanh = backward_weight * np.tanh(-backward.log_ratio / 2)
    differences = np.array(
        [
            forward.prompt_means(forward_weight) - backward.prompt_means(backward_weight),
            forward.prompt_means(forward_tanh) - backward.prompt_means(backward_tanh),
        ]
    )
    n_prompts = forward.n_prompts
    mean = differences.mean(axis=1)
    t = lazy_scipy.special.stdtrit(n_prompts - 1, 1 - (1 - BALANCE_LEVEL) / 2)
    half_width = t * differences.std(axis=1, ddof=1) / math.sqrt(n_prompts)
    return Balance(
        differences=_both(mean),
        low=_both(mean - half_width),
        high=_both(mean + half_width),
        biased=bool((np.abs(mean) > half_width).any()),
    )


def _both(values: Floats) -> tuple[float, float]:
    first, second = values.tolist()
    return first, second
