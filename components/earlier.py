"""What a link opened with when it was made, where that is not what its suite opens with now."""

from collections.abc import Mapping

from components.choice_text import FLOORS, ROWS
from components.errors import LeaderboardError
from components.stats.ranking.weights import EARLIER_DEFAULT, default_preset
from components.text import joined
from data.manifest import history
from data.registry import Floor, Tables
from data.versions import kept

GROUPS_ALIKE_SINCE = "2026-11-25"
"""The day from which suites without published weights open with the groups of metrics alike."""


def earlier_defaults(tables: Tables, panel: str, version: str, rows: str | None) -> Mapping[str, str]:
    """The texts of the choices that give what a link opened a panel with; empty where that is the same.

    `version` is the data version that it names: nothing is shown for one without a record. `rows` are those
    that it names: every link does since methods are shown by their best checkpoint, one without is older.
    """
    choices = {} if rows or not tables.families else {"rows": ROWS[0]}
    stored = history(tables.suite.id, version) if version else ()
    if not stored:
        return choices
    if stored[-1].date < GROUPS_ALIKE_SINCE and default_preset(tables) == "balanced":
        choices["weights"] = EARLIER_DEFAULT
    now = tables.floors.get(panel, ())
    then = _floors(tables.suite.id, version, panel) if "floors" in stored[-1].manifest else ()
    if then is not None and then != now:
        choices["floors"] = ",".join(map(str, then)) or FLOORS[1]
    return choices


def _floors(suite: str, version: str, panel: str) -> tuple[Floor, ...] | None:
    """The floors of a version whose tables are kept; None where they cannot be read."""
    try:
        return kept(suite, version).floors.get(panel, ())
    except LeaderboardError:
        return None


def sentence(choices: Mapping[str, str]) -> str:
    """What has changed since, in words."""
    rows, weights = {"rows": "every checkpoint as a row"}, {"weights": "equal weights over metrics"}
    floors = {"floors": "no floor" if choices.get("floors") == FLOORS[1] else f"the floor {choices.get('floors')}"}
    opened = [words for name, words in {**rows, **weights, **floors}.items() if name in choices]
    return f"Defaults have changed: a link made before opened with {joined(opened)}." if opened else ""
