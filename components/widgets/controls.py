"""Each kind of control on the screen, drawn from its description in components/choices/controls.py.

A control shows what the address says. When it is used, its callback writes the address.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import streamlit as st

from components.choices.controls import (
    MIDDLE,
    NARROW,
    WIDEST,
    Boxes,
    Control,
    LimitPerMetric,
    Presets,
    Segments,
    Several,
    Slider,
    TextBox,
    WeightPerMetric,
)
from components.format import markdown_text, shortened
from components.words import Labels

ARROW_WIDTH = 72
CHIP_WIDTH = 40
LETTER_WIDTH = 8
"""Pixels of a filter for its buttons, for the frame of a chosen name, and for a letter of it."""
PURPOSES = {
    "balanced": "Balanced",
    "forgetting_first": "Forgetting",
    "privacy_first": "Privacy",
    "utility_first": "Utility",
    "published": "Published",
}
CUSTOM_WEIGHTS = "custom"


@dataclass(frozen=True)
class Bound:
    """A control of a choice tied to the address.

    key      of its widget
    value    what the address says
    take     writes a new value into the address
    subject  what the options depend on: a view, or the result of an answer
    names    what everything is called
    """

    key: str
    value: Any
    take: Callable[[Any], None]
    subject: Any
    names: Labels


def draw_control(control: Control, bound: Bound) -> None:
    """Draw a control; one without options is left out."""
    DRAW_BY_KIND[type(control)](control, bound)


def _take_widget(bound: Bound) -> None:
    widget_value = st.session_state[bound.key]
    bound.take(tuple(widget_value) if isinstance(widget_value, list) else widget_value)


def _segments(control: Segments, bound: Bound) -> None:
    options = control.options(bound.subject, bound.names)
    if not options:
        return
    control_label = (
        control.label if isinstance(control.label, str) else control.label(bound.subject)
    )
    st.session_state[bound.key] = bound.value
    st.segmented_control(
        control_label,
        list(options),
        format_func=lambda option: options[option],
        required=True,
        key=bound.key,
        on_change=_take_widget,
        args=(bound,),
    )


def _boxes(control: Boxes, bound: Bound) -> None:
    options = control.options(bound.subject, bound.names)
    is_left_out = len(options) < control.at_least and not control.disabled
    if not options or is_left_out:
        return
    chosen = [bound.value]
    if control.chosen is not None:
        chosen = list(control.chosen(bound.subject))
    widget_keys = [bound.key]
    if control.chosen is not None:
        widget_keys = [f"{bound.key}_{box_index}" for box_index in range(len(control.labels))]
    for box_index, (widget_key, box_label, option) in enumerate(
        zip(widget_keys, control.labels, chosen, strict=False)
    ):
        st.session_state[widget_key] = option if option in options else next(iter(options))
        st.selectbox(
            box_label,
            list(options),
            format_func=lambda option_id: options.get(option_id, str(option_id)),
            width=control.width,
            disabled=len(options) < control.at_least,
            key=widget_key,
            on_change=_take_boxes,
            args=(bound, widget_keys, chosen, box_index),
        )


def _take_boxes(
    bound: Bound, widget_keys: Sequence[str], before: Sequence[Any], changed: int
) -> None:
    values = [st.session_state[widget_key] for widget_key in widget_keys]
    if len(values) == 1:
        bound.take(values[0])
        return
    for box_index, box_value in enumerate(values):
        if box_index != changed and box_value == values[changed]:
            values[box_index] = before[changed]
    bound.take(tuple(values))


def _several(control: Several, bound: Bound) -> None:
    """Draw a filter; it is as wide as the chosen names need."""
    options = control.options(bound.subject, bound.names)
    chosen = list(bound.value)
    letters = [len(shortened(options.get(option, str(option)))) for option in chosen]
    needed = ARROW_WIDTH + sum(CHIP_WIDTH + LETTER_WIDTH * n_letters for n_letters in letters)
    st.session_state[bound.key] = chosen
    st.multiselect(
        control.label,
        list(options),
        format_func=lambda option: shortened(options.get(option, str(option))),
        placeholder=f"all {len(options)}" if len(options) > 1 else "the only one",
        disabled=len(options) < 2 and not chosen,
        width=max(MIDDLE, min(WIDEST, needed)),
        key=bound.key,
        on_change=_take_widget,
        args=(bound,),
    )


def _text_box(control: TextBox, bound: Bound) -> None:
    box_text = str(bound.value or "")
    usual_text = control.usual(bound.subject)
    if control.lines:
        st.session_state[bound.key] = box_text.replace(";", "\n")
        st.text_area(
            control.label,
            placeholder=usual_text,
            width=420,
            key=bound.key,
            on_change=_take_text,
            args=(bound,),
        )
        return
    st.session_state[bound.key] = box_text
    st.text_input(
        control.label,
        placeholder=usual_text,
        max_chars=200,
        width=180,
        key=bound.key,
        on_change=_take_text,
        args=(bound,),
    )


def _take_text(bound: Bound) -> None:
    bound.take(st.session_state[bound.key].strip())


def _slider(control: Slider, bound: Bound) -> None:
    # a value that comes back from the server would undo the keys pressed meanwhile
    if st.session_state.get(bound.key) != bound.value:
        st.session_state[bound.key] = bound.value
    st.slider(
        control.label,
        control.low,
        control.high,
        step=control.step,
        width=2 * MIDDLE,
        key=bound.key,
        on_change=_take_widget,
        args=(bound,),
    )


def _limits(control: LimitPerMetric, bound: Bound) -> None:
    limits = dict(bound.value)
    metrics = control.metrics(bound.subject)
    key_of_metric = {metric.id: f"{bound.key}_{metric.id}" for metric in metrics}
    for metric in metrics:
        widget_key = key_of_metric[metric.id]
        st.session_state[widget_key] = limits.get(metric.id)
        st.number_input(
            f"{shortened(metric.label)} at most",
            min_value=0.0,
            placeholder="any",
            width=MIDDLE,
            key=widget_key,
            on_change=_take_limits,
            args=(bound, key_of_metric),
        )


def _take_limits(bound: Bound, key_of_metric: Mapping[str, str]) -> None:
    limits = {metric: st.session_state[widget_key] for metric, widget_key in key_of_metric.items()}
    bound.take(
        tuple((metric_id, float(limit)) for metric_id, limit in limits.items() if limit is not None)
    )


def _weights(control: WeightPerMetric, bound: Bound) -> None:
    weights = control.weights(bound.subject)
    heaviest = max(weights.values(), default=1.0)
    metrics = control.metrics(bound.subject)
    key_of_metric = {metric.id: f"{bound.key}_{metric.id}" for metric in metrics}
    for metric in metrics:
        widget_key = key_of_metric[metric.id]
        st.session_state[widget_key] = weights.get(metric.id, 0.0) / heaviest
        st.slider(
            f"Weight of {markdown_text(shortened(metric.label, 20))}",
            0.0,
            1.0,
            step=0.05,
            width=MIDDLE,
            key=widget_key,
            on_change=_take_weights,
            args=(bound, key_of_metric),
        )


def _take_weights(bound: Bound, key_of_metric: Mapping[str, str]) -> None:
    weights = [
        (metric, st.session_state[widget_key]) for metric, widget_key in key_of_metric.items()
    ]
    bound.take(tuple((metric, weight) for metric, weight in weights if weight))


def _presets(control: Presets, bound: Bound) -> None:
    fitting = control.options(bound.subject, bound.names)
    in_row = {
        preset_name: preset_label
        for preset_name, preset_label in PURPOSES.items()
        if preset_name in fitting
    }
    chosen = bound.value
    if not isinstance(chosen, str):
        in_row[CUSTOM_WEIGHTS] = "Custom"
        chosen = CUSTOM_WEIGHTS
    in_list = {
        preset_id: shortened(preset_label)
        for preset_id, preset_label in fitting.items()
        if preset_id not in in_row
    }
    row_key = f"{bound.key}_first"
    list_key = f"{bound.key}_more"
    st.session_state[row_key] = chosen if chosen in in_row else None
    st.session_state[list_key] = chosen if chosen in in_list else None
    st.segmented_control(
        "Weights",
        list(in_row),
        format_func=lambda preset_name: in_row[preset_name],
        key=row_key,
        on_change=_take_preset,
        args=(bound, row_key),
    )
    st.selectbox(
        "More weights",
        list(in_list),
        index=None,
        placeholder="More",
        format_func=lambda preset_name: in_list.get(preset_name, preset_name),
        width=NARROW,
        key=list_key,
        on_change=_take_preset,
        args=(bound, list_key),
    )


def _take_preset(bound: Bound, widget_key: str) -> None:
    preset = st.session_state[widget_key]
    bound.take(bound.value if preset in (None, CUSTOM_WEIGHTS) else preset)


DRAW_BY_KIND: Mapping[type, Callable[[Any, Bound], None]] = {
    Segments: _segments,
    Boxes: _boxes,
    Several: _several,
    TextBox: _text_box,
    Slider: _slider,
    LimitPerMetric: _limits,
    WeightPerMetric: _weights,
    Presets: _presets,
}
