"""The sentences and tables of the stability page: true for the selection they describe, short for hostile names."""

import numpy as np
import pytest
from components.views.stability.open import map_of_weights, versus
from components.views.stability.pieces import other_choices, other_rules, seeds, who_can_lead

from components.plain import plain
from components.resolved import Resolved
from components.selection import parse
from components.views.reproduction.result import reproduction
from components.views.stability import choice_tables as choice_frames
from components.views.stability import choice_words, words
from components.views.stability import more_words as more
from components.views.stability import tables as frames
from components.views.stability.result import curve, everywhere, near
from tests.made import made_tables
from tests.released import TABLES


def view_of(tables=TABLES, **query):
    selection, problems = parse(query, tables)
    assert not problems
    return Resolved(tables, selection)


def part_of(resolved):
    return plain(everywhere(resolved))


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
    assert words.percent(share) == text


def test_counts_have_narrow_gaps():
    assert words.thousands(200_000) == "200\N{NARROW NO-BREAK SPACE}000"


def test_the_head_names_the_figure_its_baseline_and_the_leaders():
    resolved = view_of()
    part = part_of(resolved)
    taus, leaders = words.lead_sentences(resolved, part)
    assert f"τ = {part['mean_tau']:.3f} ± {part['sd_tau']:.3f}" in taus
    assert f"at {part['baseline_tau']:.3f}" in taus
    assert "That is about the same in size (−0.004): the figure describes" in taus
    share = part["rank_acceptability"]
    assert f"Gradient Ascent leads in {100 * share['gradient_ascent'][0]:.1f} % of them" in leaders
    assert f"Random Labels leads most often, in {100 * share['random_labels'][0]:.1f} %" in leaders


def test_the_published_head_is_labelled():
    resolved = view_of(protocol="published", weights="equal")
    taus, leaders = words.lead_sentences(resolved, part_of(resolved))
    assert taus.startswith("As published: 100 random weightings")
    assert "τ = 0.647 ± 0.262" in taus
    assert "two random weightings agree" in taus
    assert leaders.startswith("Tie-aware")


def test_the_published_view_gives_the_figure_for_the_draws_of_every_claim():
    resolved = view_of(protocol="published")
    claim = next(r for r in reproduction(resolved) if r["claim"] == "superseded_stability")
    note = words.other_draws_note(part_of(resolved))
    assert f"500 random weightings at {claim['recomputed']:.3f} ± " in note
    assert words.other_draws_note(part_of(view_of())) == ""
    assert part_of(view_of(made_tables(np.full((1, 2, 3, 2), 0.5)), protocol="published"))["other_draws"] == []


def test_a_clear_difference_from_the_baseline_is_said_with_its_sign():
    resolved = view_of(weights="only-FA")
    taus = words.taus_sentence(resolved, part_of(resolved))
    assert "less: this order is less typical" in taus


def test_without_a_tau_the_reason_is_given_once():
    resolved = view_of(made_tables(np.full((1, 2, 3, 2), 0.5)))
    part = part_of(resolved)
    assert words.lead_sentences(resolved, part) == ["No agreement between rankings can be given: all methods are tied."]
    assert "–" not in words.error_note(resolved, part)
    assert words.lead_sentences(view_of(methods="salun"), part_of(view_of(methods="salun"))) == []


def test_near_sentences():
    resolved = view_of()
    part = part_of(resolved)
    said = words.near_sentence(resolved, near(resolved), part)
    assert "change by 0.20 in all on average" in said
    assert "Gradient Ascent stays first in 99.0 % of 10\N{NARROW NO-BREAK SPACE}000 draws" in said
    far = view_of(radius="1.4")
    assert "less than 0.955 on average" in words.near_sentence(far, near(far), part)
    tied = view_of(made_tables(np.full((1, 2, 3, 2), 0.5)))
    said = words.near_sentence(tied, near(tied), part_of(tied))
    assert "one of the 3 methods that share the lead" in said
    assert "as all methods are tied now" in said
    assert "random weightings agree" not in said


def test_metrics_without_a_value_are_named():
    values = np.random.default_rng(0).random((1, 2, 3, 3))
    values[0, :, 1, 2] = np.nan
    resolved = view_of(made_tables(values), weights="X1:0.5,X2:0.5")
    assert (
        words.in_play_note(resolved, part_of(resolved))
        == "X3 gets no weight in any draw: not every ranked method has a value."
    )


def test_who_can_lead_in_words():
    resolved = view_of()
    said = " ".join(more.leaders_sentences(resolved, who_can_lead(resolved), part_of(resolved)))
    assert said.startswith(
        "3 of 4 methods can lead alone under some weights: Gradient Ascent, Random Labels and SalUn."
    )
    assert "SalUn was first in none of" in said
    assert "FT-Retain never leads: another method is at least as good on every metric" in said
    tied = view_of(made_tables(np.full((1, 2, 3, 2), 0.5)))
    said = " ".join(more.leaders_sentences(tied, who_can_lead(tied), part_of(tied)))
    assert said == "0 of 3 methods can lead alone under some weights. m1, m2 and m3 can at best tie for the lead."


@pytest.mark.parametrize(
    ("query", "start"),
    [
        ({}, "Ahead: Gradient Ascent leads Random Labels by 0.014; it stays ahead in"),
        ({"versus": "random_labels,finetune_retain"}, "Dominated: Random Labels is at least as good as FT-Retain"),
        ({"weights": "only-FA", "benchmarks": "mllmu_bench"}, "Tied: Gradient Ascent and Random Labels have the same"),
        (
            {"benchmarks": "unlok_vqa", "seeds": "42"},
            "Too little data to tell SalUn from Random Labels: SalUn is 0.00001",
        ),
        ({"methods": "salun"}, "There is no pair to compare"),
    ],
)
def test_verdicts(query, start):
    resolved = view_of(**query)
    assert more.pair_sentences(resolved, plain(versus(resolved)))[0].startswith(start)


def test_the_swap_names_who_gives_and_takes():
    resolved = view_of()
    swap = more.pair_sentences(resolved, plain(versus(resolved)))[2]
    assert swap.startswith("Moving 0.126 of weight from MIA to JS lets Random Labels catch Gradient Ascent")
    assert "L1 0.251, L2 0.172, L∞ 0.118" in swap


def test_a_map_in_words():
    resolved = view_of()
    said = more.map_sentences(resolved, plain(map_of_weights(resolved)))
    assert "Sharing 0.973 of weight between RA, MIA and JS, the others held (FA 0.014, AD 0.014)" in said[0]
    assert "there Random Labels catches Gradient Ascent" in said[1]
    alone = view_of(panel="resnet_unimodal", weights="only-MIA", corners="FA,RA,MIA", methods="finetune_retain,salun")
    assert "No point of this map makes another method catch FT-Retain." in more.map_sentences(
        alone, plain(map_of_weights(alone))
    )


def test_choices_seeds_and_rules_in_words():
    resolved = view_of()
    said = choice_words.choices_sentences(resolved, plain(other_choices(resolved)))
    assert said[0].startswith("Of 10 other choices of map, normalisation, averaging and data, 1 changes who leads")
    assert "moves no rank (95 % of the draws)" in choice_words.seeds_sentences(resolved, plain(seeds(resolved)))[0]
    rules = choice_words.rules_sentences(resolved, plain(other_rules(resolved)))
    assert "UQS and TOPSIS: Gradient Ascent; Borda, Copeland and mean reciprocal rank: Random Labels" in rules[0]
    assert "Random Labels › Gradient Ascent › SalUn › FT-Retain" in rules[1]
    assert rules[1].endswith("the only optimum.")


def test_two_methods_have_no_others_to_reorder():
    resolved = view_of(methods="random_labels,salun")
    assert len(choice_words.choices_sentences(resolved, plain(other_choices(resolved)))) == 1


def test_reversals_are_named():
    rng = np.random.default_rng(3)
    resolved = view_of(made_tables(rng.random((1, 1, 8, 4))))
    found = plain(other_choices(resolved))
    assert found["reversal_counts"]["min-max"] or found["reversal_counts"]["rank"]
    said = choice_words.choices_sentences(resolved, found)[1]
    assert " passes " in said
    table = choice_frames.reversals_table(resolved, found)
    assert len(table) == sum(found["reversal_counts"].values())


def test_tables_hold_the_numbers_drawn():
    resolved = view_of()
    part = part_of(resolved)
    assert frames.taus_table(part)["share of the baseline"].sum() == pytest.approx(1.0)
    accepted = frames.acceptability_table(resolved, part)
    np.testing.assert_allclose(accepted[[f"rank {r}" for r in range(1, 5)]].sum(axis=1), 1)
    assert len(frames.winning_table(resolved, part)) == 6
    radius = frames.curve_table(near(resolved), curve(resolved))["expected change"]
    assert radius.is_monotonic_increasing
    assert 0.2 in set(radius)
    leads = frames.leaders_table(resolved, who_can_lead(resolved), part)
    assert leads["weights that suit it best"][0] == "MIA 1.000"
    assert frames.central_table(resolved, part)["method"].tolist() == [
        "your weights",
        "Gradient Ascent",
        "Random Labels",
    ]
    drawn = frames.map_table(resolved, plain(map_of_weights(resolved)))
    assert drawn["what"].tolist()[-2:] == ["your weights", "nearest border"]
    np.testing.assert_allclose(drawn[["RA", "MIA", "JS"]].sum(axis=1), 0.9728876)
    pair = frames.pair_table(resolved, plain(versus(resolved)))
    assert pair["weighted"].sum() == pytest.approx(0.0141992, abs=1e-7)
    choices = choice_frames.choices_table(resolved, plain(other_choices(resolved)))
    assert choices.loc[choices["pairs reversed"] > 0, "what changed"].tolist() == [
        "Random Labels passes Gradient Ascent"
    ]
    assert choices["SalUn"].isna().sum() == 1
    assert choice_frames.seeds_table(resolved, plain(seeds(resolved)))["over benchmarks and seeds"][0] == "1–3"
    rules = choice_frames.rules_table(resolved, plain(other_rules(resolved)))
    assert rules["TOPSIS rank"].tolist() == [1, 2, 3, 4]
    assert len(choice_frames.kemeny_table(resolved, plain(other_rules(resolved)))) == 1


def test_long_names_are_cut_in_sentences():
    tables = made_tables(np.random.default_rng(1).random((2, 2, 3, 3)), methods=["x" * 300, "y" * 300, "z" * 300])
    resolved = view_of(tables)
    said = [
        *words.lead_sentences(resolved, part_of(resolved)),
        words.near_sentence(resolved, near(resolved), part_of(resolved)),
        *more.pair_sentences(resolved, plain(versus(resolved))),
        *more.map_sentences(resolved, plain(map_of_weights(resolved))),
        *choice_words.rules_sentences(resolved, plain(other_rules(resolved))),
    ]
    assert all("x" * 41 not in s and "y" * 41 not in s and "z" * 41 not in s for s in said)
