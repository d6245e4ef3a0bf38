"""The methods that suites have, by the address of their page: what a name in a table may mean."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from components import names
from components.intake.methods import Known, spellings
from data.names import Name
from data.names import names as registry
from data.registry import Family, Method, Tables


def known_methods(suites: Iterable[Tables], into: Tables | None = None) -> tuple[Known, ...]:
    """The methods and families of suites, one of each address, with every spelling that some suite has.

    What is said of one comes from the suite that runs are added to, else from one of which no note says that it differs
    there. Models that are never ranked are left out: what they are is asked in other words.
    """
    found: dict[str, list[tuple[Known, Name]]] = {}
    for tables in suites:
        for known, name in _of(tables, tables is into):
            found.setdefault(known.address, []).append((known, name))
    return tuple(_one(entries) for entries in found.values())


def _one(entries: list[tuple[Known, Name]]) -> Known:
    """One of several suites' methods with the spellings of all."""
    first = max(entries, key=lambda e: (bool(e[0].own), not e[1].note, bool(e[0].family)))[0]
    return replace(first, spellings=spellings(*(s for known, _ in entries for s in known.spellings)))


def _of(tables: Tables, into: bool) -> Iterator[tuple[Known, Name]]:
    families = {f.id for f in tables.families}
    every: tuple[Method | Family, ...] = (*(m for m in tables.candidates if m.family not in families), *tables.families)
    listed = registry("methods")
    for own in every:
        name = names.entry("methods", tables, own.id)
        label = name.label or listed.label(name.address) or own.label
        forms = spellings(own.label, own.name, label, *listed.aliases(name.address), own.id, name.address)
        yield (
            Known(
                name.address,
                own.label if into else label,
                forms,
                own.id if into else "",
                own.family if isinstance(own, Method) else "",
                own.description,
                own.reference,
                own.url,
            ),
            name,
        )
