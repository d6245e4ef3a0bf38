"""The result of a table: its verdict, its ranking, where else it could be ranked, and what can be
done with it."""

from collections.abc import Sequence

import streamlit as st

from components import pages
from components.answers.your_results.standing import Standing, StandingRow, sentences
from components.exports.package import package, package_name
from components.format import at_most, counted, markdown_text, number, shortened, verb
from components.intake.grid import OWN, Grid
from components.markup import tag, text
from components.widgets import address, page
from components.widgets.your_results import state
from components.widgets.your_results.strip import draw_strip
from data.read.files import KEPT

MAX_PREVIEWED = 14
MAX_LEFT_OUT = 6
MAX_OFFERS = 24


def draw_result(outcome: state.Outcome | None) -> None:
    """Draw what is proposed, or the verdict and the ranking."""
    if outcome is None:
        page.answer("Add a table, one row per run.")
        return
    grid = outcome.grid
    if grid is not None and not grid.may_rank and not outcome.problem:
        draw_strip(grid)
        n_open = len(grid.proposals)
        page.answer(
            "No rank yet.",
            f"{counted(n_open, 'proposal')} {verb(n_open, 'waits', 'wait')} for you.",
        )
        _offers(grid)
        return
    standing = state.shown_standing(outcome)
    if standing is None:
        page.answer("Nothing can be ranked.", outcome.problem or _why_nothing(outcome))
    else:
        _ranked(outcome, standing)
    if grid is not None:
        _offers(grid)
    if outcome.build and outcome.suite:
        _download(outcome)


def _why_nothing(outcome: state.Outcome) -> str:
    """Return why a table without a problem has no rank."""
    if outcome.runs.unused:
        return f"{outcome.runs.unused[0]}."
    return "No method has a value in a metric."


def _ranked(outcome: state.Outcome, standing: Standing) -> None:
    """Draw the verdict, the ranking under the weights in use, and where it goes on."""
    page.answer(*sentences(standing))
    st.html(tag("ol", *_ranking_lines(standing), class_="yours"))
    lines = [f"Weights: {standing.weights}.", *standing.notes]
    if standing.uncounted:
        lines.append(f"Not counted. {'; '.join(at_most(MAX_LEFT_OUT, standing.uncounted))}.")
    st.caption(markdown_text(" ".join(lines)))
    if standing.clashes and outcome.grid is not None:
        _clash_buttons(outcome.grid)
    elif st.button("Open on the Leaderboard", type="primary", width="stretch"):
        st.switch_page(pages.LEADERBOARD.script, query_params=address.read())


def _clash_buttons(grid: Grid) -> None:
    """Draw what can be done where set-ups differ."""
    st.button(
        "Rank in a suite of its own",
        type="primary",
        width="stretch",
        on_click=state.change,
        kwargs={"place": OWN},
    )
    st.button(
        "Rank together anyway",
        type="tertiary",
        on_click=state.change,
        kwargs={"place": grid.work.place, "together": True},
    )


def _offers(grid: Grid) -> None:
    """Draw the published suites that could take the table, each with what it needs."""
    if not grid.offers:
        return
    options = {OWN: "This table alone"}
    captions = [""]
    for offer in grid.offers:
        is_listed = len(options) <= MAX_OFFERS or offer.place == grid.work.place
        if is_listed:
            options[offer.place] = offer.label
            captions.append(offer.needs)
    title = f"Compare with published methods · {counted(len(grid.offers), 'place')}"
    st.session_state["place"] = grid.work.place
    with st.expander(title, grid.work.place != OWN, type="compact"):
        st.radio(
            "Where is it measured?",
            [*options],
            format_func=lambda place: markdown_text(options[place]),
            captions=[markdown_text(caption) for caption in captions],
            key="place",
            on_change=_take_place,
        )


def _take_place() -> None:
    state.change(place=st.session_state["place"], together=False)


def _download(outcome: state.Outcome) -> None:
    """Draw the button that gives the folder of the suite with the table it was made of."""
    assert outcome.build is not None
    suite = outcome.build(private=False)
    more = {} if outcome.grid is None else {KEPT: state.folder_text(outcome).encode()}
    st.download_button(
        "Download the folder (zip)",
        lambda: package(suite, more=more),
        package_name(suite),
        on_click="ignore",
    )
    st.caption(
        "A link holds your choices, never your table: whoever opens it needs the folder or the"
        " table."
    )


def _ranking_lines(standing: Standing) -> list[str]:
    """Return the ranking as lines of a list, a dot on one axis for each method.

    A dot is hollow where set-ups differ.
    """
    scored = [row for row in standing.rows if not row.why]
    first_rows = sorted(scored, key=lambda row: row.kind == "theirs")[:MAX_PREVIEWED]
    previewed = [row for row in scored if row in first_rows]
    list_items = []
    for row in previewed:
        row_name = shortened(row.label, 34)
        if row.kind == "clash":
            row_name = f"your {row_name}"
        dot_tag = tag("i", style=f"left:{100 * _share_of_axis(row, scored):.1f}%")
        axis_tag = tag("span", dot_tag, class_="line", aria_hidden="true")
        rank_tag = tag("span", text(row.rank or ""))
        score_tag = tag("span", text(number(row.score, 2)))
        list_items.append(
            tag("li", rank_tag, tag("span", text(row_name)), axis_tag, score_tag, class_=row.kind)
        )
    left_out = [f"{shortened(row.label, 24)}: {row.why}" for row in standing.rows if row.why]
    left_out = at_most(5, left_out)
    n_more = len(scored) - len(previewed)
    if n_more:
        left_out = [f"{n_more} more are ranked", *left_out]
    list_items += [tag("li", text(gone_line), class_="gone") for gone_line in left_out]
    return list_items


def _share_of_axis(standing_row: StandingRow, scored: Sequence[StandingRow]) -> float:
    """Return where a score lies between the lowest, 0, and the highest, 1."""
    lowest = scored[-1].score
    return (standing_row.score - lowest) / ((scored[0].score - lowest) or 1)
