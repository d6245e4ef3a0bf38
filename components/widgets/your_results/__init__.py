"""Your results on screen: the table, one grid of its columns, its rows' roles, and beside them the
rank."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pandas as pd
import streamlit as st

from components import pages
from components.answers.your_results.standing import Standing, sentences
from components.exports.package import package, package_name
from components.format import at_most, cleaned, counted, joined, markdown_text, number, shortened
from components.intake.columns import CLOSEST, UNITS, Column
from components.intake.grid import OWN, Grid
from components.intake.rows import IGNORE, METHOD, ORIGINAL, OTHER, RETRAINED
from components.intake.uses import METRIC, USES
from components.markup import table, tag, text
from components.own_ids import YOURS
from components.widgets import address, cached, notices, page, selection
from components.widgets.names import anchor
from components.widgets.your_results import state
from data.read.lexicon import words
from data.read.limits import MAX_BYTES, MAX_FILES

_TEXT, _ROUND, _SEEN = "pasted", "_your_results_round", "_your_results_seen"
_LABEL = "Your table: paste from a spreadsheet, CSV, Markdown or LaTeX, one row per run"
EXAMPLE = Path(__file__).with_name("example.csv")
_MOST = 14
"""Lines of the preview."""

_DECIDE = "to decide"
_ENDS = {"higher": "higher", "lower": "lower", CLOSEST: "closest to the retrained model"}
_ROLES = {
    METHOD: "method",
    RETRAINED: "retrained model",
    ORIGINAL: "original model",
    IGNORE: "left out",
}
_ROWS = 12
"""Rows whose roles are shown, those that are no methods first; of more, one to choose."""


def show() -> None:
    """Draw the page."""
    page.page(pages.YOUR_RESULTS)
    missing = selection.missing_private()
    if missing and missing not in cached.made_here():
        notices.notice(
            "warning",
            f"The table of this link ({missing}) is not here: bring it, and the link applies.",
        )
    left, right = st.columns([29, 12], gap="large")
    with left:
        _source()
        notices.delivered()
    made, query = state.made(), address.read()
    if made and made.suite and query.get("suite") != made.suite.suite.id:
        # every page that is opened from here shows this suite on what its methods share; choices of
        # a link stay
        kept = {} if query.get("suite", "").endswith(YOURS) and not missing else query
        address.write({**made.choices, **kept, "suite": made.suite.suite.id})
        address.remember()
    with left:
        if made and made.grid:
            _columns(made.grid, made.runs.notes, f"columns_{made.turn}")
            _rows(made.grid)
            _numbers(made.numbers)
    with right:
        _preview(made)


def _source() -> None:
    """Draw the box to paste into, the files, and what was read."""
    st.text_area(_LABEL, height=150, max_chars=200_000, key=_TEXT, on_change=_pasted)
    with st.container(horizontal=True, gap="small", vertical_alignment="top", key="ways"):
        st.button("Read the table", key="read_pasted", on_click=_pasted)
        again, example = (
            ("Remove it", "")
            if state.made()
            else ("Try an example", EXAMPLE.read_text(encoding="utf-8"))
        )
        st.button(again, key="another", on_click=_fill, args=(example,))
        key, most = f"file_{st.session_state.setdefault(_ROUND, 0)}", MAX_BYTES // 2**20
        brought = st.file_uploader(
            "Your file", None, True, key, max_upload_size=most, label_visibility="collapsed"
        )
    if brought and st.session_state.get(_SEEN) != (ids := [f.file_id for f in brought]):
        st.session_state[_SEEN] = ids
        with st.spinner("Reading …"):
            state.bring([(f.name, f.getvalue()) for f in brought[: MAX_FILES + 1]])
    if (made := state.made()) and not made.work.sheet.suite:
        sheet = made.work.sheet
        size = (
            f"{counted(len(sheet.rows), 'row')} and {counted(len(sheet.header), 'column')} were"
            " read"
        )
        st.caption(
            markdown_text(
                f"{'; '.join([f'{shortened(sheet.name, 60)}: {size}', *sheet.notices[:6]])}."
            )
        )


def _pasted() -> None:
    if (brought := st.session_state.get(_TEXT) or "").strip():
        state.bring([("pasted table", brought.encode("utf-8", "replace"))])


def _fill(example: str) -> None:
    """Put a text into the box in place of what was there; without any nothing is left."""
    st.session_state[_TEXT] = example
    st.session_state[_ROUND] += 1
    state.keep(None)
    _pasted()


def _columns(grid: Grid, notes: Sequence[str], key: str) -> None:
    """Draw the grid of the columns, and what was noted of their cells."""
    waiting = len(grid.to_decide)
    page.section(f"Your columns · {waiting} to decide" if waiting else "Your columns")
    listed = grid.suite.metrics if grid.suite else grid.facts.known.metrics.values()
    known = {"": "", **{m.id: f"{m.label} · {m.name}" for m in listed}}
    targets = ({c.better for c in grid.columns} | {"0", "0.5", "1", "50"}) - {*_ENDS, ""}
    ends = {
        "": "",
        _DECIDE: _DECIDE,
        **_ENDS,
        **{t: f"closest to {t}" for t in sorted(targets, key=float)},
    }
    column, select = st.column_config.TextColumn, st.column_config.SelectboxColumn
    config = {
        "column": column("Column", pinned=True, width=130),
        "values": column("Values", width=140),
        "is": select("Is", options=USES, required=True, width=90),
        "same": select("Same as", options=known, format_func=lambda i: known[str(i)], width=150),
        "better": select("Better", options=ends, format_func=lambda i: ends[str(i)], width=120),
        "unit": select("Unit", options=["", _DECIDE, *UNITS], width=80),
        "why": column("Why", width=240),
    }
    warm = ["background-color: #e6a23c33" if c.open else "" for c in grid.columns]
    st.data_editor(
        pd.DataFrame([_line(grid, c) for c in grid.columns]).style.apply(lambda column: warm),
        hide_index=True,
        disabled=["column", "values", "why"],
        column_config=config,
        height="auto" if len(warm) <= _ROWS else 460,
        placeholder="",
        key=key,
        on_change=_changed,
        args=(key, grid),
        alt="The columns of your table: what each is, which end is better, its unit, and why",
    )
    _together(grid, [c.name for c in grid.columns if c.use == METRIC and not c.better])
    marks = {
        c.name: {n.mark for n in grid.facts.numbers(c.name) if n.value is not None}
        for c in grid.used(METRIC)
    }
    noted = [
        *notes,
        *(
            f"beside {shortened(n)}: {joined(at_most(4, sorted(own - {''})))}"
            for n, own in marks.items()
            if any(own)
        ),
        *(
            f"“{shortened(a, 30)}” is taken for “{shortened(b, 30)}”"
            for a, b in grid.facts.renamed.items()
        ),
    ]
    if noted:
        st.caption(markdown_text(f"{'; '.join(at_most(12, noted))}."))


def _line(grid: Grid, c: Column) -> dict[str, str]:
    values, waits = " · ".join(grid.facts.texts(c.name)[:3]), _DECIDE * (c.use == METRIC)
    own = {"column": "● " * c.open + c.name, "values": values, "is": c.use, "same": c.same}
    own |= {"better": c.better or waits, "unit": c.unit or waits, "why": c.why}
    return {name: cleaned(cell) for name, cell in own.items()}


def _changed(key: str, grid: Grid) -> None:
    """Take over the cells that were changed in the grid."""
    work = grid.work
    for row, cells in st.session_state[key]["edited_rows"].items():
        said = {name: (cell or "").replace(_DECIDE, "") for name, cell in cells.items()}
        work = work.saying([grid.columns[int(row)].name], **said)
    state.change(said=work.said)


def _together(grid: Grid, waiting: Sequence[str]) -> None:
    """Draw what sets several columns at once: all that are to decide, or those whose names end
    alike."""
    if len(waiting) < 2:
        return
    groups = {f"all {len(waiting)} to decide": waiting}
    for last in dict.fromkeys(words(n)[-1:] for n in waiting):
        own = [n for n in waiting if words(n)[-1:] == last]
        if 1 < len(own) < len(waiting):
            groups[f"{len(own)} like {shortened(own[0], 20)}"] = own
    with st.container(horizontal=True, gap="small", vertical_alignment="bottom", key="together"):
        chosen = st.selectbox("Set together", groups, key="together_which", width=190)
        for end, label in {**_ENDS, "": "ignore"}.items():
            said = grid.work.saying(
                groups[chosen], **{"better" if end else "is": end or IGNORE}
            ).said
            st.button(
                label.capitalize(),
                key=f"together_{end}",
                on_click=state.change,
                kwargs={"said": said},
            )


def _rows(grid: Grid) -> None:
    """Draw the roles of the rows."""
    page.section("Your rows")
    names = sorted(grid.roles, key=lambda n: grid.roles[n][0] == METHOD)
    if len(names) > _ROWS:
        other = st.selectbox("Another row", names[_ROWS:], index=None, key="another_row", width=320)
        names = [*names[:_ROWS], *([other] if other else [])]
    labels = {method.address: method.label for method in grid.facts.known.methods}
    with st.container(horizontal=True, gap="small", key="roles"):
        for name in names:
            role, same = grid.roles[name][0], labels.get(grid.same.get(name, ""), "")
            options = _ROLES | (
                {METHOD: f"same as {same}", OTHER: "another method"} if same else {}
            )
            options, key = options if role else {"": _DECIDE, **options}, f"role_{name}"
            st.session_state[key] = role
            label, get = markdown_text(shortened(name, 40)), options.__getitem__
            st.selectbox(
                label,
                [*options],
                format_func=get,
                key=key,
                on_change=_taken,
                args=(name, grid),
                width=190,
            )


def _taken(name: str, grid: Grid) -> None:
    state.change(roles={**grid.work.roles, name: st.session_state[f"role_{name}"]})


def _numbers(listed: Mapping[str, Mapping[str, tuple[str, str]]]) -> None:
    """Draw the numbers that can be asked about, each with its link."""
    if listed:
        page.section("Your numbers", "Each opens what is known of it.")
        heads = list(dict.fromkeys(c for own in listed.values() for c in own))
        lines = [
            [text(run), *(anchor(*own[head]) if head in own else "" for head in heads)]
            for run, own in listed.items()
        ]
        drawn = table("Your numbers", ["run", *heads], lines, range(1, len(heads) + 1))
        st.html(tag("div", drawn, class_="linked"))


def _preview(made: state.Made | None) -> None:
    """Draw the verdict, the ranking, and what can be done with it."""
    if made is None:
        page.answer("Add a table, one row per run.", "The table stays in this session.")
        return
    grid, shown, waiting = made.grid, made.standing, made.grid.to_decide if made.grid else []
    if grid and made.fits:
        options = {OWN: "A suite of its own", **{f.place: f.label for f in made.fits}}
        st.session_state["place"] = grid.work.place
        label = f"Compared in ({counted(len(made.fits), 'fitting place')})"
        st.selectbox(
            label, options, format_func=options.__getitem__, key="place", on_change=_placed
        )
    if shown is None:
        waits = (
            f"Say which way is better for {shortened(waiting[0], 40)}."
            if waiting
            else "No column is a metric."
        )
        page.answer("Nothing can be ranked yet.", made.problem or waits)
        return
    page.answer(*sentences(shown))
    st.html(tag("ol", *_lines(shown), class_="yours"))
    left_out = [*shown.uncounted, *(f"{shortened(n, 30)}: to decide" for n in waiting)]
    if left_out:
        st.caption(markdown_text(f"Not counted. {'; '.join(at_most(6, left_out))}."))
    if shown.clashes and grid:
        apart, together = {"place": OWN}, {"place": grid.work.place, "together": True}
        st.button(
            "Rank in a suite of its own",
            type="primary",
            width="stretch",
            on_click=state.change,
            kwargs=apart,
        )
        st.button("Rank together anyway", type="tertiary", on_click=state.change, kwargs=together)
    elif st.button("Open on the Leaderboard", type="primary", width="stretch"):
        st.switch_page(pages.LEADERBOARD.script, query_params=address.read())
    if made.build and made.suite:
        suite = made.build(private=False)
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


def _lines(shown: Standing) -> list[str]:
    """Return the ranking as lines of a list: a dot on one axis for each method, hollow where
    set-ups differ."""
    scored = [row for row in shown.rows if not row.why]
    first = sorted(scored, key=lambda r: r.kind == "theirs")[:_MOST]
    lines = []
    for r in [r for r in scored if r in first]:
        place = (r.score - scored[-1].score) / ((scored[0].score - scored[-1].score) or 1)
        line = tag(
            "span", tag("i", style=f"left:{100 * place:.1f}%"), class_="line", aria_hidden="true"
        )
        name = f"{'your ' * (r.kind == 'clash')}{shortened(r.label, 34)}"
        rank, label, value = (
            tag("span", text(t)) for t in (r.rank or "", name, number(r.score, 2))
        )
        lines.append(tag("li", rank, label, line, value, class_=r.kind))
    more = [f"{len(scored) - len(lines)} more are ranked"] if len(scored) > len(lines) else []
    gone = [f"{shortened(row.label, 24)}: {row.why}" for row in shown.rows if row.why]
    return [*lines, *(tag("li", text(line), class_="gone") for line in [*more, *at_most(5, gone)])]


def _placed() -> None:
    state.change(place=st.session_state["place"], together=False)
