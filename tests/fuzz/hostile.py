"""Hostile and broken files and query strings, the same ones for the same number."""

import gzip
import io
import json
import random
import string
import zipfile
from collections.abc import Callable
from itertools import product

import openpyxl
import pandas as pd

from components.choices.query import CHOICES
from tests.cases import stored

TEXTS = stored("fuzz/hostile.json")
SCRIPTS, NUMBERS, HEADINGS, CHOSEN = (
    tuple(TEXTS[k]) for k in ("scripts", "numbers", "headings", "choices")
)
"""Texts like markup or a formula, numbers in every dress, heads of columns, values of choices."""
Maker = Callable[[random.Random], bytes]
PLAIN = (None, True, 1, -0.5, 1e308, float("nan"), 10**400)


def file(number: int) -> tuple[str, bytes]:
    """The hostile file of a number: a name and its bytes."""
    rng = random.Random(number)
    name, make = MAKERS[number % len(MAKERS)]
    content = make(rng)
    return name, content


def query(number: int) -> dict[str, str | list[str]]:
    """The hostile query of a number."""
    rng = random.Random(number)
    choices: dict[str, str | list[str]] = {}
    for _ in range(rng.choice((1, 1, 2, 3, 6))):
        name = rng.choice(CHOICES).name if rng.random() < 0.85 else _text(rng)
        choices[name or "x"] = _value(rng) if rng.random() < 0.95 else [_value(rng), _value(rng)]
    return choices


def _value(rng: random.Random) -> str:
    kind = rng.random()
    if kind < 0.45:
        return rng.choice(CHOSEN)
    if kind < 0.6:
        return rng.choice(NUMBERS)
    if kind < 0.75:
        return rng.choice(SCRIPTS)
    if kind < 0.85:
        return ",".join(rng.choice(CHOSEN) for _ in range(rng.randint(2, 30)))
    return _text(rng)


def _text(rng: random.Random) -> str:
    size = rng.choice((1, 3, 10, 200, 20_000 if rng.random() < 0.05 else 40))
    if rng.random() < 0.5:
        return "".join(rng.choice(string.printable) for _ in range(size))
    return "".join(
        chr(rng.choice((rng.randrange(32, 0xD800), rng.randrange(0xE000, 0x11000))))
        for _ in range(size)
    )


def _cell(rng: random.Random) -> str:
    number, script = rng.choice(NUMBERS), rng.choice(SCRIPTS)[:400]
    return rng.choice((number, script, f"{rng.random():.4f}", f"{rng.random():.4f}"))


def _rows(rng: random.Random) -> list[list[str]]:
    width, height = rng.randint(1, 12), rng.choice((0, 1, 2, 8, 40))
    header = [rng.choice((*HEADINGS, *SCRIPTS)) for _ in range(width)]
    widths = (width, width, width, width + 1, 1)
    return [header, *([_cell(rng) for _ in range(rng.choice(widths))] for _ in range(height))]


def _csv(rng: random.Random) -> bytes:
    separator, end = rng.choice(",;\t|"), rng.choice(("\n", "\r\n", "\r"))
    quote = rng.random() < 0.6
    rows = [[f'"{c.replace(chr(34), chr(34) * 2)}"' if quote else c for c in r] for r in _rows(rng)]
    text = end.join(separator.join(row) for row in rows)
    encoding = rng.choice(
        ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32", "cp1252", "latin-1"]
    )
    content = text.encode(encoding, "replace")
    return content + rng.randbytes(30) if rng.random() < 0.15 else content


def _runs(rng: random.Random) -> bytes:
    """A table that may well become a suite: every name hostile, a few numbers bad."""
    methods = [rng.choice(SCRIPTS)[:100] + str(i) for i in range(rng.randint(1, 6))]
    names = (*SCRIPTS, "mmubench", "MLLMU Bench", "cifar-10")
    benchmarks = [rng.choice(names)[:100] for _ in range(rng.randint(1, 3))]
    heads = ("FA", "RA", "MIA", "AD", "JS", "oracle distance", *SCRIPTS[:12], "loss", "x")
    metrics = rng.sample(heads, rng.randint(1, 7))
    bad = rng.choice((0.0, 0.0, 0.02, 0.3))

    def value() -> str:
        if rng.random() < bad:
            return rng.choice(NUMBERS)
        return rng.choice((f"{rng.random():.3f}", "0.5", "1", ""))

    rows = []
    for benchmark, method in product(benchmarks, methods):
        for s in range(rng.randint(1, 3)):
            seed = rng.choice((str(s), "x", "1.0")) if bad else str(s)
            row = {"method": method, "benchmark": benchmark, "seed": seed}
            rows.append(row | {metric: value() for metric in metrics})
    return json.dumps(rows).encode()


def _json(rng: random.Random) -> bytes:
    def value(depth: int) -> object:
        kind = rng.randrange(8)
        if depth > 4 or kind < 3:
            text, number = rng.choice(SCRIPTS), rng.choice(NUMBERS)
            return rng.choice((*PLAIN, text, number))
        if kind < 6:
            names = (*HEADINGS, *SCRIPTS)
            return {rng.choice(names): value(depth + 1) for _ in range(rng.randint(0, 5))}
        return [value(depth + 1) for _ in range(rng.randint(0, 5))]

    return json.dumps(value(0)).encode()


def _deep(rng: random.Random) -> bytes:
    n = rng.choice((100, 5_000, 500_000))
    begin, end = rng.choice(((b"[", b"]"), (b'{"a":', b"}"), (b'[{"method":', b"}]")))
    return begin * n + b"1" + (end * n if rng.random() < 0.5 else b"")


def _wide(rng: random.Random) -> bytes:
    names = ",".join(f"c{i}" for i in range(10_000))
    return f"{names}\n{','.join(['1'] * 10_000)}\n".encode()


def _tall(rng: random.Random) -> bytes:
    return b"method,FA\n" + b"a,0.5\n" * rng.choice((59_000, 200_000))


def _zip(rng: random.Random) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        kind = rng.randrange(5)
        if kind == 0:
            archive.writestr("big.csv", b"0" * 70_000_000)
        elif kind == 1:
            for i in range(rng.choice((10, 3_000))):
                archive.writestr(f"{i}.json", b'{"method": "x", "FA": 0.5}')
        elif kind == 2:
            inner = io.BytesIO()
            with zipfile.ZipFile(inner, "w", zipfile.ZIP_DEFLATED) as nested:
                nested.writestr("x.csv", b"0" * 1_000_000)
            archive.writestr("inner.zip", inner.getvalue())
        elif kind == 3:
            archive.writestr("../../x.csv", b"method,FA\na,0.5\n")
            archive.writestr(
                "xl/workbook.xml",
                "<!DOCTYPE x [<!ENTITY a 'aaaa'>" + "<!ENTITY b '&a;&a;'>" * 9 + "]>",
            )
        else:
            archive.writestr(
                "s/suite.toml", rng.choice((b"", b'id = "x"', b"id = \xff", b"[" * 9999))
            )
            archive.writestr("s/runs.csv", _csv(rng))
    return _cut(rng, out.getvalue())


def _excel(rng: random.Random) -> bytes:
    book = openpyxl.Workbook()
    for row in _rows(rng):
        book.active.append(
            [openpyxl.cell.cell.ILLEGAL_CHARACTERS_RE.sub("", c)[:3_000] for c in row]
        )
    if rng.random() < 0.3:
        book.active.cell(1_000_000, 16_000, "far away")
    out = io.BytesIO()
    book.save(out)
    return _cut(rng, out.getvalue())


def _parquet(rng: random.Random) -> bytes:
    rows = _rows(rng)
    header = [f"{h}{i}" for i, h in enumerate(rows[0])]
    body = [(r + [""] * len(header))[: len(header)] for r in rows[1:]]
    out = io.BytesIO()
    pd.DataFrame(body, columns=header).map(
        lambda c: c.encode("utf-8", "replace").decode()
    ).to_parquet(out)
    return _cut(rng, out.getvalue())


def _cut(rng: random.Random, content: bytes) -> bytes:
    """The bytes as they are, cut short, or with some of them changed."""
    kind = rng.random()
    if kind < 0.4:
        return content
    if kind < 0.7:
        return content[: rng.randrange(1, len(content))]
    changed = bytearray(content)
    for _ in range(rng.randint(1, 40)):
        changed[rng.randrange(len(changed))] = rng.randrange(256)
    return bytes(changed)


def _magic(rng: random.Random) -> bytes:
    return rng.choice(TEXTS["beginnings"]).encode("latin-1") + rng.randbytes(
        rng.choice((0, 3, 200, 20_000))
    )


MAKERS: tuple[tuple[str, Maker], ...] = (
    ("random.bin", lambda rng: rng.randbytes(rng.choice((0, 1, 50, 5_000, 300_000)))),
    ("table.csv", _csv),
    ("runs.json", _runs),
    ("values.json", _json),
    ("deep.json", _deep),
    ("runs.json", _runs),
    ("magic.xlsx", _magic),
    ("table.csv", _csv),
    ("book.xlsx", _excel),
    ("runs.json", _runs),
    ("table.parquet", _parquet),
    ("archive.zip", _zip),
    ("table.tsv", _csv),
    ("wide.csv", _wide),
    ("runs.json", _runs),
    ("tall.csv", _tall),
    ("packed.csv", lambda rng: gzip.compress(_csv(rng))),
    ("header.csv", lambda rng: ",".join(rng.choice(HEADINGS) for _ in range(5)).encode()),
    ("cut.csv", lambda rng: _cut(rng, _csv(rng) or b"x")),
    ("objects.jsonl", lambda rng: b"\n".join(_json(rng) for _ in range(rng.randint(1, 6)))),
)
"""Names of files and how they are made; those that may become a suite stand there more often."""
