"""The start pages: Streamlit's own document with our style, our head, and what runs before
Streamlit's script."""

import base64
import gzip
import hashlib
import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

from components.answers.record import answers_in
from components.pages import PAGES
from components.web import start_page, streamlit_private

ROOT = Path(__file__).resolve().parents[2]


def test_before_the_app_stands_the_page_has_the_colours_of_its_theme(
    ask: Callable[..., Any],
) -> None:
    theme = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text(encoding="utf-8"))[
        "theme"
    ]
    first = re.findall(r"<style>(.*?)</style>", ask("/agreement").text)[0]
    assert (
        f" --ground: light-dark({theme['light']['backgroundColor']},"
        f" {theme['dark']['backgroundColor']});" in first
    )


def test_scripts_may_run_and_nobody_around_the_page_may_steer_it(ask: Callable[..., Any]) -> None:
    answer = ask("/agreement")
    scripts = re.findall(r"<script(?: data-figures=[^>]*)?>(.*?)</script>", answer.text, re.DOTALL)
    digests = [
        base64.b64encode(hashlib.sha256(script.encode()).digest()).decode() for script in scripts
    ]
    assert len(digests) == 2
    assert [
        d for d in digests if f"'sha256-{d}'" not in answer.headers["content-security-policy"]
    ] == []
    origins = re.findall(r"allowedOrigins: \[(.*?)\]", start_page.SCRIPT)
    assert origins == ['"https://nobody.invalid"'], "RFC 2606 keeps .invalid for nobody"


def test_the_code_of_figures_that_the_menu_asks_for_is_there(ask: Callable[..., Any]) -> None:
    (named,) = re.findall(r'data-figures="(.*?)"', ask("/about").text)
    whole = (streamlit_private.build() / named).read_bytes()
    assert len(whole) > 1e6
    sent = ask(f"/{named}", accept_encoding="gzip")
    assert sent.headers["content-encoding"] == "gzip"
    assert gzip.decompress(sent.body) == b"//# allFunctionsCalledOnLoad\n" + whole
    assert ask(f"/{named}", accept_encoding="identity").body == whole
    (entry,) = re.findall(r'src="\./(static/js/index\.[\w.-]+)"', ask("/about").text)
    sent = ask(f"/{entry}", accept_encoding="gzip")
    assert gzip.decompress(sent.body) == (streamlit_private.build() / entry).read_bytes(), (
        "small ones as they are"
    )
    assert sent.headers["content-type"].startswith("text/javascript")
    assert "immutable" in sent.headers["cache-control"]
    assert ask("/static/js/none.js").status == 404
    early = {
        p.path
        for p in PAGES
        if f'<link rel="modulepreload" crossorigin href="./{named}">' in ask(f"/{p.path}").text
    }
    assert early == {
        p.path for p in PAGES if any(part.draw for a in answers_in(p.first) for part in a.parts)
    }
    assert "stability" in early
    assert "data" not in early
