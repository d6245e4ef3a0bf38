"""The subjects of the stability page, each with its sentence, its figure or table, and its downloads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType

import streamlit as st

from components.resolved import Resolved
from components.views.stability.figures.acceptability import acceptability_map, winning_matrix
from components.views.stability.figures.duel import margins
from components.views.stability.figures.heights import matrix_height, rows_height
from components.views.stability.figures.seeds import seed_ranks
from components.views.stability.figures.ternary import weight_map
from components.views.stability.figures.weightings import central_weights
from components.views.stability.result.choices import choices
from components.views.stability.result.duel import duel
from components.views.stability.result.leaders import leaders
from components.views.stability.result.ranked import Absent
from components.views.stability.result.rules import rules
from components.views.stability.result.seeds import seeds
from components.views.stability.result.ternary import corners_mapped, ternary
from components.views.stability.result.weightings import WeightingsResult
from components.views.stability.screen.samples import choose_pair, draw_samples
from components.views.stability.screen.separable import draw_separable
from components.views.stability.screen.tabs import distinct
from components.views.stability.tables.choices import choices_table, reversals_table
from components.views.stability.tables.duel import duel_table
from components.views.stability.tables.leaders import leaders_table
from components.views.stability.tables.rules import kemeny_table, rules_table
from components.views.stability.tables.seeds import seeds_table
from components.views.stability.tables.ternary import ternary_table
from components.views.stability.tables.weightings import acceptability_table, central_table, winning_table
from components.views.stability.words.choices import choices_sentences
from components.views.stability.words.duel import DUEL_READING, duel_sentences, unranked_sentences
from components.views.stability.words.leaders import leaders_sentences
from components.views.stability.words.phrases import CHECKPOINTS_ONLY
from components.views.stability.words.rules import RULES_NOTE, rules_sentences
from components.views.stability.words.seeds import SEEDS_READING, seeds_sentences
from components.views.stability.words.ternary import MAP_READING, ternary_sentences
from components.views.stability.words.weightings import CENTRAL_READING, RANKS_READING, WINNING_READING, ranks_sentence
from components.widgets import cached
from components.widgets.page import data, figure, mode, notes, sentence, shown


def draw_leaders(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Who can lead under some weights, and which weights typically put a method first."""
    result = cached.of(leaders, resolved.selection)
    sentence(*leaders_sentences(result, anywhere))
    if not isinstance(result, Absent):
        fine = st.column_config.NumberColumn(format="%.5f")
        table = leaders_table(result, anywhere)
        shown(table, name="leaders", title="Who can lead", resolved=resolved, columns={"largest lead ε": fine})
    if len(anywhere.metrics) > 1 and anywhere.typical_weights:
        figure(
            central_weights(anywhere, mode()),
            name="central",
            title="Central weights of each method",
            reading=CENTRAL_READING,
            table=central_table(anywhere),
            resolved=resolved,
            height=380,
        )


def draw_ranks(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Rank acceptability and duels as matrices."""
    sentence(ranks_sentence(anywhere))
    height, large = matrix_height(len(anywhere.methods)), len(anywhere.methods) > 20
    left, right = st.columns(2, gap="medium")
    with left:
        figure(
            acceptability_map(anywhere, mode()),
            name="acceptability_map",
            title="Rank acceptability",
            reading=RANKS_READING,
            table=acceptability_table(anywhere),
            resolved=resolved,
            height=height,
            tools=large,
        )
    with right:
        figure(
            winning_matrix(anywhere, mode()),
            name="winning",
            title="Who scores higher than whom",
            reading=WINNING_READING,
            table=winning_table(anywhere),
            resolved=resolved,
            height=height,
            tools=large,
        )


def draw_map(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """The map of leaders over three metrics."""
    if len(anywhere.metrics) > 2:
        options = {m: anywhere.labels.metric(m) for m in anywhere.metrics}
        distinct("corners", ("Top corner", "Left corner", "Right corner"), options, corners_mapped(resolved))
    result = cached.of(ternary, resolved.selection)
    sentence(*ternary_sentences(result))
    if not isinstance(result, Absent):
        figure(
            weight_map(result, mode()),
            name="weight_map",
            title="Who leads where on the map of weights",
            reading=MAP_READING,
            table=ternary_table(result),
            resolved=resolved,
            height=460,
        )


def draw_duel(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Two methods head to head, and sample by sample where the suite brings such values."""
    labels, pair = anywhere.labels, choose_pair(resolved, anywhere.methods)
    unranked = [m for m in pair or () if m not in anywhere.methods]
    result = cached.of(duel, resolved.selection)
    sentence(*(unranked_sentences(labels, unranked) if unranked else duel_sentences(result)))
    if not isinstance(result, Absent) and not unranked:
        figure(
            margins(result, mode()),
            name="margins",
            title=f"{labels.method(result.ahead)} against {labels.method(result.behind)}, metric by metric",
            reading=DUEL_READING,
            table=duel_table(result),
            resolved=resolved,
            height=rows_height(len(result.margins)),
        )
    draw_samples(resolved)


def draw_choices(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """The ranking under every other choice."""
    result = cached.of(choices, resolved.selection)
    sentence(*choices_sentences(result))
    frame = choices_table(result)
    wide = st.column_config.TextColumn(width="large" if frame["what changed"].str.len().max() > 10 else "small")
    title = "The ranking under other choices"
    shown(frame, name="choices", title=title, resolved=resolved, columns={"what changed": wide})
    turned = reversals_table(result)
    if len(turned):
        data(turned, name="reversals", title="Rank reversals when one method is left out", resolved=resolved)


def draw_seeds(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """What the seeds alone can change."""
    result = cached.of(seeds, resolved.selection)
    sentence(*seeds_sentences(result))
    if not isinstance(result, Absent):
        figure(
            seed_ranks(result, mode()),
            name="seed_ranks",
            title="Ranks over seeds",
            reading=SEEDS_READING,
            table=seeds_table(result),
            resolved=resolved,
            height=rows_height(len(result.methods)),
        )


def draw_rules(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Other ways to make one order out of the metrics."""
    result = cached.of(rules, resolved.selection)
    sentence(*rules_sentences(result))
    notes(RULES_NOTE)
    shown(rules_table(result), name="rules", title="Ranks and scores under other rules", resolved=resolved)
    orders = kemeny_table(result)
    if len(orders) > 1:
        data(orders, name="kemeny", title="Kemeny's optimal orders", resolved=resolved)


DRAW: Mapping[str, Callable[[Resolved, WeightingsResult], None]] = MappingProxyType(
    {
        "leaders": draw_leaders,
        "ranks": draw_ranks,
        "separable": draw_separable,
        "map": draw_map,
        "pair": draw_duel,
        "choices": draw_choices,
        "seeds": draw_seeds,
        "rules": draw_rules,
    }
)
"""The subjects by their name in the address."""
OF_METHODS = ("leaders", "ranks", "separable")
"""Those that can be of methods with several checkpoints; the others are of single checkpoints."""


def draw(subject: str, resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Draw a subject, or say which rows have it."""
    if resolved.grids is not None and subject not in OF_METHODS:
        sentence(CHECKPOINTS_ONLY)
    else:
        DRAW[subject](resolved, anywhere)


TERMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "leaders": ("potential_optimality", "dominance", "central_weights"),
        "ranks": ("winning",),
        "separable": ("sign_flips", "holm", "power"),
        "map": ("uqs",),
        "pair": ("utility", "dominance", "dethroning"),
        "choices": ("utility", "competition_rank"),
        "seeds": ("rank_interval", "confidence"),
        "rules": ("borda", "copeland", "kemeny", "mrr", "topsis"),
    }
)
"""The terms each of them uses, beside those of the page."""


def terms_of(subject: str, resolved: Resolved) -> tuple[str, ...]:
    """The terms that a subject of a suite uses."""
    sampled = subject == "pair" and resolved.tables.per_sample is not None
    return (*TERMS[subject], *(("per_sample",) if sampled else ()))
