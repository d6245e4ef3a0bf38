"""What the page on equivalence says, sentence by sentence, for made and for changed results."""

from __future__ import annotations

from dataclasses import replace

from components.intake.equivalence import TEMPLATE
from components.resolved import Resolved
from components.selection import default_selection
from components.sentences import correlation, correlation_label
from components.stats.audits.equivalence import Balance
from components.views.equivalence import words
from components.views.equivalence.own_answers import own_answers
from components.views.equivalence.result import equivalence_prompts
from tests.calibrated import calibrated
from tests.released import TABLES as RELEASED

TABLES = calibrated()


def result(tables=TABLES, **choices):
    chosen = {"panel": "questions", "weights": "equal", **choices}
    return equivalence_prompts(Resolved(tables, replace(default_selection(tables), **chosen)))


FULL = result()
GOOD, TURNED, FLAT = FULL.metrics


def of(*models, **changed):
    return replace(FULL, models=models, **changed)


def test_the_lead_names_the_closest_between_floor_and_ceiling():
    assert words.lead(FULL) == [
        "good answers most like a model retrained without the forgotten data.",
        "Its distance J is 0.20 nats per prompt; two independent retrains give 0.11 and the model before unlearning "
        "1.60.",
    ]
    first = FULL.models[0]
    tied = of(first, replace(first, label="twin"), ranked_by="answers", floor=None, ceiling=None)
    assert words.lead(tied) == [
        "good and twin answer most like a model retrained without the forgotten data.",
        "Its distance J is 0.20 nats per prompt.",
    ]
    assert words.basis(FULL) == "Models are ordered by J over the whole forget set."
    assert words.basis(tied) == "Models are ordered by J of the drawn answers."
    assert words.lead(result(methods=("original",))) == [
        "No unlearning method is chosen.",
        "Two independent retrains give 0.11 and the model before unlearning 1.60.",
    ]


def test_the_lead_says_why_there_is_nothing():
    assert words.lead(result(panel="images")) == ["No drawn answers were kept for Images."]
    assert words.lead(result(benchmarks=("b1",))) == ["No run matches these filters."]
    (said,) = words.lead(equivalence_prompts(Resolved(RELEASED, default_selection(RELEASED))))
    assert said.endswith(
        "has no answers scored by both the unlearned and the retrained model, so nothing says how alike they answer."
    )


def test_models_that_moved_away_are_named():
    assert words.farther(FULL) == (
        "1 of 3 methods is on average farther from the reference than the model before unlearning: poor (in 4 of 4 "
        "blocks)."
    )
    both = [replace(r, farther=True, blocks=None) for r in FULL.models[:2]]
    assert words.farther(of(*both)) == (
        "2 of 2 methods are on average farther from the reference than the model before unlearning: good and fair."
    )
    assert words.farther(of(*FULL.models[:2])) == (
        "On average none of 2 methods is farther from the reference than the model before unlearning."
    )
    assert words.farther(of(*FULL.models[3:])) == ""


def test_models_that_reach_the_floor_are_named():
    assert words.at_floor(FULL) == (
        "The interval of 2 of 3 methods reaches that of an independent retrain (good and fair): these answers do not "
        "tell them apart from one."
    )
    assert words.at_floor(of(FULL.models[2])) == (
        "The interval of none of 1 method reaches that of an independent retrain."
    )
    assert words.at_floor(of(*FULL.models, floor=None)) == ""


def test_runs_make_intervals_wider():
    first = replace(FULL.models[0], low=0.1, high=0.2, low_runs=0.05, high_runs=0.25, runs=6)
    assert first.interval == (0.05, 0.25)
    assert words.runs_sentence(of(first, replace(first, low_runs=0.1))) == (
        "The prompts come from 6 runs, each with models of its own: with runs drawn instead of prompts (thin lines) "
        "the intervals are 1.5 to 2.0 times as wide, and 6 runs are few for that."
    )
    assert words.runs_sentence(of(replace(first, high=0.1))) == words.runs_sentence(FULL) == ""


def test_what_answers_say_of_how_they_were_drawn():
    start = "of answers pass the test that they were drawn at temperature 1 from the models that score them"
    assert words.trust(FULL) == [f"5 of 5 sets {start}."]
    biased = [replace(r, balance=Balance((1, 1), (1, 1), (1, 1), True)) for r in FULL.models]
    assert words.trust(of(biased[0], *FULL.models[1:3])) == [f"2 of 3 sets {start}; good does not."]
    assert words.trust(of(*biased[:2])) == [f"0 of 2 sets {start}; good and fair do not."]
    (infinite,) = own_answers("mine.csv", TEMPLATE.replace("-2.02", "-inf").encode()).models
    assert words.trust(of(infinite)) == [
        "J of model is infinite: 1 answer of the unlearned model that the reference cannot give."
    ]


def test_bounds_come_with_their_pairs():
    assert words.bounds_sentence(FULL) == (
        "Over the whole forget set, from pair to pair: floor (two independent retrains) 0.100 to 0.120 on B3 (3 pairs) "
        "and 0.100 to 0.120 on B4 (3 pairs); ceiling (original and retrain) 1.600 to 1.620 on B3 (3 pairs) and 1.600 "
        "to 1.620 on B4 (3 pairs)."
    )
    assert words.bounds_sentence(of(bounds=())) == ""


def test_the_other_metrics_beside_j():
    assert words.metrics_sentence(FULL) == (
        f"Of 2 other metrics, GOOD orders the methods most like J ({words.tau_text(GOOD)}) and TURNED least "
        f"({words.tau_text(TURNED)}); 1 points the other way."
    )
    assert words.metrics_sentence(of(metrics=(GOOD, GOOD))).endswith("; 0 point the other way.")
    assert words.metrics_sentence(of(metrics=(GOOD, FLAT))) == (
        f"GOOD is the only other metric: {words.tau_text(GOOD)}."
    )
    assert words.metrics_sentence(of(metrics=(FLAT,))) == "No other metric can be compared with J here."
    assert words.metric_sentence(FLAT) == f"J and FLAT over 3 methods in 0 of 4 blocks: {words.tau_text(FLAT)}."


def test_a_correlation_says_how_its_p_was_found():
    assert words.tau_text(GOOD) == correlation("τ", GOOD.tau, GOOD.p, GOOD.p_min, "exact p")
    sampled = replace(GOOD, p_kind="sampled", arrangements=24)
    assert words.tau_text(sampled) == correlation("τ", GOOD.tau, GOOD.p, GOOD.p_min, "sampled p (24 shuffles)")
    without = replace(GOOD, p=None, reason="one block")
    assert words.tau_text(without) == "τ +1.000, no p: one block"
    assert correlation_label("τ", 1.0, None, None) == "τ +1.000, no p"
    assert words.tau_text(FLAT) == correlation_label("τ", FLAT.tau, FLAT.p, FLAT.p_min)


def test_prompts_are_held_against_the_model_before_unlearning():
    poor, original = FULL.models[2:4]
    assert words.prompt_sentence(FULL, poor) == (
        "J of poor runs from −0.716 to 2.272 over 48 prompts; a single prompt has few answers and may come out below "
        "0. On 30 of 48 prompts it lies farther from the reference than the model before unlearning."
    )
    assert words.prompt_sentence(FULL, original).endswith("may come out below 0.")
    nothing = replace(poor, by_prompt=tuple(replace(p, j=None) for p in poor.by_prompt))
    assert words.prompt_sentence(of(ceiling=None), nothing) == (
        "J of poor runs –; a single prompt has few answers and may come out below 0."
    )


def test_a_reader_s_first_model():
    found = own_answers("mine.csv", TEMPLATE.encode())
    assert words.own_lead(found) == (
        "1 model; J of model is 1.045 nats per prompt, half of it 0.522, per token 0.358, over 2 prompts."
    )
    known = replace(found, models=(replace(found.models[0], low=0.5, high=1.5),))
    assert "nats per prompt, 95 % interval 0.500 to 1.500, half" in words.own_lead(known)
