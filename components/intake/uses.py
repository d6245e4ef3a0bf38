"""What each column is that is no metric: the method, a seed, a benchmark, a model, a setting, a
cost, or nothing."""

import re
from collections.abc import Mapping, Sequence

from components.intake.facts import Facts
from components.intake.rows import alike
from data.read.lexicon import (
    bare,
    belongs,
    bracketed,
    has,
    letters,
    listed,
    method_like,
    metric_like,
    stated,
    words,
)

METHOD, SEED, BENCHMARK, MODEL, SETTING = "method", "seed", "benchmark", "model", "setting"
COST, METRIC, IGNORE = "cost", "metric", "ignore"
USES = (METHOD, SEED, BENCHMARK, MODEL, SETTING, COST, METRIC, IGNORE)
_NAME, _COUNT = "its name", "a count"
_VALUES = re.compile(
    r"[a-z]*[ _-]?(?:forget|retain)[ _-]?\d+|cifar-?\d+|(?:tiny)?-?imagenet.*|\d+ ?%", re.I
)
Found = dict[
    str, tuple[str, str]
]  # the use of a column by its name, "" while it is not known, and why


def uses(facts: Facts, said: Mapping[str, str]) -> Found:
    """Return the use of each column and why; `said` are those that the reader chose. Names the rows
    in `facts`."""
    found: Found = {
        h: (said[h], "your choice") if h in said else _alone(facts, h) for h in facts.sheet.header
    }
    method = next((h for h, use in said.items() if use == METHOD), "") or _method(facts, found)
    if method:
        found[method] = METHOD, "names each row"
        facts.names = facts.cells[method]
    for name, (use, _) in found.items():
        if not use:
            found[name] = (METRIC, "") if facts.numeric(name) else _text(facts, name, found)
    _one_seed(facts, found)
    _coefficients(facts, found)
    if method:
        _set_ups(facts, found)
    else:
        _name_rows(facts, found)
    keys = [facts.cells[h] for h, (use, _) in found.items() if use in (BENCHMARK, MODEL)]
    facts.renamed = alike(facts.names, list(zip(*keys, strict=True)) or [()] * len(facts.names))
    facts.names = [facts.renamed.get(n, n) for n in facts.names]
    return found


def _alone(facts: Facts, name: str) -> tuple[str, str]:
    """Return the use of a column that its own name and values settle."""
    plain, own, numeric = letters(bare(name)), words(name), facts.numeric(name)
    last = own[-1] if own else ""
    if not facts.texts(name):
        return IGNORE, "empty"
    if belongs(name, "columns", "ignore") or plain.startswith("unnamed"):
        return IGNORE, "bookkeeping by its name"
    if "seed" in own or belongs(name, "columns", "seed"):
        return SEED, _NAME
    counts = own[:1] in (("n",), ("num",), ("number",)) or last in ("count", "n")
    if facts.whole(name) and counts and plain not in listed("columns", "setting"):
        return IGNORE, _COUNT
    if numeric and not stated(name) and (why := _of_another(facts, name, plain, last)):
        return IGNORE, why
    if belongs(name, "columns", "method"):
        return METHOD, _NAME
    whole = facts.whole(name)
    if (
        numeric
        and belongs(name, "columns", "split")
        and (whole or any(n.percent for n in facts.numbers(name)))
    ):
        return BENCHMARK, _NAME
    if not numeric and belongs(name, "columns", "method_later"):
        return "", ""
    if whole and (last in ("steps", "epochs", "iters", "size") or name.startswith("#")):
        return ("", "") if "relearn" in plain else (SETTING, _NAME)
    fractions = len({v for v in facts.values(name) if 0 < v < 1}) > 1
    if belongs(name, "columns", "setting") and not (
        fractions and belongs(name, "columns", "fraction")
    ):
        return SETTING, _NAME
    if numeric and _is_cost(facts, name, plain):
        return COST, _NAME
    values = facts.values(name)
    counted = (
        plain == "column1" and whole and [v - values[0] for v in values] == [*range(len(values))]
    )
    return (IGNORE, "row numbers") if counted and len(values) > 1 else ("", "")


def _of_another(facts: Facts, name: str, plain: str, last: str) -> str:
    """Return why a column of numbers is about another column or model: a spread, a reported value,
    one before."""
    others = {letters(h): h for h in facts.sheet.header if h != name}
    stem = name.casefold().removesuffix(last)
    mean = any(h.casefold().startswith(stem) and has(h, "words", "mean") for h in others.values())
    ends = {"low", "high", "lower", "upper", "se"} if not mean else set()
    if (
        last
        in (listed("words", "spread") | (listed("words", "statistic") if mean else set())) - ends
    ):
        return "the spread of another column"
    if last in ("paper", "published", "reported") and plain != last:
        return "a value that others report"
    if any(
        plain.removeprefix(m) in others and plain.startswith(m)
        for m in listed("rows", "other_model")
    ):
        return "the value of another model"
    if last in ("before", "pre") and plain.removesuffix(last) + "after" in others:
        return "the value before unlearning"
    return ""


def _is_cost(facts: Facts, name: str, plain: str) -> bool:
    listing, parts = listed("columns", "cost"), words(bare(name))
    stem = re.sub(r"(?:mean|avg)\Z", "", plain) or plain
    if "relearn" in plain or (
        stem not in listing and facts.known.names.find(name)[0] not in ("", "rte")
    ):
        return False
    if plain == "rte" and not bracketed(name):
        return max(facts.values(name)) > 1 or any(n.mark for n in facts.numbers(name))
    units = {b.casefold().strip(". ") for b in bracketed(name)} | set(parts[-1:])
    timed = bool(units & listed("columns", "time")) and bool(
        {*parts} & {"time", "rte", "memory", "mem", "gpu", "cost"}
    )
    return timed or stem in listing or any(len(w) > 3 and w in listing for w in parts[-1:])


def _method(facts: Facts, found: Found) -> str:
    """Return the column that names the methods, "" for none."""
    texts = [h for h, (use, _) in found.items() if use in ("", METHOD) and not facts.numeric(h)]
    named = [h for h in texts if found[h][0] == METHOD]
    found.update((h, ("", "")) for h, (use, _) in list(found.items()) if use == METHOD)
    known = {h: sum(map(method_like, facts.texts(h))) / len(facts.texts(h)) for h in texts}
    distinct = {h: len(set(facts.cells[h])) == len(facts.cells[h]) for h in texts}
    kinds = ("method_later", "model", "benchmark")
    later, models, sets = ([h for h in texts if belongs(h, "columns", kind)] for kind in kinds)
    options = [
        *sorted(named, key=lambda h: -known[h]),
        *(h for h in texts if re.search("method|strategy|algorithm|方法", letters(h))),
        *(h for h in (*models, *later) if distinct[h]),
        *(h for h in texts if known[h] >= 0.3),
        *(h for h in (*later, *models) if facts.varies(h)),
        *(h for h in texts if distinct[h] and h not in sets),
        *texts[:1],
    ]
    if not options:  # a column that looks like bookkeeping is better than no names
        ignored = [
            h for h in found if found[h][0] == IGNORE and not facts.numeric(h) and facts.texts(h)
        ]
        return next((h for h in ignored if len(set(facts.cells[h])) == len(facts.cells[h])), "")
    keys = [h for h in found if found[h][0] == SEED or h in sets or h in models]
    rows = list(zip(*(facts.cells[h] for h in dict.fromkeys([options[0], *keys])), strict=True))
    paths = [h for h in (*later, *models) if distinct[h] and h != options[0]]
    if len(rows) > 2 and len(set(rows)) < len(rows) and paths:
        found[options[0]] = IGNORE, "a second name of the method"
        return paths[0]
    found.update((h, (IGNORE, "a second name of the method")) for h in named if h != options[0])
    return options[0]


def _text(facts: Facts, name: str, found: Found) -> tuple[str, str]:
    """Return the use of a column of texts that does not name the methods."""
    cells, texts, rows = facts.cells[name], facts.texts(name), len(facts.sheet.rows)
    if belongs(name, "columns", "benchmark"):
        holds = bool(facts.names) and all(
            m and m in c for m, c in zip(facts.names, cells, strict=True)
        )
        whole = rows > 2 and len(set(cells)) == rows == len(set(facts.names))
        return (IGNORE, "different in every row") if whole or holds else (BENCHMARK, _NAME)
    if belongs(name, "columns", "model"):
        return MODEL, _NAME
    if all(letters(t) in listed("words", "values") or _VALUES.fullmatch(t) for t in texts):
        return BENCHMARK, "names of benchmarks"
    if facts.names and len(set(zip(facts.names, cells, strict=True))) == len(
        set(facts.names)
    ) == len(set(cells)):
        return IGNORE, "a second name of the method"
    if len(set(cells)) < 2:
        return IGNORE, "the same in every row"
    told = [
        facts.cells[h]
        for h, (use, _) in found.items()
        if use in (METHOD, SEED, BENCHMARK, MODEL, SETTING)
    ]
    keys = set(zip(*told, strict=True)) or {()}
    if (
        len(keys) < rows
        and len(set(zip(*told, cells, strict=True))) > len(keys)
        and len(texts) < rows
    ):
        return SETTING, "tells runs apart"
    return IGNORE, "text that names nothing"


def _one_seed(facts: Facts, found: Found) -> None:
    """Take a column of runs for the seed where there is none, and one seed alone."""
    seeds = [h for h, (use, _) in found.items() if use == SEED]
    runs = [
        h
        for h in found
        if belongs(h, "columns", "repeat") and facts.whole(h) and found[h][0] in (METRIC, SETTING)
    ]
    for name in runs:
        found[name] = SEED, _NAME
    found.update((h, (IGNORE, "another column holds the seed")) for h in [*seeds, *runs][1:])


def _coefficients(facts: Facts, found: Found) -> None:
    """Take whole numbers of unknown name to the left of a setting for settings too."""
    last = max((i for i, (use, _) in enumerate(found.values()) if use == SETTING), default=0)
    for name in list(found)[:last]:
        named = (
            facts.known.names.find(name)[0]
            or metric_like(name)
            or any(n.percent for n in facts.numbers(name))
        )
        if (
            found[name][0] == METRIC
            and not named
            and facts.whole(name)
            and len(facts.values(name)) > 1
        ):
            found[name] = SETTING, "whole numbers beside settings"


def _set_ups(facts: Facts, found: Found) -> None:
    """Take for a setting what tells the rows of one method apart and has every value for several
    methods."""
    groups = [0] * len(facts.names)
    for name, (use, _) in found.items():
        if use in (METHOD, SEED, BENCHMARK, MODEL, SETTING):
            groups = _parted(groups, facts.cells[name])
    for name, (use, why) in found.items():
        unknown = use == METRIC and not metric_like(name) and not facts.known.names.find(name)[0]
        if not (unknown or why == _COUNT or (use == IGNORE and belongs(name, "columns", "apart"))):
            continue
        cells = facts.cells[name]
        methods_of_value: dict[str, set[str]] = {}
        for method, cell in zip(facts.names, cells, strict=True):
            methods_of_value.setdefault(cell, set()).add(method)
        shared = min(map(len, methods_of_value.values())) > 1
        if not shared or len(methods_of_value) < 2:
            continue
        parted = _parted(groups, cells)
        if len(set(parted)) > len(set(groups)):
            found[name] = SETTING, "tells runs apart"
            groups = parted


def _parted(groups: Sequence[int], cells: Sequence[str]) -> list[int]:
    """Return the number of each row's group when rows of one group with different cells part."""
    numbers: dict[tuple[int, str], int] = {}
    parted = []
    for key in zip(groups, cells, strict=True):
        parted.append(numbers.setdefault(key, len(numbers)))
    return parted


def _name_rows(facts: Facts, found: Found) -> None:
    """Name the rows of a table without methods by the settings that vary; one without any is the
    original model."""
    settings = [h for h, (use, _) in found.items() if use == SETTING and facts.varies(h)]
    one = len(facts.sheet.rows) == 1
    facts.names = [
        " ".join(
            f"{bare(h)}={facts.cells[h][i]}" for h in settings if facts.cells[h][i].strip("-–— ")
        )
        or ("original" if settings else "your run" if one else f"row {i + 1}")
        for i in range(len(facts.sheet.rows))
    ]
