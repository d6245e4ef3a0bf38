"""The picture of a shared view: title, first sentence and the scores as bars, drawn with Pillow."""

import io
import textwrap
from collections.abc import Sequence
from functools import lru_cache

from PIL import Image, ImageDraw, ImageFont

from components.contest import Contender
from components.defaults import NAME
from components.format import cleaned, number
from components.plotting.theme import LIGHT
from components.web.streamlit_private import build
from components.words import Labels

SIZE = (1200, 630)
MOST, LINE = 7, 62
"""Methods, and letters of a line of the sentence, that have room."""
_EDGE, _BARS, _NAMES, _SCORES = 56, 262, 300, 130
FONT = "static/media/SourceSansVF-Upright*.woff2"
"""Source Sans (SIL Open Font License), the font of the pages, as it comes with Streamlit."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def picture(title: str, lead: str, rows: Sequence[Contender], names: Labels, foot: str) -> bytes:
    """Return a PNG of 1200 × 630 pixels, without bars if there are no rows."""
    image = Image.new("RGB", SIZE, LIGHT.background)
    draw = ImageDraw.Draw(image)
    width = SIZE[0] - 2 * _EDGE
    draw.rectangle((0, 0, SIZE[0], 10), LIGHT.accent)
    draw.text((_EDGE, 36), fitted(title, font(26), width), LIGHT.muted, font(26))
    for i, line in enumerate(textwrap.wrap(cleaned(lead), LINE, max_lines=3, placeholder=" …")):
        draw.text(
            (_EDGE, 78 + 50 * i),
            fitted(line, font(38, "Semibold"), width),
            LIGHT.ink,
            font(38, "Semibold"),
        )
    if rows:
        _bars(draw, rows, names)
    draw.text(
        (_EDGE, SIZE[1] - 52), fitted(f"{NAME} · {foot}", font(22), width), LIGHT.muted, font(22)
    )
    out = io.BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def _bars(draw: ImageDraw.ImageDraw, rows: Sequence[Contender], names: Labels) -> None:
    """Draw one bar per method; a full bar is a score of 1."""
    most = MOST if len(rows) <= MOST else MOST - 1
    step = min(50, (SIZE[1] - _BARS - 70) // min(len(rows), MOST))
    left, length = _EDGE + _NAMES, SIZE[0] - 2 * _EDGE - _NAMES - _SCORES
    text = font(min(26, step - 8))
    for i, row in enumerate(rows[:most]):
        top = _BARS + step * i
        end = left + (row.score or 0.0) * length
        draw.text((_EDGE, top), "–" if row.rank is None else str(row.rank), LIGHT.muted, text)
        draw.text(
            (_EDGE + 44, top), fitted(names.method(row.method), text, _NAMES - 64), LIGHT.ink, text
        )
        draw.rectangle((left, top + 2, left + length, top + step - 12), LIGHT.surface)
        draw.rectangle(
            (left, top + 2, end, top + step - 12),
            LIGHT.muted if row.is_below_floor else LIGHT.accent,
        )
        if row.is_below_floor:
            draw.text((end + 12, top + 4), "below the floor", LIGHT.muted, font(20))
        draw.text(
            (SIZE[0] - _EDGE, top),
            number(row.score),
            LIGHT.muted if row.is_below_floor else LIGHT.ink,
            text,
            anchor="ra",
        )
    if len(rows) > most:
        draw.text(
            (_EDGE + 44, _BARS + step * most), f"and {len(rows) - most} more", LIGHT.muted, text
        )


def fitted(sentence: str, kind: Font, width: float) -> str:
    """Return one line no wider than `width` pixels; if it is cut, an ellipsis marks it."""
    line = cleaned(sentence)[:400]
    if kind.getlength(line) <= width:
        return line
    while line and kind.getlength(f"{line}…") > width:
        line = line[:-1]
    return f"{line.rstrip()}…"


@lru_cache(maxsize=32)
def font(size: int, weight: str = "Regular") -> Font:
    """Return the font of the pages in a size (pixels) and weight, Pillow's own if it cannot be
    found."""
    files = sorted(build().glob(FONT))
    if not files:
        return ImageFont.load_default(size)
    kind = ImageFont.truetype(str(files[0]), size)
    kind.set_variation_by_name(weight)
    return kind
