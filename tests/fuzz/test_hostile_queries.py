"""Random query strings at every page: the default with a notice, never a traceback."""

import pytest
from streamlit.testing.v1 import AppTest

from components.choices.query import parse
from components.pages import PAGES
from components.selection import to_query
from tests.fuzz.conftest import QUERIES, share, unharmed
from tests.fuzz.hostile import query
from tests.released import built_in

SUITE = built_in("unified_unlearning")


def test_every_text_is_read_or_replaced():
    for number in range(max(QUERIES, 500)):
        texts = {k: v if isinstance(v, str) else v[-1] for k, v in query(number).items()}
        selection, problems = parse(texts, SUITE)
        again, none = parse(to_query(selection, SUITE), SUITE)
        assert (again, none) == (selection, ()), number
        assert all(len(p.message) < 3_000 for p in problems), number


@pytest.mark.parametrize(
    "name",
    [
        p.name if p.group in ("Ranking", "Data") else pytest.param(p.name, marks=pytest.mark.long)
        for p in PAGES
    ],
)
def test_every_page_takes_any_query(name, app_test, portion):
    app = app_test()
    app.switch_page(f"../pages/{name}.py")
    first = [p.name for p in PAGES].index(name) * QUERIES
    for number in share(QUERIES, portion):
        _visit(app, query(first + number))
        unharmed(app)
        assert any("<h1" in str(e.proto.body) for e in app.get("html")), (name, first + number)
    _visit(app, {})
    unharmed(app)
    assert not app.warning, "the session works afterwards"


def _visit(app: AppTest, asked: dict[str, str | list[str]]) -> None:
    app.query_params.clear()
    app.query_params.update(asked)
    app.run(timeout=120)
