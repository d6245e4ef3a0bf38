"""Tables that take the most time to read and to judge for their size."""

import random

_RANDOM = random.Random(7)


def _table(n_rows: int, n_columns: int, cell: str) -> bytes:
    """A table of which every cell is made by a rule."""
    lines = [",".join(["method", *(f"x{column}" for column in range(n_columns))])]
    for row in range(n_rows):
        cells = [f"m{row % 50}"]
        for column in range(n_columns):
            cells.append(_CELLS[cell](row, column))
        lines.append(",".join(cells))
    return "\n".join(lines).encode()


_CELLS = {
    "shares": lambda _row, _column: f"{_RANDOM.random():.3f}",
    "same": lambda row, _column: f"{row / 10:.3f}",
    "counts": lambda row, _column: str(_RANDOM.randrange(10 * row + 10)),
    "texts": lambda row, column: f"t{row * column % 7}",
    "odd": lambda _row, _column: "`*_[a](" * 40,
}
_LATEX = (
    "\\begin{{tabular}}{{ll}}\nmethod & FA \\\\\n{}\n a & 0.5 \\\\\nb & .6 \\\\\n\\end{{tabular}}"
)
_HTML = "<table><tr><td>method<td>FA{}<tr><td>a<td>0.5<tr><td>b<td>.6</table>"
WORST: dict[str, bytes] = {
    "5 rows of 490 shares": _table(5, 490, "shares"),
    "5 rows of 240 shares": _table(5, 240, "shares"),
    "240 columns of one": _table(300, 240, "same"),
    "300 rows of 120 counts": _table(300, 120, "counts"),
    "2 900 rows of 30 counts": _table(2_900, 30, "counts"),
    "2 900 rows of 30 texts": _table(2_900, 30, "texts"),
    "2 900 rows of 200 shares": _table(2_900, 200, "shares"),
    "cells of marks": _table(150, 20, "odd"),
    "a LaTeX of row colours": _LATEX.format("\\rowcolor[" * 20_000).encode(),
    "a LaTeX of rules": _LATEX.format("\\cmidrule(" * 20_000).encode(),
    "a LaTeX of captions": (
        "\\caption{" * 9_000 + _LATEX.format("\\begin{tabular}" * 9_000)
    ).encode(),
    "a LaTeX of braces": _LATEX.format("{" * 198_000).encode(),
    "a page of tables": ("<table>" * 20_000 + _HTML.format("")).encode(),
    "a page of raised": _HTML.format("<sup>" * 20_000).encode(),
    "a Markdown of rules": ("|-|-|\n" * 30_000).encode(),
    "a Markdown of bars": ("|" * 200_000 + "\n|-|-|\n|a|1|\n").encode(),
    "a quote without end": ('method,"FA\n' + 'a,"0.5\n' * 30_000).encode(),
    "JSON inside JSON": ('{"a":' * 900 + "1" + "}" * 900).encode(),
    "JSON of one object": ("{" + ",".join(f'"k{i}":{i}' for i in range(20_000)) + "}").encode(),
    "JSON of methods": (
        "{" + ",".join(f'"m{i}":{{"x{i}":1}}' for i in range(2_000)) + "}"
    ).encode(),
    "headings of one name": b",".join([b"x"] * 240) + b"\n" + b",".join([b"1"] * 240) + b"\n",
    "metrics and values": (
        "method,metric,value\n" + "".join(f"m{i % 900},x{i % 499},0.5\n" for i in range(59_000))
    ).encode(),
    "rows of one name": ("method,FA\n" + "".join(f"a,0.{i}\n" for i in range(2_990))).encode(),
}  # fmt: skip


def random_table(number: int) -> bytes:
    """A table of any shape: sizes, separators, cells and quotes at random."""
    chance = random.Random(number)
    separator = chance.choice([",", ";", "\t", " | ", " & "])
    kinds = ["0.{}", "{}", "0,{}", "{}%", "m{}", "", "±{}", '"{}', "{} ± 0.1", "seed {}", "1e{}"]
    cells = chance.sample(kinds, chance.randint(1, 4))
    lines = []
    for _ in range(chance.choice([1, 2, 5, 40, 700])):
        line = []
        for _ in range(chance.choice([1, 2, 8, 60, 300])):
            line.append(chance.choice(cells).format(chance.randrange(999)))
        lines.append(separator.join(line))
    return "\n".join(lines).encode()[:400_000]
