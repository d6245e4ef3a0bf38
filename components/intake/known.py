"""What tables are held against: the metrics of the dictionary and of suites, and the methods that
suites have."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from components import name_pages
from data.known_metrics import KnownMetric, known_metrics
from data.names import names as registry
from data.read import lexicon
from data.registry import Family, Method, Metric, Tables

_ASIDE = re.compile(r"\A(?P<outer>[^()\[\]]+?)\s*[(\[](?P<inner>[^()\[\]]+)[)\]]\s*\Z")
OURS = re.compile(
    r"(?:ours?|mine|my (?:run|method)|our (?:runs?|method|version)|this work)\Z", re.I
)
_RUN = re.compile(r"re-?(?:run|produc|implement)\w*|official|reported|paper|.* et al\b.*", re.I)


@dataclass(frozen=True)
class KnownMethod:
    """A method that some suite has: the address of its page, its label there, and the keys of its
    spellings.

    `own` is its id in the suite that runs are added to, "" where that has none of it; `about`
    describes it."""

    address: str
    label: str
    keys: frozenset[str]
    own: str
    about: Method | Family


@dataclass(frozen=True, eq=False)
class Known:
    """The metrics by id, the methods of some suites, and these suites."""

    metrics: Mapping[str, Metric | KnownMetric]
    methods: tuple[KnownMethod, ...]
    suites: tuple[Tables, ...] = ()

    @cached_property
    def names(self) -> lexicon.Metrics:
        """The metrics by their names, those of the dictionary first."""
        own = {m.id: m.aliases for m in self.metrics.values() if isinstance(m, KnownMetric)}
        return lexicon.Metrics(
            (i, (i, m.label, m.name, *own.get(i, ()))) for i, m in self.metrics.items()
        )

    def method(self, name: str) -> KnownMethod | None:
        """Return the one method whose name a text is, also with “(ours)” or its acronym behind
        it."""
        hits, aside = self._named(name), _ASIDE.match(name.strip())
        if not hits and aside:
            hits = self._named(aside["outer"])
            if not OURS.match(aside["inner"]) and not _RUN.fullmatch(aside["inner"]):
                hits = [m for m in hits if m in self._named(aside["inner"])]
        hits = [m for m in hits if lexicon.key(m.address) == lexicon.key(name)] or hits
        return hits[0] if len(hits) == 1 else None

    def _named(self, text: str) -> list[KnownMethod]:
        return [m for m in self.methods if lexicon.key(text) and lexicon.key(text) in m.keys]


def known(suites: Sequence[Tables], into: Tables | None = None) -> Known:
    """Return what a table may mean: the dictionary and what suites add to it; `into` describes its
    own methods."""
    metrics: dict[str, Metric | KnownMetric] = {m.id: m for m in known_metrics()}
    find = lexicon.dictionary().find
    for suite in suites:
        for metric in suite.metrics:
            own = find(metric.id)[0] or find(metric.name)[0] or metric.id
            metrics.setdefault(own, metric)
    methods: dict[str, KnownMethod] = {}
    for suite in suites:
        for method in _methods(suite, suite is into):
            before = methods.get(method.address, method)
            first = method if method.own else before
            keys = before.keys | method.keys
            methods[method.address] = KnownMethod(
                first.address, first.label, keys, first.own, first.about
            )
    return Known(metrics, tuple(methods.values()), tuple(suites))


def known_place(suite: Tables, text: str) -> str:
    """Return the id of the benchmark of a suite that a name means, "" for none."""
    wanted = lexicon.letters(text)
    for benchmark in suite.benchmarks:
        if wanted in map(lexicon.letters, (benchmark.id, benchmark.label, benchmark.name)):
            return benchmark.id
    for benchmark in suite.benchmarks:
        if wanted.endswith(lexicon.letters(benchmark.id)):
            return benchmark.id
    return ""


def in_suite(metric_id: str, suite: Tables) -> Metric | None:
    """Return the metric of a suite that a known metric is there, None for "" too."""
    if not metric_id:
        return None
    find, own = lexicon.dictionary().find, {m.id: m for m in suite.scores}
    return own.get(metric_id) or next(
        (m for m in suite.scores if metric_id in (find(m.id)[0], find(m.name)[0])), None
    )


def _methods(suite: Tables, into: bool) -> list[KnownMethod]:
    """Return the methods of a suite that are ranked, families in place of their checkpoints."""
    families, listed = {f.id for f in suite.families}, registry("methods")
    every: list[Method | Family] = [
        *(m for m in suite.candidates if m.family not in families),
        *suite.families,
    ]
    found = []
    for own in every:
        name = name_pages.entry("methods", suite, own.id)
        label = name.label or listed.label(name.address) or own.label
        forms = (own.label, own.name, label, *listed.aliases(name.address), own.id, name.address)
        keys = frozenset(lexicon.key(f) for form in forms for f in (form, *_parted(form)))
        found.append(
            KnownMethod(
                name.address, own.label if into else label, keys, own.id if into else "", own
            )
        )
    return found


def _parted(text: str) -> tuple[str, ...]:
    found = _ASIDE.match(text.strip())
    return found.groups() if found else ()
