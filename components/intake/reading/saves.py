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

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from components.intake.limits import MAX_SAMPLES
from components.intake.reading import harness, objects, text
from components.intake.reading.table import Json, Record, Refused, Table, from_records, several

RESULT = re.compile(r"(?P<by>[A-Za-z][\w-]*?)_(?P<kind>EVAL|SUMMARY)\.json\Z")
"""The name of a file with results: who evaluated, and whether it is the summary."""
_CONFIG = re.compile(r"(?:overrides\.yaml|(?:resolved_)?config\.json|run_config\.json)\Z")
_TABLE = re.compile(r"\.(?:csv|tsv|xlsx|parquet|md)\Z", re.I)
_HIDDEN_PARTS = ("__MACOSX", ".ipynb_checkpoints")

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
NAMES = ("method", "benchmark", "model", "seed")


@dataclass(frozen=True, kw_only=True)
class Samples:
    """Values of one metric of one run by sample: `row` counts rows of the table, `field` is what was measured.

    `index` and `value` are texts without blanks, joined by blanks, of equal number.
    """

    row: int
    metric: str
    field: str
    index: str
    value: str

    @property
    def count(self) -> int:
        """How many values there are."""
        return self.index.count(" ") + 1


@dataclass
class _Part:
    """What one evaluator found of one run: the summary's values where there is one, else the aggregates."""

    place: str
    by: str
    values: dict[str, str]
    by_index: dict[tuple[str, str], dict[str, str]] = field(default_factory=dict)


def is_result(path: str) -> bool:
    """Whether a path is that of an evaluation."""
    parts = path.split("/")
    return bool(RESULT.match(parts[-1])) and not any(p in _HIDDEN_PARTS for p in parts)


def is_config(path: str) -> bool:
    """Whether a path is that of a file that says what was run."""
    return bool(_CONFIG.search(path.rpartition("/")[2]))


def chosen(sizes: Mapping[str, int], most_files: int, most_bytes: int) -> tuple[list[str], list[str]]:
    """The paths of a saves folder to be read, and what must be told of the rest.

    Summaries and configurations come first, then evaluations without a summary, then the detailed twins of summaries
    while there is room for them: what a table needs never waits behind what it does not.
    """
    results = [p for p in sizes if is_result(p)]
    summaries = {_twin(p) for p in results if p.endswith("_SUMMARY.json")}
    needed = [p for p in results if p.endswith("_SUMMARY.json") or _twin(p) not in summaries]
    twins = [p for p in results if p.endswith("_EVAL.json") and _twin(p) in summaries]
    folders = {p.rpartition("/")[0] for p in results}
    configs = [p for p in sizes if is_config(p) and any(f.startswith(_run_of(p)) for f in folders)]
    read = [*needed, *configs]
    room, left = most_files - len(read), most_bytes - sum(sizes[p] for p in read)
    skipped = []
    for path in sorted(twins, key=lambda p: sizes[p]):
        if room > 0 and sizes[path] <= left:
            read, room, left = [*read, path], room - 1, left - sizes[path]
        else:
            skipped.append(path)
    told = []
    if skipped:
        told.append(
            f"{len(skipped)} detailed evaluations ({_megabytes(sizes, skipped)}) were passed over: the summaries "
            "beside them were read"
        )
    rest = [p for p in sizes if p not in set(read) | set(skipped)]
    if rest:
        tables = [p for p in rest if _TABLE.search(p)]
        further = f"; among them {several(tables, 3)}, which can be brought on their own" if tables else ""
        told.append(
            f"{len(rest)} other files ({_megabytes(sizes, rest)}) were passed over without being unpacked: weights, "
            f"logs and the like{further}"
        )
    return read, told


def _megabytes(sizes: Mapping[str, int], paths: Iterable[str]) -> str:
    return f"{sum(sizes[p] for p in paths) / 1e6:,.1f} MB"


def _twin(path: str) -> str:
    return re.sub(r"_(?:EVAL|SUMMARY)\.json\Z", "", path)


def _run_of(path: str) -> str:
    """The folder that a configuration speaks of."""
    folder = path.rpartition("/")[0]
    return folder.removesuffix(".hydra").rstrip("/")


def read_saves(files: Sequence[tuple[str, bytes]]) -> tuple[Table, list[Samples]]:
    """One row per run from evaluations and configurations by path. Raises Refused."""
    notices: list[str] = []
    results = [(n, c) for n, c in files if is_result(n)]
    _told_apart([n for n, _ in results])
    configs = {n: c for n, c in files if is_config(n)}
    parts = _parts(results, notices)
    records: list[tuple[str, Record, list[_Part]]] = []
    at: dict[tuple[str, ...], list[int]] = {}
    for part in sorted(parts, key=lambda p: p.by == "LMEval"):
        names, run = described(part.place, part.by, configs, notices)
        clash: list[_Part] = []
        for i in at.get(run, []):
            _, record, of_run = records[i]
            clash = [p for p in of_run if any(p.values.get(m, v) != v for m, v in part.values.items())]
            if not clash:
                of_run.append(part)
                record.update(part.values)
                break
        else:
            if clash:
                names = {**names, "benchmark": part.by.lower()}
            at.setdefault(run, []).append(len(records))
            records.append((part.place, {**names, **part.values}, [part]))
    settings = dict.fromkeys(k for _, r, of in records for k in r if k not in NAMES and not _measured(k, of))
    used = [*(n for n in NAMES if any(n in r for _, r, _ in records)), *settings]
    rows = [(place, {**dict.fromkeys(used, ""), **record}) for place, record, _ in records]
    notices = list(dict.fromkeys(notices))
    table = from_records([(place, objects.flat(record)) for place, record in rows], notices)
    return table, _samples([of for _, _, of in records], notices)


def _measured(name: str, parts: Sequence[_Part]) -> bool:
    return any(name in p.values for p in parts)


def _told_apart(names: Sequence[str]) -> None:
    """Files that lost their folders lost what names their runs. Raises Refused."""
    bare = [n for n in names if "/" not in n]
    if len(set(bare)) < len(bare):
        raise Refused(
            f"found {len(bare)} evaluations without their folders ({several(sorted(set(bare)), 3)}), expected the "
            "folder saves as a zip: only the folders say which run is which"
        )


def _parts(files: Sequence[tuple[str, bytes]], notices: list[str]) -> list[_Part]:
    """What each evaluator found in each folder; a summary and its evaluation are one. Raises Refused."""
    found: dict[str, dict[str, tuple[str, _Part]]] = {}
    errors = 0
    for path, content in files:
        match = RESULT.match(path.rpartition("/")[2])
        assert match is not None
        told: list[str] = []
        value = objects.parsed(text.decoded(content, told), told)
        if not isinstance(value, dict):
            raise Refused(f"{path[-120:]}: found no object, expected metrics by name as OpenUnlearning writes them")
        part, aside = _part(path, match["by"], match["kind"], value)
        errors += aside
        found.setdefault(_twin(path), {})[match["kind"]] = (path, part)
    if errors:
        notices.append(f"{errors} standard errors of lm-eval were left out: they belong to values, none is a metric")
    parts = []
    for twins in found.values():
        summary, detail = (twins[k][1] if k in twins else None for k in ("SUMMARY", "EVAL"))
        if summary is None or detail is None:
            parts += [p for p in (summary, detail) if p is not None]
            continue
        odd = [m for m, v in summary.values.items() if m in detail.values and _other(v, detail.values[m])]
        if odd:
            both = ", ".join(f"{m} ({summary.values[m]} and {detail.values[m]})" for m in odd[:4])
            notices.append(
                f"{summary.place[-120:]} and {twins['EVAL'][0].rpartition('/')[2]} disagree on {both}"
                f"{f' and {len(odd) - 4} more' if len(odd) > 4 else ''}; the summary was taken"
            )
        summary.by_index = detail.by_index
        parts.append(summary if summary.values else detail)
    parts = [p for p in parts if p.values]
    if not parts:
        raise Refused("found evaluations without any value, expected metrics by name as OpenUnlearning writes them")
    return parts


def _other(a: str, b: str) -> bool:
    try:
        return abs(float(a) - float(b)) > 1e-9 * max(abs(float(a)), abs(float(b)))
    except ValueError:
        return a != b


def _part(path: str, by: str, kind: str, value: Record) -> tuple[_Part, int]:
    """One file as values by metric, and how many standard errors were set aside. LMEval's details hold no value."""
    if by == "LMEval" and kind == "EVAL":
        return _Part(path, by, {}), 0
    aside = 0
    values: Record = {}
    part = _Part(path, by, {})
    for name, held in value.items():
        if isinstance(held, dict) and ("agg_value" in held or "value_by_index" in held):
            values[name] = held.get("agg_value")
            part.by_index |= _by_index(name, held.get("value_by_index"))
            continue
        task, between, key = name.partition("/")
        called = harness.column(task, key) if between else name
        aside += not called and "stderr" in key
        values |= {called: held} if called else {}
    part.values = {k: v for k, v in objects.flat(values).items() if k and v}
    return part, aside


def _by_index(metric: str, held: Json | None) -> dict[tuple[str, str], dict[str, str]]:
    """Numbers by sample, apart by what was measured of it; texts and lists of a sample are no single value."""
    kept: dict[tuple[str, str], dict[str, str]] = {}
    if isinstance(held, dict):
        for index, of_sample in held.items():
            for what, value in (of_sample if isinstance(of_sample, dict) else {"value": of_sample}).items():
                if isinstance(value, str) and _number(value) and " " not in index:
                    kept.setdefault((metric, what), {})[index] = value
    return kept


def _number(value: str) -> bool:
    try:
        return value.strip() == value and abs(float(value)) < float("inf")
    except ValueError:
        return False


def _samples(rows: Sequence[Sequence[_Part]], notices: list[str]) -> list[Samples]:
    found = [
        Samples(row=i, metric=metric, field=what, index=" ".join(held), value=" ".join(held.values()))
        for i, parts in enumerate(rows)
        for part in parts
        for (metric, what), held in part.by_index.items()
    ]
    total = sum(s.count for s in found)
    if total > MAX_SAMPLES:
        notices.append(f"{total:,} values by sample cannot be kept, at most {MAX_SAMPLES:,} can: bring fewer runs")
        return []
    return found


def described(path: str, by: str, configs: Mapping[str, bytes], notices: list[str]) -> tuple[Record, tuple[str, ...]]:
    """What a path and the overrides beside it say of a run, and what tells the run from others.

    Names come from the path where it follows the habit and from the overrides where it does not; of a hyper-parameter
    that both say otherwise the overrides, which ran, are taken, and that is told.
    """
    parts = path.split("/")[:-1]
    tested = ""
    while parts and _TESTS.match(parts[-1]) and not _task(parts[-1]):
        tested, parts = tested or parts[-1], parts[:-1]
    names = _of_folders([p for p in parts if p.lower() not in _PLAIN])
    ran = _overrides(parts, path, configs)
    who, _, by = by.rpartition("_") if _RENAMED.search(by) else ("", "", by)
    suite = str(names.pop("suite", "")) or ("" if by == "LMEval" else by.lower())
    within = re.search(rf"(?:\A|_)({_SPLIT})(?:_|\Z)", tested)
    split = within[1] if within else names.pop("split", "") or ran.get("split", "")
    names.pop("split", None)
    if split:
        names["benchmark"] = f"{suite}_{split}".strip("_")
    for key, said in (("model", ran.pop("model", "")), ("seed", ran.pop("of evaluation", ""))):
        if said:
            names.setdefault(key, said)
    if ran.get("method") and not names.pop("habit", ""):
        names["method"] = ran["method"]
    names.pop("habit", None)
    names["method"] = names.get("method") or who
    for key, value in ran.items():
        if key not in ("method", "split"):
            before = names.get(key)
            if isinstance(before, str) and _other(before, value):
                notices.append(
                    f"{'/'.join(parts)[-120:]}: the folder says {key} {before}, the overrides {value}; theirs was taken"
                )
            names[key] = value
    told = {k: names[k] for k in NAMES if k in names}
    ordered: Record = told | {k: v for k, v in names.items() if k not in told}
    return ordered, (*parts, who, str(ordered.get("benchmark", "")))


def _of_folders(parts: Sequence[str]) -> Record:
    """What the folders of a run say, the task among them the last that follows the habit, else the last."""
    names: Record = {}
    rest = list(parts)
    if len(rest) > 1 and (step := _STEP.match(rest[-1])):
        names["checkpoint"] = step["n"]
        rest.pop()
    at = next((i for i in reversed(range(len(rest))) if _task(rest[i])), max(len(rest) - 1, 0))
    if not rest:
        return names
    match = _task(rest[at])
    method = "_".join([match["method"] if match else rest[at], *rest[at + 1 :]])
    if match:
        names |= {"model": match["model"], "habit": "yes"}
        groups = match.groupdict()
        split = groups["split"] or _FORGOTTEN.get(method.lower(), "")
        if split:
            names["split"] = split
        if groups.get("suite"):
            names["suite"] = groups["suite"]
        if _REFERENCE.match(rest[at]) and at == len(rest) - 1:
            return {**names, "method": "retain" if method.lower().startswith("retain") else method}
    if seed := _SEED.search(method):
        names["seed"] = seed["n"]
        method = method[: seed.start()] + method[seed.end() :]
    for setting in _IN_TASK.finditer(method):
        names.setdefault(_SETTINGS[setting["name"]], setting["n"])
    bare = re.sub(r"[_-]{2,}", "_", _IN_TASK.sub("", method)).strip("_-")
    return {**names, "method": bare or rest[at]}


def _task(folder: str) -> re.Match[str] | None:
    return _TASK.match(folder) or _REFERENCE.match(folder) or _BARE_TASK.match(folder)


def _overrides(parts: Sequence[str], path: str, configs: Mapping[str, bytes]) -> dict[str, str]:
    """What configurations in the folder of a run, beside its results or above say; the nearest has its say."""
    said: dict[str, str] = {}
    folders = ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]
    beside = path.rpartition("/")[0]
    for folder in dict.fromkeys([*folders, beside]):
        for name in (
            "config.json",
            "resolved_config.json",
            "run_config.json",
            ".hydra/overrides.yaml",
            "overrides.yaml",
        ):
            content = configs.get(f"{folder}/{name}" if folder else name)
            if content is not None:
                said |= _said(name, content)
    return said


def _said(name: str, content: bytes) -> dict[str, str]:
    """Names and hyper-parameters of one configuration; other keys, and what is no plain value, are passed over."""
    body = content[:100_000].decode("utf-8", "replace")
    if name.endswith(".json"):
        try:
            value = objects.parsed(body, [])
        except Refused:
            return {}
        pairs = objects.flat(value).items() if isinstance(value, dict) and "model_type" not in value else ()
        flat = dict(pairs)
    else:
        lines = re.findall(r"^-\s+['\"]?\+{0,2}([\w.@/]+)=([^'\"\n]*)['\"]?\s*$", body, re.M)
        flat = {key: value.strip() for key, value in lines}
    said: dict[str, str] = {}
    for key, value in flat.items():
        last = key.rpartition(".")[2]
        if key == "trainer" or key == "trainer.handler":
            said["method"] = value
        elif key in ("model", "data_split", "forget_split"):
            said["model" if key == "model" else "split"] = value.removesuffix(".yaml")
        elif key in ("seed", "trainer.args.seed"):
            said["of evaluation" if key == "seed" else "seed"] = value
        elif last in _SETTINGS and (key == last or key.startswith(("trainer.args.", "trainer.method_args."))):
            said[_SETTINGS[last]] = value
    return {k: v for k, v in said.items() if v and len(v) <= 100 and "${" not in v}
