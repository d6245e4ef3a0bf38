"""What only the screen has of the page Inversion: other suites, false positives as images, and what a paper prints."""

from functools import partial

import streamlit as st

from components.answers.inversion import gallery
from components.answers.inversion.audit import InversionResult, compute, published
from components.answers.inversion.confusion import CONFUSION
from components.answers.inversion.evaluators import EVALUATORS, ON_REAL_IMAGES
from components.answers.inversion.images import sample
from components.answers.record import Absent
from components.plotting.theme import themed
from components.resolved import Resolved
from components.text import counted, markdown_text, shortened
from components.widgets import cached, exports, later, notices
from components.widgets.answer import answer
from components.widgets.page import PLOT_CONFIG, mode, section, sentence
from components.widgets.selection import bound, change
from components.widgets.tables import data, opened_table


def suites(view: Resolved) -> None:
    """The suites that have reconstructions, where this one has none."""
    if not isinstance(view.of(compute), Absent):
        return
    with st.container(horizontal=True, gap="small", key="inversion_suites"):
        for suite in (s for s in cached.suites() if "inversion" in cached.tables(s.id).extras):
            label = f"Show {markdown_text(shortened(suite.title, 60))}"
            st.button(label, key=f"show_{suite.id}", on_click=change, kwargs={"suite": suite.id})


def evaluators(view: Resolved) -> None:
    """How the evaluators differ, and images of what one accepts and the other rejects."""
    result = view.of(compute)
    if isinstance(result, Absent):
        return
    for one in (CONFUSION, EVALUATORS, ON_REAL_IMAGES):
        answer(one, view)
    section("False positives to look at")
    pictures(view, result)


def pictures(resolved: Resolved, result: InversionResult) -> None:
    """The false positives as images."""
    attacks = list(dict.fromkeys(g.attack for g in result.gallery))
    if not attacks:
        sentence(gallery.pictures(result, []))
        return
    attack = resolved.selection.attack
    if len(attacks) > 1:
        named = {("" if a == attacks[0] else a): shortened(a, 60) for a in attacks}
        tied = bound("attack", attack if attack in attacks[1:] else "")
        st.selectbox("Attack", list(named), format_func=lambda a: named.get(a, a), width=240, **tied)
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
        sentence(
            f"{counted(len(claims), 'printed number')} given for comparison; none can be recomputed from these tables."
        )
        title = "Published figures on evaluators of model inversion"
        make = partial(gallery.published_table, claims)
        opened_table(make, resolved.labels, name="cited", title=title, view=resolved)


def own(view: Resolved) -> None:
    """How reconstructions of one's own are audited."""
    section("Audit your own reconstructions")
    sentence(
        "One table with a row per reconstruction and the columns standard and judge (or judge1, judge2, …), each yes, "
        "no or refused, and where known attack, private_set, target and identity. The same audit on your machine, "
        "from a copy of this project:"
    )
    st.code("python -m components.answers.inversion.command TABLE --format markdown", language=None, wrap_lines=True)
