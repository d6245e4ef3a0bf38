"""The subjects of the stability page, each with its sentence, its figure or table, and its downloads."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from components.resolved import Resolved
from components.selection import SUBJECTS
from components.text import shortened
from components.views.separable import words as separable_words
from components.views.separable.figures import power_lines
from components.views.separable.result import pair_planned, power_curve, separable
from components.views.separable.tables import pairs_frame, power_frame
from components.views.stability import tables
from components.views.stability.figures.acceptability import acceptability_map, winning_matrix
from components.views.stability.figures.subjects import margins, seed_ranks
from components.views.stability.figures.ternary import weight_map
from components.views.stability.figures.weightings import central_weights
from components.views.stability.result.choices import choices, rules
from components.views.stability.result.duel import duel
from components.views.stability.result.leaders import corners_mapped, leaders, ternary
from components.views.stability.result.ranked import Absent
from components.views.stability.result.seeds import seeds
from components.views.stability.result.weightings import WeightingsResult
from components.views.stability.screen.samples import choose_pair, draw_samples
from components.views.stability.words import subjects as words
from components.views.stability.words.pair import DUEL_READING, duel_sentences, unranked_sentences
from components.views.stability.words.weightings import CENTRAL_READING, RANKS_READING, WINNING_READING, ranks_sentence
from components.widgets import cached
from components.widgets.page import data, figure, mode, notes, sentence, shown
from components.widgets.selection import change, distinct


def draw_separable(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Which ranks are separable, every pair, and the power to separate one of them."""
    result = cached.of(separable, resolved.selection)
    for told in separable_words.lead(result):
        sentence(told)
    if not result.pairs:
        return
    text = {"what is not given": st.column_config.TextColumn()}
    title = "Pairs of methods, and what would separate them"
    shown(pairs_frame(result), name="separable", title=title, resolved=resolved, columns=text)
    notes(*separable_words.notes(result))
    pair = pair_planned(resolved)
    if resolved.grids is None and pair is not None and len(result.methods) > 2:
        labels = result.labels
        names = {m: shortened(labels.method(m)) for m in result.methods}
        distinct("versus", ("Separate", "from"), names, pair)
    curve = cached.of(power_curve, resolved.selection)
    if curve is None:
        return
    if pair != result.methods[:2]:  # of the first two it stands above
        sentence(separable_words.pair_sentence(curve))
    if curve.lines:
        figure(
            power_lines(curve, mode()),
            name="power",
            title="Chance to separate the two over the number of benchmarks",
            reading=separable_words.POWER_READING,
            table=power_frame(curve),
            resolved=resolved,
        )


def draw_leaders(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Who can lead under some weights, and which weights typically put a method first."""
    result = cached.of(leaders, resolved.selection)
    sentence(*words.leaders_sentences(result, anywhere))
    if not isinstance(result, Absent):
        fine = st.column_config.NumberColumn(format="%.5f")
        table = tables.leaders_table(result, anywhere)
        shown(table, name="leaders", title="Who can lead", resolved=resolved, columns={"largest lead ε": fine})
    if len(anywhere.metrics) > 1 and anywhere.typical_weights:
        figure(
            central_weights(anywhere, mode()),
            name="central",
            title="Central weights of each method",
            reading=CENTRAL_READING,
            table=tables.central_table(anywhere),
            resolved=resolved,
        )


def draw_ranks(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Rank acceptability and duels as matrices."""
    sentence(ranks_sentence(anywhere))
    large = len(anywhere.methods) > 20
    left, right = st.columns(2, gap="medium")
    with left:
        figure(
            acceptability_map(anywhere, mode()),
            name="acceptability_map",
            title="Rank acceptability",
            reading=RANKS_READING,
            table=tables.acceptability_table(anywhere),
            resolved=resolved,
            tools=large,
        )
    with right:
        figure(
            winning_matrix(anywhere, mode()),
            name="winning",
            title="Who scores higher than whom",
            reading=WINNING_READING,
            table=tables.winning_table(anywhere),
            resolved=resolved,
            tools=large,
        )


def draw_map(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """The map of leaders over three metrics."""
    if len(anywhere.metrics) > 2:
        names = {m: shortened(anywhere.labels.metric(m)) for m in anywhere.metrics}
        distinct("corners", ("Top corner", "Left corner", "Right corner"), names, corners_mapped(resolved))
    result = cached.of(ternary, resolved.selection)
    sentence(*words.ternary_sentences(result))
    if not isinstance(result, Absent):
        figure(
            weight_map(result, mode()),
            name="weight_map",
            title="Who leads where on the map of weights",
            reading=words.MAP_READING,
            table=tables.ternary_table(result),
            resolved=resolved,
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
            table=tables.duel_table(result),
            resolved=resolved,
        )
    draw_samples(resolved)


def draw_choices(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """The ranking under every other choice."""
    result = cached.of(choices, resolved.selection)
    sentence(*words.choices_sentences(result))
    frame = tables.choices_table(result)
    wide = st.column_config.TextColumn(width="large" if frame["what changed"].str.len().max() > 10 else "small")
    title = "The ranking under other choices"
    shown(frame, name="choices", title=title, resolved=resolved, columns={"what changed": wide})
    turned = tables.reversals_table(result)
    if len(turned):
        data(turned, name="reversals", title="Rank reversals when one method is left out", resolved=resolved)


def draw_seeds(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """What the seeds alone can change."""
    result = cached.of(seeds, resolved.selection)
    sentence(*words.seeds_sentences(result))
    if not isinstance(result, Absent):
        figure(
            seed_ranks(result, mode()),
            name="seed_ranks",
            title="Ranks over seeds",
            reading=words.SEEDS_READING,
            table=tables.seeds_table(result),
            resolved=resolved,
        )


def draw_rules(resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Other ways to make one order out of the metrics."""
    result = cached.of(rules, resolved.selection)
    sentence(*words.rules_sentences(result))
    notes(words.RULES_NOTE)
    shown(tables.rules_table(result), name="rules", title="Ranks and scores under other rules", resolved=resolved)
    orders = tables.kemeny_table(result)
    if len(orders) > 1:
        data(orders, name="kemeny", title="Kemeny's optimal orders", resolved=resolved)


Draw = Callable[[Resolved, WeightingsResult], None]
_SUBJECTS: Mapping[str, tuple[str, Draw, tuple[str, ...]]] = {
    "leaders": ("Who can lead", draw_leaders, ("potential_optimality", "dominance", "central_weights")),
    "ranks": ("Ranks and duels", draw_ranks, ("winning",)),
    "separable": ("What these benchmarks can separate", draw_separable, ("sign_flips", "holm", "power")),
    "map": ("Map of weights", draw_map, ("uqs",)),
    "pair": ("Head to head", draw_duel, ("utility", "dominance", "dethroning")),
    "choices": ("Other choices", draw_choices, ("utility", "competition_rank")),
    "seeds": ("Seeds", draw_seeds, ("rank_interval", "confidence")),
    "rules": ("Other rules", draw_rules, ("borda", "copeland", "kemeny", "mrr", "topsis")),
}
"""The subjects by their name in the address: title, drawing, and the terms of each beside those of the page."""
_TITLES = {name: _SUBJECTS[name][0] for name in SUBJECTS}
_TABS = "stability_further"
OF_METHODS = ("leaders", "ranks", "separable")
"""Those that can be of methods with several checkpoints; the others are of single checkpoints."""


def tabs(resolved: Resolved) -> tuple[str, DeltaGenerator]:
    """Draw the row of subjects, one open at a time: the name of that one, and the place to draw it in."""
    chosen = resolved.selection
    # when the address does not say it: the subject whose choice it names, else the first
    usual = "pair" if chosen.versus else "map" if chosen.corners else SUBJECTS[0]
    name = chosen.show or usual
    st.session_state[_TABS] = _TITLES[name]
    row = st.tabs(list(_TITLES.values()), key=_TABS, on_change=_change_tab, args=(usual,))
    return name, row[list(_TITLES).index(name)]


def _change_tab(usual: str) -> None:
    names = {title: name for name, title in _TITLES.items()}
    name = names[st.session_state[_TABS]]
    change(show="" if name == usual else name)


def draw(subject: str, resolved: Resolved, anywhere: WeightingsResult) -> None:
    """Draw a subject, or say which rows have it."""
    if resolved.grids is not None and subject not in OF_METHODS:
        sentence(words.CHECKPOINTS_ONLY)
    else:
        _SUBJECTS[subject][1](resolved, anywhere)


def terms_of(subject: str, resolved: Resolved) -> tuple[str, ...]:
    """The terms that a subject of a suite uses."""
    sampled = subject == "pair" and resolved.tables.per_sample is not None
    return (*_SUBJECTS[subject][2], *(("per_sample",) if sampled else ()))
