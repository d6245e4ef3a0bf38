"""The page Inversion: the audit of reconstructions against a judge, and of a table that a reader brings.

What a reader brings stays in this session: its choices are widgets of the session and never part of the address.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import partial

import streamlit as st

from components.answers.inversion import gallery
from components.answers.inversion.audit import InversionResult, audit, compute, panel_with_inversion, published
from components.answers.inversion.confusion import CONFUSION
from components.answers.inversion.evaluators import EVALUATORS, ON_REAL_IMAGES
from components.answers.inversion.images import sample
from components.answers.inversion.slopes import SLOPES
from components.answers.record import Absent
from components.errors import LeaderboardError
from components.intake.inversion import InversionTable, read
from components.intake.limits import MAX_BYTES
from components.pages import INVERSION
from components.plotting.theme import themed
from components.resolved import Resolved
from components.text import counted, markdown_text, shortened
from components.widgets import cached, exports, later, notices
from components.widgets.answer import answer
from components.widgets.glossary import terms
from components.widgets.page import PLOT_CONFIG, below, mode, page, section, sentence
from components.widgets.selection import bound, change, filters
from components.widgets.tables import data, opened_table

_HELD, _ERROR, _ROUND = "_inversion", "_inversion_error", "_inversion_round"


def held() -> InversionTable | None:
    """The reconstructions that this reader brought, if any."""
    table: InversionTable | None = st.session_state.get(_HELD)
    return table


def unshared() -> str:
    """What a link to the page does not carry; nothing when no table was brought."""
    if held() is None:
        return ""
    return (
        "Your table stays in this session: a link opens this page with the reconstructions of the suite, and whoever "
        "has your file can bring it there."
    )


def show() -> None:
    """Draw the page: the audit of a suite's reconstructions, or of the reader's own table."""
    page(INVERSION)
    view = _audited(filters("suite", start=panel_with_inversion, unshared=unshared()))
    result = view.of(compute)
    if isinstance(result, Absent):
        nothing(result.reason)
    else:
        choices(result)
        answer(SLOPES, view, verdict=True)
    below(partial(_rest, view))


def _rest(view: Resolved) -> None:
    result = view.of(compute)
    if not isinstance(result, Absent):
        for one in (CONFUSION, EVALUATORS, ON_REAL_IMAGES):
            answer(one, view)
        section("False positives to look at")
        pictures(view, result)
    cited(view)
    bring()
    terms("standard_evaluator", "false_positive_rate", "wilson", "newcombe", "mcnemar", "kappa", "ac1", "tau_b")


def _audited(view: Resolved) -> Resolved:
    """What is shown: the reader's own table, which is never kept with what others see, else the suite."""
    own = held()
    if own is None:
        return view
    st.info("Your own table, private to this session: it is not stored or logged, and no other reader can see it.")
    st.button("Let go of it and show the suite again", key="inversion_drop", on_click=_drop)
    judge, private_set = (st.session_state.get(f"own_{n}") or "" for n in ("judge", "private_set"))
    judge = judge if judge in own.judges else ""
    private_set = private_set if private_set in {r.private_set for r in own.rows} else ""
    suite = replace(view.tables.suite, id="yours", title="Your table", paper="", url="", licence="", private=True)
    mine = Resolved(replace(view.tables, suite=suite, data_version="private"), view.selection)
    mine.know(compute, audit(own, judge, private_set, view.selection.rng))
    return mine


def nothing(reason: str) -> None:
    """Why there is nothing to audit, and where there is."""
    sentence(reason)
    others = [s for s in cached.suites() if "inversion" in cached.tables(s.id).extras]
    with st.container(horizontal=True, gap="small", key="inversion_suites"):
        for suite in others:
            label = f"Show {markdown_text(shortened(suite.title, 60))}"
            st.button(label, key=f"show_{suite.id}", on_click=change, kwargs={"suite": suite.id})


def choices(result: InversionResult) -> None:
    """The judge and the private set."""
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="inversion_choices"):
        first = result.judges[0].id
        judges = {("" if j.id == first else j.id): j.label for j in result.judges}
        _choose("Judge", judges, "judge", "" if result.judge == first else result.judge, 320)
        sets = {"": f"all {len(result.all_private_sets)}", **{s: s for s in result.all_private_sets if s}}
        if len(sets) > 2:
            _choose("Private set", sets, "private_set", result.private_set, 204)


def pictures(resolved: Resolved, result: InversionResult) -> None:
    """The false positives as images."""
    attacks = list(dict.fromkeys(g.attack for g in result.gallery))
    if not attacks:
        sentence(gallery.pictures(result, []))
        return
    own = held() is not None
    attack = (st.session_state.get("own_attack") or "") if own else resolved.selection.attack
    if len(attacks) > 1:
        named = {("" if a == attacks[0] else a): a for a in attacks}
        _choose("Attack", named, "attack", attack if attack in attacks[1:] else "", 240)
    if attack and attack not in attacks:
        notices.notice("info", f"No image of a false positive of {shortened(attack)}; shown are those of {attacks[0]}.")
        attack = ""
    images = sample(result.gallery, result.private_sets, attack)
    sentence(gallery.pictures(result, images))
    # on a narrow screen the squares are smaller than the room kept for them
    st.html(
        "<style>.st-key-figure_gallery { container-type: inline-size; }\n"
        ".st-key-chart_gallery, .st-key-chart_gallery .js-plotly-plot { overflow: hidden; "
        f"max-height: calc(16px + {100 * gallery.gallery_share(images, result.real):.2f}cqw); }}</style>"
    )
    title = f"Images of {counted(len(images), 'false positive')} of {shortened(images[0].attack or 'the table')}"
    drawn = themed(gallery.draw(images, result.real, mode()), mode())
    later.first("gallery")
    with st.container(key="figure_gallery", gap="xsmall"):
        chart = partial(st.plotly_chart, drawn, theme=None, key="chart_gallery", config=PLOT_CONFIG, alt=title)
        later.later(chart, "gallery", drawn.layout.height)
        with st.container(horizontal=True, gap="small", key="foot_gallery"):
            st.caption(markdown_text(gallery.READING))
            exports.picture("gallery", title, resolved)
    make = partial(gallery.gallery_table, images)
    data(make, resolved.labels, name="gallery", title=title, view=resolved)


def cited(resolved: Resolved) -> None:
    """What the paper prints, given for comparison."""
    claims = published(resolved.tables)
    if claims:
        section("What the paper prints", "arXiv 2505.03519; its reconstructions are not released.")
        sentence(f"{counted(len(claims), 'figure')} given for comparison; none can be recomputed from these tables.")
        title = "Published figures on evaluators of model inversion"
        make = partial(gallery.published_table, claims)
        opened_table(make, resolved.labels, name="cited", title=title, view=resolved)


def bring() -> None:
    """Audit a table of your own."""
    section("Audit your own reconstructions")
    sentence(
        "One table with a row per reconstruction and the columns standard and judge (or judge1, judge2, …), each yes, "
        "no or refused, and where known attack, private_set, target and identity. Where each evaluator has a file of "
        "its own, join them on the filename first. What you bring stays in this session."
    )
    key = f"inversion_table_{st.session_state.setdefault(_ROUND, 0)}"
    st.file_uploader("Your table", max_upload_size=MAX_BYTES // 2**20, key=key, on_change=_take, args=(key,))
    if st.session_state.get(_ERROR):
        notices.notice("error", st.session_state[_ERROR])


def _take(key: str) -> None:
    """Read what was brought."""
    st.session_state[_ERROR], file = "", st.session_state[key]
    if file is None:
        return
    try:
        st.session_state[_HELD] = read(file.name, file.getvalue())
    except LeaderboardError as error:
        st.session_state[_ERROR] = f"{shortened(file.name, 60)}: {error}."


def _drop() -> None:
    for name in (_HELD, _ERROR):
        st.session_state.pop(name, None)
    st.session_state[_ROUND] = st.session_state.get(_ROUND, 0) + 1


def _choose(label: str, named: Mapping[str, str], name: str, value: str, width: int) -> None:
    """A select box tied to the address, or, for a table of the reader's own, to the session."""
    tied = {"key": f"own_{name}"} if held() is not None else bound(name, value)
    st.selectbox(label, list(named), format_func=lambda i: shortened(named.get(i, i), 60), width=width, **tied)
