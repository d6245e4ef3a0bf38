"""What a method costs: the shares that METHODS expects of floors, and the model before it."""

import pytest

from components.contest import Contender
from components.resolved import Resolved
from components.results.usefulness import cost_lines, usefulness
from tests.answered import view_of
from tests.narrowed import narrowed
from tests.released import built_in


def row_of(view: Resolved, method: str) -> Contender:
    return next(row for row in view.contest.contenders if row.method == method)


def test_the_value_and_the_lowest_share_are_those_that_floors_ask_for() -> None:
    news = view_of(built_in("muse_seeds"), panel="news", floors="none")
    cost = usefulness(news, row_of(news, "graddiff"))
    assert cost is not None
    assert cost.after == pytest.approx(0.269, abs=5e-4)
    muse = view_of(built_in("openunlearning"), panel="muse_llama2_7b", floors="none")
    cost = usefulness(muse, row_of(muse, "graddiff"))
    assert cost is not None
    assert cost.lowest == pytest.approx(0.43, abs=0.005)
    assert muse.labels.benchmark(cost.lowest_on) == "Books"


def test_before_and_after_are_means_over_the_benchmarks_of_both() -> None:
    view = view_of(built_in("clear"))
    runs = view.tables.runs_of("llava")
    values = runs.set_index("method")[["real_metric", "retain_metric"]].mean(axis=1)
    before, after = values["base"].mean(), values["dpo"].mean()
    cost = usefulness(view, row_of(view, "dpo"))
    assert cost is not None
    assert cost.before == pytest.approx(before)
    assert cost.after == pytest.approx(after)
    assert cost.kept == pytest.approx(after / before)
    assert "untouched model 0.49 → DPO 0.47; it keeps 95 %" in cost_lines([cost], view.labels)[0]


def test_without_the_untouched_model_no_share_is_given() -> None:
    view = view_of(narrowed("tofu_seeds"))
    cost = usefulness(view, row_of(view, "pdu"))
    assert cost is not None
    assert (cost.before, cost.kept) == (None, None)
    assert "the untouched model was not measured here" in cost_lines([cost], view.labels)[0]
    assert "no metric of usefulness" in cost_lines([], view.labels)[0]
