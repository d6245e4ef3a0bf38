"""OpenUnlearning's folder `saves/` as it is: which files count, what their paths say, and one record per run.

Layout as its repository documents it (docs/evaluation.md, docs/experiments.md, src/evals/base.py and lm_eval.py,
src/trainer/base.py, scripts/tofu_unlearn.sh):

    saves/unlearn/<task>/evals/TOFU_SUMMARY.json               metric: value
    saves/unlearn/<task>/evals/TOFU_EVAL.json                  metric: {agg_value, value_by_index: {index: {…}}}
    saves/unlearn/<task>/checkpoint-60/evals/TOFU_EVAL.json    while it trains
    saves/eval/<task>/evals_forget05/TOFU_EVAL.json            reference models, also without the folder evals_…
    saves/unlearn/<task>/evals/LMEval_SUMMARY.json             task/metric,filter: value
    saves/unlearn/<task>/.hydra/overrides.yaml                 lines `- trainer.args.learning_rate=1e-5`

A task is by habit `<suite>_<model>_<split>_<method>`, with hyper-parameters and the seed behind it.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from components.intake.reading import harness, objects, text
from components.intake.reading.sheet import FileRefused, Json, Sheet, from_records, several

_RESULT = re.compile(r"(?P<by>[A-Za-z][\w-]*?)_(?P<kind>EVAL|SUMMARY)\.json\Z")
"""The name of a file with results: who evaluated, and whether it is the summary."""
_OVERRIDES = "overrides.yaml"
_OVERRIDE = re.compile(r"^-\s+['\"]?\+{0,2}([\w.@/]+)=([^'\"\n]*)['\"]?\s*$", re.M)

_SPLIT = r"forget[0-9]+|News|Books|cyber|bio|chem"
_TASK = re.compile(rf"(?P<suite>tofu|muse|wmdp)_(?P<model>.+?)_(?P<split>{_SPLIT})_(?P<method>.+)\Z", re.I)
_BARE_TASK = re.compile(rf"(?P<model>[^_]*-.+?)_(?P<split>{_SPLIT})_(?P<method>.+)\Z", re.I)
_REFERENCE = re.compile(
    rf"(?P<suite>tofu|muse|wmdp)_(?P<model>.+?)_(?:(?P<split>{_SPLIT})_)?(?P<method>full|target|retrain|retain[0-9]*)\Z",
    re.I,
)
_FORGOTTEN = {"retain99": "forget01", "retain95": "forget05", "retain90": "forget10"}
"""What a model of TOFU was not trained on, by what it was."""
_TESTS = re.compile(r"(?:[\w.-]+_)?(?:lm_)?evals?(?:_[\w.-]+)?\Z")
_STEP = re.compile(r"(?:checkpoint|step|epoch)[_-]?(?P<n>[0-9]+)\Z")
_PLAIN = {"evals", "eval", "results", "outputs", "saves", "unlearn", "finetune", ".", ""}
_SEED = re.compile(r"(?:(?<=[_-])|\A)(?:seed[_-]?|(?<=_)s(?=[0-9]+\Z))(?P<n>[0-9]{1,9})(?=[_-]|\Z)")
_SETTINGS = {
    spelling: column
    for column, spellings in {
        "lr": ("lr", "learning_rate", "learningrate"),
        "epochs": ("epoch", "epochs", "ep", "num_train_epochs"),
        **{name: (name,) for name in ("alpha", "beta", "gamma", "delta", "tau", "layer")},
        "lambda": ("lambda", "lam"),
        "weight decay": ("wd", "weight_decay"),
        "steering coeff": ("steering_coeff", "scoeff"),
        "temperature": ("temp",),
        "steps": ("max_steps",),
        "retain loss type": ("retain_loss_type",),
    }.items()
    for spelling in spellings
}
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
"""Names of a run by how overrides spell them."""
_ASIDE = re.compile(r"(?:\A|/)(?:__MACOSX|\.ipynb_checkpoints)/")
_ERRORS = "standard errors of lm-eval were left out: they belong to values, none is a metric"


@dataclass
class _Run:
    """One row of the table: what names it, and its metrics."""

    place: str
    names: dict[str, str]
    values: dict[str, str] = field(default_factory=dict)


def is_result(path: str) -> bool:
    """Whether a path is that of an evaluation."""
    return bool(_RESULT.match(path.rpartition("/")[2])) and not _ASIDE.search(path)


def chosen(sizes: Mapping[str, int], most_files: int, most_bytes: int) -> list[str]:
    """The paths of a saves folder to be read, by their sizes.

    Summaries and overrides come first, then evaluations without a summary, then the detailed twins of summaries while
    there is room for them: what a table needs never waits behind what it does not.
    """
    results = [p for p in sizes if is_result(p)]
    summaries = {_twin(p) for p in results if p.endswith("_SUMMARY.json")}
    twins = [p for p in results if p.endswith("_EVAL.json") and _twin(p) in summaries]
    read = [p for p in results if p not in set(twins)]
    read += [p for p in sizes if p.endswith(_OVERRIDES) and any(r.startswith(_of_run(p)) for r in results)]
    left = most_bytes - sum(sizes[p] for p in read)
    for path in sorted(twins, key=lambda p: sizes[p]):
        left -= sizes[path]
        if left >= 0 and len(read) < most_files:
            read.append(path)
    return read


def _twin(path: str) -> str:
    return re.sub(r"_(?:EVAL|SUMMARY)\.json\Z", "", path)


def _of_run(path: str) -> str:
    """The folder that an override is about."""
    return path.removesuffix(_OVERRIDES).removesuffix(".hydra/")


def read_saves(files: Sequence[tuple[str, bytes]], notices: list[str]) -> Sheet:
    """One row per run from evaluations and overrides by path. Raises FileRefused."""
    results = {p: c for p, c in files if is_result(p)}
    if len(results) < sum(is_result(p) for p, _ in files):
        raise FileRefused(
            f"found {len(files)} evaluations without their folders ({several(sorted(results), 3)}), expected the "
            "folder saves as a zip: only the folders say which run is which"
        )
    overrides = {_of_run(p): c for p, c in files if p.endswith(_OVERRIDES)}
    twins: dict[str, dict[str, _Run]] = {}
    for path, content in results.items():
        twins.setdefault(_twin(path), {})[path] = _evaluation(path, content, notices)
    runs: dict[tuple[str, ...], _Run] = {}
    for twin, found in twins.items():
        # of a run that has both, the values are those of the summary
        values = next((e.values for _, e in sorted(found.items(), reverse=True) if e.values), {})
        by = twin.rpartition("/")[2]
        names, key = described(twin, by, overrides)
        if key in runs and any(runs[key].values.get(m, v) != v for m, v in values.items()):
            names, key = {**names, "benchmark": by.lower()}, (*key, by)
        run = runs.setdefault(key, _Run(min(found), names))
        run.values |= values
    kept = [r for r in runs.values() if r.values]
    if not kept:
        raise FileRefused("found evaluations without any value, expected metrics by name as OpenUnlearning writes them")
    used = [n for n in _NAMES if any(n in r.names for r in kept)]
    used += dict.fromkeys(n for r in kept for n in r.names if n not in used)
    records = [(r.place, {**dict.fromkeys(used, ""), **r.names, **r.values}) for r in kept]
    return from_records(records, notices)


def _evaluation(path: str, content: bytes, notices: list[str]) -> _Run:
    """One file as values by metric. Raises FileRefused."""
    value = objects.parsed(text.decoded(content, notices), notices)
    if not isinstance(value, dict):
        raise FileRefused(f"{path[-120:]}: found no object, expected metrics by name as OpenUnlearning writes them")
    run = _Run(path, {})
    if path.endswith("LMEval_EVAL.json"):
        return run  # every answer of the model, no metric
    if any("stderr" in name for name in value) and _ERRORS not in notices:
        notices.append(_ERRORS)
    values: dict[str, Json] = {}
    for name, entry in value.items():
        if isinstance(entry, dict) and ("agg_value" in entry or "value_by_index" in entry):
            values[name] = entry.get("agg_value")
        else:
            task, between, metric = name.partition("/")
            values[harness.column(task, metric) if between else name] = entry
    run.values = {k: v for k, v in objects.flat(values).items() if k and v}
    return run


def described(twin: str, by: str, overrides: Mapping[str, bytes]) -> tuple[dict[str, str], tuple[str, ...]]:
    """What a path and the overrides beside it say of a run, and what distinguishes the run from others.

    Names come from the path if it follows the habit and else from the overrides; hyper-parameters from the overrides,
    which ran.
    """
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
    names = {k: names[k] for k in (*(n for n in _NAMES if n in names), *names)}
    return names, (*parts, who, names.get("benchmark", ""))


def _of_folders(parts: Sequence[str]) -> tuple[dict[str, str], bool]:
    """What the folders of a run say, the task among them the last that follows the habit, else the last; and whether
    one follows it.
    """
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
        groups = {"split": _FORGOTTEN.get(method.lower(), ""), **{k: v for k, v in match.groupdict().items() if v}}
        names |= {k: v for k, v in groups.items() if v and k != "method"}
        if _REFERENCE.match(rest[at]) and at == len(rest) - 1:
            return {**names, "method": "retain" if method.lower().startswith("retain") else method}, True
    if seed := _SEED.search(method):
        names["seed"] = seed["n"]
        method = method[: seed.start()] + method[seed.end() :]
    for setting in _IN_TASK.finditer(method):
        names.setdefault(_SETTINGS[setting["name"]], setting["n"])
    bare = re.sub(r"[_-]{2,}", "_", _IN_TASK.sub("", method)).strip("_-")
    return {**names, "method": bare or rest[at]}, match is not None


def _task(folder: str) -> re.Match[str] | None:
    return _TASK.match(folder) or _REFERENCE.match(folder) or _BARE_TASK.match(folder)


def _overridden(parts: Sequence[str], overrides: Mapping[str, bytes]) -> dict[str, str]:
    """Names and hyper-parameters from the overrides in the folder of a run or above; those of the nearest count."""
    found: dict[str, str] = {}
    for n in range(len(parts) + 1):
        body = overrides.get("".join(f"{p}/" for p in parts[:n]), b"")[:100_000].decode("utf-8", "replace")
        for key, value in _OVERRIDE.findall(body):
            last = key.rpartition(".")[2]
            name = _OVERRIDDEN.get(key, "")
            if last in _SETTINGS and (key == last or key.startswith(("trainer.args.", "trainer.method_args."))):
                name = _SETTINGS[last]
            if name and value.strip() and len(value) <= 100 and "${" not in value:
                found[name] = value.strip().removesuffix(".yaml")
    return found
