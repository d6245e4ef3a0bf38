"""Names in tables lead to the page of their method or metric."""

import re
from pathlib import Path

import pytest
from streamlit.testing.v1 import AppTest

from components import words
from data import store

ROOT = Path(__file__).resolve().parents[2]
EXPECTED = [
    ("clusters", "unified_unlearning", "metric", {"FA", "RA", "MIA", "AD", "JS"}),
    ("stability", "tofu", "method", {"altpo", "graddiff", "idkdpo", "idknll", "npo", "rmu", "simnpo", "undial"}),
]


@pytest.mark.parametrize(("opened", "suite", "kind", "expected"), EXPECTED)
def test_names_of_a_page_lead_to_their_pages(opened, suite, kind, expected):
    app = AppTest.from_file(ROOT / "components" / "shell.py", default_timeout=120)
    app.query_params["suite"] = suite
    app.switch_page(str(ROOT / "pages" / f"{opened}.py")).run()
    assert not app.exception
    found = re.findall(rf'href="{kind}\?id=([^"]+)"', "".join(h.proto.body for h in app.get("html")))
    assert len(found) == len(set(found)) > 0
    own = {i: n.address for i, n in words.entries(f"{kind}s", store.tables(suite)).items()}
    assert set(found) == {own[i] for i in expected}
