"""What a reader chose about a table as a text, and back: for the reader's browser, and for a table edited by hand.

A browser can send anything, so every choice is checked like any other input.
"""

from __future__ import annotations

import json
import math
from collections.abc import Sequence
from dataclasses import asdict, replace
from typing import TypeVar, get_type_hints

from components.errors import LeaderboardError
from components.intake.fixes import BETTER, CELLS, TABLES, Fix
from components.intake.suite_rows import About
from components.intake.uses import USES, Use
from components.intake.work import Work, aimed, with_use
from data.cells import number
from data.registry import Tables

MOST_TEXT = 400_000
R = TypeVar("R", Fix, About, Use)


class ChoicesLost(LeaderboardError):
    """Choices that do not fit the table or the suites (any more)."""


def choices_text(work: Work) -> str:
    """Aim, uses that the reader declared, fixes and the words about a table, as JSON."""
    plain = {name: getattr(work, name) for name in ("suite", "panel", "benchmark")}
    uses, fixes = [asdict(u) for u in work.uses if u.declared], [asdict(f) for f in work.fixes]
    return json.dumps({**plain, "uses": uses, "fixes": fixes, "about": asdict(work.about)})


def with_choices(work: Work, text: str, suites: Sequence[Tables]) -> Work:
    """The work with the choices of a text. Raises ChoicesLost, and changes nothing, where they do not fit."""
    try:
        if len(text) > MOST_TEXT:
            raise ValueError
        held = json.loads(text)
        uses = [_record(Use, u) for u in held["uses"]]
        fixes = tuple(_record(Fix, f) for f in held["fixes"])
        about = _record(About, held["about"])
        aims = {(s.suite.id, p.id) for s in suites for p in s.panels} | {("", "")}
        places = {b.id for s in suites if s.suite.id == held["suite"] for b in s.benchmarks} | {""}
        fits = (
            (held["suite"], held["panel"]) in aims,
            held["benchmark"] in places,
            all(u.use in USES and u.column in work.sheet.header for u in uses),
            all(u.answer in ("", "higher", "lower") or number(u.answer) is not None for u in uses),
            all(f.kind in (BETTER, *CELLS, *TABLES) for f in fixes),
        )
        if not all(fits):
            raise ValueError
    except (ValueError, TypeError, KeyError, RecursionError):
        raise ChoicesLost("found choices that do not fit this table or the suites here (any more)") from None
    if not work.is_suite:
        work = aimed(work, suites, held["suite"], held["panel"], held["benchmark"])
        for use in uses:
            work = with_use(work, use)
    return replace(work, fixes=fixes, about=about)


def _record(kind: type[R], held: object) -> R:
    """A record of texts, flags and finite numbers, each of the type of its field. Raises TypeError, ValueError."""
    if not isinstance(held, dict):
        raise TypeError
    types = get_type_hints(kind)
    for name, value in held.items():
        if not isinstance(value, types[name]) or (isinstance(value, bool) and types[name] is not bool):
            raise TypeError
        if isinstance(value, float) and not math.isfinite(value):
            raise ValueError
    return kind(**held)
