"""What each column is: the rules in the order in which they apply. What nothing settles is left to
the reader."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from components.intake import uses
from components.intake.facts import Facts
from components.intake.rows import METHOD, ORIGINAL, RETRAINED, roles
from components.intake.uses import COST, IGNORE, METRIC
from data.known_metrics import ASKED, KnownMetric
from data.read.cells import Number
from data.read.lexicon import (
    bare,
    belongs,
    bracketed,
    common,
    ends,
    has,
    letters,
    listed,
    stated,
    words,
)
from data.registry import REFERENCE, Metric

HIGHER, LOWER, CLOSEST = "higher", "lower", "retrained"
SHARE, PERCENT, LOG10, AS_IT_IS = UNITS = ("share", "percent", "log10", "as it is")
_ONE_MINUS = re.compile(r"\A[\s(\[]*(?:1\s*[-−–]\s*|one[\s_]*minus[\s_]*)(?P<stem>\D.*)", re.I)
_AFTER = re.compile(r"(?P<stem>.+?)[ _]after(?:[ _(].*)?\Z", re.I)
_TURNED = re.compile(r"(?:\A|[\s(\[_])1\s*/\s*[a-z]|(?<=.)[\s(\[]1\s*[-−–]\s*[a-z]", re.I)
"""One over, or one minus, what the other words of a name mean."""
_ASK = "Which way is better?"
NEAREST = 12
"""How many columns to its left a column may be computed of: all pairs of them are tried."""
MOST_COMPARED = 200
"""Columns of a table in which each is compared with one minus every other."""
Numbers = Sequence[Number]
Said = Mapping[str, Mapping[str, str]]
"""What the reader changed, by column: is, same, better, unit."""


@dataclass(frozen=True)
class Column:
    """A column as it is understood: what it is (`uses.USES`), and for a metric which id it is known
    by ("" for none).

    `better` is higher, lower, retrained (closest to the retrained model) or the number that is
    best, `unit` one of `UNITS`; "" where it is to decide."""

    name: str
    use: str
    why: str = ""
    same: str = ""
    better: str = ""
    unit: str = ""

    @property
    def open(self) -> bool:
        """Whether something is to decide before the column counts."""
        return self.use == METRIC and not (self.better and self.unit)


def end_of(metric: Metric | KnownMetric) -> str:
    """Return the better end of a metric, "" where it must be asked."""
    if metric.direction == "target":
        return CLOSEST if metric.target == REFERENCE else metric.target
    return "" if metric.direction == ASKED else str(metric.direction)


def understood(facts: Facts, said: Said) -> tuple[Column, ...]:
    """Return every column as the rules and the reader have it. The rows' names and roles are set in
    `facts`."""
    found = uses.uses(facts, {name: own.get("is", METRIC) for name, own in said.items()})
    metrics = [h for h, (use, _) in found.items() if use == METRIC]
    measured = {
        n
        for h in metrics
        for n, v in zip(facts.names, facts.numbers(h), strict=True)
        if v.value is not None
    }
    facts.unmeasured = frozenset(facts.names) - measured
    facts.roles = {n: role for n, (role, _) in roles(facts.names, facts.unmeasured).items()}
    judged = _Metrics(facts, metrics)
    columns = [
        judged.column(name) if use == METRIC else _plain(name, use, why)
        for name, (use, why) in found.items()
    ]
    return tuple(
        _as_said(facts, c, said.get(c.name, {})) for c in _afterwards(facts, columns, said)
    )


def _plain(name: str, use: str, why: str) -> Column:
    if use != COST:
        return Column(name, use, why)
    fast = any(w in letters(name) for w in ("speedup", "throughput"))
    return Column(name, use, why, better=HIGHER if fast else LOWER, unit=AS_IT_IS)


def _as_said(facts: Facts, c: Column, said: Mapping[str, str]) -> Column:
    """Return a column with what the reader changed; another known metric brings its own better
    end."""
    if not said or c.use not in (METRIC, COST):
        return c
    known = facts.known.metrics.get(said.get("same", ""))
    better = said.get("better", end_of(known) if known else c.better)
    return replace(
        c,
        same=said.get("same", c.same),
        better=better,
        unit=said.get("unit", c.unit),
        why="your choice",
    )


class _Metrics:
    """The numeric columns of a table, judged with the others beside them."""

    def __init__(self, facts: Facts, names: Sequence[str]) -> None:
        self.facts = facts
        self.hits = {n: facts.known.names.find(n) for n in names}
        self.hits = {n: hit if self._meant(n, *hit) else ("", "") for n, hit in self.hits.items()}
        texts = [t for h in facts.sheet.header if not facts.numeric(h) for t in facts.texts(h)[:40]]
        self.context = " ".join([facts.sheet.context, *texts]).casefold()
        hundreds = [n for n in names if self._within(n, 100)]
        tall = [n for n in hundreds if max(facts.values(n)) > 10]
        shares = [n for n in hundreds if self._bounded(n) and not has(n, "words", "of_text")]
        self.percent = any(max(facts.values(n)) > 20 for n in shares)
        self.signed = any(self._signed(n) for n in names)
        bounded = all(self._bounded(n) or n in hundreds for n in names)
        self.hundreds = bounded and len(tall) > 1 and 2 * len(tall) >= len(names)
        odd = [v for n in names if self._bounded(n) and not self.unit(n) for v in facts.values(n)]
        self.shifted = bool(odd) and (min(odd) < 0 or max(odd) > 100)

    def _known(self, name: str) -> Metric | KnownMetric | None:
        return self.facts.known.metrics.get(self.hits[name][0])

    def _meant(self, name: str, own: str, form: str) -> bool:
        """Return whether a hit is in the dictionary; one that a suite alone has needs its full
        name, or company."""
        known, families = self._known(name), self.facts.known.families
        if not isinstance(known, Metric) or letters(form) == letters(known.name):
            return True
        others = {hit for n, (hit, _) in self.hits.items() if n != name and hit not in ("", own)}
        return not has(form, "words", "harm") and any(families[o] & families[own] for o in others)

    def _bounded(self, name: str) -> bool:
        known = self._known(name)
        return known is not None and known.lower_bound is not None and known.upper_bound is not None

    def _within(self, name: str, high: float) -> bool:
        values = self.facts.values(name)
        return bool(values) and min(values) >= 0 and max(values) <= high

    def _signed(self, name: str) -> bool:
        return any(n.percent for n in self.facts.numbers(name)) or bool(
            re.search(r"(?<![kK] )%", name)
        )

    def unit(self, name: str) -> str:
        """Return the unit of a column by its values and those beside it; "" where they leave it
        open."""
        values, known, own = self.facts.values(name), self._known(name), self.hits[name][0]
        filled = [v for v in values if v]
        most = max(values, default=0.0)
        if own == "forget_quality" and filled and most <= 0:
            return LOG10
        if (
            own == "privleak"
            or (known and not self._bounded(name))
            or (known and known.upper_bound not in (1, 100))
        ):
            return AS_IT_IS
        inside = sum(0 <= v <= 1 for v in filled) / len(filled) if filled else 1.0
        if self._within(name, 100):
            share = known is None and has(name, "words", "no_share")
            beside = self.percent or (
                known is None and (self.hundreds or has(name, "words", "area"))
            )
            like = self.percent and known is not None and not has(name, "words", "of_text")
            if self._signed(name) or (like and most > 1):
                return PERCENT
            if (
                like
                and filled
                and known is not None
                and known.direction != HIGHER
                and not self.signed
            ):
                return ""
            if (
                inside < 0.6
                and not share
                and (most > 10 or (self.percent and most > 1))
                and (known or beside)
            ):
                return PERCENT
            if known is None and not filled and beside:
                return PERCENT
        if inside >= (0.6 if known else 1.0):
            return SHARE
        return "" if known else AS_IT_IS

    def column(self, name: str) -> Column:
        """Return one numeric column: which metric it is, which end is better, its unit."""
        unit = self.unit(name)
        same, better, why = self._direction(name, unit)
        if unit == LOG10:
            why = "values of 0 and below: log10 of forget quality"
        if self.shifted and self._bounded(name):
            return Column(name, METRIC, "outside its bounds: are headings shifted?", same, better)
        return Column(
            name, METRIC, why if unit else "neither shares nor per cent", same, better, unit
        )

    def _direction(self, name: str, unit: str) -> tuple[str, str, str]:
        """Return the id, the better end ("" for none), and why."""
        (own, form), known, says = self.hits[name], self._known(name), stated(name)
        if known is not None and not _TURNED.search(name) and self._sure(name, own, form):
            end, whole = end_of(known), 100.0 if unit == PERCENT else 1.0
            aims = known.direction == "target" and end != CLOSEST
            end = f"{whole * float(end):g}" if aims else end
            if own == "privleak":
                return own, end, "PrivLeak aims at 0"
            if aims and any(
                abs(v - float(end)) > 0.2 * whole for v in self.facts.values(name, RETRAINED)
            ):
                return (
                    "",
                    says,
                    "the heading says so"
                    if says
                    else "the retrained model does not lie at its aim",
                )
            if says:
                return own if says == end or not end else "", says, "the heading says so"
            if end:
                other = any(
                    i not in ("", own)
                    for b in bracketed(name)
                    for i, _ in [self.facts.known.names.find(b)]
                )
                return "" if other else own, end, f"{'like' if other else 'known as'} {known.name}"
        if says:
            return "", says, "the heading says so"
        if best := self._best(name):
            return "", best, "the best value is marked"
        return ("", *self._by_words(name, unit))

    def _sure(self, name: str, own: str, form: str) -> bool:
        """Return whether a known name settles a column: long and rare, or something else says so
        too."""
        if own == "JS":
            return any(hit in ("AD", "oracle_distance") for hit, _ in self.hits.values())
        if own == "forget_quality" and self.unit(name) == LOG10:
            return True
        if own == "privleak" and min(self.facts.values(name), default=0.0) < 0:
            return True
        families = self.facts.known.families
        mine = families.get(own, frozenset())
        if any(
            re.search(rf"(?<![a-z]){f.partition('-')[0]}", self.context) for f in mine if len(f) > 3
        ):
            return True
        others = {hit for n, (hit, _) in self.hits.items() if n != name and hit not in ("", own)}
        if own.startswith(
            "test_"
        ):  # of MLLMU-Bench: changed pictures of what is forgotten, elsewhere of what is kept
            return any(o.startswith("celebrity") for o in others)
        if letters(form) == "utility" or not common(form):
            return letters(form) != "utility"
        if any(families.get(o, frozenset()) & mine for o in others):
            return True
        known, says = self._known(name), stated(name)
        return bool(says) and known is not None and known.direction in (says, ASKED)

    def _best(self, name: str) -> str:
        """Return the end at which the one value lies that is marked as best."""
        marked = [n.value for n in self.facts.numbers(name) if re.search(r"\bbest\b", n.mark)]
        values = self.facts.values(name)
        if len(marked) != 1 or len(set(values)) < 2:
            return ""
        return {max(values): HIGHER, min(values): LOWER}.get(marked[0] or 0.0, "")

    def _by_words(self, name: str, unit: str) -> tuple[str, str]:
        """Return the better end of a column that no known name settles, and why; "" with a
        question."""
        find = self.facts.known.names.find
        if _TURNED.search(name):
            return "", _ASK
        if stem := _AFTER.match(name):
            known = self.facts.known.metrics.get(find(stem["stem"])[0])
            if known is not None and known.direction in (HIGHER, LOWER):
                return str(known.direction), f"{known.name}, measured again"
        if stem := _ONE_MINUS.match(name):
            hit, form = find(stem["stem"])
            known = self.facts.known.metrics.get(hit)
            if known is not None and known.direction in (LOWER, ASKED):
                return HIGHER, f"one minus {known.name}"
            sure = known is not None and known.direction == HIGHER and not common(form)
            return (LOWER, f"one minus {stem['stem']}") if sure else ("", _ASK)
        own, shares = words(name), unit in (SHARE, PERCENT)
        plain = [w for w in own if w not in listed("words", "silent")]
        if own in (("utility",), ("model", "utility")):
            return HIGHER, "utility"
        for rule in ends() if len(own) < 5 or has(name, "words", "good", "asked", "attack") else ():
            meant = all(has(name, "words", one) for one in rule["all"].split()) and (
                shares or "shares" not in rule
            )
            if meant and not has(name, "words", *rule.get("no", "").split()):
                end = rule.get("end", "")
                return (
                    self._attack(name, unit, rule["why"], end)
                    if end in ("attack", "half")
                    else (end, rule["why"])
                )
        forget, keep = has(name, "words", "forget"), has(name, "words", "keep")
        last = plain[-1:] in (["forget"], ["retain"], ["utility"], ["test"])
        alone = len(plain) == 1 or (len(plain) == 2 and last)
        if (
            shares
            and len(letters(bare(name))) > 1
            and alone
            and forget != keep
            and plain != ["forgetting"]
        ):
            return LOWER if forget else HIGHER, "the set it is measured on"
        return "", _ASK

    def _attack(self, name: str, unit: str, why: str, end: str) -> tuple[str, str]:
        half = 50.0 if unit == PERCENT else 0.5
        retrained = self.facts.values(name, RETRAINED)
        if end == "half":
            return f"{half:g}", why
        guessing = bool(retrained) and all(abs(v - half) <= 0.05 * half for v in retrained)
        return (f"{half:g}", "the retrained model lies there") if guessing else ("", why)


def _afterwards(facts: Facts, columns: Sequence[Column], said: Said) -> list[Column]:
    """Return the columns after what they say of one another."""
    found = list(columns)
    for at, c in enumerate(found):
        if (
            c.use == METRIC
            and c.name not in said
            and (why := _derived(facts, c, found[:at], found))
        ):
            found[at] = replace(c, use=IGNORE, why=why)
    found = [
        _original_and_retrained(facts, c) if c.use == METRIC and not c.better else c for c in found
    ]
    if sum(c.use == METRIC for c in found) > 2:
        totals = {
            c.name for c in found if c.use == METRIC and belongs(c.name, "columns", "total")
        } - set(said)
        found = [
            replace(c, use=IGNORE, why="a total of the others") if c.name in totals else c
            for c in found
        ]
    metrics = [c for c in found if c.use == METRIC]
    context = facts.sheet.context
    end = stated(context) or (LOWER if re.search(r"attack success|\bASR\b", context) else "")
    if metrics and not any(c.better for c in metrics) and end in (HIGHER, LOWER):
        found = [
            replace(c, better=end, why="the caption says so") if c.use == METRIC else c
            for c in found
        ]
    ids = [c.same for c in found]
    return [replace(c, same="") if ids.count(c.same) > 1 else c for c in found]


def _derived(facts: Facts, c: Column, left: Sequence[Column], every: Sequence[Column]) -> str:
    """Return why a column says nothing of its own: equal for all, or computed of others; "" if it
    does."""
    mine = facts.numbers(c.name)
    ranked = facts.values(c.name, METHOD)
    if not c.same and len(ranked) > 1 and len(set(ranked)) == 1 and not stated(c.name):
        return "the same for all methods"
    before = [o for o in left if o.use == METRIC and not c.better][-NEAREST:]
    for i, a in enumerate(before):
        for b in before[i + 1 :]:
            for p, q in ((1, -1), (-1, 1), (0.5, 0.5)):
                if _holds(p, facts.numbers(a.name), q, facts.numbers(b.name), mine):
                    return f"computed of {a.name[:30]} and {b.name[:30]}"
    one = {n: [Number(n)] * len(mine) for n in (1.0, 100.0)}
    others = every if len(every) <= MOST_COMPARED else ()
    for o in others if not c.better or c.same == "forget_quality" else ():
        other = facts.numbers(o.name) if o.use == METRIC and o.better and o.name != c.name else []
        if other and any(_holds(1, whole, -1, other, mine, 1e-6 * n) for n, whole in one.items()):
            return f"one minus {o.name[:30]}"
    return ""


def _holds(p: float, a: Numbers, q: float, b: Numbers, c: Numbers, near: float = 0.0) -> bool:
    """Return whether p a + q b = c in all rows with all three, up to printed digits; three rows at
    least, or two."""
    n_rows = 0
    for left, right, whole in zip(a, b, c, strict=True):
        if left.value is None or right.value is None or whole.value is None:
            continue
        most = near or (0.1 if abs(whole.value) >= 1 else 0.001)
        if abs(p * left.value + q * right.value - whole.value) > most:
            return False
        n_rows += 1
    return n_rows > (1 if near else 2)


def _original_and_retrained(facts: Facts, c: Column) -> Column:
    """Return an asked column with the end at which the retrained model lies, if the original lies
    at the other."""
    before, after, values = (facts.values(c.name, role) for role in (ORIGINAL, RETRAINED, ""))
    if (
        not any(before) or not after or len(values) < 3
    ):  # 0 for the original: a time, or measured from it
        return c
    gap = sum(after) / len(after) - sum(before) / len(before)
    if abs(gap) <= 0.8 * (max(values) - min(values)):
        return c
    return replace(
        c, better=HIGHER if gap > 0 else LOWER, why="from the original to the retrained model"
    )
