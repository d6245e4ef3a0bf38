"""The numbers of a table as they were given: those that were not used are coloured and named, those
that are known lead to what is known of them."""

import streamlit as st

from components.answers.your_results.numbers import GivenCell, GivenLine, given
from components.format import at_most, counted, markdown_text, shortened
from components.markup import table, tag, text
from components.widgets import page
from components.widgets.names import anchor
from components.widgets.your_results import state

MAX_UNUSED = 12


def draw_numbers(outcome: state.Outcome) -> None:
    """Draw the numbers as given, and what of them was not used."""
    assert outcome.grid is not None
    result = given(outcome.grid, outcome.runs, outcome.numbers)
    page.section("Your numbers", "As you gave them. A linked one opens what is known of it.")
    notes = [*result.unused, *outcome.runs.notes]
    if notes:
        lines = [f"- {markdown_text(shortened(line, 160))}" for line in at_most(MAX_UNUSED, notes)]
        st.caption("\n".join(["Not used, or read otherwise:\n", *lines]))
    number_columns = range(1, len(result.heads) + 1)
    markup = table(
        "Your numbers", ["row", *result.heads], map(_cells, result.lines), [*number_columns]
    )
    st.html(tag("div", markup, class_="linked given"))
    if result.n_more:
        st.caption(f"{counted(result.n_more, 'further line')} below.")


def _cells(line: GivenLine) -> list[str]:
    return [text(line.name), *map(_cell, line.cells)]


def _cell(cell: GivenCell) -> str:
    """Return a cell: a link where something is known of it, coloured where it was not used."""
    if cell.unused:
        return tag("mark", text(cell.text or "empty"), title=cell.unused)
    if cell.link:
        return anchor(cell.text, cell.link)
    return text(cell.text)
