"""The sentences of the stability page: true for the result they describe, short for hostile names."""

from dataclasses import replace

import numpy as np
import pytest

from components import sentences
from components.resolved import Resolved
from components.selection import parse
from components.text import percent
from components.views.reproduction.result import reproduction
from components.views.stability.result.choices import choices, rules
from components.views.stability.result.duel import duel
from components.views.stability.result.leaders import leaders, ternary
from components.views.stability.result.nearby import nearby
from components.views.stability.result.seeds import seeds
from components.views.stability.result.weightings import weightings
from components.views.stability.words import weightings as words
from components.views.stability.words.pair import duel_sentences
from components.views.stability.words.subjects import (
    choices_sentences,
    leaders_sentences,
    rules_sentences,
    seeds_sentences,
    ternary_sentences,
)
from components.views.stability.words.weightings import nearby_sentence
from tests.made import made_tables
from tests.released import TABLES

TEN_THOUSAND = "10\N{NARROW NO-BREAK SPACE}000"


def view_of(tables=TABLES, **query):
    selection, problems = parse(query, tables)
    assert not problems
    return Resolved(tables, selection)


def made(shape, seed, **query):
    return view_of(made_tables(np.random.default_rng(seed).random(shape)), **query)


VIEW = view_of()
RESULT = weightings(VIEW)
PUBLISHED = weightings(view_of(protocol="published", weights="equal"))
TIED = view_of(made_tables(np.full((1, 2, 3, 2), 0.5)))
EIGHT = made((1, 1, 8, 4), 3)


@pytest.mark.parametrize(
    ("share", "text"),
    [
        (0.0, "0 %"),
        (1.0, "100 %"),
        (0.35771, "35.8 %"),
        (0.0001, "under 0.1 %"),
        (0.99999, "over 99.9 %"),
        (0.9995, "over 99.9 %"),
        (None, "–"),
    ],
)
def test_percent_never_rounds_to_never_or_always(share, text):
    assert percent(share) == text


def test_the_head_names_the_figure_its_baseline_and_the_leaders():
    assert words.lead(RESULT) == [
        "Gradient Ascent leads in 35.8 % of random weightings; Random Labels leads most often, in 64.2 %.",
        "Random weights agree with each other just as well: this says little about your weights.",
    ]
    assert words.taus_sentence(RESULT) == (
        f"This order agrees with that of {TEN_THOUSAND} random weightings at τ = 0.635 ± 0.263 on average; two random "
        "weightings agree with each other at 0.639."
    )


def test_the_published_head_is_labelled():
    first, taus, beside = words.lead(PUBLISHED)
    assert beside == words.beside_baseline(PUBLISHED) != ""
    assert taus.startswith(
        "As published: 100 random weightings agree with the published ranking at τ = 0.647 ± 0.262 on average "
        "(LLaVA-1.5-7B, published weights, reciprocal map, ties by row order); two random weightings agree with each "
        "other at 0.639."
    )
    assert first.startswith(f"Tie-aware, over {TEN_THOUSAND} weightings of this selection, ")


def test_the_published_view_gives_the_figure_for_the_draws_of_every_claim():
    claim = next(r for r in reproduction(VIEW).rows if r.claim == "superseded_stability")
    assert words.other_draws_note(PUBLISHED) == (
        "Another printed number rests on other draws; by the same rule, 500 random weightings at "
        f"{claim.recomputed:.3f} ± 0.269."
    )
    assert words.other_draws_note(RESULT) == ""


@pytest.mark.parametrize(("difference", "word"), [(-0.62, "less"), (0.101, "more")])
def test_a_clear_difference_from_the_baseline_is_said_with_its_sign(difference, word):
    assert words.beside_baseline(replace(RESULT, mean_tau=0.5 + difference, baseline_tau=0.5)) == (
        f"Random weights agree with this order {abs(difference):.2f} {word} than with each other, so it is {word} "
        "typical than theirs."
    )


def test_without_a_tau_the_reason_is_given_once():
    tied = weightings(TIED)
    assert words.lead(tied) == [f"No agreement between rankings can be given: {tied.tau_reason}."]
    assert "mean τ" not in words.error_note(tied)
    assert words.lead(weightings(view_of(methods="salun"))) == []


def test_notes_say_how_exact_the_shares_are():
    assert words.notes(RESULT) == [
        words.taus_sentence(RESULT),
        "",
        f"Shares come from {TEN_THOUSAND} weightings drawn uniformly (random seed 42); their standard error is at most "
        "0.005, that of the mean τ 0.003.",
        "",
    ]
    assert words.error_note(replace(RESULT, undefined=3)).endswith(
        " 3 weightings tied all methods: τ is undefined there and left out."
    )
    assert words.error_note(weightings(view_of(panel="blip2_multimodal"))) == ""


def test_metrics_without_a_value_are_named():
    values = np.random.default_rng(0).random((1, 2, 3, 3))
    values[0, :, 1, 2] = np.nan
    found = weightings(view_of(made_tables(values), weights="X1:0.5,X2:0.5"))
    assert words.in_play_note(found) == "X3 gets no weight in any draw: not every ranked method has a value."


def test_ranks():
    assert words.ranks_sentence(RESULT) == (
        "The rank that depends least on the weights is FT-Retain's: rank 4 in over 99.9 %. Gradient Ascent's depends "
        "most: no rank is more frequent than rank 3, in 36.3 %."
    )
    assert words.ranks_sentence(weightings(TIED)) == "No rank depends on the weights more than another."


def test_nearby():
    near = nearby(VIEW)
    assert nearby_sentence(near, RESULT) == (
        "When about 0.10 of the weight moves between metrics, Gradient Ascent stays first "
        f"in 99.0 % of {TEN_THOUSAND} draws and the order keeps τ = 0.996 on average; two random weightings agree at "
        "0.639."
    )
    assert nearby_sentence(replace(near, reason="why"), RESULT) == "Near these weights: why."
    said = nearby_sentence(nearby(TIED), weightings(TIED))
    assert "one of the 3 methods that share the lead" in said
    assert said.endswith("and the order has no τ, as all methods are tied now.")


def test_leaders():
    found = leaders(VIEW)
    assert leaders_sentences(found, RESULT) == [
        "3 of 4 methods can lead alone under some weights: Gradient Ascent, Random Labels and SalUn.",
        f"SalUn was first in none of {TEN_THOUSAND} random weightings: the weights that do it are a tiny part of all.",
        sentences.dominated(found.labels, {"finetune_retain": ["random_labels"]}, 4),
    ]
    assert leaders_sentences(leaders(TIED), weightings(TIED)) == [
        "0 of 3 methods can lead alone under some weights.",
        "m1, m2 and m3 can at best tie for the lead.",
    ]
    row = replace(found.rows[3], dominated_by=())
    assert leaders_sentences(replace(found, rows=(*found.rows[:3], row)), RESULT)[2] == (
        "FT-Retain never leads, though no single method beats it on every metric."
    )
    alone = view_of(methods="salun")
    assert leaders_sentences(leaders(alone), weightings(alone)) == ["With one ranked method there is no lead to win."]


@pytest.mark.parametrize(
    ("query", "verdict"),
    [
        (
            {},
            "Ahead: Gradient Ascent leads Random Labels by 0.014; it stays ahead in 96.2 % of "
            "2\N{NARROW NO-BREAK SPACE}000 draws of 3 benchmarks and their seeds.",
        ),
        (
            {"versus": "random_labels,finetune_retain"},
            "Dominated: Random Labels is at least as good as FT-Retain on every metric and better on one; it stays "
            "ahead in 100 % of 2\N{NARROW NO-BREAK SPACE}000 draws of 3 benchmarks and their seeds.",
        ),
        (
            {"weights": "only-FA", "benchmarks": "mllmu_bench"},
            "Tied: Gradient Ascent and Random Labels have the same UQS at these weights.",
        ),
        (
            {"benchmarks": "unlok_vqa", "seeds": "42"},
            "Too little data to tell SalUn from Random Labels: SalUn is 0.000016 ahead, but one run each cannot "
            "tell how they compare on other data.",
        ),
        (
            {"benchmarks": "mllmu_bench"},
            "Too little data to tell Gradient Ascent from Random Labels: Gradient Ascent is 0.038 ahead, but seeds on "
            "one benchmark cannot tell how they compare on others.",
        ),
        ({"methods": "salun"}, "There is no pair to compare: fewer than two methods are ranked."),
    ],
)
def test_verdicts(query, verdict):
    assert duel_sentences(duel(view_of(**query)))[0] == verdict


def test_the_shares_and_the_swap_of_a_pair():
    found = duel(VIEW)
    assert duel_sentences(found)[1:] == [
        f"Gradient Ascent is ahead in 99.0 % of perturbations (expected change 0.20) and in 35.8 % of {TEN_THOUSAND} "
        "random weightings.",
        "Moving 0.126 of weight from MIA to JS lets Random Labels catch Gradient Ascent; beyond that Random Labels "
        "passes. Smallest change: L1 0.251, L2 0.172, L∞ 0.118.",
    ]
    far = replace(found, nearby=None, nearby_reason="why", resampled=0.9, verdict="too little data")
    verdict, shares, _ = duel_sentences(far)
    assert verdict.endswith("draws of 3 benchmarks and their seeds (95.0 % would be needed).")
    assert shares == f"Gradient Ascent is ahead in 35.8 % of {TEN_THOUSAND} random weightings. Near your weights: why."
    never = duel(view_of(versus="random_labels,finetune_retain"))
    assert duel_sentences(never)[2] == (
        "No weights make FT-Retain catch Random Labels: Random Labels is better on every metric."
    )
    assert duel_sentences(duel(TIED))[2] == ""


def test_ternary():
    found = ternary(VIEW)
    said = ternary_sentences(found)
    assert said == [
        "Sharing 0.973 of weight between RA, MIA and JS, the others held (FA 0.014, AD 0.014), the lead goes to "
        "Gradient Ascent on 51.1 % and Random Labels on 48.9 % of the map.",
        "The nearest border (in L2) is at RA 0.677, MIA 0.170 and JS 0.126: there Random Labels catches Gradient "
        "Ascent.",
    ]
    alone = view_of(panel="resnet_unimodal", weights="only-MIA", corners="FA,RA,MIA", methods="finetune_retain,salun")
    assert ternary_sentences(ternary(alone))[1] == ("No point of this map makes another method catch FT-Retain.")
    assert ternary_sentences(replace(found, border=found.current))[1] == (
        "Gradient Ascent and Random Labels are level at your weights."
    )
    assert ternary_sentences(ternary(EIGHT))[0].endswith("m3 on 18.6 % and 2 other parts of the map.")
    assert ternary_sentences(ternary(TIED)) == [
        "There is no map here: a map needs three metrics that every ranked method has."
    ]


def test_choices():
    assert choices_sentences(choices(VIEW)) == [
        "Of 10 other choices of map, normalisation, averaging and data, 1 changes who leads and 1 reverses a pair.",
        "Leaving out any one method changes the order of the others under no normalisation.",
    ]
    assert choices_sentences(choices(EIGHT)) == [
        "Of 3 other choices of map, normalisation, averaging and data, 2 change who leads and 2 reverse a pair.",
        "When one method is left out, min-max reverses 2 pairs (without m6, m2 passes m8) and rank reverses 1 pair "
        "(without m2, m5 passes m1); with the fixed utilities in use here no order can change.",
    ]
    # two methods have no others to reorder
    assert len(choices_sentences(choices(view_of(methods="random_labels,salun")))) == 1


def test_seeds():
    found = seeds(VIEW)
    assert seeds_sentences(found) == [
        "Every cell has 3 seeds. Showing one of them at a time, 1\N{NARROW NO-BREAK SPACE}000 times, moves no rank "
        "(95 % of the draws).",
        "Confidence factor (first under its own central weights, whatever the seeds): Gradient Ascent 98.9 % and "
        "Random Labels 100 %.",
    ]
    rows = tuple(replace(r, high=r.low + 1, confidence=0.1 * i) for i, r in enumerate(found.methods, 1))
    assert seeds_sentences(replace(found, fewest_seeds=1, methods=rows)) == [
        "Every cell has 1 to 3 seeds. Showing one of them at a time, 1\N{NARROW NO-BREAK SPACE}000 times, moves the "
        "rank of Gradient Ascent, Random Labels, SalUn and 1 other (95 % of the draws).",
        "The lowest of 4 confidence factors (first under its own central weights, whatever the seeds) is Gradient "
        "Ascent's, 10.0 %.",
    ]
    none = tuple(replace(r, confidence=None) for r in found.methods)
    assert len(seeds_sentences(replace(found, methods=none))) == 1
    single = seeds(view_of(seeds="42"))
    assert seeds_sentences(single) == [f"There is no seed noise to show: {single.reason}."]


def test_rules():
    found = rules(VIEW)
    first, order = rules_sentences(found)
    assert first == (
        "First by rule, every metric voting with its weight – UQS and TOPSIS: Gradient Ascent; Borda, Copeland and "
        "mean reciprocal rank: Random Labels."
    )
    assert order == (
        "Kemeny's order: Random Labels › Gradient Ascent › SalUn › FT-Retain; 0.675 pair votes contradicted, the only "
        "optimum."
    )
    searched = replace(found, kemeny=replace(found.kemeny, count=None))
    assert rules_sentences(searched)[1].endswith("contradicted, the least possible.")
    unproven = replace(found, kemeny=replace(found.kemeny, count=None, exact=False, bound=0.5))
    assert rules_sentences(unproven)[1] == (
        "Kemeny (searched, not proven best): Random Labels › Gradient Ascent › SalUn › FT-Retain; 0.675 pair votes "
        "contradicted, and no order contradicts fewer than 0.500."
    )
    assert rules_sentences(rules(TIED))[1] == (
        "Kemeny has 6 orders that contradict as few votes (0.000 pair votes contradicted), all listed in the table: "
        "m1 › m2 › m3 is one."
    )
    assert rules_sentences(rules(view_of(methods="salun"))) == []


def test_long_names_are_cut_in_sentences():
    tables = made_tables(np.random.default_rng(1).random((2, 2, 3, 3)), methods=["x" * 300, "y" * 300, "z" * 300])
    resolved = view_of(tables)
    found = weightings(resolved)
    said = [
        *words.lead(found),
        words.ranks_sentence(found),
        nearby_sentence(nearby(resolved), found),
        *leaders_sentences(leaders(resolved), found),
        *duel_sentences(duel(resolved)),
        *ternary_sentences(ternary(resolved)),
        *choices_sentences(choices(resolved)),
        *seeds_sentences(seeds(resolved)),
        *rules_sentences(rules(resolved)),
    ]
    assert all(letter * 41 not in s for s in said for letter in "xyz")
