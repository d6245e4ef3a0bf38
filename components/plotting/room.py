"""The room that text takes, and names beside lines held apart."""

import html
import math
from collections.abc import Sequence

SIZE = 13
"""Pixels of the type of ticks and titles."""
# of the type of every page, in thousandths of its size, from the space to the tilde; other letters
# are as wide as an h
_WIDTHS = """
200 289 426 497 497 824 609 249 303 303 418 497 249 311 249 350 497 497 497 497 497 497 497 497
497 497 249 249 497 497 497 425 847 543 588 571 615 527 494 617 652 263 479 579 486 727 647 664
566 664 569 534 536 645 515 786 513 476 539 303 350 303 497 500 542 504 553 456 555 496 292 504
544 246 247 495 255 829 547 542 555 555 347 419 338 544 467 719 446 467 425 303 241 303 497
"""
_WIDTH_OF_LETTER = {
    chr(32 + index): int(width) / 1000 for index, width in enumerate(_WIDTHS.split())
}


def width(line_of_text: str) -> float:
    """Return the pixels that a tick's text takes."""
    usual_width = _WIDTH_OF_LETTER["h"]
    return SIZE * sum(
        _WIDTH_OF_LETTER.get(letter, usual_width) for letter in html.unescape(line_of_text)
    )


def spread(values: Sequence[float], min_gap: float) -> list[float]:
    """Return heights at least `min_gap` apart in the order of the values, each as close to its
    value as a pass up allows."""
    heights = list(values)
    lowest = -math.inf
    for value_index in sorted(range(len(values)), key=heights.__getitem__):
        heights[value_index] = max(heights[value_index], lowest)
        lowest = heights[value_index] + min_gap
    return heights
