"""The methods that suites have, by the address of their page: what a name in a table may mean."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from components import names
from components.intake.methods import Known, spellings
from data.names import names as registry
from data.registry import Family, Method, Tables


def known_methods(suites: Iterable[Tables], into: Tables | None = None) -> tuple[Known, ...]:
    """The methods and families of suites, one of each address, those of the suite runs are added to first.

    Models that are never ranked are left out: what they are is asked in other words.
    """
    listed = [*([into] if into is not None else []), *(s for s in suites if s is not into)]
    found: dict[str, Known] = {}
    for tables in listed:
        for known in _of(tables, tables is into):
            before = found.get(known.address)
            first = before if before is not None and (before.own or before.family) else known
            both = (*(before.spellings if before is not None else ()), *known.spellings)
            found[known.address] = replace(first, spellings=spellings(*both))
    return tuple(found.values())


def _of(tables: Tables, into: bool) -> Sequence[Known]:
    families = {f.id for f in tables.families}
    ranked = [m for m in tables.candidates if m.family not in families]
    every: tuple[Method | Family, ...] = (*ranked, *tables.families)
    listed = registry("methods")
    return [
        Known(
            name.address,
            own.label if into else name.label or listed.label(name.address) or own.label,
            spellings(own.label, own.name, name.label, *listed.aliases(name.address), own.id, name.address),
            own.id if into else "",
            own.family if isinstance(own, Method) else "",
            own.description,
            own.reference,
            own.url,
        )
        for own in every
        for name in [names.entry("methods", tables, own.id)]
    ]
