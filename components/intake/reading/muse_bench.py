"""The folder of muse_bench (github.com/jaechan-repo/muse_bench, 9b89f0d9) as it is.

    {knowmem,verbmem}/out/{bbc,hp}/METHOD/VARIANT/{forget,retain}/out.json      mean_rougeL
    {knowmem,verbmem}/out/{bbc,hp}/METHOD/VARIANT/{forget,retain}/history.json  a list: rougeL, rougeL_recall, question
    privleak/out/{bbc,hp}/METHOD/VARIANT/auc.json                               forget_holdout: {Min-40%: AUC}

`bbc` is News, `hp` Books; VARIANT is step=102 or alpha=4, and absent for target and retrain. ROUGE is given in per
cent, as MUSE prints it. Of a method the variants with most metrics are runs.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from components.intake.reading import objects, text
from components.intake.reading.sheet import FileRefused, Json, Record, Samples, Sheet, beside_samples, from_records
from data.plain import number

_PLACE = r"(?P<root>(?:.*/)?)(?P<test>{})/out/(?P<corpus>bbc|hp)/(?P<method>[^/]+)(?:/(?P<variant>[^/]+))?/"
_ROUGE = re.compile(_PLACE.format("knowmem|verbmem") + r"(?P<split>forget|retain)/(?P<file>out|history)\.json")
_AUC = re.compile(_PLACE.format("privleak") + r"(?P<file>auc)\.json")
_CORPORA = {"bbc": ("MUSE News", "News"), "hp": ("MUSE Books", "Books")}
"""Model and benchmark of each folder."""
_METRICS = ("verbmem_forget", "knowmem_forget", "knowmem_retain", "auc_min40", "privleak")
_AUC_METRIC, _LEAK = _METRICS[3:]
_SAME = 1e-6
"""A stored mean and that of its questions are the same if they differ by no more than this."""
Key = tuple[str, str, str]
"""Corpus, method and variant."""


@dataclass
class _Found:
    """What is there of one variant: shares by metric, and values by question."""

    place: str
    values: dict[str, float] = field(default_factory=dict)
    samples: dict[str, list[Record]] = field(default_factory=dict)
    files: dict[str, str] = field(default_factory=dict)


def is_result(path: str) -> bool:
    """Whether a path is that of a result of muse_bench."""
    return _match(path) is not None


def _match(path: str) -> re.Match[str] | None:
    match = _ROUGE.fullmatch(path) or _AUC.fullmatch(path)
    if match is None or match["test"] == "privleak":
        return match
    return match if f"{match['test']}_{match['split']}" in _METRICS else None


def read(files: Sequence[tuple[str, bytes]], notices: list[str]) -> Sheet:
    """A row for each run of a folder, from its files by path. Raises FileRefused."""
    results = [(m, path, content) for path, content in files if (m := _match(path))]
    if len(roots := {m["root"] for m, _, _ in results}) > 1:
        raise FileRefused(f"found results of muse_bench in {len(roots)} folders, expected those of one")
    found: dict[Key, _Found] = {}
    for match, path, content in sorted(results, key=lambda r: r[1]):
        key = (match["corpus"], match["method"], match["variant"] or "")
        value = objects.parsed_file(path, text.decoded(content, notices))
        _take(found.setdefault(key, _Found(path.rpartition("/")[0])), match, path, value)
    for one in found.values():
        _check_means(one)
    _same_questions(found, notices)
    _add_leakage(found)
    rows = _fullest(found)
    if len(rows) < len(found):
        notices.append(f"{len(found) - len(rows)} checkpoints with fewer metrics than their method has are left out")
    table = from_records([(found[key].place, _record(key, found[key])) for key in rows], notices)
    return beside_samples(table, [s for i, key in enumerate(rows) for s in _samples(i, found[key])])


def _take(one: _Found, match: re.Match[str], path: str, value: Json) -> None:
    """Add what one file holds."""
    if match["file"] == "history":
        metric = f"{match['test']}_{match['split']}"
        one.samples[metric] = _questions(path, value)
        one.files[metric] = path
        return
    if not isinstance(value, dict):
        raise FileRefused(f"{path}: found no object, expected the results that muse_bench writes")
    if match["file"] == "auc":
        attack = value.get("forget_holdout")
        auc = attack.get("Min-40%") if isinstance(attack, dict) else None
        one.values[_AUC_METRIC] = _share(path, "forget_holdout, Min-40%", auc)
    else:
        one.values[f"{match['test']}_{match['split']}"] = _share(path, "mean_rougeL", value.get("mean_rougeL"))


def _questions(path: str, value: Json) -> list[Record]:
    if not isinstance(value, list) or not value:
        raise FileRefused(f"{path}: found no list of questions, expected one")
    questions: list[Record] = []
    for at, question in enumerate(value, 1):
        if not isinstance(question, dict):
            raise FileRefused(f"{path}, question {at}: found no object, expected one with rougeL")
        for name in ("rougeL", *(["rougeL_recall"] if "rougeL_recall" in question else [])):
            _share(f"{path}, question {at}", name, question.get(name))
        questions.append(question)
    return questions


def _share(place: str, name: str, value: Json) -> float:
    """A number from 0 to 1. Raises FileRefused."""
    share = number(value) if isinstance(value, str) else None
    if share is None or not 0 <= share <= 1:
        raise FileRefused(f"{place}: found as {name} {str(value)[:60]}, expected a number from 0 to 1")
    return share


def _check_means(one: _Found) -> None:
    """The mean over questions is the mean stored beside them; where none is stored it is the value."""
    for metric, questions in one.samples.items():
        mean = sum(_share("", "", q["rougeL"]) for q in questions) / len(questions)
        stored = one.values.setdefault(metric, mean)
        if abs(mean - stored) > _SAME:
            where = one.files[metric].replace("history.json", "out.json")
            raise FileRefused(
                f"{where}: found mean_rougeL {stored:.6g}, expected {mean:.6g}, the mean of the {len(questions)} "
                "questions in history.json beside it"
            )


def _same_questions(found: Mapping[Key, _Found], notices: list[str]) -> None:
    """Leave out values by question where the questions are not those of the other models, in their order."""
    first: dict[tuple[str, str], list[int]] = {}
    for (corpus, _, _), one in found.items():
        for metric in [*one.samples]:
            asked = [hash(str(q.get("question", q.get("prompt", "")))) for q in one.samples[metric]]
            if asked != first.setdefault((corpus, metric), asked):
                del one.samples[metric]
                notices.append(
                    f"{one.files[metric]}: its questions are not those of the files before it, in their order; its "
                    "values by question are left out"
                )


def _add_leakage(found: Mapping[Key, _Found]) -> None:
    """Add PrivLeak, the distance of the AUC from that of retrain as a share of it."""
    for (corpus, _, _), one in found.items():
        retrained = found.get((corpus, "retrain", ""))
        reference = retrained.values.get(_AUC_METRIC, 0.0) if retrained else 0.0
        if reference and _AUC_METRIC in one.values:
            one.values[_LEAK] = (one.values[_AUC_METRIC] - reference) / reference


def _fullest(found: Mapping[Key, _Found]) -> list[Key]:
    """The variants that have as many metrics as any of their method."""
    most: dict[tuple[str, str], int] = {}
    for (corpus, method, _), one in found.items():
        most[corpus, method] = max(most.get((corpus, method), 0), len(one.values))
    return [key for key, one in found.items() if one.values and len(one.values) == most[key[:2]]]


def _record(key: Key, one: _Found) -> dict[str, str]:
    """A run by what names it, its setting and its metrics."""
    corpus, method, variant = key
    model, benchmark = _CORPORA[corpus]
    name, equal, value = variant.partition("=")
    settings = {} if not variant else {name: value} if equal else {"variant": variant}
    metrics = {m: repr(one.values[m] * (1 if m == _AUC_METRIC else 100)) for m in _METRICS if m in one.values}
    return {"method": method, "benchmark": benchmark, "model": model, **settings, **metrics}


def _samples(row: int, one: _Found) -> list[Samples]:
    """Values by question in per cent, for each thing that was measured of all of them."""
    return [
        Samples(
            row=row,
            metric=metric,
            field=what,
            index=" ".join(map(str, range(len(questions)))),
            value=" ".join(repr(100 * _share("", "", q[what])) for q in questions),
        )
        for metric, questions in one.samples.items()
        for what in ("rougeL", "rougeL_recall")
        if all(what in q for q in questions)
    ]
