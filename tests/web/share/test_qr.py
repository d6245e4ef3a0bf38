"""QR codes, read back by their own structure."""

from __future__ import annotations

from components.web.share.words import MOST_IN_CODE, qr_svg


def test_it_ends_where_nobody_could_read_it() -> None:
    assert qr_svg("x" * (MOST_IN_CODE + 1)) == ""
    assert qr_svg("x" * MOST_IN_CODE) != ""
