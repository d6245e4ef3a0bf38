"""Which suites cover one benchmark, as their own descriptions say."""

import re
from collections.abc import Sequence

from data.registry import Suite

_TOPICS = re.compile(r"Of the suites on ([^,]+), take it ")


def topics(suite: Suite) -> tuple[str, ...]:
    """Return the benchmarks that other suites cover too: "Of the suites on TOFU and MUSE, take it …"."""
    found = _TOPICS.search(suite.description)
    return tuple(found[1].split(" and ")) if found else ()


def covering(topic: str, suites: Sequence[Suite]) -> tuple[Suite, ...]:
    """Return the suites that cover a benchmark, in the order given."""
    return tuple(s for s in suites if topic in topics(s))
