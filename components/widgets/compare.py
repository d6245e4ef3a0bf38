"""Compare on screen: methods as chips, weights as segments, the way to the brief, answers."""

from collections.abc import Mapping
from functools import partial

import streamlit as st

from components import pages
from components.answers.compare.comparisons import VERDICTS
from components.choices.compared_data import DATA_SET, SPLIT, data_set_labels, split_labels
from components.choices.controls import MIDDLE
from components.choices.parsing import MAX_COMPARED
from components.choices.record import Choice
from components.format import shortened
from components.markup import tag, text
from components.resolved import Resolved
from components.results.comparisons import (
    ComparisonResult,
    data_sets_of,
    offered,
    pair_to_state,
)
from components.results.weightings import ALSO_READ, BALANCED, NAMES, called
from components.served import Served
from components.widgets import address, cached, page, show
from components.widgets.bar import head, room
from components.widgets.names import INSIDE, link

_ADD = "compare_add"
_WEIGHTS = "compare_weights"
CUSTOM = "custom"
MAX_LETTERS = 24
MAX_LETTERS_IN_LIST = 40


def draw() -> None:
    """Draw the page."""
    page.page(pages.COMPARE)
    view = head(pages.COMPARE)
    assert isinstance(view, Served)
    result = VERDICTS.result(view)
    labels = offered(view)
    methods = view.opened.get("methods", ())
    if isinstance(result, ComparisonResult):
        methods = tuple(result.methods)
    with room() or st.container():
        st.html(_chips(view, {method: labels.get(method, method) for method in methods}))
        _add(labels, methods)
        _weights(view.opened.get("weights", BALANCED))
        _parts_of_data(view, methods)
        if isinstance(result, ComparisonResult):
            brief_text = _brief(view, result)
            st.html(tag("a", text("One-page brief"), href=brief_text, class_="button", **INSIDE))
    show.items(pages.COMPARE.first, view, verdict=True)
    page.below(partial(show.rest, pages.COMPARE, view))


def _chips(view: Served, label_of_method: Mapping[str, str]) -> str:
    """Return the methods as markup, the claimed one first.

    A click on another makes it the claim, the cross takes one away.
    """
    claim_address = next(iter(label_of_method), "")
    chip_parts = []
    for method, method_label in label_of_method.items():
        other_addresses = [
            other_address for other_address in label_of_method if other_address != method
        ]
        method_name = text(shortened(method_label, MAX_LETTERS))
        cross = (
            _inside("×", _with_methods(view, other_addresses), f"Remove {method_label}")
            if other_addresses
            else ""
        )
        if method == claim_address:
            chip_parts.append(tag("span", tag("b", method_name), cross, class_="claim"))
            if other_addresses:
                chip_parts.append(tag("span", text("better than")))
            continue
        claimed = _with_methods(view, [method, *other_addresses])
        chip = tag(
            "a", method_name, href=claimed, title=f"Claim that {method_label} is better", **INSIDE
        )
        chip_parts.append(tag("span", chip, cross, class_="chip"))
    return tag("div", *chip_parts, class_="chips")


def _inside(link_text: str, href: str, link_title: str) -> str:
    return tag("a", text(link_text), href=href, aria_label=link_title, class_="cross", **INSIDE)


def _with_methods(view: Served, methods: list[str]) -> str:
    return link(view, pages.COMPARE, methods=tuple(methods), open="")


def _add(labels: Mapping[str, str], methods: tuple[str, ...]) -> None:
    if len(methods) >= MAX_COMPARED:
        return
    st.session_state[_ADD] = None
    st.selectbox(
        "Add a method",
        [method for method in labels if method not in methods],
        index=None,
        placeholder="Add",
        format_func=lambda method: shortened(labels[method], MAX_LETTERS_IN_LIST),
        width=140,
        key=_ADD,
        on_change=_take_method,
        args=(methods,),
        label_visibility="collapsed",
    )


def _take_method(methods: tuple[str, ...]) -> None:
    added_method = st.session_state[_ADD]
    if added_method:
        address.set_opened(methods=(*methods, added_method), open="")


def _weights(chosen: str) -> None:
    labels = dict(NAMES)
    if chosen not in NAMES:
        labels[CUSTOM] = called(chosen) if chosen in ALSO_READ else "Custom"
    st.session_state[_WEIGHTS] = chosen if chosen in NAMES else CUSTOM
    st.segmented_control(
        "Weights",
        list(labels),
        format_func=lambda weighting: labels[weighting],
        key=_WEIGHTS,
        on_change=_take_weights,
        args=(chosen,),
        label_visibility="collapsed",
    )


def _take_weights(before: str) -> None:
    weights = st.session_state[_WEIGHTS]
    if weights in (None, CUSTOM):
        weights = before
    address.set_opened(weights=weights)


def _parts_of_data(view: Served, methods: tuple[str, ...]) -> None:
    """Offer the data sets on which the methods meet, and the splits of the chosen one."""
    splits_of_data_set = view.of(data_sets_of, methods) if methods else {}
    data_set = view.opened.get(DATA_SET.name, "")
    if len(splits_of_data_set) > 1 or data_set:
        _part_of_data(DATA_SET, "Data set", data_set, data_set_labels(splits_of_data_set))
    splits = split_labels(splits_of_data_set, data_set)
    split = view.opened.get(SPLIT.name, "")
    if len(splits) > 2 or split:
        _part_of_data(SPLIT, "Split", split, splits)


def _part_of_data(choice: Choice, label: str, value: str, options: Mapping[str, str]) -> None:
    widget_key = f"compare_{choice.name}"
    st.session_state[widget_key] = value
    st.selectbox(
        label,
        list({**options, value: value}),
        format_func=lambda part: options.get(part, part),
        width=MIDDLE,
        key=widget_key,
        on_change=_take_part_of_data,
        args=(choice,),
        label_visibility="collapsed",
    )


def _take_part_of_data(choice: Choice) -> None:
    """Take a part of the data; another data set has other splits."""
    changes = {SPLIT.name: "", choice.name: st.session_state[f"compare_{choice.name}"], "open": ""}
    address.set_opened(**changes)


def _brief(view: Served, compared: ComparisonResult) -> str:
    """Return the address of the brief of the pair that is opened, or of the claim in the first
    ranking."""
    comparison, rival_ids = pair_to_state(compared, address.opened().get("open", ""))
    panel_view = Resolved(cached.tables(comparison.suite), comparison.selection)
    return link(panel_view, pages.BRIEF, compare=(comparison.claim_id, *rival_ids))
