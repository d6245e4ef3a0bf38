"""All choices that decide numbers, and how a query is read into a selection."""

from collections.abc import Mapping
from dataclasses import fields, replace

from components.choices import analysis, ranking, runs
from components.choices.record import MAX_QUOTED, Choice, InvalidChoice, read_text
from components.selection import Selection, default_selection, panel_tables, to_text
from components.stats.ranking.weights import PURPOSES, default_preset, purpose_weights
from data.errors import LeaderboardError, NotEnoughData
from data.registry import Tables


def _listed_choices() -> dict[str, Choice]:
    """Return the records of the three modules by name, in the order of the fields of Selection.

    Raises LeaderboardError if a field has no record, or a record no field.
    """
    choices: dict[str, Choice] = {}
    for module in (runs, ranking, analysis):
        for record in vars(module).values():
            if isinstance(record, Choice):
                choices.setdefault(record.name, record)
    names = [field.name for field in fields(Selection)]
    if set(names) != set(choices):
        unmatched = ", ".join(sorted(set(names) ^ set(choices)))
        raise LeaderboardError(f"a field of Selection and a choice for each: look at {unmatched}")
    return {name: choices[name] for name in names}


CHOICE_BY_NAME: Mapping[str, Choice] = _listed_choices()
CHOICES: tuple[Choice, ...] = tuple(CHOICE_BY_NAME.values())
"""In the order in which they are read."""


def parse(
    query: Mapping[str, str], tables: Tables, start: Selection | None = None
) -> tuple[Selection, tuple[InvalidChoice, ...]]:
    """Read choices from texts onto `start`, by default what the suite shows at first.

    What cannot be read keeps the value it has there and is returned as an InvalidChoice;
    nothing raises. Names that are no choices are left to the caller. Benchmarks, seeds and methods
    must occur in the panel chosen.
    """
    selection = default_selection(tables) if start is None else start
    problems = []
    for choice in CHOICES:
        choice_text = query.get(choice.name)
        if choice_text is None:
            continue
        within = panel_tables(tables, selection.panel) if choice.of_panel else tables
        try:
            value = read_text(choice, choice_text, within)
        except LeaderboardError as error:
            usual = to_text(getattr(selection, choice.name))
            quoted = (
                choice_text if len(choice_text) <= MAX_QUOTED else choice_text[:MAX_QUOTED] + "…"
            )
            problems.append(InvalidChoice(choice.name, quoted, str(error), usual))
        else:
            selection = replace(selection, **{choice.name: value})
    expected = _expected_weights(selection, tables)
    if expected:
        usual_preset = default_preset(tables)
        problems.append(InvalidChoice("weights", str(selection.weights), expected, usual_preset))
        selection = replace(selection, weights=usual_preset)
    return selection, tuple(problems)


def _expected_weights(selection: Selection, tables: Tables) -> str:
    """Return what weights are expected in place of a preset that does not fit, else ""."""
    if selection.weights == "re-derived":
        oracle = tables.oracle
        runs_of_panel = panel_tables(tables, selection.panel).runs
        if oracle is None or runs_of_panel[oracle.id].isna().all():
            return "weights that do not need an oracle distance, which this panel lacks"
    if selection.weights in PURPOSES:
        try:
            purpose_weights(tables, selection.panel, PURPOSES[str(selection.weights)])
        except NotEnoughData as error:
            return f"weights that this panel can carry ({error})"
    return ""


def changed(
    selection: Selection, changes: Mapping[str, object], tables_before: Tables, tables_after: Tables
) -> tuple[Selection, tuple[InvalidChoice, ...]]:
    """Return a selection of `tables_before` with changes, each checked, as one of `tables_after`.

    An empty value goes back to its default. Where suite or panel change, the choices made before
    are checked again; those that no longer fit go back to their defaults and are Problems.
    """
    is_other_suite = tables_before.suite.id != tables_after.suite.id
    usual_before = default_selection(tables_before)
    usual_after = default_selection(tables_after)
    checked_again = [
        choice.name
        for choice in CHOICES
        if choice.name != "suite" and (is_other_suite or (choice.of_panel and "panel" in changes))
    ]
    choice_texts: dict[str, str] = {}
    for choice_name in checked_again:
        value = getattr(selection, choice_name)
        if value != getattr(usual_before, choice_name):
            choice_texts[choice_name] = to_text(value)
    choice_texts |= {choice_name: to_text(value) for choice_name, value in changes.items()}
    start_selection = usual_after
    if not is_other_suite:
        at_default = {
            choice_name: getattr(usual_after, choice_name)
            for choice_name in (*checked_again, *changes)
        }
        start_selection = replace(selection, **at_default)
    return parse(
        {
            choice_name: choice_text
            for choice_name, choice_text in choice_texts.items()
            if choice_text
        },
        tables_after,
        start_selection,
    )
