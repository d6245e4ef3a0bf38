"""The terms the pages use, from one file (glossary.toml)."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from data.errors import UnknownName

FILE = Path(__file__).with_suffix(".toml")
MAX_WORDS = 30
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
    terms_of_group = {}
    for group_name, entries in tomllib.loads(FILE.read_text(encoding="utf-8")).items():
        terms_of_group[group_name] = tuple(
            Term(term_id, **fields) for term_id, fields in entries.items()
        )
    return terms_of_group


@cache
def terms() -> Mapping[str, Term]:
    """Return all terms by id, in the order of the file."""
    return {term.id: term for group in groups().values() for term in group}


def term(term_id: str) -> Term:
    """Return one term. Raises UnknownName."""
    if term_id not in terms():
        raise UnknownName(f"unknown term {term_id!r}: expected one of {', '.join(terms())}")
    return terms()[term_id]
