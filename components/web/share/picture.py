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
MAX_BARS = 7
MAX_LINE = 62
"""Letters of a line of the sentence that have room."""
EDGE = 56
RIGHT = SIZE[0] - EDGE
NAMES_LEFT = EDGE + 44
BARS_TOP = 262
BARS_LEFT = EDGE + 300
BARS_LENGTH = RIGHT - 130 - BARS_LEFT
"""Pixels."""
FONT = "static/media/SourceSansVF-Upright*.woff2"
"""Source Sans (SIL Open Font License), the font of the pages, as it comes with Streamlit."""

Font = ImageFont.FreeTypeFont | ImageFont.ImageFont


def picture(
    title: str, lead: str, contenders: Sequence[Contender], labels: Labels, foot: str
) -> bytes:
    """Return a PNG of 1200 × 630 pixels, without bars if there are no contenders."""
    image = Image.new("RGB", SIZE, LIGHT.background)
    draw = ImageDraw.Draw(image)
    draw.rectangle((0, 0, SIZE[0], 10), LIGHT.accent)
    lines = textwrap.wrap(cleaned(lead), MAX_LINE, max_lines=3, placeholder=" …")
    texts = [(36, title, LIGHT.muted, font(26))]
    for line_index, line in enumerate(lines):
        texts.append((78 + 50 * line_index, line, LIGHT.ink, font(38, "Semibold")))
    texts.append((SIZE[1] - 52, f"{NAME} · {foot}", LIGHT.muted, font(22)))
    for top, text, colour, kind in texts:
        draw.text((EDGE, top), fitted(text, kind, RIGHT - EDGE), colour, kind)
    if contenders:
        _draw_bars(draw, contenders, labels)
    file = io.BytesIO()
    image.save(file, "PNG", optimize=True)
    return file.getvalue()


def _draw_bars(draw: ImageDraw.ImageDraw, contenders: Sequence[Contender], labels: Labels) -> None:
    """Draw one bar per method; a full bar is a score of 1."""
    n_bars = len(contenders) if len(contenders) <= MAX_BARS else MAX_BARS - 1
    step = min(50, (SIZE[1] - BARS_TOP - 70) // min(len(contenders), MAX_BARS))
    kind = font(min(26, step - 8))
    top = BARS_TOP
    for contender in contenders[:n_bars]:
        bottom = top + step - 12
        end = BARS_LEFT + (contender.score or 0.0) * BARS_LENGTH
        bar_colour = LIGHT.accent
        score_colour = LIGHT.ink
        if contender.is_below_floor:
            bar_colour = LIGHT.muted
            score_colour = LIGHT.muted
        name = fitted(labels.method(contender.method), kind, BARS_LEFT - NAMES_LEFT - 20)
        draw.text((EDGE, top), str(contender.rank or "–"), LIGHT.muted, kind)
        draw.text((NAMES_LEFT, top), name, LIGHT.ink, kind)
        draw.rectangle((BARS_LEFT, top + 2, BARS_LEFT + BARS_LENGTH, bottom), LIGHT.surface)
        draw.rectangle((BARS_LEFT, top + 2, end, bottom), bar_colour)
        if contender.is_below_floor:
            draw.text((end + 12, top + 4), "below the floor", LIGHT.muted, font(20))
        draw.text((RIGHT, top), number(contender.score), score_colour, kind, anchor="ra")
        top += step
    if len(contenders) > n_bars:
        draw.text((NAMES_LEFT, top), f"and {len(contenders) - n_bars} more", LIGHT.muted, kind)


def fitted(sentence: str, kind: Font, width: float) -> str:
    """Return a line no wider than `width` pixels; if it is cut, an ellipsis marks it."""
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
