"""Names as people write them: which column is which, whatever its case, arrows and punctuation."""

import difflib
import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import TypeVar

from data.known_metrics import KnownMetric, known_metrics
from data.registry import Metric

NAMING: Mapping[str, tuple[str, ...]] = {
    "method": (
        *("method", "methods", "unlearning method", "algorithm", "unlearning algorithm", "approach", "unlearner"),
        *("technique", "trainer", "strategy", "method name", "unlearn method", "unlearn algorithm", "algo"),
        *("unlearn algo", "unlearning algo", "unlearning method name"),
    ),
    "benchmark": (
        *("benchmark", "benchmarks", "dataset", "data set", "data", "task", "forget split", "split", "corpus"),
    ),
    "seed": (
        *("seed", "seeds", "random seed", "rand seed", "run", "trial", "repeat", "repetition", "replicate", "rep"),
        *("manual seed", "torch seed", "torch manual seed", "numpy seed", "rng seed", "global seed", "random state"),
    ),
    "panel": ("panel", "model", "base model", "backbone", "architecture", "network", "target model"),
    "family": ("family", "method family", "category", "kind", "type", "group"),
    "reference": ("reference", "reference model", "baseline"),
}
"""What the columns that name a run are called."""

SETTINGS = frozenset(
    (
        *("epoch", "epochs", "num epochs", "lr", "learning rate", "alpha", "beta", "gamma", "delta", "lambda", "tau"),
        *("batch size", "steps", "num steps", "step", "layer", "layers", "rank", "weight decay", "temperature"),
        *("checkpoint", "config", "hyperparameters", "hyper parameters", "warmup", "optimizer", "momentum", "k", "s"),
        *("steering coeff", "retain loss type"),
    )
)
"""Hyper-parameters: they describe a method and are no results."""

ASIDE = frozenset(
    (
        *("index", "id", "row", "no", "nr", "unnamed 0", "run id", "name", "notes", "note", "comment", "comments"),
        *("date", "time", "wall time", "timestamp", "runtime", "seconds", "duration", "created", "start time"),
        *("state", "status", "user", "host", "source name", "source type"),
        *("url", "link", "author", "commit", "path"),
        *("uqs", "uqs rank", "rank", "overall rank"),
        *("n", "count", "n runs", "num runs", "number of runs", "n seeds", "num seeds"),
    )
)
"""Columns that are neither names nor results."""

SPREADS = frozenset(("std", "stdev", "stddev", "stderr", "sem", "sd", "var", "variance", "ci", "ci95"))
"""Last words of columns that hold the spread of a metric."""

_WORDS: Mapping[str, str] = {
    "acc": "accuracy",
    "accs": "accuracy",
    "dist": "distance",
    "div": "divergence",
    "diverg": "divergence",
    "util": "utility",
    "prob": "probability",
    "probs": "probability",
    "activations": "activation",
    "act": "activation",
    "forgetset": "forget set",
    "retainset": "retain set",
    "jensenshannon": "jensen shannon",
    "membershipinference": "membership inference",
}
_SETS = re.compile(r"(?<![A-Za-z0-9])D[ _]?([fr])(?:orget|etain|emain)?(t?)(?![A-Za-z0-9])")
"""What papers call the data to forget and to retain, and the test data of either: D_f, Dr, D_rt."""
_SET = {"f": "forget", "r": "retain"}
_SILENT = frozenset(
    ("mean", "avg", "average", "value", "percent", "pct", "the", "of", "higher", "lower", "is", "better", "up", "down")
)
_OUTER = re.compile(r"\A(?:metrics?|results?|scores?|eval|evaluation|config|params|args)[./](?=\w)", re.I)
"""Names of nested objects that say nothing of what is inside."""
_AIM = re.compile(r"[→⟶➔➜]\s*[-−+]?\d+(?:[.,]\d+)?|\(\s*∈?\s*\[[^\])]*\]\s*\)")
"""The value or the interval that a heading says is best: `PrivLeak (→0)`, `PrivLeak (∈ [-5%, 5%])`."""
_SHORT = re.compile(r"(?P<long>[^()]+?)\s*\((?P<short>[A-Za-z]{2,6})\)")
"""A name with its abbreviation: `Forget Quality (FQ)`."""
_ARROWS = str.maketrans(dict.fromkeys("↑↓⬆⬇▲▼↗↘⇑⇓%*†‡", " "))


M = TypeVar("M", bound=Metric | KnownMetric)


def words(text: str) -> list[str]:
    """The words of a name: case, accents, arrows, punctuation and camel case set aside, short forms written out."""
    sets = _SETS.sub(lambda m: _SET[m[1]] + " test" * bool(m[2]), text)
    bare = _AIM.sub(" ", sets).translate(_ARROWS)
    plain = unicodedata.normalize("NFKD", bare.replace("++", " plus plus "))
    plain = "".join(c for c in plain if not unicodedata.combining(c))
    parted = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", " ", plain)
    return [w for word in re.findall(r"[^\W_]+", parted.casefold()) for w in _WORDS.get(word, word).split()]


@lru_cache(8192)
def phrase(text: str) -> str:
    """A name in its plain form: `Forget Acc. (↓)`, `forget_acc` and `metrics.forget_acc` are `forget accuracy`."""
    parts = words(_OUTER.sub("", text))
    return " ".join([w for w in parts if w not in _SILENT] or parts)


def naming(text: str) -> str:
    """Which part of a run's name a column holds: method, benchmark, seed, panel, family, reference, or nothing."""
    plain = phrase(text)
    return next((role for role, names in NAMING.items() if plain in names), "")


def matching(text: str, metrics: Iterable[M]) -> M | None:
    """The metric that a column name means: its id as it is, else id, label or name in any spelling, or another name
    of the same metric that the dictionary knows. None if none.
    """
    every = list(metrics)
    meant = meaning(text)
    exact = next((m for m in every if m.id == text.strip()), None)
    return exact or (next((m for m in every if meant in meanings(m)), None) if meant else None)


def meaning(text: str) -> str:
    """What a name means: one text for all names of one metric of the dictionary, else the name without its blanks."""
    return next((_dictionary()[n] for n in map(compact, _written(text)) if n in _dictionary()), compact(text))


def _written(text: str) -> tuple[str, ...]:
    """A name; where its initials follow in brackets, also without them and the initials alone."""
    both = _SHORT.match(text.strip())
    initials = "".join(w[0] for w in words(both["long"])) if both else ""
    return (text, both["long"], both["short"]) if both and both["short"].casefold() == initials else (text,)


def meanings(metric: Metric | KnownMetric) -> set[str]:
    """What the id, label and name of a metric mean."""
    return {meaning(n) for n in (metric.id, metric.label, metric.name)} - {""}


@cache
def _dictionary() -> dict[str, str]:
    """By each name in the dictionary, without its blanks (`VerbMem` is `verbmem`), its metric.

    What is only close (JS distance is the root of JS divergence) is not there: it must be declared.
    """
    return {compact(name): f"the metric {m.id}" for m in known_metrics() for name in m.names}


def compact(text: str) -> str:
    """A name in its plain form without the blanks, as spellings of one name are compared."""
    return phrase(text).replace(" ", "")


def nearest(text: str, known: Mapping[str, Sequence[str]]) -> str:
    """The id whose names lie closest to a text, or nothing when none is close. `known` is names by id."""
    plain = compact(text)
    ids = {compact(name): key for key, names in known.items() for name in names}
    begins = [n for n in ids if min(len(plain), len(n)) > 3 and (plain.startswith(n) or n.startswith(plain))]
    close = begins or difflib.get_close_matches(plain, ids, 1, 0.72)
    return ids[close[0]] if plain and close else ""
