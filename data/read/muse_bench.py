"""The folder of muse_bench (github.com/jaechan-repo/muse_bench, 9b89f0d9) as it is.

    {knowmem,verbmem}/out/{bbc,hp}/METHOD/VARIANT/{forget,retain}/out.json      mean_rougeL
    {knowmem,verbmem}/out/{bbc,hp}/METHOD/VARIANT/{forget,retain}/history.json  a list of questions: rougeL
    privleak/out/{bbc,hp}/METHOD/VARIANT/auc.json                               forget_holdout: {Min-40%: AUC}

`bbc` is News, `hp` Books; VARIANT is step=102 or alpha=4, and absent for target and retrain. ROUGE is given in per
cent, as MUSE prints it. Of a method the variants with most metrics are runs; what others have is a path to them.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from components.errors import LeaderboardError
from data.read.runs import Brought, Json, Point, Run, parsed, share

_PLACE = r"(?P<root>(?:.*/)?)(?P<test>{})/out/(?P<corpus>bbc|hp)/(?P<method>[^/]+)(?:/(?P<variant>[^/]+))?/"
_ROUGE = re.compile(_PLACE.format("knowmem|verbmem") + r"(?P<split>forget|retain)/(?P<file>out|history)\.json")
_AUC = re.compile(_PLACE.format("privleak") + r"(?P<file>auc)\.json")
_CORPORA = {"bbc": ("MUSE News", "News"), "hp": ("MUSE Books", "Books")}
"""Panel and benchmark of each folder."""
_METRICS = ("verbmem_forget", "knowmem_forget", "knowmem_retain", "auc_min40", "privleak")
_AUC_METRIC, _LEAK = _METRICS[3:]
_ALONG = {"step": "training steps", "alpha": "strength α"}
_HIGHEST = 110.0
"""What PrivLeak may be in the suite of MUSE's own results."""
_SAME = 1e-6
"""A stored mean and that of its questions are the same if they differ by no more than this."""
Key = tuple[str, str, str]
"""Corpus, method and variant."""


@dataclass
class _Found:
    """The values of one variant by metric, and the shares of its questions with the file that has them."""

    place: str
    values: dict[str, float] = field(default_factory=dict)
    questions: dict[str, tuple[str, list[float]]] = field(default_factory=dict)


def is_result(path: str) -> bool:
    """Return whether a path is that of a result of muse_bench."""
    return _match(path) is not None


def _match(path: str) -> re.Match[str] | None:
    match = _ROUGE.fullmatch(path) or _AUC.fullmatch(path)
    if match is None or match["test"] == "privleak":
        return match
    return match if f"{match['test']}_{match['split']}" in _METRICS else None


def read(files: Iterable[tuple[str, bytes]]) -> Brought:
    """Return the runs of a folder from its files by path. Raises LeaderboardError."""
    results = [(m, path, content) for path, content in files if (m := _match(path))]
    if not results:
        raise LeaderboardError(
            "found no results of muse_bench, expected knowmem/out/bbc/METHOD/VARIANT/forget/out.json and the like"
        )
    if len(roots := {m["root"] for m, _, _ in results}) > 1:
        raise LeaderboardError(f"found results of muse_bench in {len(roots)} folders, expected those of one")
    found: dict[Key, _Found] = {}
    for match, path, content in sorted(results, key=lambda r: r[1]):
        key = (match["corpus"], match["method"], match["variant"] or "")
        _take(found.setdefault(key, _Found(path.rpartition("/")[0])), match, path, content)
    for one in found.values():
        _check_means(one)
    highest = _add_leakage(found)
    rows = [key for key in found if key in _fullest(found)]
    return Brought(
        like="muse_original",
        title="MUSE",
        runs=tuple(_run(key, found[key]) for key in rows if found[key].values),
        path=tuple(_path(found, rows)),
        upper={_LEAK: highest} if highest > _HIGHEST else {},
    )


def _take(one: _Found, match: re.Match[str], path: str, content: bytes) -> None:
    """Add what one file holds."""
    ((_, value),) = [*parsed(path, content)] or [(path, None)]
    if match["file"] == "history":
        one.questions[f"{match['test']}_{match['split']}"] = path, _shares(path, value)
        return
    if not isinstance(value, dict):
        raise LeaderboardError(f"{path}: found no object, expected the results that muse_bench writes")
    if match["file"] == "auc":
        attack = value.get("forget_holdout")
        auc = attack.get("Min-40%") if isinstance(attack, dict) else None
        one.values[_AUC_METRIC] = share(path, "forget_holdout, Min-40%", auc)
    else:
        one.values[f"{match['test']}_{match['split']}"] = share(path, "mean_rougeL", value.get("mean_rougeL"))


def _shares(path: str, value: Json) -> list[float]:
    """Return the ROUGE-L of every question. Raises LeaderboardError."""
    if not isinstance(value, list) or not value:
        raise LeaderboardError(f"{path}: found no list of questions, expected one")
    shares = []
    for number, question in enumerate(value, 1):
        if not isinstance(question, dict):
            raise LeaderboardError(f"{path}, question {number}: found no object, expected one with rougeL")
        shares.append(share(f"{path}, question {number}", "rougeL", question.get("rougeL")))
    return shares


def _check_means(one: _Found) -> None:
    """Require that a stored mean is that of the questions; if none is stored, the mean is the value."""
    for metric, (path, shares) in one.questions.items():
        mean = sum(shares) / len(shares)
        stored = one.values.setdefault(metric, mean)
        if abs(mean - stored) > _SAME:
            raise LeaderboardError(
                f"{path.replace('history.json', 'out.json')}: found mean_rougeL {stored:.6g}, expected {mean:.6g}, the "
                f"mean of the {len(shares)} questions in history.json beside it"
            )


def _add_leakage(found: Mapping[Key, _Found]) -> float:
    """Add PrivLeak = 100 (AUC − AUC of retrain) / AUC of retrain; returns the highest that is possible."""
    highest = 0.0
    for corpus in _CORPORA:
        retrained = found.get((corpus, "retrain", ""))
        reference = retrained.values.get(_AUC_METRIC, 0.0) if retrained else 0.0
        for key, one in found.items():
            if key[0] == corpus and reference and _AUC_METRIC in one.values:
                one.values[_LEAK] = (one.values[_AUC_METRIC] - reference) / reference
                highest = max(highest, 100 * (1 - reference) / reference)
    return highest


def _fullest(found: Mapping[Key, _Found]) -> set[Key]:
    most: dict[tuple[str, str], int] = {}
    for (corpus, method, _), one in found.items():
        most[corpus, method] = max(most.get((corpus, method), 0), len(one.values))
    return {key for key, one in found.items() if len(one.values) == most[key[:2]]}


def _run(key: Key, one: _Found) -> Run:
    corpus, method, variant = key
    name, equal, value = variant.partition("=")
    settings = {} if not variant else {name: value} if equal else {"variant": variant}
    values = {m: _shown(m, one.values[m]) for m in _METRICS if m in one.values}
    return Run(one.place, *_CORPORA[corpus], method, settings, values, tuple(one.questions))


def _shown(metric: str, value: float) -> str:
    return repr(value) if metric == _AUC_METRIC else _percent(value)


def _percent(value: float) -> str:
    return repr(100 * value)


def _path(found: Mapping[Key, _Found], rows: Sequence[Key]) -> Iterable[Point]:
    """Yield the values of methods that have one run and further variants at a number, metric by metric."""
    for corpus, method in dict.fromkeys(key[:2] for key in found):
        variants = {key[2]: one for key, one in found.items() if key[:2] == (corpus, method)}
        if len(variants) == 1 or sum(key[:2] == (corpus, method) for key in rows) > 1:
            continue
        parts = {v: v.partition("=") for v in variants if re.fullmatch(r"[^=]+=[0-9]+(?:\.[0-9]+)?", v)}
        for metric in _METRICS:
            known = [v for v in parts if metric in variants[v].values]
            for v in sorted(known, key=lambda v: float(parts[v][2])) if len(known) > 1 else ():
                name, _, at = parts[v]
                value = _shown(metric, variants[v].values[metric])
                yield Point(*_CORPORA[corpus], method, metric, _ALONG.get(name, name), at, value)
