"""Scripts of components as files that a browser keeps."""

from collections.abc import Callable
from typing import Any

from components import scripts


def test_a_script_stands_under_an_address_of_its_content(ask: Callable[..., Any]) -> None:
    first = scripts.published("of_a_test", "export default 1;")
    assert first == scripts.published("of_a_test", "export default 1;")
    second = scripts.published("of_a_test", "export default 2;")
    for number, address in enumerate((first, second), start=1):
        assert ask(address.removeprefix(".")).text == f"export default {number};"
    answer = ask(second.removeprefix("."))
    assert "immutable" in answer.headers["cache-control"]
    assert answer.headers["content-type"].startswith("text/javascript")
    assert ask("/scripts/of_a_test.0000000000000000.js").status == 404
