"""What each column is: use, known metric, better end, unit and group, each with its grade."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from components.intake import uses
from components.intake.derived import derived
from components.intake.facts import Facts
from components.intake.grades import Decision, chosen
from components.intake.rows import RETRAINED, roles
from components.intake.uses import COST, IGNORE, METRIC
from data.known_metrics import ASKED, KnownMetric
from data.read.lexicon import common, has, letters, stated
from data.registry import REFERENCE, Metric

HIGHER, LOWER, CLOSEST = "higher", "lower", "retrained"
SHARE, PERCENT, LOG10, AS_IT_IS = UNITS = ("share", "percent", "log10", "as it is")
GROUPS = {"forgetting": "forget", "privacy": "attack", "utility": "keep"}
"""What a column may serve, and the list of words that proposes it."""
_TURNED = re.compile(r"(?:\A|[\s(\[_])1\s*[-−–/]\s*[a-z]|\Aone[\s_]*minus", re.I)
"""One over, or one minus, what the other words of a name mean."""
_SIGN = re.compile(r"[(\[]\s*%|(?<![kK\d] )%\W*\Z")
"""A per cent sign as the unit of a heading."""
Said = Mapping[str, Mapping[str, str]]
"""What the reader changed, by column: is, same, better, unit, group."""
_NONE = Decision("", "known")


@dataclass(frozen=True)
class Column:
    """A column as it is understood.

    decided   its use (one of `uses.USES`), and for metrics and costs: `same`, the id of the known
              metric that it is, "" for none; `better`, which is higher, lower, retrained (closest
              to the retrained model) or the number that is best; `unit`, one of `UNITS`; `group`
    """

    name: str
    decided: Mapping[str, Decision]

    def _value(self, what: str) -> str:
        return self.decided.get(what, _NONE).value

    @property
    def use(self) -> str:
        return self._value("use")

    @property
    def same(self) -> str:
        return self._value("same")

    @property
    def better(self) -> str:
        return self._value("better")

    @property
    def unit(self) -> str:
        return self._value("unit")

    @property
    def group(self) -> str:
        return self._value("group")

    @property
    def proposed(self) -> dict[str, Decision]:
        """What is proposed of the column, by what it decides."""
        return {what: own for what, own in self.decided.items() if own.is_proposed}

    @property
    def open(self) -> bool:
        """Whether something of it is proposed."""
        return bool(self.proposed)

    @property
    def why(self) -> str:
        """The reasons of its decisions, those of proposals first."""
        ordered = sorted(self.decided.values(), key=lambda own: not own.is_proposed)
        reasons = dict.fromkeys(own.reason for own in ordered if own.reason)
        return "; ".join(reasons)

    def with_decided(self, **decisions: Decision) -> "Column":
        return replace(self, decided={**self.decided, **decisions})


def end_of(metric: Metric | KnownMetric) -> str:
    """Return the better end of a metric, "" where papers print either."""
    if metric.direction == "target":
        return CLOSEST if metric.target == REFERENCE else metric.target
    return "" if metric.direction == ASKED else str(metric.direction)


def understood(facts: Facts, said: Said) -> tuple[Column, ...]:
    """Return every column as the table and the reader have it. The rows' names and roles are set
    in `facts`."""
    found = uses.uses(facts, {name: cells["is"] for name, cells in said.items() if "is" in cells})
    for name in said:
        if found[name].value not in (METRIC, COST) and "is" not in said[name]:
            found[name] = chosen(METRIC)
    metrics = [name for name, use in found.items() if use.value == METRIC]
    measured = set()
    for name in metrics:
        for row_name, number in zip(facts.names, facts.numbers(name), strict=True):
            if number.value is not None:
                measured.add(row_name)
    facts.unmeasured = frozenset(facts.names) - measured
    facts.roles = {name: role.value for name, role in roles(facts.names, facts.unmeasured).items()}
    table = _Table(facts, metrics)
    computed = derived(facts, {name: table.doubt(name) for name in metrics})
    columns = []
    for name, use in found.items():
        column = Column(name, {"use": use})
        if name in computed and name not in said:
            column = Column(name, {"use": Decision(IGNORE, "proposed", computed[name])})
        elif use.value == METRIC:
            column = table.metric(name, use)
        elif use.value == COST:
            column = _cost(name, use)
        columns.append(_as_said(facts, column, said.get(name, {})))
    return _each_id_once(columns)


def _cost(name: str, use: Decision) -> Column:
    is_speed = any(word in letters(name) for word in ("speedup", "throughput"))
    better = Decision(HIGHER if is_speed else LOWER, "known", use.reason)
    as_it_is = Decision(AS_IT_IS, "known")
    return Column(
        name, {"use": use, "better": better, "unit": as_it_is, "group": Decision("cost", "known")}
    )


def _as_said(facts: Facts, column: Column, cells: Mapping[str, str]) -> Column:
    """Return a column with what the reader changed: nothing more is proposed of it. A known metric
    brings its end and group."""
    if column.use not in (METRIC, COST) or not cells:
        return column
    decisions = {}
    for what, own in column.decided.items():
        decisions[what] = chosen(own.value)
    metric = facts.known.metrics.get(cells.get("same", ""))
    if metric is not None:
        decisions["group"] = chosen(metric.group)
        if end_of(metric):
            decisions["better"] = chosen(end_of(metric))
    for what in ("same", "better", "unit", "group"):
        if what in cells and (cells[what] or what in ("same", "group")):
            decisions[what] = chosen(cells[what])
    return column.with_decided(**decisions)


def _each_id_once(columns: Sequence[Column]) -> tuple[Column, ...]:
    """Return the columns; of those that would be one known metric none is."""
    ids = [column.same for column in columns if column.use == METRIC]
    kept = []
    for column in columns:
        if column.same and ids.count(column.same) > 1:
            column = column.with_decided(same=_NONE)
        kept.append(column)
    return tuple(kept)


@dataclass(frozen=True)
class _Meaning:
    """The known metric of a name, None for none, and whether the whole name is one that no other
    metric has."""

    metric: Metric | KnownMetric | None
    metric_id: str
    is_sure: bool


@dataclass(frozen=True, eq=False)
class _Table:
    """The numeric columns of a table that are metrics."""

    facts: Facts
    names: Sequence[str]

    @cached_property
    def meanings(self) -> dict[str, _Meaning]:
        found = {}
        for name in self.names:
            found[name] = self._meaning(name)
        return found

    def _meaning(self, name: str) -> _Meaning:
        metric_id, form = self.facts.known.names.find(name)
        metric = self.facts.known.metrics.get(metric_id)
        if metric is None or _TURNED.search(name):
            return _Meaning(None, "", False)
        is_listed = isinstance(metric, KnownMetric)
        if not is_listed and letters(form) != letters(metric.name):
            return _Meaning(None, "", False)
        is_whole = self.facts.known.names.is_whole(name, form)
        agrees = bool(stated(name)) and stated(name) == end_of(metric)
        is_rare = len(form.split()) > 1 if not is_listed else not common(form)
        is_sure = is_whole and (agrees or is_rare)
        return _Meaning(metric, metric_id, is_sure)

    def doubt(self, name: str) -> int:
        """Return how likely a column is computed of others: 0 is the least."""
        meaning = self.meanings[name]
        if _TURNED.search(name) or meaning.metric_id == "forget_quality":
            return 2
        return 0 if meaning.is_sure else 1

    @cached_property
    def is_in_percent(self) -> bool:
        """Whether a column of shares is in per cent for certain."""
        for name in self.names:
            if self._is_signed(name):
                return True
            high = max(self.facts.values(name), default=0.0)
            if self._is_share(name) and not has(name, "words", "of_text") and 20 < high <= 100:
                return True
        return False

    def _is_signed(self, name: str) -> bool:
        return bool(_SIGN.search(name)) or any(
            number.percent for number in self.facts.numbers(name)
        )

    def _is_share(self, name: str) -> bool:
        metric = self.meanings[name].metric
        if metric is not None:
            return metric.lower_bound == 0 and metric.upper_bound == 1 and metric.scale != "log"
        return has(name, "words", "good", "harm", "share") and not has(name, "words", "no_share")

    def metric(self, name: str, use: Decision) -> Column:
        meaning = self.meanings[name]
        unit = self._unit(name)
        better = self._better(name, unit.value)
        same = Decision(meaning.metric_id, "known" if meaning.is_sure else "proposed")
        end = end_of(meaning.metric) if meaning.metric is not None else ""
        if better.grade == "stated" and end not in ("", better.value):
            same = _NONE
        if not meaning.metric_id or (unit.is_proposed and unit.value == AS_IT_IS):
            same = _NONE
        return Column(
            name,
            {
                "use": use,
                "same": same,
                "better": better,
                "unit": unit,
                "group": self._group(name),
            },
        )

    def _group(self, name: str) -> Decision:
        meaning = self.meanings[name]
        if meaning.metric is not None:
            return Decision(meaning.metric.group, "known" if meaning.is_sure else "proposed")
        hits = [group for group, listing in GROUPS.items() if has(name, "words", listing)]
        return Decision(hits[0], "proposed", "its name") if len(hits) == 1 else _NONE

    def _unit(self, name: str) -> Decision:
        """Return the unit of a column, known where its values can have no other."""
        values = self.facts.values(name)
        meaning = self.meanings[name]
        low, high = min(values, default=0.0), max(values, default=0.0)
        if meaning.metric_id == "forget_quality":
            if high <= 0 and low < 0:
                return Decision(LOG10, "known", "values of 0 and below are log10")
            is_inside = low >= 0 and high <= 1
            return Decision(SHARE, "known" if is_inside else "proposed", "a p value")
        if self._is_signed(name):
            return Decision(PERCENT, "stated", "signed %")
        if not self._is_share(name):
            return self._unit_of_no_share(name, low, high)
        inside = sum(0 <= value <= 1 for value in values)
        if low >= 0 and high <= 100 and (high > 10 or (high > 1 and self.is_in_percent)):
            n_shares = sum(0 < value <= 1 for value in values)
            if not n_shares:
                return Decision(PERCENT, "known", "values up to 100")
            if n_shares * 2 <= len(values):
                return Decision(PERCENT, "proposed", "some values could be shares")
        if low >= 0 and high <= 1:
            if not self.is_in_percent or has(name, "words", "of_text"):
                return Decision(SHARE, "known", "values up to 1")
            if high == 0:
                return Decision(PERCENT, "known", "as beside it")
            is_high = meaning.metric is not None and meaning.metric.direction == HIGHER
            return Decision(SHARE if is_high else PERCENT, "proposed", "beside per cent")
        if inside >= 0.6 * len(values):
            return Decision(SHARE, "proposed", "some values are outside 0 to 1")
        if low < 0 or high > 100:
            return Decision(AS_IT_IS, "proposed", "outside the bounds of its name")
        return Decision(PERCENT, "proposed", "values between 1 and 10")

    def _unit_of_no_share(self, name: str, low: float, high: float) -> Decision:
        meaning = self.meanings[name]
        if meaning.metric is not None:
            least, most = meaning.metric.lower_bound, meaning.metric.upper_bound
            is_inside = (least is None or low >= least) and (most is None or high <= most)
            is_inside = is_inside or meaning.metric_id == "privleak"
            return Decision(AS_IT_IS, "known" if is_inside else "proposed", "its scale")
        if low < 0 or high > 100 or has(name, "words", "no_share"):
            return Decision(AS_IT_IS, "known", "as it is")
        if high <= 1:
            return Decision(SHARE, "proposed", "values up to 1")
        unit = PERCENT if self.is_in_percent and high > 10 else AS_IT_IS
        return Decision(unit, "proposed", "its name is not known")

    def _better(self, name: str, unit: str) -> Decision:
        """Return the better end: as the heading says, as the known metric has it, else proposed."""
        meaning, says = self.meanings[name], stated(name)
        whole = 100.0 if unit == PERCENT else 1.0
        retrained = self.facts.values(name, RETRAINED)
        metric = meaning.metric
        if meaning.metric_id == "privleak":
            return Decision("0", "known", "PrivLeak aims at 0")
        if says:
            return Decision(says, "stated", "the heading says so")
        if retrained and self._follows_retrained(name):
            return Decision(CLOSEST, "proposed", "the table has a retrained model")
        end = end_of(metric) if metric is not None else ""
        if metric is None or not end:
            return self._guessed(name)
        is_known = meaning.is_sure
        if end not in (HIGHER, LOWER, CLOSEST):
            aim = whole * float(end)
            is_known &= all(abs(value - aim) <= 0.2 * whole for value in retrained)
            end = f"{aim:g}"
        return Decision(end, "known" if is_known else "proposed", f"known as {metric.name}")

    def _follows_retrained(self, name: str) -> bool:
        """Return whether a column is accuracy on what is forgotten, or an attack."""
        if has(name, "words", "attack"):
            return True
        return self.meanings[name].metric_id in ("FA", "UA")

    def _guessed(self, name: str) -> Decision:
        """Return the likelier end of a column that nothing settles."""
        says = stated(self.facts.sheet.context)
        if re.search(r"attack success|\bASR\b", self.facts.sheet.context):
            says = LOWER
        if says in (HIGHER, LOWER) and self.meanings[name].metric is None:
            return Decision(says, "proposed", "the caption says so")
        if _TURNED.search(name):
            return Decision(HIGHER, "proposed", "one minus another metric")
        is_kept = has(name, "words", "keep") and not has(name, "words", "forget")
        is_bad = has(name, "words", "bad", "harm", "hazard", "attack", "asked", "forget")
        if has(name, "words", "bad", "asked") or (is_bad and not is_kept):
            return Decision(LOWER, "proposed", "which end is better is a guess")
        return Decision(HIGHER, "proposed", "which end is better is a guess")
