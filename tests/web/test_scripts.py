"""Scripts of components as files that a browser keeps."""

from collections.abc import Callable
from typing import Any

import pytest

from components import scripts
from components.board import component as board
from components.web.start_page import HINT, figures
from components.web.streamlit_private import build


def test_a_script_stands_under_an_address_of_its_content(ask: Callable[..., Any]) -> None:
    first = scripts.published("of_a_test", "export default 1;")
    assert first == scripts.published("of_a_test", "export default 1;")
    second = scripts.published("of_a_test", "export default 2;")
    assert [ask(a.removeprefix(".")).text for a in (first, second)] == ["export default 1;", "export default 2;"]
    assert scripts.address("of_a_test") == second
    answer = ask(second.removeprefix("."))
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert ask("/scripts/of_a_test.0000000000000000.js").status == 404


def test_the_board_is_asked_for_with_its_page_and_carries_style_and_markup(ask: Callable[..., Any]) -> None:
    address = scripts.address("weights_board")
    assert f'<link rel="modulepreload" crossorigin href="{address}">' in ask("/leaderboard").text
    assert address not in ask("/agreement").text
    text = ask(address.removeprefix(".")).text
    assert text.startswith(board.read_scripts())
    assert text.count("export const html = ") == text.count("export default function") == 1


FIGURES = figures()
OWN = (build() / FIGURES).read_bytes()


@pytest.mark.parametrize("sent", [{}, {"range": "bytes=0-9"}], ids=["whole", "part"])
def test_the_comment_stands_before_the_script_and_no_part_of_it_is_joined_to_streamlits(
    ask: Callable[..., Any], sent: dict[str, str]
) -> None:
    answer = ask(f"/{FIGURES}", **sent)
    assert (answer.status, answer.body) == (200, HINT + OWN)
    assert answer.headers["content-length"] == str(len(answer.body))
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]
    assert not {"etag", "last-modified", "accept-ranges"} & answer.headers.keys()
