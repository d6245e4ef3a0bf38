"""One control per choice: which values are offered, what they are called, and how they are
drawn."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import streamlit as st

from components import floors
from components.answers.inversion.audit import compute as inversion
from components.answers.record import Absent
from components.answers.survives.sides import compute as survives
from components.answers.survives.sides import done
from components.answers.tradeoff import axes
from components.choice_text import costs
from components.format import capital, counted, joined, markdown_text, shortened
from components.resolved import Resolved
from components.results.presets import presets as preset_weights
from components.selection import MAX_DRAWS, default_selection, panel_tables
from components.stats.ranking.weights import presets
from components.widgets import cached
from data.registry import OFFERED_MAPS, REFERENCE, Size, Suite, Tables

Control = Callable[[Resolved, dict[str, Any]], object]
"""Draws one widget for a view; the second argument ties it to the address (`selection.bound`)."""

_NARROW, _MIDDLE, _WIDE, _WIDEST = 120, 144, 204, 336
_ARROWS, _CHIP, _LETTER = 72, 40, 8
"""Pixels of a filter for its own buttons, for the frame of a chosen name, and for a letter of
it."""
_DRAWS = (1_000, 10_000, MAX_DRAWS)


def _suite(resolved: Resolved, tied: dict[str, Any]) -> None:
    known = cached.suites()
    if len(known) > 1:
        sizes = cached.sizes()
        names = {s.id: suite_text(s, sizes[s.id]) for s in known}
        st.selectbox(
            "Suite", list(names), format_func=lambda i: names.get(i, i), width=_WIDEST, **tied
        )


def suite_text(suite: Suite, size: Size) -> str:
    """A suite by its title, kind and size: "TOFU forget10 · 150 checkpoints, 21 metrics"."""
    ranked = counted(size.methods, "checkpoint" if size.families else "method")
    return f"{shortened(suite.title, 60)} · {ranked}, {counted(size.metrics, 'metric')}"


def _panel(resolved: Resolved, tied: dict[str, Any]) -> None:
    counts = resolved.tables.panel_runs
    names = {
        p.id: f"{shortened(p.label)} · {counted(counts.get(p.id, 0), 'run')}"
        for p in resolved.tables.panels
    }
    only = len(names) < 2
    st.selectbox(
        "Panel",
        list(names),
        format_func=lambda i: names.get(i, i),
        width=_WIDE,
        disabled=only,
        **tied,
    )


def _several(label: str, names: Mapping[Any, str], tied: dict[str, Any]) -> None:
    """A filter where an empty choice means all; it is as wide as the chosen names need."""
    chosen = [shortened(names.get(i, str(i))) for i in st.session_state[tied["key"]]]
    st.multiselect(
        label,
        list(names),
        format_func=lambda i: shortened(names.get(i, str(i))),
        placeholder=f"all {len(names)}" if len(names) > 1 else "the only one",
        disabled=len(names) < 2 and not st.session_state[tied["key"]],
        width=max(
            _MIDDLE, min(_WIDEST, _ARROWS + sum(_CHIP + _LETTER * len(label) for label in chosen))
        ),
        **tied,
    )


def _here(resolved: Resolved) -> Tables:
    return panel_tables(resolved.tables, resolved.selection.panel)


def _benchmarks(resolved: Resolved, tied: dict[str, Any]) -> None:
    _several("Benchmarks", {b.id: b.label for b in _here(resolved).benchmarks}, tied)


def _seeds(resolved: Resolved, tied: dict[str, Any]) -> None:
    _several("Seeds", {int(s): str(s) for s in _here(resolved).runs["seed"].unique()}, tied)


def _methods(resolved: Resolved, tied: dict[str, Any]) -> None:
    _several("Methods", {m.id: m.label for m in _here(resolved).candidates}, tied)


def _most(resolved: Resolved, tied: dict[str, Any]) -> None:
    """A box for each metric of cost; empty asks nothing."""
    limits = dict(resolved.selection.most)
    keys = {m.id: f"{tied['key']}_{m.id}" for m in costs(_here(resolved))}
    for metric in costs(_here(resolved)):
        st.session_state[keys[metric.id]] = limits.get(metric.id)
        st.number_input(
            f"{shortened(metric.label)} at most",
            min_value=0.0,
            placeholder="any",
            width=_MIDDLE,
            key=keys[metric.id],
            on_change=_limited,
            args=(keys, tied),
        )


def _limited(keys: Mapping[str, str], tied: dict[str, Any]) -> None:
    limits = {m: st.session_state[key] for m, key in keys.items()}
    st.session_state[tied["key"]] = tuple(
        (m, float(most)) for m, most in limits.items() if most is not None
    )
    tied["on_change"](*tied["args"])


def _switch(label: str, names: Mapping[str, str]) -> Control:
    def draw(resolved: Resolved, tied: dict[str, Any]) -> None:
        st.segmented_control(
            label, list(names), format_func=lambda i: names[i], required=True, **tied
        )

    return draw


def _transform(resolved: Resolved, tied: dict[str, Any]) -> None:
    several = [m.label for m in resolved.tables.scores if len(m.utilities) > 1]
    if several:
        _switch(f"{markdown_text(shortened(joined(several)))} map", {i: i for i in OFFERED_MAPS})(
            resolved, tied
        )


_ROWS = {
    "best": "best of each method",
    "checkpoints": "all checkpoints",
}


def _rows(resolved: Resolved, tied: dict[str, Any]) -> None:
    """Shown where methods have several checkpoints."""
    if resolved.tables.families:
        _switch("Rows", _ROWS)(resolved, tied)


def _aim(resolved: Resolved, tied: dict[str, Any]) -> None:
    """Shown where some metric offers closeness to the reference beside its printed direction."""
    if any(REFERENCE in m.aims and not m.targeted for m in resolved.tables.scores):
        _switch(
            "Aim", {"printed": "printed direction", REFERENCE: "closeness to the retrained model"}
        )(resolved, tied)


def _axes(resolved: Resolved, tied: dict[str, Any]) -> None:
    """Two boxes for one choice."""
    now = axes.pair(resolved)
    known = tuple(dict.fromkeys((*axes.offered(resolved), *now)))
    names = {a: shortened(axes.label(resolved, a)) for a in known}
    boxes(
        ("Axis across", "Axis up"),
        names,
        now,
        tied,
        width=min(_WIDEST, _ARROWS + _LETTER * max(map(len, names.values()))),
    )


def boxes(
    titles: Sequence[str],
    names: Mapping[str, str],
    chosen: Sequence[str],
    tied: dict[str, Any],
    width: int = 240,
) -> None:
    """One box per title, each another of the names; choosing what another box has swaps the two.

    `tied` ties all of them together to one choice.
    """
    keys = [f"{tied['key']}_{i}" for i in range(len(titles))]
    for i, (key, title, value) in enumerate(zip(keys, titles, chosen, strict=True)):
        st.session_state[key] = value
        st.selectbox(
            title,
            list(names),
            format_func=lambda n: names.get(n, n),
            width=width,
            key=key,
            on_change=_boxed,
            args=(keys, tuple(chosen), i, tied),
        )


def _boxed(keys: Sequence[str], before: Sequence[str], changed: int, tied: dict[str, Any]) -> None:
    now = [st.session_state[key] for key in keys]
    for i, value in enumerate(now):
        if i != changed and value == now[changed]:
            now[i] = before[changed]
    st.session_state[tied["key"]] = now
    tied["on_change"](*tied["args"])


def scopes(tables: Tables, benchmarks: Sequence[str]) -> dict[str, str]:
    """The scopes of agreement by their text form."""
    names = {b.id: b.label for b in tables.benchmarks}
    one = {f"benchmark:{b}": f"{names[b]}, mean over its seeds" for b in benchmarks}
    runs = {f"runs:{b}": f"{names[b]}, all its runs (as in the later revision)" for b in benchmarks}
    return {
        "blocks": "mean over blocks",
        **one,
        **runs,
        "pooled": "all runs pooled (mixes benchmarks)",
    }


def _scope(resolved: Resolved, tied: dict[str, Any]) -> None:
    names = scopes(resolved.tables, resolved.panel.benchmarks)
    names.setdefault(resolved.selection.scope, resolved.selection.scope)
    st.selectbox(
        "Scope",
        list(names),
        format_func=lambda i: shortened(names.get(i, i), 60),
        width=_WIDE,
        **tied,
    )


def _weights(resolved: Resolved, tied: dict[str, Any]) -> None:
    names: dict[Any, str] = {p.name: p.label for p in presets(resolved.tables)}
    own = resolved.selection.weights
    if not isinstance(own, str):
        names = {own: "your own", **names}
    st.selectbox(
        "Weights",
        list(names),
        format_func=lambda i: shortened(names.get(i, "your own")),
        width=_MIDDLE,
        **tied,
    )


_PURPOSES = {
    "published": "Published",
    "balanced": "Balanced",
    "forgetting_first": "Forgetting",
    "privacy_first": "Privacy",
    "utility_first": "Utility",
}
_CUSTOM = "custom"


def _purpose(resolved: Resolved, tied: dict[str, Any]) -> None:
    """The weights by what a user cares for, as segments; the other presets are in a list."""
    own = resolved.selection.weights
    fitting = {p.name: p.label for p in resolved.of(preset_weights) if p.weights is not None}
    first = {n: label for n, label in _PURPOSES.items() if n in fitting} | (
        {} if isinstance(own, str) else {_CUSTOM: "Custom"}
    )
    rest = {n: shortened(label) for n, label in fitting.items() if n not in first}
    chosen = own if isinstance(own, str) else _CUSTOM
    keys = f"{tied['key']}_first", f"{tied['key']}_more"
    st.session_state[keys[0]] = chosen if chosen in first else None
    st.session_state[keys[1]] = chosen if chosen in rest else None
    st.segmented_control(
        "Weights",
        list(first),
        format_func=lambda n: first[n],
        key=keys[0],
        on_change=_weigh,
        args=(keys[0], own, tied),
    )
    st.selectbox(
        "More weights",
        list(rest),
        index=None,
        placeholder="More",
        format_func=lambda n: rest.get(n, n),
        width=_NARROW,
        key=keys[1],
        on_change=_weigh,
        args=(keys[1], own, tied),
    )


def _weigh(key: str, own: Any, tied: dict[str, Any]) -> None:
    value = st.session_state[key]
    st.session_state[tied["key"]] = own if value in (None, _CUSTOM) else value
    tied["on_change"](*tied["args"])


def _perturbation(resolved: Resolved, tied: dict[str, Any]) -> None:
    """Shown where several things were done to the models of the panel."""
    known = done(resolved)
    if len(known) > 1:
        names = dict(
            resolved.tables.extras["perturbations"][["id", "label"]].itertuples(
                index=False, name=None
            )
        )
        st.session_state[tied["key"]] = resolved.selection.perturbation or known[0]
        st.selectbox(
            "After unlearning",
            known,
            format_func=lambda i: shortened(names.get(i, i)),
            width=_WIDE,
            **tied,
        )


def _judge(resolved: Resolved, tied: dict[str, Any]) -> None:
    """The first judge is the usual one; shown where there are reconstructions."""
    result = resolved.of(inversion)
    if not isinstance(result, Absent):
        names = {j.id: j.label for j in result.judges}
        _first_usual("Judge", names, result.judge, tied, _WIDEST)


def _private_set(resolved: Resolved, tied: dict[str, Any]) -> None:
    result = resolved.of(inversion)
    if (
        not isinstance(result, Absent)
        and len(sets := [s for s in result.all_private_sets if s]) > 1
    ):
        names = {"": f"all {len(result.all_private_sets)}", **{s: s for s in sets}}
        _first_usual("Private set", names, result.private_set, tied, _WIDE)


def _first_usual(
    label: str, names: Mapping[str, str], chosen: str, tied: dict[str, Any], width: int
) -> None:
    """A box whose first name is what an address without the choice means."""
    first = next(iter(names))
    shown = {("" if i == first else i): shortened(name, 60) for i, name in names.items()}
    st.session_state[tied["key"]] = "" if chosen == first else chosen
    st.selectbox(label, list(shown), format_func=lambda i: shown.get(i, i), width=width, **tied)


def _survival(resolved: Resolved, tied: dict[str, Any]) -> None:
    """A slider for each metric measured before and after; all of them are one choice, the heaviest
    at 1."""
    sides = resolved.of(survives)
    metrics = resolved.tables.after_metrics if isinstance(sides, Absent) else sides.metrics
    weights = dict(resolved.selection.survival) if isinstance(sides, Absent) else sides.w
    most, keys = (
        max(weights.values(), default=1.0),
        {m.id: f"{tied['key']}_{m.id}" for m in metrics},
    )
    for metric in metrics if len(metrics) > 1 else ():
        st.session_state[keys[metric.id]] = weights.get(metric.id, 0.0) / most
        label = f"Weight of {markdown_text(shortened(metric.label, 20))}"
        st.slider(
            label,
            0.0,
            1.0,
            step=0.05,
            width=_MIDDLE,
            key=keys[metric.id],
            on_change=_weighed,
            args=(keys, tied),
        )


def _weighed(keys: Mapping[str, str], tied: dict[str, Any]) -> None:
    weights = [(m, st.session_state[key]) for m, key in keys.items()]
    st.session_state[tied["key"]] = tuple((m, w) for m, w in weights if w)
    tied["on_change"](*tied["args"])


def _floors(resolved: Resolved, tied: dict[str, Any]) -> None:
    """Shown where something can be kept."""
    names = {f: shortened(capital(floors.name(resolved, f)), 90) for f in floors.offered(resolved)}
    if len(names) > 1:
        st.selectbox(
            "Floor", list(names), format_func=lambda i: names.get(i, "None"), width=_WIDEST, **tied
        )


def _k(resolved: Resolved, tied: dict[str, Any]) -> None:
    counts: list[int | str] = ["auto", *range(1, len(resolved.panel.compared.metrics) + 1)]
    if resolved.selection.k not in counts:
        counts.append(resolved.selection.k)
    st.selectbox("Clusters", counts, width=_NARROW, **tied)


def _radius(resolved: Resolved, tied: dict[str, Any]) -> None:
    st.slider(
        "Radius (expected L1 change of the weights)",
        0.01,
        1.5,
        step=0.01,
        width=2 * _MIDDLE,
        **tied,
    )


def _draws(resolved: Resolved, tied: dict[str, Any]) -> None:
    counts = sorted({*_DRAWS, resolved.selection.draws})
    st.selectbox(
        "Random weightings",
        counts,
        format_func=lambda n: f"{n:,}".replace(",", " "),
        width=_NARROW,
        **tied,
    )


CONTROLS: Mapping[str, Control] = {
    "suite": _suite,
    "panel": _panel,
    "benchmarks": _benchmarks,
    "seeds": _seeds,
    "methods": _methods,
    "most": _most,
    "protocol": _switch("Protocol", {"tie-aware": "tie-aware", "published": "as published"}),
    "scope": _scope,
    "transform": _transform,
    "aggregate": _switch(
        "Averaging", {"score-of-means": "score of means", "mean-of-scores": "mean of scores"}
    ),
    "weights": _weights,
    "purpose": _purpose,
    "floors": _floors,
    "aim": _aim,
    "rows": _rows,
    "axes": _axes,
    "perturbation": _perturbation,
    "survival": _survival,
    "judge": _judge,
    "private_set": _private_set,
    "linkage": _switch("Linkage", {x: x for x in ("average", "complete", "single", "ward")}),
    "k": _k,
    "radius": _radius,
    "draws": _draws,
}
"""The controls a page may ask for by the name of the choice."""


def choices_text(resolved: Resolved, folded: Sequence[str]) -> str:
    """What some choices say now, where anything differs from a first visit; empty where nothing
    does.

    "MMUBench only · all seeds and methods · as published".
    """
    chosen, usual = resolved.selection, default_selection(resolved.tables)
    filters = {n: getattr(chosen, n) for n in folded if n in _FILTERED}
    whole = joined([n for n, value in filters.items() if not value])
    some = [_some(resolved, n, value) for n, value in filters.items() if value]
    other = [n for n in folded if n not in filters and getattr(chosen, n) != getattr(usual, n)]
    if not some and not other:
        return ""
    parts = [*some, *([f"all {whole}"] if whole else []), *(_VALUES[n](resolved) for n in other)]
    line = " · ".join(parts)
    return markdown_text(line[:1].upper() + line[1:])


_FILTERED = ("benchmarks", "seeds", "methods")
_MOST_NAMED = 2


def _some(resolved: Resolved, name: str, value: Sequence[Any]) -> str:
    if len(value) > _MOST_NAMED:
        return f"{len(value)} {name}"
    call = {"benchmarks": resolved.labels.benchmark, "methods": resolved.labels.method}.get(
        name, "seed {}".format
    )
    return f"{joined([shortened(call(v)) for v in value])} only"


def _weights_text(resolved: Resolved) -> str:
    own = resolved.selection.weights
    names = {p.name: p.label for p in presets(resolved.tables)}
    return f"weights: {shortened(names[own]) if isinstance(own, str) else 'your own'}"


def _most_text(resolved: Resolved) -> str:
    limits = [
        f"{shortened(resolved.labels.metric(m))} at most {most:g}"
        for m, most in resolved.selection.most
    ]
    return (
        f"{joined(limits)}: {counted(len(resolved.too_dear), 'method')} left out, needing more or"
        " not measured"
    )


_VALUES: Mapping[str, Callable[[Resolved], str]] = {
    "most": _most_text,
    "protocol": lambda r: "as published" if r.selection.protocol == "published" else "tie-aware",
    "scope": lambda r: shortened(
        scopes(r.tables, r.panel.benchmarks).get(r.selection.scope, r.selection.scope), 60
    ),
    "transform": lambda r: f"{r.selection.transform} map",
    "aggregate": lambda r: r.selection.aggregate.replace("-", " "),
    "rows": lambda r: _ROWS[r.selection.rows].lower(),
    "aim": lambda r: (
        "closeness to the retrained model" if r.selection.aim == REFERENCE else "printed directions"
    ),
    "weights": _weights_text,
    "survival": lambda r: "your own weights of what was measured before and after",
    "floors": lambda r: f"floor: {shortened(floors.name(r, r.selection.floors), 90)}",
    "linkage": lambda r: f"{r.selection.linkage} linkage",
    "k": lambda r: f"{r.selection.k} clusters",
    "draws": lambda r: f"{r.selection.draws:,} random weightings",
}
"""What a choice that is not a filter says in one line."""
