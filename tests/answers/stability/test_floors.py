"""Who leads for which floor: what the scales hold and say, and what the figure draws."""

import pytest
from components.answers.stability.floors import FLOORS, Scale, compute, draw

from components import floors
from components.answers.record import Look
from data import store
from tests.answered import view_of


def scales(suite: str, **query: str) -> tuple[Scale, ...]:
    return compute(view_of(store.tables(suite), **query))


def test_the_leader_of_news_leads_from_the_one_that_is_destroyed_to_the_next() -> None:
    (news,) = scales("muse_seeds")
    runs = store.tables("muse_seeds").runs.query("panel == 'news'")
    kept = runs.groupby("method")["retain_knowmem_ROUGE"].mean()
    assert news.used
    assert news.now == 1
    assert [r.leaders for r in news.reigns[:2]] == [("gradient_ascent",), ("pdu",)]
    assert news.reigns[0].high == pytest.approx(kept["gradient_ascent"])
    assert news.reigns[1].high == pytest.approx(kept["pdu"])
    assert news.reigns[-1].high == pytest.approx(kept.max())
    assert FLOORS.said(view_of(store.tables("muse_seeds"))).lines == (
        "PDU leads for floors from 0.003 to 0.508 in KnowMem r.",
        "Without a floor GradAscent would lead, above 0.508 SimNPO.",
    )


def test_without_a_floor_one_for_utility_is_asked_about() -> None:
    (muse,) = scales("openunlearning", panel="muse_llama2_7b", floors="none")
    assert (muse.floor.on, muse.floor.of, muse.used, muse.now) == ("utility", "original", False, 0)
    assert FLOORS.said(view_of(store.tables("openunlearning"), panel="muse_llama2_7b", floors="none")).lines == (
        "GradAscent leads only without a floor on utility of the model before unlearning.",
        "With any floor RMU would lead.",
    )
    (seeds,) = scales("tofu_seeds", panel="tofu_llama32_3b")
    assert (seeds.floor.of, seeds.reigns[0].leaders) == ("", ("pdu",)), "no original: utility itself"
    assert scales("unified_unlearning", panel="blip2_multimodal") == (), "nobody is ranked there"


def test_several_floors_have_a_scale_each_while_the_others_stay() -> None:
    utility, fluency = scales("tofu", rows="checkpoints")
    assert [s.floor.on for s in (utility, fluency)] == ["model_utility", "fluency"]
    view = view_of(store.tables("tofu"), rows="checkpoints")
    for scale, check, other in ((utility, *view.floor_checks), (fluency, *view.floor_checks[::-1])):
        for reign in scale.reigns:
            passing = ~other.missed & (check.lowest.round(12) >= reign.high - 1e-12)
            best = max(view.scores[passing])
            names = [m for m, own in zip(view.panel.methods, passing, strict=True) if own]
            assert reign.leaders == tuple(n for n in names if view.scores[view.panel.method(n)] == best)
    best = scales("tofu", rows="best")
    assert best[0].reigns[0].leaders == ("altpo",), "methods by their best checkpoint that passes"


def test_every_stretch_is_a_row_and_a_bar() -> None:
    view = view_of(store.tables("openunlearning"), panel="muse_llama2_7b")
    (scale,) = found = compute(view)
    rows = FLOORS.table(view, "floor_leaders").rows
    assert [(r.low, r.high, r.leaders) for _, r in rows] == [(r.low, r.high, r.leaders) for r in scale.reigns]
    fig = draw(found, Look(view.labels, "light", view.selection))
    assert [b.x[0] for b in fig.data if b.type == "bar"] == [pytest.approx(r.high - r.low) for r in scale.reigns]
    assert any(t.mode == "lines" and t.x[0] == 0.5 for t in fig.data if t.type == "scatter"), "the floor in use"


def test_what_a_method_misses_is_said_with_its_benchmark_and_seeds() -> None:
    view = view_of(store.tables("muse_seeds"))
    missed = floors.missed(view)
    assert list(missed) == ["gradient_ascent", "graddiff"]
    assert [floors.miss_words(view.labels, m) for m in missed["graddiff"]] == [
        "has 0.269 in KnowMem r on News; 1 of 5 seeds passes"
    ]
    muse = view_of(store.tables("openunlearning"), panel="muse_llama2_7b")
    assert floors.miss_words(muse.labels, floors.missed(muse)["graddiff"][0]) == (
        "keeps 43 % of KnowMem r of the model before unlearning on Books"
    )
    lacking = view_of(store.tables("openunlearning"), floors="privacy:0.5")
    assert not lacking.below.any()
    assert floors.refused(lacking)[0] == (
        "At least 0.5 in privacy is not asked for on forget01: no method was measured there."
    )
