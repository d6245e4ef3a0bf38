"""Methods that a reader adds to a suite stand, marked, on every page that names methods."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

ROOT = Path(__file__).resolve().parents[3]
MARK = "Example A • yours"
NAMING = ("agreement", "data")
"""Clusters and reproduction speak of metrics and of the paper's claims, never of one method."""


def drawn(node: Any) -> Iterator[bytes]:
    """Every element of a page as it is sent to the browser."""
    if getattr(node, "proto", None) is not None and hasattr(node.proto, "SerializeToString"):
        yield node.proto.SerializeToString()
    for child in getattr(node, "children", {}).values():
        yield from drawn(child)


@pytest.fixture(scope="module")
def opened() -> AppTest:
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=120)
    app.run()
    app.switch_page("../pages/your_results.py").run()
    next(b for b in app.button if b.label == "Try an example").click().run()
    app.button(key="fix_all").click().run()
    assert not app.exception
    return app


@pytest.mark.parametrize("name", NAMING)
def test_the_mark_is_on_the_page(opened: AppTest, name: str) -> None:
    opened.switch_page(f"../pages/{name}.py").run()
    assert not opened.exception
    assert opened.query_params["suite"].endswith("_with_yours")
    if name == "data":
        opened.selectbox(key="choice_table").select("methods").run()
    sent = b"\n".join(drawn(opened.main))
    forms = (MARK.encode(), MARK.encode("ascii", "backslashreplace"), MARK.replace(" ", "\u00a0").encode())
    assert any(form in sent for form in forms)


def test_the_rows_of_the_reader_are_marked_in_the_table_of_methods(opened: AppTest) -> None:
    opened.switch_page("../pages/leaderboard.py").run()
    table = next(d for d in opened.dataframe if "method" in d.value.columns and "rank" in d.value.columns)
    own = [i for i, name in enumerate(table.value["method"]) if name.endswith(" • yours")]
    coloured = re.findall(r"_row(\d+)_col0", table.proto.arrow_data.styler.styles)
    assert own
    assert sorted({int(row) for row in coloured}) == own
    assert table.value["runs"].dtype.kind == "i", "counts stay whole numbers beside missing ones"
