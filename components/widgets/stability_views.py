"""The further views of the stability page, each with its sentence, its figure or table, and its downloads."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import streamlit as st

from components.figures import stability_methods, stability_ranks, stability_weights
from components.parts import stability_choice_tables as choice_frames
from components.parts import stability_choice_words as choice_words
from components.parts import stability_more_words as words
from components.parts import stability_tables as frames
from components.parts.stability_open import opened_corners, opened_pair
from components.view import View
from components.widgets import cached
from components.widgets.exports import downloads
from components.widgets.page import data, figure, mode, notes, sentence
from components.widgets.stability import distinct
from components.widgets.tables import table

Part = Mapping[str, Any]


def leaders(view: View, part: Part) -> None:
    """Who can lead under some weights, and which weights typically put a method first."""
    rows = cached.part("stability_leaders", view.selection)
    sentence(*words.leaders_sentences(view, rows, part))
    frame = frames.leaders_table(view, rows, part)
    fine = st.column_config.NumberColumn(format="%.5f")
    table(frame, name="leaders", title="Who can lead", columns={"largest lead ε": fine})
    downloads(frame, name="leaders", title="Who can lead", view=view)
    central = {m: w for m, w in part["central_weights"].items() if w is not None}
    order = sorted(central, key=lambda m: -part["first_draws"][m])
    if len(part["metrics"]) > 1 and central:
        now = {m: float(w) for m, w in zip(view.panel.metric_ids, view.w, strict=True) if m in part["metrics"]}
        figure(
            stability_weights.central_weights(
                {m: central[m] for m in order}, now, _methods(view), _metrics(view), mode()
            ),
            name="central",
            title="Central weights of each method",
            how=words.HOW_CENTRAL,
            table=frames.central_table(view, part),
            view=view,
            height=380,
        )


def ranks(view: View, part: Part) -> None:
    """Rank acceptability and duels as matrices."""
    sentence(words.ranks_sentence(view, part))
    height, large = stability_ranks.matrix_height(len(part["methods"])), len(part["methods"]) > 20
    left, right = st.columns(2, gap="medium")
    with left:
        figure(
            stability_ranks.acceptability_map(part, _methods(view), mode()),
            name="acceptability_map",
            title="Rank acceptability",
            how=words.HOW_RANKS,
            table=frames.acceptability_table(view, part),
            view=view,
            height=height,
            tools=large,
        )
    with right:
        figure(
            stability_ranks.winning_matrix(part, _methods(view), mode()),
            name="winning",
            title="Who scores higher than whom",
            how=words.HOW_WINNING,
            table=frames.winning_table(view, part),
            view=view,
            height=height,
            tools=large,
        )


def weight_map(view: View, part: Part) -> None:
    """The map of leaders over three metrics."""
    corners = opened_corners(view)
    if len(part["metrics"]) > 2:
        names = {m: view.metric_label(m) for m in part["metrics"]}
        distinct("corners", ("Top corner", "Left corner", "Right corner"), names, corners)
    found = cached.part("stability_map", view.selection)
    sentence(*words.map_sentences(view, found))
    if not found["reason"]:
        figure(
            stability_weights.weight_map(found, _methods(view), _metrics(view), mode()),
            name="weight_map",
            title="Who leads where on the map of weights",
            how=words.HOW_MAP,
            table=frames.map_table(view, found),
            view=view,
            height=460,
        )


def pair(view: View, part: Part) -> None:
    """Two methods head to head."""
    opened = opened_pair(view)
    if opened is not None:
        names = {m: view.method_label(m) for m in part["methods"]}
        distinct("versus", ("Method", "against"), names, opened)
    found = cached.part("stability_versus", view.selection)
    sentence(*words.pair_sentences(view, found))
    if not found["reason"]:
        figure(
            stability_methods.margins(found, _methods(view), _metrics(view), list(_metrics(view)), mode()),
            name="margins",
            title=f"{view.method_label(found['ahead'])} against {view.method_label(found['behind'])}, metric by metric",
            how=words.HOW_PAIR,
            table=frames.pair_table(view, found),
            view=view,
            height=stability_methods.rows_height(len(found["margins"])),
        )


def choices(view: View, part: Part) -> None:
    """The ranking under every other choice."""
    found = cached.part("stability_choices", view.selection)
    sentence(*choice_words.choices_sentences(view, found))
    frame = choice_frames.choices_table(view, found)
    wide = st.column_config.TextColumn(width="large" if frame["what changed"].str.len().max() > 10 else "small")
    table(frame, name="choices", title="The ranking under other choices", columns={"what changed": wide})
    downloads(frame, name="choices", title="The ranking under other choices", view=view)
    turned = choice_frames.reversals_table(view, found)
    if len(turned):
        data(turned, name="reversals", title="Rank reversals when one method is left out", view=view)


def seeds(view: View, part: Part) -> None:
    """What the seeds alone can change."""
    found = cached.part("stability_seeds", view.selection)
    sentence(*choice_words.seeds_sentences(view, found))
    if not found["reason"]:
        figure(
            stability_methods.seed_ranks(found["methods"], _methods(view), mode()),
            name="seed_ranks",
            title="Ranks over seeds",
            how=choice_words.HOW_SEEDS,
            table=choice_frames.seeds_table(view, found),
            view=view,
            height=stability_methods.rows_height(len(found["methods"])),
        )


def rules(view: View, part: Part) -> None:
    """Other ways to make one order out of the metrics."""
    found = cached.part("stability_rules", view.selection)
    sentence(*choice_words.rules_sentences(view, found))
    notes(choice_words.RULES_NOTE)
    frame = choice_frames.rules_table(view, found)
    table(frame, name="rules", title="Ranks and scores under other rules")
    downloads(frame, name="rules", title="Ranks and scores under other rules", view=view)
    if len(found["kemeny"]["orders"]) > 1:
        data(choice_frames.kemeny_table(view, found), name="kemeny", title="Kemeny's optimal orders", view=view)


DRAW: Mapping[str, Callable[[View, Part], None]] = MappingProxyType(
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


def _methods(view: View) -> dict[str, str]:
    return {m: view.method_label(m) for m in view.panel.methods}


def _metrics(view: View) -> dict[str, str]:
    return {m.id: m.label for m in view.tables.scores}
