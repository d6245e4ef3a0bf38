"""The code of figures asks to be compiled ahead, and is otherwise what Streamlit serves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from components.web.start_page import HINT, figures
from components.web.streamlit_private import build

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
