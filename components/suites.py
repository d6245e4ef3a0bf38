"""Which suite to take: what each one is and what it is good for, as its own description says."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from data.registry import Suite

_ADVICE = re.compile(r"(?:Of the suites on (?P<topics>[^,]+), take|\bTake) it (?P<when>[^.]+)\.$")
_SENTENCE = re.compile(r"\.(?:\s|$)")
_SAYS = 7
"""Words that the part of a sentence before its colon needs to say by itself what a suite is."""


@dataclass(frozen=True)
class Advice:
    """What a suite is, when to take it, and the benchmarks that others cover too; empty where it does not say."""

    what: str
    when: str
    topics: tuple[str, ...]


def advice(suite: Suite) -> Advice:
    """What the description of a suite says of it: its first sentence, up to a colon where that is enough, and its last
    one ("Of the suites on TOFU, take it for …").
    """
    first = _SENTENCE.split(suite.description, maxsplit=1)[0]
    start = first.split(": ", maxsplit=1)[0]
    what = start if len(start.split()) >= _SAYS else first
    found = _ADVICE.search(suite.description)
    topics = tuple((found["topics"] or "").split(" and ")) if found else ()
    return Advice(what, found["when"] if found else "", tuple(filter(None, topics)))


def covering(suite: Suite, suites: Sequence[Suite]) -> tuple[Suite, ...]:
    """The suites that cover a benchmark of this one, itself first; none where no other does."""
    topics = {*advice(suite).topics}
    others = tuple(s for s in suites if s.id != suite.id and topics & {*advice(s).topics})
    return (suite, *others) if others else ()
