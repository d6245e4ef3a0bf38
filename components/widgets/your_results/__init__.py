"""Your results on screen: the table, one grid of its columns, its rows' roles, and the rank."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from components import pages
from components.answers.your_results.standing import Standing, StandingRow, sentences
from components.exports.package import package, package_name
from components.format import at_most, cleaned, counted, joined, markdown_text, number, shortened
from components.intake.columns import CLOSEST, UNITS, Column
from components.intake.grid import OWN, Grid, Work
from components.intake.rows import IGNORE, METHOD, ORIGINAL, OTHER, RETRAINED
from components.intake.uses import METRIC, USES
from components.markup import table, tag, text
from components.private_ids import YOURS
from components.widgets import address, cached, notices, page, selection
from components.widgets.names import anchor
from components.widgets.your_results import state
from data.read.lexicon import words
from data.read.limits import MAX_BYTES, MAX_FILES
from data.registry import Tables

_TEXT = "pasted"
_ROUND = "_your_results_round"
_SEEN = "_your_results_seen"
_LABEL = "Your table: paste from a spreadsheet, CSV, Markdown or LaTeX, one row per run"
EXAMPLE = Path(__file__).with_name("example.csv")
UNDECIDED = "to decide"
WARM = "background-color: #e6a23c33"
ENDS = {"higher": "higher", "lower": "lower", CLOSEST: "closest to the retrained model"}
ROLES = {
    METHOD: "method",
    RETRAINED: "retrained model",
    ORIGINAL: "original model",
    IGNORE: "left out",
}
TARGETS = ("0", "0.5", "1", "50")
MAX_PREVIEWED = 14
MAX_ROLES = 12
"""Rows whose roles are shown, those that are no methods first; of more, one to choose."""
MAX_PASTED = 200_000
MAX_NOTES = 12
MAX_NOTICES = 6


def show() -> None:
    """Draw the page."""
    page.page(pages.YOUR_RESULTS)
    missing = selection.missing_private()
    if missing in cached.made_here():
        missing = ""
    if missing:
        text_of_missing = f"The table of this link ({missing}) is not here"
        notices.notice("warning", f"{text_of_missing}: bring it, and the link applies.")
    left, right = st.columns([29, 12], gap="large")
    with left:
        _source()
        notices.delivered()
    outcome = state.outcome()
    if outcome and outcome.suite:
        _show_everywhere(outcome, outcome.suite.suite.id)
    with left:
        if outcome and outcome.grid:
            _columns(outcome.grid, outcome.runs.notes, f"columns_{outcome.turn}")
            _roles(outcome.grid)
            _numbers(outcome.numbers)
    with right:
        if outcome is None:
            page.answer("Add a table, one row per run.", "The table stays in this session.")
        else:
            _preview(outcome)


def _show_everywhere(outcome: state.Outcome, suite: str) -> None:
    """Let every page opened from here show this suite on what its methods share.

    The choices of a link stay.
    """
    query = address.read()
    if query.get("suite") == suite:
        return
    is_of_another = query.get("suite", "").endswith(YOURS) and not selection.missing_private()
    if is_of_another:
        query = {}
    address.write({**outcome.choices, **query, "suite": suite})
    address.remember()


def _source() -> None:
    """Draw the box to paste into, the files, and what was read."""
    st.text_area(_LABEL, height=150, max_chars=MAX_PASTED, key=_TEXT, on_change=_pasted)
    with st.container(horizontal=True, gap="small", vertical_alignment="top", key="ways"):
        st.button("Read the table", key="read_pasted", on_click=_pasted)
        if state.outcome():
            st.button("Remove it", key="another", on_click=_replace, args=("",))
        else:
            example = EXAMPLE.read_text(encoding="utf-8")
            st.button("Try an example", key="another", on_click=_replace, args=(example,))
        uploaded = st.file_uploader(
            "Your file",
            None,
            True,
            f"file_{st.session_state.setdefault(_ROUND, 0)}",
            max_upload_size=MAX_BYTES // 2**20,
            label_visibility="collapsed",
        )
    file_ids = [file.file_id for file in uploaded or ()]
    if file_ids and st.session_state.get(_SEEN) != file_ids:
        st.session_state[_SEEN] = file_ids
        with st.spinner("Reading …"):
            state.bring([(file.name, file.getvalue()) for file in uploaded[: MAX_FILES + 1]])
    outcome = state.outcome()
    if outcome and not outcome.work.sheet.suite:
        sheet = outcome.work.sheet
        size = f"{counted(len(sheet.rows), 'row')} and {counted(len(sheet.header), 'column')}"
        first = f"{shortened(sheet.name, 60)}: {size} were read"
        st.caption(markdown_text(f"{'; '.join([first, *sheet.notices[:MAX_NOTICES]])}."))


def _pasted() -> None:
    pasted = st.session_state.get(_TEXT) or ""
    if pasted.strip():
        state.bring([("pasted table", pasted.encode("utf-8", "replace"))])


def _replace(text_in_box: str) -> None:
    """Put a text into the box in place of what was there; without any nothing is left."""
    st.session_state[_TEXT] = text_in_box
    st.session_state[_ROUND] += 1
    state.keep(None)
    _pasted()


def _columns(grid: Grid, notes: Sequence[str], editor_key: str) -> None:
    """Draw the grid of the columns, and what was noted of their cells."""
    n_undecided = len(grid.to_decide)
    columns_title = "Your columns"
    page.section(f"{columns_title} · {n_undecided} to decide" if n_undecided else columns_title)
    metrics = grid.suite.metrics if grid.suite else grid.facts.known.metrics.values()
    metric_names = {"": "", **{metric.id: f"{metric.label} · {metric.name}" for metric in metrics}}
    end_names = _end_names(grid)
    text_column = st.column_config.TextColumn
    list_column = st.column_config.SelectboxColumn
    config = {
        "column": text_column("Column", pinned=True, width=130),
        "values": text_column("Values", width=140),
        "is": list_column("Is", options=USES, required=True, width=90),
        "same": list_column(
            "Same as",
            options=metric_names,
            format_func=lambda metric: metric_names[str(metric)],
            width=150,
        ),
        "better": list_column(
            "Better",
            options=end_names,
            format_func=lambda end_id: end_names[str(end_id)],
            width=120,
        ),
        "unit": list_column("Unit", options=["", UNDECIDED, *UNITS], width=80),
        "why": text_column("Why", width=240),
    }
    warmth = [WARM if column.open else "" for column in grid.columns]
    columns_frame = pd.DataFrame([_line(grid, column) for column in grid.columns])
    st.data_editor(
        columns_frame.style.apply(lambda column: warmth),
        hide_index=True,
        disabled=["column", "values", "why"],
        column_config=config,
        height="auto" if len(warmth) <= MAX_ROLES else 460,
        placeholder="",
        key=editor_key,
        on_change=_changed,
        args=(editor_key, grid),
        alt="The columns of your table: what each is, which end is better, its unit, and why",
    )
    _set_together(grid)
    all_notes = [*notes, *_notes_on_cells(grid)]
    if all_notes:
        st.caption(markdown_text(f"{'; '.join(at_most(MAX_NOTES, all_notes))}."))


def _end_names(grid: Grid) -> dict[str, str]:
    """Return what the better end of a column is called: an end, or a target."""
    targets = {column.better for column in grid.columns} | set(TARGETS)
    targets -= {*ENDS, ""}
    name_of_end = {"": "", UNDECIDED: UNDECIDED, **ENDS}
    for target in sorted(targets, key=float):
        name_of_end[target] = f"closest to {target}"
    return name_of_end


def _notes_on_cells(grid: Grid) -> list[str]:
    """Return the marks that stand beside numbers, and which names are taken for which."""
    cell_notes = []
    for column in grid.used(METRIC):
        numbers = grid.facts.numbers(column.name)
        marks = {cell.mark for cell in numbers if cell.value is not None and cell.mark}
        if marks:
            listed = joined(at_most(4, sorted(marks)))
            cell_notes.append(f"beside {shortened(column.name)}: {listed}")
    return cell_notes


def _line(grid: Grid, column: Column) -> dict[str, str]:
    undecided = UNDECIDED if column.use == METRIC else ""
    cell_of_field = {
        "column": f"● {column.name}" if column.open else column.name,
        "values": " · ".join(grid.facts.texts(column.name)[:3]),
        "is": column.use,
        "same": column.same,
        "better": column.better or undecided,
        "unit": column.unit or undecided,
        "why": column.why,
    }
    return {field_name: cleaned(cell) for field_name, cell in cell_of_field.items()}


def _changed(editor_key: str, grid: Grid) -> None:
    """Take over the cells that were changed in the grid."""
    held_work = grid.work
    for row_index, changed_cells in st.session_state[editor_key]["edited_rows"].items():
        text_of_field = {
            field_name: (cell or "").replace(UNDECIDED, "")
            for field_name, cell in changed_cells.items()
        }
        held_work = held_work.saying([grid.columns[int(row_index)].name], **text_of_field)
    state.change(said=held_work.said)


def _set_together(grid: Grid) -> None:
    """Draw what sets several columns at once: all to decide, or those whose names end alike."""
    undecided = [column.name for column in grid.columns if column.use == METRIC and column.open]
    if len(undecided) < 2:
        return
    columns_of_group = {f"all {len(undecided)} to decide": undecided}
    for ending in dict.fromkeys(words(column_name)[-1:] for column_name in undecided):
        alike = [column_name for column_name in undecided if words(column_name)[-1:] == ending]
        if 1 < len(alike) < len(undecided):
            columns_of_group[f"{len(alike)} like {shortened(alike[0], 20)}"] = alike
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="together"):
        group = st.selectbox("Set together", columns_of_group, key="together_which", width=190)
        columns = columns_of_group[group]
        for end_id, end_label in ENDS.items():
            _together_button(end_label, end_id, grid.work.saying(columns, better=end_id))
        _together_button("ignore", "", grid.work.saying(columns, **{"is": IGNORE}))


def _together_button(button_label: str, end_id: str, work: Work) -> None:
    st.button(
        button_label.capitalize(),
        key=f"together_{end_id}",
        on_click=state.change,
        kwargs={"said": work.said},
    )


def _roles(grid: Grid) -> None:
    """Draw the roles of the rows."""
    page.section("Your rows")
    row_names = sorted(grid.roles, key=lambda row_name: grid.roles[row_name].value == METHOD)
    others = row_names[MAX_ROLES:]
    row_names = row_names[:MAX_ROLES]
    if others:
        other_name = st.selectbox("Another row", others, index=None, key="another_row", width=320)
        if other_name:
            row_names.append(other_name)
    labels = {method.address: method.label for method in grid.facts.known.methods}
    with st.container(horizontal=True, gap="small", key="roles"):
        for row_name in row_names:
            _role(grid, row_name, labels.get(grid.same.get(row_name, ""), ""))


def _role(grid: Grid, row_name: str, same_as: str) -> None:
    """Draw the role of a row; `same_as` is the method of a suite of its name."""
    chosen_role = grid.roles[row_name].value
    options = dict(ROLES)
    if same_as:
        options |= {METHOD: f"same as {same_as}", OTHER: "another method"}
    if not chosen_role:
        options = {"": UNDECIDED, **options}
    role_key = f"role_{row_name}"
    st.session_state[role_key] = chosen_role
    st.selectbox(
        markdown_text(shortened(row_name, 40)),
        [*options],
        format_func=options.__getitem__,
        key=role_key,
        on_change=_take_role,
        args=(row_name, grid),
        width=190,
    )


def _take_role(row_name: str, grid: Grid) -> None:
    state.change(roles={**grid.work.roles, row_name: st.session_state[f"role_{row_name}"]})


def _numbers(links_of_run: Mapping[str, Mapping[str, tuple[str, str]]]) -> None:
    """Draw the numbers that can be asked about, each with its link, by run and column."""
    if not links_of_run:
        return
    page.section("Your numbers", "Each opens what is known of it.")
    headings: dict[str, None] = {}
    for link_of_heading in links_of_run.values():
        headings |= dict.fromkeys(link_of_heading)
    number_rows = []
    for run_name, link_of_heading in links_of_run.items():
        cell_links = [
            anchor(*link_of_heading[heading]) if heading in link_of_heading else ""
            for heading in headings
        ]
        number_rows.append([text(run_name), *cell_links])
    numbers_table = table(
        "Your numbers", ["run", *headings], number_rows, range(1, len(headings) + 1)
    )
    st.html(tag("div", numbers_table, class_="linked"))


def _preview(outcome: state.Outcome) -> None:
    """Draw the verdict, the ranking, and what can be done with it."""
    read_grid = outcome.grid
    undecided = read_grid.to_decide if read_grid else []
    if read_grid and read_grid.offers:
        _places(read_grid)
    standing = outcome.standing
    if standing is None:
        waiting_reason = "No column is a metric."
        if undecided:
            waiting_reason = f"Proposed, to accept: {counted(len(undecided), 'column or row')}."
        page.answer("Nothing can be ranked yet.", outcome.problem or waiting_reason)
        if read_grid and not read_grid.may_rank:
            _proposals(read_grid)
        return
    page.answer(*sentences(standing))
    st.html(tag("ol", *_ranking_lines(standing), class_="yours"))
    left_out = [f"{shortened(column_name, 30)}: to decide" for column_name in undecided]
    left_out = [*standing.uncounted, *left_out]
    if left_out:
        st.caption(markdown_text(f"Not counted. {'; '.join(at_most(6, left_out))}."))
    if standing.clashes and read_grid:
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
            kwargs={"place": read_grid.work.place, "together": True},
        )
    elif st.button("Open on the Leaderboard", type="primary", width="stretch"):
        st.switch_page(pages.LEADERBOARD.script, query_params=address.read())
    if outcome.build and outcome.suite:
        _download(outcome.build(private=False))


def _proposals(grid: Grid) -> None:
    """Draw what is proposed, and the button that accepts all of it."""
    lines = [shortened(proposal.what, 100) for proposal in grid.proposals]
    st.caption(markdown_text(f"{'; '.join(at_most(MAX_NOTES, lines))}."))
    st.button(
        "Accept all and rank",
        type="primary",
        width="stretch",
        on_click=state.change,
        kwargs={"accepted": True},
    )


def _places(grid: Grid) -> None:
    """Draw the places in which the table can be compared."""
    options = {
        OWN: "A suite of its own",
        **{offer.place: f"{offer.label}; {offer.needs}" for offer in grid.offers},
    }
    st.session_state["place"] = grid.work.place
    st.selectbox(
        f"Compared in ({counted(len(grid.offers), 'fitting place')})",
        options,
        format_func=options.__getitem__,
        key="place",
        on_change=_take_place,
    )


def _take_place() -> None:
    state.change(place=st.session_state["place"], together=False)


def _download(suite: Tables) -> None:
    st.download_button(
        "Download the folder (zip)",
        lambda: package(suite),
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
