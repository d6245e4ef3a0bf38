"""What each column of a table is used for, as proposed and as a reader changes it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from components.errors import LeaderboardError
from components.intake import numbers
from components.intake.names import ASIDE, SETTINGS, SPREADS, matching, naming, phrase, words
from components.intake.proposals import arrow_of, bounds_of, direction_of, maps_for, shares_or_percentages, unarrowed
from data.cells import write_utilities
from data.known_metrics import ASKED, KnownMetric, known_metrics
from data.plain import number
from data.registry import REFERENCE, Metric

NAMES = ("method", "benchmark", "panel", "seed", "family", "reference")
"""Uses that a table may have one column for."""
LEFT_OUT, SETTING, SCORE, ORACLE = "left out", "setting", "score", "oracle"
USES: Mapping[str, str] = {
    "method": "method",
    "benchmark": "benchmark",
    "panel": "model (panel)",
    "seed": "seed",
    "family": "family of the method",
    "reference": "marks reference models",
    SETTING: "hyper-parameter",
    SCORE: "metric",
    ORACLE: "oracle distance",
    LEFT_OUT: "left out",
}
"""The uses a column can have, and what they are called."""
METRIC_USES = (SCORE, ORACLE)
_NO_NUMBERS = "holds no numbers"
AS_SAID = "as you said"


class UseRefused(LeaderboardError):
    """A use of a column that cannot be."""


@dataclass(frozen=True)
class Use:
    """The use of one column. `metric` is the id of the known metric it holds, empty for one that is declared here; what
    a metric is for (`group`), its `aims`, `under` and `parts` (as in `data.registry.Metric`) are known only then.

    A metric whose `direction` is empty is unanswered: nothing settles which end is better, and nothing is ranked by it.
    `answer` is what the reader answered: higher, lower, or the number that is best; bounds and map still follow the
    values. `declared` marks a use that the reader chose: it is never proposed again. `sure` is False for a method
    column without a telling name; `why` says in words where the proposal comes from.
    """

    column: str
    use: str
    metric: str = ""
    label: str = ""
    direction: str = "higher"
    low: float | None = None
    high: float | None = None
    utilities: str = ""
    sure: bool = True
    why: str = ""
    declared: bool = False
    target: str = ""
    scale: str = "linear"
    group: str = ""
    aims: str = "printed"
    under: str = ""
    parts: str = ""
    answer: str = ""

    @property
    def unanswered(self) -> bool:
        """Whether it is a metric whose better end is unknown."""
        return self.use in METRIC_USES and not self.direction

    @property
    def better(self) -> str:
        """Which values are better, in words."""
        if self.direction != "target":
            return self.direction
        return f"closest to {'the reference' if self.target == REFERENCE else self.target}"

    def beyond(self, value: float) -> bool:
        """Whether a number lies outside the bounds; on a log scale smaller ones, down to 0, count as the lower one."""
        low = 0.0 if self.scale == "log" else self.low
        return (low is not None and value < low) or (self.high is not None and value > self.high)


def propose_uses(
    header: Sequence[str], rows: Sequence[Sequence[str]], known: Sequence[Metric | KnownMetric]
) -> tuple[Use, ...]:
    """The use of each column, in order, `known` being the metrics of suites and of the dictionary that may be meant.

    Names and numbers decide: a column of a known name is that, one that holds mostly numbers is a metric, the rest is
    left out. Where two columns claim the same place the first has it; a column that is called a seed comes before one
    that is called a run, and a name that differs in every row before the method that several rows share.
    """
    cells = list(zip(*rows, strict=True)) or [()] * len(header)
    uses = [_proposed(column, texts, known) for column, texts in zip(header, cells, strict=True)]
    seeds = [u.column for u in uses if u.use == "seed" and "seed" in words(u.column)]
    taken: set[str] = set()
    for at, use in enumerate(uses):
        claim = use.use if use.use in (*NAMES, ORACLE) else use.metric
        if use.use == "benchmark" and _names_the_run(cells[at], uses, cells):
            uses[at] = replace(use, use=LEFT_OUT, why="it names the whole run, the method too")
        elif claim and (claim in taken or (claim == "seed" and seeds and use.column != seeds[0])):
            uses[at] = replace(use, use=LEFT_OUT, why=f"another column already holds {use.label or USES[use.use]}")
        else:
            taken.add(claim)
    return tuple(_apart(uses, cells) if "method" in taken else _with_a_method(uses))


def _names_the_run(names: Sequence[str], uses: Sequence[Use], cells: Sequence[Sequence[str]]) -> bool:
    """Whether a column has another name in every row, each with that of the method in it."""
    methods = next((texts for u, texts in zip(uses, cells, strict=True) if u.use == "method"), ("",) * len(names))
    return 2 < len(names) == len(set(names)) and all(m and m in n for m, n in zip(methods, names, strict=True))


def _apart(uses: list[Use], cells: Sequence[Sequence[str]]) -> list[Use]:
    """Take models that have one row each for the methods, and their methods for the families."""
    at = {u.use: i for i, u in enumerate(uses) if u.use in NAMES}
    if not {"panel", "method"} <= set(at) or "family" in at:
        return uses
    models, methods = cells[at["panel"]], cells[at["method"]]
    if len(models) < 3 or len(set(models)) < len(models) or len(set(methods)) == len(methods):
        return uses
    why = "every row has a model of its own"
    taken = {at["panel"]: "method", at["method"]: "family"}
    return [replace(u, use=taken[i], why=why) if i in taken else u for i, u in enumerate(uses)]


def unknown_metric(column: str, values: Sequence[float], use: str, answer: str = "") -> Use:
    """A column as an unknown metric, with the proposals of its name and its values, if any."""
    direction, named = ("lower", "a distance: closer is better") if use == ORACLE else direction_of(column)
    if answer:
        direction, named = "", "as you said"
    low, high, ranged = bounds_of(column, values)
    why = f"{named}; {ranged}" if direction or answer else named
    proposed = Use(column, use, "", unarrowed(column), direction, low, high, "", True, why, answer=answer)
    return _mapped(proposed, values)


def known_metric(
    column: str,
    metric: Metric | KnownMetric,
    values: Sequence[float] = (),
    answer: str = "",
    beside: bool = False,
) -> Use:
    """A column as a metric that a suite or the dictionary knows, with what is known of it there; `beside` says that
    other columns of the table hold percentages.

    A heading decides a direction that the dictionary leaves open, and overrides a target; one that contradicts what is
    known leaves it open. Shares may be given as percentages; bounds that are not known follow
    the values.
    """
    m, stated = metric, arrow_of(column)
    use = Use(
        *(column, m.role, m.id, m.label, m.direction, m.lower_bound, m.upper_bound, write_utilities(m.utilities)),
        why=f"known as {m.name}",
        target=m.target,
        scale=m.scale,
        group=m.group,
        aims=" ".join(m.aims),
        under=m.under,
        parts=" ".join(m.parts),
        answer=answer,
    )
    if isinstance(m, Metric):
        return use
    direction, why = "" if m.direction == ASKED else str(m.direction), use.why
    if answer:
        direction, why = "", f"{why}; as you said"
    elif stated and m.role != ORACLE and direction in ("", "target"):
        direction, why = stated, f"{why}; the heading says {stated} is better"
    elif stated and m.role != ORACLE and stated != direction:
        why = f"the heading says {stated} is better, but {m.name} is known as {direction} is better"
        direction = ""
    elif not direction:
        why = f"{why}. {m.note}"
    low, high = shares_or_percentages(m.lower_bound, m.upper_bound, values, beside)
    if low is None and high is None:
        low, high, _ = bounds_of(column, values)
    percent = (low, high, m.upper_bound) == (0, 100, 1)
    target = m.target if direction == "target" else ""
    if percent:
        target = f"{100 * float(target):g}" if target and target != REFERENCE else target
        why = why.replace(use.why, f"{use.why}; its values are percentages", 1)
    return _mapped(
        replace(
            use,
            direction=direction,
            low=low,
            high=high,
            utilities=use.utilities if direction == m.direction and not percent else "",
            why=why,
            target=target,
            aims=use.aims if low is not None and high is not None else "printed",
            under=m.under if direction == "target" else "",
        ),
        values,
    )


def renewed(use: Use, values: Sequence[float], beside: bool = False) -> Use:
    """The use of a metric column in a suite of one's own after its values changed; what was declared stays."""
    if use.declared or use.use not in METRIC_USES:
        return use
    if not use.metric:
        return unknown_metric(use.column, values, use.use, use.answer)
    known = next((k for k in known_metrics() if k.id == use.metric), None)
    return _mapped(use, values) if known is None else known_metric(use.column, known, values, use.answer, beside)


def without_reference(use: Use) -> Use:
    """A metric in a table without a reference: where its value is the only aim, nothing says what to aim at."""
    if use.target != REFERENCE:
        return replace(use, aims="printed")
    why = "its aim is the value of the model trained without the forgotten data, which the table lacks"
    return replace(use, direction="", target="", utilities="", under="", aims="printed", why=why)


def _mapped(use: Use, values: Sequence[float]) -> Use:
    """A metric with the reader's answer, and the map that fits direction, bounds and scale where it has none yet."""
    if use.answer:
        ends = use.answer in ("higher", "lower")
        aim = ("", use.answer) if ends else (use.answer, "target")
        use = replace(use, target=aim[0], direction=aim[1], utilities="")
    aimed = number(use.target) if use.direction == "target" else None
    if aimed is not None:
        low = min([aimed, *values] if use.low is None else [aimed, use.low])
        high = max([aimed, *values] if use.high is None else [aimed, use.high])
        use = replace(use, low=low, high=high if high > low else low + 1)
    if use.utilities or use.use == ORACLE or not use.direction:
        return use
    maps = "linear" if use.scale == "log" and not use.target else maps_for(use.direction, use.low, use.high, values)
    return replace(use, utilities=maps)


def declared(
    now: Use, cells: Mapping[str, object], known: Sequence[Metric | KnownMetric], values: Sequence[float]
) -> Use:
    """The use of a column after a reader changed some of its cells in the table of columns. Raises UseRefused.

    `cells` are the new ones by heading: use (as in USES), metric (its name), better, from and to.
    """
    use = next((k for k, label in USES.items() if label == cells.get("used as", USES[now.use])), now.use)
    if use not in METRIC_USES:
        return Use(now.column, use, label=now.column, why=AS_SAID, declared=True)
    named = str(cells.get("metric") or "")
    metric = next((m for m in known if m.role == use and m.name == named), None)
    if metric is not None:
        new = known_metric(now.column, metric, values)
    else:
        new = (
            now
            if now.use == use and not ("metric" in cells and now.metric)
            else unknown_metric(now.column, values, use)
        )
    better = str(cells.get("better") or "").strip()
    if better in ("higher", "lower") or number(better) is not None:
        new = _mapped(replace(new, answer=better), values)
    elif better:
        raise UseRefused(f"found {better!r}, expected higher, lower or the number that is best")
    low, high = (cells.get(name, bound) for name, bound in (("from", new.low), ("to", new.high)))
    new = replace(new, low=None if low is None else float(str(low)), high=None if high is None else float(str(high)))
    if "from" in cells or "to" in cells:
        new = _mapped(replace(new, utilities=""), values)
    if new.low is not None and new.high is not None and new.low >= new.high:
        raise UseRefused(f"found bounds {new.low:g} to {new.high:g}, expected the smaller one first")
    return replace(new, why=AS_SAID, declared=bool(new.direction), answer="")


def bounds_text(use: Use) -> str:
    """The bounds of a metric in words."""
    if use.low is None and use.high is None:
        return "none"
    low, high = ("" if b is None else f"{b:.6g}" for b in (use.low, use.high))
    return f"{low} to {high}" if low and high else f"from {low}" if low else f"to {high}"


def _proposed(column: str, cells: Sequence[str], known: Sequence[Metric | KnownMetric]) -> Use:
    """The use of one column, by its name first and its cells second."""
    named = naming(column)
    if named:
        return Use(column, named, label=column, why=f"named like a {USES[named]}")
    metric = matching(column, known)
    texts = [numbers.plain(c) for c in cells]
    if metric is not None:
        return known_metric(column, metric, numbers.values(texts))
    plain = phrase(column)
    if plain in SETTINGS:
        return Use(column, SETTING, label=column, why="named like a hyper-parameter")
    kinds = [numbers.kind(t) for t in texts]
    unnamed = column.startswith("column") and not plain.removeprefix("column").strip(" 0123456789")
    if plain in ASIDE or (unnamed and any(k in numbers.READABLE for k in kinds)):
        return Use(column, LEFT_OUT, label=column, why="neither a name nor a result")
    if words(column)[1:][-1:] == ["rank"]:
        return Use(column, LEFT_OUT, label=column, why="a rank among the table's own methods, which is no result")
    if SPREADS & set(words(column)[1:]) or plain in ("std", "stdev", "stddev", "stderr"):
        return Use(column, LEFT_OUT, label=column, why="named like the spread of a metric, which is no result")
    filled = sum(k not in (numbers.EMPTY, numbers.MISSING) for k in kinds)
    readable = sum(k in numbers.READABLE for k in kinds)
    if readable and 2 * readable >= filled:
        return unknown_metric(column, numbers.values(texts), SCORE)
    return Use(column, LEFT_OUT, label=column, why=_NO_NUMBERS if filled else "holds nothing")


def _with_a_method(uses: list[Use]) -> list[Use]:
    """Use the first column of names as the method where no heading names one."""
    why = "no column is named like a method; this one was taken"
    for at, u in enumerate(uses):
        if u.use == "panel" or u.why == _NO_NUMBERS or phrase(u.column) in ("name", "checkpoint"):
            return [*uses[:at], Use(u.column, "method", label=u.column, sure=False, why=why), *uses[at + 1 :]]
    return uses
