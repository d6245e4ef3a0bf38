"""J against closed forms, its symmetry, its interval's coverage, and answers drawn at another
temperature."""

import math

import numpy as np
import pytest

from components.stats.audits.equivalence import ScoredAnswers, equivalence, intervals
from data.errors import NotEnoughData


def categorical(u, r, answers, rng, temperature=1.0):
    """Answers drawn from rows of u and r (P, C), both scored with the probabilities at temperature
    1."""
    rows = []
    for by_unlearned in (True, False):
        p = (u if by_unlearned else r) ** (1 / temperature)
        p /= p.sum(axis=1, keepdims=True)
        drawn = (p.cumsum(axis=1)[:, None, :] < rng.random((len(p), answers, 1))).sum(axis=2)
        rows.append(scored(u, r, drawn, by_unlearned))
    return joined(rows)


def scored(u, r, drawn, by_unlearned):
    prompt = np.repeat(np.arange(len(u)), drawn.shape[1])
    at = (prompt, drawn.ravel())
    with np.errstate(divide="ignore"):
        return ScoredAnswers(
            prompt,
            np.full(prompt.size, by_unlearned),
            np.log(u[at]),
            np.log(r[at]),
            np.ones(prompt.size),
        )


def joined(parts):
    return ScoredAnswers(
        *(
            np.concatenate([getattr(p, f) for p in parts])
            for f in ScoredAnswers.__dataclass_fields__
        )
    )


def models(prompts, classes, rng, sharpness=1.0):
    return (rng.dirichlet(np.full(classes, sharpness), prompts) for _ in range(2))


def jeffreys(u, r):
    return ((u - r) * np.log(u / r)).sum(axis=1)


def test_a_model_equals_itself():
    rng = np.random.default_rng(0)
    u, _ = models(20, 5, rng)
    result = equivalence(categorical(u, u, 6, rng))
    assert (result.j, result.forward, result.backward, result.per_token) == (0, 0, 0, 0)
    assert (result.low, result.high) == (0, 0)
    assert not result.balance.biased


def test_the_models_may_change_places():
    rng = np.random.default_rng(1)
    answers = categorical(*models(30, 6, rng), 4, rng)
    a = answers
    swapped = ScoredAnswers(a.prompt, ~a.unlearned, a.by_reference, a.by_unlearned, a.tokens)
    result, turned = equivalence(answers, seed=3), equivalence(swapped, seed=3)
    assert turned.j == pytest.approx(result.j, abs=1e-12)
    assert (turned.forward, turned.backward) == pytest.approx((result.backward, result.forward))
    assert (turned.low, turned.high) == pytest.approx((result.low, result.high))
    assert result.half == result.j / 2


def test_every_answer_once_gives_the_categorical_closed_form():
    # a rational distribution whose answers can be listed in exact proportion
    u, r = np.array([[0.5, 0.25, 0.25]]), np.array([[0.25, 0.25, 0.5]])
    drawn_u, drawn_r = np.array([[0, 0, 1, 2]]), np.array([[0, 1, 2, 2]])
    result = equivalence(joined([scored(u, r, drawn_u, True), scored(u, r, drawn_r, False)]))
    assert result.forward == pytest.approx(0.25 * math.log(2))
    assert result.j == pytest.approx(0.5 * math.log(2), abs=1e-12)
    assert result.per_token == pytest.approx(result.j)
    assert result.low is None
    assert result.balance is None
    assert result.interval_reason == "not estimable from 1 prompt, 10 are needed"


def test_intervals_cover_as_often_as_they_say():
    # 400 repetitions: new prompts and new answers each time; the mean J of the whole population is
    # known by its size
    rng = np.random.default_rng(5)
    repetitions, prompts, answers = 400, 120, 4
    population = list(models(40_000, 4, rng, 4.0))
    truth = jeffreys(*population).mean()
    chosen = rng.integers(0, 40_000, repetitions * prompts)
    u, r = (m[chosen] for m in population)
    total = np.zeros(len(chosen))
    for probability, other in ((u, r), (r, u)):
        drawn = (
            (probability.cumsum(axis=1)[:, None, :] < rng.random((len(probability), answers, 1)))
            .sum(axis=2)
            .clip(max=3)
        )
        total += np.take_along_axis(np.log(probability / other), drawn, axis=1).mean(axis=1)
    result = intervals(total.reshape(repetitions, prompts), n_draws=1_000, seed=6)
    covered = ((result[:, 0] <= truth) & (truth <= result[:, 1])).mean()
    assert 0.93 <= covered <= 0.97


def test_prompts_of_few_runs_are_no_independent_draws():
    # each run has a level of its own: intervals over prompts miss the mean of all runs, intervals
    # over runs seldom do
    rng = np.random.default_rng(15)
    repetitions, runs, each = 400, 20, 12
    level = rng.normal(10, 2, (repetitions, runs))
    values = (level[:, :, None] + rng.normal(0, 1, (repetitions, runs, each))).reshape(
        repetitions, -1
    )
    group = np.repeat(np.arange(runs), each)

    def covered(result):
        return ((result[:, 0] <= 10) & (result[:, 1] >= 10)).mean()

    assert covered(intervals(values, n_draws=500, seed=1)) < 0.6
    assert covered(intervals(values, n_draws=500, seed=1, group=group)) > 0.9


def test_the_interval_over_runs_needs_five_of_them():
    rng = np.random.default_rng(17)
    answers = categorical(*models(60, 4, rng), 3, rng)
    few, enough = (equivalence(answers, run=np.arange(60) % n) for n in (4, 5))
    assert (few.runs, enough.runs) == (4, 5)
    assert few.low_runs is None
    assert enough.low_runs < enough.j < enough.high_runs
    assert (few.low, few.high) == (enough.low, enough.high)
    assert equivalence(answers).runs == 1


def test_answers_drawn_at_temperature_one_half_are_detected():
    rng = np.random.default_rng(7)
    u, r = models(300, 6, rng)
    truth = jeffreys(u, r).mean()
    cold = equivalence(categorical(u, r, 8, rng, temperature=0.5))
    assert cold.balance.biased
    assert not cold.low <= truth <= cold.high
    assert not equivalence(categorical(u, r, 8, rng)).balance.biased


def test_mirrored_models_at_temperature_one_half_are_detected_by_the_second_difference():
    rng = np.random.default_rng(8)
    u, _ = models(300, 2, rng)
    cold = equivalence(categorical(u, u[:, ::-1], 20, rng, temperature=0.5))
    assert cold.balance.biased
    assert cold.balance.low[0] < 0 < cold.balance.high[0]
    assert not cold.balance.low[1] < 0 < cold.balance.high[1]


def test_honest_answers_are_seldom_called_biased():
    rng = np.random.default_rng(9)
    called = 0
    for _ in range(200):
        called += equivalence(
            categorical(*models(60, 5, rng), 4, rng), n_draws=1_000
        ).balance.biased
    assert called <= 10


def test_answers_that_the_other_model_cannot_give_are_counted():
    u, r = np.array([[0.5, 0.5, 0.0]] * 4), np.array([[0.0, 0.5, 0.5]] * 4)
    drawn_u, drawn_r = np.array([[0, 1]] * 4), np.array([[1, 2]] * 4)
    result = equivalence(joined([scored(u, r, drawn_u, True), scored(u, r, drawn_r, False)]))
    assert result.j is None
    assert (result.infinite_forward, result.infinite_backward) == (4, 4)
    assert result.finite == 0
    assert result.low is None
    assert result.interval_reason == "infinite terms: J has no interval"


def test_prompts_count_alike_however_many_answers_they_have():
    answers = ScoredAnswers(
        np.array([0, 0, 0, 0, 1, 1]),
        np.array([True, True, True, False, True, False]),
        np.array([-1.0, -1.0, -1.0, -2.0, -1.0, -3.0]),
        np.array([-2.0, -2.0, -2.0, -1.0, -1.0, -1.0]),
        np.array([2.0, 2.0, 2.0, 1.0, 4.0, 1.0]),
    )
    result = equivalence(answers)
    assert (result.forward, result.backward) == (0.5, 1.5)
    assert result.per_token == pytest.approx(0.5 / 3 + 1.5 / 1)


@pytest.mark.parametrize("by_unlearned", [[], [True], [True, True]])
def test_a_prompt_without_answers_from_both_is_refused(by_unlearned):
    n = len(by_unlearned)
    with pytest.raises(NotEnoughData, match="either model"):
        equivalence(
            ScoredAnswers(
                np.zeros(n, dtype=int),
                np.array(by_unlearned, dtype=bool),
                *(np.full(n, -1.0) for _ in range(3)),
            )
        )


def test_the_seed_repeats_and_groups_may_be_prompts_or_differ_in_size():
    rng = np.random.default_rng(10)
    answers = categorical(*models(30, 4, rng), 4, rng)
    same, again, other = (equivalence(answers, seed=s) for s in (1, 1, 2))
    assert (same.low, same.high) == (again.low, again.high)
    assert same.low != other.low
    assert same.low < same.j < same.high
    values = np.random.default_rng(16).random((2, 30))
    np.testing.assert_allclose(
        intervals(values, n_draws=200, seed=3, group=np.arange(30)),
        intervals(values, n_draws=200, seed=3),
        rtol=1e-12,
    )
    same = intervals(
        np.repeat([[1.0, 3.0]], 5, axis=0).reshape(1, -1), seed=3, group=np.tile([0, 1], 5)
    )
    np.testing.assert_allclose(same, [[1.0, 3.0]])  # both runs drawn, or one of them twice
