"""What a path of rectangles outlines."""

import re
from typing import Any

_NUMBER = r"(-?[\d.]+)"
_RECTANGLE = re.compile(rf"M{_NUMBER},{_NUMBER}H{_NUMBER}V{_NUMBER}H\1Z")


def rectangles(shape: Any) -> list[tuple[float, ...]]:
    """The rectangles of a shape as (x0, x1, y0, y1) in the units of its axes."""
    boxes = [tuple(map(float, m.group(1, 3, 2, 4))) for m in _RECTANGLE.finditer(shape.path)]
    assert len(boxes) == shape.path.count("M")
    return boxes
