"""The page of a method or metric: one address across suites, and what each suite calls it."""

from collections.abc import Sequence
from difflib import get_close_matches

from components import own_ids as private
from components.errors import UnknownName
from components.stats.memo import memoised
from components.text import joined, shortened
from data.names import Kind, Name, ids_in, names
from data.registry import Family, Method, Metric, Tables

NEAR = 5
"""Near names listed for an unknown one."""


def entry(kind: Kind, tables: Tables, own_id: str) -> Name:
    """What a suite's method, checkpoint or metric is called across suites.

    A checkpoint is under its family. A suite that a reader enlarged calls things as the suite it was made from, and
    an added method that is one of its own is with that one.
    """
    suite = private.enlarged_of(tables.suite.id) if tables.suite.private else tables.suite.id
    if kind == "metrics":
        return names(kind).of(suite, own_id)
    family = family_of(tables, own_id)
    return names(kind).of(suite, beside(tables, family) or family)


def beside(tables: Tables, own_id: str) -> str:
    """The method of the suite that shares its page with an added one, as the id of that says; empty for any other."""
    own = private.beside(own_id)
    return own if own in ids_in("methods", tables) else ""


def address(kind: Kind, tables: Tables, own_id: str) -> str:
    """What follows ?id= in the address of the page of a suite's method or metric."""
    return entry(kind, tables, own_id).address


def entries(kind: Kind, tables: Tables) -> dict[str, Name]:
    """Everything in a suite that has a page, by its id there; checkpoints are left to their family."""
    ids = ids_in(kind, tables)
    return {i: entry(kind, tables, i) for i in ids if kind == "metrics" or family_of(tables, i) == i}


def known(kind: Kind, suites: Sequence[Tables]) -> dict[str, str]:
    """Every address with its label, by label: that of the registry, else that of the first suite."""
    labels: dict[str, str] = {}
    for tables in suites:
        own = own_labels(kind, tables, written_out=kind == "metrics")
        for own_id, name in entries(kind, tables).items():
            labels.setdefault(name.address, name.label or names(kind).label(name.address) or own[own_id])
    return dict(sorted(labels.items(), key=lambda pair: pair[1].casefold()))


def require(kind: Kind, wanted: str, suites: Sequence[Tables]) -> str:
    """The label of an address. Raises UnknownName, with the addresses that are near."""
    labels = known(kind, suites)
    if wanted in labels:
        return labels[wanted]
    noun = kind.removesuffix("s")
    addresses = {a.casefold(): a for a in labels} | {label.casefold(): a for a, label in labels.items()}
    near = list(dict.fromkeys(addresses[n] for n in get_close_matches(wanted.casefold()[:60], addresses, NEAR)))
    hint = (
        f"near it: {joined(near)}" if near else f"expected one of {len(labels)}, such as {joined(list(labels)[:NEAR])}"
    )
    raise UnknownName(f"id: no {noun} is called {shortened(wanted, 60)!r}; {hint}")


def family_of(tables: Tables, method_id: str) -> str:
    """The family of a checkpoint; a method that is none is its own."""
    return memoised(tables, "families of checkpoints", lambda: _families(tables)).get(method_id, method_id)


def _families(tables: Tables) -> dict[str, str]:
    families = {f.id for f in tables.families}
    return {m.id: m.family for m in tables.methods if m.family in families}


def own_labels(kind: Kind, tables: Tables, written_out: bool = False) -> dict[str, str]:
    """What a suite calls its own methods and families, or metrics and metrics of its pools, by id."""
    column = "name" if written_out else "label"
    own: Sequence[Method | Family | Metric] = (
        (*tables.methods, *tables.families) if kind == "methods" else tables.metrics
    )
    pool = tables.extras.get("pool_metrics") if kind == "metrics" else None
    further = {} if pool is None else dict(zip(pool["id"].map(str), pool[column].map(str), strict=True))
    return {**further, **{o.id: o.name if written_out else o.label for o in own}}
