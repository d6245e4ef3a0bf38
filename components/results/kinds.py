"""The kinds of model that suites are about, and the suites of each."""

import re
from collections.abc import Iterable
from typing import Literal

from data.registry import Suite, Tables

Kind = Literal["text", "multimodal", "image"]
KINDS: dict[Kind, str] = {
    "text": "Language models",
    "multimodal": "Multimodal models",
    "image": "Image models",
}
"""The kinds of model by the setting of a panel, as they are called."""
_PURPOSE = re.compile(r"[Tt]ake it (.+)\.\Z")
"""How the description of a suite ends that says what it is for."""


def by_kind(suites: Iterable[Tables]) -> dict[Kind, list[Tables]]:
    """Return the suites of each kind of model, that of the panel on which they open, in the order
    given."""
    listed = list(suites)
    suites_of_kind = {}
    for kind in KINDS:
        of_kind = [tables for tables in listed if tables.reference_panel.setting == kind]
        if of_kind:
            suites_of_kind[kind] = of_kind
    return suites_of_kind


def purpose(suite: Suite) -> str:
    """Return what a suite is for, as the rest of "take it": what its description ends with, else
    its first sentence."""
    purpose = _PURPOSE.search(suite.description)
    if purpose:
        return purpose[1]
    return suite.description.partition(". ")[0].rstrip(".")
