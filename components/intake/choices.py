"""What a reader chose about a table, as a text that their browser keeps, and back: checked like any other input."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, replace
from typing import TypeVar, get_type_hints

from components.errors import LeaderboardError
from components.intake.fixes import FIXES, Fix
from components.intake.suite_rows import About
from components.intake.uses import USES, Use
from components.intake.work import Work, aimed, with_use
from data.cells import number
from data.registry import Tables

MOST_TEXT, MOST_FIXES = 400_000, 5_000
R = TypeVar("R", Fix, About, Use)


class ChoicesLost(LeaderboardError):
    """Choices that cannot be taken up again; the message says what was found and what was expected."""


def choices_text(work: Work) -> str:
    """Aim, what was said of columns, fixes and words about a table as JSON. What is proposed anew is left out."""
    return json.dumps(
        {
            "suite": work.suite,
            "panel": work.panel,
            "setting": work.setting,
            "samples": work.samples,
            "uses": [asdict(u) for u in work.uses if u.said],
            "fixes": [asdict(f) for f in work.fixes],
            "about": asdict(work.about),
        }
    )


def with_choices(work: Work, text: str, suites: Sequence[Tables]) -> Work:
    """The work with the choices of a text. Raises ChoicesLost, and changes nothing, where they do not fit any more."""
    if len(text) > MOST_TEXT:
        raise ChoicesLost(f"found {len(text):,} characters of choices, expected at most {MOST_TEXT:,}")
    try:
        held = json.loads(text)
    except (ValueError, RecursionError):
        raise ChoicesLost("found choices that are no JSON") from None
    keys = {"suite", "panel", "setting", "samples", "uses", "fixes", "about"}
    if not isinstance(held, dict) or set(held) != keys:
        raise ChoicesLost(f"found other choices than {', '.join(sorted(keys))}")
    uses, fixes = _each(Use, held["uses"]), _each(Fix, held["fixes"])
    about, setting = _record(About, held["about"]), held["setting"]
    if setting not in ("unimodal", "multimodal"):
        raise ChoicesLost(f"found the setting {setting!r}, expected unimodal or multimodal")
    if not isinstance(held["samples"], bool):
        raise ChoicesLost(f"found the choice of samples {held['samples']!r}, expected true or false")
    if any(u.use not in USES or u.column not in work.sheet.header for u in uses):
        raise ChoicesLost("found a use of a column that the table does not have")
    if any(u.answer not in ("", "higher", "lower") and number(u.answer) is None for u in uses):
        raise ChoicesLost("found an answer other than higher, lower or a number")
    if any(f.kind not in FIXES for f in fixes):
        raise ChoicesLost("found a change that is not known here")
    if not work.is_suite:
        work = _aimed(work, held["suite"], held["panel"], suites)
        for use in uses:
            work = with_use(work, use)
    return replace(work, fixes=fixes, about=about, setting=setting, samples=held["samples"])


def _aimed(work: Work, suite: object, panel: object, suites: Sequence[Tables]) -> Work:
    panels = {(s.suite.id, p.id) for s in suites for p in s.panels} | {("", "")}
    if not isinstance(suite, str) or not isinstance(panel, str) or (suite, panel) not in panels:
        raise ChoicesLost(f"found the suite {suite!r} and panel {panel!r}, which are not here (any more)")
    return aimed(work, suites, suite, panel)


def _each(kind: type[R], held: object) -> tuple[R, ...]:
    if not isinstance(held, list) or len(held) > MOST_FIXES:
        raise ChoicesLost(f"found no list of at most {MOST_FIXES:,} choices")
    return tuple(_record(kind, h) for h in held)


def _record(kind: type[R], held: object) -> R:
    """A record of texts, flags and numbers, every field of its own type. Raises ChoicesLost."""
    types = get_type_hints(kind)
    if not isinstance(held, Mapping) or set(held) != {f.name for f in fields(kind)}:
        raise ChoicesLost(f"found a choice with other fields than {', '.join(f.name for f in fields(kind))}")
    for name, value in held.items():
        plain = isinstance(value, types[name]) and (types[name] is bool or not isinstance(value, bool))
        if not plain or (isinstance(value, float) and not math.isfinite(value)):
            raise ChoicesLost(f"found {value!r} for {name}")
    return kind(**held)
