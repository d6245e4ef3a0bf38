"""The further views of the stability page, each with its sentence, its figure or table, and its downloads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import streamlit as st

from components.resolved import Resolved
from components.views.stability import choice_tables as choice_frames
from components.views.stability import choice_words
from components.views.stability import more_words as words
from components.views.stability import tables as frames
from components.views.stability.figures import methods as stability_methods
from components.views.stability.figures import ranks as stability_ranks
from components.views.stability.figures import weights as stability_weights
from components.views.stability.open import opened_corners, opened_pair
from components.views.stability.screen import distinct
from components.widgets import cached
from components.widgets.exports import downloads
from components.widgets.page import data, figure, mode, notes, sentence
from components.widgets.tables import table

Part = Mapping[str, Any]


def leaders(resolved: Resolved, part: Part) -> None:
    """Who can lead under some weights, and which weights typically put a method first."""
    rows = cached.part("stability_leaders", resolved.selection)
    sentence(*words.leaders_sentences(resolved, rows, part))
    frame = frames.leaders_table(resolved, rows, part)
    fine = st.column_config.NumberColumn(format="%.5f")
    table(frame, name="leaders", title="Who can lead", columns={"largest lead ε": fine})
    downloads(frame, name="leaders", title="Who can lead", resolved=resolved)
    central = {m: w for m, w in part["central_weights"].items() if w is not None}
    order = sorted(central, key=lambda m: -part["first_draws"][m])
    if len(part["metrics"]) > 1 and central:
        now = {m: float(w) for m, w in zip(resolved.panel.metric_ids, resolved.w, strict=True) if m in part["metrics"]}
        figure(
            stability_weights.central_weights(
                {m: central[m] for m in order}, now, _methods(resolved), _metrics(resolved), mode()
            ),
            name="central",
            title="Central weights of each method",
            how=words.HOW_CENTRAL,
            table=frames.central_table(resolved, part),
            resolved=resolved,
            height=380,
        )


def ranks(resolved: Resolved, part: Part) -> None:
    """Rank acceptability and duels as matrices."""
    sentence(words.ranks_sentence(resolved, part))
    height, large = stability_ranks.matrix_height(len(part["methods"])), len(part["methods"]) > 20
    left, right = st.columns(2, gap="medium")
    with left:
        figure(
            stability_ranks.acceptability_map(part, _methods(resolved), mode()),
            name="acceptability_map",
            title="Rank acceptability",
            how=words.HOW_RANKS,
            table=frames.acceptability_table(resolved, part),
            resolved=resolved,
            height=height,
            tools=large,
        )
    with right:
        figure(
            stability_ranks.winning_matrix(part, _methods(resolved), mode()),
            name="winning",
            title="Who scores higher than whom",
            how=words.HOW_WINNING,
            table=frames.winning_table(resolved, part),
            resolved=resolved,
            height=height,
            tools=large,
        )


def weight_map(resolved: Resolved, part: Part) -> None:
    """The map of leaders over three metrics."""
    corners = opened_corners(resolved)
    if len(part["metrics"]) > 2:
        names = {m: resolved.metric_label(m) for m in part["metrics"]}
        distinct("corners", ("Top corner", "Left corner", "Right corner"), names, corners)
    found = cached.part("stability_map", resolved.selection)
    sentence(*words.map_sentences(resolved, found))
    if not found["reason"]:
        figure(
            stability_weights.weight_map(found, _methods(resolved), _metrics(resolved), mode()),
            name="weight_map",
            title="Who leads where on the map of weights",
            how=words.HOW_MAP,
            table=frames.map_table(resolved, found),
            resolved=resolved,
            height=460,
        )


def pair(resolved: Resolved, part: Part) -> None:
    """Two methods head to head."""
    opened = opened_pair(resolved)
    if opened is not None:
        names = {m: resolved.method_label(m) for m in part["methods"]}
        distinct("versus", ("Method", "against"), names, opened)
    found = cached.part("stability_versus", resolved.selection)
    sentence(*words.pair_sentences(resolved, found))
    if not found["reason"]:
        figure(
            stability_methods.margins(found, _methods(resolved), _metrics(resolved), list(_metrics(resolved)), mode()),
            name="margins",
            title=f"{resolved.method_label(found['ahead'])} against {resolved.method_label(found['behind'])}, metric by metric",
            how=words.HOW_PAIR,
            table=frames.pair_table(resolved, found),
            resolved=resolved,
            height=stability_methods.rows_height(len(found["margins"])),
        )


def choices(resolved: Resolved, part: Part) -> None:
    """The ranking under every other choice."""
    found = cached.part("stability_choices", resolved.selection)
    sentence(*choice_words.choices_sentences(resolved, found))
    frame = choice_frames.choices_table(resolved, found)
    wide = st.column_config.TextColumn(width="large" if frame["what changed"].str.len().max() > 10 else "small")
    table(frame, name="choices", title="The ranking under other choices", columns={"what changed": wide})
    downloads(frame, name="choices", title="The ranking under other choices", resolved=resolved)
    turned = choice_frames.reversals_table(resolved, found)
    if len(turned):
        data(turned, name="reversals", title="Rank reversals when one method is left out", resolved=resolved)


def seeds(resolved: Resolved, part: Part) -> None:
    """What the seeds alone can change."""
    found = cached.part("stability_seeds", resolved.selection)
    sentence(*choice_words.seeds_sentences(resolved, found))
    if not found["reason"]:
        figure(
            stability_methods.seed_ranks(found["methods"], _methods(resolved), mode()),
            name="seed_ranks",
            title="Ranks over seeds",
            how=choice_words.HOW_SEEDS,
            table=choice_frames.seeds_table(resolved, found),
            resolved=resolved,
            height=stability_methods.rows_height(len(found["methods"])),
        )


def rules(resolved: Resolved, part: Part) -> None:
    """Other ways to make one order out of the metrics."""
    found = cached.part("stability_rules", resolved.selection)
    sentence(*choice_words.rules_sentences(resolved, found))
    notes(choice_words.RULES_NOTE)
    frame = choice_frames.rules_table(resolved, found)
    table(frame, name="rules", title="Ranks and scores under other rules")
    downloads(frame, name="rules", title="Ranks and scores under other rules", resolved=resolved)
    if len(found["kemeny"]["orders"]) > 1:
        data(
            choice_frames.kemeny_table(resolved, found),
            name="kemeny",
            title="Kemeny's optimal orders",
            resolved=resolved,
        )


DRAW: Mapping[str, Callable[[Resolved, Part], None]] = MappingProxyType(
    {
        "leaders": leaders,
        "ranks": ranks,
        "map": weight_map,
        "pair": pair,
        "choices": choices,
        "seeds": seeds,
        "rules": rules,
    }
)
"""The further views by their name in the address."""

TERMS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "leaders": ("potential_optimality", "dominance", "central_weights"),
        "ranks": ("winning",),
        "map": ("uqs",),
        "pair": ("utility", "dominance", "dethroning"),
        "choices": ("utility", "competition_rank"),
        "seeds": ("rank_interval", "confidence"),
        "rules": ("borda", "copeland", "kemeny", "mrr", "topsis"),
    }
)
"""The terms each of them uses, beside those of the page."""


def _methods(resolved: Resolved) -> dict[str, str]:
    return {m: resolved.method_label(m) for m in resolved.panel.methods}


def _metrics(resolved: Resolved) -> dict[str, str]:
    return {m.id: m.label for m in resolved.tables.scores}
