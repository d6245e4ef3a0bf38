"""The one picture of a brief: a row for each method, its score as a dot on one axis, drawn with
boxes that the page lets through and print keeps."""

from collections.abc import Sequence

from components.format import number, shortened
from components.markup import tag, text
from components.results.score_lines import ScoreLine

SPARE = 0.05
"""The share of the axis beyond its outermost marks."""
NARROWEST = 0.02
"""The least difference of scores that an axis spans."""
MAX_LETTERS = 28
"""Letters of a name that have room on one line."""
READING = (
    "Dot: score. Line: 95 % interval of the difference from the filled dot, around the score. It"
    " reaches the dotted line where the two cannot be told apart."
)
CUT = " Dashed: cut where scores end."
WITHOUT_TESTS = "Dot: score. No line: nothing was tested."


def drawn(lines: Sequence[ScoreLine], title: str) -> str:
    """Return the picture as a table whose middle cells are drawn."""
    low, high = _ends(lines)
    subject_score = next((line.score for line in lines if line.is_subject), None)

    def place(value: float) -> float:
        return 100 * (value - low) / (high - low)

    subject_place = None if subject_score is None else place(subject_score)
    rows = []
    for line in lines:
        marks = []
        if subject_place is not None:
            marks.append(_mark("at", f"left:{subject_place:.2f}%"))
        if line.low is not None and line.high is not None:
            left = place(line.low)
            width = place(line.high) - left
            look = "spread cut" if line.is_cut else "spread"
            marks.append(_mark(look, f"left:{left:.2f}%;width:{width:.2f}%"))
        marks.append(_mark(f"dot {_look(line)}", f"left:{place(line.score):.2f}%"))
        rank = "–" if line.rank is None else str(line.rank)
        cells = [
            tag("td", text(rank), class_="number"),
            tag("th", text(shortened(line.label, MAX_LETTERS)), scope="row"),
            tag("td", tag("div", *marks, class_="axis")),
            tag("td", text(number(line.score, 3)), class_="number"),
        ]
        rows.append(tag("tr", *cells, class_=None if line.is_ranked else "unranked"))
    heads = [
        tag("th", "rank", scope="col", class_="number"),
        tag("th", "method", scope="col"),
        tag("th", tag("span", number(low, 2)), tag("span", number(high, 2)), scope="col"),
        tag("th", "score", scope="col", class_="number"),
    ]
    is_tested = any(line.low is not None for line in lines)
    caption = tag("caption", text(title))
    head = tag("thead", tag("tr", *heads))
    reading_text = READING if is_tested else WITHOUT_TESTS
    if any(line.is_cut for line in lines):
        reading_text += CUT
    reading = tag("p", text(reading_text), class_="title")
    return tag("div", tag("table", caption, head, tag("tbody", *rows)), reading, class_="scores")


def _mark(look: str, style: str) -> str:
    return tag("span", class_=look, style=style)


def _look(line: ScoreLine) -> str:
    if line.is_subject:
        return "subject"
    return "other" if line.is_ranked else "hollow"


def _ends(lines: Sequence[ScoreLine]) -> tuple[float, float]:
    """Return the ends of the axis, within what scores can be."""
    values = []
    for line in lines:
        values += [value for value in (line.score, line.low, line.high) if value is not None]
    lowest = min(values)
    highest = max(values)
    spare = max(SPARE * (highest - lowest), NARROWEST)
    return max(lowest - spare, 0.0), min(highest + spare, 1.0)
