"""What each column is that is no metric: the method, a seed, a benchmark, a model, a setting, a
cost, or nothing."""

import re
from collections.abc import Mapping, Sequence

from components.intake.facts import Facts
from components.intake.grades import Decision, chosen
from data.read.lexicon import (
    BASE_MODEL,
    bare,
    belongs,
    bracketed,
    dictionary,
    has,
    letters,
    listed,
    method_like,
    stated,
    words,
)

METHOD, SEED, BENCHMARK, MODEL, SETTING = "method", "seed", "benchmark", "model", "setting"
COST, METRIC, IGNORE = "cost", "metric", "ignore"
USES = (METHOD, SEED, BENCHMARK, MODEL, SETTING, COST, METRIC, IGNORE)
KEYS = (METHOD, SEED, BENCHMARK, MODEL, SETTING)
"""What tells one run from another."""
_VALUES = re.compile(
    r"[a-z]*[ _-]?(?:forget|retain)[ _-]?\d+|cifar-?\d+|(?:tiny)?-?imagenet.*|\d+ ?%", re.I
)
_BY_NAME = "its name"
_COUNT = "a count"
_RUN = "your run"
"""The method of a table that names none."""


def uses(facts: Facts, said: Mapping[str, str]) -> dict[str, Decision]:
    """Return the use of each column; `said` are those that the reader chose. Names the rows in
    `facts`."""
    found: dict[str, Decision] = {}
    for name in facts.sheet.header:
        if name in said:
            found[name] = chosen(said[name])
            continue
        decided = _alone(facts, name)
        if decided is not None:
            found[name] = decided
    method = next((name for name, use in said.items() if use == METHOD), "")
    method = method or _method(facts, found)
    if method:
        facts.names = facts.cells[method]
    for name in facts.sheet.header:
        if name not in found and facts.numeric(name):
            found[name] = _number(facts, name)
        elif name not in found:
            found[name] = _text(facts, name)
    found = {name: found[name] for name in facts.sheet.header}
    _one_seed(facts, found)
    _coefficients(facts, found)
    if not method:
        _name_rows(facts, found)
    _apart(facts, found)
    return found


def _alone(facts: Facts, name: str) -> Decision | None:
    """Return the use of a column that its name and values settle, None for none."""
    plain, parts = letters(bare(name)), words(name)
    is_numeric, is_whole = facts.numeric(name), facts.whole(name)
    last = parts[-1] if parts else ""
    if not facts.texts(name):
        return Decision(IGNORE, "known", "empty")
    if belongs(name, "columns", "ignore") or plain.startswith("unnamed"):
        return Decision(IGNORE, "stated", "bookkeeping by its name")
    is_numbered = all(any(map(str.isdigit, text)) for text in facts.texts(name))
    if is_numbered and ("seed" in parts or belongs(name, "columns", "seed")):
        return Decision(SEED, "stated" if is_whole or not is_numeric else "proposed", _BY_NAME)
    if is_numeric and _is_cost(facts, name):
        return Decision(COST, "stated", _BY_NAME)
    if stated(name):
        return None
    if not is_numeric and belongs(name, "columns", "method_later"):
        return None
    is_count = parts[:1] in (("n",), ("num",), ("number",)) or last in ("count", "n")
    if is_whole and is_count and plain not in listed("columns", "setting"):
        return Decision(IGNORE, "stated", _COUNT)
    if is_numeric and last in listed("words", "spread"):
        return _spread(facts, name, last)
    others = {letters(other) for other in facts.sheet.header if other != name}
    for another in listed("rows", "other_model"):
        if is_numeric and plain.startswith(another) and plain.removeprefix(another) in others:
            return Decision(IGNORE, "proposed", "the value of another model")
    is_past = last in ("paper", "published", "reported", "before", "pre") and len(parts) > 1
    if is_numeric and is_past:
        return Decision(IGNORE, "proposed", "a value of something else")
    is_split = is_whole or any(number.percent for number in facts.numbers(name))
    if is_numeric and is_split and belongs(name, "columns", "split"):
        return Decision(BENCHMARK, "stated", _BY_NAME)
    if is_whole and (last in ("steps", "epochs", "iters", "size") or name.startswith("#")):
        return None if "relearn" in plain else Decision(SETTING, "stated", _BY_NAME)
    fractions = {value for value in facts.values(name) if 0 < value < 1}
    if belongs(name, "columns", "setting"):
        is_measured = len(fractions) > 1 and belongs(name, "columns", "fraction")
        return None if is_measured else Decision(SETTING, "stated", _BY_NAME)
    values = facts.values(name)
    steps = [value - values[0] for value in values]
    if plain == "column1" and len(values) > 1 and steps == [*range(len(values))]:
        return Decision(IGNORE, "known", "row numbers")
    return None


def _spread(facts: Facts, name: str, last: str) -> Decision | None:
    """Return that a column holds the spreads of another one, None where no other one is there."""
    stem = letters(name).removesuffix(last)
    for other in facts.sheet.header:
        plain = letters(other)
        if other != name and (plain.startswith(stem) or stem.startswith(plain)):
            return Decision(IGNORE, "known", "the spread of another column")
    return Decision(IGNORE, "proposed", "a spread by its name")


def _is_cost(facts: Facts, name: str) -> bool:
    costs, parts, plain = listed("columns", "cost"), words(bare(name)), letters(bare(name))
    if "relearn" in plain:
        return False
    if plain == "rte" and not bracketed(name):
        is_timed = any(number.mark for number in facts.numbers(name))
        return is_timed or max(facts.values(name)) > 1
    units = {inside.casefold().strip(". ") for inside in bracketed(name)} | set(parts[-1:])
    is_timed = bool({*parts} & {"time", "rte", "memory", "mem", "gpu", "cost"})
    if is_timed and units & listed("columns", "time"):
        return True
    stem = re.sub(r"(?:mean|avg)\Z", "", plain) or plain
    return stem in costs or any(len(word) > 3 and word in costs for word in parts[-1:])


def _method(facts: Facts, found: dict[str, Decision]) -> str:
    """Return the column that names the methods, "" for none, and note how sure that is."""
    texts = [n for n in facts.sheet.header if n not in found and not facts.numeric(n)]
    named = [name for name in texts if belongs(name, "columns", "method")]
    if not texts:
        free = [name for name in facts.sheet.header if name not in found]
        named = [name for name in free if belongs(name, "columns", "method")]
    if not named:
        named = [n for n in texts if re.search("method|strategy|algorithm|方法", letters(n))]
    if named:
        named.sort(key=lambda name: (-_share_of_methods(facts, name), letters(name) != "method"))
        is_alone = len(named) == 1
        found[named[0]] = Decision(METHOD, "stated" if is_alone else "proposed", _BY_NAME)
        return named[0]
    sets = [name for name in texts if _is_benchmark(facts, name)]
    models = [name for name in texts if name not in sets and _is_model(facts, name)]
    others = [name for name in texts if name not in sets and name not in models]
    likely = [name for name in others if _share_of_methods(facts, name) >= 0.3]
    rows = len(facts.sheet.rows)
    distinct = [name for name in (*others, *models) if len(set(facts.cells[name])) == rows]
    later = [name for name in others if belongs(name, "columns", "method_later")]
    options = [*likely, *distinct, *later, *others]
    if not options and models and not all(_is_base(text) for text in facts.texts(models[0])):
        options = models[:1]
    if not options:  # a column that looks like bookkeeping is better than no names
        for name, use in found.items():
            is_text = use.value == IGNORE and not facts.numeric(name) and facts.texts(name)
            if is_text and len(set(facts.cells[name])) == rows:
                options.append(name)
    if not options:
        return ""
    is_alone = len(texts) - len(sets) == 1
    found[options[0]] = Decision(METHOD, "known" if is_alone else "proposed", "names each row")
    return options[0]


def _share_of_methods(facts: Facts, name: str) -> float:
    texts = facts.texts(name)
    return sum(map(method_like, texts)) / len(texts)


def _is_benchmark(facts: Facts, name: str) -> bool:
    if belongs(name, "columns", "benchmark"):
        return True
    texts = facts.texts(name)
    return all(letters(t) in listed("words", "values") or _VALUES.fullmatch(t) for t in texts)


def _is_base(text: str) -> bool:
    return bool(BASE_MODEL.match(text.rpartition("/")[2])) and bool(re.search(r"\d", text))


def _is_model(facts: Facts, name: str) -> bool:
    if belongs(name, "columns", "model"):
        return True
    return all(map(_is_base, facts.texts(name)))


def _number(facts: Facts, name: str) -> Decision:
    """Return the use of a column of numbers: a metric, for certain where its name is known."""
    is_known = bool(stated(name)) or bool(dictionary().find(name)[0])
    is_known = is_known or has(name, "words", "good", "bad", "harm", "metric_like", "asked")
    return Decision(METRIC, "known") if is_known else Decision(METRIC, "proposed", "a number")


def _text(facts: Facts, name: str) -> Decision:
    """Return the use of a column of texts that does not name the methods."""
    texts, rows = facts.texts(name), len(facts.sheet.rows)
    cells = facts.cells[name]
    if belongs(name, "columns", "benchmark"):
        if rows > 2 and len(texts) == rows == len(set(facts.names)):
            return Decision(IGNORE, "proposed", "different in every row")
        return Decision(BENCHMARK, "stated", _BY_NAME)
    if belongs(name, "columns", "model"):
        return Decision(MODEL, "stated", _BY_NAME)
    if _is_benchmark(facts, name):
        return Decision(BENCHMARK, "known", "names of benchmarks")
    if _is_model(facts, name):
        return Decision(MODEL, "known", "names of base models")
    pairs = set(zip(facts.names, cells, strict=True)) if facts.names else set()
    if len(pairs) == len(set(facts.names)) == len(set(cells)):
        return Decision(IGNORE, "known", "a second name of the method")
    if len(set(cells)) < 2:
        return Decision(IGNORE, "known", "the same in every row")
    return Decision(IGNORE, "known", "text that names nothing")


def _one_seed(facts: Facts, found: dict[str, Decision]) -> None:
    """Take a column of runs for the seed where there is none, and one seed alone."""
    seeds = [name for name, use in found.items() if use.value == SEED]
    for name, use in found.items():
        is_run = belongs(name, "columns", "repeat") and facts.whole(name)
        if is_run and use.value in (METRIC, SETTING):
            found[name] = Decision(SEED, "stated", _BY_NAME)
            seeds.append(name)
    for name in seeds[1:]:
        found[name] = Decision(IGNORE, "known", "another column holds the seed")


def _apart(facts: Facts, found: dict[str, Decision]) -> None:
    """Propose for a setting what tells rows apart that nothing else does."""
    groups = [0] * len(facts.names)
    for name, use in found.items():
        if use.value in KEYS:
            groups = _parted(groups, facts.cells[name])
    for name, use in found.items():
        is_number = (use.value == METRIC and use.is_proposed) or use.reason == _COUNT
        is_text = use.value == IGNORE and not facts.numeric(name)
        if belongs(name, "columns", "ignore") and not belongs(name, "columns", "apart"):
            continue
        if not is_number and not is_text:
            continue
        methods_of_cell: dict[str, set[str]] = {}
        for cell, row_name in zip(facts.cells[name], facts.names, strict=True):
            methods_of_cell.setdefault(cell, set()).add(row_name)
        least = min(map(len, methods_of_cell.values()))
        if len(methods_of_cell) < 2 or (is_number and least < 2):
            continue
        parted = _parted(groups, facts.cells[name])
        if len(set(parted)) == len(set(groups)):
            continue
        groups = parted
        found[name] = Decision(SETTING, "proposed", "tells rows apart")


def _parted(groups: Sequence[int], cells: Sequence[str]) -> list[int]:
    """Return the number of each row's group when rows of one group with different cells part."""
    numbers: dict[tuple[int, str], int] = {}
    parted = []
    for key in zip(groups, cells, strict=True):
        parted.append(numbers.setdefault(key, len(numbers)))
    return parted


def _coefficients(facts: Facts, found: dict[str, Decision]) -> None:
    """Propose whole numbers of unknown name to the left of a setting for settings too."""
    names = list(found)
    settings = [at for at, name in enumerate(names) if found[name].value == SETTING]
    for name in names[: max(settings, default=0)]:
        use = found[name]
        if use.value == METRIC and use.grade != "stated" and facts.whole(name):
            is_known = stated(name) or dictionary().find(name)[0]
            if not is_known and len(facts.values(name)) > 1:
                found[name] = Decision(SETTING, "proposed", "whole numbers beside settings")


def _values(found: Mapping[str, Decision]) -> set[str]:
    return {use.value for use in found.values()}


def _name_rows(facts: Facts, found: Mapping[str, Decision]) -> None:
    """Name the rows of a table without methods by the settings that vary; one without any is the
    original model."""
    settings = [n for n, use in found.items() if use.value == SETTING and facts.varies(n)]
    is_one = len(facts.sheet.rows) == 1 or bool(_values(found) & {SEED, BENCHMARK, MODEL})
    names = []
    for position in range(len(facts.sheet.rows)):
        parts = []
        for name in settings:
            cell = facts.cells[name][position].strip("-–— ")
            if cell:
                parts.append(f"{bare(name)}={cell}")
        plain = "original" if settings else _RUN if is_one else f"row {position + 1}"
        names.append(" ".join(parts) or plain)
    facts.names = names
