"""QR codes, read back by their own structure."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import segno

from components.web.share.words import MOST_IN_CODE, qr_svg

LINK = "https://board.example/agreement?suite=unified_unlearning&weights=FA:0.2,RA:0.8&data=0123456789ab"


def modules_of(svg: str) -> set[tuple[int, int]]:
    """The dark modules of the drawing: segno draws rows as strokes of width 1, moving relatively."""
    path = next(e for e in ET.fromstring(svg).iter() if e.tag.endswith("path") and e.get("stroke"))
    x, y, dark = 0.0, 0.0, set()
    for command, numbers in re.findall(r"([MmhH])([-\d. ]+)", path.get("d", "")):
        values = [float(n) for n in numbers.split()]
        if command == "M":
            x, y = values
        elif command == "m":
            x, y = x + values[0], y + values[1]
        else:
            dark |= {(int(x) + i, int(y)) for i in range(int(values[0]))}
            x += values[0]
    return dark


def test_the_drawing_is_the_code_of_the_link() -> None:
    code = segno.make(LINK, error="m", micro=False)
    wanted = {(x + 4, y + 4) for y, row in enumerate(code.matrix) for x, dark in enumerate(row) if dark}
    assert modules_of(qr_svg(LINK)) == wanted


def test_it_ends_where_nobody_could_read_it() -> None:
    assert qr_svg("x" * (MOST_IN_CODE + 1)) == ""
    assert qr_svg("x" * MOST_IN_CODE) != ""
