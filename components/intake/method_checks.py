"""Checks of methods: rows without one, models that no method made, and names that may mean one method."""

from collections.abc import Iterator

from components.format import shortened
from components.intake.fixes import Fix, named_alike
from components.intake.grid import Grid
from components.intake.methods import Known, alike, key, role_of, same
from components.intake.problems import Finding, Offer, finding
from components.intake.target import Target
from data.registry import MethodRole

_OFFERED: dict[MethodRole, str] = {
    "reference": "The reference: trained without the data",
    "original": "The original: not unlearned",
    "candidate": "A method like the others",
}


def method_findings(grid: Grid, target: Target, most: int) -> list[Finding]:
    """Everything about the names of methods; names of more than `most` are not compared with one another."""
    models = {name: role for name in grid.methods() if (role := _role(grid, name))}
    return [
        *_nameless(grid),
        *(_spared(name, label) for name, label in grid.spared.items()),
        *(f for name, role in models.items() for f in _models(grid, target, name, role)),
        *(_names(grid) if len(grid.methods()) <= most else ()),
    ]


def _nameless(grid: Grid) -> Iterator[Finding]:
    if rows := grid.methods().get("", []):
        offers = [
            Offer(Fix("drop_method"), "Leave them out"),
            Offer(Fix("rename", "method", "", "My method"), "Call it “My method”"),
        ]
        offers = offers if len(rows) < len(grid.rows) else offers[1:]
        what = "no name" if "method" in grid.columns else "no column of methods"
        yield finding(grid, "nameless", "method", "Rows without a method", what, "the name of a method", offers, rows)


def _spared(name: str, label: str) -> Finding:
    title, expected = (
        f"“{shortened(name)}” is left out",
        "one such model for each panel: its value is what others aim at",
    )
    return Finding("spared", "method", title, f"{shortened(label)} of the suite", expected, blocking=False)


def _role(grid: Grid, name: str) -> str:
    """What a model is by its name, or because a column marks all its rows; empty for the name of a known method."""
    if not same(name, grid.known) and (role := role_of(name)):
        return role
    marks = [grid.names["reference"][i].casefold() for i in grid.methods()[name]]
    return "marked" if all(m in ("true", "yes", "1", "1.0") for m in marks) else ""


def _models(grid: Grid, target: Target, name: str, role: str) -> Iterator[Finding]:
    """A model that is named, or marked, as one that no method made: a reference, an original, or a method after all.

    A suite that has a reference takes no second one: the targets of its runs would move.
    """
    if name in grid.roles:
        return
    rows = grid.methods()[name]
    there = target.roles({grid.names["panel"][i] for i in rows})
    order: list[MethodRole] = (
        ["reference", "original"] if role in ("reference", "marked") else ["original", "reference"]
    )
    taken = [Offer(Fix("role", "method", name, r), _OFFERED[r]) for r in order if r not in there]
    rank, drop = Fix("role", "method", name, "candidate"), Fix("drop_method", "method", name)
    offers = [*taken, Offer(rank, _OFFERED["candidate"]), Offer(drop, "Leave it out")]
    if order[0] in there:
        label = f"Leave it out: the suite has {shortened(there[order[0]])}"
        offers = [Offer(drop, label), Offer(rank, "Compare it as a method"), *taken]
    yield finding(
        grid,
        "role",
        "method",
        f"“{shortened(name)}”: a reference, an original or a method?",
        "marked as a reference model" if role == "marked" else "named like a model that no method made",
        "a method; references and originals are drawn and never ranked",
        offers,
        rows,
        blocking=role != "marked",
    )


def _names(grid: Grid) -> Iterator[Finding]:
    """One question for each name that may be another spelling of one in the table, or of a method that is known."""
    rows, decided = grid.methods(), {"", *grid.same, *grid.settled.get("method", ())}
    known = {name: same(name, grid.known) for name in rows}
    leading = sorted((n for n in rows if n), key=lambda n: (n not in grid.same, not known[n], -len(rows[n])))
    runs = {name: {(*grid.key(i)[:2], grid.names["seed"][i]) for i in indices} for name, indices in rows.items()}
    spelled = {n: head for n, head in alike(leading).items() if key(n) == key(head) or not runs[n] & runs[head]}
    exact = [Fix("same", "method", name, k.address) for name, k in named_alike(grid).items()]
    for name in [n for n in rows if n not in decided]:
        if name in spelled:
            head = shortened(spelled[name])
            other, offers = (
                f"“{head}” of the table",
                [Offer(Fix("rename", "method", name, spelled[name]), f"It is “{head}”")],
            )
        else:
            other, offers = " or ".join(map(_known_name, known[name])), [_same(name, k) for k in known[name]]
        if not offers:
            continue
        if len(exact) > 1 and name == exact[0].old:
            label = f"Each of the {len(exact)} names that suites know is that method"
            offers.append(Offer(exact[0], label, also=tuple(exact[1:])))
        offers.append(Offer(Fix("settle", "method", name), "It is a method of its own"))
        title = f"“{shortened(name)}”: the same method as {other}?"
        expected = "your answer; until then it is a method of its own"
        yield finding(grid, "same_method", "method", title, name, expected, offers, rows[name], blocking=False)


def _known_name(known: Known) -> str:
    return f"{shortened(known.label)} of {'the suite' if known.own else 'other suites'}"


def _same(name: str, known: Known) -> Offer:
    beside = f": shown beside it as {shortened(known.label, 20)} • yours" if known.own else ""
    return Offer(Fix("same", "method", name, known.address), f"It is {shortened(known.label)}{beside}")
