"""OpenUnlearning's folder `saves/` as it is: which files count, what their paths say, and one
record per run.

Layout as its repository documents it (docs/evaluation.md, docs/experiments.md,
scripts/tofu_unlearn.sh):

    saves/unlearn/<task>/evals/TOFU_SUMMARY.json               metric: value
    saves/unlearn/<task>/checkpoint-60/evals/TOFU_EVAL.json    metric: {agg_value, value_by_index:
    {index: {…}}}
    saves/eval/<task>/evals_forget05/TOFU_EVAL.json            models for comparison, also without
    evals_…
    saves/unlearn/<task>/evals/LMEval_SUMMARY.json             task/metric,filter: value
    saves/unlearn/<task>/.hydra/overrides.yaml                 lines `-
    trainer.args.learning_rate=1e-5`

A task is by habit `<suite>_<model>_<split>_<method>`, with hyper-parameters and the seed behind it.
"""

import re
from collections.abc import Mapping, Sequence

from data.read import objects, text
from data.read.lexicon import spelled
from data.read.sheet import FileRefused, Json, Rectangle, from_records, several

_RESULT = re.compile(r"(?P<by>[A-Za-z][\w-]*?)_(?P<kind>EVAL|SUMMARY)\.json\Z")
_OVERRIDES = "overrides.yaml"
_OVERRIDE = re.compile(r"^-\s+['\"]?\+{0,2}([\w.@/]+)=([^'\"\n]*)['\"]?\s*$", re.M)
_SPLIT = r"forget[0-9]+|News|Books|cyber|bio|chem"
_TASK = re.compile(
    rf"(?:(?P<suite>tofu|muse|wmdp)_)?(?P<model>.+?)_(?P<split>{_SPLIT})_(?P<method>.+)\Z", re.I
)
_FOR_COMPARISON = re.compile(
    rf"(?P<suite>tofu|muse|wmdp)_(?P<model>.+?)_(?:(?P<split>{_SPLIT})_)?(?P<method>full|target|retrain|retain[0-9]*)\Z",
    re.I,
)
_FORGOTTEN = {"retain99": "forget01", "retain95": "forget05", "retain90": "forget10"}
"""What a model of TOFU was not trained on, by what it was."""
_TESTS = re.compile(r"(?:[\w.-]+_)?(?:lm_)?evals?(?:_[\w.-]+)?\Z")
_STEP = re.compile(r"(?:checkpoint|step|epoch)[_-]?(?P<n>[0-9]+)\Z")
_PLAIN = {"evals", "eval", "results", "outputs", "saves", "unlearn", "finetune", ".", ""}
_SEED = re.compile(r"(?:(?<=[_-])|\A)(?:seed[_-]?|(?<=_)s(?=[0-9]+\Z))(?P<n>[0-9]{1,9})(?=[_-]|\Z)")
_SETTINGS = spelled("settings")
"""Hyper-parameters as tasks and overrides spell them, and what their columns are called."""
_IN_TASK = re.compile(
    rf"(?:(?<=[_-])|\A)(?P<name>{'|'.join(sorted(_SETTINGS, key=len, reverse=True))})[_=-]?"
    r"(?P<n>[0-9]+(?:\.[0-9]+)?(?:e-?[0-9]+)?)(?=[_-]|\Z)"
)
_RENAMED = re.compile(r"._(?:TOFU|MUSE|WMDP|LMEval)\Z")
"""A file that was given the name of its run: NPO_TOFU_SUMMARY.json."""
_NAMES = ("method", "benchmark", "model", "seed")
_OVERRIDDEN = {
    **dict.fromkeys(("trainer", "trainer.handler"), "method"),
    **dict.fromkeys(("data_split", "forget_split"), "split"),
    "model": "model",
    "seed": "of evaluation",
    "trainer.args.seed": "seed",
}
_ASIDE = re.compile(r"(?:\A|/)(?:__MACOSX|\.ipynb_checkpoints)/")


def is_result(path: str) -> bool:
    """Return whether a path is that of an evaluation."""
    return bool(_RESULT.match(path.rpartition("/")[2])) and not _ASIDE.search(path)


def chosen(sizes: Mapping[str, int]) -> list[str]:
    """Return the paths to be read: summaries, evaluations without one, and the overrides beside
    them."""
    results = [p for p in sizes if is_result(p)]
    summaries = {_twin(p) for p in results if p.endswith("_SUMMARY.json")}
    read = [p for p in results if p.endswith("_SUMMARY.json") or _twin(p) not in summaries]
    return read + [
        p
        for p in sizes
        if p.endswith(_OVERRIDES) and any(r.startswith(_of_run(p)) for r in results)
    ]


def _twin(path: str) -> str:
    return re.sub(r"_(?:EVAL|SUMMARY)\.json\Z", "", path)


def _of_run(path: str) -> str:
    """Return the folder that an override is about."""
    return path.removesuffix(_OVERRIDES).removesuffix(".hydra/")


def read_saves(files: Sequence[tuple[str, bytes]], notices: list[str]) -> Rectangle:
    """Return one row per run from evaluations and overrides by path. Raises FileRefused."""
    results = {p: c for p, c in files if is_result(p)}
    if len(results) < sum(is_result(p) for p, _ in files):
        raise FileRefused(
            f"found {len(files)} evaluations without their folders ({several(sorted(results), 3)}),"
            " expected the folder saves as a zip: only the folders say which run is which"
        )
    overrides = {_of_run(p): c for p, c in files if p.endswith(_OVERRIDES)}
    runs: dict[tuple[str, ...], tuple[str, dict[str, str], dict[str, str]]] = {}
    for path, content in sorted(results.items()):
        values, twin = _values(path, content, notices), _twin(path)
        by = twin.rpartition("/")[2]
        names, key = described(twin, by, overrides)
        if key in runs and any(runs[key][2].get(m, v) != v for m, v in values.items()):
            names, key = {**names, "benchmark": by.lower()}, (*key, by)
        runs.setdefault(key, (path, names, {}))[2].update(values)
    kept = [run for run in runs.values() if run[2]]
    if not kept:
        raise FileRefused(
            "found evaluations without any value, expected metrics by name as OpenUnlearning writes"
            " them"
        )
    used = [n for n in _NAMES if any(n in names for _, names, _ in kept)]
    used += dict.fromkeys(n for _, names, _ in kept for n in names if n not in used)
    return from_records([(p, {**dict.fromkeys(used, ""), **n, **v}) for p, n, v in kept], notices)


def _values(path: str, content: bytes, notices: list[str]) -> dict[str, str]:
    """Return one file as values by metric. Raises FileRefused."""
    value = objects.parsed(text.decoded(content, notices), notices)
    if not isinstance(value, dict):
        raise FileRefused(
            f"{path[-120:]}: found no object, expected metrics by name as OpenUnlearning writes"
            " them"
        )
    if path.endswith("LMEval_EVAL.json"):
        return {}  # every answer of the model, no metric
    values: dict[str, Json] = {}
    for name, entry in value.items():
        if isinstance(entry, dict) and ("agg_value" in entry or "value_by_index" in entry):
            values[name] = entry.get("agg_value")
        else:
            task, between, metric = name.partition("/")
            values[objects.lm_eval_name(task, metric) if between else name] = entry
    return {k: v for k, v in objects.flat(values).items() if k and v}


def described(
    twin: str, by: str, overrides: Mapping[str, bytes]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return what a path and the overrides beside it say of a run, and what distinguishes the run
    from others.

    Names come from the path if it follows the habit and else from the overrides; hyper-parameters
    from the overrides, which ran."""
    parts = twin.split("/")[:-1]
    tested = ""
    while parts and _TESTS.match(parts[-1]) and not _task(parts[-1]):
        tested, parts = tested or parts[-1], parts[:-1]
    names, habit = _of_folders([p for p in parts if p.lower() not in _PLAIN])
    ran = _overridden(parts, overrides)
    who, _, by = by.rpartition("_") if _RENAMED.search(by) else ("", "", by)
    suite, split = names.pop("suite", "" if by == "LMEval" else by.lower()), ran.pop("split", "")
    split = names.pop("split", split)
    if within := re.search(rf"(?:\A|_)({_SPLIT})(?:_|\Z)", tested):
        split = within[1]
    if split:
        names["benchmark"] = f"{suite}_{split}".strip("_")
    method, model, seed = (ran.pop(k, "") for k in ("method", "model", "of evaluation"))
    names["method"] = (names.get("method", "") if habit or not method else method) or who
    names = {**{k: v for k, v in (("model", model), ("seed", seed)) if v}, **names, **ran}
    return names, (*parts, who, names.get("benchmark", ""))


def _of_folders(parts: Sequence[str]) -> tuple[dict[str, str], bool]:
    """Return what the folders of a run say, and whether one follows the habit: the last that does
    is the task."""
    names: dict[str, str] = {}
    rest = list(parts)
    if len(rest) > 1 and (step := _STEP.match(rest[-1])):
        names["checkpoint"] = step["n"]
        rest.pop()
    if not rest:
        return names, False
    at = next((i for i in reversed(range(len(rest))) if _task(rest[i])), len(rest) - 1)
    match = _task(rest[at])
    method = "_".join([match["method"] if match else rest[at], *rest[at + 1 :]])
    if match:
        groups = {
            "split": _FORGOTTEN.get(method.lower(), ""),
            **{k: v for k, v in match.groupdict().items() if v},
        }
        names |= {k: v for k, v in groups.items() if v and k != "method"}
        if _FOR_COMPARISON.match(rest[at]) and at == len(rest) - 1:
            return {
                **names,
                "method": "retain" if method.lower().startswith("retain") else method,
            }, True
    if seed := _SEED.search(method):
        names["seed"] = seed["n"]
        method = method[: seed.start()] + method[seed.end() :]
    for setting in _IN_TASK.finditer(method):
        names.setdefault(_SETTINGS[setting["name"]], setting["n"])
    plain = re.sub(r"[_-]{2,}", "_", _IN_TASK.sub("", method)).strip("_-")
    return {**names, "method": plain or rest[at]}, match is not None


def _task(folder: str) -> re.Match[str] | None:
    found = _TASK.match(folder)
    if found and not found["suite"] and "-" not in found["model"]:
        found = None
    return found or _FOR_COMPARISON.match(folder)


def _overridden(parts: Sequence[str], overrides: Mapping[str, bytes]) -> dict[str, str]:
    """Return names and hyper-parameters from the overrides in the folder of a run or above; the
    nearest count."""
    found: dict[str, str] = {}
    for n in range(len(parts) + 1):
        body = overrides.get("".join(f"{p}/" for p in parts[:n]), b"")[:100_000].decode(
            "utf-8", "replace"
        )
        for key, value in _OVERRIDE.findall(body):
            last = key.rpartition(".")[2]
            name = _OVERRIDDEN.get(key, "")
            if last in _SETTINGS and (
                key == last or key.startswith(("trainer.args.", "trainer.method_args."))
            ):
                name = _SETTINGS[last]
            if name and value.strip() and len(value) <= 100 and "${" not in value:
                found[name] = value.strip().removesuffix(".yaml")
    return found
