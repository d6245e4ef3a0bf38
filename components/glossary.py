"""The terms the pages use, from one file (glossary.toml)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from data.errors import UnknownName

FILE = Path(__file__).with_suffix(".toml")
MOST_WORDS = 30
"""Words of an explanation."""


@dataclass(frozen=True)
class Term:
    """One term. `formula` is LaTeX and, like `reference`, may be empty."""

    id: str
    label: str
    plain: str
    formula: str = ""
    reference: str = ""


@cache
def groups() -> Mapping[str, tuple[Term, ...]]:
    """Return the terms by group, both in the order of the file."""
    entries = tomllib.loads(FILE.read_text(encoding="utf-8"))
    return {
        g: tuple(Term(name, **fields) for name, fields in known.items())
        for g, known in entries.items()
    }


@cache
def terms() -> Mapping[str, Term]:
    """Return all terms by id, in the order of the file."""
    return {t.id: t for members in groups().values() for t in members}


def term(term_id: str) -> Term:
    """Return one term. Raises UnknownName."""
    if term_id not in terms():
        raise UnknownName(f"unknown term {term_id!r}: expected one of {', '.join(terms())}")
    return terms()[term_id]
