"""Pages of names: what a method or metric of a suite is called across suites, and its address."""

from collections.abc import Sequence
from difflib import get_close_matches

from components import private_ids
from components.format import joined, shortened
from components.stats.memo import memoised
from data.errors import UnknownName
from data.names import Kind, Name, ids_in, names
from data.registry import Family, Method, Metric, Tables

MAX_NEAR = 5
"""Near names listed for an unknown one."""
MAX_LETTERS = 60


def entry(kind: Kind, tables: Tables, id_in_suite: str) -> Name:
    """Return what a suite's method, checkpoint or metric is called across suites.

    A checkpoint is under its family. A suite that a reader enlarged calls things as the suite it
    was made from, and an added method that is one of its methods is with that one.
    """
    suite = tables.suite.id
    if tables.suite.private:
        suite = private_ids.enlarged_of(suite)
    if kind == "metrics":
        return names(kind).of(suite, id_in_suite)
    family = family_of(tables, id_in_suite)
    return names(kind).of(suite, same_method(tables, family) or family)


def same_method(tables: Tables, id_in_suite: str) -> str:
    """Return the suite's method that an added one is, by its id; "" for every other."""
    method = private_ids.twin_of(id_in_suite)
    return method if method in ids_in("methods", tables) else ""


def address(kind: Kind, tables: Tables, id_in_suite: str) -> str:
    """Return what follows ?id= in the address of the page of a suite's method or metric."""
    return entry(kind, tables, id_in_suite).address


def entries(kind: Kind, tables: Tables) -> dict[str, Name]:
    """Return all of a suite that has a page, by its id there; checkpoints are left to families."""
    identifiers = ids_in(kind, tables)
    if kind == "methods":
        identifiers = tuple(method for method in identifiers if family_of(tables, method) == method)
    return {id_in_suite: entry(kind, tables, id_in_suite) for id_in_suite in identifiers}


def label_by_address(kind: Kind, suites: Sequence[Tables]) -> dict[str, str]:
    """Return every address with its label, by label: the registry's, else the first suite's."""
    label_of_address: dict[str, str] = {}
    for tables in suites:
        labels = labels_in_suite(kind, tables, written_out=kind == "metrics")
        for id_in_suite, name_entry in entries(kind, tables).items():
            page_label = (
                name_entry.label or names(kind).label(name_entry.address) or labels[id_in_suite]
            )
            label_of_address.setdefault(name_entry.address, page_label)
    by_label = sorted(
        label_of_address.items(), key=lambda address_and_label: address_and_label[1].casefold()
    )
    return dict(by_label)


def found(kind: Kind, wanted: str, suites: Sequence[Tables]) -> str:
    """Return the address that is meant, "" for none: an address, or what alone one suite or people
    call it (`ga_gdr`, Gradient Diff), in any case of letters."""
    label_of_address = label_by_address(kind, suites)
    if wanted in label_of_address:
        return wanted
    meant = set()
    for address_of_page, page_label in label_of_address.items():
        called = {address_of_page, page_label, *names(kind).aliases(address_of_page)}
        called |= {row.id for row in names(kind).rows if row.address == address_of_page}
        if wanted.casefold() in {name.casefold() for name in called}:
            meant.add(address_of_page)
    return meant.pop() if len(meant) == 1 else ""


def require(kind: Kind, wanted: str, suites: Sequence[Tables]) -> str:
    """Return the address that is meant. Raises UnknownName, with the addresses that are near."""
    meant = found(kind, wanted, suites)
    if meant:
        return meant
    label_of_address = label_by_address(kind, suites)
    address_of_text = {address.casefold(): address for address in label_of_address}
    address_of_text |= {
        page_label.casefold(): address_of_label
        for address_of_label, page_label in label_of_address.items()
    }
    close_texts = get_close_matches(wanted.casefold()[:MAX_LETTERS], address_of_text, MAX_NEAR)
    near_labels = list(dict.fromkeys(address_of_text[close_text] for close_text in close_texts))
    hint_text = f"near it: {joined(near_labels)}"
    if not near_labels:
        examples = joined(list(label_of_address)[:MAX_NEAR])
        hint_text = f"expected one of {len(label_of_address)}, such as {examples}"
    noun = kind.removesuffix("s")
    raise UnknownName(f"id: no {noun} is called {shortened(wanted, MAX_LETTERS)!r}; {hint_text}")


def family_of(tables: Tables, method_id: str) -> str:
    """Return the family of a checkpoint; a method that is none is its own."""

    def families() -> dict[str, str]:
        family_ids = {family.id for family in tables.families}
        return {
            method.id: method.family for method in tables.methods if method.family in family_ids
        }

    return memoised(tables, "families of checkpoints", families).get(method_id, method_id)


def labels_in_suite(kind: Kind, tables: Tables, written_out: bool = False) -> dict[str, str]:
    """Return what a suite calls its methods and families, or its metrics, by id.

    Metrics of its pools count as its metrics. `written_out` gives names in place of labels.
    """
    column = "name" if written_out else "label"
    labels: dict[str, str] = {}
    listed: Sequence[Method | Family | Metric] = tables.metrics
    if kind == "methods":
        listed = (*tables.methods, *tables.families)
    elif "pool_metrics" in tables.extras:
        pool_metrics = tables.extras["pool_metrics"]
        labels |= dict(zip(pool_metrics["id"].map(str), pool_metrics[column].map(str), strict=True))
    return labels | {pool_metric.id: getattr(pool_metric, column) for pool_metric in listed}
